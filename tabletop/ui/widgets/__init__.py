"""What lives here.

What people press and read on pages: buttons, page and dialog scenes, choices, text entry, the
lesson page. Pages of one purpose are in scenes/.
"""
