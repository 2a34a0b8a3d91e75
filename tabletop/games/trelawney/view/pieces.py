"""The pictures of Trelawney's Glory: board, signs, stones, and the seats' bowls.

The board is pale wood on a dark tray, with recessed squares for the stones that are out.
"""

from dataclasses import dataclass
from math import atan2, ceil, cos, pi, sin
from typing import Final

import pygame

from tabletop.games.trelawney.kernel import FILES, RANKS, RING, SIZES
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.draw import shapes, wood
from tabletop.ui.draw.shapes import put_drop_shadow, put_face, put_outline, put_side
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    BLACK,
    HALO,
    RING_BED,
    RING_CELL,
    SHADOW,
    WHITE,
    Colour,
    SeatLook,
    mix,
)

RIM: Final = 0.33
"""The tray's rim, in cells: room for the letters and numbers."""
THICK: Final = 0.13
"""How high the tray stands, in cells."""

PALE: Final = (250, 234, 201)
SECOND: Final = (228, 199, 150)
EDGE: Final = (168, 130, 82)
LINE: Final = (96, 66, 36)
LETTER: Final = (160, 186, 190)


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Where the places lie: `start` is the ring's upper left corner, in canvas units."""

    canvas: Canvas
    points: bool
    """The stones lie on 7 x 7 points, not on 6 x 6 squares."""
    start: Point
    cell: float

    @classmethod
    def within(cls, canvas: Canvas, box: Box, points: bool) -> "BoardLayout":
        """The largest board that fits into a box, with its thickness."""
        side = SIZES[points] + 2
        cell = min(box.w / (side + 2 * RIM), box.h / (side + 2 * RIM + THICK))
        left = box.x + (box.w - cell * side) / 2
        top = box.y + (box.h - cell * (side + THICK)) / 2
        return cls(canvas, points, (left, top), cell)

    @property
    def side(self) -> int:
        """Places along a side, the ring's included."""
        return SIZES[self.points] + 2

    def at(self, x: float, y: float) -> Point:
        """The middle of the place with the ring's coordinates (x, y), y upward."""
        return (
            self.start[0] + (x + 0.5) * self.cell,
            self.start[1] + (self.side - y - 0.5) * self.cell,
        )

    def rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """Real pixels of a part, in cells from the ring's upper left corner, y downward."""
        scale = self.canvas.scale
        ends = (self.start[0] + x * self.cell, self.start[1] + y * self.cell)
        left, top = (round(end * scale) for end in ends)
        right = round((ends[0] + w * self.cell) * scale)
        bottom = round((ends[1] + h * self.cell) * scale)
        return pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))

    def px(self, cells: float) -> int:
        """A length in cells, in real pixels."""
        return self.canvas.px(cells * self.cell)


def draw_board(surface: pygame.Surface, plan: BoardLayout, *, plain: bool = False) -> None:
    """Draws tray and board; `plain` leaves out what a small picture does not need."""
    n = plan.side - 2
    _draw_tray(surface, plan, plain)
    hollow = _hollow(plan.px(0.90), plain)
    for x, y in RING[plan.points]:
        box = plan.rect(x + 0.05, y + 0.05, 0.90, 0.90)
        surface.blit(hollow, box.topleft)
    _draw_plate(surface, plan, plan.rect(0.97, 0.97, n + 0.06, n + 0.06))
    if plan.points:
        _draw_lines(surface, plan)
    else:
        _draw_tiles(surface, plan, plain)
    if not plain:
        _draw_letters(surface, plan)


