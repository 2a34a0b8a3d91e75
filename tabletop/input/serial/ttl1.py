"""TTL/1, the language of our own dice readers and button boxes (see `docs/protocol.md`)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tabletop.engine import say
from tabletop.input.serial.crc import framed
from tabletop.input.serial.device_clock import DeviceClock, apart
from tabletop.input.serial.events import Beat, Caps, Edge, Event, Hello, Throw, Trouble
from tabletop.input.serial.framing import Frames
from tabletop.input.serial.lines import HIGHEST_SEQ, Line, Newer, read_line
from tabletop.input.serial.repeats import Repeats

_QUESTIONS: Final = (0.05, 1.0, 2.0)
"""Seconds after the opening: it resets many boards, whose bootloader is deaf for a while."""
_INTRODUCTION: Final = 3.0
"""Seconds in which a device must say who it is."""
_STALE: Final = 3.5
_SILENT: Final = 5.0
_LATE_LINES: Final = 16
_LATE_MS: Final = 3000
"""How far back the copy of a throw may lie whose first copy was lost."""
_MOST_PARKED: Final = 4096


class Ttl1:
    """Changes with each piece of bytes (see `driver.Driver`)."""

    name = "ttl/1"

    def __init__(self, repeats: Repeats | None = None) -> None:
        self.known = False
        self.refused = ""
        self.errors = 0
        self.heard = 0.0
        self.introduction = b""
        self.caps = Caps()
        self.held = 0
        """The buttons that are held, as a mask."""
        self._repeats = Repeats() if repeats is None else repeats
        self._frames = Frames()
        self._parked: dict[bytes, tuple[float, float]] = {}
        """What came before the device said who it is: when first, when last. Not yet believed."""
        self._began = 0.0
        self._asked = 0
        self._answers = bytearray()
        self._seq: int | None = None
        self._ms: int | None = None
        self._clock = DeviceClock()

    def begin(self, now: float) -> None:
        self._began = self.heard = now

    def feed(self, data: bytes, now: float) -> Sequence[Event]:
        events: list[Event] = []
        if self.refused:
            return events
        bodies, errors = self._frames.feed(data)
        self.errors += errors
        for body in bodies:
            line = read_line(body)
            if line is None:
                self.errors += 1
            elif isinstance(line.says, Newer):
                events.append(self._refuse(line.says))
                break
            elif self.known:
                events += self._take(body, line, now)
            elif isinstance(line.says, Hello):
                events += self._meet(body, line.says, now)
            else:
                self._park(body, now)
        return events

    def due(self, now: float) -> bytes:
        if not (self.known or self.refused) and self._wait_to_ask(now) <= 0:
            self._asked = sum(now - self._began >= at for at in _QUESTIONS)
            self._answers += b"?\n"
        answers = bytes(self._answers)
        self._answers.clear()
        return answers

    def wakes_in(self, now: float) -> float:
        if self._answers:
            return 0.0
        if self.known or self.refused:
            return float("inf")
        return max(0.0, self._wait_to_ask(now))

    def silent(self, now: float) -> str:
        if not self.known and now - self._began > _INTRODUCTION:
            return say("serial.strange", "nothing there speaks ttl/1")
        if now - self.heard > _SILENT:
            return say("serial.silent", "it has said nothing for five seconds")
        return ""

    def stale(self, now: float) -> bool:
        return self.known and now - self.heard > _STALE

    def lamp(self, number: int, colour: str) -> bytes:
        if not 0 <= number < self.caps.lamps or not re.fullmatch("[0-9A-Fa-f]{6}", colour):
            return b""
        return f"L {number} {colour}\n".encode("ascii")

    def _wait_to_ask(self, now: float) -> float:
        """Seconds until the next question."""
        if self._asked == len(_QUESTIONS):
            return float("inf")
        return self._began + _QUESTIONS[self._asked] - now

    def _refuse(self, newer: Newer) -> Trouble:
        words = "it speaks {version}, newer than the ttl/1 that we know"
        self.refused = say("serial.too-new", words, version=newer.version)
        self._parked.clear()
        self._answers.clear()
        return Trouble(self.refused)

    def _park(self, body: bytes, now: float) -> None:
        self.heard = now
        first, _ = self._parked.get(body, (now, now))
        if len(self._parked) < _MOST_PARKED or body in self._parked:
            self._parked[body] = (first, now)

    def _meet(self, body: bytes, hello: Hello, now: float) -> list[Event]:
        """The device says who it is for the first time: what it said before can be believed."""
        self.known = True
        self.caps = hello.caps
        events: list[Event] = []
        for parked, (first, last) in self._parked.items():
            line = read_line(parked)
            if line is not None:
                events += self._take(parked, line, first)
                self._repeats.is_new(parked, last)
        self._parked.clear()
        # It may be no news to the port, which was opened anew, but it is to us.
        self._repeats.is_new(body, now)
        return [*events, *self._greet(body, hello, now)]

    def _greet(self, body: bytes, hello: Hello, now: float) -> list[Event]:
        self.heard = now
        self.caps = hello.caps
        self.introduction = framed(body.decode("ascii"))
        self._restart()
        return [hello]

    def _take(self, body: bytes, line: Line, now: float) -> list[Event]:
        """A line of a device that is known."""
        if not line.fits(self.caps):
            self.errors += 1
            return []
        self.heard = now
        said = line.says
        if isinstance(said, Throw):
            self._answers += b"A %d\n" % line.seq  # repeats too, for our last answer was lost
        if not self._repeats.is_new(body, now):
            return []
        if isinstance(said, Hello):
            return self._greet(body, said, now)
        self._follow(line)
        age = 0.0 if line.ms is None else self._clock.age(line.ms, now)
        match said:
            case Throw():
                return [replace(said, age=age)]
            case Edge() | Beat():
                # A lost line is healed so, and no event is made up for it.
                self.held = said.held
                return [said]
            case Trouble():
                return [said]
        return []

    def _follow(self, line: Line) -> None:
        """Keeps count of lines and time, and notices that the device has restarted."""
        if line.says is None and line.seq == 0:
            return
        lines = self._lines_on(line.seq)
        time = 0 if line.ms is None or self._ms is None else apart(line.ms, self._ms)
        late = -_LATE_LINES <= lines <= 0 and -_LATE_MS <= time <= 0
        if late and isinstance(line.says, Throw) and self._seq is not None:
            return  # the copy of a throw whose first copy was lost
        if lines < 0 or time < 0:
            self._restart()
        self._seq = line.seq or self._seq
        self._ms = self._ms if line.ms is None else line.ms

    def _lines_on(self, seq: int) -> int:
        """Lines from the last one to this, negative if it goes back."""
        if self._seq is None:
            return 0
        if seq == 0:  # nothing has happened yet, although something had
            return -HIGHEST_SEQ
        steps = (seq - self._seq) % HIGHEST_SEQ
        return steps - HIGHEST_SEQ if steps > HIGHEST_SEQ // 2 else steps

    def _restart(self) -> None:
        """Nothing of a device that has restarted holds any more."""
        self.held = 0
        self._seq = self._ms = None
        self._clock = DeviceClock()
