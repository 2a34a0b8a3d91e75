"""The icons of games and pages."""

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final

from tabletop.ui.icon_shapes import Fills, Shape, Strokes, arc, square


def _menu() -> tuple[Strokes, Fills]:
    return [], [square(x, y, 0.36) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]


def _undo() -> tuple[Strokes, Fills]:
    bow = arc(0.68, 150, 400)
    return [(bow, 0.26)], [[(-0.98, 0.46), (-0.2, 0.62), (-0.72, -0.22)]]


def _again() -> tuple[Strokes, Fills]:
    bow = arc(0.68, -20, 250)
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
    pips: Fills = [square(x, y, 0.15) for x, y in ((-0.35, -0.35), (0, 0), (0.35, 0.35))]
    return [(edge, 0.2)], pips


def _eye() -> tuple[Strokes, Fills]:
    lid = [(x / 10, -0.62 * (1 - (x / 9.5) ** 2)) for x in range(-9, 10)]
    under = [(x, -y) for x, y in reversed(lid)]
    return [([*lid, *under, lid[0]], 0.16)], [arc(0.3, 0, 360)]


def _puzzle() -> tuple[Strokes, Fills]:
    return [], [
        [(-0.9, 0.8), (0.0, -0.1), (0.9, 0.8)],
        [(-0.9, 0.55), (-0.9, -0.65), (-0.3, -0.05)],
        [(0.0, -0.4), (0.42, -0.82), (0.84, -0.4), (0.42, 0.02)],
    ]


def _unreal() -> tuple[Strokes, Fills]:
    """A house, struck out: this is no such thing."""
    roof = [(-0.8, -0.1), (0.0, -0.85), (0.8, -0.1)]
    walls = [(-0.55, -0.2), (-0.55, 0.8), (0.55, 0.8), (0.55, -0.2)]
    return [(roof, 0.17), (walls, 0.17), ([(-0.9, 0.9), (0.9, -0.75)], 0.2)], []


def _lock() -> tuple[Strokes, Fills]:
    bow = [(x, y - 0.4) for x, y in arc(0.42, 180, 360)]
    shackle = [(-0.42, 0.0), *bow, (0.42, 0.0)]
    return [(shackle, 0.2)], [[(-0.72, -0.1), (0.72, -0.1), (0.72, 0.85), (-0.72, 0.85)]]


def _pencil() -> tuple[Strokes, Fills]:
    return [], [
        [(-0.85, 0.85), (-0.7, 0.3), (-0.3, 0.7)],
        [(-0.58, 0.18), (0.36, -0.76), (0.76, -0.36), (-0.18, 0.58)],
    ]


def _star() -> tuple[Strokes, Fills]:
    points = []
    for i in range(10):
        radius, angle = (0.95 if i % 2 == 0 else 0.4), radians(36 * i - 90)
        points.append((radius * cos(angle), radius * sin(angle)))
    return [], [points]


def _person() -> tuple[Strokes, Fills]:
    head = [(x, y - 0.45) for x, y in arc(0.4, 0, 360)]
    shoulders = [(x * 0.82, 0.9 + y * 0.82) for x, y in arc(1.0, 180, 360)]
    return [], [head, shoulders]


def _computer() -> tuple[Strokes, Fills]:
    """A head with an aerial and two eyes."""
    face = [(-0.75, -0.35), (0.75, -0.35), (0.75, 0.8), (-0.75, 0.8), (-0.75, -0.35)]
    aerial = [(0.0, -0.4), (0.0, -0.8)]
    eyes: Fills = [square(x, 0.2, 0.18) for x in (-0.34, 0.34)]
    return [(face, 0.22), (aerial, 0.2)], [*eyes, square(0.0, -0.82, 0.14)]


def _flip() -> tuple[Strokes, Fills]:
    axis: Strokes = [([(0.0, y), (0.0, y + 0.22)], 0.12) for y in (-0.9, -0.4, 0.1, 0.6)]
    edge = [(0.25, -0.6), (0.9, 0.6), (0.25, 0.6), (0.25, -0.6)]
    return [*axis, (edge, 0.12)], [[(-0.25, -0.6), (-0.9, 0.6), (-0.25, 0.6)]]


def _turn() -> tuple[Strokes, Fills]:
    bow = arc(0.66, -160, 60)
    return [(bow, 0.24)], [[(0.02, 0.3), (0.74, 0.28), (0.4, 0.95)]]


def _keep() -> tuple[Strokes, Fills]:
    return [], [[(-0.6, -0.9), (0.6, -0.9), (0.6, 0.9), (0.0, 0.4), (-0.6, 0.9)]]


def _curtain() -> tuple[Strokes, Fills]:
    rail: Strokes = [([(-0.9, -0.8), (0.9, -0.8)], 0.18)]
    return rail, [
        [(-0.85, -0.7), (-0.1, -0.7), (-0.35, 0.2), (-0.5, 0.9), (-0.85, 0.9)],
        [(0.85, -0.7), (0.1, -0.7), (0.35, 0.2), (0.5, 0.9), (0.85, 0.9)],
    ]


def _hint() -> tuple[Strokes, Fills]:
    """A lamp: its bulb, and the thread that it is screwed in by."""
    bulb = [(x, y - 0.28) for x, y in arc(0.6, 125, 415)]
    foot: Strokes = [([(-0.3, 0.52), (0.3, 0.52)], 0.16), ([(-0.22, 0.82), (0.22, 0.82)], 0.16)]
    return foot, [bulb]


def _chances() -> tuple[Strokes, Fills]:
    """Bars that stand for how well each seat fares."""
    bars = ((-0.85, 0.1), (-0.2, -0.75), (0.45, -0.25))
    return [], [[(x, 0.8), (x, top), (x + 0.4, top), (x + 0.4, 0.8)] for x, top in bars]


def _look() -> tuple[Strokes, Fills]:
    """A disc that is half in the light."""
    return [(arc(0.72, 0, 360), 0.2)], [arc(0.72, 90, 270)]


def _globe() -> tuple[Strokes, Fills]:
    """The earth with its equator, two circles of latitude and a meridian to each side."""
    meridian = [(x * 0.42, y) for x, y in arc(0.82, 0, 360)]
    lines: Strokes = [([(-w, y), (w, y)], 0.11) for w, y in ((0.72, -0.4), (0.82, 0), (0.72, 0.4))]
    return [(arc(0.82, 0, 360), 0.16), (meridian, 0.11), *lines], []


SHAPES: Final[Mapping[str, Shape]] = {
    "globe": _globe,
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
    "eye": _eye,
    "puzzle": _puzzle,
    "unreal": _unreal,
    "lock": _lock,
    "pencil": _pencil,
    "star": _star,
    "person": _person,
    "computer": _computer,
    "flip": _flip,
    "turn": _turn,
    "keep": _keep,
    "curtain": _curtain,
    "hint": _hint,
    "chances": _chances,
    "look": _look,
}
