"""Icons, drawn from lines and areas in units of half the icon's size, in one colour.

Also the lights of the self-test, which differ in shape as well as in colour, and the cup of a
series that was won.
"""

from collections.abc import Callable, Mapping
from math import cos, pi, radians, sin
from typing import Final, TypeAlias

import pygame

from tabletop.system.health import Light
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import stone
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    CORAL,
    DIM,
    INK,
    LIVE_WORDS,
    PANEL,
    WHITE,
    Colour,
    SeatLook,
    mix,
)

Strokes: TypeAlias = list[tuple[list[tuple[float, float]], float]]
"""Polylines, each with a width."""
Fills: TypeAlias = list[list[tuple[float, float]]]
"""Polygons."""
Shape: TypeAlias = Callable[[], tuple[Strokes, Fills]]


def arc(radius: float, start: float, end: float, steps: int = 28) -> list[tuple[float, float]]:
    """An arc about the middle, in degrees clockwise from the right."""
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    """A square about a point."""
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


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
    """A house, struck out: not a real device."""
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
    """A head with an antenna and two eyes."""
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
    """A light bulb with its screw thread."""
    bulb = [(x, y - 0.28) for x, y in arc(0.6, 125, 415)]
    foot: Strokes = [([(-0.3, 0.52), (0.3, 0.52)], 0.16), ([(-0.22, 0.82), (0.22, 0.82)], 0.16)]
    return foot, [bulb]


def _chances() -> tuple[Strokes, Fills]:
    """The bars of a chart."""
    bars = ((-0.85, 0.1), (-0.2, -0.75), (0.45, -0.25))
    return [], [[(x, 0.8), (x, top), (x + 0.4, top), (x + 0.4, 0.8)] for x, top in bars]


def _look() -> tuple[Strokes, Fills]:
    """A half-lit disc."""
    return [(arc(0.72, 0, 360), 0.2)], [arc(0.72, 90, 270)]


def _globe() -> tuple[Strokes, Fills]:
    """The earth with its equator, two parallels and two meridians."""
    meridian = [(x * 0.42, y) for x, y in arc(0.82, 0, 360)]
    lines: Strokes = [([(-w, y), (w, y)], 0.11) for w, y in ((0.72, -0.4), (0.82, 0), (0.72, 0.4))]
    return [(arc(0.82, 0, 360), 0.16), (meridian, 0.11), *lines], []


