"""Shapes with smooth edges, shadows and glows, as pictures in real pixels.

Every primitive has one colour: it is drawn large over transparent pixels *of that colour* and
scaled down, so no dark fringe mixes in. Richer things are put together from primitives. Results
are cached by their arguments and must not be changed.
"""

from collections.abc import Sequence
from math import ceil, cos, dist, pi, sin
from typing import Final, TypeAlias

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.draw import annotations
from tabletop.ui.theme.theme import BLACK, SHADOW, WHITE, Colour, Mark

SUPERSAMPLING: Final = 4
"""Shapes are drawn this many times larger and scaled down."""
MAX_FULL_BLUR_PIXELS: Final = 200_000
"""What has more pixels is blurred as small as it can be: the start would wait for nothing else."""
OPAQUE_ALPHA: Final = 200
"""What is less see-through than this hides what lies below."""

Points: TypeAlias = Sequence[tuple[float, float]]


def blank(width: float, height: float, colour: Colour = BLACK) -> pygame.Surface:
    """A transparent picture whose transparent pixels have a colour."""
    surface = pygame.Surface((max(1, ceil(width)), max(1, ceil(height))), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def polygon(
    size: tuple[int, int], points: Points, colour: Colour, alpha: int = 255
) -> pygame.Surface:
    """A filled polygon in a picture of that size."""
    large = blank(size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING, colour)
    pygame.draw.polygon(
        large, (*colour, 255), [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
    )
    return with_alpha(pygame.transform.smoothscale(large, size), alpha)


def stroke(
    size: tuple[int, int],
    points: Points,
    width: float,
    colour: Colour,
    *,
    closed: bool = False,
    alpha: int = 255,
) -> pygame.Surface:
    """A line of some width through points, with round joints and ends."""
    large = blank(size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING, colour)
    path = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
    thick = max(1.0, width * SUPERSAMPLING)
    for a, b in zip(path, path[1:] + path[:1] if closed else path[1:], strict=False):
        length = dist(a, b)
        if length > 0:
            nx, ny = (b[1] - a[1]) / length * thick / 2, (a[0] - b[0]) / length * thick / 2
            quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
            quad += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
            pygame.draw.polygon(large, (*colour, 255), quad)
    for at in path:
        pygame.draw.circle(large, (*colour, 255), at, thick / 2)
    return with_alpha(pygame.transform.smoothscale(large, size), alpha)


def with_alpha(picture: pygame.Surface, alpha: int) -> pygame.Surface:
    """The picture itself, made see-through where `alpha` is below 255."""
    if alpha < 255:
        picture.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@surface_cache(most=512)
def disc(radius: float, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A filled circle; the picture is just large enough, with its middle in the middle."""
    side = 2 * ceil(radius + 1)
    large = blank(side * SUPERSAMPLING, side * SUPERSAMPLING, colour)
    middle = side * SUPERSAMPLING / 2
    pygame.draw.circle(large, (*colour, 255), (middle, middle), radius * SUPERSAMPLING)
    return with_alpha(pygame.transform.smoothscale(large, (side, side)), alpha)


@surface_cache(most=512)
def ring(radius: float, width: float, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A circle's line of some width, `radius` to its middle."""
    outer = radius + width / 2
    side = 2 * ceil(outer + 1)
    large = blank(side * SUPERSAMPLING, side * SUPERSAMPLING, colour)
    middle = (side * SUPERSAMPLING / 2, side * SUPERSAMPLING / 2)
    pygame.draw.circle(
        large, (*colour, 255), middle, outer * SUPERSAMPLING, max(1, round(width * SUPERSAMPLING))
    )
    return with_alpha(pygame.transform.smoothscale(large, (side, side)), alpha)


@surface_cache(most=256)
def dashed_ring(radius: float, width: float, colour: Colour, dashes: int = 12) -> pygame.Surface:
    """A circle of dashes: the rim of a ghost."""
    side = 2 * ceil(radius + width + 1)
    middle = side / 2
    picture = blank(side, side, colour)
    for i in range(dashes):
        arc = [2 * pi * (i + 0.55 * k / 5) / dashes for k in range(6)]
        points = [(middle + radius * cos(a), middle + radius * sin(a)) for a in arc]
        picture.blit(stroke((side, side), points, width, colour), (0, 0))
    return picture


@surface_cache(most=128)
def rounded(
    width: int, height: int, radius: float, colour: Colour, alpha: int = 255
) -> pygame.Surface:
    """A filled rectangle with round corners. Only the corners are drawn large."""
    picture = blank(width, height, colour)
    r = min(ceil(radius), width // 2, height // 2)
    picture.fill((*colour, 255))
    if r > 0:
        ball = pygame.transform.smoothscale(_quarters(r, colour), (2 * r, 2 * r))
        for x in (0, 1):
            for y in (0, 1):
                where = (x * (width - r), y * (height - r), r, r)
                picture.fill((*colour, 0), where)
                picture.blit(ball, where[:2], (x * r, y * r, r, r))
    if alpha >= OPAQUE_ALPHA:
        annotations.annotate_face(picture)
    return with_alpha(picture, alpha)


def _quarters(r: int, colour: Colour) -> pygame.Surface:
    large = blank(2 * r * SUPERSAMPLING, 2 * r * SUPERSAMPLING, colour)
    pygame.draw.circle(
        large, (*colour, 255), (r * SUPERSAMPLING, r * SUPERSAMPLING), r * SUPERSAMPLING
    )
    return large


@surface_cache(most=256)
def outline(
    width: int, height: int, radius: float, line: float, colour: Colour, alpha: int = 255
) -> pygame.Surface:
    """The edge of a rounded rectangle, `line` wide, inside its size."""
    picture = rounded(width, height, radius, colour).copy()
    inner = max(1, round(line))
    hole = rounded(width - 2 * inner, height - 2 * inner, max(0.0, radius - inner), WHITE)
    picture.blit(hole, (inner, inner), special_flags=pygame.BLEND_RGBA_SUB)
    # Subtracting took the colour along; give it back to what is left.
    tint = blank(width, height, colour)
    tint.fill((*colour, 255))
    tint.blit(_alpha_mask(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return with_alpha(tint, alpha)


def _alpha_mask(picture: pygame.Surface) -> pygame.Surface:
    """The picture in plain white, as a mask to multiply with."""
    mask = picture.copy()
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return mask


def blit_centred(
    picture: pygame.Surface, shape: pygame.Surface, dx: float = 0, dy: float = 0
) -> None:
    """Lays a shape on the middle of a fresh picture, moved by some pixels."""
    x = (picture.get_width() - shape.get_width()) / 2 + dx
    y = (picture.get_height() - shape.get_height()) / 2 + dy
    picture.blit(shape, (round(x), round(y)))
    annotations.copy_annotations(picture, shape, (round(x), round(y)))


def copy_surface(picture: pygame.Surface) -> pygame.Surface:
    """A copy to draw on, which is known to show what the picture shows."""
    copy = picture.copy()
    annotations.copy_annotations(copy, picture, (0, 0))
    return copy


def layered(*shapes: pygame.Surface, side: int = 0, colour: Colour = BLACK) -> pygame.Surface:
    """Shapes on each other's middles, the first at the bottom, in a square that holds them all."""
    picture = blank(*(side or max(max(shape.get_size()) for shape in shapes),) * 2, colour)
    for shape in shapes:
        blit_centred(picture, shape)
    return picture


def masked(picture: pygame.Surface, shape: pygame.Surface) -> pygame.Surface:
    """The picture cut to the alpha of a shape of the same size."""
    cut = picture.convert_alpha() if picture.get_flags() & pygame.SRCALPHA else opaque(picture)
    cut.blit(_alpha_mask(shape), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cut


def opaque(picture: pygame.Surface) -> pygame.Surface:
    """A copy of a picture without alpha that has it, full everywhere."""
    copy = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    copy.fill((0, 0, 0, 255))
    copy.blit(picture, (0, 0))
    return copy


def silhouette(picture: pygame.Surface, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """The shape of a picture filled with one colour."""
    shape = blank(*picture.get_size(), colour)
    shape.fill((*colour, alpha))
    shape.blit(_alpha_mask(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return shape


def blurred(picture: pygame.Surface, colour: Colour, blur: float, alpha: int) -> pygame.Surface:
    """The shape of a picture, soft: larger by `2 * blur` on every side. For shadows and glows.

    Blurred at a part of the size where it is soft anyway: nobody can see the difference.
    """
    pad = ceil(2 * blur)
    width, height = picture.get_width() + 2 * pad, picture.get_height() + 2 * pad
    shape = blank(width, height, colour)
    shape.blit(picture, (pad, pad))
    part = 4.0 if blur >= 12 else 2.0 if blur >= 6 else 1.0
    if width * height > MAX_FULL_BLUR_PIXELS:
        part = min(8.0, max(1.0, blur / 2))
    if part > 1:
        small = (max(1, int(width / part)), max(1, int(height / part)))
        shape = pygame.transform.smoothscale(shape, small)
    # Only how see-through it is counts: the colour is laid on while it is small.
    soft = silhouette(pygame.transform.gaussian_blur(shape, max(1, round(blur / part))), colour)
    if part > 1:
        soft = pygame.transform.smoothscale(soft, (width, height))
    return with_alpha(soft, alpha)


def with_shadow(picture: pygame.Surface, depth: float, strength: float = 1.0) -> pygame.Surface:
    """A picture lying on the table: a tight contact shadow and a long soft one, one light for all.

    `depth` is how high it stands, in pixels. The result is larger, its middle is the picture's.
    """
    pad = ceil(depth * 3 + 4)
    width, height = picture.get_width() + 2 * pad, picture.get_height() + 2 * pad
    whole = blank(width, height, SHADOW)
    for blur, dx, dy, alpha in ((depth * 0.9, 0.55, 0.95, 105), (depth * 0.22, 0.12, 0.3, 130)):
        soft = blurred(picture, SHADOW, max(1.0, blur), round(alpha * strength))
        edge = (soft.get_width() - picture.get_width()) // 2
        whole.blit(soft, (pad - edge + round(dx * depth), pad - edge + round(dy * depth)))
    whole.blit(picture, (pad, pad))
    annotations.copy_annotations(whole, picture, (pad, pad))
    return whole


def sheen(shape: pygame.Surface, top: int, bottom: int) -> pygame.Surface:
    """Light on a shape: white of alpha `top` fades out downward, dark of `bottom` upward."""
    width, height = shape.get_size()
    ramp = pygame.Surface((1, 16), pygame.SRCALPHA)
    for y in range(16):
        light = top * (1 - y / 7) if y < 7 else 0
        dark = bottom * (y - 8) / 7 if y > 8 else 0
        ramp.set_at((0, y), (255, 255, 255, round(light)) if light else (0, 0, 0, round(dark)))
    light_and_dark = pygame.transform.smoothscale(ramp, (width, height))
    return masked(light_and_dark, shape)


def mark_points(
    mark: Mark, radius: float, middle: tuple[float, float]
) -> list[tuple[float, float]]:
    """A seat's mark as a polygon about a middle; all marks look equally large."""
    x, y = middle
    match mark:
        case "disc":
            r = radius * 0.86
            return [(x + r * cos(2 * pi * i / 48), y + r * sin(2 * pi * i / 48)) for i in range(48)]
        case "diamond":
            r = radius * 1.14
            return [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
        case "triangle":
            r = radius * 1.1
            return [(x, y - r), (x + r * 0.98, y + r * 0.7), (x - r * 0.98, y + r * 0.7)]
        case "square":
            r = radius * 0.84
            return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]


@surface_cache(most=256)
def mark_picture(mark: Mark, radius: float, colour: Colour) -> pygame.Surface:
    """A seat's mark alone, for words, pads and buttons."""
    side = 2 * ceil(radius * 1.3)
    return polygon((side, side), mark_points(mark, radius, (side / 2, side / 2)), colour)


@surface_cache(most=128)
def slab(
    width: int, height: int, radius: float, top: Colour, side: Colour, thick: int
) -> pygame.Surface:
    """A solid plate seen a little from the front: its own shape repeated downward, and a sheen."""
    plate = blank(width, height + thick, side)
    lower = rounded(width, height, radius, side)
    for k in range(thick, 0, -1):
        plate.blit(lower, (0, k))
    face = rounded(width, height, radius, top)
    plate.blit(face, (0, 0))
    plate.blit(sheen(face, 18, 22), (0, 0))
    annotations.copy_annotations(plate, face, (0, 0))
    return plate
