"""The wooden board with its tray: its plan in units, the transform to the canvas, and its picture.

The middle of the picture has no alpha channel, so that redrawing under moving pieces is fast.
"""

from dataclasses import dataclass
from typing import Final, Self, TypeAlias

import pygame

from tabletop.engine import say
from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.rules.pieces import Point
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes, wood
from tabletop.ui.draw.shapes import (
    engraved,
    gradient,
    put_drop_shadow,
    put_face,
    put_outline,
    put_side,
)
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import BLACK, SHADOW, WHITE, Colour, mix

BOARD_RIM: Final = 0.2
"""The width of the board's rim, in units."""
BOARD_THICKNESS: Final = 0.14
"""The thickness of the board, in units."""
MIN_TRAY_WIDTH: Final = 3.45
"""The least width of the tray, in units."""
WIDE_TRAY_WIDTH: Final = 3.65
"""The width of the tray where there is room to turn every piece in it."""
MIN_WORK_SIZE: Final = (8.6, 8.0)
"""The least work area beside the tray, in units: figures span up to 8."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The size of a board and its tray, in units."""

    width: float
    height: float
    tray: Zone


def board_plan(ratio: float) -> BoardPlan:
    """The plan with the largest pieces for a box of this ratio of width to height.

    The tray is at the left, or at the bottom of a tall box.
    """
    work_w, work_h = MIN_WORK_SIZE
    beside = _unit(ratio, work_w + MIN_TRAY_WIDTH, work_h)
    below = _unit(ratio, work_w, work_h + MIN_TRAY_WIDTH)
    unit = max(beside, below)
    width, height = ratio / unit - 2 * BOARD_RIM, 1 / unit - 2 * BOARD_RIM - BOARD_THICKNESS
    if beside >= below:
        broad = min(WIDE_TRAY_WIDTH, max(MIN_TRAY_WIDTH, width - work_w))
        return BoardPlan(width, height, Zone(0.0, 0.0, broad, height))
    broad = min(WIDE_TRAY_WIDTH, max(MIN_TRAY_WIDTH, height - work_h))
    return BoardPlan(width, height, Zone(0.0, height - broad, width, broad))


def _unit(ratio: float, width: float, height: float) -> float:
    """The largest unit with which the board fits a box of that ratio and height 1."""
    return min(ratio / (width + 2 * BOARD_RIM), 1 / (height + 2 * BOARD_RIM + BOARD_THICKNESS))


@dataclass(frozen=True, slots=True)
class BoardTransform:
    """Maps units to the canvas and back."""

    start: Point
    """The canvas point of (0, 0), as the seat sees it."""
    unit: float
    """Canvas units per unit."""
    turns: int = 0
    """Quarter turns clockwise about `about`, to the edge of the seat."""
    about: Point = (0.0, 0.0)

    @classmethod
    def within(cls, box: Box, width: float, height: float, turns: int, about: Point) -> Self:
        """The largest board in a box that is given as the seat sees it."""
        unit = min(
            box.w / (width + 2 * BOARD_RIM), box.h / (height + 2 * BOARD_RIM + BOARD_THICKNESS)
        )
        x = box.centre[0] - width * unit / 2
        # The front of the board is at the far edge for the seat opposite.
        low = BOARD_THICKNESS * unit * (0.0, 0.5, 1.0, 0.5)[turns % 4]
        y = (
            box.y
            + (box.h - (height + 2 * BOARD_RIM + BOARD_THICKNESS) * unit) / 2
            + BOARD_RIM * unit
            + low
        )
        return cls((x, y), unit, turns % 4, about)

    def to_canvas(self, at: Point) -> Point:
        x, y = self.start[0] + at[0] * self.unit, self.start[1] + at[1] * self.unit
        return turn_point((x, y), self.turns, self.about)

    def to_units(self, at: Point) -> Point:
        x, y = turn_point(at, -self.turns, self.about)
        return (x - self.start[0]) / self.unit, (y - self.start[1]) / self.unit

    def to_box(self, zone: Zone) -> Box:
        """A zone as it lies on the canvas."""
        a, b = self.to_canvas((zone.left, zone.top)), self.to_canvas((zone.right, zone.bottom))
        return Box(min(a[0], b[0]), min(a[1], b[1]), abs(b[0] - a[0]), abs(b[1] - a[1]))

    def turn(self, degrees: float) -> float:
        """The angle at which a piece is drawn."""
        return degrees + 90 * self.turns


BOARD_COLOUR: Final[Colour] = (246, 229, 193)
TRAY_COLOUR: Final[Colour] = (226, 203, 157)
BOARD_EDGE_COLOUR: Final[Colour] = (176, 142, 88)
TRAY_LABEL_COLOUR: Final[Colour] = (96, 70, 36)
# NOTE for translators: engraved into the part of the board where pieces wait; short.
TRAY_LABEL: Final = say("sevens.tray", "Tray")

PlacedImage: TypeAlias = tuple[pygame.Surface, int, int]
"""A picture and its upper left corner, in pixels."""


