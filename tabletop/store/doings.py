"""What the writer does to the database: each kind of thing that is kept, on its way to the disk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection
from typing import Final, Self, TypeAlias

from tabletop.engine.record import RUNNING, Record
from tabletop.store import copies, notes, results, scores, throws
from tabletop.store.throws import Throw

Work: TypeAlias = Callable[[Connection], None]
"""A piece of work on the database, in a transaction of the writer's; it never commits."""

SLATE: Final = "slate"
"""The note in the database with the number of the last that came there from the slate."""

_PUT: Final = """
    INSERT INTO match (id, record, finished, changed, began, serial)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(serial), 0) + 1 FROM match))
    ON CONFLICT (id) DO UPDATE SET record = excluded.record, finished = excluded.finished,
        changed = excluded.changed, serial = excluded.serial
"""


@dataclass(frozen=True, slots=True, eq=False)
class Save:
    """A match on its way to the disk."""

    record: Record
    changed: str
    number: int = 0
    """Of the slate on which it stands; 0: on none."""
    text: str = ""
    """The record's, made where there is time for it."""

    @classmethod
    def of(cls, record: Record, changed: str, number: int = 0) -> Self:
        """A match to be kept, with its text."""
        # A lone surrogate from somebody's file cannot be stored, and is not worth a match.
        text = record.to_text().encode("utf-8", "replace").decode()
        return cls(record, changed, number, text)

    @property
    def finished(self) -> bool:
        return self.record.result != RUNNING


@dataclass(frozen=True, slots=True, eq=False)
class Forget:
    """A match on its way out."""

    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A small thing on its way to the disk."""

    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Queued:
    """What of the queues stands on the slate too."""

    matches: Mapping[str, Save | Forget] = field(default_factory=dict)
    notes: Mapping[str, Note] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The last number on the slate that is here; 0 for none."""
        parts = (*self.matches.values(), *self.notes.values())
        return max((part.number for part in parts), default=0)


@dataclass(frozen=True, slots=True, eq=False)
class File:
    """A small file on its way to the disk."""

    name: str
    """By which its copy is found."""
    text: str
    changed: str


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written in one transaction; the files before it, and their copies in it."""

    queued: Queued = field(default_factory=Queued)
    throws: Mapping[Throw, int] = field(default_factory=dict)
    """How often each is to be counted once more."""
    works: tuple[Work, ...] = ()
    files: Mapping[Path, File] = field(default_factory=dict)

    def __bool__(self) -> bool:
        rows = self.queued.matches or self.queued.notes or self.throws or self.works
        return bool(rows or self.files)

    def pieces(self) -> tuple[Work, ...]:
        """All of it for the database, piece by piece: each is done wholly or not at all."""
        matches = [match_work(match_id, doing) for match_id, doing in self.queued.matches.items()]
        counted: list[Work] = [lambda db: throws.add(db, self.throws)] if self.throws else []
        noted = [note_work(name, note.text) for name, note in self.queued.notes.items()]
        if number := self.queued.number:
            noted.append(note_work(SLATE, str(number)))
        return (*matches, *counted, *noted, *map(_copy, self.files.values()), *self.works)


def match_work(match_id: str, doing: Save | Forget) -> Work:
    """Keeps a match, or forgets it."""
    return lambda db: _do(db, match_id, doing)


def note_work(name: str, text: str) -> Work:
    """Remembers a small thing."""
    return lambda db: notes.put(db, name, text)


def _copy(file: File) -> Work:
    return lambda db: copies.put(db, file.name, file.text, file.changed)


def _do(db: Connection, match_id: str, doing: Save | Forget) -> None:
    match doing:
        case Forget():
            db.execute("DELETE FROM match WHERE id = ?", (match_id,))
            results.drop(db, match_id)
            scores.drop(db, match_id)
        case Save(record, changed):
            db.execute(_PUT, (match_id, doing.text, doing.finished, changed, changed))
            if doing.finished:
                results.put(db, match_id, record, changed)
                scores.put(db, match_id, record, changed)
            else:
                results.drop(db, match_id)
                scores.drop(db, match_id)
