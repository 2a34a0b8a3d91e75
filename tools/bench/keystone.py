"""The work of each frame while the keystone is adjusted, and of a whole picture."""

import json
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pygame

from tabletop.app.navigation import new_match_scene
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tabletop.ui.display.display_transform import DISPLAYS_FILE, WINDOWED_KEY, display_key
from tools.bench import frames
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import opened, window_facts
from tools.bench.summaries import judged, summary

SECONDS: Final = 20.0
GAMES: Final = ("shout7", "trelawney")
WHOLE: Final = 60
"""How often a whole picture is brought to the window."""
FRAME: Final = 16.7
"""Milliseconds for a frame of a match at up to 1080 lines, twice that above."""
BAR: Final = 33.0
"""Milliseconds for a whole picture at up to 1080 lines, four times that above: it is shown when a
page opens, and while a corner is pulled."""
CORNERS: Final = ((0.08, 0.05), (0.94, 0.02), (0.99, 0.97), (0.02, 0.93))
"""Those of a projector that hangs too high and a little to the left."""


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """Frames of two games and whole pictures, at each size of screen."""
    found = []
    for size in sizes():
        for key in GAMES:
            with screen(size) as environment:
                found.append(inside("keystone", environment, key=key, seconds=seconds))
    return {"runs": found}


def measure(
    folder: Path, key: str, seconds: float, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """Plays random matches on a picture that is pulled, and then shows it whole again and again."""
    mount(folder)
    played = frames.measure(folder, key, seconds, changes=changes)

    def fresh(table: AppContext) -> Scene:
        return new_match_scene(table, key, 2, {})

    with opened(folder, fresh, **(changes or {})) as app:
        app.step()
        assert app.table.display_transform.now.keystone is not None
        about, spent = window_facts(app), []
        for _ in range(WHOLE):
            began = perf_counter()
            app.display.show([app.display.picture.get_rect()])
            spent.append(perf_counter() - began)
    large = min(map(int, about["size"].split("x"))) > 1080
    whole = judged(summary(spent), p99_ms=BAR * (4 if large else 1))
    frame = judged({"p99_ms": played["p99_ms"]}, p99_ms=FRAME * (2 if large else 1))
    return {**played, **frame, "whole": whole, "met": frame["met"] and whole["met"]}


def mount(folder: Path) -> None:
    """Keeps the corners for every screen that there is, and for a window."""
    pygame.display.init()
    desktops = pygame.display.get_desktop_sizes()
    keys = [WINDOWED_KEY, *(display_key(number, size) for number, size in enumerate(desktops))]
    kept = {name: {"keystone": CORNERS} for name in keys}
    (folder / DISPLAYS_FILE).write_text(json.dumps(kept), encoding="utf-8")
