"""Large plates: faces, sides, rims and shadows of things as large as a board.

Only corners are made as pictures and sides are stretched: a large mask takes its time, and so a
board costs hardly more at four times the pixels. All draw on a surface, in real pixels.
"""

from collections.abc import Callable
from math import ceil

import pygame

from tabletop.ui import art
from tabletop.ui.relief import bevel
from tabletop.ui.theme import SHADOW, WHITE, Colour


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
    ball = art.rounded(2 * r, 2 * r, r, WHITE)
    for x in (0, 1):
        for y in (0, 1):
            part = (x * (w - r), y * (h - r), r, r)
            cut = art.masked(plank.subsurface(part), ball.subsurface((x * r, y * r, r, r)))
            target.blit(cut, (box.x + part[0], box.y + part[1]))


def put_side(
    target: pygame.Surface, box: pygame.Rect, radius: int, thick: int, colour: Colour
) -> None:
    """What is seen below a plate of its thickness; the plate itself covers the rest."""
    low = art.rounded(box.w, 2 * radius + thick, radius, colour)
    target.blit(low, (box.x, box.bottom - 2 * radius))


def put_outline(
    target: pygame.Surface, box: pygame.Rect, radius: int, line: int, colour: Colour, alpha: int
) -> None:
    """The edge of a plate, `line` wide, inside its box."""
    side = 2 * radius + 2
    put_frame(target, art.outline(side, side, radius, line, colour, alpha), box, radius)


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
    shape = art.rounded(2 * corner, 2 * corner, radius, WHITE)
    put_frame(target, make(shape, depth, light, dark), box, corner)


def put_cast(
    target: pygame.Surface, box: pygame.Rect, radius: float, blur: int, alpha: int
) -> None:
    """The soft shadow of a plate, where it shows: `box` is what casts it, moved."""
    corner = ceil(radius + 2 * blur)
    core = art.rounded(2 * corner + 2, 2 * corner + 2, radius, SHADOW)
    pad = 2 * blur
    size = (core.get_width() + 2 * pad, core.get_height() + 2 * pad)
    shape = art.blank(*size, SHADOW)
    shape.blit(core, (pad, pad))
    part = max(1, blur // 4)
    shape = pygame.transform.smoothscale(shape, (size[0] // part, size[1] // part))
    shape = pygame.transform.gaussian_blur(shape, max(1, blur // part))
    soft = art.silhouette(pygame.transform.smoothscale(shape, size), SHADOW, alpha)
    put_frame(target, soft, box.inflate(2 * pad, 2 * pad), corner + pad)
