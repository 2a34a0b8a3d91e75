"""Antialiased shapes, relief, shadows, glows, pieces and arrows as surfaces, in real pixels.

Every primitive has one colour: it is drawn large over transparent pixels *of that colour* and
scaled down, so that it has no dark fringe. Other surfaces are composed of primitives. Results are
cached by their arguments and must not be changed. Light comes from above and a little from the
left.

Large masks are slow. So of large plates only the corners are rendered and the sides are stretched,
and long arrows are composed of short pieces that are rendered once for each direction. The large
surfaces are strips in memory that is used again: for a new block of that size the system clears
every page, which takes longer than drawing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin
from typing import Final, TypeAlias

import pygame

from tabletop.ui.core.cache import BYTES_PER_PIXEL, surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import lerp
from tabletop.ui.draw import annotations
from tabletop.ui.theme.theme import (
    BLACK,
    HALO,
    SHADOW,
    SHINE,
    WHITE,
    Colour,
    Mark,
    SeatLook,
    active_palette,
    mix,
)

SUPERSAMPLING: Final = 4
"""Shapes are drawn this many times larger and scaled down."""
MAX_FULL_BLUR_PIXELS: Final = 200_000
"""Larger surfaces are blurred at a lower resolution, or the start would take too long."""
OPAQUE_ALPHA: Final = 200
"""From this alpha on a face counts as solid."""

SCRATCH_PIXELS: Final = 512 * 1024
STRIP_ROWS: Final = 48
"""Rows of a strip, scaled down: it fits the processor's cache, and on the slant it is narrow."""

Points: TypeAlias = Sequence[tuple[float, float]]
Circle: TypeAlias = tuple[float, float, float, int]
"""Middle, radius, and the width of the line or 0 for a disc."""

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of a die's faces, x and y from the middle."""


_scratch: Final = memoryview(bytearray(SCRATCH_PIXELS * BYTES_PER_PIXEL))
"""Nothing in it outlives the function that has drawn there."""


