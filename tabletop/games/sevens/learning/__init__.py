"""Sevens is learned by playing it: its tasks, and the board on which they are done."""
