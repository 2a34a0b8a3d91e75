"""What lives here.

What all board views share: the protocol of a game's view, the board snapshot, moving pieces, and
what stands at a spot in words. A game's own view is in its folder.
"""
