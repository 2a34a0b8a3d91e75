"""Databases of every age are brought up to date, and lose nothing on the way.

The files in ``old`` were made by the program of their time (`make_old`); each is named by the last
migration that it had had.
"""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.storage import Store
from tabletop.storage.database import MIGRATIONS
from tests.storage.make_old_database import MATCHES, OLD

NAMES = [step.name for step in MIGRATIONS]
AGES = sorted(OLD.glob("*.sqlite3"), key=lambda path: NAMES.index(path.stem))


def schema(file: Path) -> dict[str, str]:
    """All tables and indices as SQL, in one form however they were written."""
    with closing(sqlite3.connect(file)) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s+", "", sql) for name, sql in rows}


def done(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [name for (name,) in db.execute("SELECT name FROM migration ORDER BY rowid")]


@pytest.fixture(params=AGES, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data folder with a database of some age."""
    shutil.copy(request.param, tmp_path / "tabletop.sqlite3")
    return tmp_path


def test_there_is_a_file_from_before_every_migration() -> None:
    assert [path.stem for path in AGES] == NAMES[: len(AGES)]
    assert len(AGES) >= len(NAMES) - 1, (
        "run tests.storage.make_old_database before adding a migration"
    )
    for number, path in enumerate(AGES):
        assert done(path) == NAMES[: number + 1]


def test_an_old_file_becomes_like_a_new_one(old: Path, tmp_path: Path) -> None:
    with Store.open(old) as store:
        assert store.problems == ()
    Store.open(tmp_path / "new").close()
    assert schema(old / "tabletop.sqlite3") == schema(tmp_path / "new" / "tabletop.sqlite3")
    assert done(old / "tabletop.sqlite3") == NAMES


def test_an_old_file_keeps_what_is_in_it(old: Path) -> None:
    before = done(old / "tabletop.sqlite3")
    for _ in range(2):
        with Store.open(old) as store:
            going = {kept.match_id: kept.record for kept in store.unfinished()}
            ended = {kept.match_id: kept.record for kept in store.finished()}
            names = {f"{key}-{plies}" for key, plies in MATCHES}
            assert {*going, *ended} == names
            assert len(ended) == 1
            for record in (*going.values(), *ended.values()):
                Match.replay(find_game(record.game), record)
            assert len(going["shoo-30"].plies) == 30
            throws = {count.source: count.throws for count in store.throws()}
            assert throws == ({"reader:DR-1": 3} if "throw" in before else {})
            assert store.get_note("said") == ("something" if "note" in before else "")


def test_an_old_file_is_gone_on_with(old: Path) -> None:
    with Store.open(old) as store:
        kept = next(kept for kept in store.unfinished() if kept.match_id == "trelawney-9")
        match = Match.replay(find_game("trelawney"), kept.record)
        match.resign(0)
        store.save(match.record(), kept.match_id)
        store.set_note("on table", kept.match_id)
        assert store.flush()
        assert store.results()[-1].match_id == "trelawney-9"
        assert store.trouble is None
    with Store.open(old) as store:
        assert store.get_note("on table") == "trelawney-9"
        assert len(store.finished()) == 2
