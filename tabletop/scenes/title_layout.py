"""Where the name, the boards and the words of the title lie."""

from dataclasses import dataclass
from typing import Final

from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import least

MARGIN: Final = 56.0
CORNER: Final = 88.0
"""The side of the round button in the corner."""
LARGEST: Final = 250.0
"""The em of the name where there is room for it."""
NAME_WIDE: Final = 4.4
"""How wide the name is at most, in ems."""
TAGLINE: Final = 66.0
CALL: Final = 96.0
BELOW: Final = 62.0
GAP: Final = 26.0
TITLES: Final = 120.0
"""The height of the words below a board: two lines."""
APART: Final = 14.0
"""The least room between two boards, on either side of each."""
SMILE: Final = 34.0
"""How much higher than the middle the outer boards of a single row lie."""
WIDEST_ROOM: Final = 2000.0
LARGEST_BOARD: Final = 210.0
"""The radius of a board's round ground, at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one board lies: a round ground, and its game's title below."""

    centre: tuple[float, float]
    radius: float
    wide: float
    """Of the room for the title."""

    @property
    def title(self) -> Box:
        x, y = self.centre
        return Box(x - self.wide / 2, y + self.radius + APART + 12, self.wide, TITLES - 12)

    @property
    def box(self) -> Box:
        """All that can be touched of it."""
        x, y = self.centre
        high = 2 * self.radius + APART + TITLES
        return Box(x - self.wide / 2, y - self.radius, self.wide, high)


@dataclass(frozen=True, slots=True)
class TitlePlan:
    """The parts of the title in one window."""

    corner: Box
    name: tuple[float, float]
    """The middle of the capitals."""
    em: float
    tagline: Box
    boards: tuple[Place, ...]
    call: Box
    below: Box


def title_plan(canvas: Canvas, boards: int) -> TitlePlan:
    """The title's parts; the boards are as large as the window lets them be."""
    area = canvas.box.inset(MARGIN)
    corner = Box(area.right - CORNER, area.y - 8, CORNER, CORNER)
    # The name is as wide as the window, or stays clear of the button in the corner.
    tall = canvas.height > 1.2 * canvas.width
    room = area.w if tall else area.w - 2 * (CORNER + GAP)
    em = min(LARGEST, room / NAME_WIDE)
    top = corner.bottom + 20 if tall else area.y
    name = (area.centre[0], top + em * 0.36)
    tagline = Box(area.x, top + em * 0.98, area.w, TAGLINE)
    below = Box(area.x, area.bottom - BELOW, area.w, BELOW)
    call = Box(area.x, below.y - CALL, area.w, CALL)
    wide = min(area.w, WIDEST_ROOM)
    zone = Box(
        area.centre[0] - wide / 2,
        tagline.bottom + GAP,
        wide,
        call.y - GAP - tagline.bottom - GAP,
    )
    return TitlePlan(corner, name, em, tagline, _lay_boards(zone, boards), call, below)


def _lay_boards(zone: Box, count: int) -> tuple[Place, ...]:
    """The boards in the rows in which they are largest; a single row smiles."""
    if not count:
        return ()
    return max(
        (_rows(zone, count, rows) for rows in range(1, count + 1)),
        key=lambda places: places[0].radius,
    )


def _rows(zone: Box, count: int, rows: int) -> tuple[Place, ...]:
    across = -(-count // rows)
    pitch = zone.w / across
    smile = SMILE if rows == 1 and count > 2 else 0.0
    high = (zone.h - smile) / rows
    radius = max(12.0, min(pitch / 2 - APART, (high - TITLES - APART) / 2, LARGEST_BOARD))
    step = min(high, 2 * radius + APART + TITLES + 3 * GAP)
    lowest = (rows - 1) * step + 2 * radius + APART + TITLES
    top = zone.centre[1] - (lowest - smile) / 2
    places = []
    for number in range(count):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        off = column - (here - 1) / 2
        x = zone.centre[0] + off * pitch
        y = top + row * step + radius
        if smile:
            y -= smile * (2 * off / (here - 1)) ** 2
        places.append(Place((x, y), radius, pitch - (8.0 if least() else 2 * APART)))
    return tuple(places)
