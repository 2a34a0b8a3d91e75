"""Pictures are made in advance, only while nobody does anything, and nothing depends on it."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.app.navigation import prewarm_following
from tabletop.app.startup import open_app_context
from tabletop.games import find_game, view_of
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.settings import Settings
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import FrameBudget, clear_all
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.prewarm import Prewarmer, prewarm
from tabletop.ui.core.scene import Pop, Push, Scene, SceneStack

CANVAS = Canvas((1280, 800))


class Wanting(Scene):
    """A scene with so many steps, which notes what is done."""

    def __init__(self, name: str, steps: int, done: list[str]) -> None:
        self.name, self.steps, self.done = name, steps, done

    def preparing(self) -> Iterator[None]:
        for number in range(self.steps):
            self.done.append(f"{self.name} {number}")
            yield

    def draw(self, _: Frame) -> None:
        self.done.append(f"{self.name} drawn")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppContext]:
    opened = open_app_context(Settings(), tmp_path)
    yield opened
    opened.store.close()


def _run_out(preparing: Prewarmer, scenes: SceneStack) -> None:
    for _ in range(50):
        preparing.run(scenes, CANVAS, quiet=True)
        if not preparing.more:
            return
    raise AssertionError("it never ends")


def test_one_step_is_taken_in_a_turn_and_then_there_is_nothing_more() -> None:
    done: list[str] = []
    preparing, scenes = Prewarmer(), SceneStack(Wanting("a", 2, done), CANVAS)
    preparing.run(scenes, CANVAS, quiet=True)
    assert done == ["a 0"]
    assert preparing.more
    _run_out(preparing, scenes)
    assert done == ["a 0", "a 1"]


def test_while_something_happens_nothing_is_made() -> None:
    done: list[str] = []
    preparing, scenes = Prewarmer(), SceneStack(Wanting("a", 2, done), CANVAS)
    preparing.run(scenes, CANVAS, quiet=False)
    assert not done
    assert preparing.more


def test_short_steps_of_the_topmost_scene_are_taken_between_touches_and_frames() -> None:
    done: list[str] = []
    match = Wanting("match", 2, done)
    match.prepares_shortly = True
    preparing, scenes = Prewarmer(), SceneStack(Wanting("below", 1, done), CANVAS)
    scenes.apply(Push(match))
    preparing.run(scenes, CANVAS, quiet=False, brief=False)
    assert not done
    for _ in range(9):
        preparing.run(scenes, CANVAS, quiet=False, brief=True)
    assert done == ["match 0", "match 1"], "what lies below waits for a rest"
    assert preparing.more
    _run_out(preparing, scenes)
    assert done[2:] == ["below drawn", "below 0"]


def test_the_topmost_scene_comes_first_and_those_below_are_drawn_for_nobody() -> None:
    done: list[str] = []
    scenes = SceneStack(Wanting("below", 1, done), CANVAS)
    scenes.apply(Push(Wanting("top", 1, done)))
    _run_out(Prewarmer(), scenes)
    assert done == ["top 0", "below drawn", "below 0"]


def test_another_scene_on_top_begins_its_own() -> None:
    done: list[str] = []
    preparing, scenes = Prewarmer(), SceneStack(Wanting("below", 1, done), CANVAS)
    scenes.apply(Push(Wanting("top", 3, done)))
    preparing.run(scenes, CANVAS, quiet=True)
    scenes.apply(Pop())
    _run_out(preparing, scenes)
    assert done == ["top 0", "below 0"]


def test_a_covered_scene_is_laid_out_before_it_is_drawn_for_nobody() -> None:
    done: list[str] = []

    class LaidOut(Wanting):
        def fit(self, _: Canvas) -> None:
            self.done.append(f"{self.name} laid out")

    scenes = SceneStack(LaidOut("below", 1, done), CANVAS, over=lambda: Wanting("top", 1, done))
    _run_out(Prewarmer(), scenes)
    assert done == ["top 0", "below laid out", "below drawn", "below 0"]


def test_another_palette_or_size_begins_anew() -> None:
    done: list[str] = []
    preparing, scenes = Prewarmer(), SceneStack(Wanting("a", 1, done), CANVAS)
    _run_out(preparing, scenes)
    light = replace(CANVAS.context, palette="light")
    for _ in range(4):
        preparing.run(scenes, CANVAS.with_context(light), quiet=True)
    preparing.run(scenes, Canvas((1024, 600)), quiet=True)
    assert done == ["a 0"] * 3


def test_a_picture_that_cannot_be_made_ends_it_and_breaks_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(Scene):
        def preparing(self) -> Iterator[None]:
            yield
            raise ValueError("a planted fault")

    preparing, scenes = Prewarmer(), SceneStack(Failing(), CANVAS)
    _run_out(preparing, scenes)
    assert not preparing.more
    assert "a planted fault" in caplog.text


def test_switched_off_it_does_nothing() -> None:
    done: list[str] = []
    preparing = Prewarmer(on=False)
    preparing.run(SceneStack(Wanting("a", 2, done), CANVAS), CANVAS, quiet=True)
    assert not preparing.more
    assert not done


def test_a_page_is_rehearsed_by_being_laid_out_and_drawn_for_nobody() -> None:
    done: list[str] = []
    for _ in prewarm(Wanting("page", 0, done), CANVAS):
        pass
    assert done == ["page drawn"]


def test_what_is_ready_does_not_begin_anew_when_a_page_above_has_gone() -> None:
    done: list[str] = []
    preparing, scenes = Prewarmer(), SceneStack(Wanting("below", 1, done), CANVAS)
    _run_out(preparing, scenes)
    scenes.apply(Push(Wanting("top", 1, done)))
    _run_out(preparing, scenes)
    scenes.apply(Pop())
    _run_out(preparing, scenes)
    assert done == ["below 0", "top 0"]


def test_the_page_that_follows_a_scene_comes_after_its_own_steps() -> None:
    done: list[str] = []

    def following(_: Scene, __: Canvas) -> Iterator[None]:
        done.append("following")
        yield

    scenes = SceneStack(Wanting("a", 1, done), CANVAS)
    _run_out(Prewarmer(following=following), scenes)
    assert done == ["a 0", "following"]


def test_while_a_match_is_played_its_result_is_made_ready(table: AppContext) -> None:
    def misses(page: Scene) -> int:
        """How many surfaces are missing when a page is shown."""
        page.fit(CANVAS)

        def draw() -> Frame:
            frame = Frame(CANVAS)
            page.draw(frame)
            return frame

        budget, tries = FrameBudget(0.0, tries=1000, opened=True), 0
        while budget.made(draw) is None:
            tries += 1
        return tries

    def result() -> Scene:
        return ResultScene(setup, match, view_of(game).looks)

    game = find_game("shoo")
    setup = last_setup(table, game)
    match = setup.start(table)
    match.resign(0)
    clear_all()
    cold = misses(result())
    clear_all()
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(CANVAS)
    for _ in prewarm_following(scene, CANVAS):
        pass
    assert misses(result()) < cold / 2
