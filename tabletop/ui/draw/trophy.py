"""A cup with the winner's stone on it: the picture of a series that was won."""

from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import shapes
from tabletop.ui.draw.stones import stone
from tabletop.ui.theme.theme import AMBER, BLACK, WHITE, Colour, SeatLook, mix

Polygon: TypeAlias = list[tuple[float, float]]

RAYS: Final = 16
"""Beams of light behind the cup."""
RAY_ALPHA: Final = 62
"""How bright they are, from 0 to 255."""
SUPERSAMPLING: Final = 3
"""It is drawn so many times larger, for smooth edges."""
# In hundredths of its side.
MIDDLE: Final = (50.0, 42.0)
BOWL: Final = ((24, 16), (25, 34), (31, 51), (43, 62), (46, 70), (45, 77), (33, 82), (31, 90))
"""The left half of the bowl, the stem and the foot."""
SHINE: Final = ((31, 22), (38, 22), (42, 50), (38, 55))
MARK_RADIUS: Final = 17.5


@surface_cache(most=4)
def trophy(look: SeatLook, side: int) -> pygame.Surface:
    """A cup in a square of so many pixels, light behind it, the winner's mark before it."""
    large = shapes.blank(side * SUPERSAMPLING, side * SUPERSAMPLING, AMBER)
    unit = side * SUPERSAMPLING / 100
    dark, bright = mix(AMBER, BLACK, 0.42), mix(AMBER, WHITE, 0.45)
    for number in range(RAYS):
        _fill(large, unit, _ray(number), (*AMBER, RAY_ALPHA))
    for width, colour in ((8.5, dark), (6.0, AMBER)):
        for way in (-1, 1):
            _handle(large, unit, way, width, colour)
    for grow, colour in ((1.6, dark), (0.0, AMBER)):
        _fill(large, unit, _bowl(grow), (*colour, 255))
    _fill(large, unit, [(float(x), float(y)) for x, y in SHINE], (*bright, 255))
    picture = pygame.transform.smoothscale(large, (side, side))
    mark = stone(look, round(MARK_RADIUS * side / 100, 1), shadow=False)
    picture.blit(mark, mark.get_rect(center=(round(side / 2), round(side * 0.38))))
    return picture


def _fill(picture: pygame.Surface, unit: float, points: Polygon, colour: tuple[int, ...]) -> None:
    pygame.draw.polygon(picture, colour, [(x * unit, y * unit) for x, y in points])


def _ray(number: int) -> Polygon:
    """One beam, from the middle outward."""
    way, half = 2 * pi * number / RAYS, pi / RAYS * 0.52
    x, y = MIDDLE
    ends = [(x + 50 * cos(way + part), y + 42 * sin(way + part)) for part in (-half, half)]
    return [MIDDLE, *ends]


def _bowl(grow: float) -> Polygon:
    """Bowl, stem and foot in one piece, so much larger all round."""
    left = []
    for x, y in BOWL:
        down = grow if y > 60 else -grow if y < 20 else 0.0
        left.append((x - grow, y + down))
    return [*left, *((100 - x, y) for x, y in reversed(left))]


def _handle(picture: pygame.Surface, unit: float, way: int, width: float, colour: Colour) -> None:
    """A bow at one side of the bowl, of round dots that overlap."""
    for number in range(49):
        angle = pi * (0.5 - number / 48 * 1.12)
        at = (50 + way * (25 + 15 * cos(angle)), 35 - 14 * sin(angle))
        pygame.draw.circle(picture, (*colour, 255), (at[0] * unit, at[1] * unit), width * unit / 2)
