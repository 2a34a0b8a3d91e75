"""Shapes are drawn in strips and widened from narrow plates; neither may be seen."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from random import Random

import pygame
import pytest

from tabletop.ui.draw import shapes
from tabletop.ui.draw.annotations import SolidFace, annotations_of

COLOUR = (200, 120, 40)
SCALE = shapes.SUPERSAMPLING


def _pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def _scaled_down(size: tuple[int, int], large: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale(large, size)


@pytest.mark.parametrize("seed", range(12))
def test_a_polygon_and_a_circle_are_the_same_as_in_one_piece(seed: int) -> None:
    luck = Random(seed)
    size = luck.randrange(8, 700), luck.randrange(8, 300)
    points = [(luck.uniform(-20, size[0] + 20), luck.uniform(-20, size[1] + 20)) for _ in range(5)]
    path = [(x * SCALE, y * SCALE) for x, y in points]
    circle = (luck.uniform(0, size[0]) * SCALE, luck.uniform(0, size[1]) * SCALE)
    radius, width = luck.uniform(1, 90) * SCALE, luck.choice((0, 9))
    large = shapes.blank(size[0] * SCALE, size[1] * SCALE, COLOUR)
    pygame.draw.polygon(large, (*COLOUR, 255), path)
    pygame.draw.circle(large, (*COLOUR, 255), circle, radius, width)
    made = shapes.supersampled(size, COLOUR, [path], [(*circle, radius, width)])
    assert _pixels(made) == _pixels(_scaled_down(size, large))


def test_a_picture_is_not_changed_by_the_next_one() -> None:
    first = shapes.polygon((90, 90), [(5, 5), (80, 30), (20, 85)], COLOUR)
    before = _pixels(first)
    shapes.polygon((90, 90), [(0, 0), (90, 0), (90, 90), (0, 90)], (1, 2, 3))
    shapes.silhouette(first, (9, 9, 9))
    assert _pixels(first) == before


@pytest.mark.parametrize(("radius", "thick"), [(0.0, 6), (21.4, 9), (40.0, 0)])
def test_a_wide_plate_is_a_narrow_one_with_more_of_its_middle(radius: float, thick: int) -> None:
    narrow = shapes.narrowest(radius)
    small = shapes.slab(narrow, 70, radius, COLOUR, (60, 30, 10), thick)
    wide = shapes.slab(400, 70, radius, COLOUR, (60, 30, 10), thick)
    r, height = narrow // 2, small.get_height()
    assert wide.get_size() == (400, height)
    for x, narrow_x in ((0, 0), (r, r), (200, r), (399 - r, r), (399, narrow - 1)):
        column = wide.subsurface((x, 0, 1, height))
        assert _pixels(column) == _pixels(small.subsurface((narrow_x, 0, 1, height)))
    assert annotations_of(wide) == (SolidFace(0, 0, 400, 70),)
