"""Icons in one colour, the lights of the self-test, and the trophy of a series.

Shapes of icons are in units of half the icon's side, about its middle, y downward.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, radians, sin
from typing import Final, NamedTuple, TypeAlias

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

Points: TypeAlias = list[tuple[float, float]]


class Shape(NamedTuple):
    strokes: Sequence[tuple[Points, float]] = ()
    """Lines, each with a width."""
    fills: Sequence[Points] = ()
    """Polygons."""


def arc(radius: float, start: float, end: float, steps: int = 28) -> Points:
    """An arc about the middle, in degrees clockwise from the right."""
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def square(x: float, y: float, half: float) -> Points:
    """A square about a point."""
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _eye() -> Shape:
    lid = [(x / 10, -0.62 * (1 - (x / 9.5) ** 2)) for x in range(-9, 10)]
    under = [(x, -y) for x, y in reversed(lid)]
    return Shape([([*lid, *under, lid[0]], 0.16)], [arc(0.3, 0, 360)])


def _letters() -> Shape:
    """A small and a large capital A."""
    strokes: list[tuple[Points, float]] = []
    for middle, half, top, width in ((-0.62, 0.32, -0.05, 0.15), (0.32, 0.58, -0.82, 0.2)):
        foot, bar = 0.78, top + 0.64 * (0.78 - top)
        legs = [(middle - half, foot), (middle, top), (middle + half, foot)]
        across = 0.62 * half
        strokes += [(legs, width), ([(middle - across, bar), (middle + across, bar)], width)]
    return Shape(strokes)


def _heart() -> Shape:
    turns = [radians(10 * i) for i in range(37)]
    return Shape(
        [],
        [
            [
                (
                    0.055 * 16 * sin(a) ** 3,
                    -0.055 * (13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)),
                )
                for a in turns
            ]
        ],
    )


def _face(mouth: Points, eye: float) -> Shape:
    """A round face; `eye` is the height of its eyes."""
    eyes = [[(x + cx, y + eye) for x, y in arc(0.13, 0, 360)] for cx in (-0.34, 0.34)]
    return Shape([(arc(0.84, 0, 360), 0.14)], [mouth, *eyes])


def _bang() -> Shape:
    points = []
    for i in range(24):
        radius, angle = (0.98 if i % 2 == 0 else 0.6), radians(15 * i - 90)
        points.append((radius * cos(angle), radius * sin(angle)))
    return Shape([], [points])


def _star() -> Shape:
    points = []
    for i in range(10):
        radius, angle = (0.95 if i % 2 == 0 else 0.4), radians(36 * i - 90)
        points.append((radius * cos(angle), radius * sin(angle)))
    return Shape([], [points])


def _bulb() -> Shape:
    glass = [(x, y - 0.25) for x, y in arc(0.58, 125, 415)]
    foot: list[tuple[Points, float]] = [
        ([(-0.24, 0.55), (0.24, 0.55)], 0.18),
        ([(-0.16, 0.85), (0.16, 0.85)], 0.18),
    ]
    return Shape([([*glass, glass[0]], 0.18), *foot], [])


def _cup() -> Shape:
    bowl = [(-0.5, -0.85), (0.5, -0.85), (0.44, -0.25), (0.14, 0.12), (-0.14, 0.12), (-0.44, -0.25)]
    stem = [(-0.1, 0.05), (0.1, 0.05), (0.13, 0.6), (-0.13, 0.6)]
    foot = [(-0.44, 0.85), (-0.34, 0.56), (0.34, 0.56), (0.44, 0.85)]
    right = [(0.46, -0.68), (0.84, -0.64), (0.78, -0.26), (0.38, -0.14)]
    left = [(-x, y) for x, y in right]
    return Shape([(left, 0.15), (right, 0.15)], [bowl, stem, foot])


def _keystone() -> Shape:
    """A picture that is narrower above, with a knob at each corner."""
    corners = [(-0.5, -0.6), (0.5, -0.6), (0.8, 0.6), (-0.8, 0.6)]
    knobs: list[tuple[Points, float]] = [([at, (at[0] + 0.01, at[1])], 0.4) for at in corners]
    return Shape([([*corners, corners[0]], 0.16), *knobs], [])


def _move() -> Shape:
    """A cross with arrowheads."""
    bars: list[tuple[Points, float]] = [
        ([(-0.6, 0.0), (0.6, 0.0)], 0.2),
        ([(0.0, -0.6), (0.0, 0.6)], 0.2),
    ]
    heads = []
    for quarter in range(4):
        x, y = ((0, -1), (1, 0), (0, 1), (-1, 0))[quarter]
        tip, left = (0.98 * x, 0.98 * y), (0.55 * x - 0.34 * y, 0.55 * y + 0.34 * x)
        heads.append([tip, left, (0.55 * x + 0.34 * y, 0.55 * y - 0.34 * x)])
    return Shape(bars, heads)


def _wifi() -> Shape:
    """Three arcs above a dot."""
    waves = [[(x, y + 0.6) for x, y in arc(radius, 225, 315)] for radius in (0.5, 0.92, 1.34)]
    return Shape([(wave, 0.2) for wave in waves], [[(x, y + 0.6) for x, y in arc(0.16, 0, 360)]])


_ICONS: Final[Mapping[str, Shape]] = {
    # The earth with its equator, two parallels and two meridians.
    "globe": Shape(
        strokes=[
            (arc(0.82, 0, 360), 0.16),
            ([(x * 0.42, y) for x, y in arc(0.82, 0, 360)], 0.11),
            *[([(-w, y), (w, y)], 0.11) for w, y in ((0.72, -0.4), (0.82, 0), (0.72, 0.4))],
        ]
    ),
    "menu": Shape(fills=[square(x, y, 0.36) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]),
    "undo": Shape(
        strokes=[(arc(0.68, 150, 400), 0.26)], fills=[[(-0.98, 0.46), (-0.2, 0.62), (-0.72, -0.22)]]
    ),
    "again": Shape(
        strokes=[(arc(0.68, -20, 250), 0.26)], fills=[[(0.3, -0.95), (0.26, -0.1), (-0.42, -0.62)]]
    ),
    "swap": Shape(
        strokes=[([(-0.85, -0.4), (0.3, -0.4)], 0.24), ([(0.85, 0.4), (-0.3, 0.4)], 0.24)],
        fills=[
            [(0.95, -0.4), (0.28, -0.86), (0.28, 0.06)],
            [(-0.95, 0.4), (-0.28, -0.06), (-0.28, 0.86)],
        ],
    ),
    "earlier": Shape(strokes=[([(0.35, -0.7), (-0.4, 0.0), (0.35, 0.7)], 0.28)]),
    "later": Shape(strokes=[([(-0.35, -0.7), (0.4, 0.0), (-0.35, 0.7)], 0.28)]),
    "first": Shape(
        strokes=[
            ([(0.6, -0.7), (-0.15, 0.0), (0.6, 0.7)], 0.26),
            ([(-0.6, -0.7), (-0.6, 0.7)], 0.26),
        ]
    ),
    "last": Shape(
        strokes=[
            ([(-0.6, -0.7), (0.15, 0.0), (-0.6, 0.7)], 0.26),
            ([(0.6, -0.7), (0.6, 0.7)], 0.26),
        ]
    ),
    "back": Shape(
        strokes=[([(0.8, 0.0), (-0.6, 0.0)], 0.26), ([(0.0, -0.7), (-0.7, 0.0), (0.0, 0.7)], 0.26)]
    ),
    "close": Shape(
        strokes=[([(-0.6, -0.6), (0.6, 0.6)], 0.28), ([(0.6, -0.6), (-0.6, 0.6)], 0.28)]
    ),
    "check": Shape(strokes=[([(-0.75, 0.05), (-0.2, 0.6), (0.8, -0.6)], 0.3)]),
    "play": Shape(fills=[[(-0.55, -0.8), (0.85, 0.0), (-0.55, 0.8)]]),
    "book": Shape(
        fills=[
            [(-0.08, -0.5), (-0.9, -0.7), (-0.9, 0.55), (-0.08, 0.75)],
            [(0.08, -0.5), (0.9, -0.7), (0.9, 0.55), (0.08, 0.75)],
        ]
    ),
    "plus": Shape(strokes=[([(-0.7, 0), (0.7, 0)], 0.28), ([(0, -0.7), (0, 0.7)], 0.28)]),
    "minus": Shape(strokes=[([(-0.7, 0), (0.7, 0)], 0.28)]),
    "flag": Shape(
        strokes=[([(-0.55, -0.8), (-0.55, 0.85)], 0.2)],
        fills=[[(-0.5, -0.8), (0.8, -0.4), (-0.5, 0.1)]],
    ),
    "draw": Shape(strokes=[([(-0.7, -0.3), (0.7, -0.3)], 0.28), ([(-0.7, 0.3), (0.7, 0.3)], 0.28)]),
    "out": Shape(
        strokes=[
            ([(0.1, -0.8), (-0.75, -0.8), (-0.75, 0.8), (0.1, 0.8)], 0.2),
            ([(-0.2, 0.0), (0.75, 0.0)], 0.22),
            ([(0.4, -0.4), (0.8, 0.0), (0.4, 0.4)], 0.22),
        ]
    ),
    "dice": Shape(
        strokes=[
            ([(-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75), (-0.75, -0.75)], 0.2)
        ],
        fills=[square(x, y, 0.15) for x, y in ((-0.35, -0.35), (0, 0), (0.35, 0.35))],
    ),
    "puzzle": Shape(
        fills=[
            [(-0.9, 0.8), (0.0, -0.1), (0.9, 0.8)],
            [(-0.9, 0.55), (-0.9, -0.65), (-0.3, -0.05)],
            [(0.0, -0.4), (0.42, -0.82), (0.84, -0.4), (0.42, 0.02)],
        ]
    ),
    # A house, struck out: not a real device.
    "unreal": Shape(
        strokes=[
            ([(-0.8, -0.1), (0.0, -0.85), (0.8, -0.1)], 0.17),
            ([(-0.55, -0.2), (-0.55, 0.8), (0.55, 0.8), (0.55, -0.2)], 0.17),
            ([(-0.9, 0.9), (0.9, -0.75)], 0.2),
        ]
    ),
    "lock": Shape(
        strokes=[
            ([(-0.42, 0.0), *[(x, y - 0.4) for x, y in arc(0.42, 180, 360)], (0.42, 0.0)], 0.2)
        ],
        fills=[[(-0.72, -0.1), (0.72, -0.1), (0.72, 0.85), (-0.72, 0.85)]],
    ),
    "pencil": Shape(
        fills=[
            [(-0.85, 0.85), (-0.7, 0.3), (-0.3, 0.7)],
            [(-0.58, 0.18), (0.36, -0.76), (0.76, -0.36), (-0.18, 0.58)],
        ]
    ),
    "person": Shape(
        fills=[
            [(x, y - 0.45) for x, y in arc(0.38, 0, 360)],
            [(-0.75, 0.9), *((x, y + 0.75) for x, y in arc(0.72, 180, 360)), (0.75, 0.9)],
        ]
    ),
    # A head with an antenna and two eyes.
    "computer": Shape(
        strokes=[
            ([(-0.75, -0.35), (0.75, -0.35), (0.75, 0.8), (-0.75, 0.8), (-0.75, -0.35)], 0.22),
            ([(0.0, -0.4), (0.0, -0.8)], 0.2),
        ],
        fills=[*[square(x, 0.2, 0.18) for x in (-0.34, 0.34)], square(0.0, -0.82, 0.14)],
    ),
    "flip": Shape(
        strokes=[
            *[([(0.0, y), (0.0, y + 0.22)], 0.12) for y in (-0.9, -0.4, 0.1, 0.6)],
            ([(0.25, -0.6), (0.9, 0.6), (0.25, 0.6), (0.25, -0.6)], 0.12),
        ],
        fills=[[(-0.25, -0.6), (-0.9, 0.6), (-0.25, 0.6)]],
    ),
    "turn": Shape(
        strokes=[(arc(0.66, -160, 60), 0.24)], fills=[[(0.02, 0.3), (0.74, 0.28), (0.4, 0.95)]]
    ),
    "keep": Shape(fills=[[(-0.6, -0.9), (0.6, -0.9), (0.6, 0.9), (0.0, 0.4), (-0.6, 0.9)]]),
    "curtain": Shape(
        strokes=[([(-0.9, -0.8), (0.9, -0.8)], 0.18)],
        fills=[
            [(-0.85, -0.7), (-0.1, -0.7), (-0.35, 0.2), (-0.5, 0.9), (-0.85, 0.9)],
            [(0.85, -0.7), (0.1, -0.7), (0.35, 0.2), (0.5, 0.9), (0.85, 0.9)],
        ],
    ),
    # A light bulb with its screw thread.
    "hint": Shape(
        strokes=[([(-0.3, 0.52), (0.3, 0.52)], 0.16), ([(-0.22, 0.82), (0.22, 0.82)], 0.16)],
        fills=[[(x, y - 0.28) for x, y in arc(0.6, 125, 415)]],
    ),
    # The bars of a chart.
    "chances": Shape(
        fills=[
            [(x, 0.8), (x, top), (x + 0.4, top), (x + 0.4, 0.8)]
            for x, top in ((-0.85, 0.1), (-0.2, -0.75), (0.45, -0.25))
        ]
    ),
    # A half-lit disc.
    "look": Shape(strokes=[(arc(0.72, 0, 360), 0.2)], fills=[arc(0.72, 90, 270)]),
    "plug": Shape(
        strokes=[
            *[([(x, -0.85), (x, -0.3)], 0.22) for x in (-0.32, 0.32)],
            ([(0.0, 0.5), (0.0, 0.95)], 0.2),
        ],
        fills=[[(-0.62, -0.3), (0.62, -0.3), (0.62, 0.1), (0.3, 0.5), (-0.3, 0.5), (-0.62, 0.1)]],
    ),
    "question": Shape(
        strokes=[
            ([*[(x, y - 0.35) for x, y in arc(0.45, 180, 420)], (0.0, 0.1), (0.0, 0.3)], 0.24)
        ],
        fills=[square(0.0, 0.75, 0.15)],
    ),
    "hourglass": Shape(
        strokes=[([(-0.6, y), (0.6, y)], 0.2) for y in (-0.8, 0.8)],
        fills=[[(-0.5, -0.7), (0.5, -0.7), (0.0, 0.0)], [(-0.5, 0.7), (0.5, 0.7), (0.0, 0.0)]],
    ),
    "newer": Shape(
        strokes=[
            ([(0.0, 0.8), (0.0, -0.6)], 0.26),
            ([(-0.6, -0.05), (0.0, -0.7), (0.6, -0.05)], 0.26),
        ]
    ),
    "dots": Shape(strokes=[([(x, 0.0), (x + 0.01, 0.0)], 0.34) for x in (-0.65, 0.0, 0.65)]),
    "record": Shape(fills=[arc(0.7, 0, 360)]),
    "stop": Shape(fills=[square(0.0, 0.0, 0.6)]),
    "bars": Shape(
        strokes=[([(-0.95, 0.85), (0.95, 0.85)], 0.14)],
        fills=[
            [(x - 0.22, 0.75), (x - 0.22, top), (x + 0.22, top), (x + 0.22, 0.75)]
            for x, top in ((-0.6, -0.1), (0.0, -0.8), (0.6, 0.25))
        ],
    ),
    "phone": Shape(
        strokes=[
            ([(-0.5, -0.9), (0.5, -0.9), (0.5, 0.9), (-0.5, 0.9), (-0.5, -0.9)], 0.2),
            ([(-0.14, 0.6), (0.14, 0.6)], 0.16),
        ]
    ),
    "wifi": _wifi(),
    "screen": Shape(
        strokes=[
            ([(-0.85, -0.7), (0.85, -0.7), (0.85, 0.4), (-0.85, 0.4), (-0.85, -0.7)], 0.18),
            ([(0.0, 0.4), (0.0, 0.8)], 0.2),
            ([(-0.45, 0.85), (0.45, 0.85)], 0.18),
        ]
    ),
    "buttons": Shape(
        strokes=[
            ([(-0.85, -0.55), (0.85, -0.55), (0.85, 0.55), (-0.85, 0.55), (-0.85, -0.55)], 0.18)
        ],
        fills=[[(x + cx, y) for x, y in arc(0.24, 0, 360)] for cx in (-0.4, 0.4)],
    ),
    "switches": Shape(
        strokes=[([(-0.85, y), (0.85, y)], 0.16) for y in (-0.45, 0.45)],
        fills=[
            [(x + cx, y + cy) for x, y in arc(0.3, 0, 360)]
            for cx, cy in ((0.35, -0.45), (-0.35, 0.45))
        ],
    ),
    "finger": Shape(
        strokes=[
            ([(-0.15, -0.55), (-0.15, 0.4)], 0.28),
            ([(x - 0.15, y - 0.6) for x, y in arc(0.34, 150, 390)], 0.13),
        ],
        fills=[[(-0.35, 0.1), (0.55, 0.1), (0.6, 0.9), (-0.25, 0.9), (-0.6, 0.35)]],
    ),
    "call": Shape(
        strokes=[(arc(r, -42, 42), 0.16) for r in (0.5, 0.9)],
        fills=[
            [(-0.9, -0.25), (-0.5, -0.25), (0.1, -0.75), (0.1, 0.75), (-0.5, 0.25), (-0.9, 0.25)]
        ],
    ),
    "pause": Shape(strokes=[([(x, -0.6), (x, 0.6)], 0.34) for x in (-0.38, 0.38)]),
    "north": Shape(strokes=[([(-0.7, 0.35), (0.0, -0.4), (0.7, 0.35)], 0.28)]),
    "south": Shape(strokes=[([(-0.7, -0.35), (0.0, 0.4), (0.7, -0.35)], 0.28)]),
    "goal": Shape(
        strokes=[(arc(0.8, 0, 360), 0.2), (arc(0.42, 0, 360), 0.18)], fills=[arc(0.17, 0, 360)]
    ),
    "warn": Shape(strokes=[([(0.0, -0.75), (0.0, 0.2)], 0.3)], fills=[square(0.0, 0.72, 0.18)]),
    # A crescent: an arc of the moon's edge, and back along the shadow's edge.
    "moon": Shape(
        fills=[
            [
                (x + 0.15, y)
                for x, y in (
                    *[(0.85 * cos(radians(a)), 0.85 * sin(radians(a))) for a in range(52, 309, 8)],
                    *[
                        (0.42 + 0.68 * cos(radians(a)), 0.68 * sin(radians(a)))
                        for a in range(278, 81, -8)
                    ],
                )
            ]
        ]
    ),
    # A screen with the bars of a pause.
    "still": Shape(
        strokes=[
            ([(-0.9, -0.7), (0.9, -0.7), (0.9, 0.7), (-0.9, 0.7), (-0.9, -0.7)], 0.18),
            *[([(x, -0.25), (x, 0.25)], 0.26) for x in (-0.26, 0.26)],
        ]
    ),
    "eye": _eye(),
    "letters": _letters(),
    "star": _star(),
    "heart": _heart(),
    "laugh": _face([(0.5 * x, 0.5 * y + 0.12) for x, y in arc(1.0, 0, 180)], -0.24),
    "wow": _face([(0.24 * x, 0.3 * y + 0.36) for x, y in arc(1.0, 0, 360)], -0.26),
    "bang": _bang(),
    "bulb": _bulb(),
    "cup": _cup(),
    "keystone": _keystone(),
    "move": _move(),
}


@surface_cache(most=128)
def icon(name: str, pixels: int, colour: Colour) -> pygame.Surface:
    shape = _ICONS[name]
    half = pixels / 2
    size = (pixels, pixels)
    picture = shapes.blank(*size, colour)

    def place(points: Points) -> Points:
        return [(half + x * half * 0.9, half + y * half * 0.9) for x, y in points]

    for points, width in shape.strokes:
        picture.blit(shapes.stroke(size, place(points), width * half * 0.9, colour), (0, 0))
    for points in shape.fills:
        picture.blit(shapes.polygon(size, place(points), colour), (0, 0))
    return picture


LIGHT_SIZE: Final = 92.0
"""The side of a light if there is room for it."""
SPINNER_STEPS: Final = 24


def put_light(frame: Frame, light: Light, at: Point, side: float, spent: float = 0.0) -> None:
    """Draws a light: a disc with a tick, a triangle with a mark, a square with a cross.

    A waiting light is a ring; after `spent` seconds, a dot goes round on it.
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


