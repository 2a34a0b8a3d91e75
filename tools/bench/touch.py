"""The time from a touch to changed pixels."""

import threading
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import pygame

from tabletop.app.navigation import new_match_scene
from tabletop.engine import Spot
from tabletop.games import all_games, find_game
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.scene import Scene
from tabletop.ui.display.display_transform import DisplayTransform
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import WatchedApp, opened, window_facts
from tools.bench.posted_fingers import LIES, WAITS, place_of, post, some_word
from tools.bench.summaries import judged, summary

TOUCHES: Final = 40
PATIENCE: Final = 5
"""Turns after which a touch is taken to change nothing."""
LATER: Final = 0.03
"""Seconds after which the finger comes down, so that the loop sleeps by then."""
BARS: Final = {"frames_to_change": 1.0}


def run(touches: int = TOUCHES) -> dict[str, Any]:
    """Touches of each board game, at each size of screen."""
    keys = [game.key for game in all_games() if game.kind == "board"]
    found = []
    for size in sizes():
        with screen(size) as environment:
            found += [inside("touch", environment, key=key, touches=touches) for key in keys]
    return {"runs": found}


def measure(
    folder: Path, key: str, touches: int, seed: int = 1, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """Puts a finger on open places of random plies, and waits until the picture has changed."""

    def first(table: AppContext) -> Scene:
        return new_match_scene(table, key, find_game(key).seats[0], {})

    hand = _Hand(Random(seed))
    with opened(folder, first, **(changes or {})) as app:
        about = window_facts(app)
        glass = app.table.display_transform
        while len(hand.spent) + len(hand.silent) < touches:
            scene: Any = app.scenes.top
            if not isinstance(scene, MatchScene) or scene.match.outcome is not None:
                break
            hand.play(app, scene, glass)
    figures = {"frames_to_change": max(hand.frames, default=0), **summary(hand.spent)}
    silent = {"unchanged": len(hand.silent), "unchanged_spots": sorted(set(hand.silent))}
    return {"game": key, **about, **judged(figures, **BARS), **silent}


class _Hand:
    """Taps random plies and notes, for each touch, the seconds and frames until it shows."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.spent: list[float] = []
        self.frames: list[int] = []
        self.silent: list[Spot] = []
        """The places whose touch changed nothing before the finger was lifted."""

    def play(self, app: WatchedApp, scene: MatchScene, glass: DisplayTransform) -> None:
        while scene.wakes_in() == 0.0 and app.scenes.top is scene:
            app.step()
        ply, word = some_word(scene.match, self._luck)
        before = len(scene.match.plies)
        for spot in word:
            at = place_of(scene, spot)
            if at is None:
                break
            self._touch(app, glass, spot, at)
            _turns(app, LIES)
            post(pygame.FINGERUP, glass, at)
            _turns(app, WAITS)
        if len(scene.match.plies) == before:
            scene.play(ply)

    def _touch(self, app: WatchedApp, glass: DisplayTransform, spot: Spot, at: Point) -> None:
        posted: list[float] = []
        pictures: list[pygame.Surface] = []

        def come_down() -> None:
            # At the last moment: what is drawn before the finger comes must not count for it.
            pictures.append(app.display.surface.copy())
            posted.append(perf_counter())
            post(pygame.FINGERDOWN, glass, at)

        timer = threading.Timer(LATER, come_down)
        timer.start()
        while not posted:
            app.sleep_and_turn()
        timer.join()
        seen = sum(frame.ended < posted[0] for frame in app.frames)
        for _ in range(PATIENCE):
            if _changed(app, seen, pictures[0]):
                self.spent.append(app.frames[-1].ended - posted[0])
                self.frames.append(len(app.frames) - seen)
                return
            app.step()
        self.silent.append(spot)


def _changed(app: WatchedApp, seen: int, picture: pygame.Surface) -> bool:
    """Whether a frame since then shows anything else than the picture."""
    if not any(frame.rects for frame in app.frames[seen:]):
        return False
    return app.display.surface.get_buffer().raw != picture.get_buffer().raw


def _turns(app: WatchedApp, count: int) -> None:
    for _ in range(count):
        app.step()
