"""The second window: opened on another screen while a scene asks for it, and closed after that."""

import logging
import os
from collections.abc import Callable
from typing import Final

import pygame

from tabletop.input.beside import SecondWindow
from tabletop.ui.aside import Aside
from tabletop.ui.canvas import Canvas
from tabletop.ui.display import TITLE
from tabletop.ui.frame import Frame, Screen

log = logging.getLogger(__name__)

CENTRED_ON: Final = 0x2FFF0000
"""SDL_WINDOWPOS_CENTERED_DISPLAY(0): the middle of that screen."""
PLAIN: Final = (960, 600)
"""The size of a window that people move to its screen themselves."""
STAYS: Final = "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS"


class SecondScreen:
    """Opens and closes the window as it is wanted and as screens come and go.

    Where it cannot be opened, that is said in the log once, and not tried again before it was not
    wanted for a while.
    """

    def __init__(self, aside: Aside, source: SecondWindow) -> None:
        self._aside, self._source = aside, source
        self._window: pygame.Window | None = None
        self._screen: Screen | None = None
        self._failed = False

    def follow(self, setting: str, screen: int) -> None:
        """Opens or closes it; `setting` is `window.second`, `screen` where the first window is."""
        there = setting == "window" or (setting == "auto" and _screens() > 1)
        wanted = self._aside.wanted and there
        if not self._aside.wanted:
            self._failed = False
        if self._window is not None and (not wanted or self._source.closed):
            self._failed = self._source.closed  # whoever closed it does not want it back at once
            self.close()
        elif self._window is None and wanted and not self._failed:
            self._open(setting, screen)
        elif self._window is not None and self._aside.canvas is None:
            self._source.announce()  # another scene has come, before the window could go

    def draw(self, scenes: Callable[[Frame], None] | None) -> None:
        """Shows one player alone what `scenes` draw for it, as far as it is another picture."""
        if (canvas := self._aside.canvas) is None:
            return
        frame = Frame(canvas)
        if scenes is not None:
            scenes(frame)
        window, screen = self._window, self._screen
        if window is None or screen is None:
            return
        try:
            if self._source.exposed:
                self._source.exposed = False
                screen.forget(window.get_surface())
            if screen.show(frame):
                window.flip()
        except pygame.error as problem:
            log.warning("the second window is lost: %s", problem)
            self._failed = True
            self.close()

    def close(self) -> None:
        """Closes it, if it is open."""
        window, self._window, self._screen = self._window, None, None
        self._source.gone()
        if window is not None:
            window.destroy()

    def _open(self, setting: str, screen: int) -> None:
        # A window that fills a screen would otherwise go away while the other one is touched.
        os.environ.setdefault(STAYS, "0")
        try:
            self._window = window = _window(setting, screen)
            self._screen = Screen(window.get_surface())
        except pygame.error as problem:
            log.warning("there is no second window: %s", problem)
            self._window, self._failed = None, True
            return
        self._source.open(window.id, window.size)


def to_canvas(size: tuple[int, int], px: float, py: float) -> tuple[float, float] | None:
    """The canvas point of a pixel in a window of that size; None outside it."""
    return Canvas(size).to_canvas(px, py)


def _screens() -> int:
    try:
        return pygame.display.get_num_displays()
    except pygame.error:
        return 0


def _window(setting: str, screen: int) -> pygame.Window:
    """A window that fills the first other screen, or a plain one."""
    if setting == "window":
        return pygame.Window(TITLE, PLAIN, resizable=True)
    sizes = pygame.display.get_desktop_sizes()
    other = next(number for number in range(len(sizes)) if number != screen)
    middle = CENTRED_ON | other
    return pygame.Window(TITLE, sizes[other], (middle, middle), fullscreen_desktop=True)