RAYS: Final = 16
"""Beams of light behind the trophy."""
RAY_ALPHA: Final = 62
SUPERSAMPLING: Final = 3
"""The trophy is drawn this many times larger and scaled down."""
# In hundredths of its side.
MIDDLE: Final = (50.0, 42.0)
BOWL: Final = ((24, 16), (25, 34), (31, 51), (43, 62), (46, 70), (45, 77), (33, 82), (31, 90))
"""The left half of the bowl, the stem and the foot."""
SHINE: Final = ((31, 22), (38, 22), (42, 50), (38, 55))
MARK_RADIUS: Final = 17.5


@surface_cache(most=4)
def trophy(look: SeatLook, side: int) -> pygame.Surface:
    """A cup in a square of `side` pixels, with beams of light and the winner's stone."""
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


def _fill(picture: pygame.Surface, unit: float, points: Points, colour: tuple[int, ...]) -> None:
    pygame.draw.polygon(picture, colour, [(x * unit, y * unit) for x, y in points])


def _ray(number: int) -> Points:
    way, half = 2 * pi * number / RAYS, pi / RAYS * 0.52
    x, y = MIDDLE
    ends = [(x + 50 * cos(way + part), y + 42 * sin(way + part)) for part in (-half, half)]
    return [MIDDLE, *ends]


def _bowl(grow: float) -> Points:
    """Bowl, stem and foot as one polygon, enlarged by `grow` on all sides."""
    left = []
    for x, y in BOWL:
        down = grow if y > 60 else -grow if y < 20 else 0.0
        left.append((x - grow, y + down))
    return [*left, *((100 - x, y) for x, y in reversed(left))]


def _handle(picture: pygame.Surface, unit: float, way: int, width: float, colour: Colour) -> None:
    """Draws a handle as an arc of overlapping dots; `way` is -1 at the left, 1 at the right."""
    for number in range(49):
        angle = pi * (0.5 - number / 48 * 1.12)
        at = (50 + way * (25 + 15 * cos(angle)), 35 - 14 * sin(angle))
        pygame.draw.circle(picture, (*colour, 255), (at[0] * unit, at[1] * unit), width * unit / 2)
