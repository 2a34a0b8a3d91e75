"""The PIN lock counts and waits, also after a kill or a change of the clock."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.system.pin_lock import DIGEST_BYTES, SALT_BYTES, HashedPin, PinLockState, wait_seconds
from tests.system.pin_locks import PIN, WRONG, Machine, chosen, quick, tried


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with patch.object(HashedPin, "of", staticmethod(quick)):
        yield


def test_the_right_pin_opens_and_a_wrong_one_does_not(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    assert tried(door, WRONG) == "wrong"
    assert door.failed == 1
    assert tried(door, PIN) == "right"
    assert door.failed == 0


def test_after_five_wrong_ones_even_the_right_one_has_to_wait(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    for _ in range(5):
        assert tried(door, WRONG) == "wrong"
    assert door.left == pytest.approx(60.0)
    assert tried(door, PIN) is None
    machine.time += 59.9
    assert tried(door, PIN) is None
    machine.time += 0.2
    assert tried(door, WRONG) == "wrong"
    assert door.left == pytest.approx(120.0)
    machine.time += 120.0
    assert tried(door, PIN) == "right"
    assert door.left == pytest.approx(0.0)


def test_the_wait_is_kept_over_a_restart_of_the_program(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    for _ in range(5):
        tried(door, WRONG)
    machine.time += 20.0
    again = machine.door(path)
    assert again.left == pytest.approx(40.0)
    assert again.failed == 5


@pytest.mark.parametrize("uptime", [5.0, 150.0, 1e6])
def test_a_restart_of_the_machine_does_not_shorten_it(
    machine: Machine, path: Path, uptime: float
) -> None:
    door = chosen(machine, path)
    for _ in range(5):
        tried(door, WRONG)
    machine.time += 20.0
    machine.restart(uptime)
    again = machine.door(path)
    assert again.left == pytest.approx(60.0)
    machine.time += 60.0
    assert tried(again, PIN) == "right"


def test_what_was_waited_is_written_down_now_and_then(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    for _ in range(7):
        tried(door, WRONG)
        machine.time += door.left
    assert tried(door, WRONG) == "wrong"
    assert door.left == pytest.approx(480.0)
    machine.time += 100.0
    door.save_progress()
    door.wait()
    machine.restart()
    assert machine.door(path).left == pytest.approx(380.0)


def test_a_try_is_written_down_before_it_is_looked_at(machine: Machine, path: Path) -> None:
    door = chosen(machine, path)
    seen: list[int] = []

    def fits(_: HashedPin, pin: str) -> bool:
        seen.append(PinLockState.read(path.read_text("utf-8")).failed)
        return pin == PIN

    with patch.object(HashedPin, "matches", fits):
        tried(door, WRONG)
        tried(door, PIN)
    assert seen == [1, 2]


@pytest.mark.parametrize("boot", ["", "first"])
def test_a_wait_goes_by_where_starts_have_no_names_too(path: Path, boot: str) -> None:
    machine = Machine()
    machine.boot = boot
    door = chosen(machine, path)
    for _ in range(5):
        tried(door, WRONG)
    machine.time += 60.0
    assert door.left == pytest.approx(0.0)


def test_only_its_owner_reads_the_file(machine: Machine, path: Path) -> None:
    chosen(machine, path)
    assert PIN not in path.read_text("utf-8")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"operator": 1}', '{"operator": 2, "failed": 0}', "\x00" * 200],
)
def test_a_damaged_file_opens_to_nobody(machine: Machine, path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    door = machine.door(path)
    assert door.kind == "damaged"
    assert tried(door, PIN) is None
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("name", ["failed", "left", "until"])
@pytest.mark.parametrize("number", ["1" + "0" * 310, "1" + "0" * 5000, "1e400", "NaN", "-1e400"])
def test_numbers_that_no_machine_counts_to_are_damage(
    machine: Machine, path: Path, name: str, number: str
) -> None:
    chosen(machine, path)
    words = json.loads(path.read_text("utf-8")) | {name: "number"}
    path.write_text(json.dumps(words).replace('"number"', number), "utf-8")
    door = machine.door(path)
    assert door.kind == "damaged"
    assert tried(door, PIN) is None


@given(st.data())
def test_a_file_with_any_byte_changed_never_opens_to_another_pin(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("door") / "operator.json"
    machine = Machine()
    chosen(machine, path)
    bytes_ = bytearray(path.read_bytes())
    bytes_[data.draw(st.integers(0, len(bytes_) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(bytes_))
    door = machine.door(path)
    machine.time += 10 * wait_seconds(10**6)
    assert tried(door, WRONG) in (None, "wrong")
    assert door.kind != "none"


@given(
    st.integers(0, 10**9),
    st.floats(0, 1e6),
    st.text(max_size=40),
    st.floats(-1e9, 1e9),
    st.booleans(),
)
def test_what_is_written_is_read_again(
    failed: int, left: float, boot: str, until: float, has_pin: bool
) -> None:
    pin = HashedPin(b"s" * SALT_BYTES, b"d" * DIGEST_BYTES) if has_pin else None
    state = PinLockState(pin, failed, round(left, 3), boot, round(until, 3))
    assert PinLockState.read(state.as_text()) == state


@given(st.text(max_size=300))
def test_whatever_stands_in_the_file_is_read_or_refused(text: str) -> None:
    try:
        PinLockState.read(text)
    except ValueError:
        return


def test_nothing_of_a_pin_is_logged(
    machine: Machine, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    door = chosen(machine, path)
    tried(door, WRONG)
    tried(door, PIN)
    assert caplog.text
    assert WRONG not in caplog.text
    assert PIN not in caplog.text


def test_a_fault_while_a_pin_is_looked_at_keeps_nobody_out_for_ever(
    machine: Machine, path: Path
) -> None:
    door = chosen(machine, path)
    with patch.object(HashedPin, "matches", side_effect=MemoryError):
        assert tried(door, PIN) == "wrong"
    assert tried(door, PIN) == "right"
