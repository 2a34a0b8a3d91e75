"""A second screen that one player alone looks at, as far as scenes know of it.

The second window: opened on another screen while a scene asks for it, and closed after that.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.input.window import SecondaryWindowSource
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.display.window import WINDOW_TITLE


@dataclass(slots=True)
class SecondaryDisplayState:
    """A scene asks for the screen; the window brings it, if there is one.

    It comes and goes by an action (`input.actions.Beside`), so a recorded session is replayed with
    it on a machine that has none.
    """

    wanted: bool = False
    """A scene has something to show to one player alone."""
    canvas: Canvas | None = None
    """The screen, where it is there; None where everything has to be shown to all."""

    def release(self) -> None:
        """Nobody needs it any more."""
        self.wanted, self.canvas = False, None

    def become(self, size: tuple[int, int], context: UiContext) -> None:
        """It is there with so many pixels, or has gone (0, 0)."""
        self.canvas = Canvas(size, context) if min(size) > 0 and self.wanted else None

    def present(self, context: UiContext) -> None:
        """Presents in another context from now on."""
        if self.canvas is not None:
            self.canvas = self.canvas.with_context(context)


log = logging.getLogger(__name__)

CENTRED_ON_DISPLAY: Final = 0x2FFF0000
"""SDL_WINDOWPOS_CENTERED_DISPLAY(0): the middle of that screen."""
DEFAULT_WINDOW_SIZE: Final = (960, 600)
"""The size of a window that people move to its screen themselves."""
MINIMIZE_HINT: Final = "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS"


class SecondaryDisplay:
    """Opens and closes the window as it is wanted and as screens come and go.

    Where it cannot be opened, that is said in the log once, and not tried again before it was not
    wanted for a while.
    """

    def __init__(self, aside: SecondaryDisplayState, source: SecondaryWindowSource) -> None:
        self._aside, self._source = aside, source
        self.window: pygame.Window | None = None
        self._screen: Screen | None = None
        self._failed = False

    def follow(self, setting: str, screen: int) -> None:
        """Opens or closes it; `setting` is `window.second`, `screen` where the first window is."""
        there = setting == "window" or (setting == "auto" and _display_count() > 1)
        wanted = self._aside.wanted and there
        if not self._aside.wanted:
            self._failed = False
        if self.window is not None and (not wanted or self._source.closed):
            self._failed = self._source.closed  # whoever closed it does not want it back at once
            self.close()
        elif self.window is None and wanted and not self._failed:
            self._open(setting, screen)
        elif self.window is not None and self._aside.canvas is None:
            self._source.announce()  # another scene has come, before the window could go

    def draw(self, scenes: Callable[[Frame], None] | None) -> None:
        """Shows one player alone what `scenes` draw for it, as far as it is another picture."""
        if (canvas := self._aside.canvas) is None:
            return
        frame = Frame(canvas)
        if scenes is not None:
            scenes(frame)
        window, screen = self.window, self._screen
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
        window, self.window, self._screen = self.window, None, None
        self._source.gone()
        if window is not None:
            window.destroy()

    def _open(self, setting: str, screen: int) -> None:
        # A window that fills a screen would otherwise go away while the other one is touched.
        os.environ.setdefault(MINIMIZE_HINT, "0")
        try:
            self.window = window = _open_window(setting, screen)
            self._screen = Screen(window.get_surface())
        except pygame.error as problem:
            log.warning("there is no second window: %s", problem)
            self.window, self._failed = None, True
            return
        self._source.open(window.id, window.size)


def to_canvas(size: tuple[int, int], px: float, py: float) -> tuple[float, float] | None:
    """The canvas point of a pixel in a window of that size; None outside it."""
    return Canvas(size).to_canvas(px, py)


def _display_count() -> int:
    try:
        return pygame.display.get_num_displays()
    except pygame.error:
        return 0


def _open_window(setting: str, screen: int) -> pygame.Window:
    """A window that fills the first other screen, or a plain one."""
    if setting == "window":
        return pygame.Window(WINDOW_TITLE, DEFAULT_WINDOW_SIZE, resizable=True)
    sizes = pygame.display.get_desktop_sizes()
    other = next(number for number in range(len(sizes)) if number != screen)
    middle = CENTRED_ON_DISPLAY | other
    return pygame.Window(WINDOW_TITLE, sizes[other], (middle, middle), fullscreen_desktop=True)
