"""The commands, except for opening the window."""
