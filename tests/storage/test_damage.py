"""With any data folder the program starts, and nothing in it is deleted."""

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tabletop.storage import Store, database, repository
from tabletop.storage.database import MIGRATIONS, Migration
from tabletop.storage.match_codes import code_of, match_of
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, ids, plies, record


@pytest.fixture
def file(open_store: Opener, folder: Path) -> Path:
    """A sound database with sixty matches in it."""
    store = open_store()
    for number in range(60):
        store.save(record(400), f"match-{number}")
    store.close()
    (folder / "tabletop.now").unlink()  # the journal would restore it: see test_journal
    path = folder / "tabletop.sqlite3"
    assert path.stat().st_size > 60_000
    return path


def spoil(content: bytes, how: str) -> bytes:
    match how:
        case "random bytes":
            return random.Random(1).randbytes(10_000)
        case "a settings file":
            return b"[look]\nspeed = 'fast'\n"
        case "zero length":
            return b""
        case "holes":
            return content[:4096] + bytes(len(content) - 4096)
        case "noise behind the first page":
            return content[:4096] + random.Random(2).randbytes(len(content) - 4096)
        case "one page of noise":
            return content[:40960] + random.Random(3).randbytes(4096) + content[45056:]
    return content[: int(how)]


@pytest.mark.parametrize(
    "how",
    [
        "random bytes",
        "a settings file",
        "zero length",
        "holes",
        "noise behind the first page",
        "one page of noise",
        *("10", "16", "50", "100", "511", "512", "4095", "4096", "20480", "40000"),
    ],
)
def test_a_damaged_database_is_set_aside_and_a_fresh_one_begun(
    file: Path, folder: Path, open_store: Opener, how: str
) -> None:
    damaged = spoil(file.read_bytes(), how)
    file.write_bytes(damaged)
    store = open_store()
    assert store.problems == (
        "The file of saved games was damaged. It is now tabletop.damaged-1.sqlite3, "
        "and a new file has been started.",
    )
    assert (folder / "tabletop.damaged-1.sqlite3").read_bytes() == damaged
    store.save(record(2), "new")
    store.close()
    again = open_store()
    assert (plies(again), again.problems) == ({"new": 2}, ())


def test_a_damaged_database_takes_the_files_beside_it_along(
    folder: Path, open_store: Opener
) -> None:
    folder.mkdir()
    for end in ("", "-wal", "-shm", "-journal"):
        (folder / f"tabletop.sqlite3{end}").write_bytes(b"x" + end.encode())
    (folder / "tabletop.damaged-1.sqlite3-wal").write_bytes(b"an older one")
    assert "tabletop.damaged-2.sqlite3" in open_store().problems[0]
    for end in ("", "-wal", "-shm", "-journal"):
        assert (folder / f"tabletop.damaged-2.sqlite3{end}").read_bytes() == b"x" + end.encode()
    assert (folder / "tabletop.damaged-1.sqlite3-wal").read_bytes() == b"an older one"


def test_a_database_damaged_while_playing_costs_no_match_that_is_played(
    file: Path, folder: Path, open_store: Opener
) -> None:
    store = open_store()
    store._database.close()  # as after any error of the disk
    file.write_bytes(b"not what it was")
    store.save(record(5), "running")
    assert store.flush()
    assert plies(store) == {"running": 5}
    assert "It is now tabletop.damaged" in store.problems[0]


def test_a_database_that_vanishes_while_playing_is_begun_again(
    file: Path, open_store: Opener
) -> None:
    store = open_store()
    store._database.close()
    file.unlink()
    assert ids(store) == []
    assert "can’t be opened" in store.problems[0]
    assert not file.exists()
    store.save(record(5), "running")
    assert store.flush()
    assert plies(store) == {"running": 5}


def test_noise_in_the_lock_file_does_no_harm(file: Path, open_store: Opener) -> None:
    file.with_name("tabletop.opening").write_bytes(b"noise, and quite a lot of it" * 50)
    assert open_store().problems == ()


def test_an_older_database_is_brought_up_to_date(
    file: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Migration(
        "table", ("ALTER TABLE match ADD COLUMN place TEXT", "CREATE TABLE seat (name)")
    )
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, step))
    for _ in range(2):
        store = open_store()
        assert (len(ids(store)), store.problems) == (60, ())
        store.close()
    with another_program(file.parent) as db:
        done = {name for (name,) in db.execute("SELECT name FROM migration")}
        assert done == {*(step.name for step in MIGRATIONS), "table"}
        db.execute("SELECT place, 1 FROM match, seat")


def test_a_step_that_fails_is_not_half_done(
    file: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Migration("wrong", ("CREATE TABLE seat (name)", "INSERT INTO match SELECT * FROM match"))
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, step))
    assert "UNIQUE" in str(open_store().trouble)
    monkeypatch.undo()
    assert len(ids(open_store())) == 60


