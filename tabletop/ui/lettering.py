"""How large words are set: by the text size of the table or of a seat, for a room by a floor.

The sizes of the theme are what words have at 100 percent. Whoever measures or draws words asks
`em` for the size that holds now, as it asks `tongue` for the language: ``with lettering(150):``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LEAST_IN_A_ROOM: Final = 45.0
"""The least em in projector mode: its capitals are 1/36 of the picture's height or more."""
MOST: Final = 200
"""The largest text size, in percent."""

_percent: int = 100
_least: float = 0.0


def em(size: float) -> float:
    """The size, in canvas units, at which words of that size are set now."""
    return max(_least, size * _percent / 100)


def grown(length: float, size: float) -> float:
    """A length that has room for words of that nominal size, as much longer as these are larger."""
    return length * em(size) / size


def nominal(size: float) -> float:
    """The size whose `em` is this: for words that were measured and are to be set so again."""
    return size * 100 / _percent


def percent() -> int:
    """The text size in force, for caches of what was laid out with it."""
    return _percent


def least() -> float:
    """The size in canvas units below which no word is set now; 0 where words may be small."""
    return _least


@contextmanager
def lettering(size: int, *, room: bool | None = None) -> Iterator[None]:
    """Sets what is measured and drawn meanwhile at so many percent; 0 leaves that as it is.

    `room`: whether it is for a room (projector mode); None leaves that as it is too.
    """
    global _percent, _least
    before = _percent, _least
    if size:
        _percent = min(MOST, max(100, size))
    if room is not None:
        _least = LEAST_IN_A_ROOM if room else 0.0
    try:
        yield
    finally:
        _percent, _least = before
