"""Whole games in projector mode by keyboard only and by one gamepad only."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.engine import Spot
from tabletop.games import all_games
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.input.virtual_pads import STANDARD, VirtualPad
from tests.lanes import slow_except

STEPS = 120
BOARDS = [game.key for game in all_games() if game.kind == "board"]
OK, SHOULDER, BEFORE = 0, 10, 9
"""Buttons of a standard pad: the lower one, and the shoulders, which walk on and back."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Room]:
    """A table whose picture a room looks at."""
    with Room(tmp_path, look_projector=True) as opened:
        yield opened


class Pad:
    """One pad, with which everything is done that `Keys` does."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._pad = VirtualPad(STANDARD)
        room.turn()

    def press(self, number: int) -> None:
        """Down and up, and a turn of the loop."""
        self._pad.button(number, True)
        self._room.turn()
        self._pad.button(number, False)
        self._room.turn()

    def walk(self, *, back: bool = False) -> None:
        self.press(BEFORE if back else SHOULDER)

    def ok(self) -> None:
        self.press(OK)

    def unplug(self) -> None:
        self._pad.unplug()
        self._room.turn()


class Board(Keys):
    """A keyboard with the same words."""

    def walk(self, *, back: bool = False) -> None:
        self.press(pygame.K_TAB, pygame.KMOD_LSHIFT if back else 0)

    def ok(self) -> None:
        self.press(pygame.K_RETURN)


def focus(room: Room, hand: Pad | Board, wanted: str) -> None:
    """Walks to a button of the page on top."""
    for _ in range(STEPS):
        if getattr(room.top, "buttons", None) and room.top.buttons.focus == wanted:  # type: ignore[attr-defined]
            return
        hand.walk()
    raise AssertionError(f"nothing leads to {wanted} on {type(room.top).__name__}")


def reach(room: Room, hand: Pad | Board, spot: Spot) -> None:
    """Walks to a place on the board, the shorter way at last."""
    for _ in range(STEPS):
        if room.scene.snapshot.cursor == spot:
            return
        hand.walk()
    raise AssertionError(f"nothing leads to {spot}")


def play_to_the_end(room: Room, hand: Pad | Board, key: str) -> None:
    """From the menu over the page before the match to the result."""
    focus(room, hand, f"game:{key}")
    hand.ok()
    assert isinstance(room.top, QuickStartPage)
    focus(room, hand, "way:people")
    hand.ok()
    focus(room, hand, "start")
    hand.ok()
    scene = room.scene
    eye = Eye(room.match, WINDOW)
    while scene.match.outcome is None:
        number = len(scene.match.plies)
        ply = PLAYERS[key](scene.match)
        for spot in eye.word(ply):
            reach(room, hand, spot)
            hand.ok()
        assert len(scene.match.plies) == number + 1, f"{ply} was not played"
        for _ in range(400):
            if scene.snapshot.motion is None or scene.match.outcome is not None:
                break
            room.turn(0.1)
    room.until(ResultScene)
    room.hear()
    assert room.newest.ended() == scene.match.outcome


@pytest.mark.parametrize("key", slow_except(BOARDS, "shout7"))
def test_a_whole_game_is_played_by_keys_for_a_room(hall: Room, key: str) -> None:
    play_to_the_end(hall, Board(hall), key)


@pytest.mark.parametrize("key", slow_except(BOARDS, "trelawney"))
def test_a_whole_game_is_played_by_one_pad_for_a_room(hall: Room, key: str) -> None:
    pad = Pad(hall)
    play_to_the_end(hall, pad, key)
    pad.unplug()