def _draw_tray(surface: pygame.Surface, plan: BoardLayout, plain: bool) -> None:
    box = plan.rect(-RIM, -RIM, plan.side + 2 * RIM, plan.side + 2 * RIM)
    thick, radius = plan.px(THICK), plan.px(0.30)
    if not plain:
        under = box.inflate(0, thick).move(0, thick // 2)
        put_drop_shadow(
            surface, under.move(plan.px(0.05), plan.px(0.06)), radius, plan.px(0.07), 150
        )
        put_drop_shadow(
            surface, under.move(plan.px(0.16), plan.px(0.22)), radius, plan.px(0.28), 130
        )
    put_side(surface, box, radius, thick, mix(RING_BED, BLACK, 0.6))
    scale = max(1.0, box.w / 700)
    put_face(surface, wood.wood(box.w, box.h, mix(RING_BED, WHITE, 0.04), 3, scale), box, radius)
    put_outline(surface, box, radius, plan.px(0.02), (190, 216, 214), 70)
    # A fillet around the ring's bed.
    bed = plan.rect(-0.03, -0.03, plan.side + 0.06, plan.side + 0.06)
    line = plan.px(0.014)
    for rect, colour, alpha in ((bed.move(0, max(1, plan.px(0.012))), WHITE, 34), (bed, BLACK, 90)):
        put_outline(surface, rect, plan.px(0.17), line, colour, alpha)


def _hollow(side: int, plain: bool) -> pygame.Surface:
    """A recessed square with a shadow above and a lit lower edge."""
    radius = side * 0.17
    shape = shapes.rounded(side, side, radius, RING_CELL)
    if plain:
        return shape
    bed = wood.wood(side, side, mix(RING_CELL, WHITE, 0.02), 7, 1.0)
    picture = shapes.masked(bed, shape)
    # The shadow of the walls: the square moved away from the light, blurred.
    wall = shapes.blank(side, side, SHADOW)
    wall.fill((*SHADOW, 210))
    soft = shapes.blurred(
        shapes.rounded(side, side, radius, WHITE), WHITE, max(1.0, side * 0.045), 255
    )
    pad = (soft.get_width() - side) // 2
    light = pygame.Surface((side, side), pygame.SRCALPHA)
    light.blit(soft, (round(side * 0.035) - pad, round(side * 0.06) - pad))
    wall.blit(light, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    shade = shapes.silhouette(wall, SHADOW)
    picture.blit(shapes.masked(shade, shape), (0, 0))
    lip = max(1.0, side * 0.018)
    edge = shapes.outline(side, side, radius, lip, (168, 205, 208), 90)
    ramp = shapes.blank(1, 8, WHITE)
    for y in range(8):
        ramp.set_at((0, y), (255, 255, 255, max(0, min(255, (y - 3) * 85))))
    edge = shapes.masked(pygame.transform.smoothscale(ramp, (side, side)), edge)
    edge = shapes.silhouette(edge, (168, 205, 208))
    picture.blit(edge, (0, 0))
    return picture


def _draw_plate(surface: pygame.Surface, plan: BoardLayout, box: pygame.Rect) -> None:
    """The slab of pale wood that lies in the tray."""
    thick, radius = plan.px(0.085), plan.px(0.10)
    put_drop_shadow(surface, box.move(plan.px(0.03), plan.px(0.10)), radius, plan.px(0.05), 150)
    put_drop_shadow(surface, box.move(plan.px(0.10), plan.px(0.18)), radius, plan.px(0.14), 120)
    put_side(surface, box, radius, thick, mix(EDGE, BLACK, 0.12))
    put_face(surface, _maple(box.w, box.h, PALE), box, radius)
    put_outline(surface, box, radius, plan.px(0.018), (255, 250, 235), 150)


def _maple(width: int, height: int, tint: Colour) -> pygame.Surface:
    """Pale wood with a fine grain, so that stones and lights stand out."""
    plank = wood.wood(width, height, tint, 0, max(1.0, max(width, height) / 620))
    veil = pygame.Surface((width, height))
    veil.fill(tint)
    veil.set_alpha(110)
    plank.blit(veil, (0, 0))
    return plank


def _draw_tiles(surface: pygame.Surface, plan: BoardLayout, plain: bool) -> None:
    """Squares of two woods, each with a groove about it."""
    n = plan.side - 2
    side = plan.px(0.96)
    radius = side * 0.05
    shape = shapes.rounded(side, side, radius, SECOND)
    plank = pygame.transform.rotate(_maple(side * 4, side * 3, SECOND), 90)
    groove = shapes.blank(side, side)
    line = max(1.0, side * 0.014)
    groove.blit(shapes.outline(side, side, radius, line, LINE, 60), (0, 0))
    groove.blit(shapes.sheen(shape, 26, 14), (0, 0))
    for x in range(n):
        for y in range(n):
            box = plan.rect(1.02 + x, 1.02 + y, 0.96, 0.96)
            if (x + y) % 2:
                cut = pygame.Rect((x * 2 + y) % 3 * side, (x + y * 3) % 4 * side, side, side)
                tile = shape if plain else shapes.masked(plank.subsurface(cut), shape)
                surface.blit(tile, box.topleft)
            if not plain:
                surface.blit(groove, box.topleft)


def _draw_lines(surface: pygame.Surface, plan: BoardLayout) -> None:
    """The engraved lines, and dots that help to find a point."""
    last = plan.side - 1.5
    wide = plan.px(0.028)
    light = max(1, wide // 2)
    for colour, shift in (((255, 250, 232), light), (LINE, 0)):
        for k in range(plan.side - 2):
            for rect in (
                plan.rect(1.5, 1.5 + k, last - 1.5, 0),
                plan.rect(1.5 + k, 1.5, 0, last - 1.5),
            ):
                stroke = pygame.Rect(
                    rect.x - wide // 2,
                    rect.y - wide // 2,
                    max(wide, rect.w + wide - 1),
                    max(wide, rect.h + wide - 1),
                )
                surface.fill(colour, stroke.move(shift, shift))
    dot = shapes.disc(max(1.5, plan.px(0.062)), LINE)
    for x, y in ((2, 2), (2, 6), (6, 2), (6, 6), (4, 4)):
        centre = plan.canvas.to_pixels(plan.at(x, y))
        surface.blit(dot, dot.get_rect(center=centre))


def _draw_letters(surface: pygame.Surface, plan: BoardLayout) -> None:
    """Letters and numbers in the rim, to be read from both sides of the table."""
    n = plan.side - 2
    pixels = plan.px(0.31)
    far = plan.side - 0.5 + RIM / 2
    near = -0.5 - RIM / 2
    for k in range(1, n + 1):
        for text, at, other in (
            (FILES[k - 1], (k, near), (k, far)),
            (RANKS[k - 1], (near, k), (far, k)),
        ):
            for place, turns in ((at, 0), (other, 180)):
                x, y = plan.canvas.to_pixels(plan.at(*place))
                for colour, down in ((BLACK, -1), (LETTER, 0)):
                    ink = typesetting.line(text, pixels, colour, True, context=plan.canvas.context)
                    ink = pygame.transform.rotate(ink, turns) if turns else ink
                    surface.blit(ink, ink.get_rect(center=(x, y + down * max(1, pixels // 18))))


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
    dashes, reach, wide = (
        12,
        radius * shapes.SUPERSAMPLING,
        max(1.5, radius * 0.12) * shapes.SUPERSAMPLING / 2,
    )
    rim = []
    for i in range(dashes):
        arc = [2 * pi * (i + 0.56 * k / 5) / dashes for k in range(6)]
        outer = [(middle + (reach + wide) * cos(a), middle + (reach + wide) * sin(a)) for a in arc]
        inner = [(middle + (reach - wide) * cos(a), middle + (reach - wide) * sin(a)) for a in arc]
        rim.append(outer + inner[::-1])
    light = sum(look.face) > 380
    face = mix(look.face, WHITE, 0.35) if light else (92, 101, 110)
    return shapes.layered(
        shapes.disc(float(radius), face, 200 if light else 225),
        shapes.mark_picture(look.mark, radius * 0.42, GHOST_INK if light else look.inlay),
        shapes.supersampled((side, side), GHOST_INK, rim),
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
