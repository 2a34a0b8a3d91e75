"""Matches played on phones: only by what their views offer, and only by the actions they send."""

import json
from dataclasses import replace
from random import Random

import pytest

from tabletop.engine import Game, Match
from tabletop.games import find_game
from tabletop.input.actions import Action, PressKey, TakeSeat, TouchSpot
from tabletop.party.views import MatchView, ResultView, WaitView
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Push
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.drop_in_games import drop_in_games
from tests.random_games import BOARD_GAMES
from tests.scenes.match.agreement_match import begun
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.setups import make_setup

ENGLISH = UiContext()
KEYS = [game.key for game in BOARD_GAMES]


def view(scene: MatchScene, seat: int | None, context: UiContext = ENGLISH) -> MatchView:
    found = scene.phone_view(seat, context)
    assert isinstance(found, MatchView)
    return found


def spots(scene: MatchScene, found: MatchView) -> frozenset[str]:
    """The places of the diagram that a phone has fetched for this view."""
    content = scene.phone_match().files(ENGLISH)[found.board.diagram]
    return frozenset(tile["spot"] for tile in json.loads(content)["tiles"])


def offered(found: MatchView, seat: int) -> list[Action]:
    """Everything that a phone can send to play on."""
    lit = [TouchSpot(source="phone", seat=seat, spot=spot) for spot in found.board.lit]
    choices = [PressKey(source="phone", seat=seat, key=choice.key) for choice in found.choices]
    dice = found.dice is not None and found.dice.throwable
    return [*lit, *choices, *[TouchSpot(source="phone", seat=seat, spot="roll")] * dice]


def match_of(table: AppContext, key: str, seats: int) -> MatchScene:
    table.settings = table.settings.but({"look.speed": "off"})
    setup = make_setup(find_game(key), seats=seats)
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas((640, 400)))
    return scene


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_can_be_played_by_what_the_views_offer(table: AppContext, key: str) -> None:
    with drop_in_games():
        play_on_phones(table, find_game(key))


def play_on_phones(table: AppContext, game: Game) -> None:
    chance, seats, key = Random(5), max(game.seats), game.key
    table.met.add(key)
    scene = match_of(table, key, seats)
    for _ in range(40):
        before = len(scene.match.plies)
        while len(scene.match.plies) == before and scene.match.outcome is None:
            acting = scene.session.acting
            views = [view(scene, seat) for seat in range(seats)]
            assert [found.active for found in views] == [seat == acting for seat in range(seats)]
            assert not any(offered(views[seat], seat) for seat in range(seats) if seat != acting)
            mine = views[acting]
            assert set(mine.board.lit) <= spots(scene, mine)
            assert mine.prompt
            scene.handle(chance.choice(offered(mine, acting)))
        if scene.match.outcome is not None:
            break
    assert view(scene, None).board.pieces == dict(game.pieces(scene.match.state))
    replayed = Match.replay(game, scene.match.record())
    assert replayed.state == scene.match.state


def test_a_spectator_is_offered_nothing(table: AppContext) -> None:
    scene = begun(table)
    found = view(scene, None)
    assert not found.board.lit
    assert not found.choices
    assert not found.tools
    assert not found.active


def test_a_touch_before_one_s_turn_is_answered_at_that_seat_alone(table: AppContext) -> None:
    scene = begun(table, "c3")
    scene.handle(TouchSpot(source="phone", seat=0, spot="e5"))
    assert len(scene.match.plies) == 1
    assert view(scene, 0).warning
    assert not view(scene, 1).warning


def test_a_touch_that_comes_after_the_next_ply_does_nothing(table: AppContext) -> None:
    scene = match_of(table, "shoo", 2)
    seen, (first, _) = view(scene, 0).plies, play_two(scene)
    late = TouchSpot(source="phone", seat=0, spot=first, plies=seen)
    scene.handle(late)
    assert not view(scene, 0).board.picked
    assert not view(scene, 0).warning
    scene.handle(replace(late, plies=view(scene, 0).plies))
    assert view(scene, 0).board.picked == (first,)


