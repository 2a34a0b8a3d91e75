"""What lives here.

What is spoken aloud: announcements of scenes, the speech programs of the system, and who asks
them. Recorded sounds are in ui/audio.
"""
