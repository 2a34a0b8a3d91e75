"""Queued writes: the thread that writes them to the database, and the journal beside it.

A commit takes up to 11 ms, and on a bad disk much longer, too long for a frame. So everything that
is queued is first written to the journal without a sync, which takes microseconds: it survives a
crash of the program, but not a power cut.
"""

import itertools
import json
import logging
import os
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from sqlite3 import Connection
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar
from uuid import uuid4
from zlib import crc32

from tabletop.engine.game import BadNotation
from tabletop.engine.record import UNFINISHED_RESULT, Record
from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.storage import database, outbox, scores, tables
from tabletop.storage.database import FileDatabase, MemoryDatabase, explain_error, is_disk_error
from tabletop.storage.tables import CountedThrow
from tabletop.system.process import lock_file


def utc_now() -> str:
    """In ISO form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


DatabaseWork: TypeAlias = Callable[[Connection], None]
"""Work on the database inside a transaction of the writer; it never commits."""

JOURNAL_NOTE: Final = "slate"
"""The note with the number of the last journal entry that is in the database."""

_PUT_MATCH: Final = """
    INSERT INTO match (id, record, finished, changed, began, serial)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(serial), 0) + 1 FROM match))
    ON CONFLICT (id) DO UPDATE SET record = excluded.record, finished = excluded.finished,
        changed = excluded.changed, serial = excluded.serial
"""


@dataclass(frozen=True, slots=True, eq=False)
class SaveMatch:
    record: Record
    changed: str
    number: int = 0
    """Of its journal entry; 0: not in the journal."""
    text: str = ""

    @classmethod
    def of(cls, record: Record, changed: str, number: int = 0) -> Self:
        """With the text made now."""
        return cls(record, changed, number, tables.storable_text(record.to_text()))

    @property
    def finished(self) -> bool:
        return self.record.result != UNFINISHED_RESULT


@dataclass(frozen=True, slots=True, eq=False)
class ForgetMatch:
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class SaveNote:
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class PendingWrites:
    """The part of the queues that is in the journal too."""

    matches: Mapping[str, SaveMatch | ForgetMatch] = field(default_factory=dict)
    notes: Mapping[str, SaveNote] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The newest journal number here; 0 for none."""
        parts = (*self.matches.values(), *self.notes.values())
        return max((part.number for part in parts), default=0)


@dataclass(frozen=True, slots=True, eq=False)
class SaveFile:
    name: str
    """Its key among the backups."""
    text: str
    changed: str


@dataclass(frozen=True, slots=True)
class WriteBatch:
    """What is written in one transaction; files are written before it, their backups in it."""

    queued: PendingWrites = field(default_factory=PendingWrites)
    throws: Mapping[CountedThrow, int] = field(default_factory=dict)
    """How often each is counted."""
    works: tuple[DatabaseWork, ...] = ()
    files: Mapping[Path, SaveFile] = field(default_factory=dict)

    def __bool__(self) -> bool:
        rows = self.queued.matches or self.queued.notes or self.throws or self.works
        return bool(rows or self.files)

    def pieces(self) -> tuple[DatabaseWork, ...]:
        """All database work; each piece is done as a whole or not at all."""
        matches = [match_work(match_id, doing) for match_id, doing in self.queued.matches.items()]
        counted: list[DatabaseWork] = (
            [lambda db: tables.add_throws(db, self.throws)] if self.throws else []
        )
        # What the outbox is to add for a match is in notes; what it adds for notes, in matches.
        notes = self.queued.notes
        early = {name for name in notes if outbox.is_read_for_matches(name)}
        before = [note_work(name, notes[name].text) for name in notes if name in early]
        noted = [note_work(name, notes[name].text) for name in notes if name not in early]
        if number := self.queued.number:
            noted.append(note_work(JOURNAL_NOTE, str(number)))
        return (
            *before,
            *matches,
            *counted,
            *noted,
            *map(copy_work, self.files.values()),
            *self.works,
        )


def match_work(match_id: str, doing: SaveMatch | ForgetMatch) -> DatabaseWork:
    return lambda db: _write_match(db, match_id, doing)


def note_work(name: str, text: str) -> DatabaseWork:
    def put(db: Connection) -> None:
        if outbox.note_written(db, name, text, utc_now()):
            tables.put_note(db, name, text)

    return put


def copy_work(file: SaveFile) -> DatabaseWork:
    return lambda db: database.put_copy(db, file.name, file.text, file.changed)


