"""Signs on the board of Shoo: trails of what moved, darts of what shoos, hatches, lights.

Long arrows are put together from short pieces in the eight directions, so that none is made in
the middle of a game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, dist, hypot, pi
from typing import Final

import pygame

from tabletop.ui import art
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.theme import AMBER, CORAL_DEEP, CREAM, HALO, INK, PETROL, Colour
from tabletop.ui.tween import between

DIRECTIONS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Eighth turns from the right, clockwise as seen."""

WIDTH, HEAD, WING, RIM, DOT = 0.095, 0.25, 0.19, 0.032, 0.105
"""In cells: an arrow's width, its head's length and half width, its rim, the dot it starts at."""
LONG, SHORT = 0.80, 0.16
"""In cells: the pieces that a line is put together from."""
LIFT, MOST_LIFT = 0.9, 1.7
"""How high the way of a piece that is taken up goes, in cells: at least, and at most."""

DART: Final = (0.27, 0.42)
"""A dart's length in cells: along the lines, and across corners, where there is more room."""

HAPPENED: Final = (PETROL, CREAM)
WOULD: Final = (AMBER, INK)


def eighth(start: Point, end: Point) -> int:
    """The nearest of the eight directions from one point to another."""
    return round(atan2(end[1] - start[1], end[0] - start[0]) / (pi / 4)) % 8


def arch(start: Point, end: Point, share: float, cell: float) -> Point:
    """The way of a piece that is taken up and put down again."""
    height = cell * min(MOST_LIFT, LIFT + 0.18 * dist(start, end) / cell)
    x, y = between(start, end, share)
    return x, y - height * 4 * share * (1 - share)


@lru_cache(maxsize=128)
def _bar(cell: int, direction: int, length: float, grow: float, colour: Colour) -> pygame.Surface:
    half, wide = cell * length / 2, cell * (WIDTH / 2 + grow)
    corners = ((-half, -wide), (half, -wide), (half, wide), (-half, wide))
    return _turned(direction, corners, colour)


@lru_cache(maxsize=64)
def _head(cell: int, direction: int, grow: float, colour: Colour) -> pygame.Surface:
    """An arrow's head; its tip without a rim is half a head from the middle."""
    half, wide, more = cell * HEAD / 2, cell * WING, cell * grow
    points = (
        (-half - more, -wide - 1.7 * more),
        (half + 1.5 * more, 0),
        (-half - more, wide + 1.7 * more),
    )
    return _turned(direction, points, colour)


def _turned(direction: int, points: tuple[Point, ...], colour: Colour) -> pygame.Surface:
    right, down = DIRECTIONS[direction]
    dx, dy = right / hypot(right, down), down / hypot(right, down)
    turned = [(x * dx - y * dy, x * dy + y * dx) for x, y in points]
    side = 2 * ceil(max(max(abs(x), abs(y)) for x, y in turned) + 1)
    return art.polygon((side, side), [(x + side / 2, y + side / 2) for x, y in turned], colour)


