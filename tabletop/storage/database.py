"""The SQLite file: its schema and migrations, checks for damage, and access.

Some damage is not seen by SQLite: a changed letter in a table's name is a sound database, and a
changed byte of the header makes a file read-only. Such files are set aside like others.
`MemoryDatabase` replaces a file that cannot be opened. The database also holds copies of the small
files of the data folder, to restore damaged ones.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection, Error
from threading import Lock
from typing import Final, TypeAlias

from tabletop.engine.text import Text, say
from tabletop.settings import damaged_name, sync_folder, write_atomically

SIDECAR_SUFFIXES: Final = ("-wal", "-shm", "-journal")


def set_aside_damaged(database: Path) -> Path:
    """Renames a damaged database and the files beside it; returns its new path.

    The new names still belong together, as repair tools need.
    """
    aside = damaged_name(database, ("", *SIDECAR_SUFFIXES))
    # The database goes last: after a stop in between, the next start still finds it damaged and
    # does not begin a new one beside a log of another.
    for end in (*SIDECAR_SUFFIXES, ""):
        if _sidecar(database, end).exists():
            _sidecar(database, end).rename(_sidecar(aside, end))
    sync_folder(database.parent)
    return aside


def _sidecar(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


class NewerSchema(Exception):
    """The database was written by a newer version of the program."""


@dataclass(frozen=True, slots=True)
class Migration:
    """Its statements run once, in one transaction with the note that they did."""

    name: str
    statements: tuple[str, ...]


# No STRICT tables: they need SQLite 3.37, which some supported Pythons do not have.
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
    Migration(
        "outbox",
        (
            """
            CREATE TABLE outbox (
                number INTEGER PRIMARY KEY NOT NULL,
                id     TEXT NOT NULL UNIQUE,
                at     TEXT NOT NULL,
                kind   TEXT NOT NULL,
                about  TEXT NOT NULL,
                fact   TEXT NOT NULL
            )
            """,
            "CREATE INDEX outbox_by_kind ON outbox (kind, about)",
            """
            CREATE TABLE outbox_refused (
                id    TEXT PRIMARY KEY NOT NULL,
                at    TEXT NOT NULL,
                kind  TEXT NOT NULL,
                about TEXT NOT NULL,
                fact  TEXT NOT NULL,
                why   TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE outbox_match (
                match  TEXT PRIMARY KEY NOT NULL,
                result TEXT NOT NULL,
                times  INTEGER NOT NULL,
                code   TEXT NOT NULL,
                kept   TEXT NOT NULL
            ) WITHOUT ROWID
            """,
            "CREATE INDEX outbox_match_by_code ON outbox_match (code)",
        ),
    ),
)
"""Each runs once, in this order. Never change one; add another.

`serial` counts the saves, for their order: a machine without a clock battery starts each day in the
same year. `dice` is what a throw showed, as ``3`` or ``3+5``: the table stays small, and pairs can
still be told.
"""


MIGRATION_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY NOT NULL, ran TEXT)"
)


def check_migrations_known(db: Connection) -> None:
    """Raises NewerSchema if a migration was applied that is not in MIGRATIONS."""
    strange = applied_migrations(db) - {step.name for step in MIGRATIONS}
    if strange:
        raise NewerSchema(", ".join(sorted(strange)))


def migrate(db: Connection, now: str) -> None:
    """Applies the missing migrations. After an error those before it stay applied."""
    with transaction(db):
        db.execute(MIGRATION_TABLE)
        # Deletes nothing, but detects a read-only file now instead of at a save.
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
    """Commits at the end, or rolls back and raises."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(Error):  # the first error is the one to raise
            db.rollback()
        raise


def applied_migrations(db: Connection) -> set[str]:
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migration'"
    if not db.execute(tables).fetchone()[0]:
        return set()
    return {name for (name,) in db.execute("SELECT name FROM migration")}


HEADER_BYTES: Final = 100
"""https://sqlite.org/fileformat2.html"""
_VERSION_OFFSETS: Final = (18, 19)
"""The offsets of the write and read version, 1 or 2."""
_SCHEMA_FORMAT: Final = slice(44, 48)
"""The schema format number, 1 to 4; 0 without a schema."""

_Column: TypeAlias = tuple[object, ...]

_COLUMNS: Final = """
    SELECT at.name, its.name, its.type, its."notnull", its.dflt_value, its.pk
    FROM sqlite_master AS at, pragma_table_info(at.name) AS its WHERE at.type = 'table'
"""


class DamagedDatabase(Exception):
    """The content of the database makes no sense."""


def check_header(path: Path) -> None:
    """Raises DamagedDatabase if the header is of no version of SQLite.

    Called only after an error: with a log, the header's page may be newer there.
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


LONG_OUTBOX: Final = 2000
"""Rows from which an outbox is not checked at the start, which would take longer for it."""


def check_content(db: sqlite3.Connection, *, whole: bool) -> None:
    """Raises DamagedDatabase if pages or rows are damaged.

    Those of a long outbox are checked only if `whole`: after the first error that they cause.
    """
    checks = ["PRAGMA quick_check(1)"]
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if not whole and "outbox" in names:
        some = f"SELECT count(*) FROM (SELECT 1 FROM outbox LIMIT {LONG_OUTBOX})"
        if db.execute(some).fetchone()[0] == LONG_OUTBOX:
            quoted = [name.replace('"', '""') for name in names if name != "outbox"]
            checks = [f'PRAGMA quick_check("{name}")' for name in quoted]
    for check in checks:
        if db.execute(check).fetchone() != ("ok",):
            raise DamagedDatabase("the content")


def check_schema(db: sqlite3.Connection) -> None:
    """Raises DamagedDatabase if the tables are not those of the applied migrations.

    They are compared with a database made now, so that the version of SQLite does not matter.
    Additional tables are ignored.
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
                return  # of a newer version, which `check_migrations_known` reports
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
    """All columns of all tables, with their properties."""
    return set(db.execute(_COLUMNS))


FILE_NAME: Final = "tabletop.sqlite3"

_MAGIC: Final = b"SQLite format 3\0"
_DAMAGE_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_HEADER_CODES: Final = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_ERROR)
"""Errors of SQLite that may come from a damaged header."""
_CONTENT_CODES: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
"""Errors of what is written, not of the disk."""
READ_ERRORS: Final = (sqlite3.Error, UnicodeError)
"""What reading a damaged database raises: SQLite's messages may quote bytes that are no text."""
_WRITE_WAIT: Final = 1.0
"""Seconds to wait for another process; short, because it is retried anyway."""
_READ_WAIT: Final = 0.25
_OPEN_WAIT: Final = 5.0


