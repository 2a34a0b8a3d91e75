"""Signs and pieces of Trelawney's Glory: lights, lanes, chevrons, ghosts, and the seats' bowls."""

from math import atan2, ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import shapes, wood
from tabletop.ui.theme.theme import BLACK, HALO, RING_BED, SHADOW, WHITE, Colour, SeatLook, mix

GHOST_INK: Final = (20, 28, 34)


@surface_cache(most=16)
def lit_tile(side: int) -> pygame.Surface:
    """An empty square that may be touched: lit from below, its edge the warmest."""
    radius = side * 0.08
    lamp = pygame.Surface((9, 9), pygame.SRCALPHA)
    for x in range(9):
        for y in range(9):
            far = min(1.0, max(abs(x - 4), abs(y - 4)) / 4) ** 2.4
            lamp.set_at(
                (x, y), (*mix((255, 248, 222), (255, 204, 100), far), 170 + round(70 * far))
            )
    shape = shapes.rounded(side, side, radius, WHITE)
    picture = shapes.masked(pygame.transform.smoothscale(lamp, (side, side)), shape)
    line = max(1.0, side * 0.035)
    picture.blit(shapes.outline(side, side, radius, line, (255, 192, 72)), (0, 0))
    return picture


@surface_cache(most=16)
def lit_point(radius: int) -> pygame.Surface:
    """An empty point that may be touched: a small lamp on the crossing."""
    picture = shapes.blurred(shapes.disc(float(radius), HALO), HALO, radius * 0.4, 150).copy()
    for share, colour in ((1.0, (255, 202, 96)), (0.84, (255, 236, 180)), (0.5, (255, 248, 224))):
        part = shapes.disc(radius * share, colour)
        shapes.blit_centred(picture, part)
    return picture


@surface_cache(most=32)
def lane_tile(side: int, colour: Colour) -> pygame.Surface:
    """A place of a lane: the colour, a little lighter in the upper part, with a firm edge."""
    radius = side * 0.10
    picture = shapes.copy_surface(shapes.rounded(side, side, radius, mix(colour, BLACK, 0.16)))
    line = max(1, round(side * 0.02))
    inner = shapes.rounded(side - 2 * line, side - 2 * line, radius - line, colour)
    picture.blit(inner, (line, line))
    picture.blit(shapes.sheen(picture, 46, 16), (0, 0))
    return picture


@surface_cache(most=8)
def lit_lane_tile(side: int, colour: Colour) -> pygame.Surface:
    """A place under a stone that may be touched: a lane's tile with a halo about it."""
    tile = lane_tile(side, mix(colour, WHITE, 0.12))
    picture = shapes.blurred(tile, colour, max(2.0, side * 0.075), 255).copy()
    shapes.blit_centred(picture, tile)
    return picture


@surface_cache(most=32)
def lane_joint(dx: int, dy: int, side: int, colour: Colour) -> pygame.Surface:
    """The joint of two lane tiles a step `(dx, dy)` apart, y downward; `side` is that of a tile."""
    if dx and dy:
        # A band across the corner, its ends inside the two tiles.
        span = round(side * 0.60)
        near, far = side * 0.26, span - side * 0.26
        corners = [(0, near), (near, 0), (span, far), (far, span)]
        if dx * dy < 0:
            corners = [(span - x, y) for x, y in corners]
        return shapes.polygon((span, span), corners, mix(colour, BLACK, 0.04))
    long, across = max(2, round(side * 0.16)), round(side * 0.96)
    size = (long, across) if dx else (across, long)
    return shapes.rounded(*size, 0, mix(colour, BLACK, 0.04))


@surface_cache(most=128)
def chevron(dx: int, dy: int, size: int, colour: Colour, rim: Colour) -> pygame.Surface:
    """The head of an arrow that points along `(dx, dy)`, y downward."""
    side = 2 * ceil(size * 1.0)
    middle, angle = side / 2, atan2(dy, dx)
    picture = shapes.blank(side, side, rim)
    for grow, tint in ((max(1.5, size * 0.12), rim), (0.0, colour)):
        corners = (
            (size * 0.46 + grow * 1.7, 0.0),
            (-size * 0.36 - grow, size * 0.50 + grow * 1.6),
            (-size * 0.20 - grow, 0.0),
            (-size * 0.36 - grow, -size * 0.50 - grow * 1.6),
        )
        turned = [
            (middle + x * cos(angle) - y * sin(angle), middle + x * sin(angle) + y * cos(angle))
            for x, y in corners
        ]
        picture.blit(shapes.polygon((side, side), turned, tint), (0, 0))
    return picture


@surface_cache(most=32)
def lifted_stone(look: SeatLook, radius: int) -> pygame.Surface:
    """A stone held a little above the board: larger, with a longer and softer shadow."""
    return shapes.with_shadow(shapes.stone(look, radius * 1.06, shadow=False), radius * 0.42, 0.85)


