"""The board of Super Seven as a drawing: nine numbered boxes of nine numbered squares."""

from typing import Final

from tabletop.engine.diagram import Area, Diagram, Glyph, Point, rectangle, square_tile
from tabletop.engine.game import Options
from tabletop.games.super7.kernel import MIDDLE
from tabletop.games.super7.messages import PIECE_NAMES, place_name
from tabletop.games.super7.rules import SPOTS

MARGIN: Final = 0.28
"""The plate beside and below the boxes."""
HEAD: Final = 0.46
"""The plate above them, with the numbers of the upper boxes."""
PAD: Final = 0.1
"""From a square to the edge of its box."""
BETWEEN: Final = 0.4
"""From box to box, with the numbers of the lower boxes."""
TILE_SIDE: Final = 0.933
BOX: Final = 2 + TILE_SIDE + 2 * PAD

GLYPHS: Final = (
    Glyph("B", "counter", 0, PIECE_NAMES["B"]),
    Glyph("R", "counter", 1, PIECE_NAMES["R"]),
)


def board_diagram(seats: int, options: Options) -> Diagram:
    """The board. It is turned for nobody: no side of it is anybody's, and its numbers run from
    the upper left to the lower right.
    """
    del seats, options
    width = 2 * MARGIN + 3 * BOX + 2 * BETWEEN
    height = HEAD + 3 * BOX + 2 * BETWEEN + MARGIN
    tiles, boxes = [], []
    for box in range(9):
        x, y = _corner(box)
        spots = SPOTS[9 * box : 9 * box + 9]
        boxes.append(Area(rectangle(x, y, BOX, BOX), "groove", 0.14, str(box + 3), spots))
        for here, spot in enumerate(spots):
            row, column = divmod(here, 3)
            centre = (
                x + PAD + TILE_SIDE / 2 + column,
                y + PAD + TILE_SIDE / 2 + row,
            )
            star = here == MIDDLE
            name = place_name(box + 3, here + 3)
            label = "" if star else str(here + 3)
            tiles.append(square_tile(spot, centre, TILE_SIDE, label=label, star=star, name=name))
    return Diagram(
        width=width,
        height=height,
        tiles=tuple(tiles),
        glyphs=GLYPHS,
        areas=(Area(rectangle(0, 0, width, height), "frame", rounding=0.32), *boxes),
        sign_size=0.38,
        piece_radius=0.42,
    )


def _corner(box: int) -> Point:
    """The upper left corner of a box, 0 to 8."""
    row, column = divmod(box, 3)
    return MARGIN + column * (BOX + BETWEEN), HEAD + row * (BOX + BETWEEN)
