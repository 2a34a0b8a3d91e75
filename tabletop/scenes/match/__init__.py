"""What lives here.

The screen of a running match and everything that belongs to it: session-side parts (timeline,
dice, series, autosave), input, panels, agreements, hints, pause. What is drawn without knowing a
match lives in ui.board.
"""
