"""The wooden board on which the pieces lie, with its tray: a picture in parts.

The middle has no alpha, so that what moves on it is drawn quickly; only the edges have it.
"""

from typing import Final, TypeAlias

import pygame

from tabletop.engine import say
from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.surface.sight import RIM, THICK, Sight
from tabletop.ui import art, wood, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.lettering import least
from tabletop.ui.plates import put_cast, put_face, put_outline, put_side
from tabletop.ui.relief import engraved, slope
from tabletop.ui.theme import BLACK, SHADOW, WHITE, Colour, mix
from tabletop.ui.tongue import spoken

BOARD: Final[Colour] = (246, 229, 193)
TRAY: Final[Colour] = (226, 203, 157)
EDGE: Final[Colour] = (176, 142, 88)
LETTER: Final[Colour] = (96, 70, 36)
# NOTE for translators: engraved into the part of the board where pieces wait; short.
LABEL: Final = say("sevens.tray", "Tray")

Part: TypeAlias = tuple[pygame.Surface, int, int]
"""A picture and its upper left corner in real pixels."""


def draw_board(frame: Frame, sight: Sight, width: float, height: float, tray: Zone | None) -> None:
    """Puts the board on a frame, light from above whichever seat it faces."""
    canvas = frame.canvas
    scale = canvas.scale
    whole = sight.to_box(Zone(0, 0, width, height))
    for picture, x, y in _parts(canvas, whole, sight.to_box(tray) if tray else None, sight.unit):
        frame.put(picture, ((x + picture.get_width() / 2) / scale, _mid(picture, y) / scale))
    if tray is None or least():
        return  # a room could not read it
    size = 0.24 * sight.unit
    frame.put(
        _label(spoken(LABEL), canvas.px(size), sight.turns),
        sight.to_canvas((tray.left + tray.width / 2, tray.top + 0.2)),
    )


def _mid(picture: pygame.Surface, y: int) -> float:
    return y + picture.get_height() / 2


@kept(most=8)
def _label(text: str, pixels: int, turns: int) -> pygame.Surface:
    ink = engraved(words.line(text, pixels, LETTER, True), max(1, pixels // 18))
    return pygame.transform.rotate(ink, -90 * turns) if turns else ink


@kept(most=4)
def _parts(canvas: Canvas, surface: Box, tray: Box | None, unit: float) -> tuple[Part, ...]:
    """The middle without alpha, and the four strips about it."""
    whole = _pixels(canvas, surface.inset(-RIM * unit))
    room = whole.inflate(2 * canvas.px(0.7 * unit), 2 * canvas.px(0.7 * unit))
    picture = art.blank(*room.size, SHADOW)
    face = whole.move(-room.x, -room.y)
    _draw_slab(picture, face, canvas, unit)
    if tray is not None:
        _draw_tray(picture, _pixels(canvas, tray).move(-room.x, -room.y), canvas, unit)
    corner = canvas.px(RADIUS * unit)
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


RADIUS: Final = 0.3


def _pixels(canvas: Canvas, box: Box) -> pygame.Rect:
    left, top = canvas.to_pixels((box.x, box.y))
    right, bottom = canvas.to_pixels((box.right, box.bottom))
    return pygame.Rect(left, top, right - left, bottom - top)


def _draw_slab(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, thick = px(RADIUS), px(THICK)
    under = box.inflate(0, thick).move(0, thick // 2)
    put_cast(target, under.move(px(0.03), px(0.05)), radius, px(0.05), 150)
    put_cast(target, under.move(px(0.10), px(0.16)), radius, px(0.16), 130)
    put_side(target, box, radius, thick, EDGE)
    put_face(target, _plank(box.size, BOARD, 0, unit * canvas.scale), box, radius)
    put_outline(target, box, radius, px(0.022), (255, 250, 235), 170)


def _draw_tray(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    """A field sunk into the board: shade falls on it from its upper and left walls."""

    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, depth = px(0.2), px(0.13)
    put_face(target, _plank(box.size, TRAY, 5, unit * canvas.scale), box, radius)
    wall = (74, 48, 22)
    upper = slope(box.w - 2 * radius, depth, wall, 74, 0)
    target.blit(upper, (box.x + radius, box.y))
    left = slope(round(depth * 0.7), box.h - 2 * radius, wall, 56, 0)
    target.blit(left, (box.x, box.y + radius))
    line = px(0.016)
    put_outline(target, box.move(0, line), radius, line, WHITE, 110)
    put_outline(target, box, radius, line, mix(EDGE, BLACK, 0.25), 190)


def _plank(size: tuple[int, int], tint: Colour, cut: int, unit_px: float) -> pygame.Surface:
    """Pale wood: a fine grain, on which colours stand out."""
    plank = wood.wood(*size, tint, cut, max(1.0, unit_px / 70))
    veil = pygame.Surface(size)
    veil.fill(tint)
    veil.set_alpha(105)
    plank.blit(veil, (0, 0))
    return plank
