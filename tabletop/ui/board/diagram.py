"""The drawing of a board for phones: the game's own, or one that is made of its view."""

from itertools import combinations

from tabletop.engine import Game, Options
from tabletop.engine.diagram import Area, Diagram, Glyph, Tile, rectangle, square_tile
from tabletop.ui.board.view import BoardView, ViewLayout
from tabletop.ui.core.canvas import Canvas

MARGIN = 0.7
"""From the outermost places to the edge of a drawing that is made of a view."""
SAME_CELL = 0.99
"""Places that are nearer than this in both directions are not those of a square grid."""


def diagram_of(game: Game, view: BoardView, seats: int, options: Options) -> Diagram:
    """The board of a game as a drawing. The view is laid out anew if the game has none."""
    if game.diagram is not None:
        return game.diagram(seats, options)
    canvas = Canvas((1000, 1000))
    view.fit(ViewLayout(canvas, canvas.box, options=options, seats=seats))
    left = min(x for x, _ in view.spots.values())
    top = min(y for _, y in view.spots.values())
    centres = {
        spot: ((x - left) / view.cell + MARGIN, (y - top) / view.cell + MARGIN)
        for spot, (x, y) in view.spots.items()
    }
    squares = all(
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) > SAME_CELL
        for a, b in combinations(centres.values(), 2)
    )
    width = max(x for x, _ in centres.values()) + MARGIN
    height = max(y for _, y in centres.values()) + MARGIN
    return Diagram(
        width=width,
        height=height,
        tiles=tuple(
            square_tile(spot, at, 0.95) if squares else Tile(spot, at, radius=0.46)
            for spot, at in centres.items()
        ),
        glyphs=tuple(
            Glyph(letter, "stone", seat, game.seat_names[seat])
            for seat, letter in enumerate(view.letters[:seats])
        ),
        areas=(Area(rectangle(0, 0, width, height), "frame", rounding=0.3),),
    )
