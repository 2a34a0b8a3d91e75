"""Relief: bevelled edges, sunk trays and soft shadows of large things, made cheaply.

One light for everything, from above and a little from the left. Frames of large plates are made
small and stretched along their sides, so that a board costs no more at four times the pixels.
"""

from math import ceil

import pygame

from tabletop.ui import art
from tabletop.ui.theme import SHADOW, WHITE, Colour


def rim_light(
    shape: pygame.Surface, dx: float, dy: float, colour: Colour, alpha: int
) -> pygame.Surface:
    """The part of a shape that its own copy, moved by some pixels, leaves bare."""
    picture = shape.copy()
    white = art.silhouette(shape, WHITE)
    picture.blit(white, (round(dx), round(dy)), special_flags=pygame.BLEND_RGBA_SUB)
    return art.silhouette(picture, colour, alpha)


def bevelled(
    shape: pygame.Surface, depth: float, light: int, dark: int, shine: Colour = (255, 246, 222)
) -> pygame.Surface:
    """Light on the upper left edges of a shape, shade on the lower right ones, as a film."""
    film = art.blank(*shape.get_size())
    steps = max(1, min(5, round(depth)))
    for k in range(1, steps + 1):
        by = depth * k / steps
        film.blit(rim_light(shape, -by * 0.7, -by, (20, 9, 2), round(dark / steps)), (0, 0))
        film.blit(rim_light(shape, by * 0.7, by, shine, round(light / steps)), (0, 0))
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


def round_off(plate: pygame.Surface, radius: int) -> None:
    """Rounds the corners of a fresh picture with alpha."""
    ball = art.rounded(2 * radius, 2 * radius, radius, WHITE)
    width, height = plate.get_size()
    for x in (0, 1):
        for y in (0, 1):
            at = (x * (width - radius), y * (height - radius))
            cut = (x * radius, y * radius, radius, radius)
            plate.blit(ball, at, cut, special_flags=pygame.BLEND_RGBA_MULT)


def put_cast(
    target: pygame.Surface, box: pygame.Rect, radius: float, blur: int, alpha: int
) -> None:
    """The soft shadow of a large plate, where it shows: `box` is what casts it, moved."""
    corner = ceil(radius + 2 * blur)
    core = art.rounded(2 * corner + 2, 2 * corner + 2, radius, SHADOW)
    small = _soft(core, blur, alpha)
    pad = 2 * blur
    put_frame(target, small, box.inflate(2 * pad, 2 * pad), corner + pad)


def _soft(core: pygame.Surface, blur: int, alpha: int) -> pygame.Surface:
    pad = 2 * blur
    size = (core.get_width() + 2 * pad, core.get_height() + 2 * pad)
    shape = art.blank(*size, SHADOW)
    shape.blit(core, (pad, pad))
    part = max(1, blur // 4)
    shape = pygame.transform.smoothscale(shape, (size[0] // part, size[1] // part))
    shape = pygame.transform.gaussian_blur(shape, max(1, blur // part))
    return art.silhouette(pygame.transform.smoothscale(shape, size), SHADOW, alpha)