def draw_board(
    frame: Frame, sight: BoardTransform, width: float, height: float, tray: Zone | None
) -> None:
    """Draws the board; the light stays whichever seat it faces."""
    canvas = frame.canvas
    scale = canvas.scale
    whole = sight.to_box(Zone(0, 0, width, height))
    for picture, x, y in _parts(
        canvas.with_context(typesetting.NEUTRAL),
        whole,
        sight.to_box(tray) if tray else None,
        sight.unit,
    ):
        frame.put(picture, ((x + picture.get_width() / 2) / scale, _mid(picture, y) / scale))
    if tray is None or frame.context.projector:
        return  # too small for projector mode
    size = 0.24 * sight.unit
    frame.put(
        _label(frame.context.translate(TRAY_LABEL), canvas.px(size), sight.turns),
        sight.to_canvas((tray.left + tray.width / 2, tray.top + 0.2)),
    )


def _mid(picture: pygame.Surface, y: int) -> float:
    return y + picture.get_height() / 2


@surface_cache(most=8)
def _label(text: str, pixels: int, turns: int) -> pygame.Surface:
    ink = engraved(
        typesetting.line(text, pixels, TRAY_LABEL_COLOUR, True, context=typesetting.NEUTRAL),
        max(1, pixels // 18),
    )
    return pygame.transform.rotate(ink, -90 * turns) if turns else ink


@surface_cache(most=4)
def _parts(canvas: Canvas, surface: Box, tray: Box | None, unit: float) -> tuple[PlacedImage, ...]:
    """The middle without alpha, and four strips around it."""
    whole = _pixels(canvas, surface.inset(-BOARD_RIM * unit))
    room = whole.inflate(2 * canvas.px(0.7 * unit), 2 * canvas.px(0.7 * unit))
    picture = shapes.blank(*room.size, SHADOW)
    face = whole.move(-room.x, -room.y)
    _draw_slab(picture, face, canvas, unit)
    if tray is not None:
        _draw_tray(picture, _pixels(canvas, tray).move(-room.x, -room.y), canvas, unit)
    corner = canvas.px(BOARD_CORNER_RADIUS * unit)
    inner = face.inflate(-2 * corner, -2 * corner)
    middle = pygame.Surface(inner.size, depth=24)
    middle.blit(picture, (0, 0), inner)
    cuts = (
        pygame.Rect(0, 0, room.w, inner.y),
        pygame.Rect(0, inner.bottom, room.w, room.h - inner.bottom),
        pygame.Rect(0, inner.y, inner.x, inner.h),
        pygame.Rect(inner.right, inner.y, room.w - inner.right, inner.h),
    )
    strips = [(picture.subsurface(cut).copy(), room.x + cut.x, room.y + cut.y) for cut in cuts]
    return ((middle.convert(), room.x + inner.x, room.y + inner.y), *strips)


BOARD_CORNER_RADIUS: Final = 0.3


def _pixels(canvas: Canvas, box: Box) -> pygame.Rect:
    left, top = canvas.to_pixels((box.x, box.y))
    right, bottom = canvas.to_pixels((box.right, box.bottom))
    return pygame.Rect(left, top, right - left, bottom - top)


def _draw_slab(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, thick = px(BOARD_CORNER_RADIUS), px(BOARD_THICKNESS)
    under = box.inflate(0, thick).move(0, thick // 2)
    put_drop_shadow(target, under.move(px(0.03), px(0.05)), radius, px(0.05), 150)
    put_drop_shadow(target, under.move(px(0.10), px(0.16)), radius, px(0.16), 130)
    put_side(target, box, radius, thick, BOARD_EDGE_COLOUR)
    put_face(target, _plank(box.size, BOARD_COLOUR, 0, unit * canvas.scale), box, radius)
    put_outline(target, box, radius, px(0.022), (255, 250, 235), 170)


def _draw_tray(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    """Draws the tray, shaded by its upper and left walls."""

    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, depth = px(0.2), px(0.13)
    put_face(target, _plank(box.size, TRAY_COLOUR, 5, unit * canvas.scale), box, radius)
    wall = (74, 48, 22)
    upper = gradient(box.w - 2 * radius, depth, wall, 74, 0)
    target.blit(upper, (box.x + radius, box.y))
    left = gradient(round(depth * 0.7), box.h - 2 * radius, wall, 56, 0)
    target.blit(left, (box.x, box.y + radius))
    line = px(0.016)
    put_outline(target, box.move(0, line), radius, line, WHITE, 110)
    put_outline(target, box, radius, line, mix(BOARD_EDGE_COLOUR, BLACK, 0.25), 190)


def _plank(size: tuple[int, int], tint: Colour, cut: int, unit_px: float) -> pygame.Surface:
    """Pale wood with a fine grain."""
    plank = wood.wood(*size, tint, cut, max(1.0, unit_px / 70))
    veil = pygame.Surface(size)
    veil.fill(tint)
    veil.set_alpha(105)
    plank.blit(veil, (0, 0))
    return plank
