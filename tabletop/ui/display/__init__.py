"""The windows, and how the picture is placed in them.

Display transform, warp, pixel shift, blackout, test pattern, pointer. The content of the picture
is not decided here.
"""