class FileDatabase:
    """The database file. Its connection is renewed after an error.

    Only one thread at a time may write; any thread may read.
    """

    def __init__(self, path: Path, now: Callable[[], str], tell: Callable[[Text], None]) -> None:
        """Opens the file; raises OSError, sqlite3.Error or NewerSchema."""
        self._path = path.absolute()
        self._now = now
        self._tell = tell
        self._db: sqlite3.Connection | None = self._opened()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. After an error the file is opened and checked again the next time."""
        if self._db is None:
            self._db = self._opened(whole=True)
        try:
            with transaction(self._db):
                yield self._db
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Reads what is committed; never waits for a write and never makes a missing file."""
        # A new connection each time (0.2 ms), so that none is left when the file is set aside.
        uri = f"{self._path.as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=_READ_WAIT)) as db:
            db.text_factory = decode_leniently
            yield db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _opened(self, *, whole: bool = False) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with _exclusive(self._path.with_name(f"{self._path.stem}.opening")):
            try:
                return _connected(self._path, self._now(), whole=whole)
            except DamagedDatabase:
                aside = set_aside_damaged(self._path)
            words = (
                "The file of saved games was damaged. It is now {name}, and a new file has "
                "been started."
            )
            self._tell(say("store.damaged", words, name=aside.name))
            return _connected(self._path, self._now(), whole=whole)


class MemoryDatabase:
    """Replaces a file that cannot be opened; lost at the end of the program."""

    def __init__(self, now: Callable[[], str], like: Path | None = None) -> None:
        """`like`: the file that cannot be written; its readable content is copied."""
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
        with self._lock, transaction(self._db):
            yield self._db

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
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
            return say("store.busy", "another program is using the file")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return say("store.readonly", "the file is read-only")
        case sqlite3.SQLITE_CANTOPEN:
            return say("store.cantopen", "the file can’t be opened")
    if isinstance(problem, NewerSchema):
        return say("store.version", "a newer version of this program has changed the file")
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__


def is_disk_error(problem: Exception) -> bool:
    """Whether the same work may succeed later, on a better disk or after another program."""
    if isinstance(problem, sqlite3.Error):
        return _code(problem) not in (0, *_CONTENT_CODES)  # 0: raised by Python, not by SQLite
    return isinstance(problem, (OSError, MemoryError))


