"""The windows and the mouse pointer.

The main window is opened at the desktop's size and drawn to by the quicker of SDL's two ways. A
second window is open while a scene has something to show to one player alone.
"""

import contextlib
import json
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pygame

from tabletop.input.viewport import Viewport
from tabletop.input.window import SecondaryWindowSource
from tabletop.settings import Settings, write_atomically
from tabletop.system.logs import silence_libraries
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.display.display_transform import WINDOWED_KEY, display_key
from tabletop.ui.display.warp import Warp
from tabletop.ui.draw import shapes
from tabletop.ui.draw.images import window_icon
from tabletop.ui.theme.theme import BLACK, WHITE

log = logging.getLogger(__name__)

POINTER_HEIGHT_SHARE: Final = 0.075
"""The height of the large pointer in projector mode, as a share of the picture's height."""
MIN_POINTER_PIXELS: Final = 48
MAX_POINTER_PIXELS: Final = 160
"""Systems refuse larger pointers."""
ARROW_OUTLINE: Final = (
    (0.0, 0.0), (0.0, 0.86), (0.20, 0.68), (0.34, 1.0), (0.47, 0.94), (0.34, 0.63), (0.60, 0.63),
)  # fmt: skip
"""The outline of the pointer from its tip, in its heights."""
ARROW_BORDER: Final = 0.055
"""The width of its dark border, in its heights."""


def show_pointer(*, room: bool, height: int) -> None:
    """Sets the system's pointer, or a large one for a room; `height`: the picture's, in pixels."""
    try:
        if not room:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)
            return
        side = min(
            MAX_POINTER_PIXELS, max(MIN_POINTER_PIXELS, round(height * POINTER_HEIGHT_SHARE))
        )
        tip = round(side * ARROW_BORDER)
        pygame.mouse.set_cursor((tip, tip), large_arrow(side))
    except pygame.error as problem:
        # Some systems, such as those of kiosks, have no pointer.
        log.info("the pointer stays as it is: %s", problem)


def large_arrow(side: int) -> pygame.Surface:
    """A white arrow with a black border, in a square of `side` pixels."""
    inner = side * (1 - 2 * ARROW_BORDER)
    tip = side * ARROW_BORDER
    points = [(tip + x * inner, tip + y * inner) for x, y in ARROW_OUTLINE]
    picture = shapes.blank(side, side)
    line = 2 * side * ARROW_BORDER
    picture.blit(shapes.stroke((side, side), points, line, BLACK, closed=True), (0, 0))
    picture.blit(shapes.polygon((side, side), points, WHITE), (0, 0))
    return picture


