"""TTL/1, the protocol of our own dice readers and button boxes (see `docs/protocol.md`)."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tabletop.engine import say
from tabletop.input.serial.driver import (
    ButtonEdge,
    Capabilities,
    DeviceEvent,
    DeviceFault,
    DiceEvent,
    Heartbeat,
    Hello,
)


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
    says: Ttl1Message | None
    """None for an unknown verb, which is no error."""
    ms: int | None = None
    """The device's clock, if the line has it."""

    def fits(self, caps: Capabilities) -> bool:
        """Whether a device with these capabilities can have sent it."""
        match self.says:
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
            says: Ttl1Message | None = _hello(fields) if seq == 0 else None
        case "BEAT":
            says = _beat(fields)
        case "BTN":
            says = _edge(seq, fields) if seq else None
        case "ROLL":
            says = _throw(seq, fields) if seq else None
        case "ERR":
            text = " ".join(fields).strip()
            says = DeviceFault(text) if seq and text else None
        case _:
            return Ttl1Line(seq, None)
    if says is None:
        return None
    return Ttl1Line(
        seq, says, says.ms if isinstance(says, ButtonEdge | DiceEvent | Heartbeat) else None
    )


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
_MAX_PARKED: Final = 4096


class Ttl1Driver:
    """See `driver.Driver`."""

    name = "ttl/1"

    def __init__(self, repeats: RepeatFilter | None = None) -> None:
        self.known = False
        self.refused = ""
        self.errors = 0
        self.heard = 0.0
        self.introduction = b""
        self.caps = Capabilities()
        self.held = 0
        """The mask of held buttons."""
        self._repeats = RepeatFilter() if repeats is None else repeats
        self._frames = FrameDecoder()
        self._parked: dict[bytes, tuple[float, float]] = {}
        """Lines from before the identification, by their first and last time. Not yet trusted."""
        self._began = 0.0
        self._asked = 0
        self._answers = bytearray()
        self._seq: int | None = None
        self._ms: int | None = None
        self._clock = DeviceClock()

    def begin(self, now: float) -> None:
        self._began = self.heard = now

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
            elif isinstance(line.says, NewerVersion):
                events.append(self._refuse(line.says))
                break
            elif self.known:
                events += self._take(body, line, now)
            elif isinstance(line.says, Hello):
                events += self._identify(body, line.says, now)
            else:
                self._park(body, now)
        return events

    def due(self, now: float) -> bytes:
        if not (self.known or self.refused) and self._wait_to_ask(now) <= 0:
            self._asked = sum(now - self._began >= at for at in _HELLO_REQUEST_SECONDS)
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
        if not self.known and now - self._began > _HELLO_SECONDS:
            return say("serial.strange", "nothing there speaks ttl/1")
        if now - self.heard > _SILENT_SECONDS:
            return say("serial.silent", "it has said nothing for five seconds")
        return ""

    def stale(self, now: float) -> bool:
        return self.known and now - self.heard > _STALE_SECONDS

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
        words = "it speaks {version}, newer than the ttl/1 that we know"
        self.refused = say("serial.too-new", words, version=newer.version)
        self._parked.clear()
        self._answers.clear()
        return DeviceFault(self.refused)

    def _park(self, body: bytes, now: float) -> None:
        self.heard = now
        first, _ = self._parked.get(body, (now, now))
        if len(self._parked) < _MAX_PARKED or body in self._parked:
            self._parked[body] = (first, now)

    def _identify(self, body: bytes, hello: Hello, now: float) -> list[DeviceEvent]:
        """The first identification: the lines before it can be trusted."""
        self.known = True
        self.caps = hello.caps
        events: list[DeviceEvent] = []
        for parked, (first, last) in self._parked.items():
            line = parse_line(parked)
            if line is not None:
                events += self._take(parked, line, first)
                self._repeats.is_new(parked, last)
        self._parked.clear()
        # The port, opened again, may know it; this driver does not.
        self._repeats.is_new(body, now)
        return [*events, *self._greet(body, hello, now)]

    def _greet(self, body: bytes, hello: Hello, now: float) -> list[DeviceEvent]:
        self.heard = now
        self.caps = hello.caps
        self.introduction = frame_body(body.decode("ascii"))
        self._restart()
        return [hello]

    def _take(self, body: bytes, line: Ttl1Line, now: float) -> list[DeviceEvent]:
        """A line of a known device."""
        if not line.fits(self.caps):
            self.errors += 1
            return []
        self.heard = now
        said = line.says
        if isinstance(said, DiceEvent):
            self._answers += b"A %d\n" % line.seq  # repeats too, because our last answer was lost
        if not self._repeats.is_new(body, now):
            return []
        if isinstance(said, Hello):
            return self._greet(body, said, now)
        self._follow(line)
        age = 0.0 if line.ms is None else self._clock.age(line.ms, now)
        match said:
            case DiceEvent():
                return [replace(said, age=age)]
            case ButtonEdge() | Heartbeat():
                # A heartbeat repairs the state after a lost line; no event is made up for it.
                self.held = said.held
                return [said]
            case DeviceFault():
                return [said]
        return []

    def _follow(self, line: Ttl1Line) -> None:
        """Tracks line numbers and time, and notices a restart of the device."""
        if line.says is None and line.seq == 0:
            return
        lines = self._line_distance(line.seq)
        time = 0 if line.ms is None or self._ms is None else clock_difference(line.ms, self._ms)
        late = -_LATE_LINES <= lines <= 0 and -_LATE_MS <= time <= 0
        if late and isinstance(line.says, DiceEvent) and self._seq is not None:
            return  # the copy of a throw whose first copy was lost
        if lines < 0 or time < 0:
            self._restart()
        self._seq = line.seq or self._seq
        self._ms = self._ms if line.ms is None else line.ms

    def _line_distance(self, seq: int) -> int:
        """Lines from the last one to this, negative if it goes back."""
        if self._seq is None:
            return 0
        if seq == 0:  # "nothing has happened yet" after something had
            return -MAX_SEQ
        steps = (seq - self._seq) % MAX_SEQ
        return steps - MAX_SEQ if steps > MAX_SEQ // 2 else steps

    def _restart(self) -> None:
        """The device has restarted: forget its state."""
        self.held = 0
        self._seq = self._ms = None
        self._clock = DeviceClock()