def test_a_newer_database_is_left_alone(file: Path, folder: Path, open_store: Opener) -> None:
    with another_program(folder) as db:
        db.execute("INSERT INTO migration VALUES ('hologram', '2031-01-01')")
    before = file.read_bytes()
    store = open_store()
    assert "belong to a newer version" in str(store.trouble)
    store.save(record(3), "tonight")
    assert store.flush()
    assert plies(store) == {"tonight": 3}
    store.close()
    assert file.read_bytes() == before
    assert list(folder.glob("*damaged*")) == []


def test_a_folder_that_cannot_be_written_means_memory(folder: Path, open_store: Opener) -> None:
    folder.write_text("root may write anywhere, but not into a file as into a folder")
    store = open_store()
    assert not store.keeps
    assert str(folder) in str(store.trouble)
    for number in range(20):
        store.save(record(number), f"match-{number % 3}")
    assert store.flush()
    assert plies(store) == {"match-1": 19, "match-0": 18, "match-2": 17}
    store.forget("match-0")
    store.save(record(20, result="1"), "match-1")
    assert store.flush()
    assert ids(store) == ["match-2"]
    assert len(store.finished()) == 1
    assert Store.open(folder / "deeper").trouble


def test_a_file_that_may_only_be_read_means_memory(
    file: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def only_reading(place: Any, *rest: Any, **options: Any) -> Any:
        if place == file:
            return connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None)
        return connect(place, *rest, **options)

    monkeypatch.setattr(sqlite3, "connect", only_reading)
    assert "the file is read-only" in str(open_store().trouble)


def test_a_folder_in_place_of_the_file_means_memory(folder: Path, open_store: Opener) -> None:
    (folder / "tabletop.sqlite3").mkdir(parents=True)
    assert str(folder) in str(open_store().trouble)


def test_what_cannot_be_written_can_be_read(
    file: Path, open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def only_reading(place: Any, *rest: Any, **options: Any) -> Any:
        if place == file:
            return connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None)
        return connect(place, *rest, **options)

    before = file.read_bytes()
    monkeypatch.setattr(sqlite3, "connect", only_reading)
    store = open_store()
    assert len(ids(store)) == 60
    store.save(record(3), "tonight")
    assert store.flush()
    assert plies(store)["tonight"] == 3
    store.close()
    assert file.read_bytes() == before


def test_damage_that_sqlite_quotes_as_no_text_is_damage_too(
    file: Path, folder: Path, open_store: Opener
) -> None:
    damaged = file.read_bytes().replace(b"INDEX match_by_age", b"INDEX mat\x9eh_by_age")
    assert damaged != file.read_bytes()
    file.write_bytes(damaged.replace(b"ON match (finished", b"ON m\x9etch (finished"))
    store = open_store()
    assert "was damaged" in store.problems[0]
    assert ids(store) == []


def damage_while_open(store: Store, file: Path) -> None:
    store._database.close()  # as after any error of the disk
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\xff" * 3996
    file.write_bytes(content)


def at_the_next_start(folder: Path, to: Path) -> Store:
    """The store of the next start, after a crash now."""
    to.mkdir()
    for path in folder.glob("tabletop.*"):
        shutil.copy(path, to / path.name)
    return Store.open(to)


def test_after_a_damage_while_playing_the_game_still_comes_back_after_a_death(
    file: Path, folder: Path, open_store: Opener, tmp_path: Path
) -> None:
    store = open_store()
    store.save(record(3), "running")
    repository.set_current_match(store, "running", record(3))
    code = code_of(store, "left", 1, "2030-01-01")
    assert store.flush()
    damage_while_open(store, file)
    store.save(record(4), "running")
    repository.set_current_match(store, "running", record(4))  # which changes nothing
    assert store.flush()
    assert "It is now tabletop.damaged" in store.problems[0]
    with at_the_next_start(folder, tmp_path / "next") as after:
        assert repository.load_current_match(after) == ("running", record(4))
        assert match_of(after, code) == "left"


def test_after_a_damage_a_match_that_rests_comes_back_too(
    file: Path, folder: Path, open_store: Opener, tmp_path: Path
) -> None:
    store = open_store()
    store.save(record(3), "running")
    repository.set_current_match(store, "running", record(3))
    assert store.flush()
    damage_while_open(store, file)
    store.set_note("something else", "that takes a number of the slate")
    assert store.flush()
    with at_the_next_start(folder, tmp_path / "next") as after:
        assert repository.load_current_match(after) == ("running", record(3))


def test_after_a_damage_what_people_left_does_not_come_back_to_the_table(
    file: Path, folder: Path, open_store: Opener, tmp_path: Path
) -> None:
    store = open_store()
    store.save(record(3), "running")
    repository.set_current_match(store, "running", record(3))
    assert store.flush()
    damage_while_open(store, file)
    repository.clear_current_match(store, "running")
    assert store.flush()
    with at_the_next_start(folder, tmp_path / "next") as after:
        assert repository.load_current_match(after) is None
        assert ids(after) == ["running"]
