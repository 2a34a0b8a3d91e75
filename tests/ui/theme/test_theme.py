"""Theme colours follow the active palette, and no surface of an earlier palette is reused."""

import gc
import sys
from collections.abc import Iterator
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

import pygame
import pytest

from tabletop.games import all_games
from tabletop.languages import ENGLISH
from tabletop.settings import setting
from tabletop.settings.palettes import PALETTES
from tabletop.ui.board.seat_panel import panel_plate
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import ground, wood
from tabletop.ui.text import typesetting
from tabletop.ui.theme import theme
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    DIM,
    GROUND,
    RED_LOOK,
    TEXT,
    WHITE,
    ThemeColor,
    active_palette,
    mix,
    plain,
)
from tools.album.scenes import ALL
from tools.album.stage import stage

LIGHT, DARK = PALETTES["light"], PALETTES["dark"]


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    theme.switch_palette("dark")
    yield
    theme.switch_palette("dark")


def test_a_theme_colour_is_a_sequence_of_three_numbers_of_the_active_palette() -> None:
    assert tuple(TEXT) == (TEXT[0], TEXT[1], TEXT[2]) == DARK.text
    assert len(TEXT) == 3
    theme.switch_palette("light")
    assert tuple(TEXT) == LIGHT.text
    assert TEXT.under(DARK) == DARK.text


def test_theme_colours_are_equal_by_name_and_hashed_by_palette() -> None:
    same = ThemeColor("text")
    assert same == TEXT
    assert hash(same) == hash(TEXT)
    assert same != DIM
    before = hash(TEXT)
    theme.switch_palette("light")
    assert hash(TEXT) != before
    assert same == TEXT


def test_a_mixed_theme_colour_follows_the_palette_and_plain_colours_mix_to_plain_ones() -> None:
    half = mix(TEXT, BLACK, 0.5)
    assert tuple(half) == mix(DARK.text, BLACK, 0.5)
    theme.switch_palette("light")
    assert tuple(half) == mix(LIGHT.text, BLACK, 0.5)
    assert tuple(mix(half, WHITE, 0.5)) == mix(mix(LIGHT.text, BLACK, 0.5), WHITE, 0.5)
    assert isinstance(mix((1, 2, 3), WHITE, 0.5), tuple)


def test_pygame_draws_with_a_theme_colour() -> None:
    picture = pygame.Surface((8, 8), pygame.SRCALPHA)
    picture.fill(AMBER)
    assert tuple(picture.get_at((1, 1)))[:3] == DARK.amber
    pygame.draw.rect(picture, GROUND, (0, 0, 4, 4))
    picture.set_at((7, 7), DIM)
    assert tuple(picture.get_at((1, 1)))[:3] == DARK.ground
    assert tuple(picture.get_at((7, 7)))[:3] == DARK.dim


def test_what_is_drawn_after_the_palette_changed_has_its_colours() -> None:
    before = (
        shapes.rounded(40, 20, 4, TEXT),
        typesetting.line("Seven", 30, TEXT, context=typesetting.NEUTRAL),
        ground(160, 90),
    )
    stone = shapes.stone(RED_LOOK, 12.0)
    theme.switch_palette("light")
    after = (
        shapes.rounded(40, 20, 4, TEXT),
        typesetting.line("Seven", 30, TEXT, context=typesetting.NEUTRAL),
        ground(160, 90),
    )
    for old, new in zip(before, after, strict=True):
        assert old is not new
        assert pygame.image.tobytes(old, "RGBA") != pygame.image.tobytes(new, "RGBA")
    assert shapes.stone(RED_LOOK, 12.0) is not stone
    assert tuple(after[0].get_at((20, 10)))[:3] == LIGHT.text


def test_wood_is_paler_in_a_bright_room() -> None:
    tint = (180, 130, 80)
    dark = pygame.transform.average_color(wood(64, 64, tint))
    theme.switch_palette("light")
    light = pygame.transform.average_color(wood(64, 64, tint))
    assert sum(light[:3]) > sum(dark[:3])


def test_switching_to_the_active_palette_keeps_the_caches() -> None:
    picture = shapes.disc(9.0, TEXT)
    assert not theme.switch_palette("dark")
    assert shapes.disc(9.0, TEXT) is picture
    assert theme.switch_palette("contrast")
    assert active_palette() is PALETTES["contrast"]


@pytest.mark.slow
def test_no_module_keeps_a_surface_of_an_earlier_palette() -> None:
    with stage((320, 200), ENGLISH) as made:
        scenes = (f"{kind}-{game.key}" for game in all_games() for kind in ("match", "live"))
        for name in ("menu", "look", *(name for name in scenes if name in ALL)):
            for _, drawn in ALL[name](made):
                drawn.draw(Frame(made.canvas))
    kept = set(with_pictures())
    assert len(kept) > 50
    theme.switch_palette("light")
    assert set(with_pictures()) == set()


def with_pictures() -> Iterator[str]:
    """All that modules of the table hold by a name and in which pictures lie."""
    drawing = ("tabletop.ui.", "tabletop.scenes.", "tabletop.games.")
    for name, module in list(sys.modules.items()):
        for key, found in list(vars(module).items()) if name.startswith(drawing) else ():
            if not isinstance(found, PASSED) and holds_picture(found):
                yield f"{name}.{key}"


PASSED = (type, FunctionType, ModuleType, str, bytes, int, float)


def holds_picture(found: object) -> bool:
    """Whether a picture lies in it, or in what lies in it."""
    waiting, known = [found], {id(found)}
    while waiting:
        for part in gc.get_referents(waiting.pop()):
            if isinstance(part, pygame.Surface):
                return True
            if id(part) not in known and not isinstance(part, PASSED):
                known.add(id(part))
                waiting.append(part)
    return False


def test_a_picture_is_found_however_deep_it_lies_in_a_cache() -> None:
    @lru_cache(maxsize=2)
    def drawn(side: int) -> dict[str, Any]:
        return {"parts": [(side, pygame.Surface((side, side)))]}

    assert not holds_picture(drawn)
    drawn(3)
    assert holds_picture(drawn)


def test_the_settings_offer_the_palettes_that_there_are() -> None:
    assert setting("look.palette").choices == tuple(PALETTES)
    assert setting("look.palette").default == "dark"


def test_every_palette_has_as_many_cards() -> None:
    assert len({len(palette.cards) for palette in PALETTES.values()}) == 1


def test_plain_gives_three_numbers_for_work_pixel_by_pixel() -> None:
    assert plain(TEXT) == DARK.text
    assert plain(TEXT, LIGHT) == LIGHT.text
    assert plain((1, 2, 3), LIGHT) == (1, 2, 3)


@pytest.mark.parametrize("palette", list(PALETTES))
def test_a_waiting_panel_is_never_brighter_than_the_active_one(palette: str) -> None:
    theme.switch_palette(palette)
    canvas, box = Canvas((400, 300)), Box(0, 0, 200, 120)
    waiting, active = (panel_plate(canvas, box, lit) for lit in (False, True))
    found = [sum(plate.get_at(plate.get_rect().center)[:3]) for plate in (waiting, active)]
    assert found[0] <= found[1]
