"""Files that survive a power cut, and damaged ones that make room without being lost.

How the database came to its present form, step by step.

Damage that SQLite itself does not see, or calls by another name: what is written would be lost.

A changed letter in the name of a table is a sound database to SQLite, and a changed byte of the
header a file that may only be read; yet nothing could be kept there ever again.

The SQLite file, or the memory that stands in for it: one door for writing, one for reading.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from sqlite3 import Connection, Error
from threading import Lock
from typing import Final, TypeAlias

from tabletop.engine.text import Text, say

SIDECAR_SUFFIXES: Final = ("-wal", "-shm", "-journal")
"""What SQLite appends to a database's name for the files beside it."""


def set_aside_damaged(database: Path) -> Path:
    """Renames a damaged database and the files beside it; gives its new path.

    The names go on belonging together, so that a repair tool finds what it needs.
    """
    for number in count(1):
        aside = database.with_name(f"{database.stem}.damaged-{number}{database.suffix}")
        if not any(_sidecar(aside, end).exists() for end in ("", *SIDECAR_SUFFIXES)):
            break
    # The database itself goes last: stopped in between, the next start still finds it damaged and
    # does not begin a fresh one beside a log that is not its own.
    for end in (*SIDECAR_SUFFIXES, ""):
        if _sidecar(database, end).exists():
            _sidecar(database, end).rename(_sidecar(aside, end))
    sync_folder(database.parent)
    return aside


def sync_folder(folder: Path) -> None:
    """Makes a folder's new names survive a power cut."""
    if os.name == "posix":  # elsewhere a folder cannot be opened, let alone synced
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sidecar(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


class NewerSchema(Exception):
    """The database was changed by a version of the program that this one does not know."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its statements run once, in one transaction with the note that they did."""

    name: str
    statements: tuple[str, ...]


# No STRICT tables: they need SQLite 3.37, and some Pythons of ours come with an older one.
MIGRATIONS: Final = (
    Migration(
        "match",
        (
            """
            CREATE TABLE match (
                id       TEXT PRIMARY KEY NOT NULL,
                record   TEXT NOT NULL,
                finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
                changed  TEXT NOT NULL,
                serial   INTEGER NOT NULL
            )
            """,
            "CREATE INDEX match_by_age ON match (finished, serial)",
        ),
    ),
    Migration(
        "throw",
        (
            """
            CREATE TABLE throw (
                source TEXT NOT NULL,
                sides  INTEGER NOT NULL,
                dice   TEXT NOT NULL,
                times  INTEGER NOT NULL,
                PRIMARY KEY (source, sides, dice)
            ) WITHOUT ROWID
            """,
        ),
    ),
    Migration(
        "result",
        (
            "ALTER TABLE match ADD COLUMN began TEXT NOT NULL DEFAULT ''",
            """
            CREATE TABLE result (
                id      TEXT PRIMARY KEY NOT NULL,
                game    TEXT NOT NULL,
                seats   INTEGER NOT NULL,
                result  TEXT NOT NULL,
                reason  TEXT NOT NULL,
                scores  TEXT NOT NULL,
                fillers TEXT NOT NULL,
                options TEXT NOT NULL,
                plies   INTEGER NOT NULL,
                sources TEXT NOT NULL,
                began   TEXT NOT NULL,
                ended   TEXT NOT NULL
            )
            """,
            "CREATE INDEX result_by_end ON result (ended)",
        ),
    ),
    Migration(
        "note",
        ("CREATE TABLE note (name TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL) WITHOUT ROWID",),
    ),
    Migration(
        "kept_file",
        (
            """
            CREATE TABLE kept_file (
                name    TEXT PRIMARY KEY NOT NULL,
                text    TEXT NOT NULL,
                changed TEXT NOT NULL
            )
            """,
        ),
    ),
    Migration(
        "figure",
        (
            """
            CREATE TABLE figure (
                day   TEXT NOT NULL,
                hour  INTEGER NOT NULL,
                kind  TEXT NOT NULL,
                game  TEXT NOT NULL,
                what  TEXT NOT NULL,
                times INTEGER NOT NULL,
                PRIMARY KEY (day, hour, kind, game, what)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE figure_words (
                game    TEXT NOT NULL,
                key     TEXT NOT NULL,
                english TEXT NOT NULL,
                plural  TEXT NOT NULL,
                rule    TEXT NOT NULL,
                PRIMARY KEY (game, key)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE figure_step (
                match TEXT PRIMARY KEY NOT NULL,
                step  TEXT NOT NULL
            ) WITHOUT ROWID
            """,
        ),
    ),
    Migration(
        "score",
        (
            """
            CREATE TABLE score (
                id     TEXT PRIMARY KEY NOT NULL,
                game   TEXT NOT NULL,
                level  TEXT NOT NULL,
                way    TEXT NOT NULL,
                number INTEGER NOT NULL,
                wins   INTEGER NOT NULL,
                least  TEXT NOT NULL,
                run    TEXT NOT NULL,
                name   TEXT NOT NULL,
                event  TEXT NOT NULL,
                day    TEXT NOT NULL,
                at     TEXT NOT NULL
            )
            """,
        ),
    ),
)
"""Each runs once, in this order. Never change one; add another.

`serial` counts the saves, for the order in time: a table without a clock battery begins each
evening in the same year. `dice` is what a throw showed, as ``3`` or ``3+5``: counted by that, the
table of throws stays small however long people play, and pairs can still be told.
"""


MIGRATION_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY NOT NULL, ran TEXT)"
)
"""The table of the steps that were done."""


