"""How the board lies on the canvas: its plan in units, and the way between units and canvas."""

from dataclasses import dataclass
from typing import Final, Self

from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.rules.pieces import Point
from tabletop.ui.canvas import Box
from tabletop.ui.frame import turn_point

RIM: Final = 0.2
"""The board's edge about the surface, in units: pieces do not come to lie on it."""
THICK: Final = 0.14
"""How high the board stands, in units."""
TRAY: Final = 3.45
"""How broad the tray is at least, in units."""
BROAD: Final = 3.65
"""How broad it is in a box with room to spare: then every piece can be turned in it."""
WORK: Final = (8.6, 8.0)
"""The least room for a picture beside the tray, in units: figures span up to 8."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """A surface and its tray, in units."""

    width: float
    height: float
    tray: Zone


def board_plan(ratio: float) -> BoardPlan:
    """The plan with the largest pieces for a box whose width is `ratio` times its height.

    The tray is a strip at the left, or at the bottom of a tall box.
    """
    work_w, work_h = WORK
    beside = _unit(ratio, work_w + TRAY, work_h)
    below = _unit(ratio, work_w, work_h + TRAY)
    unit = max(beside, below)
    width, height = ratio / unit - 2 * RIM, 1 / unit - 2 * RIM - THICK
    if beside >= below:
        broad = min(BROAD, max(TRAY, width - work_w))
        return BoardPlan(width, height, Zone(0.0, 0.0, broad, height))
    broad = min(BROAD, max(TRAY, height - work_h))
    return BoardPlan(width, height, Zone(0.0, height - broad, width, broad))


def _unit(ratio: float, width: float, height: float) -> float:
    """The unit with which a surface and its rim fit in a box of that ratio and height 1."""
    return min(ratio / (width + 2 * RIM), 1 / (height + 2 * RIM + THICK))


@dataclass(frozen=True, slots=True)
class Sight:
    """Maps units to the canvas and back."""

    start: Point
    """Where (0, 0) lies on the canvas, as seen from the seat."""
    unit: float
    """Canvas units per unit."""
    turns: int = 0
    """How many quarter turns clockwise all is turned about `about`, to the seat's edge."""
    about: Point = (0.0, 0.0)

    @classmethod
    def within(cls, box: Box, width: float, height: float, turns: int, about: Point) -> Self:
        """The largest surface with its rim in a box, which is given as seen from the seat."""
        unit = min(box.w / (width + 2 * RIM), box.h / (height + 2 * RIM + THICK))
        x = box.centre[0] - width * unit / 2
        # For the seat opposite the board's front is at its far edge, so it lies lower for it.
        low = THICK * unit * (0.0, 0.5, 1.0, 0.5)[turns % 4]
        y = box.y + (box.h - (height + 2 * RIM + THICK) * unit) / 2 + RIM * unit + low
        return cls((x, y), unit, turns % 4, about)

    def to_canvas(self, at: Point) -> Point:
        x, y = self.start[0] + at[0] * self.unit, self.start[1] + at[1] * self.unit
        return turn_point((x, y), self.turns, self.about)

    def to_units(self, at: Point) -> Point:
        x, y = turn_point(at, -self.turns, self.about)
        return (x - self.start[0]) / self.unit, (y - self.start[1]) / self.unit

    def to_box(self, zone: Zone) -> Box:
        """A part of the surface as it really lies on the canvas."""
        a, b = self.to_canvas((zone.left, zone.top)), self.to_canvas((zone.right, zone.bottom))
        return Box(min(a[0], b[0]), min(a[1], b[1]), abs(b[0] - a[0]), abs(b[1] - a[1]))

    def turn(self, degrees: float) -> float:
        """How far a piece is seen turned."""
        return degrees + 90 * self.turns
