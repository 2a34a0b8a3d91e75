"""The glass that the picture is seen through: turned, mirrored, inset, pulled straight, touched."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, isfinite
from typing import Final, NamedTuple, Self

from tabletop.engine import say
from tabletop.input.actions import Point
from tabletop.input.homography import Four, Matrix, depth, fault, inverse, mapped, through
from tabletop.input.keystone import ROOM, Keystone

CROSSES: Final[Four] = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
"""Where crosses are drawn and calibrations are kept, in shares of a width and a height."""
MOST_OFF: Final = 1 / 3
"""A cross that is felt further from its place than this share of the screen was not touched."""
MOST_MARGIN: Final = 0.15
"""The most of the window that may stay dark at one edge, as a share of it."""
_ROUNDING: Final = 1e-9
_EDGE: Final = 1e-6  # pixels: there and back through a keystone is not exact


class Margins(NamedTuple):
    """The shares of the window that stay dark at its own edges, however the picture is turned."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @classmethod
    def all_round(cls, share: float) -> Self:
        """The same at every edge."""
        return cls(share, share, share, share)


FULL: Final = Margins()
"""No margin anywhere."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where a touch device feels what is touched, in shares of the window.

    A device may be mounted turned or mirrored and askew; ValueError in words for anything wilder.
    """

    felt: Four
    """Where touches of the window's four `CROSSES` are felt."""

    def __post_init__(self) -> None:
        """Refuses what nobody can have meant."""
        if not all(isfinite(each) for at in self.felt for each in at):
            raise ValueError(say("glass.no_number", "A place is not a number."))
        wrong = fault(self.felt)
        if wrong is not None:
            raise ValueError(wrong)
        if min(_off(self.felt, way) for way in _ways()) > MOST_OFF + _ROUNDING:
            far = "A touch was felt more than a third of the screen away from its cross."
            raise ValueError(say("glass.far_off", far))
        for matrix, middle in ((self._there, (0.5, 0.5)), (self._back, _middle(self.felt))):
            before = depth(matrix, middle)
            if any(depth(matrix, corner) * before <= 0 for corner in ROOM):
                skew = "The four touches lie too askew to tell where the others are."
                raise ValueError(say("glass.askew", skew))

    @classmethod
    def from_touches(cls, drawn: Four, felt: Four) -> Self:
        """Of crosses that were drawn anywhere in the window; ValueError in words as above."""
        wrong = fault(drawn) or fault(felt)
        if wrong is not None:
            raise ValueError(wrong)
        matrix = through(drawn, felt)
        a, b, c, d = (mapped(matrix, at) for at in CROSSES)
        return cls((a, b, c, d))

    def feels(self, at: Point) -> Point:
        """Where a touch of this place is felt."""
        return mapped(self._there, at)

    def touched(self, felt: Point) -> Point:
        """The place that is touched when it is felt here."""
        return mapped(self._back, felt)

    @property
    def _there(self) -> Matrix:
        return _matrices(self.felt)[0]

    @property
    def _back(self) -> Matrix:
        return _matrices(self.felt)[1]


