"""Where two pictures lie on the board: beside each other, and then one on the other."""

from dataclasses import dataclass
from typing import Final, Self

from tabletop.games.sevens.phases.comparison import Comparison
from tabletop.games.sevens.rules.pieces import Point
from tabletop.games.sevens.surface.figure_art import fitting_unit
from tabletop.ui.canvas import Box
from tabletop.ui.lettering import grown, least
from tabletop.ui.theme import BODY_SIZE

CAPTION: Final = 84.0
"""The height of the words above a picture, at their usual size."""
ROOM_CAPTION: Final = 106.0
"""The same for a room: two lines."""
EDGE: Final = 34.0
LARGEST: Final = 140.0
"""Canvas units that a unit has at most: pieces are not larger than life by much."""


@dataclass(frozen=True, slots=True)
class Slide:
    """Where they lie, in canvas units as the acting seat sees them."""

    units: tuple[float, float]
    """Canvas units per unit, apart and together: one picture has more room than two."""
    captions: tuple[Box, Box]
    """Above the target and above the guess, while they are apart."""
    head: Box
    """Above both, when they are together."""
    foot: Box
    apart: tuple[Point, Point]
    """The middles of target and guess."""
    together: tuple[Point, Point]

    @classmethod
    def within(cls, box: Box, shown: Comparison) -> Self:
        """The largest pictures in a box: side by side, or one below the other where it is tall."""
        inner = box.inset(EDGE)
        half_w, half_h = inner.w / 2, inner.h / 2
        beside = (
            Box(inner.x, inner.y, half_w, inner.h),
            Box(inner.x + half_w, inner.y, half_w, inner.h),
        )
        below = (
            Box(inner.x, inner.y, inner.w, half_h),
            Box(inner.x, inner.y + half_h, inner.w, half_h),
        )
        rooms = max((beside, below), key=lambda pair: _unit(shown, pair))
        left, top, right, bottom = shown.span
        x, y = inner.centre
        middle = ((left + right) / 2, (top + bottom) / 2)
        unit = min(
            inner.w / (right - left + 1), (inner.h - 2 * caption()) / (bottom - top + 1), LARGEST
        )

        def placed(at: Point) -> Point:
            return x + (at[0] - middle[0]) * unit, y + (at[1] - middle[1]) * unit

        return cls(
            (_unit(shown, rooms), unit),
            (_caption(rooms[0]), _caption(rooms[1])),
            _caption(inner),
            Box(inner.x, inner.bottom - caption(), inner.w, caption()),
            (_below(rooms[0]).centre, _below(rooms[1]).centre),
            (placed(shown.target.middle), placed(shown.guess.middle)),
        )


def caption() -> float:
    """The height of the words above and below pictures."""
    return ROOM_CAPTION if least() else min(1.5 * CAPTION, grown(CAPTION, BODY_SIZE))


def _unit(shown: Comparison, rooms: tuple[Box, Box]) -> float:
    target, guess = _below(rooms[0]), _below(rooms[1])
    return min(
        fitting_unit(shown.target, target.w, target.h),
        fitting_unit(shown.guess, guess.w, guess.h) if shown.guess.pieces else LARGEST,
        LARGEST,
    )


def _caption(room: Box) -> Box:
    return Box(room.x + 8, room.y, room.w - 16, caption())


def _below(room: Box) -> Box:
    return Box(room.x, room.y + caption(), room.w, room.h - caption())
