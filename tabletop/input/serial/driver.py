"""What a driver must do: bytes in, events out, and no clock, port or thread of its own."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from tabletop.input.serial.events import Event


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

    def feed(self, data: bytes, now: float) -> Sequence[Event]:
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
class Beating(Protocol):
    """What a driver can do besides if its devices introduce themselves and beat when idle."""

    introduction: bytes
    """The line in which the device last said who it is, as it came; empty until it has."""

    def stale(self, now: float) -> bool:
        """Whether the device has been silent for longer than it should."""
        ...


Language: TypeAlias = Callable[[], Driver]
"""Makes a fresh driver for each opening of one port."""
