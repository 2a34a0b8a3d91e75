"""The board of Shoo as a drawing: nine by nine squares in a frame, the two bases in other wood."""

from typing import Final

from tabletop.engine.diagram import Area, Diagram, Glyph, Tone, edge_signs, rectangle, square_tile
from tabletop.engine.game import Options
from tabletop.engine.text import say
from tabletop.games.shoo.kernel import HOMES, NAMES, SIDE, SQUARES
from tabletop.games.shoo.messages import PIECE_NAMES
from tabletop.games.shoo.rules import STABLE_SPOT, TRAVELERS_SPOT

WIDE: Final = 0.48
"""The width of the frame on the left and below, where its letters are."""
NARROW: Final = 0.16
"""The width of the frame on the other two sides."""
TILE_SIDE: Final = 0.95
LIP: Final = 0.04
"""How far the ground of the tiles is seen around them."""

BASE_TONES: Final[tuple[Tone, Tone]] = ("light", "dark")

GLYPHS: Final = (
    Glyph("w", "stone", 0, PIECE_NAMES["w"]),
    Glyph("b", "stone", 1, PIECE_NAMES["b"]),
    Glyph("W", "rider", 0, PIECE_NAMES["W"]),
    Glyph("B", "rider", 1, PIECE_NAMES["B"]),
    Glyph("h", "horse", None, PIECE_NAMES["h"]),
)


def board_diagram(seats: int, options: Options) -> Diagram:
    """The board; it is the same for all options, and turned for Black, who starts far away."""
    del seats, options
    side = WIDE + SIDE + NARROW
    tiles = []
    for square in range(SQUARES):
        rank, file = divmod(square, SIDE)
        centre = WIDE + file + 0.5, NARROW + SIDE - 0.5 - rank
        owner = next((seat for seat in (0, 1) if square in HOMES[seat]), None)
        tone: Tone = "plain" if owner is None else BASE_TONES[owner]
        tiles.append(square_tile(NAMES[square], centre, TILE_SIDE, tone, owner=owner))
    ground = rectangle(WIDE - LIP, NARROW - LIP, SIDE + 2 * LIP, SIDE + 2 * LIP)
    return Diagram(
        width=side,
        height=side,
        tiles=tuple(tiles),
        glyphs=GLYPHS,
        areas=(
            Area(rectangle(0, 0, side, side), "frame", rounding=0.28),
            Area(ground, "groove", rounding=0.08),
        ),
        signs=tuple(edge_signs(SIDE, (WIDE + 0.5, NARROW + SIDE - 0.5), side - WIDE / 2, WIDE / 2)),
        beside=(
            (STABLE_SPOT, say("shoo.diagram.stable", "A horse from your stable")),
            (TRAVELERS_SPOT, say("shoo.diagram.travelers", "A traveller from your stable")),
        ),
        turns=(0, 2),
    )
