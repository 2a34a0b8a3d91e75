"""Four places seen askew: the map of the plane that takes four points to four others."""

from collections.abc import Sequence
from math import dist
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.input.actions import Point

Four: TypeAlias = tuple[Point, Point, Point, Point]
"""The corners of a four-sided figure, in order round it."""
Matrix: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""A projective map, row by row."""

APART: Final = 0.08
"""Nearer to each other, or to a straight line, than this share of the screen is no figure."""


def through(here: Four, there: Four) -> Matrix:
    """The map that takes four points to four others; `fault` must know nothing against either."""
    return _product(_from_square(there), inverse(_from_square(here)))


def inverse(matrix: Matrix) -> Matrix:
    """The way back, up to a factor, which means nothing in such maps."""
    a, b, c, d, e, f, g, h, i = matrix
    return (
        e * i - f * h,
        c * h - b * i,
        b * f - c * e,
        f * g - d * i,
        a * i - c * g,
        c * d - a * f,
        d * h - e * g,
        b * g - a * h,
        a * e - b * d,
    )


def depth(matrix: Matrix, at: Point) -> float:
    """How far before the horizon a point lies: on it 0, behind it of the other sign."""
    return matrix[6] * at[0] + matrix[7] * at[1] + matrix[8]


def mapped(matrix: Matrix, at: Point) -> Point:
    """Where the map takes a point; ZeroDivisionError on the horizon."""
    x, y = at
    a, b, c, d, e, f, *_ = matrix
    far = depth(matrix, at)
    return (a * x + b * y + c) / far, (d * x + e * y + f) / far


def fault(corners: Four) -> Text | None:
    """What keeps four points, in shares of the screen, from being the corners of a figure."""
    for number, at in enumerate(corners):
        if any(dist(at, other) < APART for other in corners[:number]):
            return say("glass.same_place", "Two of the four touches were felt at the same place.")
    turns = [_bend(corners, number) for number in range(4)]
    if any(_height(corners, number) < APART for number in range(4)):
        return say("glass.in_line", "Three of the four touches were felt in one line.")
    if all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns):
        return None
    return say(
        "glass.crossed", "The four touches cross over: they were not felt in order round the edge."
    )


def _bend(corners: Sequence[Point], number: int) -> float:
    """Twice the area, with its sign, of the triangle at a corner."""
    (x0, y0), (x1, y1), (x2, y2) = (corners[(number + step) % 4] for step in (-1, 0, 1))
    return (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)


def _height(corners: Sequence[Point], number: int) -> float:
    """How far a corner and its neighbours are from lying in one line."""
    three = [corners[(number + step) % 4] for step in (-1, 0, 1)]
    longest = max(dist(three[0], three[1]), dist(three[1], three[2]), dist(three[0], three[2]))
    return abs(_bend(corners, number)) / longest


def _from_square(corners: Four) -> Matrix:
    """The map that takes (0,0), (1,0), (1,1), (0,1) to these points (Heckbert 1989, 2.2.3)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    by = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / by, (dx1 * sy - sx * dy1) / by
    return x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1.0


def _product(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f, g, h, i = one
    p, q, r, s, t, u, v, w, x = other
    return (
        a * p + b * s + c * v,
        a * q + b * t + c * w,
        a * r + b * u + c * x,
        d * p + e * s + f * v,
        d * q + e * t + f * w,
        d * r + e * u + f * x,
        g * p + h * s + i * v,
        g * q + h * t + i * w,
        g * r + h * u + i * x,
    )
