import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop.input import session as diaries
from tabletop.input.actions import Action, Down
from tabletop.input.devices import Bindings, Device, Devices
from tabletop.input.session import RecordedTurn, SessionRecorder, SessionRecording, read_recording
from tests.input.session.test_recording import BEGINNING

DOWN: Action = Down(source="tuio", contact=3, at=(0.1, 1 / 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def begun(path: Path) -> SessionRecorder:
    diary = SessionRecorder(path)
    diary.begin(BEGINNING)
    return diary


def lived(path: Path) -> int:
    """The number of turns on disk."""
    return len(read(path).turns) if path.stat().st_size else 0


def read(path: Path) -> SessionRecording:
    with path.open("rb") as lines:
        return read_recording(lines)


def until(found: Callable[[], object]) -> None:
    end = time.monotonic() + 15
    while not found():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_what_every_turn_was_handed_is_written_down(path: Path) -> None:
    diary = begun(path)
    devices = Devices(Bindings())
    seed = diary.seeds(iter([11, 12, 13]).__next__)
    dates = iter(["2026-11-21", "2026-11-22", "2026-11-22"])
    date = diary.dates(lambda: next(dates))
    seed()
    date()
    for us, actions in ((16667, []), (100, [DOWN]), (5, [])):
        for action in actions:
            diary.record_action(action)
        diary.turn(us)
    devices.report(Device("a", "serial", "Box", "/dev/x"))
    diary.record_devices(devices)
    seed()
    seed()
    date()
    date()
    diary.record_notices(["Oh."])
    diary.record_display(("window", 1280, 800))
    diary.turn(6)
    devices.forget("a")
    diary.record_display(("window", 640, 480))
    diary.record_devices(devices)
    diary.turn(7)
    diary.close()
    assert read(path) == SessionRecording(
        BEGINNING,
        (
            RecordedTurn(16667, seeds=(11,)),
            RecordedTurn(100, (DOWN,)),
            RecordedTurn(5),
            RecordedTurn(
                6,
                seeds=(12, 13),
                date="2026-11-22",
                notices=("Oh.",),
                devices=(Device("a", "serial", "Box", "/dev/x"),),
            ),
            RecordedTurn(7, display=("window", 640, 480), removed=("a",)),
        ),
    )


def test_half_a_second_of_nothing_is_on_the_disk_before_the_diary_is_closed(path: Path) -> None:
    diary = begun(path)
    for _ in range(31):
        diary.turn(16667)
    until(lambda: lived(path) >= 30)
    diary.record_action(DOWN)
    diary.turn(16667)
    until(lambda: lived(path) == 32)
    diary.close()


def test_the_disk_is_made_to_keep_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = threading.Event()
    monkeypatch.setattr(os, "fsync", lambda _: kept.set())
    diary = begun(path)
    assert kept.wait(15)
    diary.close()


def test_an_earlier_evening_is_kept_beside(path: Path) -> None:
    begun(path).close()
    before = path.read_bytes()
    second = begun(path)
    second.turn(5)
    second.close()
    assert path.with_name("evening.jsonl.old").read_bytes() == before
    assert len(read(path).turns) == 1


def test_a_full_disk_is_told_and_the_evening_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    diary = begun(path)
    until(lambda: diary.trouble)
    assert diary.trouble == "This session is no longer being recorded: No space left on device."
    diary.turn(5)
    diary.close()


def test_a_disk_that_is_too_slow_holds_nobody_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(diaries, "MAX_QUEUED_LINES", 20)
    monkeypatch.setattr(diaries, "SYNC_SECONDS", 0.0)
    monkeypatch.setattr(os, "fsync", lambda _: let_go.wait(15))
    diary = begun(path)
    for _ in range(50):
        diary.record_action(DOWN)
        diary.turn(5)
    assert diary.trouble == "This session is no longer being recorded: the disk is too slow."
    let_go.set()
    diary.close()


def test_a_diary_leaves_no_thread(path: Path) -> None:
    begun(path).close()
    assert [thread.name for thread in threading.enumerate() if thread.name == "diary"] == []


def test_lines_are_json_one_a_turn_that_mattered(path: Path) -> None:
    diary = begun(path)
    for us in (1, 2, 3):
        diary.turn(us)
    diary.record_action(DOWN)
    diary.turn(4)
    diary.close()
    lines: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[1:] == [
        {"turn": 1, "run": [1, 2, 3]},
        {
            "turn": 4,
            "us": 4,
            "do": [{"do": "Down", "source": "tuio", "contact": 3, "at": [0.1, 1 / 3]}],
        },
    ]