@lru_cache(maxsize=32)
def dart(cell: int, direction: int) -> pygame.Surface:
    """A dart from one who shoos."""
    slant = bool(direction % 2)
    length, wing = DART[slant], 0.15
    picture = art.blank(cell, cell)
    for grow, colour in ((RIM, CREAM), (0.0, CORAL_DEEP)):
        half, wide, more = cell * length / 2, cell * wing, cell * grow
        neck = half - cell * 0.24
        points: tuple[Point, ...] = (
            (neck - more, -wide - 1.7 * more),
            (half + 1.6 * more, 0),
            (neck - more, wide + 1.7 * more),
        )
        if slant:
            thin = cell * 0.05 + more
            points = (
                *points,
                (neck, thin),
                (-half - more, thin),
                (-half - more, -thin),
                (neck, -thin),
            )
        shape = _turned(direction, points, colour)
        picture.blit(shape, ((cell - shape.get_width()) // 2, (cell - shape.get_height()) // 2))
    return picture


@lru_cache(maxsize=4)
def hatch(cell: int) -> pygame.Surface:
    """A square where one would be shooed: fine coral strokes, both ways."""
    side = round(cell * 0.54)
    step, over = side * 1.15, art.OVER
    lines = art.blank(side, side, CREAM)
    for width, colour, alpha in ((0.055, CREAM, 70), (0.030, CORAL_DEEP, 215)):
        big = art.blank(side * over, side * over, colour)
        for k in range(-4, 8):
            x, thick = k * step, max(3, round(cell * width * over))
            pygame.draw.line(big, (*colour, 255), (x, 0), (x + side * over, side * over), thick)
            pygame.draw.line(big, (*colour, 255), (x + side * over, 0), (x, side * over), thick)
        lines.blit(art.faded(pygame.transform.smoothscale(big, (side, side)), alpha), (0, 0))
    return art.masked(lines, art.rounded(side, side, side * 0.24, CORAL_DEEP))


@lru_cache(maxsize=8)
def mover_light(radius: float) -> pygame.Surface:
    """The quiet light round a piece that can be moved: a thin lamp under its edge."""
    rim = max(1.5, radius * 0.13)
    glow = art.blurred(art.ring(radius, rim * 1.6, HALO), HALO, radius * 0.16, 255).copy()
    side = glow.get_width()
    for shape in (
        art.ring(radius, rim * 1.7, (120, 62, 6), 150),
        art.ring(radius, rim, AMBER),
        art.ring(radius - rim * 0.1, rim * 0.35, (255, 232, 168)),
    ):
        glow.blit(shape, ((side - shape.get_width()) // 2,) * 2)
    return glow


@lru_cache(maxsize=4)
def cross(radius: float, colour: Colour, rim: Colour) -> pygame.Surface:
    """Two strokes: here something was, or would have been."""
    side = 2 * ceil(radius * 1.6)
    a, b = side / 2 - radius, side / 2 + radius
    picture = art.blank(side, side, rim)
    for width, tint in ((radius * 0.85, rim), (radius * 0.45, colour)):
        for points in (((a, a), (b, b)), ((a, b), (b, a))):
            picture.blit(art.stroke((side, side), points, width, tint), (0, 0))
    return picture


@dataclass(frozen=True, slots=True)
class Trails:
    """Draws the ways of pieces on a board whose squares are `cell` canvas units wide."""

    cell: float
    cell_px: int

    def prepare(self) -> None:
        """Makes every picture once."""
        for direction in range(8):
            dart(self.cell_px, direction)
            for colours in (HAPPENED, WOULD):
                for grow, colour in ((RIM, colours[1]), (0.0, colours[0])):
                    _head(self.cell_px, direction, grow, colour)
                    _bar(self.cell_px, direction % 4, LONG, grow, colour)
                    _bar(self.cell_px, direction % 4, SHORT, grow, colour)
        for colours in (HAPPENED, WOULD):
            cross(self.cell_px * 0.13, *colours)

    def straight(
        self,
        frame: Frame,
        start: Point,
        end: Point,
        colours: tuple[Colour, Colour],
        leave: float,
        reach: float,
    ) -> None:
        """An arrow between two squares in line; `leave` and `reach` cells are cut off it.

        Without anything to cut off at its start it begins with a dot.
        """
        length = dist(start, end)
        if length < 1:
            return
        direction = eighth(start, end)
        tip = length - reach * self.cell
        middle = tip - self.cell * HEAD / 2
        first = leave * self.cell if leave else DOT * self.cell * 1.2
        last = middle - self.cell * HEAD * 0.3
        if leave and last - first < self.cell * SHORT:
            # Only the head fits between two neighbours; it lies in the gap's middle.
            middle = (first + tip) / 2
            last = first
        bars = tuple(self._bars(first, last))
        for grow, colour in ((RIM, colours[1]), (0.0, colours[0])):
            if not leave:
                width = self.cell_px * (0.07 + 2 * grow)
                frame.put(art.ring(self.cell_px * DOT, round(width, 1), colour), start)
            for bar, long in bars:
                picture = _bar(self.cell_px, direction % 4, long, grow, colour)
                frame.put(picture, between(start, end, bar / length))
            head = _head(self.cell_px, direction, grow, colour)
            frame.put(head, between(start, end, middle / length))

    def _bars(self, first: float, last: float) -> Iterator[tuple[float, float]]:
        """Middles and lengths of the pieces that fill a line; neighbours overlap a little."""
        overlap = 0.02 * self.cell
        while last - first > overlap:
            size = LONG if last - first > LONG * self.cell else SHORT
            length = size * self.cell
            at = min(first, last - length)
            yield at + length / 2, size
            first = at + length - overlap if at == first else last

    def over(
        self, frame: Frame, start: Point, end: Point, colours: tuple[Colour, Colour], reach: float
    ) -> None:
        """A dotted arch: a piece was taken up, and put down somewhere else."""
        count = max(4, round(dist(start, end) / (self.cell * 0.24)))
        shares = [i / count for i in range(count + 1)]
        way = [arch(start, end, share, self.cell) for share in shares]
        way = [at for at in way if dist(at, end) > (reach + HEAD) * self.cell]
        for grow, colour in ((RIM, colours[1]), (0.0, colours[0])):
            for at in way[1:]:
                frame.put(art.disc(round(self.cell_px * (0.055 + grow), 1), colour), at)
            width = self.cell_px * (0.07 + 2 * grow)
            frame.put(art.ring(self.cell_px * DOT, round(width, 1), colour), start)
            if way:
                direction = eighth(way[-1], end)
                tip = between(end, way[-1], (reach + HEAD / 2) * self.cell / dist(end, way[-1]))
                frame.put(_head(self.cell_px, direction, grow, colour), tip)
