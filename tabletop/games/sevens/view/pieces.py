"""Pictures of pieces and of whole figures.

The light comes from the upper left and does not turn with a piece. Shadow, sides and face are
separate pictures, so that touching pieces look like one thing with seams. Angles are as seen on the
screen; callers must not change the pictures.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    Corners,
    Kind,
    Picture,
    Point,
    clockwise,
    length,
    shape,
    turned,
    winding,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import BLACK, SHADOW, WHITE, Colour, mix

PIECE_COLOURS: Final[tuple[Colour, ...]] = (
    (228, 86, 50),  # L: orange red
    (38, 104, 222),  # L: blue
    (32, 84, 114),  # M: dark petrol
    (16, 158, 138),  # S: teal
    (217, 82, 152),  # S: pink
    (123, 76, 194),  # Q: violet
    (66, 163, 230),  # P: sky
)
"""The face of each piece by its number; none is amber, which marks what to touch."""

PIECE_THICKNESS: Final = 0.085
"""The thickness of a piece, in units."""
BEVEL_WIDTH: Final = 0.062
LIGHT_DIRECTION: Final[Point] = (-0.53, -0.85)
SHADOW_LEVELS: Final = 4
"""Heights above the board that shadows distinguish."""
LIFT_OFFSET: Final[Point] = (-0.05, -0.12)
"""The offset of a fully lifted piece, in units."""


class PieceImage(NamedTuple):
    """A picture, and the offset from the centroid of its piece to its middle, in pixels."""

    picture: pygame.Surface
    dx: float
    dy: float

    def put(self, frame: Frame, at: Point, alpha: float = 1.0) -> None:
        """Draws it with the centroid of its piece at a canvas point."""
        scale = frame.canvas.scale
        frame.put(self.picture, (at[0] + self.dx / scale, at[1] + self.dy / scale), alpha)


PieceImageLayer: TypeAlias = Literal["side", "face", "both"]
SubpixelPhase: TypeAlias = tuple[int, int]
"""Quarter pixels by which a piece lies right of and below the middle of its picture."""


def pixel_at(canvas: Canvas, at: Point) -> tuple[Point, SubpixelPhase]:
    """The pixel of a canvas point, and the offset within it."""
    scale = canvas.scale
    x, y = at[0] * scale, at[1] * scale
    left, top = floor(x + 0.125), floor(y + 0.125)
    phase = (min(3, max(0, round((x - left) * 4))), min(3, max(0, round((y - top) * 4))))
    return (left / scale, top / scale), phase


TURN_STEPS_PER_DEGREE: Final = 10
"""Pictures of turned pieces distinguish tenths of a degree."""


def piece_picture(
    number: int,
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    *,
    part: PieceImageLayer = "both",
    phase: SubpixelPhase = (0, 0),
    moving: bool = False,
    fold: float = 1.0,
    side: int = 0,
) -> PieceImage:
    """A piece, or only its sides or its face, without its shadow.

    `moving`: made quickly, to half a degree. `fold`: the width of a piece that is being flipped,
    from -1 to 1, as it is seen from the edge at `side` quarter turns.
    """
    steps = (
        round(turn * 2) * TURN_STEPS_PER_DEGREE // 2
        if moving
        else round(turn * TURN_STEPS_PER_DEGREE)
    )
    over = 2 if moving else 4 if unit_px < 130 else 3
    steps %= 360 * TURN_STEPS_PER_DEGREE
    own = _folded(kind, steps, flipped, round(fold, 2), side)
    return _piece(number, own, unit_px, part, phase, over)


@lru_cache(maxsize=512)
def _folded(kind: Kind, steps: int, flipped: bool, fold: float, side: int) -> Corners:
    if fold == 1.0:
        return shape(kind, steps / TURN_STEPS_PER_DEGREE, flipped)
    # Never quite on edge: a polygon without area has no sides.
    fold = fold if abs(fold) > 0.04 else 0.04
    seen = shape(kind, steps / TURN_STEPS_PER_DEGREE - 90 * side, flipped)
    return turned([(x * fold, y) for x, y in seen], 90 * side)


@surface_cache(most=80)
def _piece(
    number: int,
    own: Corners,
    unit_px: float,
    part: PieceImageLayer,
    phase: SubpixelPhase,
    over: int,
) -> PieceImage:
    left, top, size = piece_pixel_box(own, unit_px, 3)
    face = PIECE_COLOURS[number]
    large = scratch_sheet(size[0] * over, size[1] * over, _edge(face))
    middle = ((phase[0] / 4 - left) * over, (phase[1] / 4 - top) * over)
    corners = to_pixels_about(own, unit_px * over, middle)
    if part != "face":
        _draw_side(large, corners, face, unit_px * over, over)
    if part != "side":
        _draw_face(large, corners, face, unit_px * over)
    picture = pygame.transform.smoothscale(large, size)
    if part != "side":
        fade, middle_px = _fading(unit_px)
        picture.blit(
            fade,
            (0, 0),
            (middle_px + left, middle_px + top, *size),
            special_flags=pygame.BLEND_RGBA_MULT,
        )
    return PieceImage(picture, left + size[0] / 2, top + size[1] / 2)


def scratch_sheet(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A transparent sheet that is valid until the next call."""
    step = 256
    whole = _paper(ceil(width / step) * step, ceil(height / step) * step)
    part = whole.subsurface((0, 0, width, height))
    part.fill((*colour, 0))
    return part


