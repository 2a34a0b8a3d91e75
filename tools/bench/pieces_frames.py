"""The work of each frame while three loose pieces are carried and turned at once."""

from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import GAME
from tabletop.games.sevens.rules.pieces import Point
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import WatchedApp, opened, window_facts
from tools.bench.posted_fingers import post
from tools.bench.summaries import judged, milliseconds, percentile, summary

ROUNDS: Final = 12
"""How often three pieces are taken up, carried and let go."""
TURNS: Final = 90
"""Frames for which they are carried."""
HANDS: Final = 3
BAR: Final = 8.0
"""Milliseconds for a frame at up to 1080 lines; twice that above."""


def run(rounds: int = ROUNDS) -> dict[str, Any]:
    """Three pieces in motion, at each size of screen."""
    found = []
    for size in sizes():
        with screen(size) as environment:
            found.append(inside("pieces_frames", environment, rounds=rounds))
    return {"runs": found}


def measure(
    folder: Path, rounds: int, seed: int = 1, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """Carries three pieces at once, one of them turned by two fingers, and lets them go."""
    luck = Random(seed)
    with opened(folder, _guessing, **(changes or {})) as app:
        about = window_facts(app)
        scene: Any = app.scenes.top
        for _ in range(5):
            app.step()
        app.frames.clear()
        with app.stages_timed():
            for number in range(rounds):
                _juggle(app, scene, luck, turning=number % 2 == 0)
        frames = app.frames
    bar = BAR if min(map(int, about["size"].split("x"))) <= 1080 else 2 * BAR
    return {
        **about,
        **judged(summary([frame.seconds for frame in frames]), p99_ms=bar),
        "cpu_p99_ms": milliseconds(percentile([frame.cpu for frame in frames], 0.99)),
        "frames": len(frames),
    }


def _guessing(table: AppContext) -> Scene:
    """A match in which a figure is being rebuilt."""
    start = MatchSetup(table, Scene, GAME.check_options({}))
    scene: SevensScene = start.match()
    match, figure = scene.context.match, booklet()[0]
    match.toss(0)
    match.arranged(1, figure.name, figure.picture)
    match.look(2)
    match.advance(2.1 + match.look_seconds)
    scene.context.now = match.now
    return scene


def _juggle(app: WatchedApp, scene: SevensScene, luck: Random, *, turning: bool) -> None:
    """Takes three pieces, carries them in circles over the board, and lets them fall."""
    glass, surface = app.table.display_transform, scene.phase.surface
    assert surface is not None
    numbers = luck.sample(range(len(surface.pieces.pieces)), HANDS)
    walls = surface.pieces.walls
    starts = [surface.pieces.pieces[number].pose.at for number in numbers]
    goals = [
        (luck.uniform(4.5, walls.width - 1.5), luck.uniform(1.5, walls.height - 1.5))
        for _ in numbers
    ]
    for finger, at in enumerate(starts):
        post(pygame.FINGERDOWN, glass, surface.sight.to_canvas(at), finger)
    if turning:
        x, y = starts[0]
        second = surface.sight.to_canvas((x + 0.2, y))
        post(pygame.FINGERDOWN, glass, second, HANDS)
    app.step()
    for frame in range(TURNS):
        share = min(1.0, frame / (TURNS * 0.6))
        places: list[Point] = []
        for (ax, ay), (bx, by) in zip(starts, goals, strict=True):
            sway = 0.4 * sin(frame / 9)
            places.append((ax + (bx - ax) * share + sway, ay + (by - ay) * share))
        for finger, at in enumerate(places):
            post(pygame.FINGERMOTION, glass, surface.sight.to_canvas(at), finger)
        if turning:
            angle = 2 * pi * frame / TURNS
            at = (places[0][0] + 0.6 * cos(angle), places[0][1] + 0.6 * sin(angle))
            post(pygame.FINGERMOTION, glass, surface.sight.to_canvas(at), HANDS)
        app.step()
    for finger, at in enumerate(places):
        post(pygame.FINGERUP, glass, surface.sight.to_canvas(at), finger)
    if turning:
        post(pygame.FINGERUP, glass, surface.sight.to_canvas(places[0]), HANDS)
    while scene.wakes_in() == 0.0:
        app.step()
