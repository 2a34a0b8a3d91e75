"""People choose the edges at which they sit, and play from there."""

from pathlib import Path

import pytest

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.setup.quick_start import QuickStartPage
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS
from tests.lanes import slow_except

PORTRAIT = (1080, 1920)
PLIES = 10


def seated(room: Room, hands: Fingers, key: str, *sides: int) -> Eye:
    """Each sits down at an edge; then they begin."""
    hands.press(f"game:{key}")
    assert isinstance(room.top, QuickStartPage)
    hands.press("way:people")
    hands.press("seats")
    if len(sides) > 2:
        hands.press(f"count={len(sides) - 2}")
    for seat, side in enumerate(sides):
        if room.top.setup.edges[seat] != side:
            hands.press(f"chip:{seat}")
            hands.press(f"sit:{side}")
    hands.press("done")
    hands.press("start")
    size = room.display.picture.get_size()
    turns = room.table.settings["look.board"] == "turns"
    return Eye(room.match, size, sides=room.scene.setup.around, turns=turns)


@pytest.mark.parametrize(
    "size", slow_except([(1280, 800), PORTRAIT], PORTRAIT), ids=["landscape", "portrait"]
)
@pytest.mark.parametrize("key", PLAYERS)
def test_two_play_from_the_left_and_the_right_edge(
    tmp_path: Path, key: str, size: tuple[int, int]
) -> None:
    with Room(tmp_path, size) as room:
        hands = Fingers(room)
        eye = seated(room, hands, key, 1, 3)
        assert room.scene.setup.around == (1, 3)
        play(room, hands, eye, PLAYERS[key], PLIES)
        kept = room.newest
        match = Match.replay(find_game(key), kept)
        assert Setup.of(match.game, match, kept).around == (1, 3)


@pytest.mark.parametrize("key", PLAYERS)
def test_two_neighbours_play_on_a_board_that_turns_to_each(tmp_path: Path, key: str) -> None:
    with Room(tmp_path, look_board="turns") as room:
        hands = Fingers(room)
        eye = seated(room, hands, key, 2, 1)
        play(room, hands, eye, PLAYERS[key], PLIES)


def test_a_fourth_hand_at_the_table_makes_it_a_game_of_four(room: Room) -> None:
    hands = Fingers(room)
    eye = seated(room, hands, "shout7", 0, 1, 2, 3)
    assert room.match.seats == 4
    assert eye.layout.sides == (0, 1, 2, 3)
