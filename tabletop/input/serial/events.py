"""What a device on a serial line has to say, in no language of its own."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Caps:
    """What a device can do."""

    buttons: int = 0
    """How many buttons it has; they are numbered from 0."""
    sides: int = 0
    """The sides of the dice that it reads; 0: it reads none."""
    lamps: int = 0
    acks: bool = False
    """It repeats a throw until it is acknowledged."""
    simulated: bool = False
    """A program that pretends to be a device; wherever it shows, SIMULATED stands beside it."""
    text: str = ""
    """As the device said it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the device is. It comes first, and again when the device has restarted."""

    name: str
    firmware: str
    boot: str
    caps: Caps


@dataclass(frozen=True, slots=True)
class Edge:
    """Buttons went down or up: masks, bit 0 for the first button."""

    held: int
    changed: int
    seq: int = 0
    ms: int = 0
    """The device's own clock, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice were thrown and lie still."""

    sides: int
    values: tuple[int, ...]
    seq: int = 0
    ms: int = 0
    age: float = 0.0
    """Seconds between the throw and its arrival here, as far as can be known; 0 if it cannot."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Nothing happened, and these buttons are held."""

    held: int
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault, in words: the device's own, or ours with it."""

    text: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The device is gone or silent, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Back:
    """A lost device is there again."""


Event: TypeAlias = Hello | Edge | Throw | Beat | Trouble | Lost | Back


@dataclass(frozen=True, slots=True)
class Heard:
    """An event and the monotonic second at which its last byte was read."""

    at: float
    event: Event
