"""The window shows the picture turned, mirrored and inset; only what changed is brought there."""

from itertools import product
from pathlib import Path

import pygame
import pytest

from tabletop.input.viewport import Margins, Viewport
from tabletop.settings import Settings
from tabletop.ui.display.display_transform import WINDOWED_KEY, display_key
from tabletop.ui.display.window import TILE_SIDE, Display, tiles

SIZE = (320, 240)
INSET = Margins(0.1, 0.05, 0.0, 0.15)
EVERY_WAY = list(product(range(4), (False, True), (Margins(), INSET)))
BLACK = pygame.Color(0, 0, 0)


@pytest.fixture
def display(tmp_path: Path) -> Display:
    changes = {"window.fullscreen": False, "window.width": SIZE[0], "window.height": SIZE[1]}
    return Display(Settings().but(changes), tmp_path)


def colour(x: int, y: int) -> pygame.Color:
    """Another one for every pixel, and never black."""
    return pygame.Color(x % 256, y % 256, 128 + (x // 256) * 8 + y // 256)


def paint(picture: pygame.Surface) -> pygame.Rect:
    for x, y in product(*map(range, picture.get_size())):
        picture.set_at((x, y), colour(x, y))
    return picture.get_rect()


@pytest.mark.parametrize(("turns", "mirror", "margins"), EVERY_WAY)
def test_every_pixel_is_where_the_glass_says(
    display: Display, turns: int, mirror: bool, margins: Margins
) -> None:
    display.surface.fill("white")
    viewport = Viewport(SIZE, turns, mirror, margins)
    display.apply_transform(viewport)
    whole = paint(display.picture)
    assert whole.size == viewport.picture_size
    display.show([whole])
    shown = display.surface
    for x, y in product(range(0, whole.w, 7), range(0, whole.h, 7)):
        px, py = viewport.to_window(x + 0.5, y + 0.5)
        assert shown.get_at((int(px), int(py))) == colour(x, y)
    for px, py in product(range(0, SIZE[0], 7), range(0, SIZE[1], 7)):
        if viewport.to_picture(px + 0.5, py + 0.5) is None:
            assert shown.get_at((px, py)) == BLACK


@pytest.mark.parametrize(("turns", "mirror", "margins"), EVERY_WAY)
def test_only_the_changed_part_is_brought_to_the_window(
    display: Display,
    monkeypatch: pytest.MonkeyPatch,
    turns: int,
    mirror: bool,
    margins: Margins,
) -> None:
    viewport = Viewport(SIZE, turns, mirror, margins)
    display.apply_transform(viewport)
    display.show([paint(display.picture)])
    display.picture.fill("red")
    updated: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.display, "update", updated.extend)
    part = pygame.Rect(20, 30, 50, 10)
    display.show([part])
    (place,) = updated
    assert sorted(place.size) == sorted(part.size)
    red = pygame.Color("red")
    for px, py in product(range(SIZE[0]), range(SIZE[1])):
        inside = bool(place.collidepoint(px, py))
        if not (viewport.plain or inside):
            assert display.surface.get_at((px, py)) != red
        if inside:
            assert display.surface.get_at((px, py)) == red
            seen = viewport.to_picture(px + 0.5, py + 0.5)
            assert seen is not None
            assert part.collidepoint(*map(int, seen))


def test_a_plain_glass_copies_nothing(display: Display) -> None:
    display.apply_transform(Viewport(SIZE))
    assert display.picture is display.surface
    display.apply_transform(Viewport(SIZE, 1))
    assert display.picture is not display.surface
    display.apply_transform(Viewport(SIZE))
    assert display.picture is display.surface


def test_the_margins_are_shown_again_with_a_whole_picture(
    display: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    display.apply_transform(Viewport(SIZE, margins=INSET))
    updated: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.display, "update", updated.extend)
    display.show([display.picture.get_rect()])
    assert updated == [display.surface.get_rect()]


def test_tiles_cover_a_rectangle_once() -> None:
    rect = pygame.Rect(3, 5, 2 * TILE_SIDE + 1, TILE_SIDE)
    found = list(tiles(rect))
    assert sum(tile.w * tile.h for tile in found) == rect.w * rect.h
    assert found[0].unionall(found[1:]) == rect


def test_a_screen_of_another_size_in_its_place_is_another_screen(tmp_path: Path) -> None:
    display = Display(Settings(), tmp_path)
    first = display.key
    pygame.display.set_mode((800, 600))  # as SDL fits the window to what is plugged in now
    assert first != display.key == display_key(0, (800, 600))
    display.toggle()
    assert display.key == WINDOWED_KEY
    display.close()
