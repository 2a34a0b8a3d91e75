"""Relief: bevelled edges, sunk floors, engraving. Films of light and shade to lay on a shape.

One light for everything, from above and a little from the left.
"""

from typing import Final

import pygame

from tabletop.ui import art, traces
from tabletop.ui.theme import SHADOW, SHINE, WHITE, Colour

SUN: Final = (255, 246, 222)
SHADE: Final = (24, 12, 4)


def left_bare(
    shape: pygame.Surface, dx: float, dy: float, colour: Colour, alpha: int
) -> pygame.Surface:
    """The part of a shape that its own copy, moved by some pixels, leaves bare."""
    bare = shape.copy()
    cover = art.silhouette(shape, WHITE)
    bare.blit(cover, (round(dx), round(dy)), special_flags=pygame.BLEND_RGBA_SUB)
    return art.silhouette(bare, colour, alpha)


def bevel(
    shape: pygame.Surface,
    depth: float,
    light: int,
    dark: int,
    *,
    sun: Colour = SUN,
    shade: Colour = SHADE,
    steps: int = 4,
) -> pygame.Surface:
    """A film: light on the upper left edges of a shape, shade on the lower right ones.

    `light` and `dark` are alphas at the very edge; they fade inward in so many `steps`.
    """
    film = art.blank(*shape.get_size())
    steps = max(1, min(steps, round(depth)))
    for k in range(1, steps + 1):
        by = depth * k / steps
        film.blit(left_bare(shape, -by * 0.7, -by, shade, round(dark / steps)), (0, 0))
        film.blit(left_bare(shape, by * 0.7, by, sun, round(light / steps)), (0, 0))
    return film


def sunk(shape: pygame.Surface, depth: float, dark: int) -> pygame.Surface:
    """The shade that the upper left wall of a hollow throws on its floor, as a film."""
    width, height = shape.get_size()
    hole = art.blank(width, height, SHADOW)
    hole.fill((*SHADOW, 255))
    white = art.silhouette(shape, WHITE)
    hole.blit(white, (round(depth * 0.7), round(depth)), special_flags=pygame.BLEND_RGBA_SUB)
    wall = art.silhouette(hole, SHADOW)
    part = 4 if depth >= 8 else 2 if depth >= 4 else 1
    small = pygame.transform.smoothscale(wall, (max(1, width // part), max(1, height // part)))
    soft = pygame.transform.gaussian_blur(small, max(1, round(depth * 0.6 / part)), True)
    wide = pygame.transform.smoothscale(soft, (width, height))
    return art.masked(art.silhouette(wide, SHADOW, dark), shape)


def slope(width: int, height: int, colour: Colour, first: int, last: int) -> pygame.Surface:
    """A film whose alpha runs from the first long edge to the other (from above, or the left)."""
    upright = height > width
    steps = 16
    ramp = pygame.Surface((1, steps) if not upright else (steps, 1), pygame.SRCALPHA)
    for i in range(steps):
        t = i / (steps - 1)
        alpha = round(first + (last - first) * (1 - (1 - t) ** 2))
        ramp.set_at((i, 0) if upright else (0, i), (*colour, alpha))
    return pygame.transform.smoothscale(ramp, (max(1, width), max(1, height)))


def engraved(ink: pygame.Surface, by: int, shine: int = 130) -> pygame.Surface:
    """A dark shape cut into wood, with a thread of light (alpha `shine`) along its lower edges."""
    width, height = ink.get_size()
    picture = art.blank(width + 2 * by, height + 2 * by, SHINE)
    picture.blit(art.silhouette(ink, SHINE, shine), (by + by // 2, 2 * by))
    picture.blit(ink, (by, by))
    traces.carry(picture, ink, (by, by))
    return picture