def check_migrations_known(db: Connection) -> None:
    """Raises NewerSchema, and changes nothing, if a step was done that is not in MIGRATIONS."""
    strange = applied_migrations(db) - {step.name for step in MIGRATIONS}
    if strange:
        raise NewerSchema(", ".join(sorted(strange)))


def migrate(db: Connection, now: str) -> None:
    """Does the steps that this database lacks. An error leaves the steps before it done."""
    with transaction(db):
        db.execute(MIGRATION_TABLE)
        # Deletes nothing, but a file that may only be read is found out now and not at a save.
        db.execute("DELETE FROM migration WHERE name IS NULL")
    for step in MIGRATIONS:
        with transaction(db):
            if step.name in applied_migrations(db):
                continue
            for statement in step.statements:
                db.execute(statement)
            db.execute("INSERT INTO migration (name, ran) VALUES (?, ?)", (step.name, now))


@contextmanager
def transaction(db: Connection) -> Iterator[None]:
    """All of what is done inside, on disk, or nothing of it and the error."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(Error):  # the first error is the one to tell
            db.rollback()
        raise


def applied_migrations(db: Connection) -> set[str]:
    """The names of the steps that were done there."""
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migration'"
    if not db.execute(tables).fetchone()[0]:
        return set()
    return {name for (name,) in db.execute("SELECT name FROM migration")}


HEADER_BYTES: Final = 100
"""Bytes at the beginning of the file. https://sqlite.org/fileformat2.html"""
_VERSION_OFFSETS: Final = (18, 19)
"""Where the versions stand for writing and for reading, of which there are two."""
_SCHEMA_FORMAT: Final = slice(44, 48)
"""Where the form of the schema stands, of which there are four; 0 without a schema."""

_Column: TypeAlias = tuple[object, ...]

_COLUMNS: Final = """
    SELECT at.name, its.name, its.type, its."notnull", its.dflt_value, its.pk
    FROM sqlite_master AS at, pragma_table_info(at.name) AS its WHERE at.type = 'table'
"""


class DamagedDatabase(Exception):
    """The database's bytes make no sense."""


