"""Sounds are heard where there is a device, and a table without one is quiet, not broken."""

import time
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from threading import Event

import pytest

from tabletop.ui.audio.sound_files import MUSIC, SOUND_NAMES, SOUNDS_FOLDER, SoundName, read_sound
from tabletop.ui.audio.sounds import (
    MAX_DELAY_SECONDS,
    MAX_DEVICE_VOLUME,
    RETRY_DEVICE_SECONDS,
    Sounds,
)


class Noted:
    """A device that notes what it is to do."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault
        self.opened = self.closed = self.killed = 0
        self.loaded: list[str] = []
        self.played: list[tuple[str, float]] = []
        self.looped: list[tuple[str, float]] = []
        self.prepared = 0
        self.may_open, self.may_close, self.closing = Event(), Event(), Event()
        self.may_open.set()
        self.may_close.set()

    def prepare(self) -> None:
        self.prepared += 1

    def open(self) -> None:
        self.may_open.wait(5)
        self.opened += 1
        if self.fault is not None:
            raise self.fault

    def load(self, folder: Path, name: str) -> None:
        read_sound(folder, name)
        self.loaded.append(name)

    def play(self, name: str, volume: float) -> None:
        if self.fault is not None:
            raise self.fault
        self.played.append((name, volume))

    def loop(self, name: str, volume: float) -> None:
        self.looped.append((name, volume))

    def close(self) -> None:
        self.closing.set()
        assert self.may_close.wait(5)
        self.closed += 1
        self.loaded.clear()

    def kill(self) -> None:
        self.killed += 1
        self.may_open.set()
        self.may_close.set()


class Time:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def soon(true: Callable[[], bool]) -> bool:
    """Waits until the thread of the sounds has come that far."""
    until = time.monotonic() + 5
    while not true() and time.monotonic() < until:
        time.sleep(0.002)
    return true()


def test_the_device_is_opened_at_the_first_sound_which_is_heard() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    assert speaker.opened == 0
    sounds.play("snap", 0.5)
    sounds.play("placed", 4.0)
    assert soon(lambda: len(speaker.played) == 2)
    assert speaker.played == [("snap", 0.5 * MAX_DEVICE_VOLUME), ("placed", MAX_DEVICE_VOLUME)]
    assert sounds.works
    assert speaker.opened == 1
    assert speaker.loaded == [*SOUND_NAMES]
    sounds.close(wait=5)


def test_while_the_device_opens_nothing_waits_and_nothing_is_played_much_too_late() -> None:
    speaker, now = Noted(), Time()
    speaker.may_open.clear()
    sounds = Sounds(speaker, now=now)
    sounds.play("snap", 1.0)
    now.seconds += 0.9 * MAX_DELAY_SECONDS
    sounds.play("placed", 1.0)
    assert sounds.works is None
    now.seconds += 0.2 * MAX_DELAY_SECONDS
    speaker.may_open.set()
    assert soon(lambda: bool(speaker.played))
    sounds.close(wait=5)
    assert [name for name, _ in speaker.played] == ["placed"]


@pytest.mark.parametrize("fault", [OSError("no device"), RuntimeError("unplugged")])
def test_without_a_device_the_table_is_quiet_and_asks_only_now_and_then(fault: Exception) -> None:
    speaker, now = Noted(fault), Time()
    sounds = Sounds(speaker, now=now)
    sounds.play("snap", 1.0)
    assert soon(lambda: sounds.works is False and sounds.device_closed)
    now.seconds += 0.9 * RETRY_DEVICE_SECONDS
    sounds.play("snap", 1.0)
    assert sounds.device_closed
    assert speaker.opened == 1
    speaker.fault = None
    now.seconds += 0.2 * RETRY_DEVICE_SECONDS
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    assert sounds.works
    sounds.close(wait=5)


def test_a_device_that_is_lost_in_the_middle_makes_the_table_quiet_until_it_is_back() -> None:
    speaker, now = Noted(), Time()
    sounds = Sounds(speaker, now=now)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    speaker.fault = OSError("unplugged")
    sounds.play("snap", 1.0)
    assert soon(lambda: sounds.works is False)
    assert speaker.closed == 1
    speaker.fault = None
    now.seconds += RETRY_DEVICE_SECONDS
    sounds.play("won", 1.0)
    assert soon(lambda: len(speaker.played) == 2)
    assert speaker.opened == 2
    sounds.close(wait=5)


def test_at_volume_nought_no_device_is_opened() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.play("snap", 0.0)
    sounds.set_music_volume(0.0)
    sounds.close(wait=5)
    assert sounds.device_closed
    assert speaker.opened == 0


def test_after_quiet_minutes_the_device_is_closed_and_opens_again_at_need() -> None:
    speaker = Noted()
    sounds = Sounds(speaker, quiet=0.01)
    sounds.play("snap", 1.0)
    assert soon(lambda: speaker.closed == 1 and sounds.device_closed)
    sounds.play("placed", 1.0)
    assert soon(lambda: len(speaker.played) == 2)
    assert speaker.opened == 2
    assert soon(lambda: speaker.closed == 2)


def test_music_is_played_over_and_over_as_loud_as_it_shall_be() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.set_music_volume(0.5)
    assert soon(lambda: bool(speaker.looped))
    sounds.play("snap", 1.0)
    sounds.set_music_volume(0.25)
    assert soon(lambda: len(speaker.looped) == 2)
    sounds.set_music_volume(0.0)
    assert soon(lambda: len(speaker.looped) == 3)
    loud = [(MUSIC, 0.5 * MAX_DEVICE_VOLUME), (MUSIC, 0.25 * MAX_DEVICE_VOLUME), (MUSIC, 0.0)]
    assert speaker.looped == loud
    sounds.close(wait=5)


def test_music_rests_with_the_table_and_comes_back_with_the_next_sound() -> None:
    speaker = Noted()
    sounds = Sounds(speaker, quiet=0.01)
    sounds.set_music_volume(0.5)
    assert soon(lambda: speaker.closed == 1 and sounds.device_closed)
    sounds.play("touch", 1.0)
    assert soon(lambda: len(speaker.looped) == 2)


def test_music_that_is_wanted_later_is_read_then() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    assert MUSIC not in speaker.loaded
    sounds.set_music_volume(1.0)
    assert soon(lambda: speaker.looped == [(MUSIC, MAX_DEVICE_VOLUME)])
    sounds.close(wait=5)


def test_closing_lets_go_of_the_device_at_once_and_a_later_sound_opens_it() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    sounds.close(wait=5)
    assert sounds.device_closed
    assert (speaker.opened, speaker.closed) == (1, 1)
    sounds.play("snap", 1.0)
    assert soon(lambda: speaker.opened == 2)
    sounds.close(wait=5)


def test_nobody_waits_for_a_device_that_is_slow_to_close_and_what_is_asked_then_is_heard() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    speaker.may_close.clear()
    sounds.close()
    assert speaker.closing.wait(5)
    sounds.play("placed", 1.0)
    sounds.set_music_volume(0.5)
    sounds.close()
    sounds.play("won", 1.0)
    assert speaker.closed == 0
    speaker.may_close.set()
    assert soon(lambda: len(speaker.played) == 2)
    assert [name for name, _ in speaker.played] == ["snap", "won"]
    assert speaker.looped == []
    sounds.close(wait=5)


@pytest.mark.parametrize("quiet", [0.01, 60.0])
def test_a_device_that_never_closes_is_ended_with_the_program(quiet: float) -> None:
    speaker = Noted()
    sounds = Sounds(speaker, quiet=quiet)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(speaker.played))
    speaker.may_close.clear()
    if quiet < 1:
        assert speaker.closing.wait(5)
    sounds.end(wait=0.01)
    assert speaker.killed == 1
    assert soon(lambda: sounds.device_closed)


def test_a_device_is_got_ready_without_being_opened() -> None:
    speaker = Noted()
    sounds = Sounds(speaker)
    sounds.prepare()
    sounds.set_music_volume(0.0)
    assert soon(lambda: sounds.device_closed)
    assert speaker.prepared > 0
    assert speaker.opened == 0
    assert sounds.works is None


def holed(folder: Path, *broken: SoundName) -> None:
    """A folder of all sounds, of which some are damaged and the last one is missing."""
    for name in SOUND_NAMES:
        copy(SOUNDS_FOLDER / f"{name}.wav", folder)
    for name in broken:
        (folder / f"{name}.wav").write_bytes(b"RIFF")
    (folder / f"{broken[-1]}.wav").unlink()


def test_a_missing_or_damaged_file_is_quiet_and_said_in_one_sentence(tmp_path: Path) -> None:
    holed(tmp_path, "hint", "won")
    speaker = Noted()
    sounds = Sounds(speaker, folder=tmp_path, quiet=0.01)
    for _ in range(2):
        sounds.play("won", 1.0)
        sounds.play("snap", 1.0)
        assert soon(lambda: sounds.device_closed)
    assert {name for name, _ in speaker.played} == {"snap"}
    assert sounds.problems == ("Missing or damaged sounds: won.wav, hint.wav.",)


def test_nothing_is_said_of_broken_files_until_all_are_known(tmp_path: Path) -> None:
    holed(tmp_path, *SOUND_NAMES)
    said = []

    class Watching(Noted):
        def load(self, folder: Path, name: str) -> None:
            said.append(sounds.problems)
            super().load(folder, name)

    sounds = Sounds(Watching(), folder=tmp_path)
    sounds.play("won", 1.0)
    assert soon(lambda: bool(sounds.problems))
    sounds.close(wait=5)
    assert {*said} == {()}
    assert len(sounds.problems) == 1


def test_a_file_that_is_found_broken_later_has_a_sentence_of_its_own(tmp_path: Path) -> None:
    holed(tmp_path, "won")
    sounds = Sounds(Noted(), folder=tmp_path)
    sounds.play("snap", 1.0)
    assert soon(lambda: bool(sounds.problems))
    sounds.set_music_volume(1.0)
    assert soon(lambda: len(sounds.problems) == 2)
    sounds.close(wait=5)
    assert "music.wav" in sounds.problems[1]
    assert "won.wav" not in sounds.problems[1]


def test_a_table_without_sounds_plays_nothing() -> None:
    sounds = Sounds()
    sounds.play("snap", 1.0)
    sounds.set_music_volume(1.0)
    assert sounds.works is False
    assert sounds.device_closed


def test_a_device_that_does_not_come_to_an_end_is_ended_with_the_program() -> None:
    speaker = Noted()
    speaker.may_open.clear()
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    sounds.end(wait=0.01)
    assert speaker.killed == 1
