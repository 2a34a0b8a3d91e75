"""Feeds recorded bytes to simple drivers in every possible split."""

from collections.abc import Callable, Iterator
from pathlib import Path

from tabletop.input.serial.protocols import DeviceEvent, Driver

RECORDINGS = Path(__file__).parent / "recordings"


def recorded(name: str) -> bytes:
    return (RECORDINGS / name).read_bytes()


def heard(driver: Driver, *pieces: bytes, now: float = 100.0) -> list[DeviceEvent]:
    """All events of a driver for these pieces, at one moment."""
    driver.begin(now)
    return [event for piece in pieces for event in driver.feed(piece, now)]


def splits(data: bytes) -> Iterator[tuple[bytes, ...]]:
    """The bytes in two pieces, cut at each place; and one by one."""
    for place in range(len(data) + 1):
        yield data[:place], data[place:]
    yield tuple(data[place : place + 1] for place in range(len(data)))


def check_splits(make: Callable[[], Driver], data: bytes, whole: list[DeviceEvent]) -> None:
    """Asserts that the events do not depend on the splits."""
    for pieces in splits(data):
        assert heard(make(), *pieces) == whole, pieces