def play_two(scene: MatchScene) -> list[str]:
    """Plays a ply of each seat by touches; where they ended."""
    ends = []
    for seat in (0, 1):
        while scene.session.acting == seat:
            ends.append(view(scene, seat).board.lit[-1])
            touch = TouchSpot(source="phone", seat=seat, spot=ends[-1])
            scene.handle(replace(touch, plies=view(scene, seat).plies))
        scene.update(10.0)
    return ends[1::2]


def test_a_refused_place_is_pointed_at_and_explained(table: AppContext) -> None:
    scene = begun(table, "c3")
    scene.handle(TouchSpot(source="phone", seat=1, spot="c3"))
    found = view(scene, 1)
    assert found.warning
    assert found.prompt
    assert "c3" in found.board.refused
    assert not view(scene, 0).board.refused


def test_a_resting_finger_shows_what_a_touch_would_play(table: AppContext) -> None:
    scene = match_of(table, "super7", 2)
    scene.handle(TouchSpot(source="phone", seat=0, spot="roll"))
    acting = scene.session.acting
    spot = view(scene, acting).board.lit[0]
    scene.handle(TouchSpot(source="phone", seat=acting, spot=spot, over=True))
    assert spot in view(scene, acting).board.ghosts
    assert not view(scene, 1 - acting).board.ghosts
    scene.handle(TouchSpot(source="phone", seat=acting, spot="", over=True))
    assert not view(scene, acting).board.ghosts
    assert len(scene.match.plies) == 1


def test_a_laid_stone_is_seen_by_all_before_the_turn_ends(table: AppContext) -> None:
    scene = begun(table, "")
    scene.handle(TouchSpot(source="phone", seat=0, spot="c3"))
    assert not scene.match.plies
    for seat in (0, 1, None):
        board = view(scene, seat).board
        assert board.picked == ("c3",)
        assert set(board.ghosts) == {"c3"}


def test_a_question_is_asked_on_the_phone_and_answered_there(table: AppContext) -> None:
    scene = begun(table)
    scene.handle(PressKey(source="phone", seat=0, key="undo"))
    asked = view(scene, 1).question
    assert asked is not None
    assert view(scene, 0).question is None
    for _ in range(30):
        scene.update(0.05)
    scene.handle(PressKey(source="phone", seat=1, key=asked.yes.key))
    assert not scene.match.plies
    assert view(scene, 1).question is None


@pytest.mark.parametrize("yes", [True, False])
def test_the_seat_to_move_answers_a_pause_on_its_phone(table: AppContext, yes: bool) -> None:
    scene = begun(table)
    acting = scene.session.acting
    scene.handle(PressKey(source="phone", seat=1 - acting, key="pause"))
    asked = view(scene, acting).question
    assert asked is not None
    assert asked.no is not None
    assert not view(scene, acting).warning
    assert not view(scene, 1 - acting).warning
    key = asked.yes.key if yes else asked.no.key
    opened = scene.handle(PressKey(source="phone", seat=acting, key=key))
    assert isinstance(opened, Push) == yes
    assert view(scene, acting).question is None
    assert scene.snapshot.cursor is None
    assert not scene.snapshot.refused


def test_phones_open_no_page_that_they_cannot_leave(table: AppContext) -> None:
    scene = begun(table)
    table.settings = table.settings.but({"input.own_hands": False})
    opened = scene.handle(PressKey(source="phone", seat=0, key="pause"))
    assert isinstance(opened, Push)
    page = opened.scene
    assert isinstance(page, PauseScene)
    page.fit(Canvas((1280, 800)))
    shown = page.phone_view(0, ENGLISH)
    assert isinstance(shown, WaitView)
    offered_keys = {choice.key for choice in shown.choices}
    for button in page.buttons.buttons:
        if button.key not in offered_keys:
            assert page.handle(PressKey(source="phone", seat=0, key=button.key)) is None
    assert "rules" not in offered_keys


def test_only_the_phone_of_who_resigns_is_asked(table: AppContext) -> None:
    scene = begun(table)
    push = scene.pause.chosen("resign")
    assert isinstance(push, Push)
    question = push.scene
    assert isinstance(question, QuestionDialog)
    question.fit(Canvas((1280, 800)))
    own, other = question.phone_view(0, ENGLISH), question.phone_view(1, ENGLISH)
    assert isinstance(own, WaitView)
    assert isinstance(other, WaitView)
    assert own.choices
    assert not other.choices
    question.update(1.0)
    assert question.handle(PressKey(source="phone", seat=1, key="yes")) is None
    assert question.handle(PressKey(source="phone", seat=0, key="yes")) is not None


