"""Whose hand it is: seats' own devices, fingers by where they come down, the pause by consent."""

from random import Random

import pytest

from tabletop.engine import Game, Match
from tabletop.games import all_games, find_game
from tabletop.input.actions import Action, Button, Buzz, Down, Drop, Nudge, Press, Pull, Tap, Walk
from tabletop.scenes.match.agreements import REQUEST_TIMEOUT_SECONDS
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.board import InputOwner, seat_zone
from tabletop.scenes.play.notices import NOTICE_SECONDS
from tabletop.scenes.play.session import MatchTimeline, MoveEntered, MoveInput, ThrowRequested
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Push
from tests.scenes.match.dice_match import begun as dice_begun
from tests.scenes.match.dice_match import line, plies, press, tap
from tests.scenes.setups import make_setup

BOARDS = [game for game in all_games() if game.kind == "board"]


def begun(
    table: AppContext,
    key: str = "trelawney",
    moves: str = "",
    *,
    facing: bool = False,
    seats: int = 2,
) -> MatchScene:
    table.settings = table.settings.but({"look.speed": "off"})
    setup = make_setup(find_game(key), seats, sides=FACING_SIDES if facing else ())
    match: Match = setup.start(table)
    for ply in moves.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene


def centre(scene: MatchScene, seat: int) -> tuple[float, float]:
    """A place in a seat's panel, where no button lies."""
    panel = scene.board.layout.panels[seat]
    return panel.as_tray().on_canvas(panel.box.centre)


def square(scene: MatchScene, spot: str) -> tuple[float, float]:
    return scene.view.points(scene.snapshot)[spot]


def paused(change: Change) -> bool:
    return isinstance(change, Push) and isinstance(change.scene, PauseScene)


def out_of_turn(seat: int) -> list[Action]:
    """What a seat's own device can do that only the seat to move may do."""
    return [
        Walk(source="serial", seat=seat, by=1),
        Nudge(source="pad", seat=seat, dx=1, dy=0),
        Press(source="serial", seat=seat, button=Button.OK),
        Press(source="serial", seat=seat, button=Button.BACK),
    ]


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_panel_is_its_seat_s_reach_and_the_board_is_everybody_s(
    table: AppContext, seats: int, facing: bool
) -> None:
    layout = begun(table, "shout7", facing=facing, seats=seats).board.layout
    for seat, panel in enumerate(layout.panels):
        assert seat_zone(layout, panel.as_tray().on_canvas(panel.box.centre)) == seat
        assert seat_zone(layout, panel.as_tray().on_canvas(panel.tray.centre)) == seat
    assert seat_zone(layout, layout.board.centre) is None


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_nothing_that_one_must_touch_lies_in_another_s_reach(
    table: AppContext, game: Game, facing: bool, size: tuple[int, int]
) -> None:
    seats, luck = max(game.seats), Random(5)
    scene = begun(table, game.key, facing=facing, seats=seats)
    scene.fit(Canvas(size))
    match, view, layout = scene.match, scene.view, scene.board.layout
    timeline = MatchTimeline(match, view.upright)
    for _ in range(40):
        hand, played = MoveInput(game, match.state), None
        while played is None and match.outcome is None:
            snapshot = timeline.snapshot(hand, None, 0.0)
            points = view.points(snapshot)
            for spot in snapshot.open & points.keys():
                assert seat_zone(layout, points[spot]) in (None, snapshot.seat), spot
            played = hand.touch(luck.choice(sorted(hand.open)))
        if isinstance(played, MoveEntered):
            match.play(played.move)
        elif isinstance(played, ThrowRequested):
            match.roll()


def test_a_finger_stays_the_seat_s_that_it_came_down_at(table: AppContext) -> None:
    scene = begun(table)
    whose, layout = InputOwner(), scene.board.layout
    start, board = centre(scene, 1), layout.board.centre
    assert whose.of(Down(source="touch", contact=3, at=start), layout) == 1
    assert whose.of(Pull(source="touch", contact=3, at=board, began=start), layout) == 1
    assert whose.of(Down(source="tuio", contact=3, at=board), layout) is None
    assert whose.of(Drop(source="touch", contact=3, at=board, began=start), layout) == 1
    assert whose.of(Down(source="touch", contact=3, at=board, seat=1), layout) == 1


@pytest.mark.parametrize("number", range(4))
def test_a_seat_that_is_not_to_move_is_told_so_and_nothing_changes(
    table: AppContext, number: int
) -> None:
    scene = begun(table, moves="c3 d4")
    scene.handle(Walk(source="keyboard", by=1))
    before = scene.snapshot
    assert scene.handle(out_of_turn(1)[number]) is None
    assert scene.snapshot == before
    assert line(scene, 1) == "It’s Black’s turn."
    scene.update(NOTICE_SECONDS + 0.1)
    assert line(scene, 1) != "It’s Black’s turn."