@surface_cache(most=16)
def _paper(width: int, height: int) -> pygame.Surface:
    # Reused: allocating that much memory costs more than drawing on it.
    return pygame.Surface((width, height), pygame.SRCALPHA)


def piece_pixel_box(own: Corners, unit_px: float, pad: int) -> tuple[int, int, tuple[int, int]]:
    """The pixels of a piece with its side: left and top from its centroid, and size."""
    xs, ys = [x * unit_px for x, _ in own], [y * unit_px for _, y in own]
    left, top = floor(min(xs)) - pad, floor(min(ys)) - pad
    right, bottom = ceil(max(xs)) + pad, ceil(max(ys) + PIECE_THICKNESS * unit_px) + pad
    return left, top, (right - left, bottom - top)


def to_pixels_about(own: Iterable[Point], unit_px: float, middle: Point) -> Corners:
    return clockwise([(middle[0] + x * unit_px, middle[1] + y * unit_px) for x, y in own])


def _edge(face: Colour) -> Colour:
    return mix(face, BLACK, 0.62)


def edges(corners: Corners) -> Iterable[tuple[Point, Point, Point]]:
    """Each edge of a clockwise polygon with its outward unit normal."""
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        size = hypot(b[0] - a[0], b[1] - a[1])
        yield a, b, ((b[1] - a[1]) / size, (a[0] - b[0]) / size)


def _draw_side(
    target: pygame.Surface, corners: Corners, face: Colour, unit: float, over: int
) -> None:
    """Draws the visible side of a piece, and a dark rim of one pixel."""
    down = unit * PIECE_THICKNESS
    edge = _edge(face)
    pygame.draw.polygon(target, (*edge, 255), corners)
    for a, b, (nx, ny) in edges(corners):
        lower = ((b[0], b[1] + down), (a[0], a[1] + down))
        if ny > 0:
            shade = mix(face, BLACK, 0.36 + 0.14 * nx)
            pygame.draw.polygon(target, (*shade, 255), (a, b, *lower))
    for a, b, (nx, ny) in edges(corners):
        rim = (a, b, (b[0] + nx * over, b[1] + ny * over), (a[0] + nx * over, a[1] + ny * over))
        if ny <= 0:
            pygame.draw.polygon(target, (*edge, 255), rim)


