"""Relief: bevelled edges, sunk floors, engraving. Films of light and shade to lay on a shape.

One light for everything, from above and a little from the left.

Large plates: faces, sides, rims and shadows of things as large as a board.

Only corners are made as pictures and sides are stretched: a large mask takes its time, and so a
board costs hardly more at four times the pixels. All draw on a surface, in real pixels.
"""

from collections.abc import Callable
from math import ceil
from typing import Final

import pygame

from tabletop.ui.draw import annotations, shapes
from tabletop.ui.theme.theme import SHADOW, SHINE, WHITE, Colour

SUN: Final = (255, 246, 222)
SHADE: Final = (24, 12, 4)


def uncovered_part(
    shape: pygame.Surface, dx: float, dy: float, colour: Colour, alpha: int
) -> pygame.Surface:
    """The part of a shape that its own copy, moved by some pixels, leaves bare."""
    bare = shape.copy()
    cover = shapes.silhouette(shape, WHITE)
    bare.blit(cover, (round(dx), round(dy)), special_flags=pygame.BLEND_RGBA_SUB)
    return shapes.silhouette(bare, colour, alpha)


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
    film = shapes.blank(*shape.get_size())
    steps = max(1, min(steps, round(depth)))
    for k in range(1, steps + 1):
        by = depth * k / steps
        film.blit(uncovered_part(shape, -by * 0.7, -by, shade, round(dark / steps)), (0, 0))
        film.blit(uncovered_part(shape, by * 0.7, by, sun, round(light / steps)), (0, 0))
    return film


def inner_shadow(shape: pygame.Surface, depth: float, dark: int) -> pygame.Surface:
    """The shade that the upper left wall of a hollow throws on its floor, as a film."""
    width, height = shape.get_size()
    hole = shapes.blank(width, height, SHADOW)
    hole.fill((*SHADOW, 255))
    white = shapes.silhouette(shape, WHITE)
    hole.blit(white, (round(depth * 0.7), round(depth)), special_flags=pygame.BLEND_RGBA_SUB)
    wall = shapes.silhouette(hole, SHADOW)
    part = 4 if depth >= 8 else 2 if depth >= 4 else 1
    small = pygame.transform.smoothscale(wall, (max(1, width // part), max(1, height // part)))
    soft = pygame.transform.gaussian_blur(small, max(1, round(depth * 0.6 / part)), True)
    wide = pygame.transform.smoothscale(soft, (width, height))
    return shapes.masked(shapes.silhouette(wide, SHADOW, dark), shape)


def gradient(width: int, height: int, colour: Colour, first: int, last: int) -> pygame.Surface:
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
    picture = shapes.blank(width + 2 * by, height + 2 * by, SHINE)
    picture.blit(shapes.silhouette(ink, SHINE, shine), (by + by // 2, 2 * by))
    picture.blit(ink, (by, by))
    annotations.copy_annotations(picture, ink, (by, by))
    return picture


def put_frame(target: pygame.Surface, small: pygame.Surface, box: pygame.Rect, corner: int) -> None:
    """Lays a small frame round a larger box: corners as they are, sides stretched."""
    side = small.get_width()
    for x in (0, 1):
        for y in (0, 1):
            cut = (x * (side - corner), y * (side - corner), corner, corner)
            at = (box.x + x * (box.w - corner), box.y + y * (box.h - corner))
            target.blit(small, at, cut)
    middle = side // 2
    for k in (0, 1):
        flat = small.subsurface((middle, k * (side - corner), 1, corner))
        stretched = pygame.transform.scale(flat, (box.w - 2 * corner, corner))
        target.blit(stretched, (box.x + corner, box.y + k * (box.h - corner)))
        flat = small.subsurface((k * (side - corner), middle, corner, 1))
        stretched = pygame.transform.scale(flat, (corner, box.h - 2 * corner))
        target.blit(stretched, (box.x + k * (box.w - corner), box.y + corner))


def put_face(target: pygame.Surface, plank: pygame.Surface, box: pygame.Rect, radius: int) -> None:
    """A plank without alpha, as large as its box, with round corners."""
    w, h, r = box.w, box.h, radius
    for part in ((r, 0, w - 2 * r, h), (0, r, r, h - 2 * r), (w - r, r, r, h - 2 * r)):
        target.blit(plank, (box.x + part[0], box.y + part[1]), part)
    ball = shapes.rounded(2 * r, 2 * r, r, WHITE)
    for x in (0, 1):
        for y in (0, 1):
            part = (x * (w - r), y * (h - r), r, r)
            cut = shapes.masked(plank.subsurface(part), ball.subsurface((x * r, y * r, r, r)))
            target.blit(cut, (box.x + part[0], box.y + part[1]))


def put_side(
    target: pygame.Surface, box: pygame.Rect, radius: int, thick: int, colour: Colour
) -> None:
    """What is seen below a plate of its thickness; the plate itself covers the rest."""
    low = shapes.rounded(box.w, 2 * radius + thick, radius, colour)
    target.blit(low, (box.x, box.bottom - 2 * radius))


def put_outline(
    target: pygame.Surface, box: pygame.Rect, radius: int, line: int, colour: Colour, alpha: int
) -> None:
    """The edge of a plate, `line` wide, inside its box."""
    side = 2 * radius + 2
    put_frame(target, shapes.outline(side, side, radius, line, colour, alpha), box, radius)


def put_bevel(
    target: pygame.Surface,
    box: pygame.Rect,
    radius: int,
    depth: float,
    light: int,
    dark: int,
    make: Callable[[pygame.Surface, float, int, int], pygame.Surface] = bevel,
) -> None:
    """Bevels the rim of a plate, as `make` bevels a small shape."""
    corner = radius + ceil(depth) + 1
    shape = shapes.rounded(2 * corner, 2 * corner, radius, WHITE)
    put_frame(target, make(shape, depth, light, dark), box, corner)


def put_drop_shadow(
    target: pygame.Surface, box: pygame.Rect, radius: float, blur: int, alpha: int
) -> None:
    """The soft shadow of a plate, where it shows: `box` is what casts it, moved."""
    corner = ceil(radius + 2 * blur)
    core = shapes.rounded(2 * corner + 2, 2 * corner + 2, radius, SHADOW)
    pad = 2 * blur
    size = (core.get_width() + 2 * pad, core.get_height() + 2 * pad)
    shape = shapes.blank(*size, SHADOW)
    shape.blit(core, (pad, pad))
    part = max(1, blur // 4)
    shape = pygame.transform.smoothscale(shape, (size[0] // part, size[1] // part))
    shape = pygame.transform.gaussian_blur(shape, max(1, blur // part))
    soft = shapes.silhouette(pygame.transform.smoothscale(shape, size), SHADOW, alpha)
    put_frame(target, soft, box.inflate(2 * pad, 2 * pad), corner + pad)
