"""How the picture is placed on its screen: the display transform with its profiles, pixel shift.

Each screen has a profile: turn, mirroring, margins, touch calibration and keystone.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import pi, sin
from pathlib import Path
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Cancel, Down, Drop, Point, Tap
from tabletop.input.viewport import Calibration, Keystone, Margins, Quad, Viewport
from tabletop.settings import Settings, write_atomically
from tabletop.storage.database import set_aside_damaged
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.display import warp

DISPLAYS_FILE: Final = "displays.json"
"""The file in the data folder with the profiles of all screens that were changed."""


@dataclass(frozen=True, slots=True)
class DisplayProfile:
    """What was chosen for a screen. The settings apply where it is None."""

    turns: int | None = None
    mirror: bool | None = None
    margins: Margins | None = None
    calibration: Calibration | None = None
    """The correction of touches; None for none."""
    keystone: Keystone | None = None
    """The correction of the picture by its corners; None for none."""

    def viewport(self, window: tuple[int, int], settings: Settings) -> Viewport:
        """The viewport of a window of that size on the screen."""
        turns, mirror, margins = self.turns, self.mirror, self.margins
        if margins is None:
            margins = Margins.all_round(settings["display.overscan"] / 100)
        return Viewport(
            window,
            int(settings["display.turn"]) // 90 if turns is None else turns,
            settings["display.mirror"] if mirror is None else mirror,
            margins,
            self.calibration,
            self.keystone,
        )


def display_key(number: int, desktop: tuple[int, int]) -> str:
    """The key in the file of a screen that the window fills."""
    return f"screen {number} {desktop[0]}x{desktop[1]}"


WINDOWED_KEY: Final = "window"
"""The key in the file of a window that does not fill its screen."""


def read_profiles(path: Path) -> tuple[dict[str, DisplayProfile], Text | None]:
    """The profiles in the file by key, and a message if it is unreadable or damaged."""
    try:
        return _parse_profiles(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, None
    except OSError as problem:
        words = "The screen settings can’t be read: {reason}"
        return {}, say("mounting.unreadable", words, reason=problem.strerror or str(problem))
    except UnicodeDecodeError:
        return {}, _damaged("?")


def load_profiles(path: Path) -> tuple[dict[str, DisplayProfile], Text | None]:
    """As `read_profiles`; a damaged file is set aside and replaced by its intact entries."""
    known, wrong = read_profiles(path)
    if wrong is None or wrong.key != "mounting.damaged":
        return known, wrong
    try:
        aside = set_aside_damaged(path)
        if known:
            write_profiles(path, known)
    except OSError as problem:
        words = "The screen settings can’t be saved: {reason}"
        return known, say("mounting.unwritable", words, reason=problem.strerror or str(problem))
    words = (
        "The screen settings were damaged and are now {name}. Check rotation, "
        "mirroring, margins and touch."
    )
    return known, say("mounting.aside", words, name=aside.name)


def check_profiles_text(text: str) -> None:
    """Raises ValueError if the text of the file is damaged."""
    _, wrong = _parse_profiles(text)
    if wrong is not None:
        raise ValueError(wrong)


def write_profiles(
    path: Path,
    known: Mapping[str, DisplayProfile],
    keep: Callable[[Path, str], None] = write_atomically,
) -> None:
    """Writes all profiles by `keep`, which writes a file atomically."""
    told = {key: _profile_to_json(mounting) for key, mounting in sorted(known.items())}
    kept = {key: entry for key, entry in told.items() if entry}
    keep(path, json.dumps(kept, indent=1) + "\n")


def _profile_to_json(mounting: DisplayProfile) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if mounting.turns is not None:
        told["turn"] = 90 * mounting.turns
    if mounting.mirror is not None:
        told["mirror"] = mounting.mirror
    if mounting.margins is not None:
        told["margins"] = list(mounting.margins)
    if mounting.calibration is not None:
        told["calibration"] = [list(at) for at in mounting.calibration.felt]
    if mounting.keystone is not None:
        told["keystone"] = [list(at) for at in mounting.keystone.corners]
    return told


def _parse_profiles(text: str) -> tuple[dict[str, DisplayProfile], Text | None]:
    try:
        whole: Any = json.loads(text)
        entries = dict(whole.items())
    except (ValueError, AttributeError, RecursionError):
        return {}, _damaged("?")
    known, wrong = {}, None
    for key, entry in entries.items():
        try:
            known[key] = _profile_from_json(entry)
        except (ValueError, TypeError, AttributeError, OverflowError):
            wrong = _damaged(key)
    return known, wrong


def _profile_from_json(entry: Any) -> DisplayProfile:
    """Raises ValueError, TypeError, AttributeError or OverflowError for a wrong entry."""
    turn, mirror = entry.get("turn"), entry.get("mirror")
    if turn not in (None, 0, 90, 180, 270) or not (mirror is None or isinstance(mirror, bool)):
        raise ValueError(turn, mirror)
    margins, felt = entry.get("margins"), entry.get("calibration")
    corners = entry.get("keystone")
    if margins is not None:
        left, top, right, bottom = map(float, margins)
        margins = Margins(left, top, right, bottom)
    mounting = DisplayProfile(
        None if turn is None else int(turn) // 90,
        mirror,
        margins,
        None if felt is None else Calibration(_corners_from_json(felt)),
        None if corners is None else Keystone(_corners_from_json(corners)),
    )
    mounting.viewport((100, 100), Settings())  # raises if the margins leave no picture
    return mounting


def _corners_from_json(places: Any) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in places)
    return a, b, c, d


def _damaged(name: str) -> Text:
    words = "the screen settings are damaged ({name})"
    return say("mounting.damaged", words, name=name)


MIN_PICTURE_SIDE: Final = 90
"""Pixels. In a smaller window the picture is cut."""


class DisplayTransform:
    """How the picture is placed on its screen now, and the profiles of all screens.

    A change is only tried out until it is kept: the program never starts with a picture that
    nobody confirmed.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        path: Path | None = None,
        keep: Callable[[Path, str], None] = write_atomically,
    ) -> None:
        """`path` is the file of the profiles; without one they are in memory only.

        `keep` writes the file.
        """
        self._keep = keep
        self._settings = settings or Settings()
        self._path = path
        self.problem: Text | None = None
        """What was wrong with that file."""
        self._known: dict[str, DisplayProfile] = {}
        if path is not None:
            self._known, self.problem = load_profiles(path)
        self.key = WINDOWED_KEY
        """The key of the screen that the window is on."""
        self.version = 0
        """Counts the changes of the profile."""
        self.raw = False
        """During calibration: touches outside of the picture count too."""
        self.following = False
        """While a corner is dragged: contacts keep what they hold though the picture moves."""
        self.trouble: Text | None = None
        """Why the keystone is not applied; None if it is, or if there is none."""
        self.shift = (0, 0)
        """The offset of the picture in its pixels (`PixelShift`)."""
        self.mounting = self.kept
        """The profile in force, tried out or kept."""
        self._set((1280, 800))

    @property
    def kept(self) -> DisplayProfile:
        """The kept profile of this screen."""
        return self._known.get(self.key, DisplayProfile())

    @property
    def now(self) -> Viewport:
        """The present viewport."""
        return self._now

    @property
    def canvas(self) -> Canvas:
        return self._canvas

    def fit(self, key: str, window: tuple[int, int]) -> None:
        """Follows the window to a screen and a size."""
        if key != self.key:
            self.key = key
            self.mounting = self.kept
        self._set(window)

    def try_out(self, mounting: DisplayProfile) -> None:
        """Applies a profile without keeping it."""
        self.mounting = mounting
        self._set(self._now.window)
        self.version += 1

    def go_back(self) -> None:
        """Restores the kept profile."""
        if self.mounting != self.kept:
            self.try_out(self.kept)

    def keep(self) -> None:
        """Keeps the profile in force; raises OSError if the file cannot be written."""
        self._known[self.key] = self.mounting
        if self._path is not None:
            write_profiles(self._path, self._known, self._keep)

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
        """The pixel of the window that was really touched, by the calibration."""
        return self._now.touched(px, py)

    def share(self, at: Point) -> Point:
        """The position of a canvas point in the window, as shares of its width and height."""
        scale, (dx, dy) = self._canvas.scale, self.shift
        x, y = self._now.to_window(at[0] * scale + dx, at[1] * scale + dy)
        return x / self._now.window[0], y / self._now.window[1]

    def seen(self, share: Point) -> Point:
        """The canvas point at such a position; it may be outside of the picture."""
        width, height = self._now.window
        x, y = self._now.beyond(share[0] * width, share[1] * height)
        scale, (dx, dy) = self._canvas.scale, self.shift
        return (x - dx) / scale, (y - dy) / scale

    def _set(self, window: tuple[int, int]) -> None:
        viewport = self.mounting.viewport((max(1, window[0]), max(1, window[1])), self._settings)
        # This loads OpenCV, so it is asked only for a keystone.
        self.trouble = None if viewport.keystone is None else warp.trouble()
        self._now = viewport if self.trouble is None else replace(viewport, keystone=None)
        width, height = self._now.picture_size
        self._canvas = Canvas((max(MIN_PICTURE_SIDE, width), max(MIN_PICTURE_SIDE, height)))


