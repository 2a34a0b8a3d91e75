"""Files that survive a power cut, and damaged ones that make room without being lost."""

import os
from itertools import count
from pathlib import Path
from typing import Final

SIDECARS: Final = ("-wal", "-shm", "-journal")
"""What SQLite appends to a database's name for the files beside it."""


def set_aside(database: Path) -> Path:
    """Renames a damaged database and the files beside it; gives its new path.

    The names go on belonging together, so that a repair tool finds what it needs.
    """
    for number in count(1):
        aside = database.with_name(f"{database.stem}.damaged-{number}{database.suffix}")
        if not any(_beside(aside, end).exists() for end in ("", *SIDECARS)):
            break
    # The database itself goes last: stopped in between, the next start still finds it damaged and
    # does not begin a fresh one beside a log that is not its own.
    for end in (*SIDECARS, ""):
        if _beside(database, end).exists():
            _beside(database, end).rename(_beside(aside, end))
    sync_folder(database.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Makes a folder's new names survive a power cut."""
    if os.name == "posix":  # elsewhere a folder cannot be opened, let alone synced
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
