"""The PIN lock's file: a failing disk, and a shell command that writes it meanwhile."""

import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from tabletop.settings import write_atomically
from tabletop.system import pin_lock as doors
from tabletop.system.pin_lock import HashedPin
from tests.system.pin_locks import (
    ANOTHER,
    PIN,
    WRONG,
    Machine,
    another_set,
    chosen,
    looked,
    quick,
    tried,
    waiting,
)


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with patch.object(HashedPin, "of", staticmethod(quick)):
        yield


def test_where_the_disk_takes_nothing_every_wrong_pin_costs_a_minute(
    machine: Machine, path: Path
) -> None:
    door = chosen(machine, path)
    with patch.object(doors, "write_atomically", side_effect=OSError(30, "Read-only file system")):
        assert tried(door, WRONG) == "wrong"
        assert door.left == pytest.approx(60.0)
        machine.time += 60.0
        assert tried(door, PIN) == "right"


def test_asking_anew_costs_no_less_where_the_disk_takes_nothing(
    machine: Machine, path: Path
) -> None:
    chosen(machine, path)
    waited = []
    with patch.object(doors, "write_atomically", side_effect=OSError(28, "No space left")):
        for anew in (False, True):
            door, before = machine.door(path), machine.time
            for _ in range(20):
                if anew:
                    looked(door)
                machine.time += door.left
                assert tried(door, WRONG) == "wrong"
            assert door.failed == 20
            waited.append(machine.time - before)
    assert waited[1] == pytest.approx(waited[0])
    assert waited[0] > 100_000


def test_a_write_that_failed_half_way_is_nobody_elses(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)

    def unsure(path: Path, text: str) -> None:
        write_atomically(path, text)
        raise OSError(5, "Input/output error")  # of the folder: only whether it stays is unknown

    with patch.object(doors, "write_atomically", unsure):
        assert tried(door, WRONG) == "wrong"
        looked(door)
    assert door.left == pytest.approx(60.0)


def test_what_the_disk_did_not_take_ends_when_a_shell_ends_it(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    with patch.object(doors, "write_atomically", side_effect=OSError(28, "No space left")):
        tried(door, WRONG)
    machine.time += 1.0
    assert door.left > 0
    assert machine.door(path).unlock()
    looked(door)
    assert door.left == pytest.approx(0.0)
    assert door.failed == 0


def test_a_pin_that_cannot_be_kept_is_none(machine: Machine, path: Path) -> None:
    door = machine.door(path)
    with patch.object(doors, "write_atomically", side_effect=OSError(28, "No space left")):
        door.set_pin(PIN)
        door.wait()
    assert door.answer() == "unkept"
    assert door.kind == "none"


def test_a_shell_ends_the_wait_of_a_running_table(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    for _ in range(6):
        tried(door, WRONG)
        machine.time += 60.0
    assert door.left > 0
    assert machine.door(path).unlock()
    looked(door)
    assert door.left == pytest.approx(0.0)
    assert tried(door, PIN) == "right"


def test_a_wait_that_a_shell_has_ended_does_not_come_back(machine: Machine, path: Path) -> None:
    door = waiting(machine, path)
    machine.time += 10.0
    assert machine.door(path).unlock()
    machine.time += 61.0
    door.save_progress()
    door.wait()
    for one in (door, machine.door(path)):
        assert one.failed == 0
        assert one.left == pytest.approx(0.0)


def test_a_waiting_table_does_not_write_the_old_pin_over_a_new_one(
    machine: Machine, path: Path
) -> None:
    door = waiting(machine, path)
    machine.time += 61.0
    another_set(machine, path)
    door.save_progress()
    door.wait()
    assert tried(machine.door(path), ANOTHER) == "right"


def test_a_pin_that_was_set_while_the_page_lay_open_counts_at_once(
    machine: Machine, path: Path
) -> None:
    door = chosen(machine, path)
    machine.time += 1.0
    another_set(machine, path)
    assert tried(door, PIN) == "wrong"
    assert tried(door, ANOTHER) == "right"
    assert tried(machine.door(path), ANOTHER) == "right"


def test_a_wait_that_began_elsewhere_meanwhile_holds_and_counts_nothing(
    machine: Machine, path: Path
) -> None:
    door, other = chosen(machine, path), machine.door(path)
    for _ in range(5):
        machine.time += 1.0
        tried(other, WRONG)
    assert tried(door, PIN) == "wrong"
    assert door.failed == 5
    assert door.left == pytest.approx(60.0)


@pytest.mark.parametrize("text", ["{", None])
def test_nothing_is_written_over_a_file_that_was_damaged_or_lost_meanwhile(
    machine: Machine, path: Path, text: str | None
) -> None:
    door, second = waiting(machine, path), machine.door(path)
    machine.time += door.left
    path.unlink()
    if text is not None:
        path.write_text(text, "utf-8")
    assert tried(door, PIN) == "wrong"
    second.save_progress()
    second.wait()
    assert second.kind == door.kind
    assert door.kind == ("none" if text is None else "damaged")
    assert (path.read_text("utf-8") if path.exists() else None) == text


def test_a_slow_disk_is_asked_for_one_thing_at_a_time(machine: Machine, path: Path) -> None:
    door, goes = waiting(machine, path), threading.Event()
    machine.time += 61.0
    reads: list[Path] = []
    text = path.read_bytes()

    def slow(asked: Path) -> bytes:
        reads.append(asked)
        goes.wait()
        return text

    with patch.object(Path, "read_bytes", slow):
        for _ in range(60):
            door.save_progress()
        goes.set()
        door.wait()
    assert reads == [path]


def test_a_file_that_cannot_be_read_opens_to_nobody_until_it_can(
    machine: Machine, path: Path
) -> None:
    door = chosen(machine, path)
    with patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied")):
        assert machine.door(path).kind == "damaged"
        looked(door)
        assert door.kind == "damaged"
    looked(door)
    assert tried(door, PIN) == "right"
