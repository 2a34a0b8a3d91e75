"""What lives here.

The table among strangers: idle watcher, operator unlock and operator pages, self-test. PIN lock
and opening hours live in `tabletop.system`.
"""
