"""What lives here.

What is chosen before a match: the setup as a value, the seats page and the dialogs of one seat.
Not the match itself.
"""
