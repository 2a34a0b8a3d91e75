"""Sevens for one: from memory, and the puzzle."""
