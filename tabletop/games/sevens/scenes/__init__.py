"""Sevens for one: from memory, and the puzzle.

Sevens is learned by playing it: its tasks, and the board on which they are done.

The booklet to look through, and the figures that this table has added.
"""
