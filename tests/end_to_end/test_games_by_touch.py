"""Whole games by touch, from the menu to the result and back."""

from math import inf
from pathlib import Path

import pytest

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.result.scene import INPUT_GUARD_SECONDS, ResultScene
from tabletop.ui.core import cache
from tabletop.ui.core.cache import FrameBudget
from tests.end_to_end.app_window import TURN, WINDOW, Room
from tests.end_to_end.playing import play, play_out, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS, golden
from tests.lanes import slow_except

PORTRAIT = (1080, 1920)


@pytest.mark.parametrize(
    "size", slow_except([(1280, 800), PORTRAIT], (1280, 800)), ids=["landscape", "portrait"]
)
@pytest.mark.parametrize("key", PLAYERS)
def test_a_whole_game_is_played_by_taps_and_drags(
    tmp_path: Path, key: str, size: tuple[int, int]
) -> None:
    with Room(tmp_path, size) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, key, facing=size == PORTRAIT)
        scene = room.scene
        play_out(room, hands, eye, key)
        record = room.newest
        assert record.plies == tuple(str(ply.move) for ply in scene.match.plies)
        assert record.ended() == scene.match.outcome
        assert Match.replay(find_game(key), record).outcome == scene.match.outcome
        room.hear()
        hands.press("menu")
        assert isinstance(room.top, MenuScene)
        assert room.top.unfinished.going == ()


def test_a_game_goes_the_same_way_where_each_turn_does_and_draws_next_to_nothing(
    tmp_path: Path,
) -> None:
    """As on the slowest machine: one touch a turn, and one new picture in every second."""
    cache.clear_all()
    with Room(tmp_path, (640, 400), patience=0.0) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "trelawney")
        scene = room.scene
        result = play_out(room, hands, eye, "trelawney")
        assert Match.replay(find_game("trelawney"), room.newest).outcome == scene.match.outcome
        by_and_by = room.pixels()
        room.app._frame_budget = FrameBudget(inf)
        room.app.screen.forget()
        room.turn(0.0)
        assert room.top is result
        assert room.pixels() == by_and_by


def test_the_result_ignores_touches_for_two_seconds(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    result = play_out(room, hands, eye, "trelawney")
    for _ in range(int(INPUT_GUARD_SECONDS / TURN / 2) - 2):
        hands.tap(room.button("again"))
        assert room.top is result
    before = room.pixels()
    room.turn(0.2)
    assert room.pixels() != before, "the buttons do not light up"
    hands.press("again")
    assert room.top is not result


def test_a_finger_that_came_down_too_early_presses_nothing_when_it_lifts(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    result = play_out(room, hands, eye, "trelawney")
    hands.down(room.button("again"))
    room.hear()
    hands.up()
    assert room.top is result


def test_again_the_other_seat_begins_and_the_score_is_kept(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    scene = room.scene
    play_out(room, hands, eye, "trelawney")
    room.hear()
    hands.press("again")
    assert room.top is scene
    assert room.match.plies == ()
    eye = Eye(room.match, WINDOW, players=(1, 0))
    play(room, hands, eye, golden("trelawney", "delay.txt"), 1)
    noted = dict(room.newest.extra)
    assert (noted["People"], noted["Won"]) == ("1,0", "1,0")
    play(room, hands, eye, golden("trelawney", "delay.txt"), 400)
    room.until(ResultScene)
    room.hear()
    hands.press("again")
    eye = Eye(room.match, WINDOW)
    play(room, hands, eye, PLAYERS["trelawney"], 1)
    noted = dict(room.newest.extra)
    assert noted["People"] == "0,1"
    assert noted["Won"] == "2,0", "the second winner sat at the other seat, and is the same player"


def test_the_seats_can_be_changed_after_a_game(room: Room) -> None:
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    play_out(room, hands, eye, "trelawney")
    room.hear()
    hands.press("seats")
    hands.press("start")
    assert room.match.plies == ()
