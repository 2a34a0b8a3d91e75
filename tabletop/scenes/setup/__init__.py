"""The seats page, on which a match is set up, and the dialogs for one seat.

The setup itself is a value in `tabletop.scenes.match_setup`.
"""
