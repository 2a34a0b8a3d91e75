"""The edge of a piece as a line, whole or dashed: where it belongs, would snap, or is marked."""

from collections.abc import Iterable
from math import ceil, hypot

import pygame

from tabletop.games.sevens.rules.pieces import Kind, Point, shape
from tabletop.games.sevens.surface.piece_art import STEPS, Drawn, edges, placed, room_for, sheet
from tabletop.ui.kept import kept
from tabletop.ui.theme import Colour


def outline_picture(
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    colour: Colour,
    *,
    width: float = 0.05,
    dashed: bool = True,
    fill: int = 0,
) -> Drawn:
    """The edge of a piece, `width` units wide, its inside filled with an alpha of `fill`."""
    steps = round(turn * STEPS) % (360 * STEPS)
    return _outline(kind, steps, flipped, unit_px, colour, width, dashed, fill)


@kept(most=32)
def _outline(
    kind: Kind,
    steps: int,
    flipped: bool,
    unit_px: float,
    colour: Colour,
    width: float,
    dashed: bool,
    fill: int,
) -> Drawn:
    own = shape(kind, steps / STEPS, flipped)
    left, top, size = room_for(own, unit_px, ceil(width * unit_px) + 2)
    over = 2
    large = sheet(size[0] * over, size[1] * over, colour)
    corners = placed(own, unit_px * over, (-left * over, -top * over))
    if fill:
        pygame.draw.polygon(large, (*colour, fill), corners)
    dash = 0.17 * unit_px * over if dashed else 0.0
    for a, b, _ in edges(corners):
        for start, end in _dashes(a, b, dash):
            _draw_bar(large, start, end, max(2.0, width * unit_px * over), colour)
    picture = pygame.transform.smoothscale(large, size)
    return Drawn(picture, left + size[0] / 2, top + size[1] / 2)


def _dashes(a: Point, b: Point, dash: float) -> Iterable[tuple[Point, Point]]:
    """A line cut into dashes, with a half one at either corner; whole if `dash` is 0."""
    if dash <= 0:
        yield a, b
        return
    count = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / dash / 2))
    for k in range(count + 1):
        first, last = max(0.0, (k - 0.28) / count), min(1.0, (k + 0.28) / count)
        yield _between(a, b, first), _between(a, b, last)


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _draw_bar(target: pygame.Surface, a: Point, b: Point, width: float, colour: Colour) -> None:
    """A line with round ends."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    half = width / 2
    if length > 0:
        nx, ny = (b[1] - a[1]) / length * half, (a[0] - b[0]) / length * half
        bar = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
        bar += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
        pygame.draw.polygon(target, (*colour, 255), bar)
    for at in (a, b):
        pygame.draw.circle(target, (*colour, 255), at, half)
