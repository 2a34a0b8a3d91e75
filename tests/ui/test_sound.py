"""Sounds are heard where there is a device, and a table without one is quiet, not broken."""

import time
from array import array
from threading import Event

import pytest

from tabletop.ui.sound import LOUDEST, RATE, Sounds, samples_of


class Speaker:
    """A device that notes what it is to play."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault
        self.opened = 0
        self.played: list[tuple[bytes, float]] = []
        self.may_open = Event()
        self.may_open.set()

    def open(self) -> None:
        self.may_open.wait(5)
        self.opened += 1
        if self.fault is not None:
            raise self.fault

    def play(self, samples: bytes, volume: float) -> None:
        if self.fault is not None:
            raise self.fault
        self.played.append((samples, volume))


def settled(sounds: Sounds) -> bool | None:
    """Waits until the device is open, or known not to be there."""
    until = time.monotonic() + 5
    while sounds.works is None and time.monotonic() < until:
        time.sleep(0.002)
    return sounds.works


def test_the_device_is_opened_at_the_first_sound_and_plays_the_next() -> None:
    speaker = Speaker()
    sounds = Sounds(speaker)
    assert speaker.opened == 0
    sounds.play("snap", 0.5)
    assert settled(sounds)
    sounds.play("snap", 0.5)
    assert speaker.played == [(samples_of("snap"), 0.5 * LOUDEST)]
    assert speaker.opened == 1


def test_while_the_device_opens_nothing_waits_and_nothing_is_played_late() -> None:
    speaker = Speaker()
    speaker.may_open.clear()
    sounds = Sounds(speaker)
    for _ in range(3):
        sounds.play("snap", 1.0)
    assert sounds.works is None
    speaker.may_open.set()
    assert settled(sounds)
    assert (speaker.opened, speaker.played) == (1, [])


@pytest.mark.parametrize("fault", [OSError("no device"), RuntimeError("unplugged")])
def test_without_a_device_the_table_is_quiet_and_asks_no_more(fault: Exception) -> None:
    speaker = Speaker(fault)
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    assert settled(sounds) is False
    sounds.play("snap", 1.0)
    assert speaker.opened == 1


def test_a_device_that_is_lost_in_the_middle_makes_the_table_quiet() -> None:
    speaker = Speaker()
    sounds = Sounds(speaker)
    sounds.play("snap", 1.0)
    assert settled(sounds)
    speaker.fault = OSError("unplugged")
    sounds.play("snap", 1.0)
    assert sounds.works is False


def test_at_volume_nought_no_device_is_opened() -> None:
    speaker = Speaker()
    Sounds(speaker).play("snap", 0.0)
    assert speaker.opened == 0


def test_a_snap_is_short_begins_at_once_and_fades_out() -> None:
    samples = array("h", samples_of("snap"))
    third = len(samples) // 3
    assert len(samples) < 0.1 * RATE
    assert max(map(abs, samples[:third])) > 10 * max(map(abs, samples[-third:]))
    assert max(map(abs, samples)) <= 32767