FRAMEBUFFER_HINT: Final = "SDL_FRAMEBUFFER_ACCELERATION"
MINIMIZE_HINT: Final = "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS"
"""Whether a fullscreen window is minimized when another one gets the focus."""
FAST_FRAME_SECONDS: Final = 0.008
"""The other way is not tried if a full picture takes less than this."""
MEASURED_FRAMES: Final = 5
MEASUREMENTS_FILE: Final = "display.json"
WINDOW_TITLE: Final = "Tabletop"
"""The program's name in every language."""
TILE_SIDE: Final = 256
"""Pixels. A picture is turned by a quarter in tiles: turned whole, 3840 x 2160 takes three times as
long."""


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class Display:
    """The main window and the picture in it.

    If the viewport is plain, the picture is the window's own surface and nothing is copied.
    """

    def __init__(self, settings: Settings, data_dir: Path) -> None:
        """Opens the window; raises NoDisplay if there is no screen."""
        self._size = settings["window.width"], settings["window.height"]
        self._screen = settings["window.display"]
        self.fullscreen = settings["window.fullscreen"]
        self._memory = data_dir / MEASUREMENTS_FILE
        self.way = choose_framebuffer(settings["window.framebuffer"], self._memory)
        os.environ[FRAMEBUFFER_HINT] = "0" if self.way == "software" else "1"
        self._locked = settings["kiosk.level"] != "full"
        if self._locked:
            os.environ.setdefault(MINIMIZE_HINT, "0")
        try:
            with silence_libraries():
                pygame.display.init()
            # Without a screen SDL silently takes a driver that shows nothing.
            hidden = pygame.display.get_driver() in ("dummy", "offscreen")
            if hidden and "SDL_VIDEODRIVER" not in os.environ:
                raise NoDisplay("SDL found no screen")
            pygame.display.set_caption(WINDOW_TITLE)
            pygame.display.set_icon(
                window_icon()
            )  # some window managers ignore it after the window has opened
            self._open()
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        if settings["window.framebuffer"] == "auto":
            self._measure()
        self._viewport = Viewport(self.surface.get_size())
        self._picture: pygame.Surface | None = None
        self._warp: Warp | None = None
        self.before: Callable[[], None] = lambda: None
        """Called right before each update of the screen."""

    @property
    def surface(self) -> pygame.Surface:
        """The surface of the window, with margins, turned, mirrored and warped."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is gone")
        return surface

    @property
    def picture(self) -> pygame.Surface:
        """The surface that frames are drawn on, upright."""
        return self.surface if self._picture is None else self._picture

    @property
    def key(self) -> str:
        """The key of the screen in the file of display profiles."""
        return (
            display_key(self._number, self.surface.get_size()) if self.fullscreen else WINDOWED_KEY
        )

    def apply_transform(self, viewport: Viewport) -> None:
        """Applies a viewport; the picture must be drawn and shown whole after it."""
        self._viewport = viewport
        surface = self.surface
        self._warp = None if viewport.keystone is None else Warp(viewport)
        if viewport.plain:
            self._picture = None
            return
        surface.fill((0, 0, 0))
        self._picture = pygame.Surface(viewport.picture_size, 0, surface)

    def show(self, rects: Sequence[pygame.Rect]) -> None:
        """Updates rectangles of the picture on the screen."""
        if self._picture is None:
            self.before()
            pygame.display.update(rects)
            return
        seen = self.through(rects)
        if self._picture.get_rect() in rects:
            seen = [self.surface.get_rect()]  # with the margins
        self.before()
        pygame.display.update(seen)

    def through(self, rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        """Draws rectangles of the picture on the window's surface; returns their places there."""
        viewport, surface, picture = self._viewport, self.surface, self.picture
        if self._warp is not None:
            places = [viewport.rect_on_window((*rect.topleft, *rect.size)) for rect in rects]
            self._warp.bring(picture, surface, places)
            return [pygame.Rect(place) for place in places]
        # Rows that become columns are slow to write if they exceed the processor's cache.
        parts = [tile for rect in rects for tile in tiles(rect)] if viewport.turns % 2 else rects
        for part in parts:
            place = viewport.rect_on_window((*part.topleft, *part.size))
            if viewport.turns or viewport.mirror:
                surface.blit(transformed(picture.subsurface(part), viewport), place)
            else:
                surface.blit(picture, place, part)
        return [pygame.Rect(viewport.rect_on_window((*rect.topleft, *rect.size))) for rect in rects]

    def stay_awake(self, awake: bool) -> None:
        """Sets whether the system's screen saver is kept off."""
        if pygame.display.get_allow_screensaver() == awake:
            pygame.display.set_allow_screensaver(not awake)

    def toggle(self) -> None:
        """Toggles fullscreen."""
        self.fullscreen = not self.fullscreen
        self._open()

    def close(self) -> None:
        pygame.display.quit()

    def _open(self) -> None:
        count = pygame.display.get_num_displays()
        self._number = screen = self._screen if self._screen < count else 0
        if self.fullscreen:
            size = pygame.display.get_desktop_sizes()[screen]
            pygame.display.set_mode(size, pygame.FULLSCREEN, display=screen)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE, display=screen)
        if self._locked:
            grab_keys()

    def _measure(self) -> None:
        """Times full updates in this way and stores the result for the next start."""
        surface = self.surface
        spent = []
        for _ in range(MEASURED_FRAMES):
            began = time.perf_counter()
            pygame.display.update(surface.get_rect())
            spent.append(time.perf_counter() - began)
        known = read_measurements(self._memory)
        key = measurement_key()
        known.setdefault(key, {})[self.way] = round(sorted(spent)[MEASURED_FRAMES // 2], 5)
        try:
            write_atomically(self._memory, json.dumps(known, indent=1) + "\n")
        except OSError:
            return  # the next start measures again


def grab_keys() -> None:
    """Grabs the keys that switch and close windows, so that they do nothing.

    Some systems do not allow it, such as a console.
    """
    with warnings.catch_warnings(), contextlib.suppress(pygame.error):
        # pygame deprecates the display module in favour of `Window`.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().grab_keyboard = True


def tiles(rect: pygame.Rect) -> Iterator[pygame.Rect]:
    """A rectangle cut into tiles that fit in the processor's cache."""
    for y in range(rect.top, rect.bottom, TILE_SIDE):
        for x in range(rect.left, rect.right, TILE_SIDE):
            yield pygame.Rect(x, y, TILE_SIDE, TILE_SIDE).clip(rect)


def transformed(picture: pygame.Surface, viewport: Viewport) -> pygame.Surface:
    """A part of the picture, turned and mirrored as the window shows it."""
    if viewport.turns == 2:
        return pygame.transform.flip(picture, not viewport.mirror, True)
    if viewport.turns:
        picture = pygame.transform.rotate(picture, -90 * viewport.turns)
    return pygame.transform.flip(picture, True, False) if viewport.mirror else picture


def measurement_key() -> str:
    """What a measurement is valid for: the platform and SDL's driver."""
    return f"{sys.platform} {os.environ.get('SDL_VIDEODRIVER', '')}".strip()


def choose_framebuffer(setting: str, memory: Path) -> str:
    """The way to draw, "software" or "accelerated": as set, or with "auto" the faster one.

    SDL's own environment variable wins over "auto".
    """
    if setting != "auto":
        return setting
    if FRAMEBUFFER_HINT in os.environ:
        return "software" if os.environ[FRAMEBUFFER_HINT] == "0" else "accelerated"
    known = read_measurements(memory).get(measurement_key(), {})
    software, accelerated = known.get("software"), known.get("accelerated")
    if software is None or software <= FAST_FRAME_SECONDS:
        return "software"
    if accelerated is None:
        return "accelerated"
    return "software" if software <= accelerated else "accelerated"


def read_measurements(memory: Path) -> dict[str, dict[str, float]]:
    """The stored measurements; empty if the file is missing or damaged."""
    try:
        known: Any = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(known, dict):
        return {}
    return {
        str(key): {way: ms for way, ms in ways.items() if isinstance(ms, int | float)}
        for key, ways in known.items()
        if isinstance(ways, dict)
    }


@dataclass(slots=True)
class SecondaryDisplayState:
    """The secondary display as scenes know it: they ask for it, and draw on it if there is one.

    It appears and disappears by an action (`input.actions.Beside`), so a recorded session can be
    replayed with it on a machine that has none.
    """

    wanted: bool = False
    """A scene has something to show to one player alone."""
    canvas: Canvas | None = None
    """None while there is none: then everything is shown on the main window."""

    def release(self) -> None:
        self.wanted, self.canvas = False, None

    def become(self, size: tuple[int, int], context: UiContext) -> None:
        """Sets its size in pixels; (0, 0): it has gone."""
        self.canvas = Canvas(size, context) if min(size) > 0 and self.wanted else None

    def present(self, context: UiContext) -> None:
        if self.canvas is not None:
            self.canvas = self.canvas.with_context(context)


CENTRED_ON_DISPLAY: Final = 0x2FFF0000
"""SDL_WINDOWPOS_CENTERED_DISPLAY(0)."""
DEFAULT_WINDOW_SIZE: Final = (960, 600)
"""Of a secondary window that does not fill a screen."""


class SecondaryDisplay:
    """The second window; opened and closed as scenes want it and as screens come and go.

    If it cannot be opened, it is tried again only after it was not wanted for a while.
    """

    def __init__(self, aside: SecondaryDisplayState, source: SecondaryWindowSource) -> None:
        self._aside, self._source = aside, source
        self.window: pygame.Window | None = None
        self._screen: Screen | None = None
        self._failed = False

    def follow(self, setting: str, screen: int) -> None:
        """Opens or closes it. `setting`: `window.second`; `screen`: that of the main window."""
        wanted = self._aside.wanted
        if not wanted:
            self._failed = False
        elif setting != "window":
            wanted = setting == "auto" and _display_count() > 1
        if self.window is not None and (not wanted or self._source.closed):
            self._failed = self._source.closed  # do not reopen a window that was closed by hand
            self.close()
        elif self.window is None and wanted and not self._failed:
            self._open(setting, screen)
        elif self.window is not None and self._aside.canvas is None:
            self._source.announce()  # another scene wants it before it was closed

    def draw(self, scenes: Callable[[Frame], None] | None) -> None:
        """Draws and shows a frame, if the window is open."""
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
        window, self.window, self._screen = self.window, None, None
        self._source.gone()
        if window is not None:
            window.destroy()

    def _open(self, setting: str, screen: int) -> None:
        # Otherwise a fullscreen window is minimized when the other one gets the focus.
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
