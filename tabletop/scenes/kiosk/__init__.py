"""Kiosk mode: idle watcher, operator unlock and operator pages, closing time, self-test.

The PIN lock is in `tabletop.system`, the source of opening hours in `tabletop.input`.
"""
