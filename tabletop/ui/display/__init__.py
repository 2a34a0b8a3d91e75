"""What lives here.

The windows and how the picture lies in them: display transform, warp, pixel shift, blackout, test
pattern, pointer. What is drawn in the picture is not decided here.
"""
