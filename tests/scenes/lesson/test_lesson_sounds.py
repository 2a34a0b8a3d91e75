"""What a lesson lets people hear: plies as in a match, and touches that are not asked for."""

import pytest

from tabletop.engine import Game
from tabletop.games import find_game
from tabletop.ui.core.app_context import AppContext
from tests.scenes.lesson.lesson_driver import BOARDS, begun, closed, solve, tap, touch, wait
from tests.sound_listener import listening


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
@pytest.mark.parametrize("speed", ["normal", "off"])
def test_what_is_played_in_a_lesson_is_heard(table: AppContext, game: Game, speed: str) -> None:
    table.settings = table.settings.but({"look.speed": speed})
    scene, ear = begun(table, game), listening(table)
    for number in range(scene.count):
        solve(scene, number)
        assert {*ear.names()} - {"refused"}, scene.progress.task
        tap(scene, "next")
        wait(scene)
        ear.names()


def test_what_the_other_side_plays_is_heard_too(table: AppContext) -> None:
    answered = 0
    for game in BOARDS:
        scene, ear = begun(table, game), listening(table)
        for _ in range(scene.count - 1):
            solve(scene)
            ear.names()
            assert tap(scene, "next") is None
            if scene.progress.coming or not scene.live:
                answered += 1
                assert {*ear.names()} <= {"shaken", "slid", "shooed"}
                wait(scene)
                assert {*ear.names()} & {"placed", "landed"}, scene.progress.task
    assert answered > 0


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_a_touch_that_is_not_asked_for_is_heard_once(table: AppContext, speed: str) -> None:
    table.settings = table.settings.but({"look.speed": speed})
    scene, ear = begun(table, find_game("shoo")), listening(table)
    touch(scene, next(closed(scene)))
    assert scene.wrong == 1
    assert ear.names() == ["refused"]
    wait(scene)
    assert ear.names() == []


def test_a_step_that_is_begun_again_is_quiet(table: AppContext) -> None:
    scene, ear = begun(table, find_game("trelawney")), listening(table)
    solve(scene)
    ear.names()
    tap(scene, "earlier")
    wait(scene)
    assert ear.names() == []
