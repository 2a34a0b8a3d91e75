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


def _eye() -> tuple[Strokes, Fills]:
    lid = [(x / 10, -0.62 * (1 - (x / 9.5) ** 2)) for x in range(-9, 10)]
    under = [(x, -y) for x, y in reversed(lid)]
    return [([*lid, *under, lid[0]], 0.16)], [_arc(0.3, 0, 360)]


def _puzzle() -> tuple[Strokes, Fills]:
    return [], [
        [(-0.9, 0.8), (0.0, -0.1), (0.9, 0.8)],
        [(-0.9, 0.55), (-0.9, -0.65), (-0.3, -0.05)],
        [(0.0, -0.4), (0.42, -0.82), (0.84, -0.4), (0.42, 0.02)],
    ]


def _lock() -> tuple[Strokes, Fills]:
    bow = [(x, y - 0.4) for x, y in _arc(0.42, 180, 360)]
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


def _bulb() -> tuple[Strokes, Fills]:
    glass = [(x, y - 0.25) for x, y in _arc(0.58, 125, 415)]
    foot: Strokes = [([(-0.24, 0.55), (0.24, 0.55)], 0.18), ([(-0.16, 0.85), (0.16, 0.85)], 0.18)]
    return [([*glass, glass[0]], 0.18), *foot], []


def _flip() -> tuple[Strokes, Fills]:
    axis: Strokes = [([(0.0, y), (0.0, y + 0.22)], 0.12) for y in (-0.9, -0.4, 0.1, 0.6)]
    edge = [(0.25, -0.6), (0.9, 0.6), (0.25, 0.6), (0.25, -0.6)]
    return [*axis, (edge, 0.12)], [[(-0.25, -0.6), (-0.9, 0.6), (-0.25, 0.6)]]


def _turn() -> tuple[Strokes, Fills]:
    bow = _arc(0.66, -160, 60)
    return [(bow, 0.24)], [[(0.02, 0.3), (0.74, 0.28), (0.4, 0.95)]]


def _turn_back() -> tuple[Strokes, Fills]:
    lines, heads = _turn()
    mirrored: Strokes = [([(-x, y) for x, y in points], width) for points, width in lines]
    return mirrored, [[(-x, y) for x, y in head] for head in heads]


def _keep() -> tuple[Strokes, Fills]:
    return [], [[(-0.6, -0.9), (0.6, -0.9), (0.6, 0.9), (0.0, 0.4), (-0.6, 0.9)]]


def _curtain() -> tuple[Strokes, Fills]:
    rail: Strokes = [([(-0.9, -0.8), (0.9, -0.8)], 0.18)]
    return rail, [
        [(-0.85, -0.7), (-0.1, -0.7), (-0.35, 0.2), (-0.5, 0.9), (-0.85, 0.9)],
        [(0.85, -0.7), (0.1, -0.7), (0.35, 0.2), (0.5, 0.9), (0.85, 0.9)],
    ]


def _plug() -> tuple[Strokes, Fills]:
    body = [(-0.62, -0.3), (0.62, -0.3), (0.62, 0.1), (0.3, 0.5), (-0.3, 0.5), (-0.62, 0.1)]
    pins: Strokes = [([(x, -0.85), (x, -0.3)], 0.22) for x in (-0.32, 0.32)]
    return [*pins, ([(0.0, 0.5), (0.0, 0.95)], 0.2)], [body]


def _question() -> tuple[Strokes, Fills]:
    bow = [(x, y - 0.35) for x, y in _arc(0.45, 180, 420)]
    return [([*bow, (0.0, 0.1), (0.0, 0.3)], 0.24)], [_square(0.0, 0.75, 0.15)]


def _hourglass() -> tuple[Strokes, Fills]:
    ends: Strokes = [([(-0.6, y), (0.6, y)], 0.2) for y in (-0.8, 0.8)]
    return ends, [[(-0.5, -0.7), (0.5, -0.7), (0.0, 0.0)], [(-0.5, 0.7), (0.5, 0.7), (0.0, 0.0)]]


def _newer() -> tuple[Strokes, Fills]:
    return [
        ([(0.0, 0.8), (0.0, -0.6)], 0.26),
        ([(-0.6, -0.05), (0.0, -0.7), (0.6, -0.05)], 0.26),
    ], []


def _dots() -> tuple[Strokes, Fills]:
    return [([(x, 0.0), (x + 0.01, 0.0)], 0.34) for x in (-0.65, 0.0, 0.65)], []


