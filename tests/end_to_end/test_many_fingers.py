"""Several people, palms and accidental touches on one screen: only intended plies are played."""

import pygame
import pytest

from tabletop.scenes.home.menu_page import MenuScene
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.pointing import Drag, Eye, Pixel, Style
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

TRELAWNEY, SHOO = PLAYERS["trelawney"], PLAYERS["shoo"]
DRAG = Style(drag_from=0)


@pytest.fixture
def hands(room: Room) -> Fingers:
    return Fingers(room)


@pytest.fixture
def eye(room: Room, hands: Fingers) -> Eye:
    """At a board of Shoo, eight plies into the game."""
    eye = sit_down(room, hands, "shoo")
    play(room, hands, eye, SHOO, 8)
    return eye


def next_drag(eye: Eye) -> Drag:
    """The next ply of the golden game, as a drag."""
    (gesture,) = eye.gestures(SHOO(eye.match), DRAG)
    assert isinstance(gesture, Drag)
    return gesture


def plies(eye: Eye) -> int:
    return len(eye.match.plies)


@pytest.mark.parametrize("where", ["beside", "closed"])
def test_a_palm_that_rests_on_the_table_does_not_stop_the_game(
    room: Room, hands: Fingers, eye: Eye, where: str
) -> None:
    hands.down(eye.beside if where == "beside" else empty_square(eye), finger=9)
    room.turn(3.0)
    play(room, hands, eye, SHOO, 4)
    hands.up(finger=9)
    assert plies(eye) == 12


def test_a_second_finger_on_the_board_does_not_disturb_a_drag(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    drag = next_drag(eye)
    hands.down(drag.start, finger=1)
    hands.down(empty_square(eye), finger=2)
    hands.move(drag.end, finger=1)
    hands.up(finger=2)
    hands.up(finger=1)
    assert plies(eye) == 9


def test_a_second_finger_cannot_finish_what_the_first_one_holds(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    drag = next_drag(eye)
    hands.down(drag.start, finger=1)
    hands.tap(drag.end, finger=2)
    assert plies(eye) == 8
    hands.up(finger=1)
    assert room.picked
    hands.tap(drag.end, finger=2)
    assert plies(eye) == 9


def test_two_people_who_tap_at_the_same_moment_play_one_ply_at_most(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    taps = eye.gestures(SHOO(eye.match))
    hands.make(taps[0])
    other = next_drag(eye).start
    end = next_drag(eye).end
    hands.post(pygame.FINGERDOWN, end, 1)
    hands.post(pygame.FINGERDOWN, other, 2)
    room.turn()
    room.turn()
    hands.post(pygame.FINGERUP, other, 2)
    hands.post(pygame.FINGERUP, end, 1)
    room.turn()
    assert plies(eye) == 9
    room.rest()
    assert room.picked == (), "the second hand has taken up a piece of the other side"
    play(room, hands, eye, SHOO, 2)


def test_a_tap_on_a_button_and_one_on_the_board_both_count(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    drag = next_drag(eye)
    hands.down(drag.start, finger=1)
    hands.tap(eye.tool("undo"), finger=2)
    hands.up(finger=1)
    assert plies(eye) == 8, "undo took a ply back, while a piece was only picked up"
    assert room.picked == ()


def test_a_tap_may_drift_nine_pixels_and_still_is_no_drag(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    first, second = eye.gestures(SHOO(eye.match))
    hands.make(first, drift=(9, 0))
    assert room.picked != ()
    hands.make(second, drift=(-6, 6))
    assert plies(eye) == 9


@pytest.mark.parametrize("to", [(-40, 300), (1320, 300), (640, -30), (640, 830)])
def test_a_finger_that_slides_off_the_window_plays_nothing(
    room: Room, hands: Fingers, eye: Eye, to: Pixel
) -> None:
    drag = next_drag(eye)
    off = (max(0, min(1279, to[0])), max(0, min(799, to[1])))
    hands.down(drag.start)
    hands.move(off)
    hands.move(to)
    hands.up()
    assert plies(eye) == 8
    assert room.picked == ()
    play(room, hands, eye, SHOO, 1)


def test_a_finger_that_slides_off_a_button_presses_nothing(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    hands.drag(eye.tool("undo"), eye.beside)
    hands.drag(eye.tool("menu"), eye.beside)
    assert plies(eye) == 8
    assert room.scene.match is eye.match


def test_a_flicker_of_the_screen_is_no_touch(room: Room, hands: Fingers, eye: Eye) -> None:
    drag = next_drag(eye)
    room.turn()
    hands.post(pygame.FINGERDOWN, drag.start, 1)
    room.turn(0.005)
    hands.post(pygame.FINGERUP, drag.start, 1)
    room.turn(0.005)
    assert room.picked == ()


def test_a_touch_while_a_piece_moves_shows_the_end_and_is_no_move(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    hands.make(next_drag(eye))
    assert moving(room)
    drag = next_drag(eye)
    hands.tap(drag.start)
    assert not moving(room)
    assert room.picked == ()
    hands.make(drag)
    assert plies(eye) == 10


def test_forty_fingers_are_followed_and_more_are_said_not_to_be(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    for finger in range(1, 43):
        hands.down(eye.beside, finger)
    assert any("40" in problem for problem in room.table.problems)
    for finger in range(1, 43):
        hands.up(finger)
    play(room, hands, eye, SHOO, 2)
    assert plies(eye) == 10


def test_two_cards_touched_at_once_open_one_game(room: Room, hands: Fingers) -> None:
    menu = room.top
    first, second = room.button("game:shoo"), room.button("game:super7")
    hands.down(first, 1)
    hands.down(second, 2)
    hands.up(1)
    assert room.top is not menu
    page = room.top
    hands.up(2)
    assert room.top is page


def test_what_a_finger_began_on_one_page_ends_on_none(room: Room, hands: Fingers) -> None:
    hands.down(room.button("game:shoo"), 2)
    hands.press("game:super7")
    hands.up(2)
    hands.press("back")
    assert isinstance(room.top, MenuScene)


def moving(room: Room) -> bool:
    return room.scene.snapshot.motion is not None


def empty_square(eye: Eye) -> Pixel:
    """A square that is not open and bears no piece of the side to move."""
    taken = eye.match.game.pieces(eye.match.state)
    begins = {eye.word(str(move))[0] for move in eye.match.state.moves()}
    spot = next(
        spot for spot in ("e1", "e5", "a5", "i5") if spot not in taken and spot not in begins
    )
    x, y = eye.view.points(eye.snapshot())[spot]
    return eye.canvas.to_pixels((x, y))
