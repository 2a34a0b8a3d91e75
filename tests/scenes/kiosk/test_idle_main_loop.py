"""People leave the table, one or all, and come back, in the real main loop with a told clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.engine import Match, say
from tabletop.games import find_game
from tabletop.scenes.attract.scene import ALL, OFFER_QUESTION, AttractScene
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.resume import CodeEntryPage
from tabletop.scenes.kiosk import idle_watcher
from tabletop.scenes.kiosk.idle_watcher import SavedCodePage
from tabletop.scenes.kiosk.operator_pages import unlock_refused
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.storage import Store
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS
from tests.scenes.kiosk.idle_table import (
    COUNTDOWN,
    GAME,
    PATIENCE,
    acting,
    all_gone,
    asked,
    at_panel,
    begun,
    code_shown,
    question,
    wait,
    wait_beside,
)
from tests.scenes.match.computer_matches import first
from tests.scenes.setups import names
from tests.scenes.touches import asks
from tools.album.scripted import Scripted, think


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table among strangers, at which nothing moves longer than a moment."""
    with Room(tmp_path, kiosk_level="kiosk", look_speed="off") as opened:
        yield opened


# -- one has gone -----------------------------------------------------------------------------


def left_by_one(room: Room, hands: Fingers) -> tuple[int, int]:
    """One seat's people have gone, the other's are there; gives both seats."""
    gone = acting(room)
    wait_beside(room, hands, 1 - gone, PATIENCE)
    return gone, 1 - gone


def test_a_seat_that_is_idle_alone_is_asked_alone(room: Room) -> None:
    hands, _ = begun(room)
    gone, there = left_by_one(room, hands)
    assert asked(room) == {gone}
    hands.tap(at_panel(room, there))
    assert asked(room) == {gone}, "somebody else answered for them"
    hands.tap(at_panel(room, gone))
    assert question(room) is None
    wait_beside(room, hands, there, PATIENCE - 10)
    assert question(room) is None
    assert not room.scene.stand_ins.minded


def test_a_computer_minds_the_seat_until_its_people_touch_it(room: Room) -> None:
    asked_of: Scripted = think(room.table, first)
    hands, eye = begun(room)
    gone, there = left_by_one(room, hands)
    before = len(room.match.plies)
    wait(room, COUNTDOWN + 5)
    assert room.scene.stand_ins.minded == {gone}
    assert room.scene.setup.player(gone).is_computer
    assert len(room.match.plies) == before + 1, "the computer has not played"
    asked_of.slow = True
    play(room, hands, eye, PLAYERS[GAME], 1)
    wait(room, 3)
    assert asked_of.waiting, "the computer does not think"
    plies = len(room.match.plies)
    hands.tap(at_panel(room, gone))
    assert not room.scene.stand_ins.minded
    assert not room.scene.setup.player(gone).is_computer
    wait_beside(room, hands, there, 30)
    assert len(room.match.plies) == plies, "the computer played on"
    assert asked_of.waiting == set()
    play(room, hands, eye, PLAYERS[GAME], 2)


def test_the_clock_of_the_seat_goes_on_all_the_time(tmp_path: Path) -> None:
    with Room(tmp_path, idle_on="always", look_speed="off", play_clock="sudden 3600") as room:
        think(room.table, first)
        hands, _ = begun(room)
        gone = acting(room)
        left = room.match.clock.left[gone]
        left_by_one(room, hands)
        assert asked(room) == {gone}
        wait(room, COUNTDOWN - 1)
        spent = left - room.match.clock.left[gone]
        assert spent == pytest.approx(PATIENCE + COUNTDOWN - 1, abs=2.0)


def test_on_the_shelf_a_minded_seat_is_its_peoples(room: Room) -> None:
    think(room.table, first)
    hands, _ = begun(room)
    gone, _there = left_by_one(room, hands)
    wait(room, COUNTDOWN + 5)
    assert room.scene.stand_ins.minded == {gone}
    kept = Match.replay(room.match.game, room.newest)
    assert len(kept.plies) == len(room.match.plies)
    assert Setup.of(kept.game, kept, room.newest).persons == (0, 1)
    assert room.scene.stand_ins.people == (0, 1)


# -- all have gone ----------------------------------------------------------------------------


def test_all_are_asked_and_any_touch_is_a_yes_and_no_move(room: Room) -> None:
    hands, eye = begun(room)
    wait(room, PATIENCE + 1)
    assert asked(room) == {0, 1}
    before = room.match.state
    board = eye.layout.board.centre
    hands.tap(eye.layout.canvas.to_pixels(board))
    assert question(room) is None
    assert (room.match.state, room.picked) == (before, ())
    wait(room, PATIENCE - 5)
    assert question(room) is None


