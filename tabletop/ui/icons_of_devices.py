"""The icons of devices, of what they do and how they fare."""

from collections.abc import Mapping
from typing import Final

from tabletop.ui.icon_shapes import Fills, Shape, Strokes, arc, square


def _bulb() -> tuple[Strokes, Fills]:
    glass = [(x, y - 0.25) for x, y in arc(0.58, 125, 415)]
    foot: Strokes = [([(-0.24, 0.55), (0.24, 0.55)], 0.18), ([(-0.16, 0.85), (0.16, 0.85)], 0.18)]
    return [([*glass, glass[0]], 0.18), *foot], []


def _plug() -> tuple[Strokes, Fills]:
    body = [(-0.62, -0.3), (0.62, -0.3), (0.62, 0.1), (0.3, 0.5), (-0.3, 0.5), (-0.62, 0.1)]
    pins: Strokes = [([(x, -0.85), (x, -0.3)], 0.22) for x in (-0.32, 0.32)]
    return [*pins, ([(0.0, 0.5), (0.0, 0.95)], 0.2)], [body]


def _question() -> tuple[Strokes, Fills]:
    bow = [(x, y - 0.35) for x, y in arc(0.45, 180, 420)]
    return [([*bow, (0.0, 0.1), (0.0, 0.3)], 0.24)], [square(0.0, 0.75, 0.15)]


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
    return [], [arc(0.7, 0, 360)]


def _stop() -> tuple[Strokes, Fills]:
    return [], [square(0.0, 0.0, 0.6)]


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
    head = [(x, y - 0.45) for x, y in arc(0.38, 0, 360)]
    return [], [
        head,
        [(-0.75, 0.9), *((x, y + 0.75) for x, y in arc(0.72, 180, 360)), (0.75, 0.9)],
    ]


def _buttons() -> tuple[Strokes, Fills]:
    edge = [(-0.85, -0.55), (0.85, -0.55), (0.85, 0.55), (-0.85, 0.55), (-0.85, -0.55)]
    caps: Fills = [[(x + cx, y) for x, y in arc(0.24, 0, 360)] for cx in (-0.4, 0.4)]
    return [(edge, 0.18)], caps


def _switches() -> tuple[Strokes, Fills]:
    rails: Strokes = [([(-0.85, y), (0.85, y)], 0.16) for y in (-0.45, 0.45)]
    knobs = ((0.35, -0.45), (-0.35, 0.45))
    return rails, [[(x + cx, y + cy) for x, y in arc(0.3, 0, 360)] for cx, cy in knobs]


def _finger() -> tuple[Strokes, Fills]:
    hand = [(-0.35, 0.1), (0.55, 0.1), (0.6, 0.9), (-0.25, 0.9), (-0.6, 0.35)]
    spot = [(x - 0.15, y - 0.6) for x, y in arc(0.34, 150, 390)]
    return [([(-0.15, -0.55), (-0.15, 0.4)], 0.28), (spot, 0.13)], [hand]


def _call() -> tuple[Strokes, Fills]:
    horn = [(-0.9, -0.25), (-0.5, -0.25), (0.1, -0.75), (0.1, 0.75), (-0.5, 0.25), (-0.9, 0.25)]
    waves: Strokes = [(arc(r, -42, 42), 0.16) for r in (0.5, 0.9)]
    return waves, [horn]


def _pause() -> tuple[Strokes, Fills]:
    return [([(x, -0.6), (x, 0.6)], 0.34) for x in (-0.38, 0.38)], []


def _north() -> tuple[Strokes, Fills]:
    return [([(-0.7, 0.35), (0.0, -0.4), (0.7, 0.35)], 0.28)], []


def _south() -> tuple[Strokes, Fills]:
    return [([(-0.7, -0.35), (0.0, 0.4), (0.7, -0.35)], 0.28)], []


SHAPES: Final[Mapping[str, Shape]] = {
    "bulb": _bulb,
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
    "finger": _finger,
    "call": _call,
    "pause": _pause,
    "north": _north,
    "south": _south,
}