def _record() -> tuple[Strokes, Fills]:
    return [], [_arc(0.7, 0, 360)]


def _stop() -> tuple[Strokes, Fills]:
    return [], [_square(0.0, 0.0, 0.6)]


def _bars() -> tuple[Strokes, Fills]:
    tall = ((-0.6, -0.1), (0.0, -0.8), (0.6, 0.25))
    return [([(-0.95, 0.85), (0.95, 0.85)], 0.14)], [
        [(x - 0.22, 0.75), (x - 0.22, top), (x + 0.22, top), (x + 0.22, 0.75)] for x, top in tall
    ]


def _screen() -> tuple[Strokes, Fills]:
    edge = [(-0.85, -0.7), (0.85, -0.7), (0.85, 0.4), (-0.85, 0.4), (-0.85, -0.7)]
    return [
        (edge, 0.18),
        ([(0.0, 0.4), (0.0, 0.8)], 0.2),
        ([(-0.45, 0.85), (0.45, 0.85)], 0.18),
    ], []


def _person() -> tuple[Strokes, Fills]:
    head = [(x, y - 0.45) for x, y in _arc(0.38, 0, 360)]
    return [], [
        head,
        [(-0.75, 0.9), *((x, y + 0.75) for x, y in _arc(0.72, 180, 360)), (0.75, 0.9)],
    ]


def _buttons() -> tuple[Strokes, Fills]:
    edge = [(-0.85, -0.55), (0.85, -0.55), (0.85, 0.55), (-0.85, 0.55), (-0.85, -0.55)]
    caps: Fills = [[(x + cx, y) for x, y in _arc(0.24, 0, 360)] for cx in (-0.4, 0.4)]
    return [(edge, 0.18)], caps


def _switches() -> tuple[Strokes, Fills]:
    rails: Strokes = [([(-0.85, y), (0.85, y)], 0.16) for y in (-0.45, 0.45)]
    knobs = ((0.35, -0.45), (-0.35, 0.45))
    return rails, [[(x + cx, y + cy) for x, y in _arc(0.3, 0, 360)] for cx, cy in knobs]


def _keys() -> tuple[Strokes, Fills]:
    edge = [(-0.95, -0.6), (0.95, -0.6), (0.95, 0.6), (-0.95, 0.6), (-0.95, -0.6)]
    caps: Fills = [_square(x, -0.15, 0.14) for x in (-0.5, 0.0, 0.5)]
    return [(edge, 0.16), ([(-0.4, 0.3), (0.4, 0.3)], 0.18)], caps


def _finger() -> tuple[Strokes, Fills]:
    hand = [(-0.35, 0.1), (0.55, 0.1), (0.6, 0.9), (-0.25, 0.9), (-0.6, 0.35)]
    spot = [(x - 0.15, y - 0.6) for x, y in _arc(0.34, 150, 390)]
    return [([(-0.15, -0.55), (-0.15, 0.4)], 0.28), (spot, 0.13)], [hand]


def _call() -> tuple[Strokes, Fills]:
    horn = [(-0.9, -0.25), (-0.5, -0.25), (0.1, -0.75), (0.1, 0.75), (-0.5, 0.25), (-0.9, 0.25)]
    waves: Strokes = [(_arc(r, -42, 42), 0.16) for r in (0.5, 0.9)]
    return waves, [horn]


def _pause() -> tuple[Strokes, Fills]:
    return [([(x, -0.6), (x, 0.6)], 0.34) for x in (-0.38, 0.38)], []


def _north() -> tuple[Strokes, Fills]:
    return [([(-0.7, 0.35), (0.0, -0.4), (0.7, 0.35)], 0.28)], []


def _south() -> tuple[Strokes, Fills]:
    return [([(-0.7, -0.35), (0.0, 0.4), (0.7, -0.35)], 0.28)], []


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
    "eye": _eye,
    "puzzle": _puzzle,
    "lock": _lock,
    "pencil": _pencil,
    "star": _star,
    "bulb": _bulb,
    "flip": _flip,
    "turn": _turn,
    "turn-back": _turn_back,
    "keep": _keep,
    "curtain": _curtain,
    "plug": _plug,
    "question": _question,
    "hourglass": _hourglass,
    "newer": _newer,
    "dots": _dots,
    "record": _record,
    "stop": _stop,
    "bars": _bars,
    "screen": _screen,
    "person": _person,
    "buttons": _buttons,
    "switches": _switches,
    "keys": _keys,
    "finger": _finger,
    "call": _call,
    "pause": _pause,
    "north": _north,
    "south": _south,
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
