"""Arrows: where something went, or would go.

Long ones are put together from short pieces that are made once for each direction, so that none
of a board's length has to be drawn large and scaled down in the middle of a game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, dist, hypot, radians, sin
from typing import TypeAlias

import pygame

from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import lerp
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import Colour

ArrowColours: TypeAlias = tuple[Colour, Colour]
"""Of an arrow and of the rim that keeps it apart from any ground."""

WIDTH, HEAD, WING, RIM, DOT = 0.095, 0.25, 0.19, 0.032, 0.105
"""In cells: an arrow's width, its head's length and half width, its rim, the dot it starts at."""
LONG, SHORT = 0.80, 0.16
"""In cells: the pieces that a line is put together from."""


def direction(start: Point, end: Point) -> int:
    """The way from one point to another in whole degrees, from the right, clockwise as seen.

    No piece of an arrow is so long that the rest of the angle would be seen.
    """
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0]))) % 360


def turned(way: int, points: Iterable[Point], colour: Colour) -> pygame.Surface:
    """A polygon about the middle of its picture, drawn as if it pointed to the right."""
    dx, dy = round(cos(radians(way)), 12), round(sin(radians(way)), 12)
    at = [(x * dx - y * dy, x * dy + y * dx) for x, y in points]
    side = 2 * ceil(max(max(abs(x), abs(y)) for x, y in at) + 1)
    return shapes.polygon((side, side), [(x + side / 2, y + side / 2) for x, y in at], colour)


@surface_cache(most=512)
def _bar(cell: int, way: int, length: float, grow: float, colour: Colour) -> pygame.Surface:
    half, wide = cell * length / 2, cell * (WIDTH / 2 + grow)
    return turned(way, ((-half, -wide), (half, -wide), (half, wide), (-half, wide)), colour)


@surface_cache(most=512)
def head(cell: int, way: int, grow: float, colour: Colour) -> pygame.Surface:
    """An arrow's head; its tip without a rim is half a head from the middle."""
    half, wide, more = cell * HEAD / 2, cell * WING, cell * grow
    points = (
        (-half - more, -wide - 1.7 * more),
        (half + 1.5 * more, 0),
        (-half - more, wide + 1.7 * more),
    )
    return turned(way, points, colour)


@dataclass(frozen=True, slots=True)
class Arrows:
    """Puts arrows on a board whose neighbours are `cell` canvas units apart."""

    cell: float
    cell_px: int

    def make(self, ways: Iterable[int], colours: Iterable[ArrowColours]) -> None:
        """Makes every picture for some directions once."""
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
        """An arrow between two places; `leave` and `reach` cells are cut off its ends.

        Without anything to cut off at its start it begins with a dot.
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
            # Only the head fits between two neighbours; it lies in the gap's middle.
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
        """The small ring that an arrow starts at; with `RIM` to grow by it is the rim's."""
        frame.put(self._dot(grow, colour), at)

    def _dot(self, grow: float, colour: Colour) -> pygame.Surface:
        width = self.cell_px * (0.07 + 2 * grow)
        return shapes.ring(self.cell_px * DOT, round(width, 1), colour)

    def _bars(self, first: float, last: float) -> Iterator[tuple[float, float]]:
        """Middles and lengths of the pieces that fill a line; neighbours overlap a little."""
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
    """One picture of an arrow of a cell or two, `(dx, dy)` pixels; its middle is the span's."""
    length = max(1.0, hypot(dx, dy))
    head = min(head, length)
    pad = ceil(head + rim_width + 2)
    size = (abs(dx) + 2 * pad, abs(dy) + 2 * pad)
    middle = (size[0] / 2, size[1] / 2)
    angle = atan2(dy, dx)
    picture = shapes.blank(*size, rim)
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
            picture.blit(shapes.polygon(size, corners, tint), (0, 0))
    return picture
