"""One module for each phase of a match: its model, its input, and how it is drawn."""