def test_with_the_setting_off_anybody_plays_for_anybody(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    table.settings = table.settings.but({"input.own_hands": False})
    before = scene.snapshot.cursor
    scene.handle(Walk(source="serial", seat=1, by=1))
    assert scene.snapshot.cursor != before


def test_the_other_seat_s_tray_throws_nothing(table: AppContext) -> None:
    scene = dice_begun(table, plies="4+3 7.7")
    panel = scene.board.layout.panels[0]  # Red throws now
    tap(scene, panel.as_tray().on_canvas(panel.as_tray().above_foot.centre))
    assert plies(scene) == ["4+3", "7.7"]
    assert line(scene, 0) == "It’s Red’s turn."
    panel = scene.board.layout.panels[1]
    tap(scene, panel.as_tray().on_canvas(panel.as_tray().above_foot.centre))
    assert len(plies(scene)) == 3


def test_a_finger_out_of_the_wrong_panel_plays_nothing_on_the_board(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    start, end = centre(scene, 1), square(scene, "a1")
    scene.handle(Down(source="touch", contact=1, at=start))
    scene.handle(Pull(source="touch", contact=1, at=end, began=start))
    scene.handle(Drop(source="touch", contact=1, at=end, began=start))
    assert (plies(scene), scene.snapshot.picked) == (["c3", "d4"], ())
    assert line(scene, 1) == "It’s Black’s turn."
    tap(scene, end)
    assert scene.snapshot.picked == ("a1",)
    tap(scene, centre(scene, 1))  # and a palm at the other place does not take it back
    assert scene.snapshot.picked == ("a1",)


def test_a_device_s_touch_belongs_to_its_seat_wherever_it_is(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    tap(scene, square(scene, "a1"), seat=1)
    assert not scene.snapshot.picked
    tap(scene, square(scene, "a1"), seat=0)
    assert scene.snapshot.picked == ("a1",)


def test_looking_back_is_everybody_s(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    press(scene, Button.EARLIER, seat=1)
    assert scene.snapshot.last is not None
    assert str(scene.snapshot.last.move) == "c3"
    press(scene, Button.LAST, seat=1)
    assert str(scene.snapshot.last.move) == "c3" or scene.snapshot.open


def test_a_seat_takes_back_only_its_own(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == ["c3", "d4"]
    assert line(scene, 0) == "You want to take a move back. Waiting for an answer."
    press(scene, Button.UNDO, seat=1)
    assert plies(scene) == ["c3"]


def test_what_another_seat_has_picked_is_not_put_back(table: AppContext) -> None:
    scene = begun(table, "shoo")
    spot = min(scene.snapshot.open & scene.view.points(scene.snapshot).keys())
    tap(scene, square(scene, spot))
    press(scene, Button.UNDO, seat=1)
    assert scene.snapshot.picked == (spot,)
    assert line(scene, 1) == "It’s White’s turn."
    press(scene, Button.UNDO, seat=0)
    assert not scene.snapshot.picked


def test_a_box_with_one_button_confirms_where_nothing_is_called(table: AppContext) -> None:
    scene = dice_begun(table)
    scene.handle(Buzz(source="serial", seat=1))
    assert plies(scene) == []
    scene.handle(Buzz(source="serial", seat=0))
    assert len(plies(scene)) == 1


# -- the pause by consent ---------------------------------------------------------------------


def test_a_seat_s_own_pause_asks_and_another_seat_s_agrees(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    assert press(scene, Button.MENU, seat=1) is None
    assert line(scene, 0) == "White asks for a pause. Press Pause too, or touch here."
    assert press(scene, Button.MENU, seat=1) is None, "asking twice is no consent"
    assert paused(press(scene, Button.MENU, seat=0))
    assert line(scene, 0) != "White asks for a pause. Press Pause too, or touch here."


def test_the_wish_goes_after_a_while(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    press(scene, Button.MENU, seat=1)
    assert 0 < scene.wakes_in() <= REQUEST_TIMEOUT_SECONDS
    scene.update(REQUEST_TIMEOUT_SECONDS + 0.1)
    assert press(scene, Button.MENU, seat=0) is None


def test_a_touch_at_the_other_seat_s_place_agrees(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    press(scene, Button.MENU, seat=1)
    assert tap(scene, centre(scene, 1)) is None, "it is the place of who asked"
    assert tap(scene, square(scene, "a1")) is None, "the game goes on meanwhile"
    assert scene.snapshot.picked == ("a1",)
    assert paused(tap(scene, centre(scene, 0)))


def test_a_touch_on_the_own_dice_throws_and_does_not_pause(table: AppContext) -> None:
    scene = dice_begun(table)
    press(scene, Button.MENU, seat=1)
    panel = scene.board.layout.panels[0]
    assert tap(scene, panel.as_tray().on_canvas(panel.as_tray().above_foot.centre)) is None
    assert len(plies(scene)) == 1


def test_ok_agrees_where_it_means_nothing_else(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    press(scene, Button.MENU, seat=0)
    assert paused(press(scene, Button.OK, seat=1))
    press(scene, Button.MENU, seat=1)
    assert press(scene, Button.OK, seat=0) is None


def test_the_keyboard_and_the_button_on_the_table_pause_at_once(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    assert paused(press(scene, Button.MENU))
    at = next(b.centre for b in scene.buttons.buttons if b.key == "tool:menu")
    assert paused(tap(scene, at))
    table.settings = table.settings.but({"input.own_hands": False})
    assert paused(press(scene, Button.MENU, seat=1))


def test_nobody_is_asked_once_the_match_is_over(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    scene.match.resign(0)
    assert paused(press(scene, Button.MENU, seat=1))


def test_taps_of_fingers_that_came_down_before_a_pause_mean_nothing(table: AppContext) -> None:
    scene = begun(table, moves="c3 d4")
    at = centre(scene, 1)
    scene.handle(Down(source="touch", contact=1, at=square(scene, "a1")))
    scene.handle(Down(source="touch", contact=2, at=at))
    press(scene, Button.MENU)
    scene.resume()
    scene.handle(Tap(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=2, at=at))
    assert (plies(scene), scene.snapshot.picked) == (["c3", "d4"], ("a1",))


def test_the_only_piece_that_can_move_is_played_by_touching_its_square() -> None:
    game = find_game("shoo")
    state = game.read_state(
        "........./........./........./....b.b../.....w.../........./........./..w....../........."
        " w 4,5 0,0 - 20"
    )
    hand = MoveInput(game, state)
    assert hand.open == {"f5"}
    played = hand.touch("f4")
    assert isinstance(played, MoveEntered)
    assert str(played.move) == "f5-f4"
