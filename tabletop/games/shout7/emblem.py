"""The small picture of the game for the menu: the board in the middle of a match."""

from typing import Final

import pygame

from tabletop.games.shout7.board import PIT_RADIUS, board_picture, hexes_in
from tabletop.games.shout7.hollows import sunk
from tabletop.ui import stones
from tabletop.ui.canvas import Box
from tabletop.ui.kept import kept
from tabletop.ui.theme import BLACK_LOOK, WHITE_LOOK

_ON_CELLS: Final = (
    (BLACK_LOOK, "f4 g5 h6 i7 j8 f6 g7 h9 j11 k8 l12 d5 e9 i5"),
    (WHITE_LOOK, "g6 h7 h8 i8 i9 j9 k9 k10 f7 e6 g9 l10 m12 i11"),
)
_IN_PITS: Final = ((BLACK_LOOK, "a3 j15"), (WHITE_LOOK, "o12 f1 a5"))


@kept(most=4)
def emblem_picture(size_px: int) -> pygame.Surface:
    """A square picture, transparent around the board."""
    room = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
    hexes = hexes_in(Box(0, 0, size_px, size_px))
    board = board_picture(hexes.cell, max(0.25, size_px / 900), lettered=False)
    x, y = hexes.centre
    room.blit(board, (round(x - board.get_width() / 2), round(y - board.get_height() / 2)))
    hole = round(PIT_RADIUS * hexes.cell, 1)
    for looks, radius, deep in ((_IN_PITS, 0.29, True), (_ON_CELLS, 0.42, False)):
        for look, names in looks:
            size = round(radius * hexes.cell, 1)
            piece = sunk(look, size, hole) if deep else stones.stone(look, size)
            for name in names.split():
                left, top = hexes.point(name)
                free = piece.get_width() / 2, piece.get_height() / 2
                room.blit(piece, (round(left - free[0]), round(top - free[1])))
    return room
