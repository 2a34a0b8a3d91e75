"""BITSI boxes: one letter for each edge, ``A`` and ``a`` when the first button goes down and up.

There are no lines. But when such a box starts, and opening its port may start it, it greets with
one, ``BITSI mode, Ready!``, whose first letter is that of the second button. So in the first
seconds a ``B`` waits for what follows it.
"""

from collections.abc import Sequence
from typing import Final

from tabletop.input.serial.events import Edge, Event
from tabletop.input.serial.plain import Plain

DOWN: Final = b"ABCDEFGH"
UP: Final = b"abcdefgh"
STARTS: Final = 5.0
"""Seconds after opening within which a box may still greet."""
GREETING: Final = 48
"""The most bytes of a greeting; after so many there was none."""


class Bitsi(Plain):
    """A box with eight buttons."""

    name = "bitsi"
    title = "BITSI box"

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0
        self._waiting = False
        """A ``B`` came that may begin a greeting."""
        self._last = 0
        self._greeting = 0
        """How many bytes of a greeting may still follow."""

    def begin(self, now: float) -> None:
        super().begin(now)
        self._began = now

    def feed(self, data: bytes, now: float) -> Sequence[Event]:
        events: list[Event] = []
        for byte in data:
            events += self._take(byte, now)
        return events

    def _take(self, byte: int, now: float) -> list[Event]:
        last, self._last = self._last, byte
        if self._greeting:
            self._greeting = 0 if byte == ord("\n") else self._greeting - 1
            return []
        if last == ord("B") and byte == ord("I"):
            return self._starts(now)
        told: list[Event] = []
        if self._waiting:
            self._waiting = False
            told = self._letter(ord("B"), now)
        if byte == ord("B") and self._told is None and now - self._began < STARTS:
            self._waiting = True
            return told
        return told + self._letter(byte, now)

    def _starts(self, now: float) -> list[Event]:
        """The box greets: it has just started, and no button of it is down."""
        self._greeting, self._waiting = GREETING, False
        self.heard = now
        held, self.held = self.held, 0
        self._pressed.clear()
        self._told = None
        ups: list[Event] = [Edge(held=0, changed=held)] if held else []
        return ups + self._greeted(len(DOWN))

    def _letter(self, byte: int, now: float) -> list[Event]:
        if byte in b"\r\n":
            return []
        down = byte in DOWN
        if not down and byte not in UP:
            self.errors += 1
            return []
        self.heard = now
        button = (DOWN if down else UP).index(byte)
        return self._greeted(len(DOWN)) + self._turned(button, down, now)
