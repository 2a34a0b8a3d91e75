"""Sound files, when they are played, and the mixer that plays them in its own process.

Speech is in `ui.speech`.
"""
