"""Whole games by keyboard alone, from the menu to the result and on from there."""

import pygame
import pytest

from tabletop.engine import Spot
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.input.actions import Action, Walk
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.lesson.scene import LessonScene
from tabletop.scenes.match.glossary import GlossaryScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.scene import Push, Scene
from tabletop.ui.widgets.page import PageScene
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.games.sevens.button_boxes import TICK, Boxes
from tests.games.sevens.scripted_match import seed_of
from tests.lanes import slow_except

STEPS = 90
"""More steps than any board has places."""


def focus(room: Room, keys: Keys, wanted: str) -> None:
    """Walks to a button of a page."""
    page = room.top
    assert isinstance(page, PageScene | ResultScene)
    for _ in range(STEPS):
        if page.buttons.focus == wanted:
            return
        keys.press(pygame.K_TAB)
    raise AssertionError(f"the keys do not reach {wanted}")


def choose(room: Room, keys: Keys, wanted: str) -> None:
    """Walks to a button of a page, and presses it."""
    room.hear()
    focus(room, keys, wanted)
    keys.press(pygame.K_RETURN)


def sit_down(room: Room, keys: Keys, game: str) -> None:
    """From the menu to a board for people, whose goal has been read."""
    room.table.met.clear()
    choose(room, keys, f"game:{game}")
    choose(room, keys, "way:people")
    choose(room, keys, "start")
    goal = room.scene.goal
    shown = goal.shown
    keys.press(pygame.K_RETURN)
    assert (shown, goal.shown) == ("first", "")
    assert room.match.plies == ()


def reach(room: Room, keys: Keys, spot: Spot, *, back: bool) -> None:
    """Walks to a place on the board."""
    for _ in range(STEPS):
        if room.scene.moment.cursor == spot:
            return
        keys.press(pygame.K_TAB, pygame.KMOD_LSHIFT if back else 0)
    raise AssertionError(f"the keys do not reach {spot}")


def play(room: Room, keys: Keys, plies: int = 400) -> None:
    """So many plies, or to the end."""
    scene, key = room.scene, room.match.game.key
    eye = Eye(room.match, WINDOW)
    for number in range(plies):
        if scene.match.outcome is not None:
            return
        ply = PLAYERS[key](scene.match)
        for spot in eye.word(ply):
            reach(room, keys, spot, back=number % 2 == 1)
            keys.press(pygame.K_SPACE if number % 3 else pygame.K_RETURN)
        assert len(scene.match.plies) == number + 1, f"{ply} was not played"
        keys.press(pygame.K_RETURN)  # nobody has to wait: the piece lies where it goes
        assert scene.snapshot.motion is None
        assert len(scene.match.plies) == number + 1


def test_three_times_ok_leads_from_the_title_into_the_game_played_last(room: Room) -> None:
    room.table.remember_last_game("super7")
    room.app.scenes.apply(Push(TitleScene(room.table)))
    room.turn()
    keys = Keys(room)
    for _ in range(3):
        keys.press(pygame.K_RETURN)
    assert isinstance(room.top, MatchScene)
    assert room.match.game.key == "super7"


@pytest.mark.parametrize("key", slow_except(sorted(PLAYERS), "trelawney"))
def test_a_whole_game_is_played_by_keys(room: Room, key: str) -> None:
    keys = Keys(room)
    sit_down(room, keys, key)
    scene = room.scene
    play(room, keys)
    room.until(ResultScene)
    for _ in range(3):
        keys.press(pygame.K_RETURN)
    assert isinstance(room.top, ResultScene), "it heard a key in its first two seconds"
    room.hear()
    keys.press(pygame.K_m)
    assert isinstance(room.top, MenuScene)
    assert room.newest.ended() == scene.match.outcome


def test_keys_do_all_that_the_first_page_of_a_game_offers(room: Room) -> None:
    """Each button is reached, and the pages that it opens lead back."""
    keys = Keys(room)
    choose(room, keys, "game:super7")
    page = room.top
    assert isinstance(page, QuickStartPage)
    for way in ("way:people", "way:computer"):
        choose(room, keys, way)
        for key in [button.key for button in page.buttons.buttons if button.enabled]:
            focus(room, keys, key)
    for key in ("learn", "rules", "seats", "options", "list:levels"):
        choose(room, keys, key)
        assert room.top is not page, key
        keys.press(pygame.K_ESCAPE)
        if isinstance(room.top, LessonScene):  # it asks first
            keys.press(pygame.K_ESCAPE)
        assert room.top is page, key
    choose(room, keys, "back")
    assert isinstance(room.top, MenuScene)


def test_keys_show_the_goal_ask_about_a_place_and_hide_it(room: Room) -> None:
    keys = Keys(room)
    sit_down(room, keys, "shoo")
    goal, shown = room.scene.goal, []
    reach(room, keys, "tool:goal", back=True)
    for _ in range(3):
        keys.press(pygame.K_RETURN)
        shown.append(goal.shown)
    assert shown == ["asked", "", "asked"]
    reach(room, keys, "g3", back=False)
    keys.press(pygame.K_RETURN)
    assert isinstance(room.top, GlossaryScene)
    keys.press(pygame.K_ESCAPE)
    assert (goal.shown, room.picked) == ("", ())
    keys.press(pygame.K_RETURN)
    assert room.picked == ("g3",)


