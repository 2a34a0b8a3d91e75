"""A run from memory on the screen."""

from math import inf

import pytest

from tabletop.games.sevens import Picture
from tabletop.games.sevens.rules.match import GAME, Phase
from tabletop.games.sevens.rules.solitaire import FIGURES
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.guessing import (
    CONFIRM_GUARD_SECONDS,
    GuessPhase,
    LookPhase,
)
from tabletop.games.sevens.scenes.solo import (
    MAX_BEST_RUNS,
    BestRuns,
    DayResults,
    SoloReadyPhase,
    SoloResultPhase,
    SoloScene,
    SoloScorePhase,
    SoloStartPhase,
)
from tabletop.input.actions import Button
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Pop, Push, Swap
from tests.games.sevens.single_player import (
    SIZES,
    blits,
    check_layout,
    drag,
    keys,
    press,
    shown,
    surface,
    table_for_one,
    tap,
    touch,
    wait,
)


def scene_at(table: AppContext, results: DayResults | None = None) -> SoloScene:
    scene = SoloScene(table, GAME.check_options({}), DayResults() if results is None else results)
    shown(scene)
    return scene


def best(scene: SoloScene) -> BestRuns:
    return scene.results.of(scene.table.today(), scene.run.options)


def results_of(table: AppContext, *sums: int) -> DayResults:
    """The results of a day on which so many points were got."""
    results = DayResults()
    for points in sums:
        results.of(table.today(), GAME.check_options({})).add(points)
    return results


def to_guess(scene: SoloScene) -> None:
    tap(scene, "look")
    wait(scene, 10.1)


def finish_figure(scene: SoloScene, pieces: int = 7) -> None:
    """One figure from its curtain to its points, so many pieces laid right."""
    to_guess(scene)
    target = scene.run.target
    assert target is not None
    scene.run.told(scene.run.now, Picture(target.pieces[:pieces]))
    scene.run.done(scene.run.now)
    wait(scene, 0.1)


def finish_run(scene: SoloScene, pieces: int = 7) -> None:
    tap(scene, "begin")
    for _ in range(FIGURES):
        finish_figure(scene, pieces)
        tap(scene, "on")


def test_it_begins_with_a_question() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        assert isinstance(scene.phase, SoloStartPhase)
        assert scene.wakes_in() == inf
        tap(scene, "difficulty=3")
        tap(scene, "named=1")
        tap(scene, "begin")
        assert isinstance(scene.phase, SoloReadyPhase)
        assert scene.run.difficulty == 4
        assert scene.run.name == "Figure 1"


def test_a_figure_is_looked_at_then_rebuilt_then_scored() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        tap(scene, "begin")
        tap(scene, "look")
        assert isinstance(scene.phase, LookPhase)
        wait(scene, 9.8)
        assert isinstance(scene.phase, LookPhase)
        wait(scene, 0.3)
        assert isinstance(scene.phase, GuessPhase)
        drag(scene, 0, (7.0, 4.0))
        assert len(scene.run.guess) == 1
        tap(scene, "done")
        assert scene.phase.warning
        wait(scene, CONFIRM_GUARD_SECONDS + 0.1)
        tap(scene, "done")
        assert isinstance(scene.phase, SoloScorePhase)
        assert "booklet" not in str(scene.phase.prompt).lower()


def test_a_peek_shows_the_figure_and_keeps_the_pieces_where_they_lie() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        tap(scene, "begin")
        to_guess(scene)
        phase = scene.phase
        drag(scene, 5, (7.0, 4.0))
        lay = surface(scene).picture()
        tap(scene, "peek")
        assert scene.run.phase is Phase.PEEK
        assert not surface(scene).enabled
        wait(scene, 5.1)
        assert scene.phase is phase
        assert surface(scene).picture() == lay
        assert "peek" not in keys(scene)


def test_the_clock_ends_a_figure_with_the_pieces_as_they_lie() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        tap(scene, "begin")
        to_guess(scene)
        drag(scene, 0, (7.0, 4.0))
        while scene.run.phase is Phase.GUESS:
            assert scene.wakes_in() > 0
            scene.update(max(0.05, scene.wakes_in()))
        assert scene.run.phase is Phase.SCORED
        assert len(scene.run.turns[-1].guess) == 1


def test_another_figure_may_be_asked_for() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        tap(scene, "begin")
        first = scene.run.figure
        before = scene.phase
        tap(scene, "another")
        assert scene.run.figure != first
        assert scene.phase is not before


def test_seven_figures_make_a_run_and_its_sum_is_kept() -> None:
    with table_for_one() as table:
        results = results_of(table, 30)
        scene = scene_at(table, results)
        finish_run(scene)
        assert isinstance(scene.phase, SoloResultPhase)
        assert scene.run.sum == 49
        assert best(scene).highest == 49
        assert scene.phase.prompt.key == "sevens.solo.record"


