"""How matches ended, one row each: figures and scores outlive the records they are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Final

from tabletop.engine.record import Record

_PUT: Final = """
    INSERT INTO result
        (id, game, seats, result, reason, scores, fillers, options, plies, sources, began, ended)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        coalesce((SELECT nullif(began, '') FROM match WHERE id = ?), ?), ?)
    ON CONFLICT (id) DO UPDATE SET result = excluded.result, reason = excluded.reason,
        scores = excluded.scores, fillers = excluded.fillers, plies = excluded.plies,
        sources = excluded.sources
"""
_DROP: Final = "DELETE FROM result WHERE id = ?"
_ALL: Final = """
    SELECT id, game, seats, result, reason, scores, fillers, options, plies, sources, began, ended
    FROM result ORDER BY ended, rowid
"""


@dataclass(frozen=True, slots=True)
class Result:
    """How one match ended."""

    match_id: str
    game: str
    seats: int
    result: str
    """As in a record: ``draw``, or the winning seats as ``0`` or ``0,2``."""
    reason: str
    """In English."""
    scores: str
    """With commas, by seat; empty in a game without points."""
    fillers: str
    """Who filled each seat, with commas, as a record has it; empty: people."""
    options: str
    """``key=value`` with blanks between."""
    plies: int
    sources: str
    """Where its dice came from, with commas, each once; empty without dice."""
    began: str
    """When its first ply was kept, in ISO form."""
    ended: str


def put(db: Connection, match_id: str, record: Record, changed: str) -> None:
    """Notes how a match ended; of the same match a second time changes no count and no date."""
    row = (
        match_id,
        _storable(record.game),
        record.seats,
        record.result,
        _storable(record.reason),
        ",".join(map(str, record.scores)),
        _storable(_fillers(dict(record.extra))),
        _storable(" ".join(f"{key}={value}" for key, value in record.options)),
        len(record.plies),
        _storable(",".join(dict.fromkeys(record.sources))),
    )
    db.execute(_PUT, (*row, match_id, changed, changed))


def drop(db: Connection, match_id: str) -> None:
    """A match that goes on after all has not ended."""
    db.execute(_DROP, (match_id,))


def read(db: Connection) -> tuple[Result, ...]:
    """All of them, the oldest first."""
    return tuple(Result(*row) for row in db.execute(_ALL))


def _storable(text: str) -> str:
    # A lone surrogate from somebody's file cannot be stored, and is not worth a match.
    return text.encode("utf-8", "replace").decode()


def _fillers(lines: Mapping[str, str]) -> str:
    # A live game has a line of its own for them.
    return lines.get("Fillers") or lines.get("Players", "")
