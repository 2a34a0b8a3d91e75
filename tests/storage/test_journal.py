"""What is queued survives a crash, and never replaces anything newer."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.storage import Store
from tabletop.storage import writer as slates
from tabletop.storage.writer import (
    FILE_NAME,
    SLOT_BYTES,
    ForgetMatch,
    Journal,
    PendingWrites,
    SaveMatch,
    SaveNote,
)
from tests.storage.conftest import Opener
from tests.storage.matches import plies, record
from tests.storage.test_write_errors import wait_for

VICTIM = """
import sys, threading
from pathlib import Path
from tabletop.storage import Store
from tabletop.storage.database import FileDatabase
from tests.storage.matches import record

store = Store.open(Path(sys.argv[1]))
store.save(record(1), "a")
store.save(record(7), "gone")
assert store.flush()
never = threading.Event()
FileDatabase.writing = lambda self: never.wait()
store.save(record(2), "a")
store.save(record(9, result="1"), "b")
store.set_note("on table", "b")
store.forget("gone")
print("ready", flush=True)
never.wait()
"""


def killed(folder: Path) -> None:
    """A program that is killed during a hanging commit."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", VICTIM, str(folder)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.kill()


def test_what_was_queued_when_the_program_was_killed_is_there(
    folder: Path, open_store: Opener
) -> None:
    killed(folder)
    for _ in range(2):  # seen at once, and on disk for good
        store = open_store()
        assert store.problems == ()
        assert plies(store) == {"a": 2}
        assert [kept.match_id for kept in store.finished()] == ["b"]
        assert store.get_note("on table") == "b"
        assert store.flush()
        assert [result.match_id for result in store.results()] == ["b"]
        store.close()


def test_an_older_slate_takes_the_place_of_nothing(folder: Path, open_store: Opener) -> None:
    store = open_store()
    store.save(record(1), "m")
    assert store.flush()
    older = (folder / FILE_NAME).read_bytes()
    store.save(record(2), "m")
    store.close()
    (folder / FILE_NAME).write_bytes(older)  # as after a power cut
    store = open_store()
    assert plies(store) == {"m": 2}
    for number in (3, 4):
        store.save(record(number), "m")
    store.close()
    assert plies(open_store()) == {"m": 4}


def test_the_slate_saves_what_a_damaged_database_loses(folder: Path, open_store: Opener) -> None:
    store = open_store()
    store.set_note("on table", "m")
    store.save(record(5), "m")
    assert store.flush()
    store.set_note("other", "thing")
    store.close()
    (folder / "tabletop.sqlite3").write_bytes(b"damaged")
    store = open_store()
    assert "It is now tabletop.damaged" in store.problems[0]
    assert plies(store) == {"m": 5}
    assert store.get_note("on table") == "m"


def test_a_second_program_leaves_the_slate_alone(folder: Path, open_store: Opener) -> None:
    first, second = open_store(), open_store()
    first.save(record(1), "m")
    before = (folder / FILE_NAME).read_bytes()
    second.save(record(2), "n")
    assert (folder / FILE_NAME).read_bytes() == before
    for store in (first, second):
        store.close()
    assert plies(open_store()) == {"m": 1, "n": 2}


def test_a_match_too_long_for_the_slate_is_kept_by_the_database(open_store: Opener) -> None:
    store = open_store()
    store.save(record(60_000), "m")
    store.close()
    assert plies(open_store()) == {"m": 60_000}


def test_without_a_slate_everything_is_as_before(folder: Path, open_store: Opener) -> None:
    (folder / FILE_NAME).mkdir(parents=True)
    store = open_store()
    store.save(record(3), "m")
    store.close()
    again = open_store()
    assert (plies(again), again.problems) == ({"m": 3}, ())


def test_a_disk_that_refuses_the_slate_costs_no_match(
    open_store: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store()

    def full(handle: int, at: int, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(slates, "_write", full)
    store.save(record(3), "m")
    store.save(record(4), "m")
    store.close()
    assert plies(open_store()) == {"m": 4}


def put(folder: Path, *queued: PendingWrites) -> list[Journal]:
    slate, _ = Journal.open(folder, 0)
    assert slate is not None
    for each in queued:
        slate.next()
        slate.write(each)
    slate.close()
    return [slate]


def left(folder: Path, known: int = 0) -> PendingWrites:
    slate, queued = Journal.open(folder, known)
    assert slate is not None
    slate.close()
    return queued


def test_of_two_slots_one_is_always_whole(tmp_path: Path) -> None:
    for last in range(1, 5):
        put(tmp_path, *(PendingWrites(notes={"n": SaveNote(str(last))}),))
        whole = (tmp_path / FILE_NAME).read_bytes()
        place = whole.find(b'{"n": "%d"}' % last) // SLOT_BYTES * SLOT_BYTES
        torn = whole[: place + 30] + bytes(20) + whole[place + 50 :]
        (tmp_path / FILE_NAME).write_bytes(torn)
        notes = {name: note.text for name, note in left(tmp_path).notes.items()}
        assert notes == ({} if last == 1 else {"n": str(last - 1)})
        (tmp_path / FILE_NAME).write_bytes(whole)
        assert left(tmp_path, known=last) == PendingWrites()


@given(st.binary(max_size=200), st.integers(0, 2 * SLOT_BYTES))
def test_noise_on_the_slate_does_no_harm(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int
) -> None:
    folder = tmp_path_factory.mktemp("slate")
    kept = PendingWrites(
        {"m": SaveMatch.of(record(3), "2030"), "f": ForgetMatch()},
        {"on table": SaveNote("m"), "x": SaveNote("")},
    )
    put(folder, PendingWrites(), kept)
    path = folder / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:at] + noise + whole[at + len(noise) :])
    found = left(folder)
    assert set(found.matches) in (set(), {"m", "f"})
    assert set(found.notes) in (set(), {"on table", "x"})
    path.write_bytes(whole[:at])
    left(folder)
    assert path.stat().st_size == 2 * SLOT_BYTES
    path.unlink()


def test_a_store_in_memory_has_no_slate(folder: Path) -> None:
    folder.write_text("no folder")
    with Store.open(folder) as store:
        store.save(record(1), "m")
        assert store.flush()
        assert plies(store) == {"m": 1}


def test_what_is_held_goes_to_the_disk_when_it_is_let_go(folder: Path, open_store: Opener) -> None:
    store, other = open_store(), open_store()
    store.hold_writes()
    store.save(record(3), "m")
    store.set_note("on table", "m")
    assert (plies(store), store.get_note("on table")) == ({"m": 3}, "m")
    held = threading.Event()
    assert not held.wait(0.1)
    assert (plies(other), left(folder_copy(folder)).matches) == ({}, {})
    store.release()
    assert set(left(folder_copy(folder)).matches) == {"m"}
    wait_for(lambda: plies(other) == {"m": 3})
    store.save(record(4), "m")
    store.close()
    assert plies(open_store()) == {"m": 4}


def folder_copy(folder: Path) -> Path:
    """A copy of the folder with the journal as it is now."""
    copy = folder.parent / "copy"
    copy.mkdir(exist_ok=True)
    (copy / FILE_NAME).write_bytes((folder / FILE_NAME).read_bytes())
    return copy
