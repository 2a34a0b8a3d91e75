"""The page on which palettes are chosen shows each as it is, and what is touched counts at once."""

from collections.abc import Iterator

import pygame
import pytest

from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.input.actions import Button
from tabletop.scenes.destinations import OpenAppearance
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.settings.settings_pages import AppearancePage, palette_sample
from tabletop.settings.palettes import PALETTES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.draw.icons import icon
from tabletop.ui.theme import theme
from tabletop.ui.widgets.choice import SPEED_NAMES
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, button, check_layout, draw, press, tap


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    theme.switch_palette("dark")


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> AppearancePage:
    scene = AppearancePage(table)
    scene.fit(Canvas(size))
    return scene


@pytest.mark.parametrize("key", list(PALETTES))
def test_touching_a_palette_keeps_it(table: AppContext, key: str) -> None:
    assert tap(opened(table), f"look.palette:{key}") is None
    assert table.settings["look.palette"] == key
    assert table.store.flush()
    kept = table.data_dir / "settings.toml"
    assert f'palette = "{key}"' in kept.read_text("utf-8")


def test_touching_a_speed_keeps_it(table: AppContext) -> None:
    slow = list(SPEED_NAMES).index("slow")
    tap(opened(table), f"look.speed={slow}")
    assert table.settings["look.speed"] == "slow"


def test_going_back_leaves_the_page(table: AppContext) -> None:
    assert tap(opened(table), "leave") == Pop()
    assert press(opened(table), Button.BACK) == Pop()


def test_a_sample_looks_the_same_whichever_palette_is_in_force() -> None:
    canvas, seen = Canvas((1280, 800)), []
    for key in PALETTES:
        theme.switch_palette(key)
        seen.append(
            pygame.image.tobytes(palette_sample(PALETTES["light"], canvas, 600, 240), "RGBA")
        )
    assert len(set(seen)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_room(table: AppContext, size: tuple[int, int]) -> None:
    check_layout(opened(table, size), size, least=80)


@pytest.mark.parametrize("size", SIZES)
def test_every_sample_shows_its_stones(table: AppContext, size: tuple[int, int]) -> None:
    for key, palette in PALETTES.items():
        box = button(opened(table, size), f"look.palette:{key}").box
        canvas = Canvas(size)
        picture = palette_sample(palette, canvas, canvas.px(box.w), canvas.px(box.h))
        shown = pygame.mask.from_threshold(picture, (*palette.green.face, 255), (40, 40, 40, 255))
        assert shown.count() > 20


def test_the_page_is_one_touch_from_the_menu_and_from_the_pause(table: AppContext) -> None:
    menu = MenuScene(table)
    menu.fit(Canvas((1280, 800)))
    game = find_game("shoo")
    pause = PauseScene(table, make_setup(game), Match(game))
    pause.fit(Canvas((1280, 800)))
    for scene in (menu, pause):
        assert tap(scene, "look") == Push(OpenAppearance())


def test_the_chosen_palette_is_marked_by_more_than_its_colour(table: AppContext) -> None:
    scene = opened(table)
    before = {blit.surface for blit in draw(scene).blits}
    tap(scene, "look.palette:contrast")
    mark = icon("check", scene.canvas.px(40), PALETTES["contrast"].amber_words)
    assert mark not in before
    assert mark in {blit.surface for blit in draw(scene).blits}
