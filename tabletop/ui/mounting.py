"""How screens were mounted: what people chose on each of them, kept from start to start."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.input.glass import Calibration, Glass, Margins
from tabletop.input.homography import Four
from tabletop.input.keystone import Keystone
from tabletop.settings import Settings, write_atomically
from tabletop.store.files import set_aside

FILE: Final = "displays.json"
"""The file in the data folder with the mounting of every screen that was ever changed."""


@dataclass(frozen=True, slots=True)
class Mounting:
    """What was chosen on a screen itself; what is None there is as the settings file says."""

    turns: int | None = None
    mirror: bool | None = None
    margins: Margins | None = None
    calibration: Calibration | None = None
    """How its touches are corrected; None trusts the device."""
    keystone: Keystone | None = None
    """How the picture is pulled by its corners; None leaves it straight."""

    def glass(self, window: tuple[int, int], settings: Settings) -> Glass:
        """The glass of a window on that screen."""
        turns, mirror, margins = self.turns, self.mirror, self.margins
        if margins is None:
            margins = Margins.all_round(settings["display.overscan"] / 100)
        return Glass(
            window,
            int(settings["display.turn"]) // 90 if turns is None else turns,
            settings["display.mirror"] if mirror is None else mirror,
            margins,
            self.calibration,
            self.keystone,
        )


def screen_key(number: int, desktop: tuple[int, int]) -> str:
    """The name of a screen that the window fills, in the file: its number and its size."""
    return f"screen {number} {desktop[0]}x{desktop[1]}"


WINDOW: Final = "window"
"""The name in the file of a window that does not fill its screen."""


def read_mountings(path: Path) -> tuple[dict[str, Mounting], Text | None]:
    """What the file says of each screen; with a word where it cannot be read or is damaged."""
    try:
        return _parsed(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, None
    except OSError as problem:
        words = "How the screens are mounted cannot be read: {reason}"
        return {}, say("mounting.unreadable", words, reason=problem.strerror or str(problem))
    except UnicodeDecodeError:
        return {}, _damaged("?")


def take_mountings(path: Path) -> tuple[dict[str, Mounting], Text | None]:
    """The same; a damaged file is set aside, and one with what is right in it takes its place."""
    known, wrong = read_mountings(path)
    if wrong is None or wrong.key != "mounting.damaged":
        return known, wrong
    try:
        aside = set_aside(path)
        if known:
            write_mountings(path, known)
    except OSError as problem:
        words = "How the screens are mounted cannot be kept: {reason}"
        return known, say("mounting.unwritable", words, reason=problem.strerror or str(problem))
    words = (
        "What was kept about the screens was damaged and is set aside as {name}; turn, mirror, "
        "margins and touch may have to be set again."
    )
    return known, say("mounting.aside", words, name=aside.name)


def check_text(text: str) -> None:
    """ValueError where the text of the file is damaged."""
    _, wrong = _parsed(text)
    if wrong is not None:
        raise ValueError(wrong)


def write_mountings(
    path: Path,
    known: Mapping[str, Mounting],
    keep: Callable[[Path, str], None] = write_atomically,
) -> None:
    """Keeps them all; whenever the power fails, either the old or the new file is there."""
    told = {key: _told(mounting) for key, mounting in sorted(known.items())}
    kept = {key: entry for key, entry in told.items() if entry}
    keep(path, json.dumps(kept, indent=1) + "\n")


def _told(mounting: Mounting) -> dict[str, Any]:
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


def _parsed(text: str) -> tuple[dict[str, Mounting], Text | None]:
    try:
        whole: Any = json.loads(text)
        entries = dict(whole.items())
    except (ValueError, AttributeError, RecursionError):
        return {}, _damaged("?")
    known, wrong = {}, None
    for key, entry in entries.items():
        try:
            known[key] = _mounting(entry)
        except (ValueError, TypeError, AttributeError, OverflowError):
            wrong = _damaged(key)
    return known, wrong


def _mounting(entry: Any) -> Mounting:
    """One screen's; any of some errors where it says what no screen can be."""
    turn, mirror = entry.get("turn"), entry.get("mirror")
    if turn not in (None, 0, 90, 180, 270) or not (mirror is None or isinstance(mirror, bool)):
        raise ValueError(turn, mirror)
    margins, felt = entry.get("margins"), entry.get("calibration")
    corners = entry.get("keystone")
    mounting = Mounting(
        None if turn is None else int(turn) // 90,
        mirror,
        None if margins is None else _margins(margins),
        None if felt is None else Calibration(_four(felt)),
        None if corners is None else Keystone(_four(corners)),
    )
    mounting.glass((100, 100), Settings())  # which refuses margins that leave no picture
    return mounting


def _margins(shares: Any) -> Margins:
    left, top, right, bottom = map(float, shares)
    return Margins(left, top, right, bottom)


def _four(places: Any) -> Four:
    a, b, c, d = ((float(x), float(y)) for x, y in places)
    return a, b, c, d


def _damaged(name: str) -> Text:
    words = "what is kept about the screens is damaged ({name})"
    return say("mounting.damaged", words, name=name)
