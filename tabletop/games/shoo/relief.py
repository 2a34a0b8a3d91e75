"""Relief in wood: bevelled tiles, mitred corners, engraving, the shadow of the board.

One light for everything, from above and a little from the left.
"""

from functools import lru_cache
from math import ceil

import pygame

from tabletop.ui import art
from tabletop.ui.theme import ENGRAVED, GROOVE, SHADOW, SHINE, WHITE, Colour


def left_bare(
    shape: pygame.Surface, dx: float, dy: float, colour: Colour, alpha: int
) -> pygame.Surface:
    """The part of a shape that its own copy, moved by some pixels, leaves bare."""
    bare = shape.copy()
    cover = art.silhouette(shape, WHITE)
    bare.blit(cover, (round(dx), round(dy)), special_flags=pygame.BLEND_RGBA_SUB)
    return art.silhouette(bare, colour, alpha)


def bevel(shape: pygame.Surface, depth: float, light: int, dark: int) -> pygame.Surface:
    """A film: light on the upper left edges of a shape, shade on the lower right ones."""
    film = art.blank(*shape.get_size())
    steps = max(1, min(4, round(depth)))
    for k in range(1, steps + 1):
        by = depth * k / steps
        film.blit(left_bare(shape, -by * 0.7, -by, (24, 12, 4), round(dark / steps)), (0, 0))
        film.blit(left_bare(shape, by * 0.7, by, (255, 246, 222), round(light / steps)), (0, 0))
    return film


@lru_cache(maxsize=8)
def tile_film(side: int, radius: int) -> pygame.Surface:
    """What makes a square of wood a tile: bevelled edges, and corners of the groove's colour."""
    shape = art.rounded(side, side, radius, WHITE)
    film = art.blank(side, side, GROOVE)
    film.fill((*GROOVE, 255))
    film.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    corners = art.silhouette(film, GROOVE)
    corners.blit(bevel(shape, max(1.0, side * 0.04), 150, 150), (0, 0))
    return corners


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


def mitre(
    lying: pygame.Surface, standing: pygame.Surface, radius: int, right: bool, low: bool
) -> pygame.Surface:
    """A corner of the frame, where two planks meet at a slant, rounded on the outside."""
    side = lying.get_width()
    a, b = (0, 0), (side, side)
    part = [a, b, (0, side) if low else (side, 0)]
    if right != low:
        a, b = (side, 0), (0, side)
        part = [a, b, (side, side) if low else (0, 0)]
    corner = art.opaque(standing)
    corner.blit(art.masked(lying, art.polygon((side, side), part, WHITE)), (0, 0))
    corner.blit(art.stroke((side, side), [a, b], max(1.0, side / 44), GROOVE, alpha=120), (0, 0))
    ball = art.rounded(2 * side, 2 * side, radius, WHITE)
    cut = (side if right else 0, side if low else 0, side, side)
    corner.blit(ball, (0, 0), cut, special_flags=pygame.BLEND_RGBA_MULT)
    return corner


def frame_film(target: pygame.Surface, box: pygame.Rect, radius: int, depth: float) -> None:
    """Bevels the rim of a large plate: corners are made small, the sides are stretched."""
    corner = radius + ceil(depth) + 1
    small = bevel(art.rounded(2 * corner, 2 * corner, radius, WHITE), depth, 190, 150)
    for right in (0, 1):
        for low in (0, 1):
            at = (box.x + right * (box.w - corner), box.y + low * (box.h - corner))
            target.blit(small, at, (right * corner, low * corner, corner, corner))
    for far in (0, 1):
        flat = small.subsurface((corner, far * corner, 1, corner))
        flat = pygame.transform.scale(flat, (box.w - 2 * corner, corner))
        target.blit(flat, (box.x + corner, box.y + far * (box.h - corner)))
        flat = small.subsurface((far * corner, corner, corner, 1))
        flat = pygame.transform.scale(flat, (corner, box.h - 2 * corner))
        target.blit(flat, (box.x + far * (box.w - corner), box.y + corner))


@lru_cache(maxsize=4)
def cast(width: int, height: int, radius: int, blur: int, alpha: int) -> pygame.Surface:
    """The soft shadow of a large plate, `2 * blur` wider on every side; softened small."""
    part = max(1, blur // 3)
    small = ((width + 4 * blur) // part, (height + 4 * blur) // part)
    soft = art.blank(*small, SHADOW)
    core = art.rounded(width // part, height // part, radius / part, SHADOW, alpha)
    soft.blit(core, ((small[0] - width // part) // 2, (small[1] - height // part) // 2))
    soft = pygame.transform.gaussian_blur(soft, max(1, blur // part))
    return pygame.transform.smoothscale(soft, (width + 4 * blur, height + 4 * blur))


def engraved(ink: pygame.Surface, light: pygame.Surface, by: int) -> pygame.Surface:
    """A dark shape cut into wood, with a thread of light along its lower edges."""
    width, height = ink.get_size()
    picture = art.blank(width + 2 * by, height + 2 * by, ENGRAVED)
    pale = art.silhouette(light, SHINE, 130)
    picture.blit(pale, (by + by // 2, 2 * by))
    picture.blit(ink, (by, by))
    return picture
