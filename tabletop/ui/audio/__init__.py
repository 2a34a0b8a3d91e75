"""What lives here.

What is heard: sound files, when they are played, and the mixer that plays them in a process of its
own. Speech is in ui/speech.
"""
