"""Kills, full disks and other programs: the newest state of a match survives."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletop.storage import Store, database
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, ids, plies, record

PLAYER = """
import sys
from pathlib import Path
from tabletop.storage import Store
from tests.storage.matches import record

store = Store.open(Path(sys.argv[1]))
assert not store.problems, store.problems
for number in range(int(sys.argv[3])):
    store.save(record(number), sys.argv[2])
    if number % 3 == 0:
        assert store.flush(30), store.trouble
        print(number, flush=True)
store.close()
assert not store.trouble, store.trouble
"""


def player(folder: Path, name: str, saves: int) -> subprocess.Popen[str]:
    """A process that saves a match as fast as it can and prints what is certainly on disk."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PLAYER, str(folder), name, str(saves)]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize("seed", range(4))
def test_what_was_flushed_outlives_a_kill(folder: Path, open_store: Opener, seed: int) -> None:
    with player(folder, "m", 1_000_000) as process:
        assert process.stdout is not None
        last = 0
        for _ in range(Random(seed).randrange(5, 60)):
            last = int(process.stdout.readline())
        process.kill()
        last = max([last, *(int(line) for line in process.stdout if line.endswith("\n"))])
    store = open_store()
    assert store.problems == ()
    assert plies(store)["m"] >= last


def test_two_processes_save_into_one_file(folder: Path, open_store: Opener) -> None:
    names = ("a", "b", "c")
    players = [player(folder, name, 60) for name in names]
    for process in players:
        process.communicate(timeout=60)
        assert process.returncode == 0
    store = open_store()
    assert plies(store) == dict.fromkeys(names, 59)
    assert (store.problems, list(folder.glob("*damaged*"))) == ((), [])


def test_a_second_store_sees_what_the_first_one_wrote(open_store: Opener) -> None:
    first, second = open_store(), open_store()
    for number in range(10):
        first.save(record(number), "m")
        assert first.flush()
        assert plies(second) == {"m": number}


class SmallDisk:
    """`sqlite3.connect` for a disk with only so many pages."""

    def __init__(self) -> None:
        self.pages = 1_000_000
        self._connect = sqlite3.connect

    def fill(self, folder: Path) -> None:
        """Leaves hardly more space than the tables need."""
        Store.open(folder).close()
        self.pages = (folder / "tabletop.sqlite3").stat().st_size // 4096 + 4

    def connect(self, place: Any, *rest: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = self._connect(place, *rest, **options)
        if isinstance(place, Path) and place.suffix == ".sqlite3":
            db.execute(f"PRAGMA max_page_count = {self.pages}")
        return db


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SmallDisk:
    disk = SmallDisk()
    monkeypatch.setattr(sqlite3, "connect", disk.connect)
    return disk


def test_a_full_disk_is_said_and_healed_without_loss(
    disk: SmallDisk, open_store: Opener, folder: Path
) -> None:
    disk.fill(folder)
    store = open_store()
    for number in range(40):
        store.save(record(600 + number), f"match-{number % 20}")
    wait_for(lambda: store.trouble)
    assert store.trouble == ("Games can’t be saved: the disk is full. Trying again.")
    assert not store.flush(timeout=0.3)
    store.save(record(700), "match-0")
    assert plies(store)["match-0"] == 700  # the window sees it all the while
    assert len(ids(store)) == 20
    disk.pages = 1_000_000
    assert store.flush()
    assert not store.trouble
    store.close()
    store = open_store()
    assert plies(store) == {f"match-{n}": 620 + n for n in range(1, 20)} | {"match-0": 700}
    assert store.problems == ()


def test_trouble_heals_without_being_asked(
    disk: SmallDisk, open_store: Opener, folder: Path
) -> None:
    disk.fill(folder)
    store = open_store()
    store.save(record(30_000), "m")
    wait_for(lambda: store.trouble)
    disk.pages = 1_000_000
    wait_for(lambda: store.trouble is None)
    assert plies(store) == {"m": 30_000}


def test_closing_with_a_full_disk_ends_soon_and_says_so(
    disk: SmallDisk, open_store: Opener, folder: Path
) -> None:
    disk.fill(folder)
    store = open_store()
    before = set(threading.enumerate())
    store.save(record(30_000), "m")
    begun = time.monotonic()
    store.close()
    assert time.monotonic() - begun < 5
    assert len(before - set(threading.enumerate())) == 1
    assert "the disk is full" in (store.trouble or "")


def test_a_file_held_by_another_program_is_waited_for(folder: Path, open_store: Opener) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        store.save(record(3), "m")
        wait_for(lambda: store.trouble)
        assert "another program is using the file" in (store.trouble or "")
    assert store.flush()
    assert (store.trouble, plies(store)) == (None, {"m": 3})


def test_any_error_at_all_leaves_the_thread_alive(
    open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store()

    def broken(*place: object, **options: object) -> None:
        raise MemoryError("no room to think")

    monkeypatch.setattr(sqlite3, "connect", broken)
    store._database.close()
    store.save(record(3), "m")
    wait_for(lambda: store.trouble)
    assert "no room to think" in (store.trouble or "")
    monkeypatch.undo()
    assert store.flush()
    assert plies(store) == {"m": 3}


def test_an_opening_that_another_process_holds_up_means_memory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_OPEN_WAIT", 0.05)
    folder.mkdir()
    other = sqlite3.connect(folder / "tabletop.opening", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with Store.open(folder) as store:
        assert "another program is using the file" in str(store.trouble)
    other.close()
