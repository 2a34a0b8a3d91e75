"""The board of Shout 7 as a drawing: a hexagon of hollows with pits around them."""

from math import cos, pi, sin, sqrt
from typing import Final

from tabletop.engine.diagram import Area, Corners, Diagram, Glyph, Point, Sign, Tile
from tabletop.engine.game import Options
from tabletop.games.shout7.kernel import IS_CELL, NAMES, ROW_LETTERS
from tabletop.games.shout7.messages import PIECE_NAMES, pit_name

ROW_HEIGHT: Final = sqrt(3) / 2
EDGE: Final = 6.86
"""From the middle to the frame's outer edge."""
FIELD: Final = 5.64
"""From the middle to the edge of the sunk field."""
ROUNDING: Final = 0.55
HOLLOW_RADIUS: Final = 0.385
PIT_RADIUS: Final = 0.325
PIT_PIECE_RADIUS: Final = 0.285
SIGN_DISTANCE: Final = 0.54
"""From the middle of a pit to its letter or number."""

GLYPHS: Final = tuple(
    Glyph(letter, "stone", seat, PIECE_NAMES[letter]) for seat, letter in enumerate("BWRG")
)

TURNS: Final = {2: (0, 2), 3: (0, 0, 2), 4: (0, 0, 2, 0)}
"""By the number of seats. A quarter turn does not lay the hexagon on itself, so that the board is
turned by half for the seat opposite the first one, and for nobody else."""


def board_diagram(seats: int, options: Options) -> Diagram:
    """The board with the pieces of so many seats."""
    del options
    # The round corners on the left and right end before those of a sharp hexagon.
    reach = EDGE / ROW_HEIGHT - ROUNDING * (1 / ROW_HEIGHT - 1)
    middle = reach, EDGE
    return Diagram(
        width=2 * reach,
        height=2 * EDGE,
        tiles=tuple(
            Tile(name, _centre(name, middle), radius=HOLLOW_RADIUS, tone="hollow")
            if is_cell
            else Tile(
                name,
                _centre(name, middle),
                radius=PIT_RADIUS,
                tone="pit",
                piece_radius=PIT_PIECE_RADIUS,
                name=pit_name(name),
            )
            for name, is_cell in zip(NAMES, IS_CELL, strict=True)
        ),
        glyphs=GLYPHS[:seats],
        areas=(
            Area(_hexagon(middle, EDGE), "frame", ROUNDING),
            Area(_hexagon(middle, FIELD), "field", 0.1),
        ),
        signs=_signs(middle),
        sign_size=0.33,
        piece_radius=0.43,
        turns=TURNS[seats],
    )


def _centre(name: str, middle: Point) -> Point:
    row, number = ROW_LETTERS.index(name[0]) - 7, int(name[1:]) - 8
    return middle[0] + number - row / 2, middle[1] - row * ROW_HEIGHT


def _hexagon(middle: Point, apothem: float) -> Corners:
    """A hexagon with a flat top; the apothem is from the middle of it to the middle of a side."""
    reach = apothem / ROW_HEIGHT
    angles = (pi * k / 3 for k in range(6))
    return tuple((middle[0] + reach * cos(a), middle[1] + reach * sin(a)) for a in angles)


def _signs(middle: Point) -> tuple[Sign, ...]:
    """Letters of the rows on the left, numbers along the lower edges."""
    first = [f"{letter}{max(1, row - 6)}" for row, letter in enumerate(ROW_LETTERS)]
    lowest = [f"{'a' if n < 9 else ROW_LETTERS[n - 8]}{n}" for n in range(1, 16)]
    left = (_beside(name, middle, pi * (7 if row < 7 else 5) / 6) for row, name in enumerate(first))
    below = (
        _beside(name, middle, -pi / 2 if n < 9 else -pi / 6) for n, name in enumerate(lowest, 1)
    )
    return (
        *map(Sign, ROW_LETTERS, left),
        *(Sign(str(n), at) for n, at in enumerate(below, 1)),
    )


def _beside(name: str, middle: Point, angle: float) -> Point:
    """Where the sign of a place at the edge stands; angles go counterclockwise from the right."""
    x, y = _centre(name, middle)
    return x + SIGN_DISTANCE * cos(angle), y - SIGN_DISTANCE * sin(angle)
