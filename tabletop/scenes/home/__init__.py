"""The title page, the menu, and the page for resume codes.

The match and its setup have rooms of their own.
"""
