"""Copies of the small files of the data folder, for the day on which one of them is damaged."""

from dataclasses import dataclass
from sqlite3 import Connection
from typing import Final

_PUT: Final = """
    INSERT INTO kept_file (name, text, changed) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text, changed = excluded.changed
"""
_READ: Final = "SELECT name, text, changed FROM kept_file"


@dataclass(frozen=True, slots=True)
class Copy:
    """What a file said when the program wrote it, or found it sound, for the last time."""

    text: str
    changed: str
    """When, in ISO form."""


def put(db: Connection, name: str, text: str, changed: str) -> None:
    """Keeps a copy in place of the file's earlier one."""
    db.execute(_PUT, (name, text, changed))


def read(db: Connection) -> dict[str, Copy]:
    """All copies, by the file's name; a row that makes no sense is passed over."""
    return {
        name: Copy(text, changed)
        for name, text, changed in db.execute(_READ)
        if isinstance(name, str) and isinstance(text, str) and isinstance(changed, str)
    }
