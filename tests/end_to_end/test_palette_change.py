"""A palette change redraws the whole picture at once in every scene."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.games import all_games
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.board import TOOL_KEY
from tabletop.scenes.settings.settings_pages import AppearancePage
from tabletop.ui.draw.wood import ground
from tabletop.ui.theme import theme
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import sit_down
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.test_sevens_by_touch import open_sevens, toss
from tests.lanes import slow_except

BOARDS = [game.key for game in all_games() if game.kind == "board"]


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    theme.switch_palette("dark")


def picture(room: Room) -> bytes:
    """What is on the screen, once nothing moves."""
    for _ in range(60):
        room.turn(0.1)
    return pygame.image.tobytes(room.display.surface, "RGB")


def begin(room: Room, game: str) -> None:
    """Sits down to a game; to one that brings its own scenes until a figure is arranged."""
    if game in BOARDS:
        sit_down(room, Fingers(room), game)
    else:
        toss(open_sevens(room, Fingers(room)))


def seen(folder: Path, game: str, first: str, *then: str) -> bytes:
    """The screen at a match, after the palette was changed so many times."""
    folder.mkdir()
    with Room(folder, look_palette=first) as room:
        if game:
            begin(room, game)
        picture(room)
        for key in then:
            room.table.change("look.palette", key)
            picture(room)
        return picture(room)


@pytest.mark.parametrize(
    "game", slow_except(["", *(game.key for game in all_games())], "", "shout7")
)
def test_the_picture_is_that_of_a_table_that_began_with_the_palette(
    tmp_path: Path, game: str
) -> None:
    fresh = seen(tmp_path / "fresh", game, "light")
    changed = seen(tmp_path / "changed", game, "dark", "contrast", "light")
    assert seen(tmp_path / "dark", game, "dark") != fresh
    assert changed == fresh


def test_a_palette_is_touched_over_a_match_and_the_match_has_it_too(tmp_path: Path) -> None:
    with Room(tmp_path, look_palette="dark") as room:
        fingers = Fingers(room)
        sit_down(room, fingers, "shoo")
        before = picture(room)
        fingers.press(f"{TOOL_KEY}menu")
        room.rest()
        fingers.press("look")
        assert isinstance(room.top, AppearancePage)
        fingers.press("look.palette:contrast")
        room.turn()
        corner = tuple(room.display.surface.get_at((2, 2)))[:3]
        assert max(corner) < 12
        fingers.press("leave")
        fingers.press("on")
        room.until(MatchScene)
        assert tuple(room.display.surface.get_at((2, 2)))[:3] != tuple(before[:3])
        assert picture(room) != before


def test_nothing_is_drawn_anew_while_the_palette_stays(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        assert isinstance(room.top, MenuScene)
        picture(room)
        kept = ground(*room.display.surface.get_size())
        room.table.change("look.speed", "slow")
        room.turn()
        assert ground(*room.display.surface.get_size()) is kept
