"""What lives here.

The pages on which people change settings: language, appearance, sound. The settings themselves
live in `tabletop.settings`.
"""
