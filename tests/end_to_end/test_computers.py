"""A single visitor plays against computers, in the main loop."""

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.players.player_spec import PLAYER_CHOICES, PlayerSpec
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.setup.seat_dialogs import PlayerDialog
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import sit_down_alone
from tests.end_to_end.posted_touches import Fingers
from tests.scenes.match.computer_matches import first
from tests.scenes.match.test_touches_with_computers import stone
from tests.scenes.setups import players
from tools.album.scripted import think

KEEN = PLAYER_CHOICES.index(PlayerSpec(LEVELS[3]))


def hand_over(room: Room, hands: Fingers, seat: int, choice: int) -> None:
    """Somebody touches a seat's stone, and says who plays there."""
    scene = room.scene
    hands.tap(scene.board.layout.canvas.to_pixels(stone(scene, seat)))
    page = room.top
    assert isinstance(page, PlayerDialog)
    hands.press(f"who:{choice}")
    assert room.scene is scene


@pytest.mark.parametrize("key", ["trelawney", "super7"])
def test_a_game_is_begun_by_one_touch_and_left_to_the_computers(room: Room, key: str) -> None:
    asked = think(room.table, first)
    hands = Fingers(room)
    sit_down_alone(room, hands, key)
    room.rest()
    scene = room.scene
    assert scene.match.game.acting(scene.match.state) == 0
    for _ in range(20):
        room.turn(0.2)
    assert len(room.match.plies) == 0, "a computer played for the visitor"
    hand_over(room, hands, 0, KEEN)
    room.turn(0.2)
    for _ in range(2000):
        if isinstance(room.top, ResultScene):
            break
        room.turn(0.2)
    assert isinstance(room.top, ResultScene)
    kept = room.newest
    match = Match.replay(find_game(key), kept)
    assert match.outcome == scene.match.outcome
    assert Setup.of(match.game, match, kept).persons == ()
    assert asked.waiting == set()
    room.hear()
    hands.press("menu")
    assert isinstance(room.top, MenuScene)


def test_a_match_with_computers_goes_on_after_a_break(room: Room) -> None:
    think(room.table, first)
    hands = Fingers(room)
    hands.press("game:trelawney")
    hands.press("way:people")
    hands.press("seats")
    hands.press("computer:0")
    hands.press("level:0:keen")
    hands.press("done")
    hands.press("start")
    for _ in range(20):
        room.turn(0.2)
    assert len(room.match.plies) == 1
    hands.press("tool:menu")
    hands.press("leave")
    menu = room.top
    assert isinstance(menu, MenuScene)
    hands.press(f"go:{menu.unfinished.going[0].match_id}")
    assert players(room.scene.setup) == (PlayerSpec(LEVELS[3]), PlayerSpec())
    hand_over(room, hands, 1, KEEN)
    for _ in range(20):
        room.turn(0.2)
    assert len(room.match.plies) > 2


def test_at_rest_nothing_is_drawn_beside_a_computer(room: Room) -> None:
    think(room.table, first)
    hands = Fingers(room)
    sit_down_alone(room, hands, "trelawney")
    room.rest()
    before = room.pixels()
    for _ in range(30):
        room.turn(0.3)
    assert room.pixels() == before
    assert room.top.wakes_in() > 60
