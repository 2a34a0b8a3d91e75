"""The mouse pointer: the system's own, or for a room one that is seen from far away."""

import logging
from typing import Final

import pygame

from tabletop.ui import art
from tabletop.ui.theme import BLACK, WHITE

log = logging.getLogger(__name__)

SHARE: Final = 0.075
"""Of the picture's height, for a room."""
LEAST: Final = 48
MOST: Final = 160
"""Pixels of its height: screens refuse pointers that are larger still."""
ARROW: Final = ((0.0, 0.0), (0.0, 0.86), (0.20, 0.68), (0.34, 1.0), (0.47, 0.94), (0.34, 0.63),
                (0.60, 0.63))  # fmt: skip
"""Its outline, in heights from its tip."""
EDGE: Final = 0.055
"""The dark line round it, which keeps it apart from any ground, in heights."""


def show_pointer(*, room: bool, height: int) -> None:
    """Has the pointer look like that from now on; `height` is the picture's, in pixels."""
    try:
        if not room:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)
            return
        side = min(MOST, max(LEAST, round(height * SHARE)))
        pygame.mouse.set_cursor(_tip(side), large_arrow(side))
    except pygame.error as problem:
        # A screen without pointers of its own, as a kiosk's may be: it is only not enlarged.
        log.info("the pointer stays as it is: %s", problem)


def _tip(side: int) -> tuple[int, int]:
    """The pixel of its picture that points."""
    return round(side * EDGE), round(side * EDGE)


def large_arrow(side: int) -> pygame.Surface:
    """A white arrow with a black edge, in a square of so many pixels."""
    inner = side * (1 - 2 * EDGE)
    tip = side * EDGE
    points = [(tip + x * inner, tip + y * inner) for x, y in ARROW]
    picture = art.blank(side, side)
    line = 2 * side * EDGE
    picture.blit(art.stroke((side, side), points, line, BLACK, closed=True), (0, 0))
    picture.blit(art.polygon((side, side), points, WHITE), (0, 0))
    return picture
