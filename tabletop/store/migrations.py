"""How the database came to its present form, step by step."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from sqlite3 import Connection, Error
from typing import Final


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


TABLE: Final = "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY NOT NULL, ran TEXT)"
"""The table of the steps that were done."""


def check_known(db: Connection) -> None:
    """Raises NewerSchema, and changes nothing, if a step was done that is not in MIGRATIONS."""
    strange = steps_done(db) - {step.name for step in MIGRATIONS}
    if strange:
        raise NewerSchema(", ".join(sorted(strange)))


def migrate(db: Connection, now: str) -> None:
    """Does the steps that this database lacks. An error leaves the steps before it done."""
    with transaction(db):
        db.execute(TABLE)
        # Deletes nothing, but a file that may only be read is found out now and not at a save.
        db.execute("DELETE FROM migration WHERE name IS NULL")
    for step in MIGRATIONS:
        with transaction(db):
            if step.name in steps_done(db):
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


def steps_done(db: Connection) -> set[str]:
    """The names of the steps that were done there."""
    tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migration'"
    if not db.execute(tables).fetchone()[0]:
        return set()
    return {name for (name,) in db.execute("SELECT name FROM migration")}
