"""The body of one line of TTL/1, as what it says."""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from tabletop.input.serial.events import Beat, Caps, Edge, Hello, Throw, Trouble

_SEQ: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_MASK: Final = re.compile(r"[0-9A-Fa-f]{1,8}")
_MS: Final = re.compile(r"[0-9]{1,10}")
_DIE: Final = re.compile(r"d([1-9][0-9]{0,4})")
_VALUES: Final = re.compile(r"[1-9][0-9]{0,4}(?:\+[1-9][0-9]{0,4})*")
_BOOT: Final = re.compile(r"[0-9A-Fa-f]{4}")
_CAP: Final = re.compile(r"(btn|roll|led):([0-9]{1,5})")
_OURS: Final = re.compile(r"ttl/1(?:\..*)?")

HIGHEST_SEQ: Final = 65535
_HIGHEST_MS: Final = 2**32 - 1
_MOST_BUTTONS: Final = 32


@dataclass(frozen=True, slots=True)
class Newer:
    """A device introduces itself in another version of the language."""

    version: str


Said: TypeAlias = Hello | Edge | Throw | Beat | Trouble | Newer


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is right in itself, whatever the device is."""

    seq: int
    says: Said | None
    """None for a verb that we do not know, which is no mistake."""
    ms: int | None = None
    """The device's clock, where the line tells it."""

    def fits(self, caps: Caps) -> bool:
        """Whether such a device can have said it."""
        match self.says:
            case Edge(held, changed):
                return caps.buttons > 0 and not (held | changed) >> caps.buttons
            case Beat(held):
                return not held >> caps.buttons
            case Throw(sides):
                return sides == caps.sides
        return True


def read_line(body: bytes) -> Line | None:
    """What a body says; None if it is no body of TTL/1."""
    number, _, words = body.decode("ascii").partition(" ")
    verb, *fields = words.split(" ")
    free = verb == "ERR"  # what stands after it is for people, with blanks where they like them
    if not verb or not (free or all(fields)) or not _SEQ.fullmatch(number):
        return None
    seq = int(number)
    if seq > HIGHEST_SEQ:
        return None
    match verb:
        case "HELLO":
            says: Said | None = _hello(fields) if seq == 0 else None
        case "BEAT":
            says = _beat(fields)
        case "BTN":
            says = _edge(seq, fields) if seq else None
        case "ROLL":
            says = _throw(seq, fields) if seq else None
        case "ERR":
            text = " ".join(fields).strip()
            says = Trouble(text) if seq and text else None
        case _:
            return Line(seq, None)
    if says is None:
        return None
    return Line(seq, says, says.ms if isinstance(says, Edge | Throw | Beat) else None)


def _hello(fields: list[str]) -> Hello | Newer | None:
    version = fields[0] if fields else ""
    if not _OURS.fullmatch(version):
        # Nothing else of it is read: another version may put its words in another order.
        return Newer(version) if re.fullmatch(r"ttl/.+", version) else None
    if len(fields) < 5 or not _BOOT.fullmatch(fields[3]):
        return None
    return Hello(fields[1], fields[2], fields[3], read_caps(fields[4]))


def read_caps(text: str) -> Caps:
    """What a device says it can do; words that we do not know are passed over."""
    words = text.split(",")
    found = {cap[1]: int(cap[2]) for word in words if (cap := _CAP.fullmatch(word))}
    return Caps(
        buttons=min(found.get("btn", 0), _MOST_BUTTONS),
        sides=found.get("roll", 0),
        lamps=found.get("led", 0),
        acks="ack" in words,
        simulated="sim" in words,
        text=text,
    )


def _beat(fields: list[str]) -> Beat | None:
    if len(fields) < 2 or not _MASK.fullmatch(fields[0]):
        return None
    ms = _milliseconds(fields[1])
    return None if ms is None else Beat(int(fields[0], 16), ms)


def _edge(seq: int, fields: list[str]) -> Edge | None:
    if len(fields) < 3 or not all(_MASK.fullmatch(mask) for mask in fields[:2]):
        return None
    ms = _milliseconds(fields[2])
    return None if ms is None else Edge(int(fields[0], 16), int(fields[1], 16), seq, ms)


def _throw(seq: int, fields: list[str]) -> Throw | None:
    if len(fields) < 3 or not _VALUES.fullmatch(fields[1]):
        return None
    die, ms = _DIE.fullmatch(fields[0]), _milliseconds(fields[2])
    values = tuple(int(value) for value in fields[1].split("+"))
    if die is None or ms is None or max(values) > int(die[1]):
        return None
    return Throw(int(die[1]), values, seq, ms)


def _milliseconds(text: str) -> int | None:
    ms = int(text) if _MS.fullmatch(text) else _HIGHEST_MS + 1
    return ms if ms <= _HIGHEST_MS else None
