"""The board of Super Seven: where its boxes and squares are, and its picture."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from tabletop.games.super7.kernel import MIDDLE
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import wood
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    BLACK,
    ENGRAVED,
    FRAME_WOOD,
    SHINE,
    TILE_WOOD,
    WHITE,
    Colour,
    mix,
)

# Lengths as shares of the board's side, in thousandths.
TILE, GAP, PAD, BETWEEN, HEAD, THICK = 84, 6, 9, 36, 40, 14
BOX = 3 * TILE + 2 * GAP + 2 * PAD
LEFT = (1000 - 3 * BOX - 2 * BETWEEN) / 2
SQUARE_LABEL, LIT_LABEL, BOX_LABEL = 44, 59, 33
FRAME = mix(FRAME_WOOD, (236, 178, 100), 0.55)
TILES = (mix(TILE_WOOD, (214, 140, 62), 0.5), mix(TILE_WOOD, (226, 164, 92), 0.7))
"""The colours of the darkest and the lightest square."""
PLANKS = 13
"""The number of different square pictures."""
bevelled = partial(shapes.bevel, shade=(20, 9, 2), steps=5)
"""Light and shade on the edges of a shape."""
MIN_LABEL_PIXELS = 14
"""Smaller labels are left out, as in the menu's picture."""


