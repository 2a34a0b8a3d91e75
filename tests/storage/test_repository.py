"""What is saved can be found."""

import threading
import time
from pathlib import Path

import pytest

from tabletop.engine import BadNotation, Record
from tabletop.storage import Store, StoredMatch, new_match_id
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, ids, plies, record


def test_a_saved_match_is_there_the_next_evening(open_store: Opener) -> None:
    store = open_store()
    store.save(record(3), "m")
    store.close()
    assert open_store().unfinished() == (StoredMatch("m", record(3), "2030-01-01T00:00:000002"),)


def test_a_new_store_is_empty_and_has_nothing_to_say(open_store: Opener, folder: Path) -> None:
    store = open_store()
    assert (store.unfinished(), store.finished(), store.problems, store.trouble) == (
        (),
        (),
        (),
        None,
    )
    assert (folder / "tabletop.sqlite3").exists()


def test_a_commit_is_on_the_disk_before_it_counts(folder: Path, open_store: Opener) -> None:
    store = open_store()
    with store._database.writing() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_what_was_saved_is_seen_before_it_is_written(open_store: Opener, folder: Path) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        store.save(record(1), "a")
        store.save(record(2), "b")
        store.save(record(3), "a")
        assert plies(store) == {"a": 3, "b": 2}
        assert ids(store) == ["a", "b"]


def test_saving_does_not_wait_for_the_disk(open_store: Opener, folder: Path) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        store.save(record(1), "m")  # a wait would last for ever here
        assert not store.flush(timeout=0.01)
    assert store.flush()


def test_of_several_saves_the_newest_wins(open_store: Opener) -> None:
    store = open_store()
    for number in range(200):
        store.save(record(number), "m")
    store.close()
    assert plies(open_store()) == {"m": 199}


def test_a_save_while_its_elder_is_being_written_is_written_too(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        store.save(record(1), "m")
        time.sleep(0.2)  # by now the writer has taken it, and waits for the file
        store.save(record(2), "m")
    store.close()
    assert plies(open_store()) == {"m": 2}


def test_the_newest_match_comes_first_whatever_the_clock_says(folder: Path) -> None:
    times = iter(["2030", "2029", "1970", "1970", "1970"])
    with Store.open(folder, now=lambda: next(times)) as store:
        for name in ("first", "second", "third", "first"):
            store.save(record(1), name)
            assert store.flush()
        assert ids(store) == ["first", "third", "second"]


def test_finished_matches_are_kept_apart(open_store: Opener) -> None:
    store = open_store()
    store.save(record(1), "runs")
    for number in range(5):
        store.save(record(number, result="draw"), f"ended-{number}")
    for written in (False, True):
        assert not written or store.flush()
        assert ids(store) == ["runs"]
        assert [kept.match_id for kept in store.finished(2)] == ["ended-4", "ended-3"]
    assert len(store.finished()) == 5


def test_a_match_that_ends_moves_to_the_finished_ones(open_store: Opener) -> None:
    store = open_store()
    store.save(record(1), "m")
    assert store.flush()
    store.save(record(2, result="0"), "m")
    assert ids(store) == []
    assert store.flush()
    assert ids(store) == []
    assert store.finished()[0].record == record(2, result="0")


def test_a_forgotten_match_is_gone_at_once_and_for_good(open_store: Opener) -> None:
    store = open_store()
    store.save(record(1), "m")
    assert store.flush()
    store.forget("m")
    store.forget("never heard of")
    assert ids(store) == []
    store.close()
    assert ids(open_store()) == []


def test_a_row_that_is_no_record_stays_in_the_file_and_is_said(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    for name in ("good", "words", "bytes", "letters"):
        store.save(record(1), name)
    store.close()
    with another_program(folder) as db:
        db.execute("UPDATE match SET record = 'no such thing' WHERE id = 'words'")
        db.execute("UPDATE match SET record = x'00ff' WHERE id = 'bytes'")
        db.execute("UPDATE match SET record = CAST(x'5bff' AS TEXT) WHERE id = 'letters'")
    store = open_store()
    assert ids(store) == ids(store) == ["good"]
    assert len(store.problems) == 3
    assert "words can’t be read: this is no record" in " ".join(store.problems)
    with another_program(folder) as db:
        assert db.execute("SELECT count(*) FROM match").fetchone() == (4,)


def test_letters_that_no_file_can_hold_do_not_stop_the_saving(open_store: Opener) -> None:
    store = open_store()
    store.save(Record(game="shoo", extra=(("Table", "\ud800"),)), "m")
    assert store.flush()
    assert store.unfinished()[0].record.extra == (("Table", "?"),)


def test_an_exported_match_is_a_text_file(open_store: Opener, tmp_path: Path) -> None:
    store = open_store()
    store.save(record(30), "m")
    for written in (False, True):
        assert not written or store.flush()
        path = store.export("m", tmp_path / "stick" / "matches")
        assert path == tmp_path / "stick" / "matches" / "shoo-m.txt"
        assert Record.from_text(path.read_text("utf-8")) == record(30)


def test_an_export_stays_in_its_folder(open_store: Opener, tmp_path: Path) -> None:
    store = open_store()
    store.save(Record(game="../../etc/shoo"), "m")
    assert store.export("m", tmp_path / "out").parent == tmp_path / "out"


def test_what_cannot_be_exported_is_an_error(open_store: Opener, tmp_path: Path) -> None:
    store = open_store()
    store.save(record(1), "m")
    store.forget("m")
    with pytest.raises(KeyError):
        store.export("m", tmp_path)
    assert store.flush()
    with pytest.raises(KeyError):
        store.export("m", tmp_path)
    with another_program(tmp_path / "data") as db:
        db.execute("INSERT INTO match VALUES ('odd', 'no record', 0, '', 1, '')")
    with pytest.raises(BadNotation):
        store.export("odd", tmp_path)


def test_closing_twice_is_closing_once_and_leaves_no_thread(open_store: Opener) -> None:
    before = set(threading.enumerate())
    store = open_store()
    assert len(set(threading.enumerate()) - before) == 1
    store.save(record(1), "m")
    store.close()
    store.close()
    assert set(threading.enumerate()) == before
    with pytest.raises(RuntimeError, match="closed"):
        store.save(record(2), "m")
    with pytest.raises(RuntimeError, match="closed"):
        store.unfinished()
    assert plies(open_store()) == {"m": 1}


def test_no_file_but_the_database_is_left_after_closing(open_store: Opener, folder: Path) -> None:
    store = open_store()
    store.save(record(1), "m")
    store.close()
    names = {path.name for path in folder.iterdir() if path.stat().st_size}
    assert names == {"tabletop.sqlite3", "tabletop.now"}


def test_match_ids_are_never_the_same() -> None:
    assert len({new_match_id() for _ in range(1000)}) == 1000
    assert len(new_match_id()) == 32
