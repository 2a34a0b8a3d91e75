"""The thread that writes: a commit takes up to 11 ms, which no frame has to spare."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from threading import Condition, Thread
from typing import Final

from tabletop.engine.record import RUNNING, Record
from tabletop.engine.text import say
from tabletop.store import throws
from tabletop.store.database import FileDatabase, MemoryDatabase, explain
from tabletop.store.throws import Throw

_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0
"""Seconds between two tries while something is wrong."""
_LAST_WAIT: Final = 2.0
"""Seconds that closing waits for a troubled disk, twice: a program told to end has five."""

_PUT: Final = """
    INSERT INTO match (id, record, finished, changed, serial)
    VALUES (?, ?, ?, ?, (SELECT coalesce(max(serial), 0) + 1 FROM match))
    ON CONFLICT (id) DO UPDATE SET record = excluded.record, finished = excluded.finished,
        changed = excluded.changed, serial = excluded.serial
"""


@dataclass(frozen=True, slots=True, eq=False)
class Save:
    """A match on its way to the disk."""

    record: Record
    changed: str

    @property
    def finished(self) -> bool:
        return self.record.result != RUNNING


@dataclass(frozen=True, slots=True, eq=False)
class Forget:
    """A match on its way out."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written in one transaction."""

    matches: Mapping[str, Save | Forget]
    throws: Mapping[Throw, int]
    """How often each is to be counted once more."""

    def __bool__(self) -> bool:
        return bool(self.matches or self.throws)


class Writer:
    """Writes what is queued, the newest for each match, and tries again for as long as it takes.

    Throws are counted, not replaced: each is written exactly once.
    """

    def __init__(self, database: FileDatabase | MemoryDatabase) -> None:
        self._database = database
        self._queue: dict[str, Save | Forget] = {}
        self._throws: Counter[Throw] = Counter()
        self._changed = Condition()
        self._hurry = False
        self._closed = False
        self._trouble: str | None = None
        # A daemon: a crash that misses `close` is to end the program, not to hang it.
        self._thread = Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """What is wrong with the disk, while it is."""
        return self._trouble

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, match_id: str, doing: Save | Forget) -> None:
        """Queues it in place of what was queued for that match."""
        with self._changed:
            self._check_open()
            self._queue.pop(match_id, None)  # the newest comes last
            self._queue[match_id] = doing
            self._changed.notify_all()

    def count(self, thrown: tuple[Throw, ...]) -> None:
        """Queues throws to be counted."""
        with self._changed:
            self._check_open()
            self._throws.update(thrown)
            self._changed.notify_all()

    def queued(self) -> Mapping[str, Save | Forget]:
        """What is not surely on disk yet, oldest first."""
        with self._changed:
            return dict(self._queue)

    def flush(self, timeout: float) -> bool:
        """Waits until nothing is queued; False if that took too long."""
        with self._changed:
            self._hurry = self._waiting
            self._changed.notify_all()
            return self._changed.wait_for(lambda: not self._waiting, timeout)

    def close(self) -> None:
        """Writes what can be written, and ends the thread."""
        self.flush(_LAST_WAIT)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        # A disk that answers no more holds the thread; it must not hold the program too.
        self._thread.join(_LAST_WAIT)

    @property
    def _waiting(self) -> bool:
        return bool(self._queue or self._throws)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        try:
            while batch := self._next():
                try:
                    self._write(batch)
                except Exception as problem:  # whatever it is, the next save may still succeed
                    words = "Saving does not work: {why}. It is tried again until it does."
                    self._trouble = say("store.trouble", words, why=explain(problem))
                    if self._closed:
                        return
                    pause = self._rest(pause)
                else:
                    self._written(batch)
                    pause = _FIRST_PAUSE
        finally:
            self._database.close()

    def _next(self) -> Batch:
        """What is queued, as soon as there is something; nothing at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return Batch(dict(self._queue), dict(self._throws))

    def _write(self, batch: Batch) -> None:
        with self._database.writing() as db:
            for match_id, doing in batch.matches.items():
                _do(db, match_id, doing)
            throws.add(db, batch.throws)

    def _written(self, batch: Batch) -> None:
        with self._changed:
            self._trouble = None
            self._hurry = False
            self._throws -= Counter(batch.throws)  # those that came meanwhile stay
            for match_id, doing in batch.matches.items():
                if self._queue.get(match_id) is doing:  # a newer one came meanwhile: it stays
                    del self._queue[match_id]
            self._changed.notify_all()

    def _rest(self, pause: float) -> float:
        """Waits before the next try; gives how long to wait after that."""
        with self._changed:
            hurried = self._changed.wait_for(lambda: self._hurry or self._closed, pause)
            self._hurry = False
        return _FIRST_PAUSE if hurried else min(2 * pause, _LONGEST_PAUSE)


def _do(db: Connection, match_id: str, doing: Save | Forget) -> None:
    match doing:
        case Forget():
            db.execute("DELETE FROM match WHERE id = ?", (match_id,))
        case Save(record, changed):
            # A lone surrogate from somebody's file cannot be stored, and is not worth a match.
            text = record.to_text().encode("utf-8", "replace").decode()
            db.execute(_PUT, (match_id, text, doing.finished, changed))
