"""Small records, and another program that holds the database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tabletop.engine import Record
from tabletop.storage import Store


def record(plies: int = 0, result: str = "*", seed: int = 7) -> Record:
    return Record(
        game="shoo",
        seed=seed,
        date="2030-01-01",
        options=(("hush", "skip"), ("quick", "true")),
        result=result,
        reason="" if result == "*" else 'She said "enough"',
        sources=("screen", "screen"),
        plies=tuple(f"a{number}" for number in range(plies)),
        extra=(("Table", "the round one"),),
    )


def ids(store: Store) -> list[str]:
    return [kept.match_id for kept in store.unfinished()]


def plies(store: Store) -> dict[str, int]:
    return {kept.match_id: len(kept.record.plies) for kept in store.unfinished()}


@contextmanager
def another_program(folder: Path, *, holding: bool = False) -> Iterator[sqlite3.Connection]:
    """Its connection to the database; while it is held, nobody else can write."""
    file = folder / "tabletop.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        if holding:
            db.execute("BEGIN IMMEDIATE")
        yield db