def blank(width: float, height: float, colour: Colour = BLACK) -> pygame.Surface:
    """A transparent surface whose pixels have a colour."""
    surface = pygame.Surface((max(1, ceil(width)), max(1, ceil(height))), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


def large_blank(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A `blank` that is scaled down and dropped at once: the next one may be in the same memory.

    Only the main thread may draw on it.
    """
    if not 0 < width * height <= SCRATCH_PIXELS:
        return blank(width, height, colour)
    surface = pygame.image.frombuffer(
        _scratch[: width * height * BYTES_PER_PIXEL], (width, height), "BGRA"
    )
    surface.fill((*colour, 0))
    return surface


def supersampled(
    size: tuple[int, int],
    colour: Colour,
    polygons: Iterable[Points],
    circles: Iterable[Circle] = (),
) -> pygame.Surface:
    """Filled polygons and circles, given in pixels times `SUPERSAMPLING`, scaled down to the size.

    It is drawn in strips, and of each strip only the part that they reach.
    """
    # As pygame does; in whole numbers they can be moved without rounding.
    paths = [[(int(x), int(y)) for x, y in path] for path in polygons]
    balls = [(int(x), int(y), radius, width) for x, y, radius, width in circles]
    picture = blank(*size, colour)
    wide, high = picture.get_size()
    for top in range(0, high, STRIP_ROWS):
        rows = min(STRIP_ROWS, high - top)
        first, end = top * SUPERSAMPLING, (top + rows) * SUPERSAMPLING
        here = [(path, span) for path in paths if (span := _span(path, first, end)) is not None]
        round_here = [
            ball
            for ball in balls
            if first - 1 <= ball[1] + ball[2] and ball[1] - ball[2] <= end + 1
        ]
        ends = [x for _, span in here for x in span]
        ends += [x for at, _, radius, _ in round_here for x in (at - radius, at + radius)]
        if not ends:
            continue
        left = max(0, int(min(ends)) // SUPERSAMPLING - 1)
        right = min(wide, int(max(ends)) // SUPERSAMPLING + 2)
        if left >= right:
            continue
        large = large_blank((right - left) * SUPERSAMPLING, rows * SUPERSAMPLING, colour)
        dx, dy = left * SUPERSAMPLING, first
        for path, _ in here:
            pygame.draw.polygon(large, (*colour, 255), [(x - dx, y - dy) for x, y in path])
        for x, y, radius, width in round_here:
            pygame.draw.circle(large, (*colour, 255), (x - dx, y - dy), radius, width)
        strip = picture.subsurface((left, top, right - left, rows))
        pygame.transform.smoothscale(large, strip.get_size(), strip)
    return picture


def _span(path: Sequence[tuple[int, int]], first: int, end: int) -> tuple[float, float] | None:
    """How far a polygon reaches to the left and right between two rows; None if not at all."""
    found = []
    for (x, y), (to_x, to_y) in zip(path, [*path[1:], path[0]], strict=True):
        if max(y, to_y) < first or min(y, to_y) > end:
            continue
        for row in (first, end):
            if min(y, to_y) < row < max(y, to_y):
                found.append(x + (to_x - x) * (row - y) / (to_y - y))
        found += [at for at, row in ((x, y), (to_x, to_y)) if first <= row <= end]
    return (min(found), max(found)) if found else None


def polygon(
    size: tuple[int, int], points: Points, colour: Colour, alpha: int = 255
) -> pygame.Surface:
    """A filled polygon on a surface of that size."""
    path = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
    return with_alpha(supersampled(size, colour, [path]), alpha)


def stroke(
    size: tuple[int, int],
    points: Points,
    width: float,
    colour: Colour,
    *,
    closed: bool = False,
    alpha: int = 255,
) -> pygame.Surface:
    """A polyline with round joints and ends."""
    path = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
    thick = max(1.0, width * SUPERSAMPLING)
    quads = []
    for a, b in zip(path, path[1:] + path[:1] if closed else path[1:], strict=False):
        length = dist(a, b)
        if length > 0:
            nx, ny = (b[1] - a[1]) / length * thick / 2, (a[0] - b[0]) / length * thick / 2
            quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
            quad += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
            quads.append(quad)
    circles = [(x, y, thick / 2, 0) for x, y in path]
    return with_alpha(supersampled(size, colour, quads, circles), alpha)


def with_alpha(picture: pygame.Surface, alpha: int) -> pygame.Surface:
    """Multiplies the alpha of a surface, and returns that surface."""
    if alpha < 255:
        picture.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@surface_cache(most=512)
def disc(radius: float, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A filled circle in the middle of the smallest surface."""
    side = 2 * ceil(radius + 1)
    middle = side * SUPERSAMPLING / 2
    circle = middle, middle, radius * SUPERSAMPLING, 0
    return with_alpha(supersampled((side, side), colour, (), [circle]), alpha)


@surface_cache(most=512)
def ring(radius: float, width: float, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """A circle line; `radius` is that of the middle of the line."""
    outer = radius + width / 2
    side = 2 * ceil(outer + 1)
    middle, line = side * SUPERSAMPLING / 2, max(1, round(width * SUPERSAMPLING))
    circle = middle, middle, outer * SUPERSAMPLING, line
    return with_alpha(supersampled((side, side), colour, (), [circle]), alpha)


@surface_cache(most=256)
def dashed_ring(radius: float, width: float, colour: Colour, dashes: int = 12) -> pygame.Surface:
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
    """A filled rectangle with round corners. Only the corners are supersampled."""
    picture = blank(width, height, colour)
    r = min(ceil(radius), width // 2, height // 2)
    picture.fill((*colour, 255))
    if r > 0:
        middle = r * SUPERSAMPLING
        ball = supersampled((2 * r, 2 * r), colour, (), [(middle, middle, middle, 0)])
        for x in (0, 1):
            for y in (0, 1):
                where = (x * (width - r), y * (height - r), r, r)
                picture.fill((*colour, 0), where)
                picture.blit(ball, where[:2], (x * r, y * r, r, r))
    if alpha >= OPAQUE_ALPHA:
        annotations.annotate_face(picture)
    return with_alpha(picture, alpha)


@surface_cache(most=256)
def outline(
    width: int, height: int, radius: float, line: float, colour: Colour, alpha: int = 255
) -> pygame.Surface:
    """The outline of a rounded rectangle, `line` wide, inside its size."""
    picture = rounded(width, height, radius, colour).copy()
    inner = max(1, round(line))
    hole = rounded(width - 2 * inner, height - 2 * inner, max(0.0, radius - inner), WHITE)
    picture.blit(hole, (inner, inner), special_flags=pygame.BLEND_RGBA_SUB)
    # Subtracting has removed the colour, too: restore it where alpha is left.
    tint = pygame.Surface((width, height), pygame.SRCALPHA)
    tint.fill((*colour, 255))
    tint.blit(_alpha_mask(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return with_alpha(tint, alpha)


def _alpha_mask(picture: pygame.Surface) -> pygame.Surface:
    """The surface in white, as a mask to multiply with at once; see `large_blank`."""
    mask = large_blank(*picture.get_size(), WHITE)
    mask.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return mask


def blit_centred(
    picture: pygame.Surface, shape: pygame.Surface, dx: float = 0, dy: float = 0
) -> None:
    """Blits a shape on the middle of a surface, moved by (dx, dy)."""
    x = (picture.get_width() - shape.get_width()) / 2 + dx
    y = (picture.get_height() - shape.get_height()) / 2 + dy
    picture.blit(shape, (round(x), round(y)))
    annotations.copy_annotations(picture, shape, (round(x), round(y)))


def copy_surface(picture: pygame.Surface) -> pygame.Surface:
    """A copy with its annotations."""
    copy = picture.copy()
    annotations.copy_annotations(copy, picture, (0, 0))
    return copy


def layered(*shapes: pygame.Surface, side: int = 0, colour: Colour = BLACK) -> pygame.Surface:
    """Shapes on top of each other in a square that holds all of them, the first at the bottom."""
    picture = blank(*(side or max(max(shape.get_size()) for shape in shapes),) * 2, colour)
    for shape in shapes:
        blit_centred(picture, shape)
    return picture


def masked(picture: pygame.Surface, shape: pygame.Surface) -> pygame.Surface:
    """A surface cut to the alpha of a shape of the same size."""
    cut = picture.convert_alpha() if picture.get_flags() & pygame.SRCALPHA else opaque(picture)
    cut.blit(_alpha_mask(shape), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cut


def opaque(picture: pygame.Surface) -> pygame.Surface:
    """A copy with an alpha channel that is 255 everywhere."""
    copy = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    copy.fill((0, 0, 0, 255))
    copy.blit(picture, (0, 0))
    return copy


def silhouette(picture: pygame.Surface, colour: Colour, alpha: int = 255) -> pygame.Surface:
    """The shape of a surface filled with one colour."""
    shape = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    shape.fill((*colour, alpha))
    shape.blit(_alpha_mask(picture), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return shape


def blurred(picture: pygame.Surface, colour: Colour, blur: float, alpha: int) -> pygame.Surface:
    """The blurred shape of a surface, larger by `2 * blur` on every side: for shadows and glows.

    A strong blur is computed at a lower resolution.
    """
    pad = ceil(2 * blur)
    width, height = picture.get_width() + 2 * pad, picture.get_height() + 2 * pad
    shape = large_blank(width, height, colour)
    shape.blit(picture, (pad, pad))
    part = 4.0 if blur >= 12 else 2.0 if blur >= 6 else 1.0
    if width * height > MAX_FULL_BLUR_PIXELS:
        part = min(8.0, max(1.0, blur / 2))
    if part > 1:
        small = (max(1, int(width / part)), max(1, int(height / part)))
        shape = pygame.transform.smoothscale(shape, small)
    # Only the alpha is needed: the colour is applied before scaling up.
    soft = silhouette(pygame.transform.gaussian_blur(shape, max(1, round(blur / part))), colour)
    if part > 1:
        soft = pygame.transform.smoothscale(soft, (width, height))
    return with_alpha(soft, alpha)


def with_shadow(picture: pygame.Surface, depth: float, strength: float = 1.0) -> pygame.Surface:
    """A surface with a narrow contact shadow and a long soft one.

    `depth` is its height above the table in pixels. The result is larger and has the same middle.
    """
    pad = _shadow_pad(depth)
    width, height = picture.get_width() + 2 * pad, picture.get_height() + 2 * pad
    whole = blank(width, height, SHADOW)
    for blur, dx, dy, alpha in ((depth * 0.9, 0.55, 0.95, 105), (depth * 0.22, 0.12, 0.3, 130)):
        soft = blurred(picture, SHADOW, max(1.0, blur), round(alpha * strength))
        edge = (soft.get_width() - picture.get_width()) // 2
        whole.blit(soft, (pad - edge + round(dx * depth), pad - edge + round(dy * depth)))
    whole.blit(picture, (pad, pad))
    annotations.copy_annotations(whole, picture, (pad, pad))
    return whole


def _shadow_pad(depth: float) -> int:
    """How many pixels a shadow reaches beyond its surface, at most."""
    return ceil(depth * 3 + 4)


@surface_cache(most=64)
def rounded_shadow(width: int, height: int, radius: float, depth: float) -> pygame.Surface:
    """The shadow of a plate with round corners, filled below it; see `with_shadow`.

    A large one is stretched from a small one, because blurring takes long.
    """
    plate = rounded(width, height, radius, SHADOW)
    border = ceil(radius) + _shadow_pad(depth)
    side = 2 * border + 1
    if min(width, height) <= side:
        return with_shadow(plate, depth, 0.9)
    pad = _shadow_pad(depth)
    small = with_shadow(rounded(side, side, radius, SHADOW), depth, 0.9)
    whole = _stretched(small, pad + border, (width + 2 * pad, height + 2 * pad))
    annotations.copy_annotations(whole, plate, (pad, pad))
    return whole


def _stretched(picture: pygame.Surface, border: int, size: tuple[int, int]) -> pygame.Surface:
    """A surface whose middle row and column of pixels are repeated up to the size."""
    whole = blank(*size, SHADOW)
    width, height = size
    # Where a part begins in the picture and in the whole, and its extent in both.
    columns = (
        (0, 0, border, border),
        (border, border, 1, width - 2 * border),
        (border + 1, width - border, border, border),
    )
    rows = (
        (0, 0, border, border),
        (border, border, 1, height - 2 * border),
        (border + 1, height - border, border, border),
    )
    for x, to_x, w, to_w in columns:
        for y, to_y, h, to_h in rows:
            part = picture.subsurface((x, y, w, h))
            whole.blit(pygame.transform.scale(part, (to_w, to_h)), (to_x, to_y))
    return whole


def sheen(shape: pygame.Surface, top: int, bottom: int) -> pygame.Surface:
    """Light on a shape: white of alpha `top` at the top, black of `bottom` at the bottom."""
    width, height = shape.get_size()
    ramp = pygame.Surface((1, 16), pygame.SRCALPHA)
    for y in range(16):
        light = top * (1 - y / 7) if y < 7 else 0
        dark = bottom * (y - 8) / 7 if y > 8 else 0
        ramp.set_at((0, y), (255, 255, 255, round(light)) if light else (0, 0, 0, round(dark)))
    light_and_dark = pygame.transform.smoothscale(ramp, (width, height))
    light_and_dark.blit(_alpha_mask(shape), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return light_and_dark


def mark_points(
    mark: Mark, radius: float, middle: tuple[float, float]
) -> list[tuple[float, float]]:
    """A seat's mark as a polygon about a point; all marks look equally large."""
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
    side = 2 * ceil(radius * 1.3)
    return polygon((side, side), mark_points(mark, radius, (side / 2, side / 2)), colour)


def narrowest(radius: float) -> int:
    """The width of a plate of its round corners and one column between them."""
    return 2 * ceil(radius) + 1


def widened(plate: pygame.Surface, width: int) -> pygame.Surface:
    """A plate of such a width whose middle column of pixels is repeated."""
    narrow, height = plate.get_size()
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    r = narrow // 2
    for x, wide, to_x, to_wide in (
        (0, r, 0, r),
        (r, 1, r, width - 2 * r),
        (r + 1, r, width - r, r),
    ):
        if wide:
            target = whole.subsurface((to_x, 0, to_wide, height))
            part = plate.subsurface((x, 0, wide, height))
            pygame.transform.scale(part, (to_wide, height), target)
    for trace in annotations.annotations_of(plate):
        if isinstance(trace, annotations.SolidFace):
            annotations.annotate(whole, trace._replace(w=trace.w + width - narrow))
    return whole


@surface_cache(most=128)
def slab(
    width: int, height: int, radius: float, top: Colour, side: Colour, thick: int
) -> pygame.Surface:
    """A solid plate seen a little from the front, with its side below."""
    if width > (narrow := narrowest(radius)):
        return widened(slab(narrow, height, radius, top, side, thick), width)
    plate = blank(width, height + thick, side)
    lower = rounded(width, height, radius, side)
    # Between the corners the first one covers all; the others only change the rows of the corners.
    corner = min(ceil(radius), height // 2)
    if thick:
        plate.blit(lower, (0, thick))
    for k in range(thick - 1, 0, -1):
        plate.blit(lower, (0, k), (0, 0, width, corner + 1))
        plate.blit(lower, (0, height - corner + k), (0, height - corner, width, corner))
    face = rounded(width, height, radius, top)
    plate.blit(face, (0, 0))
    plate.blit(sheen(face, 18, 22), (0, 0))
    annotations.copy_annotations(plate, face, (0, 0))
    return plate


SUN: Final = (255, 246, 222)
SHADE: Final = (24, 12, 4)


def uncovered_part(
    shape: pygame.Surface, dx: float, dy: float, colour: Colour, alpha: int
) -> pygame.Surface:
    """The part of a shape that a copy of it, moved by (dx, dy), does not cover."""
    bare = shape.copy()
    cover = silhouette(shape, WHITE)
    bare.blit(cover, (round(dx), round(dy)), special_flags=pygame.BLEND_RGBA_SUB)
    return silhouette(bare, colour, alpha)


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
    """An overlay with light on the upper left edges of a shape and shade on the lower right ones.

    `light` and `dark` are the alphas at the edge; they fade inward in `steps`.
    """
    film = blank(*shape.get_size())
    steps = max(1, min(steps, round(depth)))
    for k in range(1, steps + 1):
        by = depth * k / steps
        film.blit(uncovered_part(shape, -by * 0.7, -by, shade, round(dark / steps)), (0, 0))
        film.blit(uncovered_part(shape, by * 0.7, by, sun, round(light / steps)), (0, 0))
    return film


def inner_shadow(shape: pygame.Surface, depth: float, dark: int) -> pygame.Surface:
    """An overlay with the shadow of the upper left wall of a hollow on its floor."""
    width, height = shape.get_size()
    hole = blank(width, height, SHADOW)
    hole.fill((*SHADOW, 255))
    white = silhouette(shape, WHITE)
    hole.blit(white, (round(depth * 0.7), round(depth)), special_flags=pygame.BLEND_RGBA_SUB)
    wall = silhouette(hole, SHADOW)
    part = 4 if depth >= 8 else 2 if depth >= 4 else 1
    small = pygame.transform.smoothscale(wall, (max(1, width // part), max(1, height // part)))
    soft = pygame.transform.gaussian_blur(small, max(1, round(depth * 0.6 / part)), True)
    wide = pygame.transform.smoothscale(soft, (width, height))
    return masked(silhouette(wide, SHADOW, dark), shape)


def gradient(width: int, height: int, colour: Colour, first: int, last: int) -> pygame.Surface:
    """An overlay whose alpha changes from one long edge to the other (from the top or the left)."""
    upright = height > width
    steps = 16
    ramp = pygame.Surface((1, steps) if not upright else (steps, 1), pygame.SRCALPHA)
    for i in range(steps):
        t = i / (steps - 1)
        alpha = round(first + (last - first) * (1 - (1 - t) ** 2))
        ramp.set_at((i, 0) if upright else (0, i), (*colour, alpha))
    return pygame.transform.smoothscale(ramp, (max(1, width), max(1, height)))


def engraved(ink: pygame.Surface, by: int, shine: int = 130) -> pygame.Surface:
    """A dark shape engraved in wood, with light (alpha `shine`) along its lower edges."""
    width, height = ink.get_size()
    picture = blank(width + 2 * by, height + 2 * by, SHINE)
    picture.blit(silhouette(ink, SHINE, shine), (by + by // 2, 2 * by))
    picture.blit(ink, (by, by))
    annotations.copy_annotations(picture, ink, (by, by))
    return picture


def put_frame(target: pygame.Surface, small: pygame.Surface, box: pygame.Rect, corner: int) -> None:
    """Blits a small frame round a larger box: corners unchanged, sides stretched.

    Round a box that is too small for its corners it is scaled as a whole.
    """
    if min(box.size) < 2 * corner:
        target.blit(pygame.transform.smoothscale(small, box.size), box)
        return
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
    """Blits a plank without alpha, as large as its box, with round corners."""
    w, h, r = box.w, box.h, radius
    for part in ((r, 0, w - 2 * r, h), (0, r, r, h - 2 * r), (w - r, r, r, h - 2 * r)):
        target.blit(plank, (box.x + part[0], box.y + part[1]), part)
    ball = rounded(2 * r, 2 * r, r, WHITE)
    for x in (0, 1):
        for y in (0, 1):
            part = (x * (w - r), y * (h - r), r, r)
            cut = masked(plank.subsurface(part), ball.subsurface((x * r, y * r, r, r)))
            target.blit(cut, (box.x + part[0], box.y + part[1]))


def put_side(
    target: pygame.Surface, box: pygame.Rect, radius: int, thick: int, colour: Colour
) -> None:
    """Draws the side of a plate below it; the plate must be drawn over it."""
    low = rounded(box.w, 2 * radius + thick, radius, colour)
    target.blit(low, (box.x, box.bottom - 2 * radius))


def put_outline(
    target: pygame.Surface, box: pygame.Rect, radius: int, line: int, colour: Colour, alpha: int
) -> None:
    """Draws the outline of a plate, `line` wide, inside its box."""
    side = 2 * radius + 2
    put_frame(target, outline(side, side, radius, line, colour, alpha), box, radius)


def put_bevel(
    target: pygame.Surface,
    box: pygame.Rect,
    radius: int,
    depth: float,
    light: int,
    dark: int,
    make: Callable[[pygame.Surface, float, int, int], pygame.Surface] = bevel,
) -> None:
    """Bevels the rim of a plate; `make` bevels a small shape for that."""
    corner = radius + ceil(depth) + 1
    shape = rounded(2 * corner, 2 * corner, radius, WHITE)
    put_frame(target, make(shape, depth, light, dark), box, corner)


def put_drop_shadow(
    target: pygame.Surface, box: pygame.Rect, radius: float, blur: int, alpha: int
) -> None:
    """Draws the soft shadow of a plate; `box` is the plate's, moved."""
    corner = ceil(radius + 2 * blur)
    core = rounded(2 * corner + 2, 2 * corner + 2, radius, SHADOW)
    pad = 2 * blur
    size = (core.get_width() + 2 * pad, core.get_height() + 2 * pad)
    shape = blank(*size, SHADOW)
    shape.blit(core, (pad, pad))
    part = max(1, blur // 4)
    shape = pygame.transform.smoothscale(shape, (size[0] // part, size[1] // part))
    shape = pygame.transform.gaussian_blur(shape, max(1, blur // part))
    soft = silhouette(pygame.transform.smoothscale(shape, size), SHADOW, alpha)
    put_frame(target, soft, box.inflate(2 * pad, 2 * pad), corner + pad)


@surface_cache(most=256)
def stone(
    look: SeatLook, radius: float, *, shadow: bool = True, rim: float = 0.0
) -> pygame.Surface:
    """A stone on the table; the middle of the surface is that of its face.

    `rim` is the width of its rim in radii; 0 for the palette's.
    """
    thick = radius * 0.13
    inner = 1 - (rim or active_palette().rim)
    side = 2 * ceil(radius * 1.2 + 1)
    picture = blank(side, side)
    light = sum(look.face) > 380
    edge = mix(look.face, BLACK, 0.32 if light else 0.5)
    blit_centred(picture, disc(radius, edge), dy=round(thick))
    blit_centred(picture, disc(radius, look.rim))
    blit_centred(picture, disc(radius * inner, look.face))
    face = disc(radius * inner, look.face)
    blit_centred(picture, sheen(face, 70 if not light else 60, 40))
    blit_centred(
        picture,
        ring(radius * 0.72, max(1.0, radius * 0.05), mix(look.face, BLACK, 0.3), 150),
    )
    blit_centred(
        picture,
        ring(radius * 0.76, max(1.0, radius * 0.03), mix(look.face, WHITE, 0.4), 120),
    )
    blit_centred(picture, mark_picture(look.mark, radius * 0.42, look.inlay))
    return with_shadow(picture, max(1.5, radius * 0.28)) if shadow else picture


@surface_cache(most=256)
def sunk_stone(look: SeatLook, radius: float) -> pygame.Surface:
    """A stone in a pit or out of play: flat and darker, without a shadow."""
    side = 2 * ceil(radius * 1.1 + 1)
    dull = SeatLook(
        mix(look.face, (60, 66, 66), 0.42), look.inlay, look.mark, mix(look.rim, BLACK, 0.35)
    )
    return layered(
        disc(radius, dull.rim),
        disc(radius * (0.98 - active_palette().rim), dull.face),
        mark_picture(look.mark, radius * 0.42, mix(look.inlay, dull.face, 0.15)),
        side=side,
    )


@surface_cache(most=256)
def ghost(look: SeatLook, radius: float) -> pygame.Surface:
    """A preview of a stone: pale, with a dashed rim."""
    side = 2 * ceil(radius * 1.25 + 1)
    ink = (20, 28, 34)
    return layered(
        disc(radius, mix(look.face, WHITE, 0.35), 150),
        mark_picture(look.mark, radius * 0.42, ink if sum(look.face) > 380 else look.inlay),
        dashed_ring(radius, max(1.5, radius * 0.12), ink),
        side=side,
    )


@surface_cache(most=64)
def glow_disc(radius: int) -> pygame.Surface:
    """The light under a spot that may be touched."""
    core = disc(float(radius), (255, 236, 184))
    picture = blurred(core, HALO, radius * 0.35, 190).copy()
    blit_centred(picture, disc(float(radius), (255, 240, 200), 235))
    blit_centred(picture, ring(float(radius), max(1.5, radius * 0.1), (255, 205, 110)))
    return picture


@surface_cache(most=64)
def glow_tile(width: int, height: int, radius: float) -> pygame.Surface:
    """The light under a square tile, with a soft halo."""
    core = rounded(width, height, radius, (255, 222, 150))
    picture = blurred(core, HALO, max(2.0, min(width, height) * 0.10), 220).copy()
    at = ((picture.get_width() - width) // 2, (picture.get_height() - height) // 2)
    picture.blit(core, at)
    small = rounded(round(width * 0.72), round(height * 0.72), radius, WHITE)
    inner = blurred(small, (255, 246, 220), width * 0.10, 255)
    cut = blank(width, height)
    cut.blit(inner, ((width - inner.get_width()) // 2, (height - inner.get_height()) // 2))
    picture.blit(masked(cut, core), at)
    return picture


ArrowColours: TypeAlias = tuple[Colour, Colour]
"""Of an arrow and of its rim."""

WIDTH, HEAD, WING, RIM, DOT = 0.095, 0.25, 0.19, 0.032, 0.105
"""In cells: the width of an arrow, length and half width of its head, its rim, its initial dot."""
LONG, SHORT = 0.80, 0.16
"""In cells: the lengths of the pieces of a line."""


def direction(start: Point, end: Point) -> int:
    """The direction from one point to another in whole degrees, clockwise from the right.

    The pieces of an arrow are too short for the rounding to be seen.
    """
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0]))) % 360


def turned(way: int, points: Iterable[Point], colour: Colour) -> pygame.Surface:
    """A polygon turned about the middle of its surface; `way` in degrees."""
    dx, dy = round(cos(radians(way)), 12), round(sin(radians(way)), 12)
    at = [(x * dx - y * dy, x * dy + y * dx) for x, y in points]
    side = 2 * ceil(max(max(abs(x), abs(y)) for x, y in at) + 1)
    return polygon((side, side), [(x + side / 2, y + side / 2) for x, y in at], colour)


@surface_cache(most=512)
def _bar(cell: int, way: int, length: float, grow: float, colour: Colour) -> pygame.Surface:
    half, wide = cell * length / 2, cell * (WIDTH / 2 + grow)
    return turned(way, ((-half, -wide), (half, -wide), (half, wide), (-half, wide)), colour)


@surface_cache(most=512)
def head(cell: int, way: int, grow: float, colour: Colour) -> pygame.Surface:
    """The head of an arrow; without a rim its tip is half of `HEAD` from the middle."""
    half, wide, more = cell * HEAD / 2, cell * WING, cell * grow
    points = (
        (-half - more, -wide - 1.7 * more),
        (half + 1.5 * more, 0),
        (-half - more, wide + 1.7 * more),
    )
    return turned(way, points, colour)


@dataclass(frozen=True, slots=True)
class Arrows:
    """Draws arrows on a board with cells of `cell` canvas units and `cell_px` pixels."""

    cell: float
    cell_px: int

    def make(self, ways: Iterable[int], colours: Iterable[ArrowColours]) -> None:
        """Fills the caches for some directions."""
        for own, rim in colours:
            for grow, colour in ((RIM, rim), (0.0, own)):
                self._dot(grow, colour)
                for way in ways:
                    head(self.cell_px, way, grow, colour)
                    for length in (LONG, SHORT):
                        _bar(self.cell_px, way % 180, length, grow, colour)

    def put(
        self,
        frame: Frame,
        start: Point,
        end: Point,
        colours: ArrowColours,
        leave: float = 0.0,
        reach: float = 0.0,
    ) -> None:
        """Draws an arrow; `leave` and `reach` are the cells that are cut off its two ends.

        If `leave` is 0, it begins with a dot.
        """
        length = dist(start, end)
        if length < 1:
            return
        way = direction(start, end)
        tip = length - reach * self.cell
        middle = tip - self.cell * HEAD / 2
        first = leave * self.cell if leave else DOT * self.cell * 1.2
        last = middle - self.cell * HEAD * 0.3
        if leave and last - first < self.cell * SHORT:
            # Only the head fits between two neighbours, in the middle of the gap.
            middle = (first + tip) / 2
            last = first
        bars = tuple(self._bars(first, last))
        for grow, colour in ((RIM, colours[1]), (0.0, colours[0])):
            if not leave:
                self.put_dot(frame, start, grow, colour)
            for bar, long in bars:
                picture = _bar(self.cell_px, way % 180, long, grow, colour)
                frame.put(picture, lerp(start, end, bar / length))
            frame.put(head(self.cell_px, way, grow, colour), lerp(start, end, middle / length))

    def put_dot(self, frame: Frame, at: Point, grow: float, colour: Colour) -> None:
        """Draws the ring that an arrow begins with; `grow` is `RIM` for its rim, else 0."""
        frame.put(self._dot(grow, colour), at)

    def _dot(self, grow: float, colour: Colour) -> pygame.Surface:
        width = self.cell_px * (0.07 + 2 * grow)
        return ring(self.cell_px * DOT, round(width, 1), colour)

    def _bars(self, first: float, last: float) -> Iterator[tuple[float, float]]:
        """The middles and lengths of the pieces of a line; neighbours overlap a little."""
        overlap = 0.02 * self.cell
        while last - first > overlap:
            size = LONG if last - first > LONG * self.cell else SHORT
            length = size * self.cell
            at = min(first, last - length)
            yield at + length / 2, size
            first = at + length - overlap if at == first else last


@surface_cache(most=256)
def short_arrow(
    dx: int, dy: int, width: float, head: float, colour: Colour, rim: Colour, rim_width: float
) -> pygame.Surface:
    """An arrow along `(dx, dy)` pixels as one surface; the middle of the span is in its middle."""
    length = max(1.0, hypot(dx, dy))
    head = min(head, length)
    pad = ceil(head + rim_width + 2)
    size = (abs(dx) + 2 * pad, abs(dy) + 2 * pad)
    middle = (size[0] / 2, size[1] / 2)
    angle = atan2(dy, dx)
    picture = blank(*size, rim)
    for grow, tint in ((rim_width, rim), (0.0, colour)):
        if grow or tint == colour:
            half, wide = width / 2 + grow, head * 0.6 + grow * 1.3
            shaft = length / 2 - head * 0.9
            outline_points = [
                (-length / 2 - grow, -half),
                (shaft - grow, -half),
                (shaft - grow, -wide),
                (length / 2 + grow * 1.7, 0),
                (shaft - grow, wide),
                (shaft - grow, half),
                (-length / 2 - grow, half),
            ]
            corners = [
                (
                    middle[0] + x * cos(angle) - y * sin(angle),
                    middle[1] + x * sin(angle) + y * cos(angle),
                )
                for x, y in outline_points
            ]
            picture.blit(polygon(size, corners, tint), (0, 0))
    return picture


def lit_plate(width: int, height: int, radius: float, colour: Colour) -> pygame.Surface:
    """A rounded plate, lighter at the top."""
    ramp = pygame.Surface((1, 8), pygame.SRCALPHA)
    for y in range(8):
        light = (
            mix(colour, WHITE, 0.10 - 0.06 * y) if y < 2 else mix(colour, BLACK, 0.018 * (y - 2))
        )
        ramp.set_at((0, y), (*light, 255))
    plate = pygame.transform.smoothscale(ramp, (width, height))
    plate.blit(rounded(width, height, radius, WHITE), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return plate


@surface_cache(most=16)
def soft_glow(radius: int) -> pygame.Surface:
    """A white disc that fades towards its edge, as light on a coloured ground."""
    small = blank(32, 32, WHITE)
    for x in range(32):
        for y in range(32):
            far = ((x - 15.5) ** 2 + (y - 15.5) ** 2) ** 0.5 / 15.5
            small.set_at((x, y), (255, 255, 255, round(64 * max(0.0, 1 - far) ** 1.4)))
    return pygame.transform.smoothscale(small, (2 * radius, 2 * radius))
