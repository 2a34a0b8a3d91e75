"""The icons of learning and asking."""

from collections.abc import Mapping
from typing import Final

from tabletop.ui.icon_shapes import Fills, Shape, Strokes, arc, square


def _ask() -> tuple[Strokes, Fills]:
    """A question mark."""
    bow = [(x, y - 0.42) for x, y in arc(0.44, 180, 410)]
    hook = [*bow, (0.0, 0.1), (0.0, 0.34)]
    return [(hook, 0.26)], [square(0.0, 0.78, 0.17)]


def _warn() -> tuple[Strokes, Fills]:
    """An exclamation mark."""
    return [([(0.0, -0.75), (0.0, 0.2)], 0.3)], [square(0.0, 0.72, 0.18)]


def _cup() -> tuple[Strokes, Fills]:
    """A cup for who has won."""
    bowl = [(-0.5, -0.85), (0.5, -0.85), (0.44, -0.25), (0.14, 0.12), (-0.14, 0.12), (-0.44, -0.25)]
    stem = [(-0.1, 0.05), (0.1, 0.05), (0.13, 0.6), (-0.13, 0.6)]
    foot = [(-0.44, 0.85), (-0.34, 0.56), (0.34, 0.56), (0.44, 0.85)]
    right = [(0.46, -0.68), (0.84, -0.64), (0.78, -0.26), (0.38, -0.14)]
    left = [(-x, y) for x, y in right]
    return [(left, 0.15), (right, 0.15)], [bowl, stem, foot]


SHAPES: Final[Mapping[str, Shape]] = {"ask": _ask, "warn": _warn, "cup": _cup}
