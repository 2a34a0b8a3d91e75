"""Drivers of devices that only send: no questions, checksums and heartbeats.

Such a device cannot be recognised: its protocol has to be named. It counts as known at once, and
its silence means nothing; only a read error tells that it is gone.

Loose lines, as a first sketch on a bench prints them: ``4``, ``ROLL 4``, ``D6: 4``, ``3+5``, ``ROLL
3 5`` are throws; ``BTN 2 DOWN`` and ``BTN 2 UP`` are buttons, the first of which is 1. Case does
not matter. Lines with anything else are ignored.

Response pads of the Black Box ToolKit: ``A P 1 1234`` for each edge. A channel (A for the buttons),
P for pressed or R for released, the button (1 to 9, then 0), and the pad's own milliseconds. 115200
baud, lines end with CR LF.

BITSI boxes: one letter for each edge, ``A`` and ``a`` when the first button goes down and up. There
are no lines. But when such a box starts, and opening its port may start it, it sends ``BITSI mode,
Ready!``, whose first letter is that of the second button. So in the first seconds a ``B`` waits for
what follows it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Final

from tabletop.input.serial.driver import ButtonEdge, Capabilities, DeviceEvent, DiceEvent, Hello

MAX_LINE_BYTES: Final = 96
"""Bytes of a line; a longer one is skipped to its end."""
REPEAT_SECONDS: Final = 1.0
"""Seconds within which another press of a held button is a repeat, as of a box that keeps reporting
what is held. After that it is a new press, and the release was lost."""


def plain_capabilities(buttons: int, sides: int = 0) -> Capabilities:
    """The capabilities in the words of devices that can report them."""
    told = (f"btn:{buttons}" if buttons else "", f"roll:{sides}" if sides else "")
    return Capabilities(buttons=buttons, sides=sides, text=",".join(filter(None, told)))


class ListenOnlyDriver(ABC):
    """A driver that only listens. `feed` is what differs."""

    name = ""
    title = ""
    """The device's name, as it cannot report one."""

    def __init__(self) -> None:
        self.known = True
        self.refused = ""
        self.errors = 0
        self.heard = 0.0
        self.held = 0
        """The mask of buttons that are down."""
        self._told: Capabilities | None = None
        self._pressed: dict[int, float] = {}

    def begin(self, now: float) -> None:
        """The port has just been opened."""
        self.heard = now

    @abstractmethod
    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]: ...

    def due(self, now: float) -> bytes:  # noqa: ARG002 - nothing to say, whenever
        return b""

    def wakes_in(self, now: float) -> float:  # noqa: ARG002
        return inf

    def silent(self, now: float) -> str:  # noqa: ARG002
        return ""

    def lamp(self, number: int, colour: str) -> bytes:  # noqa: ARG002
        return b""

    def _identified(self, buttons: int, sides: int = 0) -> list[DeviceEvent]:
        """The identification, if it has changed."""
        caps = plain_capabilities(buttons, sides)
        if caps == self._told:
            return []
        self._told = caps
        return [Hello(name=self.title, firmware="", boot="", caps=caps)]

    def _edge(self, button: int, down: bool, now: float, ms: int = 0) -> list[DeviceEvent]:
        """A button's edge, unless its state is unchanged."""
        bit = 1 << button
        if down:
            since = now - self._pressed.get(button, -inf)
            self._pressed[button] = now
            if self.held & bit and since <= REPEAT_SECONDS:
                return []
            self.held |= bit
        elif not self.held & bit:
            return []
        else:
            self.held &= ~bit
            self._pressed.pop(button, None)
        return [ButtonEdge(held=self.held, changed=bit, ms=ms)]


class LineDriver(ListenOnlyDriver):
    """A driver of lines that end with CR, LF or both."""

    def __init__(self) -> None:
        super().__init__()
        self._line = bytearray()
        self._skips = False

    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]:
        events: list[DeviceEvent] = []
        for part in data.replace(b"\r", b"\n").splitlines(keepends=True):
            self._line += part
            if self._line.endswith(b"\n"):
                line = bytes(self._line[:-1])
                self._line.clear()
                events += self._read(line, now)
            elif len(self._line) > MAX_LINE_BYTES:
                self._line.clear()
                self._skips = True
        return events

    @abstractmethod
    def understand(self, line: str, now: float) -> list[DeviceEvent] | None:
        """The event of a line; None if it is not of this protocol."""

    def _read(self, line: bytes, now: float) -> list[DeviceEvent]:
        skipped, self._skips = self._skips or len(line) > MAX_LINE_BYTES, False
        text = "" if skipped else line.decode("ascii", "replace").replace("\t", " ").strip()
        if not text and not skipped:
            return []
        told = None if skipped or not text.isprintable() else self.understand(text, now)
        if told is None:
            self.errors += 1
            return []
        self.heard = now
        return told


LOOSE_BUTTONS: Final = 8
"""How many buttons a box is taken to have."""
MAX_DICE: Final = 6
"""The most dice in a throw."""

