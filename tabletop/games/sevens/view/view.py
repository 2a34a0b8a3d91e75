"""The emblem of Sevens and the looks of its seats, for the menu and the rules page."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Game
from tabletop.games.sevens.figures import read_figures
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.ui.theme.theme import BLUE_LOOK, RED_DIAMOND_LOOK, SeatLook

LOOKS: Final[tuple[SeatLook, ...]] = (BLUE_LOOK, RED_DIAMOND_LOOK)

CAT_FIGURE: Final = """
Cat, 2
Q 45 a at 0,0
S1 135 a on Q.a
S2 315 a on Q.a
M 45 a on Q.b
L1 0 a on M.c
L2 180 b on L1.c
P 90 c on L2.a
"""


@dataclass(frozen=True, slots=True)
class View:
    """The emblem and the seats' looks; the game's own scenes draw everything else."""

    looks: tuple[SeatLook, ...] = LOOKS

    def emblem(self, pixels: int) -> pygame.Surface:
        """A figure in a square of that many pixels."""
        picture = emblem_figure()
        unit = fitting_unit(picture, pixels, pixels)
        square = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
        drawn = figure_picture(picture, unit)
        square.blit(drawn, ((pixels - drawn.get_width()) // 2, (pixels - drawn.get_height()) // 2))
        return square


@lru_cache(maxsize=1)
def emblem_figure() -> Picture:
    """The figure of the emblem; written here, so that the menu need not read the booklet."""
    return next(read_figures(CAT_FIGURE, "")).picture


def make_view(game: Game) -> View:
    del game
    return View()
