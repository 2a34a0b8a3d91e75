"""Small things remembered from start to start, by name: which match is on the table, and so on.

How matches ended, one row each: figures and scores outlive the records they are made of.

Throws of dice, counted by where they came from: what the fairness page is made of.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Final, Self

from tabletop.engine.record import Record

CURRENT_MATCH_NOTE: Final = "on table"
"""The note with the name of the match that is played now; where there is none, people have left
the table in order."""
UNSAVED_MATCH_NOTE: Final = "begun"
"""The note with its name and its record, as long as nothing of it is on the shelf."""

_READ_NOTES: Final = "SELECT name, text FROM note"
_READ_NOTE: Final = "SELECT text FROM note WHERE name = ?"
_PUT_NOTE: Final = """
    INSERT INTO note (name, text) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text
"""
_DROP_NOTE: Final = "DELETE FROM note WHERE name = ?"


def read_notes(db: Connection) -> dict[str, str]:
    """All that is remembered; a row that makes no sense is passed over."""
    rows = db.execute(_READ_NOTES)
    return {n: text for n, text in rows if isinstance(n, str) and isinstance(text, str) and text}


def read_note(db: Connection, name: str) -> str:
    """What is remembered by that name; "" for nothing, or for what makes no sense."""
    row = db.execute(_READ_NOTE, (name,)).fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else ""


def put_note(db: Connection, name: str, text: str) -> None:
    """Remembers it in place of what was remembered by that name; no text is forgotten."""
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


def put_result(db: Connection, match_id: str, record: Record, changed: str) -> None:
    """Notes how a match ended; of the same match a second time changes no count and no date."""
    row = (
        match_id,
        _storable_text(record.game),
        record.seats,
        record.result,
        _storable_text(record.reason),
        ",".join(map(str, record.scores)),
        _storable_text(_seat_fillers(dict(record.extra))),
        _storable_text(" ".join(f"{key}={value}" for key, value in record.options)),
        len(record.plies),
        _storable_text(",".join(dict.fromkeys(record.sources))),
    )
    db.execute(_PUT_RESULT, (*row, match_id, changed, changed))


def drop_result(db: Connection, match_id: str) -> None:
    """A match that goes on after all has not ended."""
    db.execute(_DROP_RESULT, (match_id,))


def read_results(db: Connection) -> tuple[Result, ...]:
    """All of them, the oldest first."""
    return tuple(Result(*row) for row in db.execute(_READ_RESULTS))


def _storable_text(text: str) -> str:
    # A lone surrogate from somebody's file cannot be stored, and is not worth a match.
    return text.encode("utf-8", "replace").decode()


def _seat_fillers(lines: Mapping[str, str]) -> str:
    # A live game has a line of its own for them.
    return lines.get("Fillers") or lines.get("Players", "")


MAX_SIDES: Final = 1000
"""Dice with more sides than this are not counted."""

_READ_THROWS: Final = "SELECT source, sides, dice, times FROM throw"
_ADD_THROW: Final = """
    INSERT INTO throw (source, sides, dice, times) VALUES (?, ?, ?, ?)
    ON CONFLICT (source, sides, dice) DO UPDATE SET times = times + excluded.times
"""


@dataclass(frozen=True, slots=True)
class CountedThrow:
    """What one throw showed, and where it came from; equal throws are counted together."""

    source: str
    sides: int
    values: tuple[int, ...]

    @classmethod
    def of(cls, source: str, sides: int, values: Iterable[int]) -> tuple[Self, ...]:
        """The throw to be counted, or ValueError if no such dice could show it.

        Two dice from two sources, joined by a comma as in a record, are a throw of each.
        """
        shown = tuple(values)
        if not 2 <= sides <= MAX_SIDES or not shown:
            raise ValueError(f"{len(shown)} dice with {sides} sides are no throw")
        if not all(1 <= value <= sides for value in shown):
            raise ValueError(f"dice with {sides} sides cannot show {shown}")
        sources = source.split(",")
        if len(sources) == len(shown) > 1:
            pairs = zip(sources, shown, strict=True)
            return tuple(cls(_storable_source(one), sides, (value,)) for one, value in pairs)
        return (cls(_storable_source(source), sides, shown),)


@dataclass(frozen=True, slots=True)
class ThrowCount:
    """All throws of one source with one kind of dice."""

    source: str
    """As in a record: ``screen``, ``typed``, ``reader:NAME``, ``simulated:NAME``."""
    sides: int
    throws: int
    """How many throws there were, whether with one die or with several."""
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
    """All throws in the database; a row that makes no sense is passed over."""
    found: Counter[CountedThrow] = Counter()
    for source, sides, dice, times in db.execute(_READ_THROWS):
        throw = _read_throw(source, sides, dice)
        if throw is not None and isinstance(times, int) and times > 0:
            found[throw] += times
    return found


def add_throws(db: Connection, throws: Mapping[CountedThrow, int]) -> None:
    """Adds to what was counted."""
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


def _storable_source(source: str) -> str:
    # A lone surrogate cannot be stored, and is not worth a throw.
    return source.strip().encode("utf-8", "replace").decode() or "unknown"
