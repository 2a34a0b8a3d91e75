"""The writer thread: pieces of work, notes, and small files."""

import sqlite3
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tabletop.storage import Store
from tabletop.storage.database import FileDatabase
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, plies, record
from tests.storage.test_write_errors import wait_for


def tally(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE IF NOT EXISTS tally (number INTEGER)")
    db.execute("INSERT INTO tally SELECT count(*) FROM tally")


def numbers(db: sqlite3.Connection) -> list[int]:
    return [number for (number,) in db.execute("SELECT number FROM tally ORDER BY rowid")]


def counted(store: Store) -> list[int]:
    none: list[int] = []
    return store.read(numbers, none)


def test_works_are_done_in_order_and_read_when_they_are_on_disk(open_store: Opener) -> None:
    store = open_store()
    for _ in range(200):
        store.write(tally)
    assert store.flush()
    assert counted(store) == list(range(200))
    store.write(tally)
    store.close()
    assert counted(open_store()) == list(range(201))


def test_a_work_sees_the_match_that_was_saved_before_it(open_store: Opener) -> None:
    store = open_store()
    seen: list[int] = []
    for number in range(1, 30):
        store.save(record(number), f"match-{number}")
        store.write(lambda db: seen.extend(db.execute("SELECT count(*) FROM match").fetchone()))
    assert store.flush()
    assert all(count > place for place, count in enumerate(seen))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda db: db.execute("INSERT INTO nowhere VALUES (1)"),
        lambda db: db.execute("INSERT INTO note VALUES ('twice', 'a'), ('twice', 'b')"),
        lambda db: db.execute("INSERT INTO note VALUES ('x', ?)", (object(),)),
        lambda db: db.execute("SELECT 1").fetchone()["missing"],
    ],
    ids=["no table", "constraint", "not storable", "not of the database at all"],
)
def test_a_work_that_can_never_be_done_stops_no_other(
    open_store: Opener, wrong: Callable[[sqlite3.Connection], None]
) -> None:
    def half(db: sqlite3.Connection) -> None:
        tally(db)
        wrong(db)

    store = open_store()
    store.write(tally)
    store.write(half)
    store.save(record(3), "m")
    store.write(tally)
    assert store.flush()
    assert counted(store) == [0, 1]
    assert plies(store) == {"m": 3}
    assert store.trouble is None
    assert "could not be saved" in store.problems[0]


class Lying:
    """Transactions that are committed and raise an error, or the other way round."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.faults: list[str] = []
        really = FileDatabase.writing

        @contextmanager
        def writing(database: FileDatabase) -> Any:
            fault = self.faults.pop() if self.faults else ""
            with really(database) as db:
                yield db
                if fault == "before":
                    raise OSError(5, "the disk went away")
            if fault == "after":
                database.close()
                raise OSError(5, "the disk said nothing")

        monkeypatch.setattr(FileDatabase, "writing", writing)


@pytest.mark.parametrize("faults", [["before"], ["after"], ["after", "before", "after"]])
def test_each_is_done_exactly_once_however_a_commit_fails(
    open_store: Opener, monkeypatch: pytest.MonkeyPatch, faults: list[str]
) -> None:
    lying = Lying(monkeypatch)
    store = open_store()
    store.write(tally)
    assert store.flush()
    lying.faults = list(faults)
    for number in range(1, 20):
        store.write(tally)
        store.note_throw("screen", 6, (3,))
        if number == 5:
            wait_for(lambda: store.trouble)
    store.close()
    assert lying.faults == []
    again = open_store()
    assert counted(again) == list(range(20))
    assert again.throws()[0].throws == 19


def test_what_is_remembered_is_seen_at_once_and_the_next_evening(open_store: Opener) -> None:
    store = open_store()
    assert store.get_note("on table") == ""
    store.set_note("on table", "a")
    store.set_note("on table", "b")
    store.set_note("other", "c")
    assert store.get_note("on table") == "b"
    store.close()
    store = open_store()
    assert (store.get_note("on table"), store.get_note("other")) == ("b", "c")
    store.set_note("on table", "")
    assert store.get_note("on table") == ""
    store.close()
    assert open_store().get_note("on table") == ""


def test_what_cannot_be_read_is_told_and_something_else_is_given(open_store: Opener) -> None:
    store = open_store()
    assert store.read(numbers, [7]) == [7]
    assert "can’t be read" in store.problems[0]


def test_files_are_written_by_the_writer_with_a_copy(
    open_store: Opener, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store()
    path = folder / "settings.toml"
    for number in range(5):
        store.keep_file(path, f"number = {number}\n")
        assert store.file_text(path) == f"number = {number}\n"
    assert store.flush()
    assert path.read_text("utf-8") == "number = 4\n"
    with another_program(folder) as db:
        assert db.execute("SELECT name, text FROM kept_file").fetchall() == [
            ("settings.toml", "number = 4\n")
        ]
    path.write_text("by hand")
    assert store.file_text(path) == "by hand"


def test_a_file_that_cannot_be_written_holds_nothing_else_up(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    path = folder / "settings.toml"
    path.mkdir()
    store.keep_file(path, "a = 1\n")
    wait_for(lambda: store.trouble)
    assert "settings.toml can’t be written" in (store.trouble or "")
    for number in range(20):
        store.save(record(number), "m")
        wait_for(lambda: not store._writer.queued().matches)
    path.rmdir()
    assert store.flush()
    assert store.trouble is None
    assert path.read_text("utf-8") == "a = 1\n"


def test_a_match_is_counted_once_however_often_it_is_kept(open_store: Opener) -> None:
    store = open_store()
    store.save(record(1), "m")
    assert store.flush()
    ends = set()
    for _ in range(3):
        store.save(record(4, result="1"), "m")
        assert store.flush()
        (result,) = store.results()
        ends.add(result.ended)
    assert len(ends) == 1
    assert (result.match_id, result.game, result.result, result.plies) == ("m", "shoo", "1", 4)
    assert (result.sources, result.options) == ("screen", "hush=skip quick=true")
    assert result.began < result.ended
    store.save(record(3), "m")  # the last ply was taken back
    assert store.flush()
    assert store.results() == ()
    store.save(record(4, result="0"), "m")
    store.close()
    (result,) = open_store().results()
    assert (result.result, result.ended in ends) == ("0", False)
