"""The hub's database: SQLite in one file, or PostgreSQL, which several hubs can share."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Work in one transaction. It may run more than once, so it does nothing but database work."""

ATTEMPTS: Final = 5
"""Of a transaction that met another one."""
THREADS: Final = 6
WAIT_SECONDS: Final = 15
"""For a lock of the database, and for its answer to a new connection."""
_MIGRATION_LOCK: Final = 0x7AB1E709
_SERIALIZATION_FAILURES: Final = ("40001", "40P01")
"""SQLSTATE of a transaction that may be tried again, and of a deadlock."""


class DatabaseTrouble(Exception):
    """The database cannot be opened, and why, in words."""


class Database:
    """Runs work in transactions, in threads of its own, so that the event loop never waits."""

    def __init__(self, url: str) -> None:
        """`url` as of SQLAlchemy: ``sqlite:////path``, ``postgresql://user@host/name``.

        Raises DatabaseTrouble. Brings the tables up to date.
        """
        self._engine = _engine(url)
        self.is_sqlite: Final = self._engine.dialect.name == "sqlite"
        try:
            with self._engine.begin() as db:
                if not self.is_sqlite:
                    db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
                _migrate(db)
        except DBAPIError as problem:
            raise DatabaseTrouble(str(problem.orig).strip()) from problem
        # SQLite has one writer at a time; a second thread would only wait for it.
        self._writers = ThreadPoolExecutor(1 if self.is_sqlite else THREADS, "hub-write")
        self._readers = ThreadPoolExecutor(THREADS, "hub-read")

    async def write(self, work: Work[T]) -> T:
        """Does work in a transaction; what it raises undoes all of it."""
        return await asyncio.get_running_loop().run_in_executor(self._writers, self.do, work)

    async def read(self, work: Work[T]) -> T:
        """As `write`, for work that changes nothing; it never waits for writers."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.look, work)

    def do(self, work: Work[T]) -> T:
        """`write` in this thread."""
        for left in reversed(range(ATTEMPTS)):
            try:
                with self._engine.begin() as db:
                    return work(db)
            except OperationalError as problem:
                if not left or getattr(problem.orig, "sqlstate", "") not in _SERIALIZATION_FAILURES:
                    raise
        raise AssertionError

    def look(self, work: Work[T]) -> T:
        """`read` in this thread."""
        with self._engine.connect().execution_options(hub_reads=True) as db, db.begin():
            return work(db)

    def back_up(self, path: Path) -> None:
        """Copies an SQLite database to a new file, also while a hub is using it."""
        make_private(path)
        target = create_engine(file_url(path))
        source_connection, copy = self._engine.raw_connection(), target.raw_connection()
        try:
            driver: Any = source_connection.driver_connection
            driver.backup(copy.driver_connection)
        finally:
            source_connection.close()
            copy.close()
            target.dispose()

    def scrub(self) -> None:
        """Writes an SQLite file anew, so that nothing deleted is left in its free pages."""
        connection = self._engine.raw_connection()
        try:
            driver: Any = connection.driver_connection
            driver.execute("VACUUM")
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    def close(self) -> None:
        self._writers.shutdown()
        self._readers.shutdown()
        self._engine.dispose()


def insert_once(db: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Inserts a row unless a row with the same unique value is there; whether it did."""
    make = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    statement = make(table).values(row).on_conflict_do_nothing()
    # Where PostgreSQL makes the key, SQLAlchemy keeps that and forgets the row count: it is -1.
    made = db.execute(statement, execution_options={"preserve_rowcount": True})
    return made.rowcount > 0


def put(db: Connection, table: Table, key: str, row: dict[str, Any]) -> None:
    """Inserts a row, or replaces the one with the same `key`."""
    make = sqlite.insert if db.dialect.name == "sqlite" else postgresql.insert
    changed = {name: value for name, value in row.items() if name != key}
    db.execute(make(table).values(row).on_conflict_do_update(index_elements=[key], set_=changed))


def make_private(path: Path) -> None:
    """Lets only its owner read a database, which holds the keys of tables and people's names.

    SQLite gives the files that it puts beside it the same rights.
    """
    path.touch(0o600)
    with suppress(PermissionError):  # somebody else's, who has let this one in
        path.chmod(0o600)


def file_url(path: Path) -> str:
    """The URL of an SQLite file."""
    return f"sqlite:///{path.absolute()}"


def _engine(url: str) -> Engine:
    try:
        place = make_url(url)
        if place.drivername in ("postgresql", "postgres"):
            place = place.set(drivername="postgresql+psycopg")
        kind = place.get_backend_name()
    except ArgumentError as problem:
        raise DatabaseTrouble("this is no address of a database") from problem
    if kind == "sqlite":
        if place.database:
            path = Path(place.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            make_private(path)
        engine = create_engine(place, connect_args={"timeout": WAIT_SECONDS})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if kind == "postgresql":
        # A server that was set up in the C locale else gives bytes.
        connect = {"connect_timeout": WAIT_SECONDS, "client_encoding": "utf8"}
        return create_engine(place, connect_args=connect, pool_size=2 * THREADS, pool_pre_ping=True)
    raise DatabaseTrouble(f"the hub stores in SQLite or PostgreSQL, not in {kind}")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin in _begin_sqlite
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")  # nothing stays of what was erased


def _begin_sqlite(db: Connection) -> None:
    # A transaction that reads first and writes later could not wait for another writer.
    reads = db.get_execution_options().get("hub_reads")
    db.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _migrate(db: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = db
    command.upgrade(config, "head")
