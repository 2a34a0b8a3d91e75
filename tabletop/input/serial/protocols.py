"""The protocols of serial devices: a driver for each turns bytes into events.

Ports and threads are in `source.py`; a driver has neither, and no clock. The parts in order: the
events, the same for all protocols; `Driver`; TTL/1, the protocol of our own dice readers and button
boxes (`docs/build/protocol.md`); the devices that only send; `DRIVERS`, the names in settings.
"""

import re
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Protocol, TypeAlias

from tabletop.engine import say


@dataclass(frozen=True, slots=True)
class Capabilities:
    buttons: int = 0
    """The number of buttons; they are numbered from 0."""
    sides: int = 0
    """The sides of its dice; 0: it reads none."""
    lamps: int = 0
    acks: bool = False
    """It repeats a throw until it is acknowledged."""
    simulated: bool = False
    """A program that simulates a device; it is shown with the word SIMULATED."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hello:
    """The device's identity. It comes first, and again after a restart of the device."""

    name: str
    firmware: str
    boot: str
    caps: Capabilities


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """Buttons went down or up: masks, bit 0 for the first button."""

    held: int
    changed: int
    seq: int = 0
    ms: int = 0
    """The device's own clock, in milliseconds."""


@dataclass(frozen=True, slots=True)
class DiceEvent:
    """Dice were thrown and lie still."""

    sides: int
    values: tuple[int, ...]
    seq: int = 0
    ms: int = 0
    age: float = 0.0
    """Seconds between the throw and its arrival here, as far as known; else 0."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened; these buttons are held."""

    held: int
    ms: int = 0


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """An error of the device, or of the connection."""

    text: str


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """The device is gone or silent, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A lost device is there again."""


DeviceEvent: TypeAlias = (
    Hello | ButtonEdge | DiceEvent | Heartbeat | DeviceFault | DeviceLost | DeviceBack
)


@dataclass(frozen=True, slots=True)
class ReceivedEvent:
    """An event, and the monotonic second at which its last byte was read."""

    at: float
    event: DeviceEvent


class Driver(Protocol):
    """A protocol. A new driver is made each time that a port is opened."""

    name: str
    """The protocol's name for people and settings: ``ttl/1``, ``loose``, ``bbtk``, ``bitsi``."""

    known: bool
    """Whether the device has proved that it speaks this protocol."""

    refused: str
    """Why this device can never be used (it is too new); empty otherwise."""

    errors: int
    """The number of unreadable lines so far."""

    introduction: bytes
    """The last identification line, as it came; empty before, and where there are none."""

    def begin(self, now: float) -> None:
        """The port has just been opened."""
        ...

    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]:
        """Takes bytes, split anywhere; returns the events that they complete."""
        ...

    def due(self, now: float) -> bytes:
        """What is to be written to the device now: questions, acknowledgements."""
        ...

    def wakes_in(self, now: float) -> float:
        """Seconds until `due` must be called without input; infinite if never."""
        ...

    def stale(self, now: float) -> bool:
        """Whether the device has been silent for longer than it should be."""
        ...

    def silent(self, now: float) -> str:
        """Why the device must be given up as silent; empty otherwise."""
        ...

    def lamp(self, number: int, colour: str) -> bytes:
        """The bytes that set a lamp to a colour as ``ff8800``, or ``000000`` for off; empty without
        lamps.
        """
        ...


DriverFactory: TypeAlias = Callable[[], Driver]
"""Makes a new driver for each opening of one port."""


def _remainder(byte: int) -> int:
    for _ in range(8):
        byte = (byte << 1) ^ 0x107 if byte & 0x80 else byte << 1
    return byte


_CRC_TABLE: Final = tuple(_remainder(byte) for byte in range(256))


def crc8(data: bytes) -> int:
    """CRC-8 with the polynomial 0x07: starts at 0, not reflected, no final XOR."""
    crc = 0
    table = _CRC_TABLE
    for byte in data:
        crc = table[crc ^ byte]
    return crc


def frame_body(body: str) -> bytes:
    data = body.encode("ascii")
    return b"$%s*%02X\r\n" % (data, crc8(data))


