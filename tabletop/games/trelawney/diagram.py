"""The board of Trelawney's Glory as a drawing: a pale slab on a tray, with places round the board
for the stones that are out.
"""

from typing import Final

from tabletop.engine.diagram import (
    Area,
    Diagram,
    Glyph,
    Point,
    Tile,
    Tone,
    edge_signs,
    rectangle,
    square_tile,
)
from tabletop.engine.game import Options
from tabletop.games.trelawney.kernel import (
    RING,
    SIZES,
    SQUARE_NAMES,
    SQUARES,
    coordinates,
    spot_name,
    square_at,
)
from tabletop.games.trelawney.messages import PIECE_NAMES, out_name

WIDE: Final = 0.40
"""The rim of the tray on the left and below, where its letters are."""
NARROW: Final = 0.14
"""The rim on the other two sides."""
TILE_SIDE: Final = 0.96
BAY_SIDE: Final = 0.88
POINT_SIDE: Final = 0.96
"""The area that is touched round a point."""
OUT_RADIUS: Final = 0.35
"""The radius of a stone that is out."""
DOTS: Final = (2, 2), (2, 6), (6, 2), (6, 6), (4, 4)
"""The points that are marked, in the ring's coordinates."""

GLYPHS: Final = tuple(
    Glyph(letter, "stone", seat, PIECE_NAMES[letter]) for seat, letter in enumerate("BW")
)


def board_diagram(seats: int, options: Options) -> Diagram:
    """The board of 6 x 6 squares, or of 7 x 7 points; White sits opposite Black."""
    del seats
    board = int(options["intersections"])
    size = SIZES[board]
    side = WIDE + size + 2 + NARROW
    slab = rectangle(WIDE + 0.97, NARROW + 0.97, size + 0.06, size + 0.06)

    def at(x: float, y: float) -> Point:
        """The middle of a place with the ring's coordinates, y upward."""
        return WIDE + x + 0.5, NARROW + size + 1.5 - y

    tiles: list[Tile] = []
    for square in SQUARES[board]:
        x, y = coordinates(square)
        name = spot_name(board, x, y)
        if board:
            tiles.append(square_tile(name, at(x, y), POINT_SIDE, "bare"))
        else:
            tone: Tone = "pale" if (x + y) % 2 == 0 else "second"
            tiles.append(square_tile(name, at(x, y), TILE_SIDE, tone))
    for x, y in RING[board]:
        name = spot_name(board, x, y)
        beside = square_at(min(max(x, 1), size), min(max(y, 1), size))
        tiles.append(
            square_tile(
                name,
                at(x, y),
                BAY_SIDE,
                "bay",
                piece_radius=OUT_RADIUS,
                name=out_name(SQUARE_NAMES[beside]),
            )
        )
    reach = range(1, size + 1)
    lines = [(at(1, n), at(size, n)) for n in reach] + [(at(n, 1), at(n, size)) for n in reach]
    return Diagram(
        width=side,
        height=side,
        tiles=tuple(tiles),
        glyphs=GLYPHS,
        areas=(
            Area(rectangle(0, 0, side, side), "tray", rounding=0.3),
            Area(slab, "slab", rounding=0.1),
        ),
        lines=tuple(lines) if board else (),
        dots=tuple(at(*dot) for dot in DOTS) if board else (),
        signs=tuple(edge_signs(size, at(1, 1), side - WIDE / 2, WIDE / 2)),
        turns=(0, 2),
    )
