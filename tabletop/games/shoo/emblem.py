"""A small board of Shoo in the middle of a game, for the menu's card."""

from collections.abc import Mapping
from typing import Final

import pygame

from tabletop.engine import Spot
from tabletop.games.shoo.board import Board
from tabletop.games.shoo.lying import Lying
from tabletop.games.shoo.piece_set import PieceSet
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.theme import SeatLook

MIDGAME: Final[Mapping[Spot, str]] = {
    **dict.fromkeys(("a9", "b9", "a8", "c7", "e8", "h5", "f2", "i2"), "b"),
    **dict.fromkeys(("c8", "b6", "f6", "g2", "h3", "d3", "i1", "g5"), "w"),
    "g7": "B",
    "e5": "W",
    "d6": "h",
    "b4": "h",
}
MARGIN: Final = 0.03


def emblem(size_px: int, looks: tuple[SeatLook, ...]) -> pygame.Surface:
    """A square picture, transparent round the board."""
    canvas = Canvas((size_px, size_px))
    board = Board.within(canvas, canvas.box.inset(canvas.width * MARGIN))
    picture = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
    picture.fill((0, 0, 0, 0))
    board.draw(picture, (looks[0].mark, looks[1].mark))
    frame = Frame(canvas)
    Lying(board.spots(), board.cell, PieceSet(looks, board.cell_px)).put(frame, MIDGAME)
    for blit in frame.blits:
        picture.blit(blit.surface, (blit.x, blit.y))
    return picture