def _draw_face(target: pygame.Surface, corners: Corners, face: Colour, unit: float) -> None:
    """Draws the face: a level top, and a bevel along each edge."""
    # Twice the area over the perimeter bounds the inset of a polygon.
    room = abs(winding(corners)) / sum(length(a, b) for a, b, _ in edges(corners))
    inner = inset_polygon(corners, min(unit * BEVEL_WIDTH, room * 0.6))
    pygame.draw.polygon(target, (*face, 255), corners)
    for number, (a, b, (nx, ny)) in enumerate(edges(corners)):
        lit = nx * LIGHT_DIRECTION[0] + ny * LIGHT_DIRECTION[1]
        tone = mix(face, WHITE, 0.40 * lit) if lit > 0 else mix(face, BLACK, -0.30 * lit)
        after = inner[(number + 1) % len(inner)]
        pygame.draw.polygon(target, (*tone, 255), (a, b, after, inner[number]))


def inset_polygon(corners: Corners, by: float) -> Corners:
    """A clockwise convex polygon with every edge moved inward."""
    sides = [(nx, ny, nx * a[0] + ny * a[1] - by) for a, _, (nx, ny) in edges(corners)]
    found = []
    for number, (nx, ny, far) in enumerate(sides):
        mx, my, other = sides[number - 1]
        cross = mx * ny - my * nx
        found.append(((other * ny - far * my) / cross, (far * mx - other * nx) / cross))
    return tuple(found)


@surface_cache(most=4)
def _fading(unit_px: float) -> tuple[pygame.Surface, int]:
    """A gradient from the upper left to the lower right, and its middle."""
    small = pygame.Surface((2, 2), pygame.SRCALPHA)
    for x, y, light in ((0, 0, 255), (1, 0, 238), (0, 1, 232), (1, 1, 206)):
        small.set_at((x, y), (light, light, light, 255))
    middle = ceil(1.75 * unit_px) + 4
    return pygame.transform.smoothscale(small, (2 * middle, 2 * middle)), middle


def shadow_picture(
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    level: int = 0,
    *,
    fold: float = 1.0,
    side: int = 0,
) -> PieceImage:
    """The shadow of a piece: sharper where it lies, softer as it is lifted.

    `level` runs from 0, lying, to SHADOW_LEVELS. Exact to half a degree; `fold` and `side` as for
    the piece, `fold` in quarters.
    """
    steps = round(turn * 2) % 720 * TURN_STEPS_PER_DEGREE // 2
    own = _folded(kind, steps, flipped, 1.0 if fold == 1.0 else round(fold * 4) / 4, side)
    return _shadow(own, unit_px, level)


@surface_cache(most=40)
def _shadow(own: Corners, unit_px: float, level: int) -> PieceImage:
    high = level / SHADOW_LEVELS
    long, blur = (0.09 + 0.24 * high, 0.19 + 0.38 * high), 0.075 + 0.09 * high
    # Blurred small and scaled up: nobody sees the difference.
    part = max(1, round(unit_px * blur / 2.6))
    unit = unit_px / part
    pad = blur * 2.1 + 0.03
    xs, ys = [x for x, _ in own], [y for _, y in own]
    left, right = min(xs) - pad, max(xs) + long[0] + pad
    top, bottom = min(ys) - pad, max(ys) + long[1] + pad
    size = (ceil((right - left) * unit), ceil((bottom - top) * unit))
    soft = _cast(own, size, unit, (long[0] - left, long[1] - top), blur, 112)
    if level < SHADOW_LEVELS:
        tight = (0.025 - left, PIECE_THICKNESS + 0.03 - top)
        soft.blit(_cast(own, size, unit, tight, 0.025, round(120 * (1 - high))), (0, 0))
    whole = pygame.transform.smoothscale(soft, (size[0] * part, size[1] * part))
    middle = (size[0] * part / 2, size[1] * part / 2)
    return PieceImage(whole, middle[0] + left * unit_px, middle[1] + top * unit_px)


def _cast(
    own: Corners, size: tuple[int, int], unit: float, at: Point, blur: float, alpha: int
) -> pygame.Surface:
    points = to_pixels_about(own, unit, (at[0] * unit, at[1] * unit))
    sharp = shapes.polygon(size, points, SHADOW, alpha)
    soft = pygame.transform.gaussian_blur(sharp, max(1, round(blur * unit)))
    return shapes.silhouette(soft, SHADOW)


