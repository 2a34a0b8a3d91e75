"""Where the system's memory for pictures comes from, so that what is given up is given back.

When memory is tidied: not while the table opens, and never through what it opened.

To look through all that a started program consists of for garbage takes 30 ms at once, in the
middle of a game, and finds nothing.
"""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final

MMAP_BYTES: Final = 64 * 1024
"""Bytes from which a block is the system's own: those of a picture of 128 x 128 pixels."""
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""What glibc calls them (mallopt(3))."""


def return_freed_memory() -> None:
    """Has large blocks taken from the system one by one, and given back as soon as they are free.

    glibc does so at first, but learns from each that is given back to put the next ones, of up to
    32 MB, between the small blocks that stay: a table on which pictures come and go for a day then
    holds a tenth more than all that is in use. Elsewhere nothing happens.

    Fresh blocks are slower, for the system empties each: a picture of 3840 x 2160 that is made of
    hundreds of others took 100 ms longer, so the first is made before this is called.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than glibc
            libc = ctypes.CDLL(None)
            libc.mallopt(_MMAP_THRESHOLD, MMAP_BYTES)
            libc.mallopt(_TRIM_THRESHOLD, 2 * MMAP_BYTES)
            libc.malloc_trim(0)  # and what was free by then


def disable_gc() -> None:
    """Looks for none until the first picture is shown."""
    gc.disable()


def freeze_startup_objects() -> None:
    """After the first picture: what there is now is kept, and only what comes is looked through.

    What is given up from now on is given back.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
        return_freed_memory()


def unfreeze_objects() -> None:
    """The table is closed: all is looked through again, as before it opened."""
    gc.unfreeze()
    gc.enable()
