"""How screens were mounted: what people chose on each of them, kept from start to start.

The glass of the running table: how the picture lies now, what is tried and what is kept.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.input.actions import Point
from tabletop.input.viewport import Calibration, Keystone, Margins, Quad, Viewport
from tabletop.settings import Settings, write_atomically
from tabletop.storage.database import set_aside_damaged
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.display import warp

DISPLAYS_FILE: Final = "displays.json"
"""The file in the data folder with the mounting of every screen that was ever changed."""


@dataclass(frozen=True, slots=True)
class DisplayProfile:
    """What was chosen on a screen itself; what is None there is as the settings file says."""

    turns: int | None = None
    mirror: bool | None = None
    margins: Margins | None = None
    calibration: Calibration | None = None
    """How its touches are corrected; None trusts the device."""
    keystone: Keystone | None = None
    """How the picture is pulled by its corners; None leaves it straight."""

    def glass(self, window: tuple[int, int], settings: Settings) -> Viewport:
        """The glass of a window on that screen."""
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
    """The name of a screen that the window fills, in the file: its number and its size."""
    return f"screen {number} {desktop[0]}x{desktop[1]}"


WINDOWED_KEY: Final = "window"
"""The name in the file of a window that does not fill its screen."""


def read_profiles(path: Path) -> tuple[dict[str, DisplayProfile], Text | None]:
    """What the file says of each screen; with a word where it cannot be read or is damaged."""
    try:
        return _parse_profiles(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, None
    except OSError as problem:
        words = "How the screens are mounted cannot be read: {reason}"
        return {}, say("mounting.unreadable", words, reason=problem.strerror or str(problem))
    except UnicodeDecodeError:
        return {}, _damaged("?")


def load_profiles(path: Path) -> tuple[dict[str, DisplayProfile], Text | None]:
    """The same; a damaged file is set aside, and one with what is right in it takes its place."""
    known, wrong = read_profiles(path)
    if wrong is None or wrong.key != "mounting.damaged":
        return known, wrong
    try:
        aside = set_aside_damaged(path)
        if known:
            write_profiles(path, known)
    except OSError as problem:
        words = "How the screens are mounted cannot be kept: {reason}"
        return known, say("mounting.unwritable", words, reason=problem.strerror or str(problem))
    words = (
        "What was kept about the screens was damaged and is set aside as {name}; turn, mirror, "
        "margins and touch may have to be set again."
    )
    return known, say("mounting.aside", words, name=aside.name)


def check_profiles_text(text: str) -> None:
    """ValueError where the text of the file is damaged."""
    _, wrong = _parse_profiles(text)
    if wrong is not None:
        raise ValueError(wrong)


def write_profiles(
    path: Path,
    known: Mapping[str, DisplayProfile],
    keep: Callable[[Path, str], None] = write_atomically,
) -> None:
    """Keeps them all; whenever the power fails, either the old or the new file is there."""
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
    """One screen's; any of some errors where it says what no screen can be."""
    turn, mirror = entry.get("turn"), entry.get("mirror")
    if turn not in (None, 0, 90, 180, 270) or not (mirror is None or isinstance(mirror, bool)):
        raise ValueError(turn, mirror)
    margins, felt = entry.get("margins"), entry.get("calibration")
    corners = entry.get("keystone")
    mounting = DisplayProfile(
        None if turn is None else int(turn) // 90,
        mirror,
        None if margins is None else _margins_from_json(margins),
        None if felt is None else Calibration(_corners_from_json(felt)),
        None if corners is None else Keystone(_corners_from_json(corners)),
    )
    mounting.glass((100, 100), Settings())  # which refuses margins that leave no picture
    return mounting


def _margins_from_json(shares: Any) -> Margins:
    left, top, right, bottom = map(float, shares)
    return Margins(left, top, right, bottom)


def _corners_from_json(places: Any) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in places)
    return a, b, c, d


def _damaged(name: str) -> Text:
    words = "what is kept about the screens is damaged ({name})"
    return say("mounting.damaged", words, name=name)


MIN_PICTURE_SIDE: Final = 90
"""Pixels; a smaller window shows a part of what would fit this."""


class DisplayTransform:
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
        self._known: dict[str, DisplayProfile] = {}
        if path is not None:
            self._known, self.problem = load_profiles(path)
        self.key = WINDOWED_KEY
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
        """The offset of the picture in its pixels (`PixelShift`)."""
        self.mounting = self.kept
        """What holds now, tried or kept."""
        self._set((1280, 800))

    @property
    def kept(self) -> DisplayProfile:
        """What is kept of this screen."""
        return self._known.get(self.key, DisplayProfile())

    @property
    def now(self) -> Viewport:
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

    def try_out(self, mounting: DisplayProfile) -> None:
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
        self._canvas = Canvas((max(MIN_PICTURE_SIDE, width), max(MIN_PICTURE_SIDE, height)))
