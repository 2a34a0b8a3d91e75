"""Short wooden sounds, made by rule; where there is no device, all is quiet."""

import logging
from array import array
from collections.abc import Mapping
from functools import cache
from math import exp, pi, sin
from random import Random
from threading import Lock, Thread
from typing import Final, Literal, Protocol, TypeAlias

import pygame

from tabletop.ui.silence import libraries_silenced

log = logging.getLogger(__name__)

Name: TypeAlias = Literal["snap"]

RATE: Final = 44100
BUFFER: Final = 1024
"""Samples at a time: 23 ms of delay, and some forty wake-ups a second while the device is open."""
LOUDEST: Final = 0.5
"""Of what the device can do: a click must not frighten anybody."""


class Device(Protocol):
    """What plays samples: 16 bits, one channel, `RATE` a second."""

    def open(self) -> None:
        """Opens it; an exception where there is none."""

    def play(self, samples: bytes, volume: float) -> None:
        """Plays them now; volume from 0 to 1."""


class Mixer:
    """The system's own sound device, by way of SDL."""

    def __init__(self) -> None:
        self._made: dict[bytes, pygame.mixer.Sound] = {}

    def open(self) -> None:
        """Opens it; pygame.error where there is none."""
        with libraries_silenced():
            pygame.mixer.init(RATE, -16, 1, BUFFER)

    def play(self, samples: bytes, volume: float) -> None:
        """Plays them beside whatever still sounds."""
        sound = self._made.get(samples)
        if sound is None:
            sound = self._made[samples] = pygame.mixer.Sound(buffer=samples)
        sound.set_volume(volume)
        sound.play()


class Sounds:
    """Plays sounds by name. It never waits, and never fails: a table without a device is quiet.

    The device is opened at the first sound, by a thread, for that may take a second; sounds that
    come before it is open are left out, since a late click is worse than none.
    """

    def __init__(self, device: Device | None = None) -> None:
        """Without a device nothing is ever heard."""
        self._device = device
        self._lock = Lock()
        self._state: Literal["closed", "opening", "open", "none"] = (
            "closed" if device is not None else "none"
        )

    @property
    def works(self) -> bool | None:
        """Whether there is a device; None while nobody has tried."""
        return {"open": True, "none": False}.get(self._state)

    def play(self, name: Name, volume: float) -> None:
        """Plays a sound, unless the volume is 0."""
        if volume <= 0 or self._device is None:
            return
        with self._lock:
            state = self._state
            if state == "closed":
                self._state = "opening"
        if state == "closed":
            Thread(target=self._open, name="sound", daemon=True).start()
        elif state == "open":
            try:
                self._device.play(samples_of(name), min(1.0, volume) * LOUDEST)
            except Exception:
                self._lose()

    def _open(self) -> None:
        assert self._device is not None
        try:
            self._device.open()
        except Exception:
            self._lose()
        else:
            with self._lock:
                self._state = "open"

    def _lose(self) -> None:
        log.info("there is no sound", exc_info=True)
        with self._lock:
            self._state = "none"


def knock(seconds: float, pitches: Mapping[float, float], noise: float) -> bytes:
    """A knock on wood: decaying tones, hertz by strength, and a breath of noise at the start."""
    luck = Random(7)
    samples = array("h")
    for number in range(int(RATE * seconds)):
        t = number / RATE
        tone = sum(
            strength * sin(2 * pi * pitch * t) * exp(-t * (60 + pitch / 14))
            for pitch, strength in pitches.items()
        )
        hiss = noise * (2 * luck.random() - 1) * exp(-t * 900)
        samples.append(round(32767 * max(-1.0, min(1.0, 0.8 * tone + hiss))))
    return samples.tobytes()


@cache
def samples_of(name: Name) -> bytes:
    """The samples of a sound, made once."""
    match name:
        case "snap":  # wood that meets wood: short, soft, rather low
            return knock(0.06, {620.0: 0.6, 1130.0: 0.3, 2210.0: 0.12}, 0.15)
