"""The process and its parts: exit codes, child processes, the instance lock, memory."""

import ctypes
import gc
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import tabletop

EXIT_CRASHED: Final = 70
"""After an uncaught error; there is a crash report."""
EXIT_RESTART: Final = 75
"""The operator, or safe mode after an hour without a crash, asks to be started again."""
EXIT_INTERRUPTED: Final = 130
EXIT_CLOSED: Final = 76
"""The operator has closed a locked table: systemd must not start it again."""

if sys.platform == "win32":
    NO_WINDOW: Final = subprocess.CREATE_NO_WINDOW
    """The creation flags without which Windows opens a console."""
else:
    NO_WINDOW: Final = 0


def module_command(module: str, *words: str) -> list[str]:
    return [sys.executable or "python", "-m", module, *words]


def child_environment() -> Mapping[str, str]:
    """The environment, with this program on PYTHONPATH."""
    here = str(Path(tabletop.__file__).parent.parent)
    path = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{path}" if path else here}


LOCK_FILE_NAME: Final = "supervision.lock"


class InstanceLock:
    """Held from the start, if no other process holds it, and released when the process ends."""

    def __init__(self, folder: Path) -> None:
        self.held = False
        """False also where the folder cannot be written."""
        self._handle: int | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(folder / LOCK_FILE_NAME, os.O_RDWR | os.O_CREAT, 0o644)
            lock_file(self._handle)
        except OSError:
            self.close()
        else:
            self.held = True

    def close(self) -> None:
        self.held = False
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def lock_file(handle: int) -> None:
        """Locks the byte at the file position until the file is closed; OSError if it is locked."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_file(handle: int) -> None:
        """Locks the file until it is closed; OSError if another process has locked it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
