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
"""Of the picture's height, for a room."""
MIN_POINTER_PIXELS: Final = 48
MAX_POINTER_PIXELS: Final = 160
"""Pixels of its height: screens refuse pointers that are larger still."""
ARROW_OUTLINE: Final = (
    (0.0, 0.0), (0.0, 0.86), (0.20, 0.68), (0.34, 1.0), (0.47, 0.94), (0.34, 0.63), (0.60, 0.63),
)  # fmt: skip
"""Its outline, in heights from its tip."""
ARROW_BORDER: Final = 0.055
"""The dark line round it, which keeps it apart from any ground, in heights."""


def show_pointer(*, room: bool, height: int) -> None:
    """Has the pointer look like that from now on; `height` is the picture's, in pixels."""
    try:
        if not room:
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)
            return
        side = min(
            MAX_POINTER_PIXELS, max(MIN_POINTER_PIXELS, round(height * POINTER_HEIGHT_SHARE))
        )
        pygame.mouse.set_cursor(_hotspot(side), large_arrow(side))
    except pygame.error as problem:
        # A screen without pointers of its own, as a kiosk's may be: it is only not enlarged.
        log.info("the pointer stays as it is: %s", problem)


def _hotspot(side: int) -> tuple[int, int]:
    """The pixel of its picture that points."""
    return round(side * ARROW_BORDER), round(side * ARROW_BORDER)


def large_arrow(side: int) -> pygame.Surface:
    """A white arrow with a black edge, in a square of so many pixels."""
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
"""Whether a window that fills the screen vanishes when another one comes up."""
FAST_FRAME_SECONDS: Final = 0.008
"""Seconds for a full picture below which no other way is tried."""
MEASURED_FRAMES: Final = 5
MEASUREMENTS_FILE: Final = "display.json"
WINDOW_TITLE: Final = "Tabletop"
"""What the window is called, which is the program's name in every language."""
TILE_SIDE: Final = 256
"""Pixels of the side of the squares in which a picture is turned by a quarter; turned whole, one of
3840 x 2160 took three times as long."""


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class Display:
    """The window and the picture in it; it is opened anew when it fills the screen or not.

    Where the glass is plain, the picture is the window's own surface and nothing is copied.
    """

    def __init__(self, settings: Settings, data_dir: Path) -> None:
        """Opens the window; NoDisplay where there is none."""
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
            self._check_driver()
            pygame.display.set_caption(WINDOW_TITLE)
            pygame.display.set_icon(window_icon())  # before the window opens, or some ignore it
            self._open()
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        if settings["window.framebuffer"] == "auto":
            self._measure()
        self._glass = Viewport(self.surface.get_size())
        self._picture: pygame.Surface | None = None
        self._warp: Warp | None = None
        self.before: Callable[[], None] = lambda: None
        """Called right before a picture is seen."""

    @property
    def surface(self) -> pygame.Surface:
        """What the window shows, with its margins, turned, mirrored and pulled straight."""
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is gone")
        return surface

    @property
    def picture(self) -> pygame.Surface:
        """What is drawn on, upright, as those who look at it see it."""
        return self.surface if self._picture is None else self._picture

    @property
    def key(self) -> str:
        """The name of the screen in the file of the mountings.

        Where another one was plugged in meanwhile, the window that fills it has its size.
        """
        return (
            display_key(self._number, self.surface.get_size()) if self.fullscreen else WINDOWED_KEY
        )

    def apply_transform(self, glass: Viewport) -> None:
        """Another glass, or another window: the picture must be drawn anew, and shown whole."""
        self._glass = glass
        surface = self.surface
        self._warp = None if glass.keystone is None else Warp(glass)
        if glass.plain:
            self._picture = None
            return
        surface.fill((0, 0, 0))
        self._picture = pygame.Surface(glass.picture_size, 0, surface)

    def show(self, rects: Sequence[pygame.Rect]) -> None:
        """Brings these rectangles of the picture to the screen."""
        if self._picture is None:
            self.before()
            pygame.display.update(rects)
            return
        seen = self.through(rects)
        if self._picture.get_rect() in rects:
            seen = [self.surface.get_rect()]  # with the margins, which may have been lost too
        self.before()
        pygame.display.update(seen)

    def through(self, rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        """Brings these rectangles of the picture to the window as it lies, and says where to."""
        glass, surface, picture = self._glass, self.surface, self.picture
        if self._warp is not None:
            places = [glass.rect_on_window((*rect.topleft, *rect.size)) for rect in rects]
            self._warp.bring(picture, surface, places)
            return [pygame.Rect(place) for place in places]
        # Rows that become columns are slow to write once they outgrow the processor's cache.
        parts = [tile for rect in rects for tile in tiles(rect)] if glass.turns % 2 else rects
        for part in parts:
            place = glass.rect_on_window((*part.topleft, *part.size))
            if glass.turns or glass.mirror:
                surface.blit(transformed(picture.subsurface(part), glass), place)
            else:
                surface.blit(picture, place, part)
        return [pygame.Rect(glass.rect_on_window((*rect.topleft, *rect.size))) for rect in rects]

    def stay_awake(self, awake: bool) -> None:
        """Whether the system may blank the screen when nobody touches it."""
        if pygame.display.get_allow_screensaver() == awake:
            pygame.display.set_allow_screensaver(not awake)

    def toggle(self) -> None:
        """Fills the screen, or goes back to a window."""
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

    def _check_driver(self) -> None:
        # Without a screen SDL silently takes a driver that shows nothing.
        driver = pygame.display.get_driver()
        if driver in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
            raise NoDisplay("SDL found no screen")

    def _measure(self) -> None:
        """Times full pictures this way and keeps the figure for the next start's choice."""
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
            return  # not kept: the next start measures again


def grab_keys() -> None:
    """Has the keys that switch and close windows come to this one, where they mean nothing.

    Where the system does not give them, as in a console, its own settings have to.
    """
    with warnings.catch_warnings(), contextlib.suppress(pygame.error):
        # pygame would rather have all drawn by way of its `Window`.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().grab_keyboard = True


def tiles(rect: pygame.Rect) -> Iterator[pygame.Rect]:
    """A rectangle cut into squares small enough for the processor's cache."""
    for y in range(rect.top, rect.bottom, TILE_SIDE):
        for x in range(rect.left, rect.right, TILE_SIDE):
            yield pygame.Rect(x, y, TILE_SIDE, TILE_SIDE).clip(rect)


def transformed(picture: pygame.Surface, glass: Viewport) -> pygame.Surface:
    """A part of the picture, turned and mirrored as the window shows it; nothing is smoothed."""
    if glass.turns == 2:
        return pygame.transform.flip(picture, not glass.mirror, True)
    if glass.turns:
        picture = pygame.transform.rotate(picture, -90 * glass.turns)
    return pygame.transform.flip(picture, True, False) if glass.mirror else picture


def measurement_key() -> str:
    """What a measurement holds for: the platform and SDL's driver, where it is known."""
    return f"{sys.platform} {os.environ.get('SDL_VIDEODRIVER', '')}".strip()


def choose_framebuffer(setting: str, memory: Path) -> str:
    """The way to draw, "software" or "accelerated": as set, or the quicker one measured.

    SDL's own variable in the environment wins over `auto`.
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
    """The figures kept from earlier starts; none where the file is missing or damaged."""
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


CENTRED_ON_DISPLAY: Final = 0x2FFF0000
"""SDL_WINDOWPOS_CENTERED_DISPLAY(0): the middle of that screen."""
DEFAULT_WINDOW_SIZE: Final = (960, 600)
"""The size of a window that people move to its screen themselves."""


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