_BODY_BYTE: Final = rb"[ -#%-)+-~]"
"""The bytes of a body: printable ASCII without ``$`` and ``*``."""
# The character after the checksum is only looked at: it may begin the next line. The possessive "+"
# keeps garbage from being read more than once.
_FRAME: Final = re.compile(rb"\$(" + _BODY_BYTE + rb"{1,96}+)\*([0-9A-F]{2})(?=[\r\n$])")
_PARTIAL_FRAME: Final = re.compile(
    rb"\$(?:" + _BODY_BYTE + rb"{0,96}+|" + _BODY_BYTE + rb"{1,96}+\*[0-9A-F]{0,2})\Z"
)


class FrameDecoder:
    """Finds the lines of TTL/1 in a stream. Keeps at most one unfinished line, of 100 bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> tuple[list[bytes], int]:
        """The bodies of all lines that these bytes complete, and the number of invalid lines.

        A ``$`` always begins a line, so a cut one costs only itself. It ends with CR, LF or the
        next ``$``; anything else after the checksum makes it invalid.
        """
        data = self._rest + data
        bodies = []
        end = 0
        for frame in _FRAME.finditer(data):
            body, checksum = frame.groups()
            end = frame.end()
            if crc8(body) == int(checksum, 16):
                bodies.append(body)
        last = data.rfind(b"$", end)
        self._rest = data[last:] if last >= 0 and _PARTIAL_FRAME.match(data, last) else b""
        return bodies, data.count(b"$") - len(bodies) - bool(self._rest)


_SEQ: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_MASK: Final = re.compile(r"[0-9A-Fa-f]{1,8}")
_MS: Final = re.compile(r"[0-9]{1,10}")
_DIE: Final = re.compile(r"d([1-9][0-9]{0,4})")
_VALUES: Final = re.compile(r"[1-9][0-9]{0,4}(?:\+[1-9][0-9]{0,4})*")
_BOOT: Final = re.compile(r"[0-9A-Fa-f]{4}")
_CAP: Final = re.compile(r"(btn|roll|led):([0-9]{1,5})")
_VERSION: Final = re.compile(r"ttl/1(?:\..*)?")

MAX_SEQ: Final = 65535
_MAX_MS: Final = 2**32 - 1
_MAX_BUTTONS: Final = 32


@dataclass(frozen=True, slots=True)
class NewerVersion:
    """The device identifies itself in another version of the protocol."""

    version: str


Ttl1Message: TypeAlias = Hello | ButtonEdge | DiceEvent | Heartbeat | DeviceFault | NewerVersion


@dataclass(frozen=True, slots=True)
class Ttl1Line:
    seq: int
    message: Ttl1Message | None
    """None for an unknown verb, which is no error."""
    ms: int | None = None
    """The device's clock, if the line has it."""

    def fits(self, caps: Capabilities) -> bool:
        """Whether a device with these capabilities can have sent it."""
        match self.message:
            case ButtonEdge(held, changed):
                return caps.buttons > 0 and not (held | changed) >> caps.buttons
            case Heartbeat(held):
                return not held >> caps.buttons
            case DiceEvent(sides):
                return sides == caps.sides
        return True


def parse_line(body: bytes) -> Ttl1Line | None:
    """The content of a body; None if it is none of TTL/1."""
    number, _, words = body.decode("ascii").partition(" ")
    verb, *fields = words.split(" ")
    free = verb == "ERR"  # what follows is for people, with blanks
    if not verb or not (free or all(fields)) or not _SEQ.fullmatch(number):
        return None
    seq = int(number)
    if seq > MAX_SEQ:
        return None
    match verb:
        case "HELLO":
            message: Ttl1Message | None = _hello(fields) if seq == 0 else None
        case "BEAT":
            message = _beat(fields)
        case "BTN":
            message = _edge(seq, fields) if seq else None
        case "ROLL":
            message = _throw(seq, fields) if seq else None
        case "ERR":
            text = " ".join(fields).strip()
            message = DeviceFault(text) if seq and text else None
        case _:
            return Ttl1Line(seq, None)
    if message is None:
        return None
    ms = message.ms if isinstance(message, ButtonEdge | DiceEvent | Heartbeat) else None
    return Ttl1Line(seq, message, ms)


def _hello(fields: list[str]) -> Hello | NewerVersion | None:
    version = fields[0] if fields else ""
    if not _VERSION.fullmatch(version):
        # Nothing else of it is read: another version may have another order.
        return NewerVersion(version) if re.fullmatch(r"ttl/.+", version) else None
    if len(fields) < 5 or not _BOOT.fullmatch(fields[3]):
        return None
    return Hello(fields[1], fields[2], fields[3], parse_capabilities(fields[4]))


