"""Agreements between two people on real gamepads."""

from pathlib import Path

import pytest

from tabletop.scenes.match.agreements import REQUEST_TIMEOUT_SECONDS
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import agree, pad, play, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

PLIES = 5


@pytest.fixture
def hands(room: Room) -> Fingers:
    return Fingers(room)


@pytest.fixture
def eye(room: Room, hands: Fingers) -> Eye:
    """Two face to face, in the middle of a match in which Black has moved last."""
    eye = sit_down(room, hands, "trelawney", facing=True)
    play(room, hands, eye, PLAYERS["trelawney"], PLIES)
    room.rest()
    return eye


@pytest.fixture
def offered(room: Room, hands: Fingers, eye: Eye) -> None:
    """Somebody has offered a draw in the pause."""
    hands.tap(eye.tool("menu"))
    assert isinstance(room.top, PauseScene)
    hands.press("draw")
    assert isinstance(room.top, MatchScene)
    room.turn(0.5)


def over(eye: Eye) -> bool:
    return eye.match.outcome is not None and eye.match.outcome.winners == ()


@pytest.mark.usefixtures("offered")
def test_two_fingers_at_once_agree_to_a_draw(room: Room, hands: Fingers, eye: Eye) -> None:
    hands.down(pad(room, "agree:0"), finger=1)
    room.turn(1.0)
    hands.down(pad(room, "agree:1"), finger=2)
    room.turn(0.5)
    assert not over(eye)
    room.turn(0.3)
    assert over(eye)
    hands.up(finger=1)
    hands.up(finger=2)
    assert len(eye.match.plies) == PLIES


@pytest.mark.usefixtures("offered")
def test_one_after_the_other_agrees_too_but_not_too_late(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    hands.tap(pad(room, "agree:1"))
    hands.tap(pad(room, "agree:1"))
    assert not over(eye), "the same person twice"
    for _ in range(round(REQUEST_TIMEOUT_SECONDS)):
        room.turn(1.0)
    assert room.scene.agreements.corner_pads.asked == ()
    assert not over(eye)
    hands.tap(eye.tool("menu"))
    hands.press("draw")
    agree(room, hands)
    assert over(eye)


@pytest.mark.usefixtures("offered")
def test_a_palm_and_a_no(room: Room, hands: Fingers, eye: Eye) -> None:
    x, y = pad(room, "agree:0")
    hands.down((x, y), finger=1)
    hands.down((x + 20, y + 10), finger=2)
    hands.down(pad(room, "agree:1"), finger=3)
    room.turn(1.5)
    assert not over(eye)
    for finger in (1, 2, 3):
        hands.up(finger=finger)
    hands.tap(pad(room, "refuse:1"))
    assert room.scene.agreements.corner_pads.asked == ()
    assert not over(eye)
    play(room, hands, eye, PLAYERS["trelawney"], 1)


def test_a_ply_is_taken_back_by_its_owner_s_touch(room: Room, hands: Fingers, eye: Eye) -> None:
    owner = eye.match.plies[-1].seat
    hands.tap(eye.tool("undo"))
    assert len(eye.match.plies) == PLIES
    room.turn(0.5)
    hands.tap(pad(room, f"agree:{owner}"))
    assert len(eye.match.plies) == PLIES - 1
    assert len(room.newest.plies) == PLIES - 1


def test_what_was_agreed_on_is_kept(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "trelawney")
        play(room, hands, eye, PLAYERS["trelawney"], 4)
        hands.tap(eye.tool("menu"))
        hands.press("resign")
        room.turn(1.0)
        hands.press("end")
        agree(room, hands)
        assert room.newest.reason == "Game abandoned."