@dataclass(frozen=True, slots=True)
class Glass:
    """How a picture lies in its window, and where in it a touch of the window is.

    Places are pixels, from the window's or the picture's upper left corner; fractions of pixels
    count. First the picture is turned, then mirrored, so that behind a rear projection it is seen
    turned as it was asked to be; last the whole flat window, margins and all, is pulled straight.
    """

    window: tuple[int, int]
    """The window's width and height in pixels."""
    turns: int = 0
    """Quarter turns of the picture clockwise, 0 to 3."""
    mirror: bool = False
    """Whether left and right of the window are exchanged."""
    margins: Margins = FULL
    calibration: Calibration | None = None
    """How touches are corrected; None trusts the device. The mouse is never corrected."""
    keystone: Keystone | None = None
    """How the flat window is pulled by its corners; None leaves it as it is."""

    def __post_init__(self) -> None:
        """Refuses what no screen has."""
        if self.turns not in range(4):
            raise ValueError(f"a picture is turned by 0 to 3 quarters, not by {self.turns}")
        if not all(0 <= share <= MOST_MARGIN + _ROUNDING for share in self.margins):
            raise ValueError(f"a margin is from 0 to {MOST_MARGIN:g} of the window")

    @property
    def plain(self) -> bool:
        """Whether the window shows the picture as it is."""
        unturned = self.turns == 0 and not self.mirror
        return unturned and not any(self.margins) and self.keystone is None

    @property
    def area(self) -> tuple[int, int, int, int]:
        """The part of the window inside the margins: x, y, width and height, at least 1 pixel."""
        width, height = self.window
        x, y = round(width * self.margins.left), round(height * self.margins.top)
        right, bottom = round(width * self.margins.right), round(height * self.margins.bottom)
        return x, y, max(1, width - x - right), max(1, height - y - bottom)

    @property
    def picture_size(self) -> tuple[int, int]:
        """The picture's width and height in pixels, as those who look at it see them."""
        _, _, width, height = self.area
        return (height, width) if self.turns % 2 else (width, height)

    @property
    def corners(self) -> Four:
        """Where the picture's corners lie, clockwise from its upper left, in shares of the window.

        Clockwise for those who look at it: mirrored, they go round the window the other way.
        """
        a, b, c, d = (self._share(self.to_window(*at)) for at in self.ends)
        return a, b, c, d

    def pulled(self, number: int, share: Point) -> Keystone | None:
        """The keystone with which one of these corners lies there; ValueError in words if none."""
        a, b, c, d = (self._share(self.flat(*at)) for at in self.ends)
        shown = list(self.corners)
        shown[number] = share
        e, f, g, h = shown
        return Keystone.between((a, b, c, d), (e, f, g, h))

    @property
    def ends(self) -> Four:
        """The picture's corners in its own pixels, clockwise from its upper left."""
        width, height = self.picture_size
        return (0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))

    def to_window(self, x: float, y: float) -> Point:
        """The window's pixel that shows a place of the picture."""
        at = self.flat(x, y)
        if self.keystone is None:
            return at
        return self._pixel(self.keystone.shown(self._share(at)))

    def flat(self, x: float, y: float) -> Point:
        """The same where no corner is pulled."""
        left, top, across, down = self.area
        u, v = ((x, y), (across - y, x), (across - x, down - y), (y, down - x))[self.turns]
        return left + (across - u if self.mirror else u), top + v

    def to_picture(self, px: float, py: float) -> Point | None:
        """The place of the picture at a pixel of the window; None outside it."""
        x, y = self.beyond(px, py)
        width, height = self.picture_size
        if not (-_EDGE <= x <= width + _EDGE and -_EDGE <= y <= height + _EDGE):
            return None
        return min(max(x, 0.0), float(width)), min(max(y, 0.0), float(height))

    def beyond(self, px: float, py: float) -> Point:
        """The same, on the picture's plane, for pixels outside it too."""
        if self.keystone is not None:
            px, py = self._pixel(self.keystone.flat(self._share((px, py))))
        left, top, across, down = self.area
        u, v = px - left, py - top
        u = across - u if self.mirror else u
        return ((u, v), (v, across - u), (across - u, down - v), (down - v, u))[self.turns]

    def touched(self, px: float, py: float) -> Point:
        """The window's pixel that was touched when a device feels a touch at this one."""
        if self.calibration is None:
            return px, py
        return self._pixel(self.calibration.touched(self._share((px, py))))

    def felt(self, px: float, py: float) -> Point:
        """The window's pixel at which a device feels a touch of this one."""
        if self.calibration is None:
            return px, py
        return self._pixel(self.calibration.feels(self._share((px, py))))

    def _share(self, at: Point) -> Point:
        """A place of the window in shares of its width and height."""
        return at[0] / self.window[0], at[1] / self.window[1]

    def _pixel(self, share: Point) -> Point:
        """The way back."""
        return share[0] * self.window[0], share[1] * self.window[1]

    def rect_on_window(self, rect: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Where a rectangle of the picture (x, y, width, height) lies in the window.

        With a keystone that is no rectangle, and all pixels are meant that it reaches.
        """
        x, y, width, height = rect
        if self.keystone is not None:
            return self._around(x, y, width, height)
        one, other = self.to_window(x, y), self.to_window(x + width, y + height)
        left, right = sorted((round(one[0]), round(other[0])))
        top, bottom = sorted((round(one[1]), round(other[1])))
        return left, top, right - left, bottom - top

    def _around(self, x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
        """The window's pixels that show any of a rectangle, be it only smoothed into them."""
        # A pixel mixes the four about it, so the neighbours of what changed change as well.
        left, top, right, bottom = x - 1, y - 1, x + width + 1, y + height + 1
        ends = ((left, top), (right, top), (right, bottom), (left, bottom))
        xs, ys = zip(*(self.to_window(*at) for at in ends), strict=True)
        left, top = max(0, floor(min(xs))), max(0, floor(min(ys)))
        right, bottom = min(self.window[0], ceil(max(xs))), min(self.window[1], ceil(max(ys)))
        return left, top, max(0, right - left), max(0, bottom - top)


@lru_cache(maxsize=16)
def _matrices(felt: Four) -> tuple[Matrix, Matrix]:
    """From the places to where they are felt, and back."""
    there = through(CROSSES, felt)
    return there, inverse(there)


@lru_cache(maxsize=1)
def _ways() -> tuple[Four, ...]:
    """Where the crosses are felt by a device that is mounted straight, in any of the eight ways."""
    ways = []
    for mirror in (False, True):
        places = [((1 - x, y) if mirror else (x, y)) for x, y in CROSSES]
        for _ in range(4):
            a, b, c, d = places
            ways.append((a, b, c, d))
            places = [(1 - y, x) for x, y in places]
    return tuple(ways)


def _off(felt: Four, way: Four) -> float:
    """How far the touches lie from there at most, as a share of the screen."""
    return max(max(abs(x - u), abs(y - v)) for (x, y), (u, v) in zip(felt, way, strict=True))


def _middle(corners: Four) -> Point:
    """A point inside a figure."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
