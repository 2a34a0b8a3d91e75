"""The drawing kit: scene stack, frame, layout, widgets, text, board, theme, sound and display.

No rules and no game: games and scenes build on it.
"""
