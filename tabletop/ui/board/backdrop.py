"""What lies under a page's pieces: the table, and a board painted on it when it is seen first."""

from typing import Protocol

import pygame

from tabletop.ui.core import cache
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.draw.wood import ground


class BoardPainter(Protocol):
    """Whatever can paint its board on a table."""

    def draw_base(self, surface: pygame.Surface) -> None:
        """Paints it."""


class Backdrop:
    """The table with a board on it, which is not painted while its page is only laid out."""

    def __init__(self, canvas: Canvas, board: BoardPainter) -> None:
        """The board has been fitted to the same canvas."""
        self._canvas, self._board = canvas, board
        self._painted: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """As large as the window."""
        if self._painted is None:
            picture = ground(*self._canvas.size).copy()
            self._board.draw_base(picture)
            self._painted = picture
            cache.check_time_limit()
        return self._painted
