"""Hints in every game, and where a part of the turn cannot be taken back."""

from typing import Any

import pytest

from tabletop.engine import Match
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import all_games, find_game
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.hints import FINISH_TURN, HINT_STEP_SECONDS, NOT_YET
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tests.scenes.match.hint_match import advised, always, ask, begun, hinted, touch
from tools.album.scripted import think, thought

BOARDS = [game for game in all_games() if game.kind == "board"]


def after_shoving(question: AnalysisRequest) -> Analysis:
    """Likes the second ply best if it shoves."""
    white = 0.7 if question.plies[-1] == "d4>c3" else 0.4
    return thought("?", 1 - white, white)


def test_a_stone_that_is_laid_stays_and_each_way_to_go_on_is_thought_about(
    table: AppContext,
) -> None:
    thinking = think(table, after_shoving)
    scene = begun(table, "trelawney", "c3")
    touch(scene, "d4")
    ask(scene)
    assert advised(scene, 1) == "d4>c3"
    assert scene.snapshot.picked == ("d4",)
    assert next(mark.number for mark in scene.hints.lit(scene.snapshot)) == 2
    asked = [question.plies for question in thinking.asked]
    assert asked == [("c3", "d4"), ("c3", "d4>c3"), ("c3", "d4<c3")]
    assert thinking.waiting == set()


def test_thinking_about_how_to_go_on_can_be_ended(table: AppContext) -> None:
    thinking = think(table, after_shoving)
    scene = begun(table, "trelawney", "c3")
    touch(scene, "d4")
    ask(scene)
    hinted(scene, 0.1)
    ask(scene)
    assert advised(scene) == "d4"
    thinking = think(table, after_shoving, slow=True)
    scene = begun(table, "trelawney", "c3")
    touch(scene, "d4")
    ask(scene)
    hinted(scene)
    ask(scene)
    assert hinted(scene) == NOT_YET
    assert thinking.waiting == set()


def test_a_stone_laid_while_it_thinks_is_to_be_led_to_an_end_first(table: AppContext) -> None:
    thinking = think(table, always("d3", 0.5, 0.5), slow=True)
    scene = begun(table, "trelawney", "c3")
    ask(scene)
    touch(scene, "d4")
    thinking.slow = False
    assert hinted(scene) == FINISH_TURN


def first_ply(question: AnalysisRequest) -> Analysis:
    """The ply with the longest word, as if it were the best."""
    game = find_game(question.game)
    match = Match(game, question.seats, question.options)
    for ply in question.plies:
        match.play(ply)
    spell, state = game.spell, match.state
    assert spell is not None
    best = max(state.moves(), key=lambda move: len(spell(state, move)[0]))
    return thought(str(best), *[1 / question.seats] * question.seats)


@pytest.mark.parametrize("sides", [(), FACING_SIDES, (0, 1, 2, 3)])
@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_every_game_shows_its_hints_on_the_board(
    table: AppContext, game: Any, size: tuple[int, int], sides: tuple[int, ...]
) -> None:
    think(table, first_ply)
    seats = max(game.seats)
    scene = begun(table, game.key, seats=seats, sides=sides[:seats])
    scene.fit(Canvas(size))
    for _ in range(6):
        if scene.match.state.turn < 0:
            scene.play("")
            scene.update(9)
        ask(scene)
        scene.update(0.05)
        for _ in range(6):
            scene.update(HINT_STEP_SECONDS)
            scene.draw(Frame(Canvas(size)))
        advice = scene.hints.hint.advice
        assert advice is not None
        marks = scene.hints.lit(scene.snapshot)
        assert 1 <= len(marks) <= len(advice.words[0])
        assert all(Canvas(size).box.holds(mark.at) for mark in marks)
        scene.play(str(advice.move))
        scene.update(9)
