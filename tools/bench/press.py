"""The time from a button box to changed pixels, over a pseudo-terminal."""

import threading
import time
from pathlib import Path
from random import Random
from typing import Any, Final

from tabletop.app.navigation import new_match_scene
from tabletop.games import all_games, find_game
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import WatchedApp, opened, window_facts
from tools.bench.summaries import judged, summary
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

PRESSES: Final = 500
PATIENCE: Final = 1.0
"""Seconds after which a press is taken to change nothing."""
SPREAD: Final = 0.02
"""Presses come at any moment of a frame."""
BARS: Final = {"p99_ms": 25.0}
LEFT, RIGHT = 0, 2
"""The buttons of a box with four that walk the lit places, so that every press shows."""


def run(presses: int = PRESSES) -> dict[str, Any]:
    """Presses in a match, at each size of screen."""
    found = []
    for size in sizes():
        with screen(size) as environment:
            found.append(inside("press", environment, presses=presses))
    return {"runs": found}


def measure(
    folder: Path, presses: int, seed: int = 1, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """Presses a button at rest, and waits until a frame with other pixels is on the screen."""
    key = next(game.key for game in all_games() if game.kind == "board")
    luck = Random(seed)
    spent: list[float] = []
    silent = 0
    with PtyDevice(SimulatedDevice("bench"), folder / "box") as box:

        def sources(table: AppContext) -> list[SerialSource]:
            return [
                SerialSource(
                    table.devices, wake, auto=False, named=[NamedDevice(str(folder / "box"))]
                )
            ]

        def first(table: AppContext) -> Any:
            return new_match_scene(table, key, find_game(key).seats[0], {})

        with opened(folder, first, sources, **(changes or {})) as app:
            _until_live(app)
            for number in range(presses):
                _rest(app)
                # Two steps on, two back: the picture changes each time.
                took = _press(app, box, RIGHT if number % 4 < 2 else LEFT, luck)
                if took is None:
                    silent += 1
                else:
                    spent.append(took)
            about = window_facts(app)
    figures = {**summary(spent), "unchanged": silent}
    return {"game": key, **about, **judged(figures, **BARS, unchanged=0)}


def _until_live(app: WatchedApp) -> None:
    end = time.monotonic() + 10 * PATIENCE
    while not app.table.devices.readers and time.monotonic() < end:
        app.sleep_and_turn()


def _rest(app: WatchedApp) -> None:
    """Turns the loop until nothing moves any more."""
    end = time.monotonic() + 5 * PATIENCE
    while app.scenes.top.wakes_in() == 0.0 and time.monotonic() < end:
        app.step()
    app.step()


def _press(app: WatchedApp, box: PtyDevice, button: int, luck: Random) -> float | None:
    """The seconds from a press to a frame that shows it; None if none does."""
    seen = len(app.frames)
    pressed: list[float] = []

    def press() -> None:
        # The device's clock and the frames' are told apart by this much.
        shift = time.perf_counter() - time.monotonic()
        pressed.append(box.press(button) + shift)

    timer = threading.Timer(0.02 + luck.random() * SPREAD, press)
    timer.start()
    end = time.monotonic() + PATIENCE
    shown = None
    while shown is None and time.monotonic() < end:
        app.sleep_and_turn()
        if pressed:
            shown = next(
                (f.ended for f in app.frames[seen:] if f.rects and f.ended > pressed[0]), None
            )
    timer.join()
    box.release(button)
    return None if shown is None else shown - pressed[0]
