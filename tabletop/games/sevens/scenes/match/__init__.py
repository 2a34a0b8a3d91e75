"""The scene of a match: bars, pause, sounds, autosave, and the secondary display."""
