"""What lives here.

A match as it is played and shown: session, timeline, input, board, notices, sounds, and the
features that several rooms use. It imports no room.
"""