def parse_capabilities(text: str) -> Capabilities:
    """The capabilities of a device; unknown words are ignored."""
    words = text.split(",")
    found = {cap[1]: int(cap[2]) for word in words if (cap := _CAP.fullmatch(word))}
    return Capabilities(
        buttons=min(found.get("btn", 0), _MAX_BUTTONS),
        sides=found.get("roll", 0),
        lamps=found.get("led", 0),
        acks="ack" in words,
        simulated="sim" in words,
        text=text,
    )


def _beat(fields: list[str]) -> Heartbeat | None:
    if len(fields) < 2 or not _MASK.fullmatch(fields[0]):
        return None
    ms = _milliseconds(fields[1])
    return None if ms is None else Heartbeat(int(fields[0], 16), ms)


def _edge(seq: int, fields: list[str]) -> ButtonEdge | None:
    if len(fields) < 3 or not all(_MASK.fullmatch(mask) for mask in fields[:2]):
        return None
    ms = _milliseconds(fields[2])
    return None if ms is None else ButtonEdge(int(fields[0], 16), int(fields[1], 16), seq, ms)


def _throw(seq: int, fields: list[str]) -> DiceEvent | None:
    if len(fields) < 3 or not _VALUES.fullmatch(fields[1]):
        return None
    die, ms = _DIE.fullmatch(fields[0]), _milliseconds(fields[2])
    values = tuple(int(value) for value in fields[1].split("+"))
    if die is None or ms is None or max(values) > int(die[1]):
        return None
    return DiceEvent(int(die[1]), values, seq, ms)


def _milliseconds(text: str) -> int | None:
    ms = int(text) if _MS.fullmatch(text) else _MAX_MS + 1
    return ms if ms <= _MAX_MS else None


CLOCK_WRAP_MS: Final = 2**32
"""Milliseconds after which a device's clock wraps."""
_WINDOW: Final = 30.0
"""Seconds for which a comparison of the clocks is used, and as many again.

Cheap boards are off by half a percent: with one comparison for good, each throw would be late after
seven minutes.
"""


def clock_difference(later: int, earlier: int) -> int:
    """Milliseconds from one reading to another, negative if it goes back."""
    gap = (later - earlier) % CLOCK_WRAP_MS
    return gap - CLOCK_WRAP_MS if gap >= CLOCK_WRAP_MS // 2 else gap


class DeviceClock:
    """The offset of a device's clock, by the quickest line of the last while."""

    def __init__(self) -> None:
        self._now: tuple[int, float] | None = None
        self._before: tuple[int, float] | None = None
        self._since = 0.0

    def age(self, ms: int, arrived: float) -> float:
        """The least seconds between the device's reading and its arrival here."""
        if self._now is None or arrived - self._since > _WINDOW:
            self._before, self._now, self._since = self._now, (ms, arrived), arrived
        age = _behind(self._now, ms, arrived)
        if age < 0:
            self._now = (ms, arrived)
        if self._before is not None:
            age = max(age, _behind(self._before, ms, arrived))
        return max(0.0, age)


def _behind(reference: tuple[int, float], ms: int, arrived: float) -> float:
    """Seconds by which a reading arrived later than one as quick as the reference."""
    reading, came = reference
    return (arrived - came) - clock_difference(ms, reading) / 1000


REPEAT_SECONDS: Final = 5.0
"""Seconds after the last copy within which the same body is a repeat."""
_MAX_REMEMBERED: Final = 32768
"""Bodies that are remembered; far more than a line can carry in that time."""


