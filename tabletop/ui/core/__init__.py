"""What lives here.

The frame of every page: scenes and their stack, the frame and what of it is redrawn, the canvas,
the contexts, the surface cache. No widget and no picture of anything lives here.
"""