def _connected(path: Path, now: str, *, whole: bool) -> sqlite3.Connection:
    """A connection for writing to a sound, migrated database; DamagedDatabase otherwise.

    `whole`: also what a start does not wait for is checked.
    """
    _check_magic(path)
    # Opened by the thread of the store, then used by the writer thread alone.
    db = sqlite3.connect(path, timeout=_WRITE_WAIT, isolation_level=None, check_same_thread=False)
    try:
        db.text_factory = decode_leniently
        check_content(db, whole=whole)
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
    """A copy of a read-only file; empty if it cannot be read either."""
    # Without space for the log's index the log cannot be read: then the file alone is.
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
    return code & 0xFF  # the higher bits say where in SQLite it happened


def _check_magic(path: Path) -> None:
    # SQLite takes an empty file for a new database, and would delete the log beside it.
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise DamagedDatabase(path.name)
    except FileNotFoundError:
        return


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Keeps other processes from opening, and so from setting aside a new file.

    Uses the lock of an empty database, which works on all systems and ends with the process.
    """
    if path.exists() and path.stat().st_size:
        path.unlink()  # it never holds data: foreign bytes would only break the lock
    with closing(sqlite3.connect(path, timeout=_OPEN_WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def decode_leniently(text: bytes) -> str:
    """Text from a database that may be damaged."""
    return text.decode("utf-8", "replace")  # one damaged row must not hide the others


_PUT_COPY: Final = """
    INSERT INTO kept_file (name, text, changed) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text, changed = excluded.changed
"""
_READ_COPIES: Final = "SELECT name, text, changed FROM kept_file"


@dataclass(frozen=True, slots=True)
class FileCopy:
    """A file's text when the program last wrote it, or last found it sound."""

    text: str
    changed: str
    """In ISO form."""


def put_copy(db: Connection, name: str, text: str, changed: str) -> None:
    """Replaces the copy of a file."""
    db.execute(_PUT_COPY, (name, text, changed))


def read_copies(db: Connection) -> dict[str, FileCopy]:
    """All copies by file name; rows that make no sense are skipped."""
    return {
        name: FileCopy(text, changed)
        for name, text, changed in db.execute(_READ_COPIES)
        if isinstance(name, str) and isinstance(text, str) and isinstance(changed, str)
    }


log = logging.getLogger(__name__)

TextCheck: TypeAlias = Callable[[str], None]
"""Raises ValueError for a damaged text. A mistake made by hand is not damage."""


def restore_damaged_files(folder: Path, checks: Mapping[str, TextCheck]) -> tuple[Text, ...]:
    """Restores the damaged files of a data folder, and returns a sentence about each.

    A readable file is kept even if its copy differs, since it may have been edited; so is a missing
    one. Damaged files without a copy are left alone.
    """
    told = []
    for name, copy in sorted(_load_copies(folder).items()):
        check = checks.get(name, _is_text)
        if is_damaged_file(folder / name, check) and _is_sound(copy.text.encode(), check):
            told.append(_restore_file(folder / name, copy))
    return tuple(told)


def is_damaged_file(path: Path, check: TextCheck) -> bool:
    """Whether there is a file whose content makes no sense."""
    try:
        return not _is_sound(path.read_bytes(), check)
    except OSError:
        return False


def _is_sound(content: bytes, check: TextCheck) -> bool:
    try:
        text = content.decode("utf-8-sig")
        check(text)
    except (ValueError, RecursionError):
        return False
    return bool(text.strip())  # the program writes no empty file, but a power cut may leave one


def _is_text(text: str) -> None:
    if not all(sign.isprintable() or sign in "\t\r\n" for sign in text):
        raise ValueError("it is no text")


def _load_copies(folder: Path) -> Mapping[str, FileCopy]:
    path = (folder / FILE_NAME).absolute()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as db:
            db.text_factory = decode_leniently
            return read_copies(db)
    except (sqlite3.Error, ValueError):  # the store reports it when it is opened
        return {}


def _restore_file(path: Path, copy: FileCopy) -> Text:
    try:
        # Copied, not renamed: after a kill in between, the next start would find no file.
        aside = damaged_name(path)
        aside.write_bytes(path.read_bytes())
        write_atomically(path, copy.text)
    except OSError as problem:
        log.warning("%s cannot be mended: %s", path, problem)
        words = "{name} is damaged and can’t be repaired: {why}."
        why = problem.strerror or str(problem)
        return say("store.unmended", words, name=path.name, why=why)
    words = "{name} was damaged and is now {aside}. The data saved on {date} is used instead."
    date = copy.changed.partition("T")[0]
    return say("store.mended", words, name=path.name, aside=aside.name, date=date)