@surface_cache(most=32)
def ghost_stone(look: SeatLook, radius: int) -> pygame.Surface:
    """A ghost where a stone would lie: pale, with a dashed rim."""
    side = 2 * ceil(radius * 1.16 + 1)
    middle = side * shapes.SUPERSAMPLING / 2
    rim = shapes.blank(side * shapes.SUPERSAMPLING, side * shapes.SUPERSAMPLING, GHOST_INK)
    dashes, reach, wide = (
        12,
        radius * shapes.SUPERSAMPLING,
        max(1.5, radius * 0.12) * shapes.SUPERSAMPLING / 2,
    )
    for i in range(dashes):
        arc = [2 * pi * (i + 0.56 * k / 5) / dashes for k in range(6)]
        outer = [(middle + (reach + wide) * cos(a), middle + (reach + wide) * sin(a)) for a in arc]
        inner = [(middle + (reach - wide) * cos(a), middle + (reach - wide) * sin(a)) for a in arc]
        pygame.draw.polygon(rim, (*GHOST_INK, 255), outer + inner[::-1])
    light = sum(look.face) > 380
    face = mix(look.face, WHITE, 0.35) if light else (92, 101, 110)
    return shapes.layered(
        shapes.disc(float(radius), face, 200 if light else 225),
        shapes.mark_picture(look.mark, radius * 0.42, GHOST_INK if light else look.inlay),
        pygame.transform.smoothscale(rim, (side, side)),
    )


@surface_cache(most=32)
def token(look: SeatLook, radius: int, colour: Colour) -> pygame.Surface:
    """A small stone in a coloured band: what will lie on this place."""
    side = 2 * ceil(radius * 1.5)
    return shapes.layered(
        shapes.disc(radius * 1.36, GHOST_INK),
        shapes.disc(radius * 1.26, colour),
        shapes.disc(float(radius), look.rim),
        shapes.disc(radius * 0.90, look.face),
        shapes.mark_picture(look.mark, radius * 0.44, look.inlay),
        side=side,
        colour=GHOST_INK,
    )


@surface_cache(most=16)
def win_stroke(dx: int, dy: int, side: int) -> pygame.Surface:
    """The line under two neighbouring stones of a five; `side` is that of a tile."""
    span = round(side * 1.12)
    wide = side * 0.20
    size = (span * abs(dx) + round(wide * 2), span * abs(dy) + round(wide * 2))
    a = (wide if dx >= 0 else size[0] - wide, wide if dy >= 0 else size[1] - wide)
    b = (size[0] - a[0], size[1] - a[1])
    picture = shapes.stroke(size, (a, b), wide + max(2.0, side * 0.04), GHOST_INK)
    picture.blit(shapes.stroke(size, (a, b), wide, (255, 185, 56)), (0, 0))
    return picture


BOWL_STONES: Final = (
    (0.10, 0.30), (0.34, 0.26), (0.60, 0.28), (0.86, 0.30),
    (0.00, 0.72), (0.24, 0.70), (0.50, 0.74), (0.74, 0.70), (1.00, 0.72),
    (0.38, 0.46), (0.66, 0.48),
)  # fmt: skip
"""Where the stones of the heap lie, as fractions of the bowl's inside, from back to front."""


@surface_cache(most=16)
def stone_bowl(look: SeatLook, width: int, height: int, radius: int) -> pygame.Surface:
    """A long dish with a heap of stones; `radius` is that of a stone."""
    round_by = height * 0.42
    thick = max(2, round(height * 0.07))
    face = height - thick
    body = wood.wood_slab(
        width, face, round_by, mix(RING_BED, WHITE, 0.05), mix(RING_BED, BLACK, 0.6), thick, 5
    )
    rim = max(3, round(height * 0.085))
    inner_w, inner_h = width - 2 * rim, face - 2 * rim
    pit = shapes.rounded(inner_w, inner_h, round_by - rim, mix(RING_BED, BLACK, 0.48))
    whole = body.copy()
    whole.blit(pit, (rim, rim))
    shade = shapes.sheen(pit, 0, 0).copy()
    shade.blit(
        shapes.outline(inner_w, inner_h, round_by - rim, max(1, rim // 4), SHADOW, 150), (0, 0)
    )
    whole.blit(shade, (rim, rim))
    heap = shapes.blank(*whole.get_size())
    stone = shapes.stone(look, float(radius))
    room_w, room_h = inner_w - 2.4 * radius, inner_h - 2 * radius
    for x, y in BOWL_STONES:
        at = (rim + 1.2 * radius + x * room_w, rim + radius + y * room_h)
        heap.blit(stone, stone.get_rect(center=(round(at[0]), round(at[1]))))
    shape = shapes.blank(*whole.get_size(), WHITE)
    shape.blit(shapes.rounded(inner_w, inner_h, round_by - rim, WHITE), (rim, rim))
    whole.blit(shapes.masked(heap, shape), (0, 0))
    return shapes.with_shadow(whole, height * 0.10)
