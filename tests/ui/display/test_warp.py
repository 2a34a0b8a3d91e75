"""The picture pulled by its corners: pixels are where the glass says, and lines stay straight."""

from itertools import product
from pathlib import Path

import pygame
import pytest

from tabletop.input.viewport import Keystone, Margins, Quad, Viewport
from tabletop.settings import Settings
from tabletop.ui.display.window import Display

SIZE = (640, 400)
ASKEW: Quad = ((0.12, 0.05), (0.93, 0.1), (0.98, 0.9), (0.03, 0.97))
LARGER: Quad = ((-0.4, -0.3), (1.4, -0.2), (1.3, 1.4), (-0.3, 1.35))
INSET = Margins(0.1, 0.05, 0.0, 0.15)
EVERY_WAY = list(product(range(4), (False, True), (Margins(), INSET)))
CELL = 40


@pytest.fixture
def display(tmp_path: Path) -> Display:
    changes = {"window.fullscreen": False, "window.width": SIZE[0], "window.height": SIZE[1]}
    return Display(Settings().but(changes), tmp_path)


def colour(x: int, y: int) -> tuple[int, int, int]:
    """Another one for every cell, and never black."""
    return 60 + 9 * (x // CELL), 60 + 9 * (y // CELL), 200


def paint(picture: pygame.Surface) -> pygame.Rect:
    width, height = picture.get_size()
    for x, y in product(range(0, width, CELL), range(0, height, CELL)):
        picture.fill(colour(x, y), (x, y, CELL, CELL))
    return picture.get_rect()


def near(one: pygame.Color, other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=False))


@pytest.mark.parametrize(("turns", "mirror", "margins"), EVERY_WAY)
def test_every_cell_is_where_the_glass_says(
    display: Display, turns: int, mirror: bool, margins: Margins
) -> None:
    display.surface.fill("white")
    glass = Viewport(SIZE, turns, mirror, margins, None, Keystone(ASKEW))
    display.apply_transform(glass)
    whole = paint(display.picture)
    assert whole.size == glass.picture_size
    display.show([whole])
    shown = display.surface
    for x, y in product(range(CELL // 2, whole.w, CELL), range(CELL // 2, whole.h, CELL)):
        px, py = glass.to_window(x + 0.5, y + 0.5)
        assert near(shown.get_at((int(px), int(py))), colour(x, y))
    for px, py in product(range(0, SIZE[0], 7), range(0, SIZE[1], 7)):
        around = product((px - 2, px + 3), (py - 2, py + 3))
        if all(glass.to_picture(*at) is None for at in around):
            assert shown.get_at((int(px), int(py))) == pygame.Color("black")


@pytest.mark.parametrize("corners", [ASKEW, LARGER], ids=["smaller", "larger"])
def test_what_changed_is_shown_as_if_all_had_been_drawn(display: Display, corners: Quad) -> None:
    glass = Viewport(SIZE, keystone=Keystone(corners))
    display.apply_transform(glass)
    display.show([paint(display.picture)])
    parts = [pygame.Rect(100, 60, 57, 33), pygame.Rect(400, 301, 5, 80), pygame.Rect(0, 0, 20, 9)]
    parts += [pygame.Rect(300, 180, 57, 33), pygame.Rect(270, 150, 5, 80)]
    for part in parts:
        display.picture.fill("red", part)
    display.show(parts)
    in_parts = display.surface.copy()
    display.show([display.picture.get_rect()])
    for at in product(range(SIZE[0]), range(SIZE[1])):
        one, other = in_parts.get_at(at), display.surface.get_at(at)
        assert near(one, (other.r, other.g, other.b)), at


def test_a_straight_line_stays_straight_and_smooth(display: Display) -> None:
    glass = Viewport(SIZE, keystone=Keystone(ASKEW))
    display.apply_transform(glass)
    picture = display.picture
    picture.fill("black")
    pygame.draw.line(picture, "white", (0, 200), (SIZE[0], 200), 3)
    display.show([picture.get_rect()])
    steps = 0
    for px in range(60, 580):
        column = [display.surface.get_at((px, py)).g for py in range(SIZE[1])]
        middle = sum((py + 0.5) * lit for py, lit in enumerate(column)) / sum(column)
        _, expected = glass.to_window(_across(glass, px + 0.5), 200.5)
        assert middle == pytest.approx(expected, abs=0.3)
        steps += any(0 < lit < 255 for lit in column)
    assert steps > 400  # its edges are mixed, not staircases


def _across(glass: Viewport, px: float) -> float:
    """The place along the line that is shown in a column of the window."""
    low, high = 0.0, float(SIZE[0])
    for _ in range(50):
        middle = (low + high) / 2
        if glass.to_window(middle, 200.5)[0] < px:
            low = middle
        else:
            high = middle
    return low


def test_only_what_changed_is_brought_to_the_window(
    display: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    glass = Viewport(SIZE, keystone=Keystone(ASKEW))
    display.apply_transform(glass)
    display.show([paint(display.picture)])
    updated: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.display, "update", updated.extend)
    display.show([pygame.Rect(300, 200, 40, 40)])
    (place,) = updated
    assert max(place.size) < 50


def test_without_a_keystone_nothing_is_pulled(display: Display) -> None:
    display.apply_transform(Viewport(SIZE, keystone=Keystone(ASKEW)))
    assert display.picture is not display.surface
    display.apply_transform(Viewport(SIZE))
    assert display.picture is display.surface
    display.show([paint(display.picture)])
    assert near(display.surface.get_at((5, 5)), colour(5, 5))
