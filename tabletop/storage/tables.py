"""The tables of notes (small values by name), of results, and of counted dice throws."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Final, Self

from tabletop.engine.record import Record

CURRENT_MATCH_NOTE: Final = "on table"
"""The note that names the match in play; without it, people have left the table in order."""
UNSAVED_MATCH_NOTE: Final = "begun"
"""The note with its name and record, as long as it is not stored as a match."""

_READ_NOTES: Final = "SELECT name, text FROM note"
_READ_NOTE: Final = "SELECT text FROM note WHERE name = ?"
_PUT_NOTE: Final = """
    INSERT INTO note (name, text) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text
"""
_DROP_NOTE: Final = "DELETE FROM note WHERE name = ?"


def read_notes(db: Connection) -> dict[str, str]:
    """All notes; rows that make no sense are skipped."""
    rows = db.execute(_READ_NOTES)
    return {n: text for n, text in rows if isinstance(n, str) and isinstance(text, str) and text}


def read_note(db: Connection, name: str) -> str:
    """A note; "" if it is missing or makes no sense."""
    row = db.execute(_READ_NOTE, (name,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else ""


def put_note(db: Connection, name: str, text: str) -> None:
    """Replaces a note; an empty text deletes it."""
    if text:
        db.execute(_PUT_NOTE, (name, text))
    else:
        db.execute(_DROP_NOTE, (name,))


_PUT_RESULT: Final = """
    INSERT INTO result
        (id, game, seats, result, reason, scores, fillers, options, plies, sources, began, ended)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        coalesce((SELECT nullif(began, '') FROM match WHERE id = ?), ?), ?)
    ON CONFLICT (id) DO UPDATE SET result = excluded.result, reason = excluded.reason,
        scores = excluded.scores, fillers = excluded.fillers, plies = excluded.plies,
        sources = excluded.sources
"""
_DROP_RESULT: Final = "DELETE FROM result WHERE id = ?"
_READ_RESULTS: Final = """
    SELECT id, game, seats, result, reason, scores, fillers, options, plies, sources, began, ended
    FROM result ORDER BY ended, rowid
"""


@dataclass(frozen=True, slots=True)
class Result:
    match_id: str
    game: str
    seats: int
    result: str
    """As in a record: ``draw``, or the winning seats as ``0`` or ``0,2``."""
    reason: str
    """In English."""
    scores: str
    """By seat, with commas; empty in a game without points."""
    fillers: str
    """Who filled each seat, with commas, as in a record; empty: people."""
    options: str
    """``key=value`` with blanks between."""
    plies: int
    sources: str
    """The sources of its dice, with commas, each once."""
    began: str
    """When its first ply was saved, in ISO form."""
    ended: str


def put_result(db: Connection, match_id: str, record: Record, changed: str) -> None:
    """Stores a result; again for the same match keeps its dates and options."""
    lines = dict(record.extra)
    row = (
        match_id,
        storable_text(record.game),
        record.seats,
        record.result,
        storable_text(record.reason),
        ",".join(map(str, record.scores)),
        # Live games have a line of their own for the players.
        storable_text(lines.get("Fillers") or lines.get("Players", "")),
        storable_text(" ".join(f"{key}={value}" for key, value in record.options)),
        len(record.plies),
        storable_text(",".join(dict.fromkeys(record.sources))),
    )
    db.execute(_PUT_RESULT, (*row, match_id, changed, changed))


def drop_result(db: Connection, match_id: str) -> None:
    """Deletes the result of a match that goes on after all."""
    db.execute(_DROP_RESULT, (match_id,))


def read_results(db: Connection) -> tuple[Result, ...]:
    """All results, oldest first."""
    return tuple(Result(*row) for row in db.execute(_READ_RESULTS))


def storable_text(text: str) -> str:
    """The text without lone surrogates, which SQLite cannot store, and files may hold."""
    return text.encode("utf-8", "replace").decode()


MAX_SIDES: Final = 1000
"""Throws with more sides are not counted."""

_READ_THROWS: Final = "SELECT source, sides, dice, times FROM throw"
_ADD_THROW: Final = """
    INSERT INTO throw (source, sides, dice, times) VALUES (?, ?, ?, ?)
    ON CONFLICT (source, sides, dice) DO UPDATE SET times = times + excluded.times
"""


@dataclass(frozen=True, slots=True)
class CountedThrow:
    """What one throw showed, and its source; equal throws are counted together."""

    source: str
    sides: int
    values: tuple[int, ...]

    @classmethod
    def of(cls, source: str, sides: int, values: Iterable[int]) -> tuple[Self, ...]:
        """The throw to count; ValueError if no such dice could show it.

        Two dice from two sources, joined by a comma as in a record, are one throw of each.
        """
        shown = tuple(values)
        if not 2 <= sides <= MAX_SIDES or not shown:
            raise ValueError(f"{len(shown)} dice with {sides} sides are no throw")
        if not all(1 <= value <= sides for value in shown):
            raise ValueError(f"dice with {sides} sides cannot show {shown}")
        sources = source.split(",")
        if len(sources) == len(shown) > 1:
            pairs = zip(sources, shown, strict=True)
            return tuple(cls(_source_name(one), sides, (value,)) for one, value in pairs)
        return (cls(_source_name(source), sides, shown),)


@dataclass(frozen=True, slots=True)
class ThrowCount:
    """All throws of one source with one kind of dice."""

    source: str
    """As in a record: ``screen``, ``typed``, ``reader:NAME``, ``simulated:NAME``."""
    sides: int
    throws: int
    """Throws, each of one die or several."""
    faces: tuple[int, ...]
    """How often a die showed 1, 2, and so on."""


def throw_counts(throws: Mapping[CountedThrow, int]) -> tuple[ThrowCount, ...]:
    """The counts of each source and kind of dice, the most used first."""
    numbers: Counter[tuple[str, int]] = Counter()
    faces: dict[tuple[str, int], list[int]] = {}
    for throw, times in throws.items():
        kind = throw.source, throw.sides
        numbers[kind] += times
        shown = faces.setdefault(kind, [0] * throw.sides)
        for value in throw.values:
            shown[value - 1] += times
    kinds = sorted(numbers, key=lambda kind: (-numbers[kind], kind))
    return tuple(
        ThrowCount(source, sides, numbers[source, sides], tuple(faces[source, sides]))
        for source, sides in kinds
    )


def read_throws(db: Connection) -> Counter[CountedThrow]:
    """All counts; rows that make no sense are skipped."""
    found: Counter[CountedThrow] = Counter()
    for source, sides, dice, times in db.execute(_READ_THROWS):
        throw = _read_throw(source, sides, dice)
        if throw is not None and isinstance(times, int) and times > 0:
            found[throw] += times
    return found


def add_throws(db: Connection, throws: Mapping[CountedThrow, int]) -> None:
    for throw, times in throws.items():
        dice = "+".join(map(str, throw.values))
        db.execute(_ADD_THROW, (throw.source, throw.sides, dice, times))


def _read_throw(source: Any, sides: Any, dice: Any) -> CountedThrow | None:
    try:
        shown = tuple(int(value) for value in dice.split("+"))
        CountedThrow.of("", sides, shown)
        return CountedThrow(str(source), sides, shown)
    except (AttributeError, TypeError, ValueError):
        return None


def _source_name(source: str) -> str:
    return storable_text(source.strip()) or "unknown"