@dataclass(frozen=True, slots=True)
class Board:
    """The places of the board on a canvas; boxes and squares count from 0 in reading order."""

    canvas: Canvas
    box: Box

    @property
    def unit(self) -> float:
        """A thousandth of the board's side in canvas units."""
        return min(self.box.w, self.box.h) / 1000

    def at(self, x: float, y: float) -> Point:
        """The canvas point of a point in thousandths."""
        middle = self.box.centre
        return middle[0] + (x - 500) * self.unit, middle[1] + (y - 500) * self.unit

    def px(self, thousandths: float) -> int:
        return self.canvas.px(thousandths * self.unit)

    def box_centre(self, box: int) -> Point:
        row, column = divmod(box, 3)
        x = LEFT + column * (BOX + BETWEEN) + BOX / 2
        return self.at(x, HEAD + row * (BOX + BETWEEN) + BOX / 2)

    def square(self, square: int) -> Point:
        """The middle of a square, 0 to 80."""
        box, here = divmod(square, 9)
        x, y = self.box_centre(box)
        row, column = divmod(here, 3)
        step = (TILE + GAP) * self.unit
        return x + (column - 1) * step, y + (row - 1) * step

    def label(self, box: int) -> Point:
        """Where the label of a box stands, above it."""
        x, y = self.box_centre(box)
        return x, y - (BOX / 2 + BETWEEN / 2 - 1) * self.unit

    # -- the wood -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the empty board without its numbers, in real pixels."""
        self._draw_plate(surface)
        hollow = _hollow(self.px(BOX), self.px(14), self.px(5))
        for box in range(9):
            self._put(surface, hollow, self.box_centre(box))
        side = self.px(TILE)
        for square in range(81):
            plank = square * 5 % PLANKS
            self._put(surface, tile(side, self.px(9), plank), self.square(square))

    def box_name(self, box: int) -> pygame.Surface | None:
        """The engraved number of a box; None where it would be too small."""
        pixels = self.px(BOX_LABEL)
        return engraved(str(box + 3), pixels, True) if pixels >= MIN_LABEL_PIXELS else None

    def square_sign(self, here: int) -> pygame.Surface | None:
        """The engraved label of a square, 0 to 8; None where it would be too small."""
        legible = self.px(SQUARE_LABEL) >= MIN_LABEL_PIXELS
        return sign(here, self.px(TILE), False) if legible else None

    def _put(self, surface: pygame.Surface, picture: pygame.Surface, at: Point) -> None:
        x, y = at[0] * self.canvas.scale, at[1] * self.canvas.scale
        width, height = picture.get_size()
        surface.blit(picture, (round(x - width / 2), round(y - height / 2)))

    def _draw_plate(self, surface: pygame.Surface) -> None:
        width, thick, radius = self.px(1000), self.px(THICK), self.px(28)
        height = self.px(1000 - THICK)
        x, y = self.canvas.to_pixels(self.at(0, 0))
        plate_box = pygame.Rect(x, y, width, height)
        for blur, down, alpha in ((24, 26, 165), (7, 9, 190)):
            below = plate_box.move(self.px(down) // 2, self.px(down))
            below.height += thick
            shapes.put_drop_shadow(surface, below, radius, self.px(blur), alpha)
        depth = thick + 2 * radius
        skirt = wood(width, depth, mix(FRAME, BLACK, 0.5), 5, self._grain)
        low = pygame.Rect(x, y + height - 2 * radius, width, depth)
        shapes.put_face(surface, skirt, low, radius)
        shapes.put_face(surface, wood(width, height, FRAME, 3, self._grain), plate_box, radius)
        shapes.put_bevel(surface, plate_box, radius, self.px(6), 190, 120, bevelled)

    @property
    def _grain(self) -> float:
        return max(1.0, self.px(1000) / 900)


@surface_cache(most=4)
def _hollow(side: int, radius: int, depth: int) -> pygame.Surface:
    """A box sunk into the plate: a dark floor, a shaded upper wall, a lit lower lip."""
    shape = shapes.rounded(side, side, radius, WHITE)
    floor = shapes.masked(wood(side, side, (112, 70, 38), 9, max(1.0, side / 400)), shape)
    floor.blit(shapes.inner_shadow(shape, depth * 1.8, 215), (0, 0))
    floor.blit(shapes.outline(side, side, radius, max(1.0, depth * 0.3), (46, 26, 12), 170), (0, 0))
    pad = max(1, round(depth * 0.35))
    whole = shapes.blank(side + 2 * pad, side + 2 * pad, SHINE)
    lip = shapes.rounded(side, side, radius, SHINE, 150)
    whole.blit(lip, (2 * pad, 2 * pad))
    whole.blit(shapes.rounded(side, side, radius, (46, 26, 12)), (pad, pad))
    whole.blit(floor, (pad, pad))
    return whole


@surface_cache(most=64)
def tile(side: int, radius: int, plank: int) -> pygame.Surface:
    """A bevelled square of wood, lying in its box."""
    shape = shapes.rounded(side, side, radius, WHITE)
    tint = mix(*TILES, plank * 7 % 5 / 4)
    face = shapes.masked(wood(side, side, tint, plank * 3 + 1, max(0.6, side / 110)), shape)
    film, lying = _tile_light(side, radius)
    face.blit(film, (0, 0))
    picture = lying.copy()
    edge = (picture.get_width() - side) // 2
    picture.blit(face, (edge, edge))
    return picture


@surface_cache(most=4)
def _tile_light(side: int, radius: int) -> tuple[pygame.Surface, pygame.Surface]:
    """The light on the edges of a square, and the square with its shadow."""
    shape = shapes.rounded(side, side, radius, TILES[0])
    film = bevelled(shape, max(1.0, side * 0.055), 175, 150)
    return film, shapes.with_shadow(shape, max(1.0, side * 0.035), 0.75)


TURNABLE: Final = ("6", "9")
"""Numbers that are others upside down; they are underlined."""


@surface_cache(most=96)
def number(text: str, pixels: int, colour: Colour, bold: bool) -> pygame.Surface:
    """A number; a 6 and a 9 are underlined, so that they can be read from every side."""
    ink = typesetting.line(text, pixels, colour, bold, context=typesetting.NEUTRAL)
    if text not in TURNABLE:
        return ink
    shown = ink.get_bounding_rect()
    gap, line = max(1, round(pixels * 0.07)), max(2, round(pixels * 0.09))
    # The middle of the figure stays the middle of the picture.
    picture = shapes.blank(ink.get_width(), shown.h + 2 * (gap + line), colour)
    picture.blit(ink, (0, gap + line), pygame.Rect(0, shown.y, ink.get_width(), shown.h))
    bar = shapes.rounded(shown.w, line, line / 2, colour)
    picture.blit(bar, (shown.x, gap + line + shown.h + gap))
    return picture


@surface_cache(most=64)
def engraved(text: str, pixels: int, bold: bool) -> pygame.Surface:
    """Engraved text: dark, with a light lower edge; a part of the board's picture."""
    ink = number(text, pixels, ENGRAVED, bold).copy()  # without its annotations
    return shapes.engraved(ink, max(1, round(pixels / 26)), 120)


@surface_cache(most=64)
def sign(here: int, side: int, lit: bool) -> pygame.Surface:
    """The label of a square, 0 to 8: its number, and a star on the middle one."""
    scale = side / TILE
    if here == MIDDLE:
        dark = (43, 24, 8) if lit else ENGRAVED
        star = shapes.polygon((side, side), _star(side, 19 * scale if lit else 18 * scale), dark)
        if lit:
            return star
        return shapes.engraved(star, max(1, round(1.6 * scale)), 120)
    if lit:
        return number(str(here + 3), round(LIT_LABEL * scale), (43, 24, 8), True)
    return engraved(str(here + 3), round(SQUARE_LABEL * scale), False)


def _star(side: int, radius: float) -> list[tuple[float, float]]:
    """A star of six points about the middle of a square picture."""
    ray = pygame.Vector2(0, -radius)
    middle = pygame.Vector2(side / 2, side / 2)
    tips = [ray.rotate(30 * k) * (1.0 if k % 2 == 0 else 0.44) for k in range(12)]
    return [(middle.x + tip.x, middle.y + tip.y) for tip in tips]
