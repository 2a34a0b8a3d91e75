"""Whole pictures on a board: laid by the program, and looked through for what lies apart."""

from tabletop.games.sevens.rules.arrangement import parts
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.surface.figure_art import numbers_of
from tabletop.games.sevens.surface.sight import BoardPlan
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import centred
from tabletop.games.sevens.table import PieceTable


def lay_whole(surface: Surface, picture: Picture, seconds: float) -> None:
    """Lays a picture in the middle of the room beside the tray; the set must be whole."""
    table = surface.pieces
    walls, tray = table.walls, table.tray
    assert tray is not None
    placed = centred(picture, BoardPlan(walls.width, walls.height, tray))
    numbers = numbers_of(placed.kinds)
    surface.unselect()
    table.lay({n: p.pose for n, p in zip(numbers, placed.pieces, strict=True)}, seconds)


def laid_out(table: PieceTable) -> list[int]:
    """The numbers of the pieces outside the tray, in the order of `table.picture()`."""
    return [piece.number for piece in table.pieces if not table.in_tray(piece.number)]


def strays(table: PieceTable) -> list[int]:
    """The numbers of the pieces that do not hang together with most of the others."""
    out = laid_out(table)
    groups = parts([piece.corners for piece in table.picture().pieces])
    largest = max(groups, key=len, default=frozenset())
    return [number for place, number in enumerate(out) if place not in largest]
