"""What a device on a serial line has to say, in no language of its own.

What a driver must do: bytes in, events out, and no clock, port or thread of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable


@dataclass(frozen=True, slots=True)
class Capabilities:
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
class DiceThrow:
    """Dice were thrown and lie still."""

    sides: int
    values: tuple[int, ...]
    seq: int = 0
    ms: int = 0
    age: float = 0.0
    """Seconds between the throw and its arrival here, as far as can be known; 0 if it cannot."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing happened, and these buttons are held."""

    held: int
    ms: int = 0


@dataclass(frozen=True, slots=True)
class DeviceFault:
    """A fault, in words: the device's own, or ours with it."""

    text: str


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """The device is gone or silent, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A lost device is there again."""


DeviceEvent: TypeAlias = (
    Hello | ButtonEdge | DiceThrow | Heartbeat | DeviceFault | DeviceLost | DeviceBack
)


@dataclass(frozen=True, slots=True)
class ReceivedEvent:
    """An event and the monotonic second at which its last byte was read."""

    at: float
    event: DeviceEvent


class Driver(Protocol):
    """One language that devices speak. A fresh one is made each time that a port is opened."""

    name: str
    """What people and settings call the language: ``ttl/1``, ``loose``, ``bbtk``, ``bitsi``."""

    known: bool
    """Whether the device has proved that it speaks this language."""

    refused: str
    """Why this device can never be spoken to (it is too new), in words; empty if it can be."""

    errors: int
    """How many lines could not be understood so far."""

    heard: float
    """The second of the last valid line; the second of `begin` until there was one."""

    def begin(self, now: float) -> None:
        """The port has just been opened."""
        ...

    def feed(self, data: bytes, now: float) -> Sequence[DeviceEvent]:
        """Reads bytes as they came, cut anywhere; gives the events that they complete."""
        ...

    def due(self, now: float) -> bytes:
        """What is to be written to the device by now: questions, acknowledgements."""
        ...

    def wakes_in(self, now: float) -> float:
        """Seconds until `due` should be asked although nothing was fed; infinite if never."""
        ...

    def silent(self, now: float) -> str:
        """Why the device must be given up, in words; empty while it need not be."""
        ...

    def lamp(self, number: int, colour: str) -> bytes:
        """What gives a lamp a colour as ``ff8800``, or ``000000`` for off; empty without lamps."""
        ...


@runtime_checkable
class HeartbeatDriver(Protocol):
    """What a driver can do besides if its devices introduce themselves and beat when idle."""

    introduction: bytes
    """The line in which the device last said who it is, as it came; empty until it has."""

    def stale(self, now: float) -> bool:
        """Whether the device has been silent for longer than it should."""
        ...


DriverFactory: TypeAlias = Callable[[], Driver]
"""Makes a fresh driver for each opening of one port."""