_PLAY_ICONS: Final[Mapping[str, Shape]] = {
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


def _person_device() -> tuple[Strokes, Fills]:
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


_DEVICE_ICONS: Final[Mapping[str, Shape]] = {
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
    "person": _person_device,
    "buttons": _buttons,
    "switches": _switches,
    "finger": _finger,
    "call": _call,
    "pause": _pause,
    "north": _north,
    "south": _south,
}


def _ask() -> tuple[Strokes, Fills]:
    bow = [(x, y - 0.42) for x, y in arc(0.44, 180, 410)]
    hook = [*bow, (0.0, 0.1), (0.0, 0.34)]
    return [(hook, 0.26)], [square(0.0, 0.78, 0.17)]


def _warn() -> tuple[Strokes, Fills]:
    return [([(0.0, -0.75), (0.0, 0.2)], 0.3)], [square(0.0, 0.72, 0.18)]


def _cup() -> tuple[Strokes, Fills]:
    """A trophy."""
    bowl = [(-0.5, -0.85), (0.5, -0.85), (0.44, -0.25), (0.14, 0.12), (-0.14, 0.12), (-0.44, -0.25)]
    stem = [(-0.1, 0.05), (0.1, 0.05), (0.13, 0.6), (-0.13, 0.6)]
    foot = [(-0.44, 0.85), (-0.34, 0.56), (0.34, 0.56), (0.44, 0.85)]
    right = [(0.46, -0.68), (0.84, -0.64), (0.78, -0.26), (0.38, -0.14)]
    left = [(-x, y) for x, y in right]
    return [(left, 0.15), (right, 0.15)], [bowl, stem, foot]


_HELP_ICONS: Final[Mapping[str, Shape]] = {"ask": _ask, "warn": _warn, "cup": _cup}


def _moon() -> tuple[Strokes, Fills]:
    """A crescent: an arc of the moon's edge, and back along the shadow's edge."""
    outer = [(0.85 * cos(radians(a)), 0.85 * sin(radians(a))) for a in range(52, 309, 8)]
    inner = [(0.42 + 0.68 * cos(radians(a)), 0.68 * sin(radians(a))) for a in range(278, 81, -8)]
    return [], [[(x + 0.15, y) for x, y in (*outer, *inner)]]


def _still() -> tuple[Strokes, Fills]:
    """A screen with the bars of a pause."""
    edge = [(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7), (-0.9, -0.7)]
    bars: Strokes = [([(x, -0.25), (x, 0.25)], 0.26) for x in (-0.26, 0.26)]
    return [(edge, 0.18), *bars], []


def _keystone() -> tuple[Strokes, Fills]:
    """A picture that is narrower above, with a knob at each corner."""
    corners = [(-0.5, -0.6), (0.5, -0.6), (0.8, 0.6), (-0.8, 0.6)]
    knobs: Strokes = [([at, (at[0] + 0.01, at[1])], 0.4) for at in corners]
    return [([*corners, corners[0]], 0.16), *knobs], []


def _move() -> tuple[Strokes, Fills]:
    """A cross with arrowheads."""
    bars: Strokes = [([(-0.6, 0.0), (0.6, 0.0)], 0.2), ([(0.0, -0.6), (0.0, 0.6)], 0.2)]
    heads = []
    for quarter in range(4):
        x, y = ((0, -1), (1, 0), (0, 1), (-1, 0))[quarter]
        tip, left = (0.98 * x, 0.98 * y), (0.55 * x - 0.34 * y, 0.55 * y + 0.34 * x)
        heads.append([tip, left, (0.55 * x + 0.34 * y, 0.55 * y - 0.34 * x)])
    return bars, heads


_SCREEN_ICONS: Final[Mapping[str, Shape]] = {
    "moon": _moon,
    "still": _still,
    "keystone": _keystone,
    "move": _move,
}

_ICONS: Final[Mapping[str, Shape]] = {
    **_PLAY_ICONS,
    **_DEVICE_ICONS,
    **_HELP_ICONS,
    **_SCREEN_ICONS,
}


@surface_cache(most=128)
def icon(name: str, pixels: int, colour: Colour) -> pygame.Surface:
    strokes, fills = _ICONS[name]()
    half = pixels / 2
    size = (pixels, pixels)
    picture = shapes.blank(*size, colour)

    def place(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(half + x * half * 0.9, half + y * half * 0.9) for x, y in points]

    for points, width in strokes:
        picture.blit(shapes.stroke(size, place(points), width * half * 0.9, colour), (0, 0))
    for points in fills:
        picture.blit(shapes.polygon(size, place(points), colour), (0, 0))
    return picture


LIGHT_SIZE: Final = 92.0
"""The side of a light where there is room for it."""
SPINNER_STEPS: Final = 24


def put_light(frame: Frame, light: Light, at: Point, side: float, spent: float = 0.0) -> None:
    """Puts a light on the frame: a disc with a tick, a triangle with a mark, a square with a cross.

    One that waits is a ring, with a dot that goes round as time is `spent`.
    """
    scale, (x, y) = frame.canvas.scale, at
    pixels = frame.canvas.px(side)
    sign = frame.canvas.px(0.5 * side)
    match light:
        case "green":
            frame.put(shapes.disc(0.5 * pixels, LIVE_WORDS), at)
            frame.put(icon("check", sign, PANEL), at)
        case "amber":
            frame.put(_triangle(pixels, AMBER), at)
            frame.put(icon("warn", frame.canvas.px(0.46 * side), INK), (x, y + 0.12 * side))
        case "red":
            frame.put(shapes.rounded(pixels, pixels, 0.14 * pixels, CORAL), at)
            frame.put(icon("close", sign, INK), at)
        case "waiting":
            radius = 0.36 * side
            frame.put(shapes.ring(radius * scale, 0.1 * side * scale, DIM), at)
            if spent:
                turn = 2 * pi * (int(spent * SPINNER_STEPS) % SPINNER_STEPS) / SPINNER_STEPS
                dot = (x + radius * sin(turn), y - radius * cos(turn))
                frame.put(shapes.disc(0.11 * side * scale, AMBER), dot)


@surface_cache(most=8)
def _triangle(pixels: int, colour: Colour) -> pygame.Surface:
    points = [(x * pixels, y * pixels) for x, y in ((0.5, 0.04), (0.98, 0.9), (0.02, 0.9))]
    return shapes.polygon((pixels, pixels), points, colour)


Polygon: TypeAlias = list[tuple[float, float]]

RAYS: Final = 16
"""Beams of light behind the cup."""
RAY_ALPHA: Final = 62
"""How bright they are, from 0 to 255."""
SUPERSAMPLING: Final = 3
"""It is drawn so many times larger, for smooth edges."""
# In hundredths of its side.
MIDDLE: Final = (50.0, 42.0)
BOWL: Final = ((24, 16), (25, 34), (31, 51), (43, 62), (46, 70), (45, 77), (33, 82), (31, 90))
"""The left half of the bowl, the stem and the foot."""
SHINE: Final = ((31, 22), (38, 22), (42, 50), (38, 55))
MARK_RADIUS: Final = 17.5


@surface_cache(most=4)
def trophy(look: SeatLook, side: int) -> pygame.Surface:
    """A cup in a square of so many pixels, light behind it, the winner's mark before it."""
    large = shapes.blank(side * SUPERSAMPLING, side * SUPERSAMPLING, AMBER)
    unit = side * SUPERSAMPLING / 100
    dark, bright = mix(AMBER, BLACK, 0.42), mix(AMBER, WHITE, 0.45)
    for number in range(RAYS):
        _fill(large, unit, _ray(number), (*AMBER, RAY_ALPHA))
    for width, colour in ((8.5, dark), (6.0, AMBER)):
        for way in (-1, 1):
            _handle(large, unit, way, width, colour)
    for grow, colour in ((1.6, dark), (0.0, AMBER)):
        _fill(large, unit, _bowl(grow), (*colour, 255))
    _fill(large, unit, [(float(x), float(y)) for x, y in SHINE], (*bright, 255))
    picture = pygame.transform.smoothscale(large, (side, side))
    mark = stone(look, round(MARK_RADIUS * side / 100, 1), shadow=False)
    picture.blit(mark, mark.get_rect(center=(round(side / 2), round(side * 0.38))))
    return picture


def _fill(picture: pygame.Surface, unit: float, points: Polygon, colour: tuple[int, ...]) -> None:
    pygame.draw.polygon(picture, colour, [(x * unit, y * unit) for x, y in points])


def _ray(number: int) -> Polygon:
    """One beam, from the middle outward."""
    way, half = 2 * pi * number / RAYS, pi / RAYS * 0.52
    x, y = MIDDLE
    ends = [(x + 50 * cos(way + part), y + 42 * sin(way + part)) for part in (-half, half)]
    return [MIDDLE, *ends]


def _bowl(grow: float) -> Polygon:
    """Bowl, stem and foot in one piece, so much larger all round."""
    left = []
    for x, y in BOWL:
        down = grow if y > 60 else -grow if y < 20 else 0.0
        left.append((x - grow, y + down))
    return [*left, *((100 - x, y) for x, y in reversed(left))]


def _handle(picture: pygame.Surface, unit: float, way: int, width: float, colour: Colour) -> None:
    """A bow at one side of the bowl, of round dots that overlap."""
    for number in range(49):
        angle = pi * (0.5 - number / 48 * 1.12)
        at = (50 + way * (25 + 15 * cos(angle)), 35 - 14 * sin(angle))
        pygame.draw.circle(picture, (*colour, 255), (at[0] * unit, at[1] * unit), width * unit / 2)
