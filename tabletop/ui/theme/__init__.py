"""Colours and sizes of the whole program; the palettes are in `settings/palettes.py`.

Literal colours elsewhere are those of materials.
"""
