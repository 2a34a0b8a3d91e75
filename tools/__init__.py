"""Tools for people who work on the program; none is part of the installed program."""