def _write_match(db: Connection, match_id: str, doing: SaveMatch | ForgetMatch) -> None:
    match doing:
        case ForgetMatch():
            db.execute("DELETE FROM match WHERE id = ?", (match_id,))
            tables.drop_result(db, match_id)
            scores.drop_score(db, match_id)
            outbox.match_forgotten(db, match_id, utc_now())
        case SaveMatch(record, changed):
            db.execute(_PUT_MATCH, (match_id, doing.text, doing.finished, changed, changed))
            if doing.finished:
                tables.put_result(db, match_id, record, changed)
                scores.put_score(db, match_id, record, changed)
            else:
                tables.drop_result(db, match_id)
                scores.drop_score(db, match_id)
            outbox.match_written(db, match_id, record, doing.text, changed)


class MemoryWrites:
    """What is written in memory only: the newest of each match and note, all else in order."""

    def __init__(self) -> None:
        self.matches: dict[str, SaveMatch | ForgetMatch] = {}
        self.notes: dict[str, SaveNote] = {}
        self.throws: Counter[CountedThrow] = Counter()
        self.works: list[DatabaseWork] = []

    def __bool__(self) -> bool:
        return bool(self.matches or self.notes or self.throws or self.works)

    def add(self, written: WriteBatch) -> None:
        _put_last(self.matches, written.queued.matches)
        _put_last(self.notes, written.queued.notes)
        self.throws.update(written.throws)
        self.works += (*written.works, *map(copy_work, written.files.values()))


class RecoverySet:
    """All notes and the last saved match, for a new file if this one is lost.

    Only what is on disk: what waits for the next picture must not get into a new file before.
    """

    def __init__(self, noted: Mapping[str, str]) -> None:
        # A new file has no journal entry but those that are written there.
        self._notes = {name: text for name, text in noted.items() if name != JOURNAL_NOTE}
        self._newest: tuple[str, SaveMatch | ForgetMatch] | None = None

    def add(self, written: PendingWrites) -> None:
        for name, note in written.notes.items():
            if name.startswith(outbox.PASSING_NOTES):
                continue
            if note.text:
                self._notes[name] = note.text
            else:
                self._notes.pop(name, None)
        for newest in written.matches.items():
            self._newest = newest

    def pieces(self) -> tuple[DatabaseWork, ...]:
        """The work that fills a new file, before what is to be written there."""
        noted = [note_work(name, text) for name, text in self._notes.items()]
        return (*noted, *([match_work(*self._newest)] if self._newest else []))


log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts while something is wrong."""
_LAST_WAIT: Final = 2.0
"""Seconds that closing waits for a failing disk, twice; the program has five to end."""

_BATCH_NOTE: Final = "written last"
"""The note that tells whether a batch was committed after all.

