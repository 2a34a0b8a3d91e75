"""Files that survive a power cut, and damaged ones that make room without being lost."""

import os
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

SIDECARS: Final = ("-wal", "-shm", "-journal")
"""What SQLite appends to a database's name for the files beside it."""


def write_atomically(path: Path, text: str) -> None:
    """Replaces a file so that, whenever the power fails, either the old or the new one is there.

    The folder is made where it is missing; OSError where nothing can be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            file.close()  # Windows does not rename an open file
            Path(file.name).replace(path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


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
