"""How long the main loop waits between two turns."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pygame
import pytest

from tabletop.app.main_loop import App
from tabletop.app.startup import open_app_context
from tabletop.settings import Settings
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.display.window import Display

TURNS = 40


class ShortScene(Scene):
    """A scene that never finishes prewarming and closes after some turns."""

    def __init__(self, rest: float) -> None:
        self.rest = rest
        self.turns = 0
        self.steps = 0

    def preparing(self) -> Iterator[None]:
        while True:
            self.steps += 1
            yield

    def update(self, _: float, /) -> Change:
        self.turns += 1
        return Pop() if self.turns > TURNS else None

    def wakes_in(self) -> float:
        return self.rest


def waits(folder: Path, rest: float, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of each wait of the loop; its clock stands still."""
    pygame.font.init()
    settings = Settings().but({"window.fullscreen": False})
    app = App(
        Display(settings, folder),
        open_app_context(settings, folder),
        ShortScene(rest),
        now=lambda: 1000.0,
    )
    found: list[float] = []
    monkeypatch.setattr(app.window, "wait", found.append)
    app.run()
    return found


def test_animations_keep_their_frame_rate_while_pages_are_prewarmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = waits(tmp_path, 0.0, monkeypatch)
    assert len(found) > TURNS / 2
    assert found[-1] == pytest.approx(1 / 60, rel=0.1)


def test_idle_turns_are_used_for_prewarming_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert waits(tmp_path, inf, monkeypatch) == []


def test_prewarming_pauses_after_a_touch_so_that_the_next_one_is_answered_at_once(
    tmp_path: Path,
) -> None:
    pygame.font.init()
    settings = Settings().but({"window.fullscreen": False})
    scene, now = ShortScene(inf), 1000.0
    app = App(
        Display(settings, tmp_path), open_app_context(settings, tmp_path), scene, now=lambda: now
    )

    def steps(later: float) -> int:
        nonlocal now
        before, now = scene.steps, now + later
        app.turn()
        return scene.steps - before

    while app.behind:
        app.turn()
    assert steps(0.1) == 1
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert [steps(later) for later in (0.1, 0.1, 0.5, 0.1)] == [0, 0, 0, 0]
    assert steps(0.4) == 1
    app.close()


def test_a_scene_that_prepares_in_short_steps_goes_on_between_touches_and_frames(
    tmp_path: Path,
) -> None:
    pygame.font.init()
    settings = Settings().but({"window.fullscreen": False})
    for rest in (inf, 0.0):
        scene = ShortScene(rest)
        scene.prepares_shortly = True
        app = App(
            Display(settings, tmp_path),
            open_app_context(settings, tmp_path),
            scene,
            now=lambda: 1000.0,
        )
        while app.behind:
            app.turn()
        before = scene.steps
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
        for _ in range(TURNS):
            app.turn()
        assert scene.steps > before
        app.close()