def test_keys_do_all_that_a_result_and_its_review_offer(room: Room) -> None:
    keys = Keys(room)
    sit_down(room, keys, "trelawney")
    scene = room.scene
    play(room, keys)
    count = len(room.match.plies)
    room.until(ResultScene)
    room.hear()
    result = room.top
    assert isinstance(result, ResultScene)
    for key in [button.key for button in result.buttons.buttons]:
        focus(room, keys, key)
    keys.press(pygame.K_ESCAPE)
    assert room.scene is scene, "Escape shows the board"
    keys.press(pygame.K_RETURN)
    room.until(ResultScene)
    choose(room, keys, "review")
    review = room.top
    assert isinstance(review, ReviewScene)
    for _ in range(3):  # nobody analyses here
        room.turn(1.0)
    for key in [button.key for button in review.buttons.buttons if button.enabled]:
        focus(room, keys, key)
    keys.press(pygame.K_END)
    assert review.at == count
    for _ in range(3):
        keys.press(pygame.K_PAGEUP)
    assert review.at == count - 3
    choose(room, keys, "on")
    assert room.scene is scene, "people play on from the position they have looked at"
    assert len(room.match.plies) == count - 3
    keys.press(pygame.K_m)
    assert isinstance(room.top, PauseScene)
    choose(room, keys, "leave")
    assert isinstance(room.top, MenuScene)


class KeyBoxes(Boxes):
    """Sevens by the keys of a keyboard that walk and press, in a room."""

    def __init__(self, room: Room) -> None:
        self._room, self._keys = room, Keys(room)

    @property
    def top(self) -> Scene:
        return self._room.top

    def tick(self) -> None:
        self._room.turn(TICK)

    def do(self, action: Action) -> None:
        if isinstance(action, Walk):
            self._keys.press(pygame.K_TAB, 0 if action.by > 0 else pygame.KMOD_LSHIFT)
        else:
            self._keys.press(pygame.K_RETURN)


@pytest.mark.slow
def test_a_whole_match_of_sevens_is_played_by_keys(room: Room) -> None:
    room.table.seed = lambda: seed_of(Card.SECONDS, Card.REGAIN)
    boxes = KeyBoxes(room)
    boxes.choose("game:sevens")
    boxes.choose("way:people")
    boxes.choose("start")
    boxes.press()  # the coin
    boxes.lead_on()
    match = boxes.match
    for turn in range(6):
        boxes.take_from_booklet(turn)
        boxes.choose("done")
        boxes.wait_for(Phase.READY)
        assert match.target is not None
        boxes.rebuild(match.target, 1 if turn in (1, 2) else 0)
        while match.phase in (Phase.SCORED, Phase.CARD):
            boxes.lead_on(("on", "turn"))
    boxes.wait_for(Phase.OVER)
    assert [turn.score.matched for turn in match.turns] == [0, 1, 1, 0, 0, 0]
    boxes.choose("again")
    assert boxes.match.phase is Phase.TOSS


def test_arrow_keys_reach_every_square_that_is_open(room: Room) -> None:
    keys = Keys(room)
    sit_down(room, keys, "trelawney")
    seen = set()
    for corner in (pygame.K_UP, pygame.K_LEFT):
        for _ in range(7):
            keys.press(corner)
    for row in range(7):
        for _ in range(6):
            seen.add(room.scene.snapshot.cursor)
            keys.press(pygame.K_RIGHT if row % 2 == 0 else pygame.K_LEFT)
        keys.press(pygame.K_DOWN)
    assert seen >= room.scene.snapshot.open


def test_the_key_for_undo_takes_back_the_pick_and_then_the_ply(room: Room) -> None:
    keys = Keys(room)
    sit_down(room, keys, "shoo")
    eye = Eye(room.match, WINDOW)
    for spot in eye.word(PLAYERS["shoo"](room.match)):
        reach(room, keys, spot, back=False)
        keys.press(pygame.K_RETURN)
    room.rest()
    reach(room, keys, eye.word(PLAYERS["shoo"](room.match))[0], back=True)
    keys.press(pygame.K_RETURN)
    assert room.picked != ()
    keys.press(pygame.K_BACKSPACE)
    assert (room.picked, len(room.match.plies)) == ((), 1)
    keys.press(pygame.K_z, pygame.KMOD_LCTRL)
    assert len(room.match.plies) == 0


def test_a_key_while_a_finger_holds_a_piece_leaves_the_match_whole(room: Room) -> None:
    keys = Keys(room)
    sit_down(room, keys, "shoo")
    for key in (pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_END):
        keys.press(key)
    assert room.match.plies == ()
