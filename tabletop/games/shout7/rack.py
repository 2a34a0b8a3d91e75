"""A seat's pot: a wooden rack with the pieces left lying in rows, and their number."""

from dataclasses import dataclass
from math import ceil

import pygame

from tabletop.games.shout7.kernel import SUPPLY
from tabletop.ui import art, stones, words
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame, turn_point
from tabletop.ui.kept import kept
from tabletop.ui.theme import TEXT, WALNUT, SeatLook, mix
from tabletop.ui.view import Tray
from tabletop.ui.wood import wood

ROWS = 3
FIGURE_SIZE = 72


@dataclass(frozen=True, slots=True)
class Rack:
    """One seat's rack, in canvas units, as if the seat sat at the bottom."""

    tray: Tray
    seats: int

    @property
    def figure_size(self) -> float:
        return min(FIGURE_SIZE, self.tray.box.h * 0.62, self.tray.box.w * 0.27)

    @property
    def board(self) -> Box:
        """The wooden part; the number stands right of it."""
        box = self.tray.box
        height = min(box.h, 170.0)
        top = box.y + (box.h - height) / 2
        return Box(box.x, top, box.w - self.figure_size * 1.42, height)

    @property
    def radius(self) -> float:
        """Of its pieces."""
        return min(self.bed.h / (2 * ROWS) * 0.92, self.bed.w / 9)

    @property
    def bed(self) -> Box:
        """The hollow that the pieces lie in."""
        return self.board.inset(min(16.0, self.board.h * 0.11))

    @property
    def number_at(self) -> Point:
        box = self.tray.box
        return box.right - self.figure_size * 0.66, box.centre[1]

    def piece_at(self, index: int) -> Point:
        """Where a piece lies, the first one at the bottom of the pile."""
        row, column = index % ROWS, index // ROWS
        bed, radius = self.bed, self.radius
        long = -(-SUPPLY[self.seats] // ROWS)
        step = min(radius * 1.15, (bed.w - 2.3 * radius) / (long - 1))
        return bed.x + radius * 1.12 + column * step, bed.y + bed.h * (row + 0.5) / ROWS

    def front(self, count: int) -> Point:
        """Where, on the canvas, the piece lies that is taken next."""
        return self.tray.on_canvas(self.piece_at(max(0, count - 1)))


def put_rack(frame: Frame, rack: Rack, look: SeatLook, count: int) -> None:
    """Puts a rack with so many pieces, and the number."""
    scale = frame.canvas.scale
    frame.put(rack_picture(rack, look, count, scale), rack.board.centre)
    frame.put(words.figures(str(count), round(rack.figure_size * scale), TEXT), rack.number_at)


@kept(most=16)
def rack_picture(rack: Rack, look: SeatLook, count: int, scale: float) -> pygame.Surface:
    """The rack with its pieces. The frame turns it with the seat, so it is turned back here first:
    one light for everything.
    """
    turns = rack.tray.turns % 4
    size = rack.board.w * scale, rack.board.h * scale
    sides = ceil(size[turns % 2]), ceil(size[1 - turns % 2])
    rim = round((rack.board.w - rack.bed.w) / 2 * scale)
    picture = _empty_rack(*sides, rim, scale).copy()
    stone = stones.stone(look, round(rack.radius * scale, 1))
    for index in range(count):
        x, y = turn_point(rack.piece_at(index), turns, rack.board.centre)
        left = (x - rack.board.centre[0]) * scale + (picture.get_width() - stone.get_width()) / 2
        top = (y - rack.board.centre[1]) * scale + (picture.get_height() - stone.get_height()) / 2
        picture.blit(stone, (round(left), round(top)))
    return pygame.transform.rotate(picture, 90 * turns) if turns else picture


@kept(most=4)
def _empty_rack(width: int, height: int, inset: int, scale: float) -> pygame.Surface:
    corner, line = 18 * scale, max(1, round(2 * scale))
    whole = art.rounded(width, height, corner, WALNUT)
    slab = art.masked(wood(width, height, mix(WALNUT, (150, 96, 56), 0.30), 3, scale), whole)
    slab.blit(art.outline(width, height, corner, line, (255, 232, 196), 70), (0, 0))
    slab.blit(art.sheen(whole, 26, 50), (0, 0))
    size = width - 2 * inset, height - 2 * inset
    hollow = art.rounded(*size, corner * 0.6, WALNUT)
    bed = art.masked(wood(*size, (142, 98, 60), 9, scale), hollow)
    shade = pygame.Surface(size, pygame.SRCALPHA)
    shade.fill((20, 10, 4, 200))
    drop = max(2, round(5 * scale))
    shade.fill((20, 10, 4, 0), (drop, round(drop * 1.7), size[0], size[1]))
    shade = pygame.transform.gaussian_blur(shade, max(1, round(4 * scale)))
    bed.blit(art.masked(shade, hollow), (0, 0))
    slab.blit(bed, (inset, inset))
    rim = art.outline(
        size[0] + 2 * line, size[1] + 2 * line, corner * 0.6, line, (255, 226, 180), 46
    )
    slab.blit(rim, (inset - line + line // 2, inset - line + line // 2 + 1))
    return art.with_shadow(slab, max(2.0, 6 * scale))
