"""The lock by which one of several programs on a data folder is the supervised one."""

import os
import sys
from pathlib import Path
from typing import Final

FILE_NAME: Final = "supervision.lock"


class InstanceLock:
    """Held from the start, if no other process holds it, and released when the process ends."""

    def __init__(self, folder: Path) -> None:
        self.held = False
        """False also where the folder cannot be written."""
        self._handle: int | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o644)
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