def draw_pieces(
    target: pygame.Surface, pieces: Sequence[tuple[int, Corners]], unit: float, over: int
) -> None:
    """Draws pieces by their numbers and corners in pixels: all sides, then all faces."""
    laid = [(PIECE_COLOURS[number], clockwise(corners)) for number, corners in pieces]
    for face, corners in sorted(laid, key=lambda each: max(y for _, y in each[1])):
        _draw_side(target, corners, face, unit, over)
    for face, corners in laid:
        _draw_face(target, corners, face, unit)


def outline_picture(
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    colour: Colour,
    *,
    width: float = 0.05,
    dashed: bool = True,
    fill: int = 0,
) -> PieceImage:
    """The outline of a piece, `width` units wide, filled with an alpha of `fill`."""
    steps = round(turn * TURN_STEPS_PER_DEGREE) % (360 * TURN_STEPS_PER_DEGREE)
    return _outline(kind, steps, flipped, unit_px, colour, width, dashed, fill)


@surface_cache(most=32)
def _outline(
    kind: Kind,
    steps: int,
    flipped: bool,
    unit_px: float,
    colour: Colour,
    width: float,
    dashed: bool,
    fill: int,
) -> PieceImage:
    own = shape(kind, steps / TURN_STEPS_PER_DEGREE, flipped)
    left, top, size = piece_pixel_box(own, unit_px, ceil(width * unit_px) + 2)
    over = 2
    large = scratch_sheet(size[0] * over, size[1] * over, colour)
    corners = to_pixels_about(own, unit_px * over, (-left * over, -top * over))
    if fill:
        pygame.draw.polygon(large, (*colour, fill), corners)
    dash = 0.17 * unit_px * over if dashed else 0.0
    for a, b, _ in edges(corners):
        for start, end in _dashes(a, b, dash):
            _draw_bar(large, start, end, max(2.0, width * unit_px * over), colour)
    picture = pygame.transform.smoothscale(large, size)
    return PieceImage(picture, left + size[0] / 2, top + size[1] / 2)


