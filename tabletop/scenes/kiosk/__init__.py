"""Kiosk mode: idle watcher, operator unlock and operator pages, closing time, self-test.

PIN lock and opening hours are in `tabletop.system`.
"""
