"""Ivory dice: a rounded cube seen from above and a little from the front, in any position."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, radians, sin, sqrt, tau
from typing import Final, TypeAlias

import pygame

from tabletop.ui import art
from tabletop.ui.kept import kept
from tabletop.ui.theme import Colour, mix

Vector: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Vector, Vector, Vector]

ROLLS: Final = ((1, 2, 6, 5), (1, 3, 6, 4))
"""The faces that come up as a die rolls on, for each of the two ways it can stand."""
STEPS: Final = 6
"""Pictures for a quarter of a turn."""
YAWS: Final = (radians(68), radians(115))
"""Where each of the two dice rolls to: turned from straight away, clockwise."""
SPREAD: Final = 1.8
"""The side of a picture, in sides of the die."""

_TILT: Final = radians(17)
_LIGHT: Final = (-0.38, -0.42, 0.82)
_ROUND: Final = 0.19
_IVORY: Final = ((104, 84, 58), (243, 234, 212), (255, 252, 243))
_PIP: Final = (38, 24, 18)
_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_CIRCLES: Final = {n: [(cos(tau * k / n), sin(tau * k / n)) for k in range(n)] for n in (10, 16)}
# Each face: the way it looks, and two ways along it.
_FACES: Final[dict[int, tuple[Vector, Vector, Vector]]] = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    2: ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    5: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    3: ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    4: ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def _turn_x(a: float) -> Matrix:
    return (1, 0, 0), (0, cos(a), -sin(a)), (0, sin(a), cos(a))


def _turn_z(a: float) -> Matrix:
    return (cos(a), -sin(a), 0), (sin(a), cos(a), 0), (0, 0, 1)


def _times(m: Matrix, v: Vector) -> Vector:
    x, y, z = v
    return (
        m[0][0] * x + m[0][1] * y + m[0][2] * z,
        m[1][0] * x + m[1][1] * y + m[1][2] * z,
        m[2][0] * x + m[2][1] * y + m[2][2] * z,
    )


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = [_times(a, (b[0][k], b[1][k], b[2][k])) for k in range(3)]
    rows = [(columns[0][k], columns[1][k], columns[2][k]) for k in range(3)]
    return rows[0], rows[1], rows[2]


@cache
def _skin(fine: int) -> tuple[list[Vector], list[tuple[tuple[int, ...], Vector]]]:
    """A rounded cube of side 1: its points, and its patches as points' numbers with a normal."""
    points: list[Vector] = []
    numbers: dict[Vector, int] = {}
    patches: list[tuple[tuple[int, ...], Vector]] = []
    flat = 0.5 - _ROUND
    # From -1 over the flat part to 1 along an edge, with the round parts cut finely.
    ticks = [sin(pi / 4 * k / fine) / cos(pi / 4 * k / fine) for k in range(fine + 1)]
    line = [(-1, t) for t in reversed(ticks)] + [(1, t) for t in ticks]

    def number(face: int, u: tuple[int, float], v: tuple[int, float]) -> tuple[int, Vector]:
        out, right, down = _FACES[face]
        a, b = u[0] * u[1], v[0] * v[1]
        length = sqrt(1 + a * a + b * b)
        normal = tuple((out[k] + right[k] * a + down[k] * b) / length for k in range(3))
        core = tuple((out[k] + right[k] * u[0] + down[k] * v[0]) * flat for k in range(3))
        rounded = [round(core[k] + normal[k] * _ROUND, 6) for k in range(3)]
        at = (rounded[0], rounded[1], rounded[2])
        if at not in numbers:
            numbers[at] = len(points)
            points.append(at)
        return numbers[at], (normal[0], normal[1], normal[2])

    for face in _FACES:
        grid = [[number(face, u, v) for v in line] for u in line]
        for i in range(len(line) - 1):
            for j in range(len(line) - 1):
                four = (grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1])
                total = [sum(n[k] for _, n in four) / 4 for k in range(3)]
                patches.append((tuple(at for at, _ in four), (total[0], total[1], total[2])))
    return points, patches


