"""The stretched shadow of a plate."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from pygame.surfarray import array_alpha

from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import SHADOW

MAX_MEAN_DIFFERENCE = 1.5
"""Of 255 levels: the shadow of a large surface is blurred at a lower resolution."""


@pytest.mark.parametrize(
    ("width", "height", "radius", "depth"),
    [(620, 640, 20.0, 14.0), (300, 200, 30.5, 9.0), (300, 60, 16.0, 6.0), (1300, 160, 44.0, 10.0)],
)
def test_a_stretched_shadow_is_that_of_the_whole_plate(
    width: int, height: int, radius: float, depth: float
) -> None:
    pygame.display.init()
    pygame.display.set_mode((8, 8))
    plate = shapes.rounded(width, height, radius, SHADOW)
    whole = shapes.with_shadow(plate, depth, 0.9)
    stretched = shapes.rounded_shadow(width, height, radius, depth)
    assert stretched.get_size() == whole.get_size()
    difference = abs(array_alpha(stretched).astype(int) - array_alpha(whole).astype(int))
    assert difference.mean() < MAX_MEAN_DIFFERENCE
