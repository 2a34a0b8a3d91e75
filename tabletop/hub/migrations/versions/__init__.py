"""One module a step; never change one, add another."""
