"""The screens. Each folder is a room; rooms do not import each other, which import-linter checks.

A scene opens a page of another room by returning a destination (`destinations`), and
`tabletop/app/navigation.py` makes the page. What several rooms need is not in a room: the modules
beside this one, and `play` for the parts of a match.
"""
