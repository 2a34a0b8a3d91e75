"""The pages on which people change settings: language, appearance, accessibility, sound.

The settings themselves are in `tabletop.settings`.
"""
