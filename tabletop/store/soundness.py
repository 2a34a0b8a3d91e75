"""Damage that SQLite itself does not see, or calls by another name: what is written would be lost.

A changed letter in the name of a table is a sound database to SQLite, and a changed byte of the
header a file that may only be read; yet nothing could be kept there ever again.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

from tabletop.store import migrations
from tabletop.store.migrations import Migration, steps_done

HEADER: Final = 100
"""Bytes at the beginning of the file. https://sqlite.org/fileformat2.html"""
_VERSIONS: Final = (18, 19)
"""Where the versions stand for writing and for reading, of which there are two."""
_FORMAT: Final = slice(44, 48)
"""Where the form of the schema stands, of which there are four; 0 without a schema."""

_Column: TypeAlias = tuple[object, ...]

_COLUMNS: Final = """
    SELECT at.name, its.name, its.type, its."notnull", its.dflt_value, its.pk
    FROM sqlite_master AS at, pragma_table_info(at.name) AS its WHERE at.type = 'table'
"""


class Damaged(Exception):
    """The database's bytes make no sense."""


def check_header(path: Path) -> None:
    """Raises Damaged where the header says what no version of SQLite has written.

    Asked only after an error: while there is a log, the page with the header may be newer there.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEADER)
    except OSError:
        return
    if any(head[at : at + 1] > b"\2" for at in _VERSIONS):
        raise Damaged(path.name)
    if int.from_bytes(head[_FORMAT], "big") > 4:
        raise Damaged(path.name)


def check_made(db: sqlite3.Connection) -> None:
    """Raises Damaged where tables and columns are not what the steps make that were done there.

    They are compared with those of a database that is made here and now, so that it does not
    matter which SQLite has made them. Other people's tables are left alone.
    """
    there = _columns(db)
    if not there:
        return  # a new file
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        model.execute(migrations.TABLE)
        if not _columns(model) <= there:
            raise Damaged("the table of steps")
        done = steps_done(db)
        known = {step.name for step in migrations.MIGRATIONS}
        if not done <= known:
            if known <= done:
                return  # of a newer version, that is for it to judge
            raise Damaged("a step")
        try:
            _make(model, (step for step in migrations.MIGRATIONS if step.name in done))
        except sqlite3.Error as problem:
            raise Damaged("a step") from problem
        made = _columns(model)
        _make(model, (step for step in migrations.MIGRATIONS if step.name not in done))
        if there & _columns(model) != made:
            raise Damaged("a table")


def _make(db: sqlite3.Connection, steps: Iterable[Migration]) -> None:
    for step in steps:
        for statement in step.statements:
            db.execute(statement)


def _columns(db: sqlite3.Connection) -> set[_Column]:
    """All columns of all tables, each with what is said of it."""
    return set(db.execute(_COLUMNS))
