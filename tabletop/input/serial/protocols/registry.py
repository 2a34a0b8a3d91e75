"""The protocols by the names that settings have for them."""

from collections.abc import Callable
from typing import Final

from tabletop.input.serial.driver import DriverFactory
from tabletop.input.serial.protocols.simple import BbtkDriver, BitsiDriver, LooseDriver
from tabletop.input.serial.protocols.ttl1 import RepeatFilter, Ttl1Driver


def _ttl1() -> DriverFactory:
    repeats = RepeatFilter()
    return lambda: Ttl1Driver(repeats)


DRIVERS: Final[dict[str, Callable[[], DriverFactory]]] = {
    "ttl1": _ttl1,
    "loose": lambda: LooseDriver,
    "bbtk": lambda: BbtkDriver,
    "bitsi": lambda: BitsiDriver,
}


def driver_factory(name: str) -> DriverFactory:
    """A driver factory for one device, as it remembers what was sent; KeyError."""
    return DRIVERS[name]()
