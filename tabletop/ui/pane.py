"""The glass of the running table: how the picture lies now, what is tried and what is kept."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from tabletop.engine import Text
from tabletop.input.actions import Point
from tabletop.input.glass import Glass
from tabletop.settings import Settings, write_atomically
from tabletop.ui import warp
from tabletop.ui.canvas import Canvas
from tabletop.ui.mounting import WINDOW, Mounting, take_mountings, write_mountings

LEAST_SIDE: Final = 90
"""Pixels; a smaller window shows a part of what would fit this."""


class Pane:
    """The table's glass. It changes with the window, and as people change how it is mounted.

    What is tried out holds until it is kept or the program ends, so that no start begins with a
    picture that nobody could confirm.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        path: Path | None = None,
        keep: Callable[[Path, str], None] = write_atomically,
    ) -> None:
        """`path` is the file of the mountings; without one, they are kept in memory alone.

        `keep` writes the file.
        """
        self._keep = keep
        self._settings = settings or Settings()
        self._path = path
        self.problem: Text | None = None
        """What was wrong with that file, to be told once."""
        self._known: dict[str, Mounting] = {}
        if path is not None:
            self._known, self.problem = take_mountings(path)
        self.key = WINDOW
        """The name of the screen that the window is on."""
        self.version = 0
        """One more after each change that people made."""
        self.raw = False
        """While crosses are touched: what is felt outside the picture counts too."""
        self.following = False
        """While a corner is pulled: fingers keep what they hold though the picture moves."""
        self.trouble: Text | None = None
        """Why the picture is not pulled by its corners as it is mounted; None if it is."""
        self.shift = (0, 0)
        """How far the picture has wandered from its place, in its pixels (`Drift`)."""
        self.mounting = self.kept
        """What holds now, tried or kept."""
        self._set((1280, 800))

    @property
    def kept(self) -> Mounting:
        """What is kept of this screen."""
        return self._known.get(self.key, Mounting())

    @property
    def now(self) -> Glass:
        """The glass as it is now."""
        return self._now

    @property
    def canvas(self) -> Canvas:
        """The canvas of the picture as it is now."""
        return self._canvas

    def fit(self, key: str, window: tuple[int, int]) -> None:
        """The window is on that screen now and has that size; another screen has its own glass."""
        if key != self.key:
            self.key = key
            self.mounting = self.kept
        self._set(window)

    def try_out(self, mounting: Mounting) -> None:
        """Mounts the picture so for now."""
        self.mounting = mounting
        self._set(self._now.window)
        self.version += 1

    def go_back(self) -> None:
        """What was only tried holds no longer."""
        if self.mounting != self.kept:
            self.try_out(self.kept)

    def keep(self) -> None:
        """What holds now will hold at the next start; OSError where that cannot be written."""
        self._known[self.key] = self.mounting
        if self._path is not None:
            write_mountings(self._path, self._known, self._keep)

    def to_canvas(self, px: float, py: float) -> Point | None:
        """The canvas point of a pixel of the window; None outside the picture."""
        scale, (dx, dy) = self._canvas.scale, self.shift
        if self.raw:
            x, y = self._now.beyond(px, py)
            return (x - dx) / scale, (y - dy) / scale
        at = self._now.to_picture(px, py)
        if at is None:
            return None
        width, height = self._now.picture_size
        x, y = min(max(at[0] - dx, 0.0), width), min(max(at[1] - dy, 0.0), height)
        return x / scale, y / scale

    def touched(self, px: float, py: float) -> Point:
        """The pixel of the window that was touched when a touch is felt at this one."""
        return self._now.touched(px, py)

    def share(self, at: Point) -> Point:
        """The place of the window that shows a canvas point, in shares of its width and height."""
        scale, (dx, dy) = self._canvas.scale, self.shift
        x, y = self._now.to_window(at[0] * scale + dx, at[1] * scale + dy)
        return x / self._now.window[0], y / self._now.window[1]

    def seen(self, share: Point) -> Point:
        """The canvas point of a place of the window, which may lie outside the picture."""
        width, height = self._now.window
        x, y = self._now.beyond(share[0] * width, share[1] * height)
        scale, (dx, dy) = self._canvas.scale, self.shift
        return (x - dx) / scale, (y - dy) / scale

    def _set(self, window: tuple[int, int]) -> None:
        glass = self.mounting.glass((max(1, window[0]), max(1, window[1])), self._settings)
        # OpenCV is loaded where a keystone asks for it, and nowhere else.
        self.trouble = None if glass.keystone is None else warp.trouble()
        self._now = glass if self.trouble is None else replace(glass, keystone=None)
        width, height = self._now.picture_size
        self._canvas = Canvas((max(LEAST_SIDE, width), max(LEAST_SIDE, height)))