def check_header(path: Path) -> None:
    """Raises Damaged where the header says what no version of SQLite has written.

    Asked only after an error: while there is a log, the page with the header may be newer there.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEADER_BYTES)
    except OSError:
        return
    if any(head[at : at + 1] > b"\2" for at in _VERSION_OFFSETS):
        raise DamagedDatabase(path.name)
    if int.from_bytes(head[_SCHEMA_FORMAT], "big") > 4:
        raise DamagedDatabase(path.name)


def check_schema(db: sqlite3.Connection) -> None:
    """Raises Damaged where tables and columns are not what the steps make that were done there.

    They are compared with those of a database that is made here and now, so that it does not
    matter which SQLite has made them. Other people's tables are left alone.
    """
    there = _columns(db)
    if not there:
        return  # a new file
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        model.execute(MIGRATION_TABLE)
        if not _columns(model) <= there:
            raise DamagedDatabase("the table of steps")
        done = applied_migrations(db)
        known = {step.name for step in MIGRATIONS}
        if not done <= known:
            if known <= done:
                return  # of a newer version, that is for it to judge
            raise DamagedDatabase("a step")
        try:
            _apply_migrations(model, (step for step in MIGRATIONS if step.name in done))
        except sqlite3.Error as problem:
            raise DamagedDatabase("a step") from problem
        made = _columns(model)
        _apply_migrations(model, (step for step in MIGRATIONS if step.name not in done))
        if there & _columns(model) != made:
            raise DamagedDatabase("a table")


def _apply_migrations(db: sqlite3.Connection, steps: Iterable[Migration]) -> None:
    for step in steps:
        for statement in step.statements:
            db.execute(statement)


def _columns(db: sqlite3.Connection) -> set[_Column]:
    """All columns of all tables, each with what is said of it."""
    return set(db.execute(_COLUMNS))


FILE_NAME: Final = "tabletop.sqlite3"
"""The database in the data folder."""

_MAGIC: Final = b"SQLite format 3\0"
_DAMAGE_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_HEADER_CODES: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_ERROR)
"""What SQLite says, among much else, where the header is of no version that it knows."""
_CONTENT_CODES: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
"""What is wrong with what is to be written, and not with the disk."""
READ_ERRORS: Final = (sqlite3.Error, UnicodeError)
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
            db.text_factory = decode_leniently
            yield db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with _exclusive(self._path.with_name(f"{self._path.stem}.opening")):
            try:
                return _connected(self._path, self._now())
            except DamagedDatabase:
                aside = set_aside_damaged(self._path)
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


def explain_error(problem: Exception) -> str:
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


def is_disk_error(problem: Exception) -> bool:
    """Whether the same may succeed later, on a better disk or when another program lets go."""
    if isinstance(problem, sqlite3.Error):
        return _code(problem) not in (0, *_CONTENT_CODES)  # 0: said by Python and not by SQLite
    return isinstance(problem, (OSError, MemoryError))


def _connected(path: Path, now: str) -> sqlite3.Connection:
    """A connection for writing to a sound, present-day database; Damaged, or what is wrong."""
    _check_magic(path)
    # Opened where the store is, and from then on used by the writer thread alone.
    db = sqlite3.connect(path, timeout=_WRITE_WAIT, isolation_level=None, check_same_thread=False)
    try:
        db.text_factory = decode_leniently
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise DamagedDatabase(path.name)
        check_schema(db)
        check_migrations_known(db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        migrate(db, now)
    except READ_ERRORS as problem:
        db.close()
        if isinstance(problem, UnicodeError) or _code(problem) in _DAMAGE_CODES:
            raise DamagedDatabase(path.name) from problem
        if _code(problem) in _HEADER_CODES:
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
                db.text_factory = decode_leniently
                check_migrations_known(db)
                return db
        except (*READ_ERRORS, NewerSchema, OSError):
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
                raise DamagedDatabase(path.name)
    except FileNotFoundError:
        return


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Keeps other processes from opening at the same time, and so from setting aside what is new.

    The lock is that of an empty database, as this works everywhere and ends with the process.
    """
    if path.exists() and path.stat().st_size:
        path.unlink()  # it never holds anything: somebody else's bytes would only break the lock
    with closing(sqlite3.connect(path, timeout=_OPEN_WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def decode_leniently(text: bytes) -> str:
    """Text from a database that may be damaged."""
    return text.decode("utf-8", "replace")  # one damaged row is not to hide all others
