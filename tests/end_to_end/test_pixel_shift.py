"""`look.drift` shifts the picture by a pixel a minute; touches follow."""

from pathlib import Path

import pygame

from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.display.display_transform import STEP_SECONDS
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers

LARGE = (1920, 1080)


def minutes(room: Room, count: float) -> None:
    for _ in range(round(count * STEP_SECONDS / 5)):
        room.turn(5.0)


def pixels_of(room: Room) -> pygame.Surface:
    return room.display.surface.copy()


def test_the_whole_picture_goes_and_comes_home_when_it_is_switched_off(tmp_path: Path) -> None:
    with Room(tmp_path, LARGE, look_drift=True) as room:
        home = pixels_of(room)
        minutes(room, 6.2)
        dx, dy = room.table.display_transform.shift
        assert (dx, dy) == (3, 4)
        away = pixels_of(room)
        for x, y in ((300, 400), (960, 60), (1500, 1000)):
            assert away.get_at((x + dx, y + dy)) == home.get_at((x, y))
        room.table.change("look.drift", False)
        room.turn()
        assert pygame.image.tobytes(pixels_of(room), "RGB") == pygame.image.tobytes(home, "RGB")


def test_nothing_goes_where_nobody_asked_for_it(room: Room) -> None:
    before = room.pixels()
    minutes(room, 5)
    assert room.table.display_transform.shift == (0, 0)
    assert room.pixels() == before


def test_a_touch_at_the_edge_of_a_button_is_one_of_the_button_that_is_seen_there(
    tmp_path: Path,
) -> None:
    with Room(tmp_path, LARGE, look_drift=True) as room:
        minutes(room, 6.2)
        dx, _ = room.table.display_transform.shift
        menu = room.top
        assert isinstance(menu, MenuScene)
        box = next(b.box for b in menu.buttons.buttons if b.key == "game:shoo")
        hands = Fingers(room)
        hands.tap((round(box.x) + dx - 1, round(box.centre[1])))
        assert room.top is menu
        hands.tap((round(box.x) + dx + 1, round(box.centre[1])))
        assert isinstance(room.top, QuickStartPage)


def test_it_never_goes_under_a_finger(tmp_path: Path) -> None:
    with Room(tmp_path, LARGE, look_drift=True) as room:
        hands = Fingers(room)
        hands.down((20, 20))
        minutes(room, 3)
        assert room.table.display_transform.shift == (0, 0)
        hands.up()
        minutes(room, 3)
        assert room.table.display_transform.shift != (0, 0)


def test_a_larger_window_has_it_where_it_belongs(tmp_path: Path) -> None:
    with Room(tmp_path, LARGE, look_drift=True) as room:
        minutes(room, 6.2)
        room.resize((3840, 2160))
        assert room.table.display_transform.shift == (6, 7)
