"""Controls and base pages: buttons, page and dialog scenes, choices, text entry, lesson page.

Pages with one purpose are in `scenes`.
"""
