"""The frames of a match while a device floods the line with noise."""

import os
import sys
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter, process_time, thread_time
from typing import Any, Final

from tabletop.app.navigation import new_match_scene
from tabletop.games import all_games, find_game
from tabletop.input.actions import Action, Signal
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, Scene
from tools.bench.flood_process import button
from tools.bench.flooding_device import RATE, MadDevice
from tools.bench.machine import has_screen, inside, screen
from tools.bench.measured_app import WatchedApp, opened, window_facts
from tools.bench.posted_fingers import Fingers
from tools.bench.summaries import judged, milliseconds, percentile, summary

SECONDS: Final = 15.0
SIZE: Final = (1920, 1080)
PRESSES: Final = 20.0
"""Buttons pressed in a second. Each shows at once, and a finger waits until nothing more does."""
BAR: Final = 1000 / 60
"""Milliseconds that a frame may take beside the flood."""
SETTLES: Final = 2.0
"""Seconds before and after the flood in which what was said must have come."""


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """Matches of every board game, each with a flood of its own."""
    if os.name != "posix" or sys.platform == "darwin":
        return {"skipped": "there are no pseudo-terminals here that take so much"}
    found = []
    for game in (game.key for game in all_games() if game.kind == "board"):
        with screen(None if has_screen() else SIZE) as environment:
            found.append(inside("flooded_frames", environment, key=game, seconds=seconds))
    return {"runs": found}


class _Heard(SerialSource):
    """The real source, which notes the buttons that it told of."""

    pressed: list[str]

    def start(self) -> None:
        self.pressed = []
        super().start()

    def poll(self) -> list[Action]:
        seen = super().poll()
        self.pressed += [action.control for action in seen if isinstance(action, Signal)]
        return seen


def measure(
    folder: Path,
    key: str,
    seconds: float,
    rate: float = RATE,
    seed: int = 1,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """Plays random matches of a game for so long, under the flood."""
    seats, found = find_game(key).seats[0], list[_Heard]()

    def fresh(table: AppContext) -> Scene:
        return new_match_scene(table, key, seats, {})

    def sources(table: AppContext) -> list[SerialSource]:
        found.append(_Heard(table.devices, wake, auto=False, named=[NamedDevice(mad.path)]))
        return list(found)

    with MadDevice() as mad, opened(folder, fresh, sources, **(changes or {})) as app:
        about, source = window_facts(app), found[0]
        app.step()  # begins to listen
        mad.introduce()
        app.turn_until(lambda: any(each.works for each in app.table.devices.all), SETTLES)
        app.frames.clear()
        mad.rave(seconds, rate, PRESSES)
        spent, loop, began = process_time(), thread_time(), perf_counter()
        plies = _play(app, fresh, Random(seed), mad)
        frames = tuple(app.frames)
        took = perf_counter() - began
        all_cores, loop = process_time() - spent, thread_time() - loop
        app.turn_until(lambda: len(source.pressed) >= mad.presses, SETTLES)
        pressed = source.pressed
    wanted = [f"button:{button(number)}" for number in range(1, mad.presses + 1)]
    figures = {
        **summary([frame.seconds for frame in frames]),
        "cpu_p99_ms": milliseconds(percentile([frame.cpu for frame in frames], 0.99)),
        "late": sum(frame.seconds * 1000 > BAR for frame in frames),
        "plies": plies,
        "presses": mad.presses,
        "wrong": abs(len(pressed) - len(wanted))
        + sum(one != other for one, other in zip(pressed, wanted, strict=False)),
        "megabytes_per_second": round(mad.rate / 1e6, 2),
        "listening_share_of_a_core": round((all_cores - loop) / took, 3),
    }
    return {"game": key, **about, **judged(figures, p99_ms=BAR, wrong=0.0)}


def _play(app: WatchedApp, fresh: Any, luck: Random, mad: MadDevice) -> int:
    """Plays matches one after another while the device raves; gives the plies."""
    plies = 0
    for number in count(1):
        if number > 1:
            app.scenes.apply(Reset(fresh(app.table)))
        scene: Any = app.scenes.top
        fingers = Fingers(scene, app.table.display_transform, luck)
        app.step()
        for app.doing in fingers.deeds():
            app.step()
            if not mad.raves:
                return plies + fingers.plies
        plies += fingers.plies
    return plies
