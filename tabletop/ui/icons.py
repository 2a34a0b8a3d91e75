"""Icons in one style: solid, one colour, drawn from a few lines."""

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin
from typing import Final, TypeAlias

import pygame

from tabletop.ui import art
from tabletop.ui.theme import Colour

Strokes: TypeAlias = list[tuple[list[tuple[float, float]], float]]
"""Lines through points, each with a width; all in units of half the icon's size."""
Fills: TypeAlias = list[list[tuple[float, float]]]


def _arc(radius: float, start: float, end: float, steps: int = 28) -> list[tuple[float, float]]:
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def _square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _menu() -> tuple[Strokes, Fills]:
    return [], [_square(x, y, 0.36) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]


def _undo() -> tuple[Strokes, Fills]:
    bow = _arc(0.68, 150, 400)
    return [(bow, 0.26)], [[(-0.98, 0.46), (-0.2, 0.62), (-0.72, -0.22)]]


def _again() -> tuple[Strokes, Fills]:
    bow = _arc(0.68, -20, 250)
    return [(bow, 0.26)], [[(0.3, -0.95), (0.26, -0.1), (-0.42, -0.62)]]


def _swap() -> tuple[Strokes, Fills]:
    lines: Strokes = [([(-0.85, -0.4), (0.3, -0.4)], 0.24), ([(0.85, 0.4), (-0.3, 0.4)], 0.24)]
    heads: Fills = [
        [(0.95, -0.4), (0.28, -0.86), (0.28, 0.06)],
        [(-0.95, 0.4), (-0.28, -0.06), (-0.28, 0.86)],
    ]
    return lines, heads


def _earlier() -> tuple[Strokes, Fills]:
    return [([(0.35, -0.7), (-0.4, 0.0), (0.35, 0.7)], 0.28)], []


def _later() -> tuple[Strokes, Fills]:
    return [([(-0.35, -0.7), (0.4, 0.0), (-0.35, 0.7)], 0.28)], []


def _first() -> tuple[Strokes, Fills]:
    return [
        ([(0.6, -0.7), (-0.15, 0.0), (0.6, 0.7)], 0.26),
        ([(-0.6, -0.7), (-0.6, 0.7)], 0.26),
    ], []


def _last() -> tuple[Strokes, Fills]:
    return [
        ([(-0.6, -0.7), (0.15, 0.0), (-0.6, 0.7)], 0.26),
        ([(0.6, -0.7), (0.6, 0.7)], 0.26),
    ], []


def _back() -> tuple[Strokes, Fills]:
    return [([(0.8, 0.0), (-0.6, 0.0)], 0.26), ([(0.0, -0.7), (-0.7, 0.0), (0.0, 0.7)], 0.26)], []


def _close() -> tuple[Strokes, Fills]:
    return [([(-0.6, -0.6), (0.6, 0.6)], 0.28), ([(0.6, -0.6), (-0.6, 0.6)], 0.28)], []


def _check() -> tuple[Strokes, Fills]:
    return [([(-0.75, 0.05), (-0.2, 0.6), (0.8, -0.6)], 0.3)], []


def _play() -> tuple[Strokes, Fills]:
    return [], [[(-0.55, -0.8), (0.85, 0.0), (-0.55, 0.8)]]


def _book() -> tuple[Strokes, Fills]:
    left = [(-0.08, -0.5), (-0.9, -0.7), (-0.9, 0.55), (-0.08, 0.75)]
    right = [(0.08, -0.5), (0.9, -0.7), (0.9, 0.55), (0.08, 0.75)]
    return [], [left, right]


def _plus() -> tuple[Strokes, Fills]:
    return [([(-0.7, 0), (0.7, 0)], 0.28), ([(0, -0.7), (0, 0.7)], 0.28)], []


def _minus() -> tuple[Strokes, Fills]:
    return [([(-0.7, 0), (0.7, 0)], 0.28)], []


def _flag() -> tuple[Strokes, Fills]:
    return [([(-0.55, -0.8), (-0.55, 0.85)], 0.2)], [[(-0.5, -0.8), (0.8, -0.4), (-0.5, 0.1)]]


def _hands() -> tuple[Strokes, Fills]:
    return [([(-0.7, -0.3), (0.7, -0.3)], 0.28), ([(-0.7, 0.3), (0.7, 0.3)], 0.28)], []


def _out() -> tuple[Strokes, Fills]:
    door: Strokes = [([(0.1, -0.8), (-0.75, -0.8), (-0.75, 0.8), (0.1, 0.8)], 0.2)]
    door += [([(-0.2, 0.0), (0.75, 0.0)], 0.22), ([(0.4, -0.4), (0.8, 0.0), (0.4, 0.4)], 0.22)]
    return door, []


def _dice() -> tuple[Strokes, Fills]:
    edge = [(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75), (-0.75, -0.75)]
    pips: Fills = [_square(x, y, 0.15) for x, y in ((-0.35, -0.35), (0, 0), (0.35, 0.35))]
    return [(edge, 0.2)], pips


_ICONS: Final[dict[str, Callable[[], tuple[Strokes, Fills]]]] = {
    "menu": _menu,
    "undo": _undo,
    "again": _again,
    "swap": _swap,
    "earlier": _earlier,
    "later": _later,
    "first": _first,
    "last": _last,
    "back": _back,
    "close": _close,
    "check": _check,
    "play": _play,
    "book": _book,
    "plus": _plus,
    "minus": _minus,
    "flag": _flag,
    "draw": _hands,
    "out": _out,
    "dice": _dice,
}


@lru_cache(maxsize=128)
def icon(name: str, pixels: int, colour: Colour) -> pygame.Surface:
    """An icon by name, `pixels` wide and high."""
    strokes, fills = _ICONS[name]()
    half = pixels / 2
    size = (pixels, pixels)
    picture = art.blank(*size, colour)

    def place(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(half + x * half * 0.9, half + y * half * 0.9) for x, y in points]

    for points, width in strokes:
        picture.blit(art.stroke(size, place(points), width * half * 0.9, colour), (0, 0))
    for points in fills:
        picture.blit(art.polygon(size, place(points), colour), (0, 0))
    return picture
