"""Text as pictures: fonts, measuring and wrapping, and labels that fit their boxes.

Which words are shown is decided elsewhere (languages, scenes, games).
"""
