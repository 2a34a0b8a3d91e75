"""When Python collects garbage, and how glibc returns memory to the system.

A full collection over everything that a started program holds takes 30 ms and finds nothing.
"""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final

MMAP_BYTES: Final = 64 * 1024
"""Blocks from this size on are mapped one by one: a surface of 128 x 128 pixels."""
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""The parameter numbers of mallopt(3)."""


def return_freed_memory() -> None:
    """Maps large blocks one by one, so that they are returned as soon as they are free.

    By default glibc raises this limit up to 32 MB with each block that is freed, and puts the next
    ones between small blocks that stay: after a day of surfaces that come and go, the process holds
    a tenth more than is in use. Nothing happens with other C libraries.

    Mapped blocks are slower, because the system clears them: the first full picture in 3840 x 2160
    took 100 ms longer, so it is drawn before this is called.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than glibc
            libc = ctypes.CDLL(None)
            libc.mallopt(_MMAP_THRESHOLD, MMAP_BYTES)
            libc.mallopt(_TRIM_THRESHOLD, 2 * MMAP_BYTES)
            libc.malloc_trim(0)  # and return what is free by now


def disable_gc() -> None:
    """No collection until `freeze_startup_objects`."""
    gc.disable()


def freeze_startup_objects() -> None:
    """After the first picture: from now on only new objects are collected."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
        return_freed_memory()


def unfreeze_objects() -> None:
    """At the end: all objects are collected again."""
    gc.unfreeze()
    gc.enable()
