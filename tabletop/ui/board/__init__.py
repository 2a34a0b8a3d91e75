"""What all board views share: view protocol, board snapshot, moving pieces, spots in words.

A game's own view is in its folder.
"""
