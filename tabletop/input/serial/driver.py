"""Events of serial devices, the same for all protocols, and what a driver must do.

A driver turns bytes into events. It has no clock, port or thread of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable


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

    heard: float
    """The second of the last valid line; that of `begin` before the first."""

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

    def silent(self, now: float) -> str:
        """Why the device must be given up as silent; empty otherwise."""
        ...

    def lamp(self, number: int, colour: str) -> bytes:
        """The bytes that set a lamp to a colour as ``ff8800``, or ``000000`` for off; empty without
        lamps.
        """
        ...


@runtime_checkable
class HeartbeatDriver(Protocol):
    """A driver whose devices identify themselves and send heartbeats."""

    introduction: bytes
    """The last identification line, as it came; empty before."""

    def stale(self, now: float) -> bool:
        """Whether the device has been silent for longer than it should be."""
        ...


DriverFactory: TypeAlias = Callable[[], Driver]
"""Makes a new driver for each opening of one port."""
