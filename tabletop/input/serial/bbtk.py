"""Response pads of the Black Box ToolKit: ``A P 1 1234`` for each edge.

A channel (A for the buttons), P for pressed or R for released, the button (1 to 9, then 0), and the
pad's own milliseconds. 115200 baud, lines end with CR LF.
"""

import re
from math import inf
from typing import Final

from tabletop.input.serial.events import Event
from tabletop.input.serial.plain import PlainLines

KEYS: Final = "1234567890"
"""The buttons, first to last."""

ASKED: Final = ((0.1, b"X"), (0.3, b"MOD3\r\n"))
"""What brings a pad to telling its edges as they happen, and when: out of whatever it does, then
into that mode. Pads that tell them anyway take no notice."""

_EDGE: Final = re.compile(
    r"(?P<channel>[ACMT]) (?P<way>[PR]) (?P<key>[0-9\[\]]) (?P<ms>[0-9]{1,10})"
)


class Bbtk(PlainLines):
    """A pad with up to ten buttons; its light sensors, voice key and triggers mean nothing here."""

    name = "bbtk"
    title = "BBTK response pad"

    def __init__(self) -> None:
        super().__init__()
        self._began = 0.0
        self._asked = 0

    def begin(self, now: float) -> None:
        super().begin(now)
        self._began = now
        self._asked = 0

    def due(self, now: float) -> bytes:
        written = b""
        while self.wakes_in(now) == 0.0:
            written += ASKED[self._asked][1]
            self._asked += 1
        return written

    def wakes_in(self, now: float) -> float:
        if self._asked == len(ASKED):
            return inf
        return max(0.0, self._began + ASKED[self._asked][0] - now)

    def understand(self, line: str, now: float) -> list[Event] | None:
        edge = _EDGE.fullmatch(line)
        if edge is None or (edge["channel"] == "A") != (edge["key"] in KEYS):
            return None
        told = self._greeted(len(KEYS))
        if edge["channel"] != "A":
            return told
        button = KEYS.index(edge["key"])
        return told + self._turned(button, edge["way"] == "P", now, ms=int(edge["ms"]))
