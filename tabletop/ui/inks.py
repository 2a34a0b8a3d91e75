"""Colours that follow the palette in force, so that it can change while people play."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias, overload

from tabletop.ui.palettes import DEFAULT, RGB, Palette


class Ink:
    """A named colour: to pygame a sequence of three numbers, those of the palette in force.

    Inks of one name are equal. The hash changes with the palette: a picture that was kept under
    an ink is not found again under another palette.
    """

    __slots__ = ("_of", "_read", "_rgb", "name")

    def __init__(self, name: str, of: Callable[[Palette], RGB] | None = None) -> None:
        self.name = name
        self._of: Callable[[Palette], RGB] = of or attrgetter(name)
        self._read: Palette | None = None
        self._rgb: RGB = (0, 0, 0)

    @property
    def rgb(self) -> RGB:
        """What it is now."""
        if self._read is not _force.palette:
            self._rgb, self._read = self._of(_force.palette), _force.palette
        return self._rgb

    def under(self, palette: Palette) -> RGB:
        """What it is under a palette."""
        return self._of(palette)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return self.rgb[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.rgb)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ink) and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.name, _force.number))

    def __repr__(self) -> str:
        return f"Ink({self.name!r})"


Colour: TypeAlias = RGB | Ink


class _Force:
    """The palette in force; it changes when people choose another."""

    def __init__(self) -> None:
        self.palette = DEFAULT
        self.number = 0


_force: Final = _Force()


def palette_now() -> Palette:
    """The palette in force."""
    return _force.palette


def put_in_force(palette: Palette) -> None:
    """Every ink reads as that palette's; pictures that were made before keep their colours."""
    _force.palette = palette
    _force.number += 1


@overload
def mix(a: RGB, b: RGB, t: float) -> RGB: ...
@overload
def mix(a: Colour, b: Colour, t: float) -> Colour: ...
def mix(a: Colour, b: Colour, t: float) -> Colour:
    """The colour a share `t` of the way from `a` to `b`; an ink if one of them is."""
    if isinstance(a, Ink) or isinstance(b, Ink):
        return _mixed(a, b, t)
    return _between(a, b, t)


@lru_cache(maxsize=1024)
def _mixed(a: Colour, b: Colour, t: float) -> Ink:
    def of(palette: Palette) -> RGB:
        return _between(plain(a, palette), plain(b, palette), t)

    return Ink(f"{_name(a)} {t:.4g} {_name(b)}", of)


def _between(a: RGB, b: RGB, t: float) -> RGB:
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def plain(colour: Colour, palette: Palette | None = None) -> RGB:
    """The three numbers of a colour, now or under a palette: for work pixel by pixel."""
    if isinstance(colour, Ink):
        return colour.rgb if palette is None else colour.under(palette)
    return colour


def _name(colour: Colour) -> str:
    return f"({colour.name})" if isinstance(colour, Ink) else str(colour)
