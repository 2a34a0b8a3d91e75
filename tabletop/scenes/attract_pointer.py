"""A fine line from the words about a rule to the place where the rule was at work."""

from dataclasses import dataclass
from itertools import pairwise
from math import dist, sqrt
from typing import Final

import pygame

from tabletop.scenes.attract_plan import AttractPlan
from tabletop.ui import art
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.theme import CREAM, PETROL, Colour

WIDTH: Final = 5.0
RIM: Final = 2.5
"""The line, and its edge that keeps it apart from any board."""
RING: Final = 0.52
"""The radius of the ring at its end, in cells."""
STRAIGHT: Final = 0.8
"""A line that passes its target's middle by no more radii than this needs no corner."""
CORNER: Final = 26.0
"""How far from the ends of the plate's edge it may begin."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A line with one corner at most, all of it upright or level: it is cheap to draw."""

    corners: tuple[Point, ...]
    target: Point
    radius: float

    def draw_line(self, frame: Frame) -> None:
        """Puts the line up to the ring."""
        for more, colour in ((RIM, CREAM), (0.0, PETROL)):
            for start, end in pairwise(self.corners):
                _put_line(frame, start, end, WIDTH / 2 + more, colour)

    def draw_ring(self, frame: Frame) -> None:
        """Puts the ring round the target."""
        canvas = frame.canvas
        for more, colour in ((RIM, CREAM), (0.0, PETROL)):
            width = max(3.0, (WIDTH + 2 * more) * canvas.scale)
            frame.put(art.ring(canvas.px(self.radius), round(width, 1), colour), self.target)


def pointer_to(plan: AttractPlan, places: tuple[Point, ...], cell: float) -> Pointer | None:
    """The line to the nearest of some places; None where there is none."""
    if not places:
        return None
    radius = cell * RING
    # Which place is nearest is seen from the middle of the plate's edge.
    target = min(places, key=lambda at: dist(at, _start(plan, plan.told.centre)))
    start = _start(plan, target)
    corner = _corner(plan, start, target)
    if dist(corner, target) < STRAIGHT * radius:
        return Pointer((start, _met(start, corner, target, radius)), target, radius)
    return Pointer((start, corner, _met(corner, target, target, radius)), target, radius)


def _start(plan: AttractPlan, target: Point) -> Point:
    """Where a line begins: at the plate's edge toward the board, as straight as it can."""
    box = plan.told
    if plan.side in ("left", "right"):
        y = min(max(target[1], box.y + CORNER), box.bottom - CORNER)
        return (box.right if plan.side == "left" else box.x, y)
    x = min(max(target[0], box.x + CORNER), box.right - CORNER)
    return (x, box.bottom if plan.side == "above" else box.y)


def _corner(plan: AttractPlan, start: Point, target: Point) -> Point:
    """Where the line turns toward the target; the target itself where it need not."""
    return (target[0], start[1]) if plan.side in ("left", "right") else (start[0], target[1])


def _met(start: Point, toward: Point, middle: Point, radius: float) -> Point:
    """Where a level or upright line that goes through a ring meets it first."""
    (x, y), (tx, ty) = start, toward
    aside = dist(toward, middle)
    half = sqrt(max(0.0, radius**2 - aside**2))
    if x == tx:
        return x, ty - half if y < ty else ty + half
    return tx - half if x < tx else tx + half, y


def _put_line(frame: Frame, start: Point, end: Point, half: float, colour: Colour) -> None:
    """Puts a level or upright line."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    box = Box(left - half, top - half, right - left + 2 * half, bottom - top + 2 * half)
    canvas = frame.canvas
    thick = canvas.px(2 * half)
    wide = thick if right == left else canvas.px(box.w)
    high = thick if top == bottom else canvas.px(box.h)
    frame.put(_bar(wide, high, colour), box.centre)


@kept(most=8)
def _bar(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A piece of the line; none comes again soon, so that few are kept."""
    picture = pygame.Surface((width, height)).convert()
    picture.fill(colour)
    return picture
