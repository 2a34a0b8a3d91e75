"""What lives here.

Colours, sizes and palettes: the one place that says how the table looks. Literal colours elsewhere
are those of materials.
"""