A file without it is new: the one before was damaged, or is gone.
"""

K = TypeVar("K")
V = TypeVar("V")


REOPEN_SECONDS: Final = 60.0
"""Seconds between two attempts to open a file that could not be opened."""


@dataclass(frozen=True, slots=True)
class OpenedStore:
    """A database that could be opened after all, and what is beside it."""

    database: FileDatabase
    journal: "Journal | None"
    left: PendingWrites
    """What the journal has and the database lacks."""
    notes: Mapping[str, str]
    """The notes that were in it."""
    throws: Mapping[CountedThrow, int]
    """The throws that were counted in it."""


class Reopening(Protocol):
    """How the writer thread opens a database that could not be opened at the start."""

    @property
    def seconds(self) -> float:
        """Seconds between two attempts."""

    @property
    def trouble(self) -> Text | None:
        """Why it is not open yet; None once all is written."""

    def open(self) -> OpenedStore | None:
        """One attempt; None if it fails."""

    def done(self, opened: OpenedStore) -> None:
        """All that was in memory is written there now."""


class DatabaseWriter:
    """Writes what is queued, the newest state of each match, and retries until it succeeds.

    Counts and other work are done exactly once: a commit that raised an error may still be on disk,
    so every transaction writes its own mark.
    """

    def __init__(
        self,
        database: FileDatabase | MemoryDatabase,
        tell: Callable[[Text], None] = lambda _: None,
        noted: Mapping[str, str] | None = None,
        reopening: "Reopening | None" = None,
    ) -> None:
        """`noted`: the notes in the database. `reopening`: how a file is opened later that could
        not be opened; the database is then a substitute in memory.
        """
        self._database = database
        self._tell = tell
        self._reopening = reopening
        self._opened: OpenedStore | None = None
        """The file that was opened later, until all that was in memory is written there."""
        self._reopen_due = inf if reopening is None else monotonic() + reopening.seconds
        self._unkept = MemoryWrites()
        self._recovery_set = RecoverySet(noted or {})
        self._queue: dict[str, SaveMatch | ForgetMatch] = {}
        self._throws: Counter[CountedThrow] = Counter()
        self._notes: dict[str, SaveNote] = {}
        self._works: list[DatabaseWork] = []
        self._files: dict[Path, SaveFile] = {}
        self._changed = Condition()
        self._flushing = False
        self._closed = False
        self.committed: Callable[[], None] = lambda: None
        """Called in the writer thread after each commit."""
        self.paced = False
        """Holds what is queued until `release`."""
        self._held = False
        self._trouble: str | None = None
        self._file_trouble: str | None = None
        self._file_pause = _FIRST_PAUSE
        self._files_due = 0.0
        self._marks = (f"{uuid4().hex}:{number}" for number in itertools.count(1))
        self._tried: tuple[str, WriteBatch] | None = None
        """The mark and content of a failed attempt."""
        # A daemon: a crash that misses `close` must end the program.
        self._thread = Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """What is wrong with the disk, or None."""
        reopening = self._reopening
        unopened = None if reopening is None else reopening.trouble
        return unopened or self._trouble or self._file_trouble

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, fresh: PendingWrites) -> None:
        """Queues it in place of what was queued for the same matches and notes."""
        with self._queueing():
            _put_last(self._queue, fresh.matches)
            _put_last(self._notes, fresh.notes)

    def count(self, thrown: tuple[CountedThrow, ...]) -> None:
        with self._queueing():
            self._throws.update(thrown)

    def work(self, work: DatabaseWork) -> None:
        with self._queueing():
            self._works.append(work)

    def file(self, path: Path, file: SaveFile) -> None:
        """Queues a file in place of what was queued for that path."""
        with self._queueing():
            self._files[path] = file

    def queued(self) -> PendingWrites:
        """The matches and notes that are not certainly on disk, oldest first."""
        with self._changed:
            return PendingWrites(dict(self._queue), dict(self._notes))

    def queued_file(self, path: Path) -> str | None:
        """The text that waits to be written to a file; None for none."""
        with self._changed:
            file = self._files.get(path)
        return None if file is None else file.text

    def release(self) -> None:
        """Writes what is held."""
        if not self._held:
            return  # called in every frame: do not wake the thread for nothing
        with self._changed:
            self._held = False
            self._changed.notify_all()

    def flush(self, timeout: float) -> bool:
        """Waits until nothing is queued; False after the timeout."""
        with self._changed:
            self._held = False
            self._flushing = self._waiting
            self._changed.notify_all()
            return self._changed.wait_for(lambda: not self._waiting, timeout)

    def close(self) -> None:
        """Writes what can be written, and ends the thread."""
        self.flush(_LAST_WAIT)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        # A hanging disk holds the thread; it must not hold the program.
        self._thread.join(_LAST_WAIT)

    @property
    def _waiting(self) -> bool:
        return bool(self._rows_wait or self._files)

    @property
    def _rows_wait(self) -> bool:
        return bool(self._queue or self._throws or self._notes or self._works)

    @contextmanager
    def _queueing(self) -> Iterator[None]:
        with self._changed:
            if self._closed:
                raise RuntimeError("the store is closed")
            yield
            self._held = self.paced
            self._changed.notify_all()

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        try:
            while (batch := self._next()) is not None:
                try:
                    if self._reopen_due <= monotonic():
                        self._reopen()
                        continue
                    self._write(batch)
                except Exception as problem:  # the next save may still succeed
                    words = "Games can’t be saved: {why}. Trying again."
                    self._trouble = say("store.trouble", words, why=explain_error(problem))
                    if self._closed:
                        return
                    pause = self._pause(pause)
                else:
                    pause = _FIRST_PAUSE
                    if self._closed and self._file_trouble is not None:
                        return
        finally:
            self._database.close()

    def _next(self) -> WriteBatch | None:
        """What is queued, as soon as there is something or the file may be opened; None at the end.

        Files that could not be written are retried later; nothing else waits for them.
        """
        with self._changed:
            while self._held or not (
                self._rows_wait
                or self._closed
                or self._files_are_due
                or self._reopen_due <= monotonic()
            ):
                due = min(self._files_due if self._files else inf, self._reopen_due)
                waits = due < inf and not self._held
                self._changed.wait(max(0.0, due - monotonic()) if waits else None)
            batch = WriteBatch(
                PendingWrites(dict(self._queue), dict(self._notes)),
                dict(self._throws),
                tuple(self._works),
                dict(self._files) if self._files_are_due else {},
            )
            if not batch and self._closed:
                if not self._unkept or self._reopen_due == inf:
                    return None
                self._reopen_due = 0.0  # the last attempt
            return batch

    def _reopen(self) -> None:
        """Tries to open the file, and queues for it what is written in memory only."""
        reopening = self._reopening
        if reopening is None:
            return
        self._reopen_due = inf if self._closed else monotonic() + reopening.seconds
        opened = reopening.open()
        if opened is None:
            return
        log.warning("the store could be opened: what was kept in memory is written now")
        self._reopen_due = inf
        self._opened = opened
        # The one in memory stays open: it is read until all is written.
        self._database, self._tried = opened.database, None
        with self._changed:
            unkept, self._unkept = self._unkept, MemoryWrites()
            matches, notes = dict(opened.left.matches), dict(opened.left.notes)
            for newer in (unkept.matches, self._queue):
                _put_last(matches, newer)
            for newer_notes in (unkept.notes, self._notes):
                _put_last(notes, newer_notes)
            self._queue, self._notes = matches, notes
            self._throws.update(unkept.throws)
            self._works[:0] = unkept.works
            # Written even if nothing waits: only then the store counts as opened.
            self._works.append(lambda _: None)

    @property
    def _files_are_due(self) -> bool:
        hurried = self._flushing or self._closed
        return bool(self._files) and (hurried or monotonic() >= self._files_due)

    def _write(self, batch: WriteBatch) -> None:
        """Writes all of it, and removes it from the queues."""
        batch = replace(batch, files=self._write_files(batch.files))
        mark = next(self._marks)
        with self._database.writing() as db:
            # A failed attempt may have been committed although it raised an error.
            came = None
            if self._tried is not None and tables.read_note(db, _BATCH_NOTE) == self._tried[0]:
                came = self._tried[1]
            if came is None:
                fresh = not tables.read_note(db, _BATCH_NOTE)
                for piece in (*(self._recovery_set.pieces() if fresh else ()), *batch.pieces()):
                    self._do(db, piece)
                tables.put_note(db, _BATCH_NOTE, mark)
                self._tried = mark, batch
        self._tried = None
        # What an earlier attempt committed is still queued, with what was added meanwhile.
        self._written(batch if came is None else came)
        if self._reopening is not None:
            if self._opened is not None:
                self._reopening.done(self._opened)
                self._reopening = None
            else:
                self._unkept.add(batch)

    def _do(self, db: Connection, piece: DatabaseWork) -> None:
        """Does one piece; one that can never succeed is dropped without stopping the others."""
        db.execute("SAVEPOINT piece")
        try:
            piece(db)
        except Exception as problem:
            if is_disk_error(problem):
                raise
            db.execute("ROLLBACK TO piece")
            log.exception("something cannot be kept")
            words = "Something could not be saved: {why}."
            self._tell(say("store.given_up", words, why=explain_error(problem)))
        db.execute("RELEASE piece")

    def _write_files(self, files: Mapping[Path, SaveFile]) -> Mapping[Path, SaveFile]:
        """Writes the files; returns those that were written."""
        written = {}
        trouble = None
        for path, file in files.items():
            try:
                write_atomically(path, file.text)
            except (OSError, ValueError) as problem:
                words = "{name} can’t be written: {why}. Trying again."
                trouble = say("store.file", words, name=path.name, why=explain_error(problem))
            else:
                written[path] = file
        if files:
            self._file_trouble = trouble
            self._file_pause = (
                min(2 * self._file_pause, _LONGEST_PAUSE) if trouble else _FIRST_PAUSE
            )
            self._files_due = monotonic() + self._file_pause if trouble else 0.0
        return written

    def _written(self, batch: WriteBatch) -> None:
        self._recovery_set.add(batch.queued)
        with self._changed:
            self._trouble = None
            self._flushing = False
            self._throws -= Counter(batch.throws)  # those added meanwhile stay
            del self._works[: len(batch.works)]
            _remove_written(self._queue, batch.queued.matches)
            _remove_written(self._notes, batch.queued.notes)
            _remove_written(self._files, batch.files)
            self._changed.notify_all()
        self.committed()

    def _pause(self, pause: float) -> float:
        """Waits before the next attempt; returns the pause after that."""
        with self._changed:
            hurried = self._changed.wait_for(lambda: self._flushing or self._closed, pause)
            self._flushing = False
        return _FIRST_PAUSE if hurried else min(2 * pause, _LONGEST_PAUSE)


def _put_last(queue: dict[str, V], newer: Mapping[str, V]) -> None:
    """Adds what is newer to a queue, at its end."""
    for key, doing in newer.items():
        queue.pop(key, None)
        queue[key] = doing


def _remove_written(queue: dict[K, V], written: Mapping[K, V]) -> None:
    """Removes what was written from a queue, unless it was replaced meanwhile."""
    for key, doing in written.items():
        if queue.get(key) is doing:
            del queue[key]


FILE_NAME: Final = "tabletop.now"
SLOT_BYTES: Final = 256 * 1024
"""The size of each of two slots that are written alternately: one is always complete."""
_HEADER: Final = struct.Struct("<8sQII")
"""Magic, number, length and checksum of what follows."""
_MAGIC: Final = b"tabletop"


class Journal:
    """Written with every ply."""

    def __init__(self, handle: int, written: int, slot: int) -> None:
        """Use `Journal.open`."""
        self._handle: int | None = handle
        self._slot = slot
        """The slot that was written last."""
        self.number = written
        """How often it was written; it only grows in a data folder."""

    @classmethod
    def open(cls, folder: Path, known: int) -> tuple[Self | None, PendingWrites]:
        """The journal of a folder, and its content that the database lacks.

        `known` is the number that the database has. None if another process has the journal, or it
        cannot be made: the database alone is then a little behind the picture.
        """
        handle = None
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            handle = os.open(folder / FILE_NAME, flags, 0o600)
            os.lseek(
                handle, 4 * SLOT_BYTES, os.SEEK_SET
            )  # Windows locks bytes: those behind the slots
            lock_file(handle)
            slots = [_read(handle, slot) for slot in (0, 1)]
            last = int(slots[1][0] > slots[0][0])
            there = os.fstat(handle).st_size
            if there < 2 * SLOT_BYTES:  # reserved now, because the disk may be full later
                _write(handle, there, bytes(2 * SLOT_BYTES - there))
        except OSError as problem:
            log.warning("there is no journal: %s", problem)
            if handle is not None:
                os.close(handle)
            return None, PendingWrites()
        number, queued = slots[last]
        return cls(handle, max(number, known), last), queued if number > known else PendingWrites()

    def next(self) -> int:
        """The number of the next entry."""
        self.number += 1
        return self.number

    def write(self, queued: PendingWrites) -> None:
        """Replaces the content."""
        if self._handle is None:
            return
        told = {
            "matches": {
                key: [doing.text, doing.changed] if isinstance(doing, SaveMatch) else None
                for key, doing in queued.matches.items()
            },
            "notes": {name: note.text for name, note in queued.notes.items()},
        }
        content = json.dumps(told).encode()
        head = _HEADER.pack(_MAGIC, self.number, len(content), _checksum(self.number, content))
        if len(head) + len(content) > SLOT_BYTES:
            return  # too long: the database will have it soon
        try:
            self._slot = 1 - self._slot
            _write(self._handle, self._slot * SLOT_BYTES, head + content)
        except OSError as problem:
            log.warning("the journal cannot be written: %s", problem)
            self.close()

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _checksum(number: int, content: bytes) -> int:
    return crc32(content, number & 0xFFFFFFFF)


def _write(handle: int, at: int, content: bytes) -> None:
    os.lseek(handle, at, os.SEEK_SET)
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _read(handle: int, slot: int) -> tuple[int, PendingWrites]:
    """The number and content of a slot; 0 and nothing if it is not whole."""
    os.lseek(handle, slot * SLOT_BYTES, os.SEEK_SET)
    whole = os.read(handle, SLOT_BYTES)
    if len(whole) < _HEADER.size:
        return 0, PendingWrites()
    word, number, length, check = _HEADER.unpack_from(whole)
    content = whole[_HEADER.size : _HEADER.size + length]
    if word != _MAGIC or len(content) != length or check != _checksum(number, content):
        return 0, PendingWrites()
    try:
        told: Any = json.loads(content)
        matches = {str(key): _decode_write(each, number) for key, each in told["matches"].items()}
        notes = {str(name): SaveNote(str(text), number) for name, text in told["notes"].items()}
        return number, PendingWrites(matches, notes)
    except (ValueError, KeyError, TypeError, AttributeError, BadNotation):
        log.exception("the journal makes no sense")  # written by another version
        return 0, PendingWrites()


def _decode_write(told: Any, number: int) -> SaveMatch | ForgetMatch:
    if told is None:
        return ForgetMatch(number)
    text, changed = map(str, told)
    return SaveMatch.of(Record.from_text(text), changed, number)
