"""The board of Shout 7: where its places are, and the pictures of the wood, dimples and pits.

A hexagon with a flat top: rows lie level, `a` nearest the bottom. Six planks frame a sunk field
of dimples; the pits are drilled into the planks.

The small picture of the game for the menu: the board in the middle of a match.
"""

from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin, sqrt
from typing import Final, TypeAlias

import pygame

from tabletop.games.shout7.kernel import IS_CELL, NAMES, ROW_LETTERS
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import wood
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    BLACK,
    BLACK_LOOK,
    DARK_WOOD,
    ENGRAVED,
    FIELD_WOOD,
    FRAME_WOOD,
    PIT,
    SHINE,
    WHITE_LOOK,
    Colour,
    SeatLook,
    mix,
)

PIT_BOTTOM: Colour = (18, 9, 4)
"""The colour of shade inside a hollow."""


def _crescent(
    side: int, radius: float, colour: Colour, alpha: int, away: tuple[float, float], soft: float
) -> pygame.Surface:
    """The shadow of an edge in a round hollow: all of it but a disc moved by `away`, blurred."""
    room = _filled(side, colour, alpha)
    hole = shapes.disc(radius, colour)
    keep = pygame.Surface((side, side), pygame.SRCALPHA)
    shapes.blit_centred(keep, hole, *away)
    room.blit(keep, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    room = shapes.silhouette(room, colour)
    room = pygame.transform.gaussian_blur(room, max(1, round(soft)))
    return shapes.masked(
        shapes.silhouette(room, colour), shapes.layered(shapes.disc(radius, colour), side=side)
    )


def _filled(side: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A square of one colour with uniform alpha."""
    room = pygame.Surface((side, side), pygame.SRCALPHA)
    room.fill((*colour, alpha))
    return room


@surface_cache(most=16)
def dimple(radius: float) -> pygame.Surface:
    """A shallow hollow with the wood showing through: shade above, light on the lower lip."""
    side = 2 * ceil(radius * 1.12 + 2)
    room = shapes.blank(side, side, DARK_WOOD)
    line = max(1.0, radius * 0.05)
    shapes.blit_centred(
        room, shapes.ring(radius + line * 0.4, line, SHINE, 120), line * 0.5, line * 0.9
    )
    shapes.blit_centred(room, shapes.disc(radius, (98, 58, 30), 128))
    shapes.blit_centred(
        room,
        _crescent(side, radius, PIT_BOTTOM, 205, (radius * 0.12, radius * 0.20), radius * 0.15),
    )
    shapes.blit_centred(
        room, _crescent(side, radius, SHINE, 74, (-radius * 0.12, -radius * 0.20), radius * 0.16)
    )
    shapes.blit_centred(room, shapes.ring(radius - line * 0.3, line * 0.7, PIT_BOTTOM, 80))
    return room


@surface_cache(most=16)
def pit(radius: float) -> pygame.Surface:
    """A deep hole with a bevelled lip, dark to the bottom."""
    side = 2 * ceil(radius * 1.3 + 2)
    room = shapes.blank(side, side, DARK_WOOD)
    line = max(1.0, radius * 0.07)
    shapes.blit_centred(room, shapes.ring(radius * 1.10, line, SHINE, 130), line * 0.45, line * 0.8)
    shapes.blit_centred(room, shapes.disc(radius * 1.11, (126, 82, 44)))
    shapes.blit_centred(
        room, _crescent(side, radius * 1.11, PIT_BOTTOM, 120, (radius * 0.05, radius * 0.09), line)
    )
    shapes.blit_centred(room, shapes.disc(radius, PIT))
    shapes.blit_centred(
        room, _crescent(side, radius, (8, 4, 2), 235, (radius * 0.14, radius * 0.22), radius / 5)
    )
    shapes.blit_centred(
        room, _crescent(side, radius, (150, 96, 52), 110, (-radius / 10, -radius / 6), radius / 6)
    )
    return room


def shaded_look(look: SeatLook) -> Colour:
    """The look of a piece in the shade of a pit; the seats' colours stay distinguishable."""
    return mix(look.face, (92, 66, 44), 0.15)


@surface_cache(most=64)
def piece_in_pit(look: SeatLook, radius: float, hole: float) -> pygame.Surface:
    """A piece lying deep in a pit: smaller, in the shade of the lip, its mark plain."""
    side = 2 * ceil(hole + 2)
    room = shapes.blank(side, side)
    dull = shaded_look(look)
    shapes.blit_centred(room, shapes.disc(radius, mix(look.rim, PIT_BOTTOM, 0.3)))
    shapes.blit_centred(room, shapes.disc(radius * 0.93, dull))
    shapes.blit_centred(
        room, shapes.ring(radius * 0.76, max(1.0, radius * 0.05), mix(dull, PIT_BOTTOM, 0.35), 150)
    )
    shade = _crescent(side, hole, (8, 4, 2), 150, (hole * 0.18, hole * 0.28), hole * 0.12)
    shapes.blit_centred(
        room, shapes.masked(shade, shapes.layered(shapes.disc(radius, PIT), side=side))
    )
    shapes.blit_centred(room, shapes.mark_picture(look.mark, radius * 0.46, look.inlay))
    return room


HALF: Final = sqrt(3) / 2
"""Height of a row, in cells."""
EDGE: Final = 6.82
"""From the middle to the frame's outer edge, in cells."""
FIELD: Final = 5.64
"""From the middle to the edge of the sunk field, in cells."""
THICK: Final = 0.17
"""How much of the frame's side is seen below it, in cells."""
ROUND: Final = 0.55
BEVEL: Final = 0.085
DIMPLE: Final = 0.385
PIT_RADIUS: Final = 0.325

LIGHT_FROM: Final = (-0.52, -0.85)

Points: TypeAlias = list[Point]


@dataclass(frozen=True, slots=True)
class Hexes:
    """The places of the board about a middle, `cell` from neighbour to neighbour."""

    centre: Point
    cell: float

    def point(self, name: str) -> Point:
        """The middle of a place."""
        row, number = ROW_LETTERS.index(name[0]) - 7, int(name[1:]) - 8
        x = self.centre[0] + (number - row / 2) * self.cell
        return x, self.centre[1] - row * HALF * self.cell

    def spots(self) -> dict[str, Point]:
        return {name: self.point(name) for name in NAMES}


def hexes_in(box: Box) -> Hexes:
    """The largest board that fits into a box, its side included."""
    wide = 2 * (EDGE / HALF - ROUND * (1 / HALF - 1))
    high = 2 * EDGE + THICK
    cell = min(box.w / wide, box.h / high)
    return Hexes((box.centre[0], box.centre[1] - THICK * cell / 2), cell)


def corners(middle: Point, apothem: float) -> Points:
    """The corners of a hexagon with a flat top, the right one first, then upward."""
    reach = apothem / HALF
    angles = [pi * k / 3 for k in range(6)]
    return [(middle[0] + reach * cos(a), middle[1] - reach * sin(a)) for a in angles]


def rounded_hexagon(middle: Point, apothem: float, radius: float, steps: int = 6) -> Points:
    """A hexagon with round corners: `steps` + 1 points for each of them."""
    centres = corners(middle, apothem - radius)
    points = []
    for k, (x, y) in enumerate(centres):
        for i in range(steps + 1):
            a = pi * k / 3 + pi / 3 * (i / steps - 0.5)
            points.append((x + radius * cos(a), y - radius * sin(a)))
    return points


@surface_cache(most=4)
def board_picture(cell: float, grain: float, lettered: bool = True) -> pygame.Surface:
    """The board in real pixels; the middle of the picture is the middle of h8."""
    reach = EDGE / HALF * cell
    size = 2 * ceil(reach + 2), 2 * ceil((EDGE + THICK) * cell + 2)
    middle = size[0] / 2, size[1] / 2
    over = max(1.5, min(3.0, round(1800 / size[0])))  # large pictures need less oversampling
    upper, lower = (_edges(size, middle, cell, over, half) for half in (0, 1))
    shape = _shape(size, middle, cell, over)
    picture = pygame.Surface(size, pygame.SRCALPHA)
    _lay_field(picture, middle, cell, grain)
    _lay_planks(picture, middle, cell, grain)
    picture.blit(upper, (0, 0))
    picture.blit(lower, (0, size[1] // 2))
    _cut_hollows(picture, middle, cell)
    if lettered:
        _engrave(picture, middle, cell)
    picture.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


SHADOWS: Final = ((0.55, 0.30, 0.46, 150), (0.12, 0.08, 0.14, 150))
"""The board's shadows: how soft, how far to the right and down (in cells), and how dark."""


def draw_board(surface: pygame.Surface, middle: Point, cell: float, grain: float) -> None:
    """Puts the board with its shadow on the table, in real pixels."""
    picture = board_picture(cell, grain)
    width, height = picture.get_size()
    left, top = round(middle[0] - width / 2), round(middle[1] - height / 2)
    for shadow, (_, dx, dy, _) in enumerate(SHADOWS):
        large, pad = board_shadow(cell, grain, shadow)
        surface.blit(large, (left - pad + dx * cell, top - pad + dy * cell))
    surface.blit(picture, (left, top))


@surface_cache(most=4)
def board_shadow(cell: float, grain: float, number: int) -> tuple[pygame.Surface, int]:
    """One of the board's `SHADOWS`, and by how many pixels it is larger at each side."""
    blur, _, _, alpha = SHADOWS[number]
    picture = board_picture(cell, grain)
    width, height = picture.get_size()
    # Blurred shadows are drawn small and scaled up, which is faster and looks the same.
    part = max(1, round(cell * blur / 3))
    pad = ceil(blur * cell * 2.5 / part)
    small = pygame.transform.smoothscale(picture, (width // part, height // part))
    room = pygame.Surface((small.get_width() + 2 * pad, small.get_height() + 2 * pad), 65536)
    room.blit(shapes.silhouette(small, (4, 10, 16)), (pad, pad))
    soft = pygame.transform.gaussian_blur(room, max(1, round(blur * cell / part)))
    whole = (soft.get_width() * part, soft.get_height() * part)
    return shapes.with_alpha(pygame.transform.smoothscale(soft, whole), alpha), pad * part


def _lay_field(picture: pygame.Surface, middle: Point, cell: float, grain: float) -> None:
    width, height = ceil(2 * FIELD / HALF * cell) + 4, ceil(2 * FIELD * cell) + 4
    tint = mix(FIELD_WOOD, (150, 98, 52), 0.35)
    plank = wood(width, height, tint, 5, grain)
    picture.blit(plank, (round(middle[0] - width / 2), round(middle[1] - height / 2)))
    # The frame is higher than the field and casts a shadow on it.
    part = max(1, round(cell / 8))
    small = picture.get_width() // part + 1, picture.get_height() // part + 1
    shade = pygame.Surface(small, pygame.SRCALPHA)
    shade.fill((24, 12, 4, 190))
    low = (middle[0] / part + 0.16 * cell / part, middle[1] / part + 0.28 * cell / part)
    pygame.draw.polygon(shade, (24, 12, 4, 0), corners(low, FIELD * cell / part))
    shade = pygame.transform.gaussian_blur(shade, max(1, round(0.13 * cell / part)))
    picture.blit(pygame.transform.smoothscale(shade, (small[0] * part, small[1] * part)), (0, 0))


def _lay_planks(picture: pygame.Surface, middle: Point, cell: float, grain: float) -> None:
    outer, inner = corners(middle, EDGE * cell), corners(middle, FIELD * cell)
    length, width = ceil(EDGE / HALF * cell) + 4, ceil((EDGE - FIELD) * cell) + 4
    for k in range(6):
        angle = pi / 6 + k * pi / 3
        lit = 0.5 + 0.5 * (cos(angle) * LIGHT_FROM[0] - sin(angle) * LIGHT_FROM[1])
        tint = mix(mix(FRAME_WOOD, BLACK, 0.12), (240, 196, 134), lit * 0.7)
        plank = wood(length, width, tint, 3 * k + 2, grain)
        plank = pygame.transform.rotate(plank, 60 * (k - 1)).convert_alpha()
        away = (EDGE + FIELD) / 2 * cell
        left = round(middle[0] + away * cos(angle) - plank.get_width() / 2)
        top = round(middle[1] - away * sin(angle) - plank.get_height() / 2)
        shape = [outer[k], outer[(k + 1) % 6], inner[(k + 1) % 6], inner[k]]
        cut = pygame.Surface(plank.get_size(), pygame.SRCALPHA)
        cut.fill((255, 255, 255, 0))
        pygame.draw.polygon(cut, (255, 255, 255, 255), [(x - left, y - top) for x, y in shape])
        plank.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(plank, (left, top))


def _cut_hollows(picture: pygame.Surface, middle: Point, cell: float) -> None:
    hexes = Hexes(middle, cell)
    hollows = pit(round(PIT_RADIUS * cell, 1)), dimple(round(DIMPLE * cell, 1))
    for place, name in enumerate(NAMES):
        hollow = hollows[IS_CELL[place]]
        x, y = hexes.point(name)
        left, top = x - hollow.get_width() / 2, y - hollow.get_height() / 2
        picture.blit(hollow, (round(left), round(top)))


@surface_cache(most=2)  # in parts, so that the work can be spread over frames
def _edges(
    size: tuple[int, int], middle: Point, cell: float, over: float, half: int
) -> pygame.Surface:
    """Bevels, inlay, mitres and the frame's side, drawn large and scaled down: one half of them.

    The upper is number 0, the lower 1; the board's height has an even number of pixels.
    """
    part = size[0], size[1] // 2
    large = shapes.blank(part[0] * over, part[1] * over, (150, 110, 66))
    top = half * part[1] * over
    mid, unit = (middle[0] * over, middle[1] * over - top), cell * over
    _side(large, mid, unit)
    _strip(large, mid, unit, EDGE, EDGE - BEVEL, ROUND, 1)
    for k in range(6):
        ends = [corners(mid, away * unit)[k] for away in (FIELD, EDGE)]
        line = max(1, round(unit * 0.02))
        below = [(x, y + line) for x, y in ends]
        pygame.draw.lines(large, (*SHINE, 70), False, below, line)
        pygame.draw.lines(large, (74, 46, 24, 170), False, ends, line)
    _strip(large, mid, unit, FIELD + 0.055, FIELD, 0.10, 1, (58, 34, 18))
    _strip(large, mid, unit, FIELD, FIELD - 0.05, 0.08, -1)
    return pygame.transform.smoothscale(large, part)


def _strip(
    large: pygame.Surface,
    mid: Point,
    unit: float,
    outer: float,
    inner: float,
    turn: float,
    sense: int,
    inlay: Colour | None = None,
) -> None:
    """A band along the hexagon, lit by where it faces: outward for `sense` 1, inward for -1."""
    a = rounded_hexagon(mid, outer * unit, turn * unit)
    b = rounded_hexagon(mid, inner * unit, max(0.02, turn - outer + inner) * unit)
    for i in range(len(a)):
        j = (i + 1) % len(a)
        nx, ny = (a[i][0] + a[j][0]) / 2 - mid[0], (a[i][1] + a[j][1]) / 2 - mid[1]
        edge = a[j][1] - a[i][1], a[i][0] - a[j][0]
        if edge[0] * nx + edge[1] * ny < 0:
            edge = -edge[0], -edge[1]
        length = hypot(*edge) or 1.0
        lit = sense * (edge[0] * LIGHT_FROM[0] + edge[1] * LIGHT_FROM[1]) / length
        colour = (
            (255, 243, 214, round(40 + 130 * lit)) if lit > 0 else (44, 24, 8, round(-150 * lit))
        )
        pygame.draw.polygon(large, (*inlay, 235) if inlay else colour, [a[i], a[j], b[j], b[i]])


def _side(large: pygame.Surface, mid: Point, unit: float) -> None:
    """What is seen of the frame's thickness: its lower edge, repeated downward."""
    low = mid[0], mid[1] + THICK * unit
    face = rounded_hexagon(mid, EDGE * unit, ROUND * unit)
    below = rounded_hexagon(low, EDGE * unit, ROUND * unit)
    for i in range(len(face)):
        j = (i + 1) % len(face)
        if face[i][1] + face[j][1] > 2 * mid[1]:
            lean = (face[i][0] + face[j][0] - 2 * mid[0]) / (2 * EDGE * unit / HALF)
            colour = mix((146, 103, 62), (92, 60, 34), 0.5 + 0.5 * lean)
            pygame.draw.polygon(large, (*colour, 255), [face[i], face[j], below[j], below[i]])


@surface_cache(most=1)
def _shape(size: tuple[int, int], middle: Point, cell: float, over: float) -> pygame.Surface:
    """The outline of frame and side as a mask."""
    large = shapes.blank(size[0] * over, size[1] * over, (255, 255, 255))
    for dy in (0.0, THICK):
        mid = middle[0] * over, (middle[1] + dy * cell) * over
        points = rounded_hexagon(mid, EDGE * cell * over, ROUND * cell * over)
        pygame.draw.polygon(large, (255, 255, 255, 255), points)
    box = rounded_hexagon(
        (middle[0] * over, middle[1] * over), EDGE * cell * over, ROUND * cell * over
    )
    left, right = min(x for x, _ in box), max(x for x, _ in box)
    upright = (left, middle[1] * over, right - left, THICK * cell * over)
    pygame.draw.rect(large, (255, 255, 255, 255), upright)
    return pygame.transform.smoothscale(large, size)


def _engrave(picture: pygame.Surface, middle: Point, cell: float) -> None:
    """Letters of the rows on the left, numbers along the lower edges."""
    hexes = Hexes(middle, cell)
    pixels = round(cell * 0.37)
    if pixels < 9:
        return
    for row, letter in enumerate(ROW_LETTERS):
        first = f"{letter}{max(1, row - 6)}"
        angle = pi * 5 / 6 if row > 6 else pi * 7 / 6
        _letter(picture, letter, hexes.point(first), angle, cell, pixels)
    for number in range(1, 16):
        name = f"a{number}" if number < 9 else f"{ROW_LETTERS[number - 8]}{number}"
        angle = -pi / 2 if number < 9 else -pi / 6
        _letter(picture, str(number), hexes.point(name), angle, cell, round(pixels * 0.9))


def _letter(
    picture: pygame.Surface, text: str, at: Point, angle: float, cell: float, pixels: int
) -> None:
    away = cell * (0.55 if len(text) == 1 else 0.58)
    x, y = at[0] + away * cos(angle), at[1] - away * sin(angle)
    for colour, drop in ((SHINE, max(1, round(cell * 0.018))), (ENGRAVED, 0)):
        ink = typesetting.line(text, pixels, colour, True, context=typesetting.NEUTRAL)
        left, top = x - ink.get_width() / 2, y - ink.get_height() / 2 + drop
        picture.blit(ink, (round(left), round(top)))


_EMBLEM_ON_CELLS: Final = (
    (BLACK_LOOK, "f4 g5 h6 i7 j8 f6 g7 h9 j11 k8 l12 d5 e9 i5"),
    (WHITE_LOOK, "g6 h7 h8 i8 i9 j9 k9 k10 f7 e6 g9 l10 m12 i11"),
)
_EMBLEM_IN_PITS: Final = ((BLACK_LOOK, "a3 j15"), (WHITE_LOOK, "o12 f1 a5"))


@surface_cache(most=4)
def emblem_picture(size_px: int) -> pygame.Surface:
    """A square picture, transparent around the board."""
    room = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
    hexes = hexes_in(Box(0, 0, size_px, size_px))
    board = board_picture(hexes.cell, max(0.25, size_px / 900), lettered=False)
    x, y = hexes.centre
    room.blit(board, (round(x - board.get_width() / 2), round(y - board.get_height() / 2)))
    hole = round(PIT_RADIUS * hexes.cell, 1)
    for looks, radius, deep in ((_EMBLEM_IN_PITS, 0.29, True), (_EMBLEM_ON_CELLS, 0.42, False)):
        for look, names in looks:
            size = round(radius * hexes.cell, 1)
            piece = piece_in_pit(look, size, hole) if deep else shapes.stone(look, size)
            for name in names.split():
                left, top = hexes.point(name)
                free = piece.get_width() / 2, piece.get_height() / 2
                room.blit(piece, (round(left - free[0]), round(top - free[1])))
    return room
