"""Signs on the board of Shoo: trails of what moved, darts of what shoos, hatches, lights."""

from dataclasses import dataclass
from math import atan2, ceil, dist, pi
from typing import Final

import pygame

from tabletop.ui import art
from tabletop.ui.arrows import HEAD, RIM, Arrows, head, turned
from tabletop.ui.canvas import Point
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.theme import AMBER, CORAL_DEEP, CREAM, HALO, INK, PETROL, Colour
from tabletop.ui.tween import between

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


@kept(most=32)
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
        shape = turned(45 * direction, points, colour)
        art.lay(picture, shape)
    return picture


@kept(most=4)
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


@kept(most=8)
def mover_light(radius: float) -> pygame.Surface:
    """The quiet light round a piece that can be moved: a thin lamp under its edge."""
    rim = max(1.5, radius * 0.13)
    glow = art.blurred(art.ring(radius, rim * 1.6, HALO), HALO, radius * 0.16, 255).copy()
    for shape in (
        art.ring(radius, rim * 1.7, (120, 62, 6), 150),
        art.ring(radius, rim, AMBER),
        art.ring(radius - rim * 0.1, rim * 0.35, (255, 232, 168)),
    ):
        art.lay(glow, shape)
    return glow


@kept(most=4)
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
class Trails(Arrows):
    """The ways of pieces on the board."""

    def prepare(self) -> None:
        """Makes every picture once."""
        self.make(range(0, 360, 45), (HAPPENED, WOULD))
        for eighth in range(8):
            dart(self.cell_px, eighth)
        for colours in (HAPPENED, WOULD):
            cross(self.cell_px * 0.13, *colours)

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
            self.put_dot(frame, start, grow, colour)
            if way:
                tip = between(end, way[-1], (reach + HEAD / 2) * self.cell / dist(end, way[-1]))
                frame.put(head(self.cell_px, 45 * eighth(way[-1], end), grow, colour), tip)
