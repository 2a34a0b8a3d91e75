"""The picture of a projector that stands askew, pulled straight by its four corners."""

from dataclasses import dataclass
from functools import lru_cache
from math import dist, isfinite
from typing import Final, Self

from tabletop.engine import Text, say
from tabletop.input.actions import Point
from tabletop.input.homography import Four, Matrix, depth, fault, inverse, mapped, through

ROOM: Final[Four] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""The corners of a window, clockwise from the upper left, in shares of its width and height."""
LEAST: Final = 0.3
"""A side of the picture is at least so long, in shares of the window's width and height."""
FAR: Final = 0.5
"""How far a corner of the window may lie outside of it, as a share: its margins are dark."""
SKEW: Final = 0.12
"""No part of the window is nearer to the horizon than this share of what its middle is."""
CROSSED: Final = say(
    "keystone.crossed",
    "No picture can have such corners: its sides would cross over or bend inwards.",
)
SMALL: Final = say("keystone.small", "The picture would become too small.")
ASKEW: Final = say("keystone.askew", "The picture would lie too much askew to be touched.")
OUTSIDE: Final = say("keystone.outside", "A corner would lie far outside of the screen.")


@dataclass(frozen=True, slots=True)
class Keystone:
    """Where the four corners of a flat window are shown in the window, in shares of its size.

    Clockwise from the upper left. ValueError in words for corners that cross over, that leave
    too small a picture, or that lie so askew that a touch far out would be anywhere.
    """

    corners: Four

    def __post_init__(self) -> None:
        """Refuses what nobody could look at, or could not touch."""
        if not all(
            isfinite(each) and -FAR <= each <= 1 + FAR for at in self.corners for each in at
        ):
            raise ValueError(OUTSIDE)
        wrong = fault(self.corners)
        if wrong is not None:
            raise ValueError(_told(wrong))
        if not _clockwise(self.corners):
            raise ValueError(CROSSED)
        sides = (dist(at, self.corners[number - 1]) for number, at in enumerate(self.corners))
        if min(sides) < LEAST:
            raise ValueError(SMALL)
        back = _matrices(self.corners)[1]
        nearest = min(depth(back, corner) for corner in ROOM)
        if nearest < SKEW * depth(back, _middle(self.corners)):
            raise ValueError(ASKEW)

    @classmethod
    def between(cls, flat: Four, shown: Four) -> Self | None:
        """The one that shows four places of the flat window there; None if it does nothing.

        ValueError in words as above.
        """
        wrong = fault(flat) or fault(shown)
        if wrong is not None:
            raise ValueError(_told(wrong))
        matrix = through(flat, shown)
        a, b, c, d = (mapped(matrix, corner) for corner in ROOM)
        if max(dist(at, corner) for at, corner in zip((a, b, c, d), ROOM, strict=True)) < 1e-9:
            return None
        return cls((a, b, c, d))

    def shown(self, flat: Point) -> Point:
        """Where a place of the flat window is shown."""
        return mapped(_matrices(self.corners)[0], flat)

    def flat(self, shown: Point) -> Point:
        """The place of the flat window that is shown there; far away beyond the horizon."""
        matrix = _matrices(self.corners)[1]
        a, b, c, d, e, f, *_ = matrix
        x, y = shown
        far = max(depth(matrix, shown), 1e-9)
        return (a * x + b * y + c) / far, (d * x + e * y + f) / far

    @property
    def matrix(self) -> Matrix:
        """The map from the flat window to the window, both in shares."""
        return _matrices(self.corners)[0]


@lru_cache(maxsize=16)
def _matrices(corners: Four) -> tuple[Matrix, Matrix]:
    """From the flat window to where it is shown, and back with positive depths."""
    there = through(ROOM, corners)
    back = inverse(there)
    if depth(back, _middle(corners)) < 0:
        a, b, c, d, e, f, g, h, i = (-each for each in back)
        back = (a, b, c, d, e, f, g, h, i)
    return there, back


def _told(wrong: Text) -> Text:
    """What is wrong with four corners, of which `fault` speaks as of four touches."""
    return CROSSED if wrong.key == "glass.crossed" else SMALL


def _clockwise(corners: Four) -> bool:
    """Whether they go round as the window's corners do, seen with y downward."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) > 0


def _middle(corners: Four) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