_THROW: Final = re.compile(
    r"""(?: (?: roll | d(?P<sides>[1-9][0-9]?) ) (?: \s*:\s* | \s+ ) )?
        (?P<values> [1-9][0-9]? (?: (?: \s*[+,]\s* | \s+ ) [1-9][0-9]? )* )""",
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
_BUTTON: Final = re.compile(
    r"(?:btn|button)\s+(?P<number>[1-9])\s+(?P<way>down|up)", re.IGNORECASE | re.ASCII
)


class LooseDriver(LineDriver):
    """Whatever prints throws or buttons.

    Its capabilities are those that it has used: a box that never threw is no dice reader, so nobody
    waits for its dice. With each new capability comes another `Hello`.
    """

    name = "loose"
    title = "loose device"

    def __init__(self) -> None:
        super().__init__()
        self._buttons = 0
        self._sides = 0

    def understand(self, line: str, now: float) -> list[DeviceEvent] | None:
        if (throw := _THROW.fullmatch(line)) is not None:
            values = tuple(map(int, re.findall("[0-9]+", throw["values"])))
            sides = int(throw["sides"] or 6)
            if sides < 2 or max(values) > sides or len(values) > MAX_DICE:
                return None
            self._sides = sides
            return [*self._abilities(), DiceEvent(sides=sides, values=values)]
        if (button := _BUTTON.fullmatch(line)) is not None and int(
            button["number"]
        ) <= LOOSE_BUTTONS:
            self._buttons = LOOSE_BUTTONS
            down = button["way"].lower() == "down"
            return [*self._abilities(), *self._edge(int(button["number"]) - 1, down, now)]
        return None

    def _abilities(self) -> list[DeviceEvent]:
        return self._identified(self._buttons, self._sides)


BBTK_KEYS: Final = "1234567890"
"""The buttons, first to last."""

BBTK_STARTUP: Final = ((0.1, b"X"), (0.3, b"MOD3\r\n"))
"""What makes a pad report its edges as they happen, and when: first out of any mode, then into that
one. Pads that report them anyway ignore it."""

_BBTK_EDGE: Final = re.compile(
    r"(?P<channel>[ACMT]) (?P<way>[PR]) (?P<key>[0-9\[\]]) (?P<ms>[0-9]{1,10})"
)


class BbtkDriver(LineDriver):
    """A pad with up to ten buttons; its light sensors, voice key and triggers are ignored."""

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
            written += BBTK_STARTUP[self._asked][1]
            self._asked += 1
        return written

    def wakes_in(self, now: float) -> float:
        if self._asked == len(BBTK_STARTUP):
            return inf
        return max(0.0, self._began + BBTK_STARTUP[self._asked][0] - now)

    def understand(self, line: str, now: float) -> list[DeviceEvent] | None:
        edge = _BBTK_EDGE.fullmatch(line)
        if edge is None or (edge["channel"] == "A") != (edge["key"] in BBTK_KEYS):
            return None
        told = self._identified(len(BBTK_KEYS))
        if edge["channel"] != "A":
            return told
        button = BBTK_KEYS.index(edge["key"])
        return told + self._edge(button, edge["way"] == "P", now, ms=int(edge["ms"]))


BITSI_DOWN: Final = b"ABCDEFGH"
BITSI_UP: Final = b"abcdefgh"
GREETING_SECONDS: Final = 5.0
"""Seconds after opening within which a box may still send its greeting."""
MAX_GREETING_BYTES: Final = 48


class BitsiDriver(ListenOnlyDriver):
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

    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]:
        events: list[DeviceEvent] = []
        for byte in data:
            events += self._take(byte, now)
        return events

    def _take(self, byte: int, now: float) -> list[DeviceEvent]:
        last, self._last = self._last, byte
        if self._greeting:
            self._greeting = 0 if byte == ord("\n") else self._greeting - 1
            return []
        if last == ord("B") and byte == ord("I"):
            return self._restarted(now)
        told: list[DeviceEvent] = []
        if self._waiting:
            self._waiting = False
            told = self._letter(ord("B"), now)
        if byte == ord("B") and self._told is None and now - self._began < GREETING_SECONDS:
            self._waiting = True
            return told
        return told + self._letter(byte, now)

    def _restarted(self, now: float) -> list[DeviceEvent]:
        """The box has just started: no button is down."""
        self._greeting, self._waiting = MAX_GREETING_BYTES, False
        self.heard = now
        held, self.held = self.held, 0
        self._pressed.clear()
        self._told = None
        ups: list[DeviceEvent] = [ButtonEdge(held=0, changed=held)] if held else []
        return ups + self._identified(len(BITSI_DOWN))

    def _letter(self, byte: int, now: float) -> list[DeviceEvent]:
        if byte in b"\r\n":
            return []
        down = byte in BITSI_DOWN
        if not down and byte not in BITSI_UP:
            self.errors += 1
            return []
        self.heard = now
        button = (BITSI_DOWN if down else BITSI_UP).index(byte)
        return self._identified(len(BITSI_DOWN)) + self._edge(button, down, now)
