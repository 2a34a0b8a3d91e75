"""The board of Shoo: nine by nine wooden tiles in a frame, with two bases of other wood."""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.engine import Spot
from tabletop.games.shoo.joinery import mitre, tile_film
from tabletop.games.shoo.notation import NAMES
from tabletop.games.shoo.tables import HOMES, SIDE, SQUARES
from tabletop.ui import art, plates, words
from tabletop.ui.canvas import Box, Canvas, Point
from tabletop.ui.kept import kept
from tabletop.ui.relief import engraved, slope
from tabletop.ui.theme import (
    ENGRAVED,
    GROOVE,
    SHADOW,
    WHITE,
    Colour,
    Mark,
    mix,
)
from tabletop.ui.wood import wood

FRAME, THICK, ROUND, LABEL = 0.052, 0.013, 0.026, 0.031
"""Shares of the board's side: the frame's width, the board's thickness, its corners, letters."""
GAP: Final = 0.030
"""The groove between two tiles, in cells."""
LEAST_LABEL: Final = 14
"""Letters smaller than this many pixels would be dirt; a menu's picture has none."""

TILE_TINT: Final = (214, 163, 102)
FRAME_TINT: Final = (226, 180, 122)
SKIRT: Final = (112, 76, 42)
HOME_WOODS: Final[tuple[Colour, Colour]] = ((238, 214, 168), (126, 80, 44))
"""White's base is of maple, Black's of smoked oak."""
STRINGING: Final[tuple[Colour, Colour]] = (92, 58, 28), (222, 186, 126)
"""The thin inlaid line round each base."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where the board lies, in real pixels, so that every tile is as large as every other."""

    canvas: Canvas
    x: int
    y: int
    cell_px: int
    frame_px: int
    thick_px: int

    @classmethod
    def within(cls, canvas: Canvas, box: Box) -> "Board":
        """The largest board that fits into a box."""
        side = min(box.w, box.h) * canvas.scale
        thick = max(1, round(side * THICK))
        frame = max(2, round(side * FRAME))
        cell = max(4, int((side - thick - 2 * frame) / SIDE))
        whole = cell * SIDE + 2 * frame
        middle = box.centre[0] * canvas.scale, box.centre[1] * canvas.scale
        x, y = round(middle[0] - whole / 2), round(middle[1] - (whole + thick) / 2)
        return cls(canvas, x, y, cell, frame, thick)

    @property
    def side_px(self) -> int:
        """The frame's side."""
        return self.cell_px * SIDE + 2 * self.frame_px

    @property
    def cell(self) -> float:
        """The side of a square in canvas units."""
        return self.cell_px / self.canvas.scale

    def corner_px(self, square: int) -> tuple[int, int]:
        """The upper left pixel of a square, 0 (a1) to 80 (i9)."""
        rank, file = divmod(square, SIDE)
        left, top = self.x + self.frame_px, self.y + self.frame_px
        return left + file * self.cell_px, top + (SIDE - 1 - rank) * self.cell_px

    def middle(self, square: int) -> Point:
        """The middle of a square on the canvas."""
        x, y = self.corner_px(square)
        half, scale = self.cell_px / 2, self.canvas.scale
        return (x + half) / scale, (y + half) / scale

    def spots(self) -> dict[Spot, Point]:
        return {NAMES[square]: self.middle(square) for square in range(SQUARES)}

    # -- the wood -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, marks: tuple[Mark, Mark]) -> None:
        """Draws the empty board; the bases bear their owners' marks."""
        self._draw_frame(surface)
        left, top = self.corner_px(SQUARES - SIDE)
        field = self.cell_px * SIDE
        lip = max(1, self.cell_px // 26)
        surface.fill(mix(FRAME_TINT, WHITE, 0.3), (left, top, field + lip, field + lip))
        surface.fill(GROOVE, (left - lip, top - lip, field + lip, field + lip))
        for square in range(SQUARES):
            self._draw_tile(surface, square)
        for seat in (0, 1):
            self._draw_stringing(surface, seat)
            for square in HOMES[seat]:
                self._put(surface, home_mark(marks[seat], self.cell_px, seat), square)
        shade = max(2, self.cell_px // 8)
        surface.blit(slope(field, shade, SHADOW, 120, 0), (left, top))
        surface.blit(slope(shade, field, SHADOW, 90, 0), (left, top))
        if self.label_px >= LEAST_LABEL:
            self._draw_labels(surface)

    @property
    def label_px(self) -> int:
        return round(self.side_px * LABEL)

    def _draw_frame(self, surface: pygame.Surface) -> None:
        side, wide, thick = self.side_px, self.frame_px, self.thick_px
        radius = max(2, round(side * ROUND))
        for blur, down, alpha in ((0.030, 0.030, 170), (0.007, 0.010, 190)):
            by = round(side * down)
            below = pygame.Rect(self.x + by // 2, self.y + by, side, side + thick)
            plates.put_cast(surface, below, radius, max(2, round(side * blur)), alpha)
        box = pygame.Rect(self.x, self.y, side, side)
        plates.put_side(surface, box, radius, thick, SKIRT)
        grain = max(1.0, self.cell_px / 98)
        lying = [wood(side, wide, FRAME_TINT, 8 + k, grain) for k in (0, 1)]
        standing = [wood(wide, side, FRAME_TINT, 5 + k, grain, upright=True) for k in (0, 1)]
        inner = side - 2 * wide
        for k, far in ((0, 0), (1, side - wide)):
            surface.blit(lying[k], (self.x + wide, self.y + far), (wide, 0, inner, wide))
            surface.blit(standing[k], (self.x + far, self.y + wide), (0, wide, wide, inner))
            for low, down in ((0, 0), (1, side - wide)):
                ends = lying[low].subsurface((far, 0, wide, wide))
                stile = standing[k].subsurface((0, down, wide, wide))
                corner = mitre(ends, stile, radius, bool(k), bool(low))
                surface.blit(corner, (self.x + far, self.y + down))
        plates.put_bevel(surface, box, radius, max(1.0, side * 0.006), 190, 150)

    def _draw_tile(self, surface: pygame.Surface, square: int) -> None:
        seat = next((seat for seat in (0, 1) if square in HOMES[seat]), None)
        tint = TILE_TINT if seat is None else HOME_WOODS[seat]
        tint = mix(tint, (255, 226, 178), 0.04 + 0.03 * (square * 7 % 5))
        gap = max(1, round(self.cell_px * GAP))
        side = self.cell_px - gap
        x, y = self.corner_px(square)
        at = (x + gap // 2, y + gap // 2)
        plank = wood(side, side, tint, square * 5 + 1, max(0.6, side / 100))
        surface.blit(plank, at)
        surface.blit(tile_film(side, max(1, side // 18)), at)

    def _draw_stringing(self, surface: pygame.Surface, seat: int) -> None:
        x, y = self.corner_px(max(HOMES[seat]) - 2)
        side = 3 * self.cell_px
        line = max(1, round(self.cell_px * 0.022))
        pygame.draw.rect(surface, STRINGING[seat], (x, y, side, side), line)

    def _put(self, surface: pygame.Surface, picture: pygame.Surface, square: int) -> None:
        x, y = self.corner_px(square)
        width, height = picture.get_size()
        surface.blit(picture, (x + (self.cell_px - width) // 2, y + (self.cell_px - height) // 2))

    def _draw_labels(self, surface: pygame.Surface) -> None:
        """Letters and numbers on all sides; the far ones are turned to those who sit there."""
        half = self.frame_px / 2
        near, far = half * 0.98, self.side_px - half * 0.98
        for i in range(SIDE):
            along = self.frame_px + (i + 0.5) * self.cell_px
            letter, number = (
                _label("abcdefghi"[i], self.label_px),
                _label(str(9 - i), self.label_px),
            )
            for picture, x, y, turned in (
                (letter, along, far, False),
                (letter, along, near, True),
                (number, near, along, False),
                (number, far, along, True),
            ):
                shown = pygame.transform.rotate(picture, 180) if turned else picture
                width, height = shown.get_size()
                surface.blit(shown, (self.x + x - width / 2, self.y + y - height / 2))


@kept(most=32)
def _label(text: str, pixels: int) -> pygame.Surface:
    ink = words.line(text, pixels, ENGRAVED, True)
    return engraved(ink, max(1, round(pixels / 22)))


@kept(most=8)
def home_mark(mark: Mark, cell: int, seat: int) -> pygame.Surface:
    """The mark of a base's owner, engraved in outline."""
    side = 2 * round(cell * 0.26)
    line = max(1.0, cell * 0.035)
    ink = mix(HOME_WOODS[seat], ENGRAVED, 0.75) if seat == 0 else (44, 26, 12)
    points = art.mark_points(
        mark, cell * (0.19 if mark == "diamond" else 0.21), (side / 2, side / 2)
    )
    shape = art.stroke((side, side), points, line, ink, closed=True)
    return engraved(shape, max(1, round(cell / 70)))
