"""What lies under a page's pieces: the table, and a board painted on it when it is seen first."""

import pygame

from tabletop.ui.canvas import Canvas
from tabletop.ui.view import View
from tabletop.ui.wood import ground


class Backdrop:
    """The table with a board on it, which is not painted while its page is only laid out."""

    def __init__(self, canvas: Canvas, view: View) -> None:
        """The view has been fitted to the same canvas."""
        self._canvas, self._view = canvas, view
        self._painted: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """As large as the window."""
        if self._painted is None:
            picture = ground(*self._canvas.size).copy()
            self._view.draw_base(picture)
            self._painted = picture
        return self._painted
