"""The base of every page: scenes and their stack, frame, canvas, contexts, surface cache.

No widget and no picture is made here.
"""
