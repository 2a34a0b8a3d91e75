"""The shelf of matches: put there at every ply, found there the next evening."""

import logging
import re
import sqlite3
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from uuid import uuid4

from tabletop.engine.record import Record
from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.store import copies, figures, notes, results, throws
from tabletop.store.database import (
    FILE_NAME,
    UNREADABLE,
    FileDatabase,
    MemoryDatabase,
    explain,
)
from tabletop.store.doings import SLATE, File, Forget, Note, Queued, Save, Work
from tabletop.store.figures import Counted, Figure, Step, Words
from tabletop.store.migrations import NewerSchema
from tabletop.store.notes import BEGUN, ON_TABLE
from tabletop.store.results import Result
from tabletop.store.shelf import Kept as Kept
from tabletop.store.shelf import Shelf
from tabletop.store.slate import Slate
from tabletop.store.throws import Throw, ThrowCount
from tabletop.store.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")


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
        self,
        database: FileDatabase | MemoryDatabase,
        now: Callable[[], str],
        problems: list[Text],
        folder: Path,
    ) -> None:
        """Callers outside say `Store.open`."""
        self._database = database
        self._now = now
        self._problems = problems
        self._folder = folder
        # Held here and only added to the file: read while it is written, throws that are queued
        # would be counted twice or not at all.
        self._throws = self._thrown_before()
        nothing: dict[str, str] = {}
        self._notes = self.read(notes.read, nothing)
        self._writer = Writer(database, self._tell, self._notes)
        self._shelf = Shelf(database, self._writer, self._tell)
        self._newest: dict[str, Save | Forget] = {}
        """What was saved last."""
        self._unslated = False
        """What is held does not stand on the slate yet."""
        self._later: deque[Callable[[], None]] = deque()
        self._slate: Slate | None = None
        if isinstance(database, FileDatabase):
            known = self.noted(SLATE)
            self._slate, left = Slate.open(folder, int(known) if known.isdecimal() else 0)
            self._take_over(left)

    @classmethod
    def open(cls, data_dir: Path, *, now: Callable[[], str] = utc_now) -> Self:
        """The store in that folder, which is made if need be; if it cannot be, one in memory."""
        problems: list[Text] = []
        path = data_dir / FILE_NAME
        try:
            return cls(FileDatabase(path, now, problems.append), now, problems, data_dir)
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
            return cls(MemoryDatabase(now, path), now, problems, data_dir)
        return cls(MemoryDatabase(now), now, problems, data_dir)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences for the window: what was wrong when opening, and what could not be read."""
        return tuple(self._problems)

    @property
    def trouble(self) -> str | None:
        """A sentence while saving does not work; None again when all is written."""
        return self._writer.trouble

    def save(self, record: Record, match_id: str) -> None:
        """Keeps a match in place of its earlier state; returns at once.

        From then on no death of the program takes it away, and soon no power cut.
        """
        self._put(match_id, Save.of(record, self._now(), self._number()))

    def forget(self, match_id: str) -> None:
        """Takes a match off the shelf, if it is there; returns at once."""
        self._put(match_id, Forget(self._number()))

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

    def write(self, work: Work) -> None:
        """Has the writer thread do a piece of work; returns at once.

        It is done exactly once, behind all that was queued before, in a transaction of the
        writer's. One that can never be done (its SQL is wrong) is told, and dropped.
        """
        self._writer.work(work)

    def read(self, ask: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """What is on disk now; `otherwise` where it cannot be read, which is told.

        What is still queued is not in it.
        """
        try:
            with self._database.reading() as db:
                return ask(db)
        except Exception as problem:  # a damaged row may be anything; the table goes on
            if not isinstance(problem, sqlite3.Error):
                log.exception("the database says what cannot be")
            words = "Something that is kept cannot be read: {why}."
            self._tell(say("store.unasked", words, why=explain(problem)))
            return otherwise

    def note(self, name: str, text: str) -> None:
        """Remembers a small thing by its name, in place of what it was; "" forgets it."""
        if self.noted(name) != text:
            self._notes[name] = text
            note = Note(text, self._number())
            self._on_slate(Queued(notes={name: note}))
            self._writer.note(name, note)

    def noted(self, name: str) -> str:
        """What is remembered by that name, seen at once; "" for nothing."""
        return self._notes.get(name, "")

    def all_noted(self, begin: str) -> dict[str, str]:
        """All that is remembered by names that begin so."""
        return {name: text for name, text in self._notes.items() if text and name.startswith(begin)}

    def keep_file(self, path: Path, text: str) -> None:
        """Has the writer thread write a small file, with a copy in the database; returns at once.

        Whenever the power fails, either the old or the new file is there. Read it with
        `file_text`, which sees at once what is queued.
        """
        self._writer.file(path, File(self._name_of(path), text, self._now()))

    def copy_file(self, path: Path) -> None:
        """Keeps a copy of a small file as it is now, where there is one; returns at once."""
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return
        name, now = self._name_of(path), self._now()

        def copy(db: sqlite3.Connection) -> None:
            there = copies.read(db).get(name)
            if there is None or there.text != text:
                copies.put(db, name, text, now)

        self.write(copy)

    def queued_file(self, path: Path) -> str | None:
        """What a small file is about to say; None where nothing waits to be written."""
        return self._writer.queued_file(path)

    def file_text(self, path: Path) -> str:
        """What a small file says; FileNotFoundError, OSError or UnicodeDecodeError."""
        queued = self._writer.queued_file(path)
        return path.read_bytes().decode("utf-8-sig") if queued is None else queued

    def results(self) -> tuple[Result, ...]:
        """How all matches ended that came to an end on this table, the oldest first."""
        return self.read(results.read, ())

    def count(self, *counted: Figure) -> None:
        """Counts figures in this hour of the day; returns at once."""
        now = self._now()
        self.write(lambda db: figures.add(db, now, counted))

    def count_step(
        self, match_id: str, game: str, step: Step, counted: tuple[Figure, ...] = ()
    ) -> None:
        """Counts what comes with a step of a match, once for that match; returns at once."""
        now = self._now()
        self.write(lambda db: figures.take_step(db, now, match_id, game, step, counted))

    def figures(self, since: str = "", until: str = figures.LAST_DAY) -> tuple[Counted, ...]:
        """What was counted from one day to another, by this machine's clock."""
        return self.read(lambda db: figures.read(db, since, until), ())

    def figure_words(self) -> dict[tuple[str, str], Words]:
        """What the refusals say that were counted, by game and key."""
        nothing: dict[tuple[str, str], Words] = {}
        return self.read(figures.read_words, nothing)

    def unfinished(self, limit: int | None = None) -> tuple[Kept, ...]:
        """The matches that can go on, newest first; all of them without a limit."""
        self._check_open()
        return self._shelf.look(finished=False, limit=limit)

    def finished(self, limit: int = 50) -> tuple[Kept, ...]:
        """The last matches that ended, newest first."""
        self._check_open()
        return self._shelf.look(finished=True, limit=limit)

    def find(self, match_id: str) -> Record:
        """A match by its name, as it was saved last.

        KeyError for an unknown one, BadNotation for one that cannot be read, sqlite3.Error.
        """
        self._check_open()
        return self._shelf.find(match_id)

    def export(self, match_id: str, folder: Path) -> Path:
        """Writes a match as a text file of its own and gives its path.

        KeyError for an unknown match, BadNotation for one that cannot be read, OSError and
        sqlite3.Error from the disk.
        """
        record = self.find(match_id)
        name = re.sub(r"\W", "", record.game)  # a record from a file may hold anything
        path = folder / f"{name}-{match_id}.txt"
        write_atomically(path, record.to_text())
        return path

    def pace(self) -> None:
        """From now on what is kept is held until `release`, and goes to the disk together.

        Secured right before each picture and released after it, a death of the program leaves what
        was seen last, and nothing more.
        """
        self._writer.paced = True

    def secure(self) -> None:
        """From here on no death of the program takes away the matches and notes that are held.

        It wakes no thread: on a busy machine that one would run first, and the picture come late.
        """
        if self._unslated:
            self._unslated = False
            self._to_slate(Queued())

    def later(self, do: Callable[[], None]) -> None:
        """Has something done at the next `release`; for threads, which may not note or save."""
        self._later.append(do)

    def release(self) -> None:
        """Lets go what is held."""
        while self._later:
            self._later.popleft()()
        self.secure()
        self._writer.release()

    def flush(self, timeout: float = 5.0) -> bool:
        """Waits until all that was saved is written; False if that took too long.

        A store in memory has then written it there: `problems` has said so.
        """
        self.release()
        return self._writer.flush(timeout)

    def close(self) -> None:
        """Writes what is queued and ends the thread; `trouble` tells if that did not work."""
        if not self._writer.closed:
            self.release()
            self._writer.close()
            if self._slate is not None:
                self._slate.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _number(self) -> int:
        return 0 if self._slate is None else self._slate.next()

    def _put(self, match_id: str, doing: Save | Forget) -> None:
        self._newest = {match_id: doing}
        self._on_slate(Queued({match_id: doing}))
        self._writer.put(match_id, doing)

    def _on_slate(self, fresh: Queued) -> None:
        """Has what is about to be queued stand there with all that is."""
        self._check_open()
        if self._writer.paced:
            self._unslated = True
        else:
            self._to_slate(fresh)

    def _to_slate(self, fresh: Queued) -> None:
        """Writes all that is queued, and what lies on the table: a database may be damaged."""
        if self._slate is None:
            return
        there, known = self._writer.queued(), self._slate.number
        noted = {name: Note(self.noted(name), known) for name in (ON_TABLE, BEGUN)}
        self._slate.write(
            Queued(
                {**self._newest, **there.matches, **fresh.matches},
                {**noted, **there.notes, **fresh.notes},
            )
        )

    def _take_over(self, left: Queued) -> None:
        """What the last program had queued when it died goes on to the disk."""
        for match_id, doing in left.matches.items():
            self._writer.put(match_id, doing)
        for name, note in left.notes.items():
            self._notes[name] = note.text
            self._writer.note(name, note)

    def _name_of(self, path: Path) -> str:
        inside = path.is_relative_to(self._folder)
        return (path.relative_to(self._folder) if inside else path).as_posix()

    def _thrown_before(self) -> Counter[Throw]:
        try:
            with self._database.reading() as db:
                return throws.read(db)
        except UNREADABLE as problem:
            words = "The throws counted so far cannot be read: {why}."
            self._tell(say("store.throws", words, why=explain(problem)))
            return Counter()

    def _tell(self, sentence: Text) -> None:
        if sentence not in self._problems:
            self._problems.append(sentence)

    def _check_open(self) -> None:
        if self._writer.closed:
            raise RuntimeError("the store is closed")
