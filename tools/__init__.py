"""What a person runs; none of it is part of the installed program."""
