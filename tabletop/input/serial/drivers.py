"""The languages that devices on serial lines speak, by the names that people give them."""

from collections.abc import Callable
from typing import Final

from tabletop.input.serial.bbtk import Bbtk
from tabletop.input.serial.bitsi import Bitsi
from tabletop.input.serial.driver import Language
from tabletop.input.serial.loose import Loose
from tabletop.input.serial.repeats import Repeats
from tabletop.input.serial.ttl1 import Ttl1


def _ttl1() -> Language:
    repeats = Repeats()
    return lambda: Ttl1(repeats)


DRIVERS: Final[dict[str, Callable[[], Language]]] = {
    "ttl1": _ttl1,
    "loose": lambda: Loose,
    "bbtk": lambda: Bbtk,
    "bitsi": lambda: Bitsi,
}


def language(name: str) -> Language:
    """A language for one device and no other, for it remembers what was said; KeyError."""
    return DRIVERS[name]()