MAX_SHIFT: Final = 4.0
"""The greatest shift in canvas units: 4 pixels of 1080 lines, 8 of 2160. Nothing important may be
nearer to the edge of the picture."""
STEP_SECONDS: Final = 60.0
"""The least time between two steps; there are none while anything moves or is held."""
PATH_STEPS: Final = 96
"""Steps of the curve; each is less than a pixel of 1080 lines, across and down."""


def shift_at(step: int) -> Point:
    """The shift after so many steps, in canvas units."""
    turn = 2 * pi * (step % PATH_STEPS) / PATH_STEPS
    return MAX_SHIFT * sin(2 * turn), MAX_SHIFT * sin(3 * turn)


class PixelShift:
    """The present shift of the picture."""

    def __init__(self) -> None:
        self._step = 0
        self._spent = 0.0
        self._on = False
        self._held: set[int] = set()
        """The contacts that are down."""

    def saw(self, action: Action) -> None:
        """Follows the contacts: while one is down, the picture does not move."""
        match action:
            case Down(contact=contact):
                self._held.add(contact)
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self._held.discard(contact)
            case _:
                pass

    def run(self, seconds: float, *, on: bool, rests: bool) -> bool:
        """Advances the time; True if the shift has changed. `rests`: nothing is animated."""
        if on != self._on and (rests or not on):
            self._on, self._spent = on, 0.0
            return self._step != 0
        self._spent += seconds
        if not self._on or not rests or self._held or self._spent < STEP_SECONDS:
            return False
        self._step, self._spent = (self._step + 1) % PATH_STEPS, 0.0
        return True

    def pixels(self, scale: float) -> tuple[int, int]:
        """The shift to the right and down, on a canvas of that scale."""
        if not self._on:
            return 0, 0
        x, y = shift_at(self._step)
        return round(x * scale), round(y * scale)
