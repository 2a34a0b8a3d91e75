"""A stranger's path in touches: from the title to the first move, with a friend and alone.

What is counted are fingers that come down on the glass, from the first on the title on. The bar is
three up to the touch with which the first move begins with what is offered first, and four with a
friend; how many it takes until the move is made is counted too, for some games' moves are several
touches. `docs/develop/look.md` has the figures.
"""

import re
from pathlib import Path

import pytest

from tabletop.games import all_games, find_game
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.lesson import SevensLesson
from tabletop.games.sevens.scenes.phases.chance import TossPhase
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.lesson.scene import LessonScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import Eye, Pixel
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS
from tests.end_to_end.tangram_hands import Tangram
from tests.scenes.match.computer_matches import first
from tools.album.scripted import think

MOST, MOST_ALONE = 4, 3
BOARDS = [game.key for game in all_games() if game.kind == "board"]
FIGURES = Path(__file__).parents[2] / "docs" / "develop" / "look.md"


class Counted(Fingers):
    """Fingers whose touches are counted."""

    touches = 0

    def down(self, at: Pixel, finger: int = 1) -> None:
        self.touches += 1
        super().down(at, finger)


def at_the_title(room: Room) -> Counted:
    """The program as it shows itself at its start."""
    room.app.scenes.apply(Push(TitleScene(room.table)))
    room.turn()
    return Counted(room)


def played(room: Room, hands: Counted, key: str) -> tuple[int, int]:
    """Plays the first move; gives the touches up to its first one, and up to its last one."""
    assert isinstance(room.top, MatchScene)
    eye = Eye(room.match, room.display.picture.get_size())
    began = 0
    for gesture in eye.gestures(PLAYERS[key](room.match)):
        hands.make(gesture)
        began = began or hands.touches
        assert room.picked or room.match.plies, "the touch was lost"
    assert len(room.match.plies) >= 1
    return began, hands.touches


def tossed(room: Room, hands: Counted) -> tuple[int, int]:
    """Tosses the coin that says who begins, which is the first thing done in a match of Sevens."""
    tangram = Tangram(room, hands)
    assert isinstance(tangram.phase, TossPhase)
    tangram.hands.tap(tangram.place_of("coin"))
    count = hands.touches
    room.rest()
    tangram.press("on")
    assert tangram.match.phase is Phase.ARRANGE
    return count, count


def told(key: str, way: str) -> tuple[int, int]:
    """The figures in the documentation, for people who sit there with a friend, or alone."""
    title = re.escape(str(find_game(key).title))
    found = re.search(rf"^\| {title} \|(.*)\|$", FIGURES.read_text("utf-8"), re.MULTILINE)
    assert found is not None, f"{FIGURES} says nothing of {key}"
    numbers = [int(number) for number in found[1].split("|")]
    return (numbers[0], numbers[1]) if way == "friend" else (numbers[2], numbers[3])


@pytest.mark.parametrize("key", BOARDS)
def test_two_people_are_at_their_first_move_within_four_touches(room: Room, key: str) -> None:
    hands = at_the_title(room)
    hands.press(f"game:{key}")
    hands.press("way:people")
    hands.press("start")
    counted = played(room, hands, key)
    assert counted[0] <= MOST
    assert counted == told(key, "friend")


@pytest.mark.parametrize("key", BOARDS)
def test_somebody_alone_is_at_the_first_move_within_three_touches(room: Room, key: str) -> None:
    think(room.table, first)
    hands = at_the_title(room)
    hands.press(f"game:{key}")
    hands.press("start")
    assert room.scene.setup.computers
    counted = played(room, hands, key)
    assert counted[0] <= MOST_ALONE
    assert counted == told(key, "alone")


def test_two_people_toss_the_coin_of_sevens_within_four_touches(room: Room) -> None:
    hands = at_the_title(room)
    hands.press("game:sevens")
    hands.press("way:people")
    hands.press("start")
    counted = tossed(room, hands)
    assert counted[0] <= MOST
    assert counted == told("sevens", "friend")


def test_somebody_alone_tosses_the_coin_of_sevens_within_three_touches(room: Room) -> None:
    hands = at_the_title(room)
    hands.press("game:sevens")
    hands.press("start")
    assert Tangram(room, hands).scene.context.level(1) is not None
    counted = tossed(room, hands)
    assert counted[0] <= MOST_ALONE
    assert counted == told("sevens", "alone")


@pytest.mark.parametrize("key", [*BOARDS, "sevens"])
def test_the_lesson_is_two_touches_from_the_title(room: Room, key: str) -> None:
    hands = at_the_title(room)
    hands.press(f"game:{key}")
    hands.press("learn")
    assert isinstance(room.top, LessonScene | SevensLesson)
    assert hands.touches == 2


def test_a_match_of_three_with_names_is_twelve_touches_without_the_letters(room: Room) -> None:
    hands, letters = at_the_title(room), Fingers(room)
    hands.press("game:shout7")
    hands.press("way:people")
    hands.press("pick:3")
    hands.press("seats")
    for seat, name in enumerate(("ada", "bo", "cleo")):
        hands.press(f"name:{seat}")
        for letter in name:
            letters.press(f"sign:{letter}")
        hands.press("done")
    hands.press("done")
    hands.press("start")
    assert [room.scene.setup.own_names[seat] for seat in range(3)] == ["Ada", "Bo", "Cleo"]
    assert hands.touches <= 12


@pytest.mark.parametrize("key", BOARDS)
def test_a_touch_beside_the_boards_costs_one_touch_and_still_is_within_four(
    room: Room, key: str
) -> None:
    hands = at_the_title(room)
    hands.tap((30, 30))
    assert isinstance(room.top, MenuScene)
    hands.press(f"game:{key}")
    hands.press("start")
    assert played(room, hands, key)[0] <= MOST


def test_no_touch_of_the_title_is_lost_on_a_turned_glass(tmp_path: Path) -> None:
    with Room(tmp_path, display_turn="90") as room:
        hands = at_the_title(room)
        hands.press("game:shoo")
        hands.press("start")
        assert isinstance(room.top, MatchScene)
