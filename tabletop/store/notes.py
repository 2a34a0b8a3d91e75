"""Small things remembered from start to start, by name: which match is on the table, and so on."""

from sqlite3 import Connection
from typing import Final

ON_TABLE: Final = "on table"
"""The note with the name of the match that is played now; where there is none, people have left
the table in order."""
BEGUN: Final = "begun"
"""The note with its name and its record, as long as nothing of it is on the shelf."""

_READ: Final = "SELECT name, text FROM note"
_READ_ONE: Final = "SELECT text FROM note WHERE name = ?"
_PUT: Final = """
    INSERT INTO note (name, text) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text
"""
_DROP: Final = "DELETE FROM note WHERE name = ?"


def read(db: Connection) -> dict[str, str]:
    """All that is remembered; a row that makes no sense is passed over."""
    rows = db.execute(_READ)
    return {n: text for n, text in rows if isinstance(n, str) and isinstance(text, str) and text}


def read_one(db: Connection, name: str) -> str:
    """What is remembered by that name; "" for nothing, or for what makes no sense."""
    row = db.execute(_READ_ONE, (name,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else ""


def put(db: Connection, name: str, text: str) -> None:
    """Remembers it in place of what was remembered by that name; no text is forgotten."""
    if text:
        db.execute(_PUT, (name, text))
    else:
        db.execute(_DROP, (name,))
