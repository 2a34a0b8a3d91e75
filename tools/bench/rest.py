"""The cost of the program while nobody touches it."""

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from tabletop.games import all_games, find_game
from tabletop.input.serial.source import SerialSource
from tabletop.input.window import wake
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.settings import Value
from tabletop.storage import new_match_id
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import WatchedApp, opened, window_facts
from tools.bench.posted_fingers import some_word
from tools.bench.summaries import judged

SECONDS: Final = 5.0
SETTLES: Final = 1.0
"""Seconds that a scene is given to come to rest before it is measured."""
PLIES: Final = 6
BARS: Final = {"cpu_percent": 2.0, "frames": 0.0}


@dataclass(frozen=True, slots=True)
class Mark:
    """The clocks and counts of one moment."""

    wall: float
    cpu: float
    frames: int
    turns: int


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """The menu and a running match of each board game, on the first size of screen."""
    keys = ("", *(game.key for game in all_games() if game.kind == "board"))
    with screen(sizes()[0]) as environment:
        return {"runs": [inside("rest", environment, key=key, seconds=seconds) for key in keys]}


def measure(
    folder: Path,
    key: str,
    seconds: float,
    settles: float = SETTLES,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """The share of a core, the frames and the turns of a game's match; "" is the menu."""

    def first(table: AppContext) -> Scene:
        return _match(table, key) if key else MenuScene(table)

    marks: list[Mark] = []
    # With all that the program listens to: looking for what is plugged in costs something, too.
    with opened(
        folder, first, lambda table: [SerialSource(table.devices, wake)], **(changes or {})
    ) as app:
        about = window_facts(app)
        watcher = threading.Thread(target=_watch, args=(app, marks, seconds, settles))
        watcher.start()
        app.run()
        watcher.join()
    before, after = marks
    wall, cpu = after.wall - before.wall, after.cpu - before.cpu
    figures = {
        "cpu_percent": round(100 * cpu / wall, 3),
        "frames": after.frames - before.frames,
        "turns": after.turns - before.turns,
        "seconds": round(wall, 3),
    }
    return {"scene": key or "menu", **about, **judged(figures, **BARS)}


def _match(table: AppContext, key: str) -> MatchScene:
    """A match of which some plies have been played."""
    game = find_game(key)
    setup, luck = Setup(game, game.seats[0]), Random(key)
    match = setup.start(table)
    while len(match.plies) < PLIES and match.outcome is None:
        ply, _ = some_word(match, luck)
        match.play(ply) if ply else match.roll()
    return MatchScene(table, setup, match, new_match_id())


def _watch(app: WatchedApp, marks: list[Mark], seconds: float, settles: float) -> None:
    """Looks at the clocks from outside, so that the loop is left alone, and ends it."""
    time.sleep(settles)
    marks.append(_mark(app))
    time.sleep(seconds)
    marks.append(_mark(app))
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def _mark(app: WatchedApp) -> Mark:
    return Mark(time.perf_counter(), time.process_time(), len(app.frames), app.turns)
