"""What lives here.

The title, the menu, and what they open: games, saved games by code. Not the match, nor its setup.
"""
