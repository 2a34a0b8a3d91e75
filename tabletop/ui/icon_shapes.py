"""What icons are drawn from: lines and areas, in units of half the icon's size."""

from collections.abc import Callable
from math import cos, radians, sin
from typing import TypeAlias

Strokes: TypeAlias = list[tuple[list[tuple[float, float]], float]]
"""Lines through points, each with a width."""
Fills: TypeAlias = list[list[tuple[float, float]]]
"""Areas by their corners."""
Shape: TypeAlias = Callable[[], tuple[Strokes, Fills]]


def arc(radius: float, start: float, end: float, steps: int = 28) -> list[tuple[float, float]]:
    """A bow about the middle, from one angle to another, in degrees clockwise from the right."""
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    """A square about a point."""
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
