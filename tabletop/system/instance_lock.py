"""Which of several programs on one data folder is the one that is watched over."""

import os
import sys
from pathlib import Path
from typing import Final

FILE_NAME: Final = "supervision.lock"


class InstanceLock:
    """A lock that ends with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        self.held = False
        """Whether we are the one. Where a folder cannot be written there is none."""
        self._handle: int | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o644)
            _lock(self._handle)
        except OSError:
            self.close()
        else:
            self.held = True

    def close(self) -> None:
        """Somebody else may be the one."""
        self.held = False
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