def test_who_takes_a_seat_at_a_phone_has_a_name_on_the_table(table: AppContext) -> None:
    scene = begun(table)
    scene.handle(TakeSeat(source="phone", seat=1, name="Mia"))
    assert scene.setup.own_names[1] == "Mia"
    assert [plate.name for plate in scene.phone_seats(ENGLISH)] == ["", "Mia"]


def test_each_phone_has_its_own_language(table: AppContext) -> None:
    scene = begun(table)
    german = UiContext(language="de")
    assert view(scene, 0, german).prompt != view(scene, 0).prompt
    assert view(scene, 0, german).board.diagram != view(scene, 0).board.diagram


def test_the_goal_that_is_shown_first_is_closed_from_a_phone(table: AppContext) -> None:
    table.met.clear()
    scene = match_of(table, "shoo", 2)
    (choice,) = view(scene, 1).choices
    assert not view(scene, 0).board.lit
    scene.handle(PressKey(source="phone", seat=1, key=choice.key))
    assert view(scene, 0).board.lit


def test_the_pause_can_be_ended_from_the_phone(table: AppContext) -> None:
    scene = begun(table)
    table.settings = table.settings.but({"input.own_hands": False})
    opened = scene.handle(PressKey(source="phone", seat=0, key="pause"))
    assert isinstance(opened, Push)
    page = opened.scene
    page.fit(Canvas((1280, 800)))  # type: ignore[union-attr]
    found = page.phone_view(0, ENGLISH)  # type: ignore[union-attr]
    assert isinstance(found, WaitView)
    keys = [choice.key for choice in found.choices]
    assert "on" in keys
    watched = page.phone_view(None, ENGLISH)  # type: ignore[union-attr]
    assert isinstance(watched, WaitView)
    assert not watched.choices
    assert page.handle(PressKey(source="phone", seat=0, key="on")) is not None  # type: ignore[union-attr]


def test_the_result_speaks_to_each_phone(table: AppContext) -> None:
    scene = begun(table)
    scene.session.resign(0)
    setup, match = scene.setup, scene.match
    result = ResultScene(setup, match, scene.view.looks, seen=True)
    result.fit(Canvas((1280, 800)))
    winner, loser = result.phone_view(1, ENGLISH), result.phone_view(0, ENGLISH)
    assert isinstance(winner, ResultView)
    assert isinstance(loser, ResultView)
    assert winner.won
    assert not loser.won
    assert winner.headline != loser.headline
    change = result.handle(PressKey(source="phone", seat=0, key="again"))
    assert change is not None
    assert result.handle(PressKey(source="phone", seat=0, key="no such key")) is None


@pytest.mark.parametrize("key", KEYS)
def test_spectators_guess_the_ply_that_is_played(table: AppContext, key: str) -> None:
    with drop_in_games():
        game = find_game(key)
        table.met.add(key)
        scene, chance = match_of(table, key, 2), Random(3)
        for _ in range(12):
            quiz = scene.phone_match().quiz()
            before = len(scene.match.plies)
            move = chance.choice(scene.match.state.moves())
            scene.play(str(move))
            if quiz is not None:
                answer = scene.phone_match().answer(quiz.key)
                assert quiz.allows(answer)
                assert set(answer) <= set(game.spell(scene.match.plies[before].before, move)[0])
            assert scene.phone_match().answer(f"one {before + 1}") == ()


def test_nobody_guesses_what_a_computer_plays(table: AppContext) -> None:
    scene = begun(table, fillers=(KEEN, KEEN))
    assert scene.phone_match().quiz() is None


def test_what_a_view_depends_on_is_told_by_the_state(table: AppContext) -> None:
    scene = begun(table, "c3")
    before = scene.phone_state()
    assert scene.phone_state() == before
    scene.handle(TouchSpot(source="phone", seat=1, spot="e5"))
    assert scene.phone_state() != before