def _dashes(a: Point, b: Point, dash: float) -> Iterable[tuple[Point, Point]]:
    """A line as dashes, with half a dash at each corner; whole if `dash` is 0."""
    if dash <= 0:
        yield a, b
        return
    count = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / dash / 2))
    for k in range(count + 1):
        first, last = max(0.0, (k - 0.28) / count), min(1.0, (k + 0.28) / count)
        yield _between(a, b, first), _between(a, b, last)


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _draw_bar(target: pygame.Surface, a: Point, b: Point, width: float, colour: Colour) -> None:
    """Draws a line with round ends."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    half = width / 2
    if length > 0:
        nx, ny = (b[1] - a[1]) / length * half, (a[0] - b[0]) / length * half
        bar = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
        bar += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
        pygame.draw.polygon(target, (*colour, 255), bar)
    for at in (a, b):
        pygame.draw.circle(target, (*colour, 255), at, half)


SILHOUETTE_COLOUR: Final[Colour] = (34, 68, 84)
FIGURE_SHADOW_PADDING: Final = 0.5
"""Units around a figure for its shadow."""


def piece_numbers(kinds: Sequence[Kind]) -> tuple[int, ...]:
    """The numbers in the set, and so the colours, of pieces of these kinds."""
    free = list(range(len(FULL_SET)))
    found = []
    for kind in kinds:
        number = next(n for n in free if FULL_SET[n] == kind)
        free.remove(number)
        found.append(number)
    return tuple(found)


def fitting_unit(picture: Picture, width: float, height: float) -> float:
    """The largest unit with which a figure and its shadow fit a size."""
    left, top, right, bottom = picture.span
    return min(
        width / (right - left + 2 * FIGURE_SHADOW_PADDING),
        height / (bottom - top + 2 * FIGURE_SHADOW_PADDING),
    )


@surface_cache(most=24)
def figure_picture(
    picture: Picture,
    unit_px: float,
    *,
    seams: bool = True,
    turns: int = 0,
    colour: Colour = SILHOUETTE_COLOUR,
    numbers: tuple[int, ...] = (),
) -> pygame.Surface:
    """A figure on the table, its span centred.

    `numbers`: those of its pieces in the set, where they are known.
    Without seams it is a silhouette. Turned by quarter turns clockwise; the light stays.
    """
    left, top, right, bottom = picture.span
    across, down = (right - left, bottom - top) if turns % 2 == 0 else (bottom - top, right - left)
    size = (
        2 * ceil((across / 2 + FIGURE_SHADOW_PADDING) * unit_px),
        2 * ceil((down / 2 + FIGURE_SHADOW_PADDING) * unit_px),
    )
    sharp = _sharp(picture, unit_px, size, seams, turns, colour, numbers)
    whole = shapes.blank(*size, SHADOW)
    for dx, dy, blur, alpha in ((0.09, 0.19, 0.075, 110), (0.025, 0.035, 0.025, 115)):
        soft = shapes.blurred(sharp, SHADOW, max(1.0, blur * unit_px), alpha)
        shapes.blit_centred(whole, soft, dx * unit_px, dy * unit_px)
    whole.blit(sharp, (0, 0))
    return whole


@surface_cache(most=1)  # rendered in parts
def _sharp(
    picture: Picture,
    unit_px: float,
    size: tuple[int, int],
    seams: bool,
    turns: int,
    colour: Colour,
    numbers: tuple[int, ...],
) -> pygame.Surface:
    """The figure without its shadow, supersampled."""
    over = 4 if max(size) <= 500 else 3 if max(size) <= 1000 else 2
    middle = (size[0] * over / 2, size[1] * over / 2)
    pieces = _placed(picture, numbers, unit_px * over, middle, turns)
    large = shapes.blank(size[0] * over, size[1] * over, mix(colour, BLACK, 0.5))
    if seams:
        draw_pieces(large, pieces, unit_px * over, over)
    else:
        _draw_silhouette(large, [corners for _, corners in pieces], unit_px * over, colour)
    return pygame.transform.smoothscale(large, size)


def silhouette_picture(
    picture: Picture, unit_px: float, colour: Colour = SILHOUETTE_COLOUR, *, turns: int = 0
) -> pygame.Surface:
    return figure_picture(picture, unit_px, seams=False, turns=turns, colour=colour)


def _placed(
    picture: Picture, numbers: tuple[int, ...], unit: float, middle: Point, turns: int
) -> list[tuple[int, Corners]]:
    x0, y0 = picture.middle

    def placed(x: float, y: float) -> Point:
        dx, dy = turn_point((x - x0, y - y0), turns, (0.0, 0.0))
        return middle[0] + dx * unit, middle[1] + dy * unit

    return [
        (number, tuple(placed(x, y) for x, y in corners))
        for number, corners in zip(
            numbers or piece_numbers(picture.kinds),
            (piece.corners for piece in picture.pieces),
            strict=True,
        )
    ]


def _draw_silhouette(
    target: pygame.Surface, pieces: Sequence[Corners], unit: float, colour: Colour
) -> None:
    """Draws all pieces as one slab, slightly larger, so that no seam shows."""
    side = (*mix(colour, BLACK, 0.45), 255)
    down = unit * PIECE_THICKNESS
    for corners in pieces:
        lower = [(x, y + down) for x, y in corners]
        _draw_plate(target, lower, side)
        for k, end in enumerate(corners):
            wall = (corners[k - 1], end, lower[k], lower[k - 1])
            pygame.draw.polygon(target, side, wall)
    for corners in pieces:
        _draw_plate(target, corners, (*colour, 255))


def _draw_plate(target: pygame.Surface, corners: Sequence[Point], colour: Sequence[int]) -> None:
    pygame.draw.polygon(target, colour, corners)
    pygame.draw.polygon(target, colour, corners, width=3)
