"""What the drivers without questions, checksums and heartbeats have in common.

Such a device cannot be found out: somebody has to say that it speaks this language. It counts as
known at once, and its silence means nothing; only a read error says that it is gone.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Final

from tabletop.input.serial.events import Caps, Edge, Event, Hello

LONGEST: Final = 96
"""Bytes of a line; a longer one is rubbish, and skipped to its end."""
REPEATED: Final = 1.0
"""Seconds within which another press of a held button is a repeat, as of a box that tells again and
again what is held. After that it is a new press, and the release was lost."""


def plain_caps(buttons: int, sides: int = 0) -> Caps:
    """What such a device can do, in the words of those that can say it."""
    told = (f"btn:{buttons}" if buttons else "", f"roll:{sides}" if sides else "")
    return Caps(buttons=buttons, sides=sides, text=",".join(filter(None, told)))


class Plain(ABC):
    """A driver that only listens. `feed` is what differs."""

    name = ""
    title = ""
    """What the device is called, as it cannot say so itself."""

    def __init__(self) -> None:
        self.known = True
        self.refused = ""
        self.errors = 0
        self.heard = 0.0
        self.held = 0
        """The mask of buttons that are down."""
        self._told: Caps | None = None
        self._pressed: dict[int, float] = {}

    def begin(self, now: float) -> None:
        """The port has just been opened."""
        self.heard = now

    @abstractmethod
    def feed(self, data: bytes, now: float) -> Sequence[Event]: ...

    def due(self, now: float) -> bytes:  # noqa: ARG002 - nothing to say, whenever
        return b""

    def wakes_in(self, now: float) -> float:  # noqa: ARG002
        return inf

    def silent(self, now: float) -> str:  # noqa: ARG002
        return ""

    def lamp(self, number: int, colour: str) -> bytes:  # noqa: ARG002
        return b""

    def _greeted(self, buttons: int, sides: int = 0) -> list[Event]:
        """Who the device is, where that is news."""
        caps = plain_caps(buttons, sides)
        if caps == self._told:
            return []
        self._told = caps
        return [Hello(name=self.title, firmware="", boot="", caps=caps)]

    def _turned(self, button: int, down: bool, now: float, ms: int = 0) -> list[Event]:
        """A button went down or up, unless that is no news."""
        bit = 1 << button
        if down:
            since = now - self._pressed.get(button, -inf)
            self._pressed[button] = now
            if self.held & bit and since <= REPEATED:
                return []
            self.held |= bit
        elif not self.held & bit:
            return []
        else:
            self.held &= ~bit
            self._pressed.pop(button, None)
        return [Edge(held=self.held, changed=bit, ms=ms)]


class PlainLines(Plain):
    """A driver of lines that end with CR, LF or both."""

    def __init__(self) -> None:
        super().__init__()
        self._line = bytearray()
        self._skips = False

    def feed(self, data: bytes, now: float) -> Sequence[Event]:
        events: list[Event] = []
        for part in data.replace(b"\r", b"\n").splitlines(keepends=True):
            self._line += part
            if self._line.endswith(b"\n"):
                line = bytes(self._line[:-1])
                self._line.clear()
                events += self._read(line, now)
            elif len(self._line) > LONGEST:
                self._line.clear()
                self._skips = True
        return events

    @abstractmethod
    def understand(self, line: str, now: float) -> list[Event] | None:
        """What a line says; None if it says nothing in this language."""

    def _read(self, line: bytes, now: float) -> list[Event]:
        skipped, self._skips = self._skips or len(line) > LONGEST, False
        text = "" if skipped else line.decode("ascii", "replace").replace("\t", " ").strip()
        if not text and not skipped:
            return []
        told = None if skipped or not text.isprintable() else self.understand(text, now)
        if told is None:
            self.errors += 1
            return []
        self.heard = now
        return told