def test_a_run_without_a_point_is_neither_praised_nor_kept() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        finish_run(scene, pieces=0)
        assert scene.run.sum == 0
        assert scene.phase.prompt.key == "sevens.solo.zero"
        assert best(scene).sums == []


def test_a_sum_that_is_not_the_best_says_what_is() -> None:
    with table_for_one() as table:
        results = results_of(table, 49)
        scene = scene_at(table, results)
        finish_run(scene, pieces=2)
        assert scene.phase.prompt == "Best today: 49 of 49."
        assert best(scene).sums == [49, 14]


def test_the_best_runs_are_of_one_day_and_of_the_same_options() -> None:
    usual, calm = GAME.check_options({}), GAME.check_options({"look_seconds": 30})
    results = DayResults()
    assert results.of("2030-01-01", usual).add(30)
    assert results.of("2030-01-01", calm).highest is None
    assert results.of("2030-01-01", calm).add(12), "it is the best with these options"
    assert not results.of("2030-01-01", dict(reversed(list(usual.items())))).add(20)
    assert results.of("2030-01-01", usual).sums == [30, 20]
    assert results.of("2030-01-02", usual).highest is None
    assert results.of("2030-01-02", calm).said() == ""


def test_no_more_sums_are_kept_than_are_shown() -> None:
    ranked = BestRuns()
    assert [ranked.add(points) for points in (3, 9, 9, 1, 7)] == [True, True, False, False, False]
    assert ranked.sums == [9, 9, 7]
    assert len(ranked.sums) == MAX_BEST_RUNS


def test_the_end_counts_a_run_only_once() -> None:
    with table_for_one() as table:
        results = DayResults()
        scene = scene_at(table, results)
        finish_run(scene)
        scene.resume()
        shown(scene, (1080, 1920))
        wait(scene, 1)
        assert best(scene).sums == [49]


def test_again_begins_as_the_last_run_did() -> None:
    with table_for_one() as table:
        results = DayResults()
        scene = scene_at(table, results)
        tap(scene, "difficulty=1")
        tap(scene, "named=1")
        finish_run(scene)
        change = tap(scene, "again")
        assert isinstance(change, Swap)
        assert isinstance(change.scene, SoloScene)
        assert change.scene.run.difficulty == 2
        assert not change.scene.run.named
        assert change.scene.results is results


def test_leaving_at_the_end_goes_back() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        finish_run(scene)
        assert tap(scene, "leave") == Pop()


def test_a_run_can_be_stopped_and_is_not_kept() -> None:
    with table_for_one() as table:
        results = DayResults()
        scene = scene_at(table, results)
        tap(scene, "begin")
        finish_figure(scene, 3)
        change = press(scene, Button.MENU)
        assert isinstance(change, Push)
        assert isinstance(change.scene, PausePage)
        assert "stop" in [key for tray in change.scene.trays for (key,) in tray.rows]
        assert change.then is not None
        change.then("stop")
        assert isinstance(scene.phase, SoloResultPhase)
        assert best(scene).sums == []
        assert scene.phase.prompt == "The run was stopped before its end."


def test_the_menu_and_the_key_for_going_back_lead_out() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        for change in (
            touch(scene, scene.context.plan.menu.centre),
            press(scene, Button.BACK),
        ):
            assert isinstance(change, Push)
            assert change.then is not None
            assert change.then("leave") == Pop()
            assert change.then("on") is None


def test_nobody_is_called_by_a_colour() -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        said = [scene.phase.prompt, scene.other_prompt]
        tap(scene, "begin")
        said += [scene.phase.prompt, scene.other_prompt]
        for pieces in (7, 1, 4):
            finish_figure(scene, pieces)
            said += [scene.phase.prompt, scene.other_prompt]
            tap(scene, "on")
        assert not [words for words in said if "Blue" in words or "Red" in words]


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_its_place_in_every_window(size: tuple[int, int]) -> None:
    with table_for_one() as table:
        scene = scene_at(table)
        shown(scene, size)
        check_layout(scene)
        tap(scene, "begin")
        for _ in range(FIGURES):
            check_layout(scene)
            to_guess(scene)
            check_layout(scene)
            scene.run.done(scene.run.now)
            wait(scene, 0.1)
            check_layout(scene)
            tap(scene, "on")
        check_layout(scene)
        assert blits(scene) > 20
        assert scene.wakes_in() == inf


@pytest.mark.parametrize("size", SIZES)
def test_sentences_stand_whole_in_every_window(size: tuple[int, int]) -> None:
    with table_for_one() as table:
        scene = scene_at(table, results_of(table, 12))
        shown(scene, size)
        blits(scene)
        assert isinstance(scene.phase, SoloStartPhase)
        for label in scene.phase.choices_shown.labels:
            assert label.typeset(scene.context.canvas).complete, label.text
