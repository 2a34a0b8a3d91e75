"""The icons of screens and projectors: how the picture lies, and what the host does with it."""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final

from tabletop.ui.icon_shapes import Fills, Shape, Strokes


def _moon() -> tuple[Strokes, Fills]:
    """A sickle: a bow of the moon's edge, and back along the edge of what hides the rest."""
    outer = [(0.85 * cos(radians(a)), 0.85 * sin(radians(a))) for a in range(52, 309, 8)]
    inner = [(0.42 + 0.68 * cos(radians(a)), 0.68 * sin(radians(a))) for a in range(278, 81, -8)]
    return [], [[(x + 0.15, y) for x, y in (*outer, *inner)]]


def _still() -> tuple[Strokes, Fills]:
    """A screen with the two bars of a pause."""
    edge = [(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7), (-0.9, -0.7)]
    bars: Strokes = [([(x, -0.25), (x, 0.25)], 0.26) for x in (-0.26, 0.26)]
    return [(edge, 0.18), *bars], []


def _keystone() -> tuple[Strokes, Fills]:
    """A picture that is narrower above, with a knob at each corner."""
    corners = [(-0.5, -0.6), (0.5, -0.6), (0.8, 0.6), (-0.8, 0.6)]
    knobs: Strokes = [([at, (at[0] + 0.01, at[1])], 0.4) for at in corners]
    return [([*corners, corners[0]], 0.16), *knobs], []


def _move() -> tuple[Strokes, Fills]:
    """A cross with a head at each end."""
    bars: Strokes = [([(-0.6, 0.0), (0.6, 0.0)], 0.2), ([(0.0, -0.6), (0.0, 0.6)], 0.2)]
    heads = []
    for quarter in range(4):
        x, y = ((0, -1), (1, 0), (0, 1), (-1, 0))[quarter]
        tip, left = (0.98 * x, 0.98 * y), (0.55 * x - 0.34 * y, 0.55 * y + 0.34 * x)
        heads.append([tip, left, (0.55 * x + 0.34 * y, 0.55 * y - 0.34 * x)])
    return bars, heads


SHAPES: Final[Mapping[str, Shape]] = {
    "moon": _moon,
    "still": _still,
    "keystone": _keystone,
    "move": _move,
}
