"""Window events and program ends during a match do not lose it."""

from pathlib import Path

import pygame
import pytest

from tabletop.engine import CHANCE
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.playing import agree, play, play_out, sit_down
from tests.end_to_end.pointing import Drag, Eye, Style
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS, greedy

SHOO = PLAYERS["shoo"]
TINY = (300, 220)


@pytest.fixture
def hands(room: Room) -> Fingers:
    return Fingers(room)


@pytest.fixture
def eye(room: Room, hands: Fingers) -> Eye:
    """At a board of Shoo, eight plies into the game."""
    eye = sit_down(room, hands, "shoo")
    play(room, hands, eye, SHOO, 8)
    return eye


def drag_of(eye: Eye) -> Drag:
    (gesture,) = eye.gestures(SHOO(eye.match), Style(drag_from=0))
    assert isinstance(gesture, Drag)
    return gesture


# -- the window ---------------------------------------------------------------------------------


def test_focus_lost_in_the_middle_of_a_drag_puts_the_piece_back(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    before = room.pixels()
    drag = drag_of(eye)
    hands.down(drag.start)
    hands.move(drag.end)
    assert room.pixels() != before
    room.lose_focus()
    assert room.picked == ()
    assert room.pixels() == before
    hands.move(drag.end)
    hands.up()
    assert len(eye.match.plies) == 8
    hands.make(drag)
    assert len(eye.match.plies) == 9


def test_a_window_that_moves_to_another_screen_puts_the_piece_back(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    drag = drag_of(eye)
    before = room.pixels()
    hands.down(drag.start)
    hands.move(drag.end)
    pygame.event.post(pygame.event.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1))
    hands.up()
    assert (room.picked, len(eye.match.plies)) == ((), 8)
    assert room.pixels() == before
    hands.make(drag)
    assert len(eye.match.plies) == 9


def test_a_window_of_300_pixels_keeps_the_pick_and_is_played_in(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    before = room.pixels()
    first, _ = eye.gestures(SHOO(eye.match))
    hands.make(first)
    record, picked = room.match.record(), room.picked
    room.resize(TINY)
    assert (room.match.record(), room.picked) == (record, picked)
    small = Eye(room.match, TINY)
    hands.make(small.gestures(SHOO(eye.match))[1])
    assert len(room.match.plies) == 9
    room.rest()
    play(room, hands, small, SHOO, 3)
    room.resize(WINDOW)
    play(room, hands, eye, SHOO, 3)
    assert len(room.match.plies) == 15
    keys = Keys(room)
    for _ in range(7):
        keys.press(pygame.K_BACKSPACE)
        agree(room, hands)
    assert room.pixels() == before, "drawn bit by bit it is another picture than before"


def test_a_window_resized_during_a_drag_plays_nothing(room: Room, hands: Fingers, eye: Eye) -> None:
    drag = drag_of(eye)
    hands.down(drag.start)
    hands.move(drag.end)
    room.resize(TINY)
    hands.up(at=(150, 110))
    assert len(eye.match.plies) == 8
    assert room.picked == ()


def test_a_match_survives_a_window_of_a_few_pixels(room: Room, hands: Fingers, eye: Eye) -> None:
    for size in ((20, 20), (1, 1), (1, 500), WINDOW):
        room.resize(size)
        room.turn()
    assert len(eye.match.plies) == 8
    assert room.table.problems == []


def test_every_page_survives_a_tiny_window(room: Room, hands: Fingers, eye: Eye) -> None:
    keys = Keys(room)
    keys.press(pygame.K_m)
    for size in (TINY, WINDOW, (220, 300), (20, 20), (1, 1), WINDOW):
        room.resize(size)
        room.turn()
    hands.press("leave")
    for size in (TINY, WINDOW):
        room.resize(size)
    assert isinstance(room.top, MenuScene)
    assert room.table.problems == []


def test_pixels_change_within_one_turn_of_the_touch(room: Room, hands: Fingers, eye: Eye) -> None:
    drag = drag_of(eye)
    seen = [room.pixels()]
    for kind, at in (
        (pygame.FINGERDOWN, drag.start),
        (pygame.FINGERMOTION, drag.end),
        (pygame.FINGERUP, drag.end),
    ):
        room.turn()
        hands.post(kind, at, 1)
        room.turn()
        assert room.pixels() != seen[-1]
        seen.append(room.pixels())


def test_a_screen_at_rest_is_not_drawn(room: Room, hands: Fingers, eye: Eye) -> None:
    assert room.scene.wakes_in() == float("inf")
    before = room.pixels()
    for _ in range(5):
        room.turn(2.0)
    assert room.pixels() == before


# -- there and back -------------------------------------------------------------------------------


def test_one_can_step_back_and_forward_through_the_plies(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    pictures = []
    for _ in range(8):
        pictures.append(board_of(room, eye))
        hands.tap(eye.tool("earlier") if len(pictures) == 1 else walk(room, "earlier"))
    assert room.scene.snapshot.state == eye.match.first
    assert len(set(pictures)) == 8
    hands.make(eye.gestures(SHOO(eye.match))[0])
    assert len(eye.match.plies) == 8, "it was played in the past"
    for picture in [*reversed(pictures)][:-1]:
        hands.tap(walk(room, "later"))
        room.rest()
        assert board_of(room, eye) == picture
    hands.tap(walk(room, "last"))
    assert room.scene.snapshot.state == eye.match.state
    play(room, hands, eye, SHOO, 2)


def test_one_can_look_back_at_a_finished_match(room: Room, hands: Fingers) -> None:
    eye = sit_down(room, hands, "trelawney")
    scene = room.scene
    play_out(room, hands, eye, "trelawney")
    room.hear()
    Keys(room).press(pygame.K_ESCAPE)
    assert room.top is scene
    hands.tap(walk(room, "first"))
    assert scene.snapshot.state == eye.match.first
    for _ in eye.match.plies:
        hands.tap(walk(room, "later"))
        room.rest()
    assert scene.snapshot.state == eye.match.state
    hands.tap(eye.tool("result"))
    room.turn(2.0)
    hands.press("menu")
    room.until(MenuScene)


def test_undo_goes_no_further_back_than_the_dice(room: Room, hands: Fingers) -> None:
    eye = sit_down(room, hands, "super7")
    play(room, hands, eye, greedy, 4)
    assert [ply.seat == CHANCE for ply in eye.match.plies] == [True, False, True, False]
    hands.tap(eye.tool("undo"))
    assert len(eye.match.plies) == 3
    for _ in range(3):
        hands.tap(eye.tool("undo"))
        assert len(eye.match.plies) == 3
    play(room, hands, eye, greedy, 1)
    assert len(room.newest.plies) == 4


def test_every_ply_can_be_taken_back_where_no_dice_were_thrown(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    for number in range(8, 0, -1):
        assert len(room.newest.plies) == number
        hands.tap(eye.tool("undo"))
        if number < 8:  # past one turn both are asked
            agree(room, hands)
    assert eye.match.plies == ()


def test_a_ply_taken_back_in_the_pause_ends_looking_back(
    room: Room, hands: Fingers, eye: Eye
) -> None:
    keys = Keys(room)
    keys.press(pygame.K_PAGEUP)
    keys.press(pygame.K_m)
    hands.press("undo")
    assert len(eye.match.plies) == 7
    assert room.scene.snapshot.state == eye.match.state
    assert room.scene.notices.notice is None
    room.turn(1.0)  # a second touch of the button would play nothing
    play(room, hands, eye, SHOO, 1)


# -- the program ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PLAYERS)
def test_a_new_start_offers_the_match_and_goes_on_at_the_same_ply(tmp_path: Path, key: str) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        play(room, hands, sit_down(room, hands, key, facing=True), PLAYERS[key], 7)
        record, before = room.newest, board_of(room, Eye(room.match, WINDOW, facing=True))
        turns = room.match.turns_until(7)
    with Room(tmp_path, seed=8) as room:
        hands = Fingers(room)
        hands.press(f"go:{offered(room, turns)}")
        eye = Eye(room.match, WINDOW, facing=True)
        assert room.match.record().plies == record.plies
        assert board_of(room, eye) == before
        play(room, hands, eye, PLAYERS[key], 3)
        assert len(room.newest.plies) == 10
        assert room.newest.seed == record.seed
        assert len(room.table.store.unfinished()) == 1


def offered(room: Room, turns: int) -> str:
    """The one match that the menu offers to go on with."""
    assert isinstance(room.top, MenuScene)
    (going,) = room.top.unfinished.going
    assert going.where == f"turn {turns}"
    return going.match_id


def board_of(room: Room, eye: Eye) -> bytes:
    """What the board looks like."""
    x, y, w, h = (round(side * eye.canvas.scale) for side in eye.layout.board.inset(76))
    notice = eye.layout.notice
    top = max(y, round(notice.bottom * eye.canvas.scale))
    part = pygame.Rect(x, top, w, y + h - top)
    return pygame.image.tobytes(room.display.surface.subsurface(part), "RGB")


def walk(room: Room, name: str) -> tuple[int, int]:
    """Where a tool button of the match lies."""
    assert isinstance(room.top, MatchScene)
    return room.button(f"tool:{name}")
