"""Spoken output: announcements of scenes, the speech programs of the system, and the announcer.

Recorded sounds are in `ui.audio`.
"""
