"""Whole games by keyboard, from the menu to the result."""

import pygame
import pytest

from tabletop.engine import Spot
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.ui.widgets.page import PageScene
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Keys
from tests.end_to_end.scripted_players import PLAYERS

STEPS = 90
"""More steps than any board has places."""


def focus(room: Room, keys: Keys, wanted: str) -> None:
    """Walks to a button of a page."""
    assert isinstance(room.top, PageScene)
    for _ in range(STEPS):
        if room.top.buttons.focus == wanted:
            return
        keys.press(pygame.K_TAB)
    raise AssertionError(f"the keys do not reach {wanted}")


def reach(room: Room, keys: Keys, spot: Spot, *, back: bool) -> None:
    """Walks to a place on the board."""
    for _ in range(STEPS):
        if room.scene.snapshot.cursor == spot:
            return
        keys.press(pygame.K_TAB, pygame.KMOD_LSHIFT if back else 0)
    raise AssertionError(f"the keys do not reach {spot}")


@pytest.mark.parametrize("key", ["trelawney", "super7"])
def test_a_whole_game_is_played_by_keys(room: Room, key: str) -> None:
    keys = Keys(room)
    focus(room, keys, f"game:{key}")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "way:people")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "start")
    keys.press(pygame.K_RETURN)
    scene = room.scene
    eye = Eye(room.match, WINDOW)
    while scene.match.outcome is None:
        number = len(scene.match.plies)
        ply = PLAYERS[key](scene.match)
        for spot in eye.word(ply):
            reach(room, keys, spot, back=number % 2 == 1)
            keys.press(pygame.K_SPACE if number % 3 else pygame.K_RETURN)
        assert len(scene.match.plies) == number + 1, f"{ply} was not played"
        keys.press(pygame.K_RETURN)  # nobody has to wait: the piece lies where it goes
        assert scene.snapshot.motion is None
        assert len(scene.match.plies) == number + 1
    room.until(ResultScene)
    for _ in range(3):
        keys.press(pygame.K_RETURN)
    assert isinstance(room.top, ResultScene), "it heard a key in its first two seconds"
    room.hear()
    keys.press(pygame.K_m)
    assert isinstance(room.top, MenuScene)
    assert room.newest.ended() == scene.match.outcome


def test_arrow_keys_reach_every_square_that_is_open(room: Room) -> None:
    keys = Keys(room)
    focus(room, keys, "game:trelawney")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "way:people")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "start")
    keys.press(pygame.K_RETURN)
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
    focus(room, keys, "game:shoo")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "way:people")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "start")
    keys.press(pygame.K_RETURN)
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
    focus(room, keys, "game:shoo")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "way:people")
    keys.press(pygame.K_RETURN)
    focus(room, keys, "start")
    keys.press(pygame.K_RETURN)
    for key in (pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_END):
        keys.press(key)
    assert room.match.plies == ()
