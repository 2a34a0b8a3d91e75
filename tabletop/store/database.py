"""The SQLite file, or the memory that stands in for it: one door for writing, one for reading."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from tabletop.engine.text import Text, say
from tabletop.store.files import set_aside
from tabletop.store.migrations import NewerSchema, check_known, migrate, transaction
from tabletop.store.soundness import Damaged, check_header, check_made

FILE_NAME: Final = "tabletop.sqlite3"
"""The database in the data folder."""

_MAGIC: Final = b"SQLite format 3\0"
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BY_HEADER: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_ERROR)
"""What SQLite says, among much else, where the header is of no version that it knows."""
_NOT_OF_DISK: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
"""What is wrong with what is to be written, and not with the disk."""
UNREADABLE: Final = (sqlite3.Error, UnicodeError)
"""What reading a damaged database raises: what SQLite says may quote bytes that are no text."""
_WRITE_WAIT: Final = 1.0
"""Seconds to wait for another process's write; short, for it is tried again anyway."""
_READ_WAIT: Final = 0.25
_OPEN_WAIT: Final = 5.0


class FileDatabase:
    """The database file. Mutable: its connection is renewed after an error.

    Only one thread at a time may write; any thread may read.
    """

    def __init__(self, path: Path, now: Callable[[], str], tell: Callable[[Text], None]) -> None:
        """Opens the file; OSError, sqlite3.Error or NewerSchema where that cannot be done."""
        self._path = path.absolute()
        self._now = now
        self._tell = tell
        self._db: sqlite3.Connection | None = self._opened()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. After an error everything is opened and checked anew the next time."""
        if self._db is None:
            self._db = self._opened()
        try:
            with transaction(self._db):
                yield self._db
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What is on disk; it neither waits for a write nor makes a missing file."""
        # A fresh connection each time (0.2 ms): none is left over when a file is set aside.
        uri = f"{self._path.as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=_READ_WAIT)) as db:
            db.text_factory = patiently
            yield db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(self._path.with_name(f"{self._path.stem}.opening")):
            try:
                return _connected(self._path, self._now())
            except Damaged:
                aside = set_aside(self._path)
            words = (
                "The file of kept matches was damaged. It was set aside as {name}, "
                "and a new one was begun."
            )
            self._tell(say("store.damaged", words, name=aside.name))
            return _connected(self._path, self._now())


class MemoryDatabase:
    """What stands in for the file where there cannot be one; it is gone with the program."""

    def __init__(self, now: Callable[[], str], like: Path | None = None) -> None:
        """`like` is the file that cannot be written: what can be read in it is in memory too."""
        self._db = _in_memory() if like is None else _read_into_memory(like)
        self._lock = Lock()
        try:
            migrate(self._db, now())
        except sqlite3.Error:
            if like is None:
                raise
            self._db.close()
            self._db = _in_memory()
            migrate(self._db, now())

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction."""
        with self._lock, transaction(self._db):
            yield self._db

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What was written; a write meanwhile waits."""
        with self._lock:
            yield self._db

    def close(self) -> None:
        with self._lock:
            self._db.close()


def explain(problem: Exception) -> str:
    """Why the database cannot be used, in a few words for the window."""
    match _code(problem):
        case sqlite3.SQLITE_FULL:
            return say("store.full", "the disk is full")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return say("store.busy", "another program holds the file")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return say("store.readonly", "the file may only be read")
        case sqlite3.SQLITE_CANTOPEN:
            return say("store.cantopen", "the file cannot be opened")
    if isinstance(problem, NewerSchema):
        return say("store.version", "a newer version of this program has changed the file")
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__


def is_of_disk(problem: Exception) -> bool:
    """Whether the same may succeed later, on a better disk or when another program lets go."""
    if isinstance(problem, sqlite3.Error):
        return _code(problem) not in (0, *_NOT_OF_DISK)  # 0: said by Python and not by SQLite
    return isinstance(problem, (OSError, MemoryError))


def _connected(path: Path, now: str) -> sqlite3.Connection:
    """A connection for writing to a sound, present-day database; Damaged, or what is wrong."""
    _check_magic(path)
    # Opened where the store is, and from then on used by the writer thread alone.
    db = sqlite3.connect(path, timeout=_WRITE_WAIT, isolation_level=None, check_same_thread=False)
    try:
        db.text_factory = patiently
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Damaged(path.name)
        check_made(db)
        check_known(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        migrate(db, now)
    except UNREADABLE as problem:
        db.close()
        if isinstance(problem, UnicodeError) or _code(problem) in _DAMAGED:
            raise Damaged(path.name) from problem
        if _code(problem) in _BY_HEADER:
            check_header(path)
        raise
    except BaseException:
        db.close()
        raise
    return db


def _in_memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _read_into_memory(path: Path) -> sqlite3.Connection:
    """A copy of a file that may only be read; an empty one where it cannot be read either."""
    # Without room for the log's index the log cannot be read: then the file alone is.
    for how in ("mode=ro", "mode=ro&immutable=1"):
        db = _in_memory()
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as file:
                file.backup(db)
            if db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",):
                db.text_factory = patiently
                check_known(db)
                return db
        except (*UNREADABLE, NewerSchema, OSError):
            pass
        db.close()
    return _in_memory()


def _code(problem: Exception) -> int:
    code: int = getattr(problem, "sqlite_errorcode", 0)
    return code & 0xFF  # the rest of it says where in SQLite it happened


def _check_magic(path: Path) -> None:
    # SQLite takes an empty file for a new database, and would then delete the log beside it.
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise Damaged(path.name)
    except FileNotFoundError:
        return


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keeps other processes from opening at the same time, and so from setting aside what is new.

    The lock is that of an empty database, as this works everywhere and ends with the process.
    """
    if path.exists() and path.stat().st_size:
        path.unlink()  # it never holds anything: somebody else's bytes would only break the lock
    with closing(sqlite3.connect(path, timeout=_OPEN_WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def patiently(text: bytes) -> str:
    """Text from a database that may be damaged."""
    return text.decode("utf-8", "replace")  # one damaged row is not to hide all others
