"""A store whose file cannot be opened at the start, and later can."""

import sqlite3
from pathlib import Path

import pytest

from tabletop.storage import Store
from tabletop.storage.database import FileDatabase
from tabletop.storage.repository import load_current_match, set_current_match
from tests.storage.matches import plies, record
from tests.storage.test_write_errors import wait_for

RETRY_SECONDS = 0.05


def reopened(store: Store) -> bool:
    store.release()
    return store.keeps


def times_thrown(store: Store) -> int:
    return sum(count.throws for count in store.throws())


def test_what_is_in_memory_is_written_when_the_folder_can_be(folder: Path) -> None:
    folder.write_text("a file in place of the folder")
    store = Store.open(folder, reopen_seconds=RETRY_SECONDS)
    assert not store.keeps
    for number in range(1, 5):
        store.save(record(number), "played")
    store.save(record(9, result="1"), "finished")
    store.forget("never")
    store.set_note("colour", "red")
    store.note_throw("screen", 6, (3, 4))
    store.keep_file(folder / "settings.toml", "# kept\n")
    set_current_match(store, "played", record(4))
    assert plies(store) == {"played": 4}

    folder.unlink()
    wait_for(lambda: reopened(store))
    store.save(record(6), "played")
    assert store.flush()
    store.close()
    assert store.trouble is None

    with Store.open(folder) as again:
        assert again.keeps
        assert plies(again) == {"played": 6}
        assert [result.match_id for result in again.results()] == ["finished"]
        assert again.get_note("colour") == "red"
        assert times_thrown(again) == 1
        left = load_current_match(again)
        assert left is not None
        assert left[0] == "played"
        assert "# kept" in again.file_text(folder / "settings.toml")


def test_what_the_file_had_is_joined_with_what_came(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(folder) as before:
        before.save(record(2), "old")
        before.save(record(2), "both")
        before.set_note("old", "1")
        before.set_note("both", "1")
        before.note_throw("screen", 6, (1, 1))
    opened, broken = FileDatabase.__init__, [True]

    def unreadable(self: FileDatabase, *arguments: object) -> None:
        if broken:
            raise sqlite3.OperationalError("disk I/O error")
        opened(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(FileDatabase, "__init__", unreadable)
    with Store.open(folder, reopen_seconds=RETRY_SECONDS) as store:
        store.save(record(5), "both")
        store.set_note("both", "2")
        store.set_note("new", "3")
        store.note_throw("screen", 6, (2, 2))
        broken.clear()
        wait_for(lambda: reopened(store))
        store.release()
        assert store.get_note("old") == "1"
        assert times_thrown(store) == 2
        assert plies(store) == {"both": 5, "old": 2}

    with Store.open(folder) as again:
        assert plies(again) == {"both": 5, "old": 2}
        assert [again.get_note(name) for name in ("old", "both", "new")] == ["1", "2", "3"]
        assert times_thrown(again) == 2


def test_closing_tries_once_more(folder: Path) -> None:
    folder.write_text("a file in place of the folder")
    store = Store.open(folder)
    store.save(record(3), "played")
    assert store.flush()
    folder.unlink()
    store.close()
    with Store.open(folder) as again:
        assert plies(again) == {"played": 3}