class RepeatFilter:
    """Drops repeated bodies.

    One is kept for a port over all its openings: a device that was unplugged repeats what it could
    not deliver. Line and boot numbers do not help, because small boards reuse them.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[bytes, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._last)

    def is_new(self, body: bytes, now: float) -> bool:
        """Whether there was no copy in the last five seconds; remembers this one."""
        before = self._last.pop(body, None)
        self._last[body] = now if before is None else max(now, before)
        while (
            len(self._last) > _MAX_REMEMBERED
            or now - next(iter(self._last.values())) > REPEAT_SECONDS
        ):
            self._last.popitem(last=False)
        return before is None or now - before > REPEAT_SECONDS


_HELLO_REQUEST_SECONDS: Final = (0.05, 1.0, 2.0)
"""Seconds after opening: that resets many boards, whose bootloader ignores input for a while."""
_HELLO_SECONDS: Final = 3.0
"""Seconds in which a device must identify itself."""
_STALE_SECONDS: Final = 3.5
_SILENT_SECONDS: Final = 5.0
_LATE_LINES: Final = 16
_LATE_MS: Final = 3000
"""How far back the copy of a throw may lie whose first copy was lost."""
_MAX_UNCONFIRMED: Final = 4096


class Ttl1Driver:
    """A `Driver` of TTL/1.

    A device is asked to identify itself (``?``). Until it has done so its lines are kept, and give
    no events. A throw is acknowledged, also when it is repeated: the device sends it until then.
    """

    name = "ttl/1"

    def __init__(self, repeats: RepeatFilter | None = None) -> None:
        self.known = False
        self.refused = ""
        self.errors = 0
        self.last_line_at = 0.0
        self.introduction = b""
        self.caps = Capabilities()
        self.held = 0
        """The mask of held buttons."""
        self._repeats = RepeatFilter() if repeats is None else repeats
        self._frames = FrameDecoder()
        self.unconfirmed: dict[bytes, tuple[float, float]] = {}
        """Lines from before the identification, by their first and last time."""
        self._began = 0.0
        self._asked = 0
        """How often it was asked to identify itself."""
        self._output = bytearray()
        self.last_seq: int | None = None
        self.last_ms: int | None = None
        """The number and the clock of the last line; None at first and after a restart."""
        self._clock = DeviceClock()

    def begin(self, now: float) -> None:
        self._began = self.last_line_at = now

    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]:
        events: list[DeviceEvent] = []
        if self.refused:
            return events
        bodies, errors = self._frames.feed(data)
        self.errors += errors
        for body in bodies:
            line = parse_line(body)
            if line is None:
                self.errors += 1
            elif isinstance(line.message, NewerVersion):
                events.append(self._refuse(line.message))
                break
            elif self.known:
                events += self._take(body, line, now)
            elif isinstance(line.message, Hello):
                events += self._identify(body, line.message, now)
            else:
                self.last_line_at = now
                first, _ = self.unconfirmed.get(body, (now, now))
                if len(self.unconfirmed) < _MAX_UNCONFIRMED or body in self.unconfirmed:
                    self.unconfirmed[body] = (first, now)
        return events

    def due(self, now: float) -> bytes:
        if not (self.known or self.refused) and self._wait_to_ask(now) <= 0:
            self._asked = sum(now - self._began >= at for at in _HELLO_REQUEST_SECONDS)
            self._output += b"?\n"
        output = bytes(self._output)
        self._output.clear()
        return output

    def wakes_in(self, now: float) -> float:
        if self._output:
            return 0.0
        if self.known or self.refused:
            return float("inf")
        return max(0.0, self._wait_to_ask(now))

    def silent(self, now: float) -> str:
        if not self.known and now - self._began > _HELLO_SECONDS:
            return say("serial.strange", "no device there speaks ttl/1")
        if now - self.last_line_at > _SILENT_SECONDS:
            return say("serial.silent", "nothing received for five seconds")
        return ""

    def stale(self, now: float) -> bool:
        return self.known and now - self.last_line_at > _STALE_SECONDS

    def lamp(self, number: int, colour: str) -> bytes:
        if not 0 <= number < self.caps.lamps or not re.fullmatch("[0-9A-Fa-f]{6}", colour):
            return b""
        return f"L {number} {colour}\n".encode("ascii")

    def _wait_to_ask(self, now: float) -> float:
        """Seconds until the next question."""
        if self._asked == len(_HELLO_REQUEST_SECONDS):
            return float("inf")
        return self._began + _HELLO_REQUEST_SECONDS[self._asked] - now

    def _refuse(self, newer: NewerVersion) -> DeviceFault:
        words = "it speaks {version}, which is newer than ttl/1"
        self.refused = say("serial.too-new", words, version=newer.version)
        self.unconfirmed.clear()
        self._output.clear()
        return DeviceFault(self.refused)

    def _identify(self, body: bytes, hello: Hello, now: float) -> list[DeviceEvent]:
        """The first identification; the lines before it give their events now."""
        self.known = True
        self.caps = hello.caps
        events: list[DeviceEvent] = []
        for earlier, (first, last) in self.unconfirmed.items():
            line = parse_line(earlier)
            if line is not None:
                events += self._take(earlier, line, first)
                self._repeats.is_new(earlier, last)
        self.unconfirmed.clear()
        # The port, opened again, may know it; this driver does not.
        self._repeats.is_new(body, now)
        return [*events, *self._set_identity(body, hello, now)]

    def _set_identity(self, body: bytes, hello: Hello, now: float) -> list[DeviceEvent]:
        self.last_line_at = now
        self.caps = hello.caps
        self.introduction = frame_body(body.decode("ascii"))
        self._restart()
        return [hello]

    def _take(self, body: bytes, line: Ttl1Line, now: float) -> list[DeviceEvent]:
        """The events of a line of a known device."""
        if not line.fits(self.caps):
            self.errors += 1
            return []
        self.last_line_at = now
        message = line.message
        if isinstance(message, DiceEvent):
            self._output += b"A %d\n" % line.seq
        if not self._repeats.is_new(body, now):
            return []
        if isinstance(message, Hello):
            return self._set_identity(body, message, now)
        self._notice_restart(line)
        age = 0.0 if line.ms is None else self._clock.age(line.ms, now)
        match message:
            case DiceEvent():
                return [replace(message, age=age)]
            case ButtonEdge() | Heartbeat():
                # A heartbeat repairs the state after a lost line; no event is made up for it.
                self.held = message.held
                return [message]
            case DeviceFault():
                return [message]
        return []

    def _notice_restart(self, line: Ttl1Line) -> None:
        """After a restart of the device its line numbers and clock begin again."""
        if line.message is None and line.seq == 0:
            return
        lines = self._line_distance(line.seq)
        time = 0
        if line.ms is not None and self.last_ms is not None:
            time = clock_difference(line.ms, self.last_ms)
        late = -_LATE_LINES <= lines <= 0 and -_LATE_MS <= time <= 0
        if late and isinstance(line.message, DiceEvent) and self.last_seq is not None:
            return  # the copy of a throw whose first copy was lost
        if lines < 0 or time < 0:
            self._restart()
        self.last_seq = line.seq or self.last_seq
        self.last_ms = self.last_ms if line.ms is None else line.ms

    def _line_distance(self, seq: int) -> int:
        """Lines from the last one to this, negative if it goes back."""
        if self.last_seq is None:
            return 0
        if seq == 0:  # "nothing has happened yet" after something had
            return -MAX_SEQ
        steps = (seq - self.last_seq) % MAX_SEQ
        return steps - MAX_SEQ if steps > MAX_SEQ // 2 else steps

    def _restart(self) -> None:
        """Forgets the state of the device."""
        self.held = 0
        self.last_seq = self.last_ms = None
        self._clock = DeviceClock()


MAX_LINE_BYTES: Final = 96
"""Bytes of a line; a longer one is skipped to its end."""
HELD_REPEAT_SECONDS: Final = 1.0
"""Seconds within which another press of a held button is a repeat, as of a box that keeps reporting
what is held. After that it is a new press, and the release was lost."""


def plain_capabilities(buttons: int, sides: int = 0) -> Capabilities:
    """The capabilities, with their text as TTL/1 writes it."""
    parts = (f"btn:{buttons}" if buttons else "", f"roll:{sides}" if sides else "")
    return Capabilities(buttons=buttons, sides=sides, text=",".join(filter(None, parts)))


class ListenOnlyDriver(ABC):
    """A driver of devices that only send: no questions, checksums or heartbeats.

    Such a device cannot be recognised: its protocol has to be named. It counts as known at once,
    and its silence means nothing; only a read error tells that it is gone.
    """

    name = ""
    title = ""
    """The device's name, as it cannot report one."""

    def __init__(self) -> None:
        self.known = True
        self.refused = ""
        self.errors = 0
        self.introduction = b""
        self._began = 0.0
        self.held = 0
        """The mask of buttons that are down."""
        self._reported: Capabilities | None = None
        self._pressed: dict[int, float] = {}

    def begin(self, now: float) -> None:
        self._began = now

    @abstractmethod
    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]: ...

    def due(self, now: float) -> bytes:  # noqa: ARG002
        return b""

    def wakes_in(self, now: float) -> float:  # noqa: ARG002
        return inf

    def stale(self, now: float) -> bool:  # noqa: ARG002
        return False

    def silent(self, now: float) -> str:  # noqa: ARG002
        return ""

    def lamp(self, number: int, colour: str) -> bytes:  # noqa: ARG002
        return b""

    def _identified(self, buttons: int, sides: int = 0) -> list[DeviceEvent]:
        """The identification, if it has changed."""
        caps = plain_capabilities(buttons, sides)
        if caps == self._reported:
            return []
        self._reported = caps
        return [Hello(name=self.title, firmware="", boot="", caps=caps)]

    def _edge(self, button: int, down: bool, now: float, ms: int = 0) -> list[DeviceEvent]:
        """A button's edge, unless its state is unchanged."""
        bit = 1 << button
        if down:
            since = now - self._pressed.get(button, -inf)
            self._pressed[button] = now
            if self.held & bit and since <= HELD_REPEAT_SECONDS:
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
        events = None if skipped or not text.isprintable() else self.understand(text, now)
        if events is None:
            self.errors += 1
            return []
        return events


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
    """Lines as a first sketch on a bench prints them.

    ``4``, ``ROLL 4``, ``D6: 4``, ``3+5``, ``ROLL 3 5`` are throws; ``BTN 2 DOWN`` and ``BTN 2 UP``
    are buttons, the first of which is 1. Case does not matter. Other lines are ignored.

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
    """Response pads of the Black Box ToolKit: up to ten buttons.

    ``A P 1 1234`` for each edge: a channel (A for the buttons; light sensors, voice key and
    triggers are ignored), P for pressed or R for released, the button (1 to 9, then 0), and the
    pad's own milliseconds. 115200 baud, lines end with CR LF.
    """

    name = "bbtk"
    title = "BBTK response pad"

    def __init__(self) -> None:
        super().__init__()
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
        events = self._identified(len(BBTK_KEYS))
        if edge["channel"] != "A":
            return events
        button = BBTK_KEYS.index(edge["key"])
        return events + self._edge(button, edge["way"] == "P", now, ms=int(edge["ms"]))


BITSI_DOWN: Final = b"ABCDEFGH"
BITSI_UP: Final = b"abcdefgh"
GREETING_SECONDS: Final = 5.0
"""Seconds after opening within which a box may still send its greeting."""
MAX_GREETING_BYTES: Final = 48


class BitsiDriver(ListenOnlyDriver):
    """BITSI boxes: eight buttons, one letter for each edge, ``A`` and ``a`` for the first one.

    There are no lines. But when a box starts, and opening its port may start it, it sends ``BITSI
    mode, Ready!``, whose first letter is that of the second button. So in the first seconds a ``B``
    waits for what follows it.
    """

    name = "bitsi"
    title = "BITSI box"

    def __init__(self) -> None:
        super().__init__()
        self._waiting = False
        """A ``B`` came that may begin a greeting."""
        self._last = 0
        self._greeting = 0
        """How many bytes of a greeting may still follow."""

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
            return self._restarted()
        events: list[DeviceEvent] = []
        if self._waiting:
            self._waiting = False
            events = self._letter(ord("B"), now)
        if byte == ord("B") and self._reported is None and now - self._began < GREETING_SECONDS:
            self._waiting = True
            return events
        return events + self._letter(byte, now)

    def _restarted(self) -> list[DeviceEvent]:
        """The box has just started: no button is down."""
        self._greeting, self._waiting = MAX_GREETING_BYTES, False
        held, self.held = self.held, 0
        self._pressed.clear()
        self._reported = None
        ups: list[DeviceEvent] = [ButtonEdge(held=0, changed=held)] if held else []
        return ups + self._identified(len(BITSI_DOWN))

    def _letter(self, byte: int, now: float) -> list[DeviceEvent]:
        if byte in b"\r\n":
            return []
        down = byte in BITSI_DOWN
        if not down and byte not in BITSI_UP:
            self.errors += 1
            return []
        button = (BITSI_DOWN if down else BITSI_UP).index(byte)
        return self._identified(len(BITSI_DOWN)) + self._edge(button, down, now)


def _ttl1() -> DriverFactory:
    repeats = RepeatFilter()
    return lambda: Ttl1Driver(repeats)


DRIVERS: Final[dict[str, Callable[[], DriverFactory]]] = {
    "ttl1": _ttl1,
    "loose": lambda: LooseDriver,
    "bbtk": lambda: BbtkDriver,
    "bitsi": lambda: BitsiDriver,
}
"""The protocols by their names in settings.

Each makes a driver factory for one device, because it remembers what the device has sent.
"""