def test_a_computer_that_thinks_costs_nobody_their_time(room: Room) -> None:
    think(room.table, first, slow=True)
    hands = Fingers(room)
    hands.press(f"game:{GAME}")
    hands.press("way:people")
    hands.press("seats")
    hands.press("computer:1")
    hands.press("done")
    hands.press("start")
    eye = Eye(room.match, room.display.picture.get_size())
    play(room, hands, eye, PLAYERS[GAME], 1)
    wait(room, 2 * PATIENCE)
    assert question(room) is None
    assert isinstance(room.top, MatchScene)


def test_all_idle_the_match_comes_back_by_its_code(room: Room) -> None:
    hands, eye = begun(room, 6)
    plies = [str(ply.move) for ply in room.match.plies]
    room.scene.session.setup = room.scene.setup.with_name(0, "Anna")
    code = code_shown(room)
    wait(room, 21)
    assert isinstance(room.top, AttractScene)
    hands.tap((600, 400))
    assert asks(room.top, OFFER_QUESTION)
    hands.press(ALL)
    hands.press("code")
    assert isinstance(room.top, CodeEntryPage)
    for sign in code:
        hands.press(f"sign:{sign}")
    hands.press("done")
    assert [str(ply.move) for ply in room.match.plies] == plies
    assert names(room.scene.setup) == ("Anna", "")
    assert room.scene.setup.around == (0, 2)
    play(room, hands, eye, PLAYERS[GAME], 2)
    # The same match has the same code for as long as it lasts.
    assert code_shown(room) == code


def test_strangers_leave_nothing_to_those_who_come_after_them(room: Room) -> None:
    begun(room)
    assert last_setup(room.table, room.match.game).facing
    code_shown(room)
    wait(room, 21)
    assert not last_setup(room.table, find_game(GAME)).facing
    assert room.table.chosen == {}
    assert room.table.met == set()


def test_the_code_is_not_shown_while_nobody_is_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_watcher, "RETURN_SECONDS", 10.0)
    begun(room)
    all_gone(room)
    wait(room, 30)
    Fingers(room).tap((600, 400))
    room.turn()
    assert not any(isinstance(scene, SavedCodePage) for scene in room.app.scenes.scenes)


def test_no_code_is_promised_while_nothing_can_be_saved(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, _ = begun(room)
    scene = room.scene
    monkeypatch.setattr(Store, "trouble", "Games can’t be saved: the disk is full.")
    monkeypatch.setattr(Store, "keeps", False)
    for answer in ("on", "done"):
        wait(room, 5)  # touches are ignored for a moment after a pause
        hands.press("tool:menu")
        hands.press("leave")
        room.turn()
        assert isinstance(room.top, QuestionDialog)
        assert "disk" not in room.said
        hands.press(answer)
        room.turn()
        assert any(each is scene for each in room.app.scenes.scenes) == (answer == "on")
    assert isinstance(room.top, MenuScene)


def test_whoever_comes_back_plays_on_from_the_page_of_the_code(room: Room) -> None:
    hands, eye = begun(room)
    scene = room.scene
    plies = len(scene.match.plies)
    code_shown(room)
    hands.press("on:2")
    room.turn()
    room.turn()
    room.rest()
    assert len(room.match.plies) == plies
    play(room, hands, eye, PLAYERS[GAME], 2)


def test_nothing_played_is_not_kept(room: Room) -> None:
    begun(room, 0)
    wait(room, PATIENCE + COUNTDOWN + 1)
    assert isinstance(room.top, AttractScene)


def test_who_leaves_among_strangers_is_told_a_code(room: Room) -> None:
    hands, _ = begun(room)
    hands.press("tool:menu")
    assert isinstance(room.top, PauseScene)
    hands.press("leave")
    room.turn()
    assert isinstance(room.top, SavedCodePage)
    hands.press("done:0")
    assert isinstance(room.top, MenuScene)
    assert not any(button.key.startswith("go:") for button in room.top.buttons.buttons)


def test_who_leaves_at_home_finds_the_match_on_the_menu(tmp_path: Path) -> None:
    with Room(tmp_path, look_speed="off") as home:
        hands, _ = begun(home)
        hands.press("tool:menu")
        hands.press("leave")
        home.turn()
        assert isinstance(home.top, MenuScene)
        assert any(button.key.startswith("go:") for button in home.top.buttons.buttons)


def test_while_somebody_asks_to_come_in_nobody_is_asked_whether_they_play(room: Room) -> None:
    begun(room)
    wait(room, PATIENCE + 2)
    before = question(room)
    assert before is not None
    room.app.scenes.apply(Push(unlock_refused(say("test.shut", "Shut"))))
    room.turn()
    wait(room, 5)
    assert question(room) == before  # its time stands still
    room.app.scenes.apply(Pop())
    room.turn()
    wait(room, 2)
    after = question(room)
    assert after is not None
    assert after.left < before.left