def _ivory(light: float) -> Colour:
    """The colour of ivory under some light, from 0 to 1."""
    dark, plain, bright = _IVORY
    light = min(1.0, max(0.0, light))
    if light < 0.8:
        return mix(dark, plain, light / 0.8)
    return mix(plain, bright, (light - 0.8) / 0.2)


@kept(most=512)
def die(slot: int, roll: int, step: int, side: int, fine: bool = False) -> pygame.Surface:
    """The first or second die after some steps of one of its rolls; `side` in pixels."""
    over, cuts = (3, 4) if fine else (2, 2)
    pixels = round(side * SPREAD)
    stand = _turn_z(pi / 2 * roll)
    rolled = _turn_x(2 * pi * step / (4 * STEPS))
    lies = _product(_turn_z(YAWS[slot]), _product(rolled, stand))
    seen = _product(_turn_x(_TILT), lies)
    large = pixels * over
    size = side * over
    middle = large / 2
    picture = art.blank(large, large, _IVORY[0])
    points, patches = _skin(cuts)
    at = []
    for point in points:
        x, y, _ = _times(seen, point)
        at.append((middle + x * size, middle + y * size))
    # The light is the table's; seen from the tilted eye it is tilted as well.
    lx, ly, lz = _times(_turn_x(_TILT), _LIGHT)
    for corners, normal in patches:
        nx, ny, nz = _times(seen, normal)
        if nz > -0.02:
            bright = 0.26 + 0.72 * max(0.0, nx * lx + ny * ly + nz * lz)
            pygame.draw.polygon(picture, _ivory(bright), [at[k] for k in corners])
    for face in _FACES:
        _draw_pips(picture, face, seen, size, fine)
    return pygame.transform.smoothscale(picture, (pixels, pixels))


def _draw_pips(picture: pygame.Surface, face: int, seen: Matrix, size: float, fine: bool) -> None:
    out, right, down = (_times(seen, v) for v in _FACES[face])
    if out[2] < 0.12:
        return
    middle = picture.get_width() / 2
    wide = (0.125 if face == 1 else 0.092) * size
    circle = _CIRCLES[16 if fine else 10]
    # Each pip is drilled: its lower edge catches the light.
    layers = ((1.1, _IVORY[2], 0.016 * out[2]), (1.0, _PIP, 0.0))
    for u, v in _PIPS[face]:
        x = middle + (out[0] * 0.5 + (right[0] * u + down[0] * v) * 0.215) * size
        y = middle + (out[1] * 0.5 + (right[1] * u + down[1] * v) * 0.215) * size
        for grow, colour, by in layers if fine else layers[1:]:
            w, d = wide * grow, by * size
            edge = [
                (x + d + (right[0] * c + down[0] * s) * w, y + d + (right[1] * c + down[1] * s) * w)
                for c, s in circle
            ]
            pygame.draw.polygon(picture, colour, edge)


def rolls_to(face: int) -> tuple[int, int]:
    """The roll that brings a face up, and the step of it at which the face lies up."""
    roll = 0 if face in ROLLS[0] else 1
    return roll, ROLLS[roll].index(face) * STEPS


def lying(slot: int, face: int, side: int) -> pygame.Surface:
    """A die at rest with a face up."""
    roll, step = rolls_to(face)
    return die(slot, roll, step, side, True)


def rolling(slot: int, face: int, quarters: float, side: int) -> pygame.Surface:
    """A die that has so many quarter turns still to go until a face lies up."""
    roll, end = rolls_to(face)
    step = (end - round(quarters * STEPS)) % (4 * STEPS)
    return die(slot, roll, step, side)


@kept(most=8)
def shade(side: int) -> pygame.Surface:
    """The shadow of a die on the felt."""
    shape = art.disc(side * 0.56, (3, 10, 12))
    return art.blurred(shape, (3, 10, 12), side * 0.13, 150)


def preparing(side: int) -> Iterator[None]:
    """Makes all pictures of both dice, so that no throw has to, some at a time."""
    shade(side)
    for slot in range(len(YAWS)):
        for face in range(1, 7):
            lying(slot, face, side)
            yield
        for roll in range(len(ROLLS)):
            for step in range(4 * STEPS):
                if step % STEPS == 0:
                    yield
                die(slot, roll, step, side)
