"""Makes a database of today with a little in it, for the tests of tomorrow's migrations.

    python -m tests.storage.make_old_database

writes ``tests/storage/old/NAME.sqlite3``, named by the last migration it has had. Run it before a
migration is added; what is there already stays as it is, for it was made by the program of then.
"""

import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from tabletop.engine import CHANCE, Match, Record
from tabletop.games import find_game
from tabletop.storage import Store
from tabletop.storage.database import FILE_NAME, MIGRATIONS

OLD = Path(__file__).parent / "old"
MATCHES = (("trelawney", 9), ("shoo", 30), ("trelawney", 400))
"""Games, and how many plies of each; the last match is finished."""


def played(key: str, plies: int, luck: Random) -> Record:
    """A match of random plies."""
    game = find_game(key)
    match = Match(game, seats=game.seats[0], seed=5, date="2026-11-20")
    while match.outcome is None and len(match.plies) < plies:
        if match.state.turn == CHANCE:
            match.roll()
        else:
            match.play(luck.choice(list(match.state.moves())))
    return match.record()


def make(folder: Path) -> Path:
    """Fills a store in that folder, and returns the path of its database."""
    minutes, luck = count(1), Random(3)
    with Store.open(folder, now=lambda: f"2026-11-20T19:{next(minutes):02}:00.000+00:00") as store:
        for key, plies in MATCHES:
            store.save(played(key, plies, luck), f"{key}-{plies}")
        for dice in ((3, 5), (6, 6), (3, 5)):
            store.note_throw("reader:DR-1", 6, dice)
        store.set_note("said", "something")
        store.keep_file(folder / "devices.json", "{}\n")
    return folder / FILE_NAME


def main() -> int:
    target = OLD / f"{MIGRATIONS[-1].name}.sqlite3"
    if target.exists():
        return 0
    with tempfile.TemporaryDirectory() as folder:
        made = make(Path(folder))
        with closing(sqlite3.connect(made)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM")
        shutil.copy(made, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
