"""Colours, sizes and palettes of the whole program.

Literal colours elsewhere are those of materials.
"""
