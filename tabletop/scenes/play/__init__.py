"""The parts of a match that `match`, `attract`, `lesson` and `review` share.

Session, timeline, move input, board, panels, notices, hints, sounds. It imports none of these
rooms. The scene of a running match and its own features are in `scenes.match`.
"""
