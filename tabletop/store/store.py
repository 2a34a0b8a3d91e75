"""The shelf of matches: put there at every ply, found there the next evening."""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from uuid import uuid4

from tabletop.engine.record import Record
from tabletop.engine.state import BadNotation
from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.store import throws
from tabletop.store.database import FILE_NAME, FileDatabase, MemoryDatabase, explain
from tabletop.store.migrations import NewerSchema
from tabletop.store.throws import Throw, ThrowCount
from tabletop.store.writer import Forget, Save, Writer

_BY_AGE: Final = """
    SELECT id, record, changed FROM match WHERE finished = ? ORDER BY serial DESC
"""
_BY_ID: Final = "SELECT id, record, changed FROM match WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Kept:
    """A match on the shelf."""

    match_id: str
    record: Record
    changed: str
    """When it was last saved, in ISO form."""


def new_match_id() -> str:
    """A name for a match that no other match has, on this table or any other."""
    return uuid4().hex


def utc_now() -> str:
    """The time of day in Greenwich, in ISO form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """What is kept between evenings. It always opens, and says in words what is wrong.

    Saving never waits for the disk, reading sees what is saved even before it is written.
    """

    def __init__(
        self, database: FileDatabase | MemoryDatabase, now: Callable[[], str], problems: list[Text]
    ) -> None:
        """Callers outside say `Store.open`."""
        self._database = database
        self._now = now
        self._problems = problems
        # Held here and only added to the file: read while it is written, throws that are queued
        # would be counted twice or not at all.
        self._throws = self._thrown_before()
        self._writer = Writer(database)

    @classmethod
    def open(cls, data_dir: Path, *, now: Callable[[], str] = utc_now) -> Self:
        """The store in that folder, which is made if need be; if it cannot be, one in memory."""
        problems: list[Text] = []
        path = data_dir / FILE_NAME
        try:
            return cls(FileDatabase(path, now, problems.append), now, problems)
        except NewerSchema:
            words = (
                "The matches kept in {path} belong to a newer version of this program. "
                "They are left alone; what is played now is gone when the program ends."
            )
            problems.append(say("store.newer", words, path=str(path)))
        except (OSError, sqlite3.Error) as problem:
            words = (
                "Matches cannot be kept in {path}: {why}. "
                "What is played now is gone when the program ends."
            )
            problems.append(say("store.memory", words, path=str(path), why=explain(problem)))
        return cls(MemoryDatabase(now), now, problems)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences for the window: what was wrong when opening, and what could not be read."""
        return tuple(self._problems)

    @property
    def trouble(self) -> str | None:
        """A sentence while saving does not work; None again when all is written."""
        return self._writer.trouble

    def save(self, record: Record, match_id: str) -> None:
        """Keeps a match in place of its earlier state; returns at once."""
        self._writer.put(match_id, Save(record, self._now()))

    def forget(self, match_id: str) -> None:
        """Takes a match off the shelf, if it is there; returns at once."""
        self._writer.put(match_id, Forget())

    def note_throw(self, source: str, sides: int, values: tuple[int, ...]) -> None:
        """Counts one throw of dice; returns at once.

        `source` is what the record says of it: for dice from several sources all of them, joined
        by commas. ValueError for what no dice of so many sides can show.
        """
        thrown = Throw.of(source, sides, values)
        self._writer.count(thrown)
        self._throws.update(thrown)

    def throws(self) -> tuple[ThrowCount, ...]:
        """All throws counted on this table, by source and kind of dice, the most used first.

        Those of another program on the same folder are seen from the next start.
        """
        return throws.counted(self._throws)

    def unfinished(self) -> tuple[Kept, ...]:
        """The matches that can go on, newest first."""
        return self._look(finished=False, limit=None)

    def finished(self, limit: int = 50) -> tuple[Kept, ...]:
        """The last matches that ended, newest first."""
        return self._look(finished=True, limit=limit)

    def export(self, match_id: str, folder: Path) -> Path:
        """Writes a match as a text file of its own and gives its path.

        KeyError for an unknown match, BadNotation for one that cannot be read, OSError and
        sqlite3.Error from the disk.
        """
        record = self._find(match_id)
        name = re.sub(r"\W", "", record.game)  # a record from a file may hold anything
        path = folder / f"{name}-{match_id}.txt"
        write_atomically(path, record.to_text())
        return path

    def flush(self, timeout: float = 5.0) -> bool:
        """Waits until all that was saved is written; False if that took too long.

        A store in memory has then written it there: `problems` has said so.
        """
        return self._writer.flush(timeout)

    def close(self) -> None:
        """Writes what is queued and ends the thread; `trouble` tells if that did not work."""
        if not self._writer.closed:
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _look(self, finished: bool, limit: int | None) -> tuple[Kept, ...]:
        self._check_open()
        # The queue first: what is written while the file is read is then seen in one of the two.
        queue = self._writer.queued()
        found = [
            Kept(match_id, doing.record, doing.changed)
            for match_id, doing in reversed(list(queue.items()))
            if isinstance(doing, Save) and doing.finished == finished
        ]
        try:
            with self._database.reading() as db:
                rows = db.execute(_BY_AGE, (finished,))
                for kept in self._readable(row for row in rows if row[0] not in queue):
                    if limit is not None and len(found) >= limit:
                        break
                    found.append(kept)
        except sqlite3.Error as problem:
            words = "The kept matches cannot all be read: {why}."
            self._tell(say("store.unread", words, why=explain(problem)))
        return tuple(found[:limit])

    def _thrown_before(self) -> Counter[Throw]:
        try:
            with self._database.reading() as db:
                return throws.read(db)
        except sqlite3.Error as problem:
            words = "The throws counted so far cannot be read: {why}."
            self._tell(say("store.throws", words, why=explain(problem)))
            return Counter()

    def _readable(self, rows: Iterator[tuple[str, str, str]]) -> Iterator[Kept]:
        for match_id, text, changed in rows:
            try:
                yield Kept(match_id, _read(text), changed)
            except BadNotation as problem:
                words = (
                    "The kept match {match} cannot be read: {why}. "
                    "It stays in the file but is not offered."
                )
                self._tell(say("store.row", words, match=match_id, why=problem.reason))

    def _find(self, match_id: str) -> Record:
        self._check_open()
        match self._writer.queued().get(match_id):
            case Save(record):
                return record
            case Forget():
                raise KeyError(match_id)
        with self._database.reading() as db:
            row = db.execute(_BY_ID, (match_id,)).fetchone()
        if row is None:
            raise KeyError(match_id)
        return _read(row[1])

    def _tell(self, sentence: Text) -> None:
        if sentence not in self._problems:
            self._problems.append(sentence)

    def _check_open(self) -> None:
        if self._writer.closed:
            raise RuntimeError("the store is closed")


def _read(text: object) -> Record:
    if not isinstance(text, str):  # SQLite holds bytes in a column of text, if given them
        raise BadNotation("it is not text")
    return Record.from_text(text)
