"""The board turns to the seat that is to move: what is seen, and what is touched, turn together."""

from typing import Any

import pytest

from tabletop.engine import CHANCE
from tabletop.games import all_games
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame, turn_point
from tests.scenes.match.computer_matches import KEEN, first
from tests.scenes.match.hint_match import begun
from tools.album.scripted import think

BOARDS = [game.key for game in all_games() if game.kind == "board"]
every_board = pytest.mark.parametrize("key", BOARDS)


def turning(
    table: AppContext, key: str, sides: tuple[int, ...] = (1, 3), **chosen: Any
) -> MatchScene:
    table.settings = table.settings.but({"look.board": "turns", "look.speed": "off"})
    return begun(table, key, sides=sides, **chosen)


def play_on(scene: MatchScene) -> None:
    """The next ply that a seat decides, and the dice before it."""
    if scene.match.state.turn == CHANCE:
        scene.play("")
        scene.update(0.0)
    if scene.match.state.turn != CHANCE:
        scene.play(str(scene.match.state.moves()[0]))
        scene.update(0.0)


def tap(scene: MatchScene, at: tuple[float, float]) -> None:
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


@every_board
def test_every_place_is_touched_where_it_is_seen(table: AppContext, key: str) -> None:
    scene = turning(table, key)
    for _ in range(4):
        snapshot = scene.snapshot
        side = scene.board.layout.panels[snapshot.seat].turns
        assert scene.board.turntable.board.turns == side
        for spot in snapshot.open:
            points = scene.view.points(snapshot)
            if spot in points:
                assert scene.view.spot_at(snapshot, points[spot]) == spot
        play_on(scene)


@every_board
def test_a_turned_board_is_the_board_turned(table: AppContext, key: str) -> None:
    still = begun(table, key, sides=(1, 3))
    turned = turning(table, key)
    trays = [panel.as_tray() for panel in still.board.layout.panels]
    upright = still.view.points(still.snapshot)
    about = still.board.layout.board.centre
    for spot, at in turned.view.points(turned.snapshot).items():
        lies_in_a_tray = any(tray.holds(upright[spot]) for tray in trays)
        there = upright[spot] if lies_in_a_tray else turn_point(upright[spot], 1, about)
        assert at == pytest.approx(there), spot


def test_a_hand_plays_on_a_turned_board(table: AppContext) -> None:
    scene = turning(table, "shout7", (2, 1))
    for _ in range(6):
        snapshot = scene.snapshot
        spot = sorted(scene.snapshot.open)[0]
        tap(scene, scene.view.points(snapshot)[spot])
        if spot in scene.snapshot.open:
            tap(scene, scene.view.points(scene.snapshot)[spot])
        scene.update(0.0)
    assert scene.match.plies


def test_it_stays_where_the_table_wants_it_still(table: AppContext) -> None:
    scene = begun(table, "shout7", sides=(1, 3))
    assert scene.board.turntable.board.turns == 0


def test_it_does_not_turn_to_computers_nor_while_one_looks_back(table: AppContext) -> None:
    think(table, first)
    scene = turning(table, "trelawney", (1, 2), fillers=(PERSON, KEEN))
    scene.play(str(scene.match.state.moves()[0]))
    assert scene.board.turntable.board.turns == 1
    other = turning(table, "trelawney", (1, 2))
    other.play(str(other.match.state.moves()[0]))
    assert other.board.turntable.board.turns == 2
    other.handle(Press(source="keyboard", button=Button.EARLIER))
    assert other.board.turntable.board.turns == 2


def test_words_that_stand_one_way_leave_the_board_so_too(table: AppContext) -> None:
    scene = turning(table, "trelawney", (1, 2), one_way=True)
    assert scene.board.turntable.board.turns == 0


def test_it_fades_into_its_new_way_and_then_rests(table: AppContext) -> None:
    scene = turning(table, "trelawney", (1, 2))
    table.settings = table.settings.but({"look.speed": "normal"})
    ply = str(scene.match.state.moves()[0])
    scene.play(ply)
    for _ in range(200):
        if scene.board.turntable.board.turns == 2:
            break
        scene.update(0.02)
    assert scene.wakes_in() == 0
    for _ in range(40):
        scene.update(0.02)
    assert scene.board.turntable.fading is None


def test_reduced_motion_turns_it_at_once(table: AppContext) -> None:
    scene = turning(table, "trelawney", (1, 2))
    table.settings = table.settings.but({"look.speed": "normal", "look.motion": "reduced"})
    scene.play(str(scene.match.state.moves()[0]))
    assert scene.board.turntable.board.turns == 2
    assert scene.board.turntable.fading is None


@every_board
def test_it_is_drawn_from_every_side(table: AppContext, key: str) -> None:
    for side in range(4):
        scene = turning(table, key, (side, (side + 1) % 4))
        play_on(scene)
        scene.draw(Frame(scene.board.layout.canvas))
