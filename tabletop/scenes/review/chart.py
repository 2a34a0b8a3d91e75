"""The chances along a match as a picture: for every seat a band, patterned with its mark."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import pygame

from tabletop.ai.match_analysis import TurningPoint, WinChances
from tabletop.engine import Seat
from tabletop.ui.board.chance_picture import tiled
from tabletop.ui.board.hint_marks import badge
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes, stones
from tabletop.ui.theme.theme import AMBER, CREAM, INK, TRAY, Colour, SeatLook

LEGEND: Final = 56.0
"""The room for the seats' stones beside the bands."""
PATTERN_STEP: Final = 30.0
"""From mark to mark in the pattern, in canvas units."""
LINE: Final = 3.5
BADGE: Final = 19.0
SUPERSAMPLING: Final = 2
"""The bands are drawn so much larger, and then made small: their edges get smooth."""
MAX_SUPERSAMPLED_WIDTH: Final = 900
"""From so many pixels of width on they are drawn as they are: nobody sees single ones then."""

ChanceRow: TypeAlias = tuple[WinChances | None, ...]


def bands_box(box: Box) -> Box:
    """The part of a chart that the bands fill."""
    return Box(box.x + LEGEND, box.y, box.w - LEGEND, box.h)


def ply_at(box: Box, at: Point, count: int) -> int | None:
    """After how many of `count` plies the moment is that lies under a point of the bands."""
    bands = bands_box(box)
    if not bands.inset(-8).holds(at):
        return None
    share = (at[0] - bands.x) / max(1.0, bands.w)
    return round(min(1.0, max(0.0, share)) * count)


def put_chart(
    frame: Frame,
    box: Box,
    row: ChanceRow,
    looks: Sequence[SeatLook],
    turns: Sequence[TurningPoint],
    at: int,
) -> None:
    """Puts the bands with the seats' stones beside them, the turning points, and where one is."""
    canvas, bands = frame.canvas, bands_box(box)
    size = (canvas.px(bands.w), canvas.px(bands.h))
    picture = _bands(row, tuple(looks), size, canvas.px(PATTERN_STEP), canvas.px(LINE))
    frame.put(picture, bands.centre)
    tall = bands.h / len(looks)
    radius = min(LEGEND * 0.36, tall * 0.4)
    for seat, look in enumerate(looks):
        stone = stones.stone(look, canvas.px(radius))
        frame.put(stone, (box.x + LEGEND * 0.42, bands.bottom - (seat + 0.5) * tall))
    here = _across(bands, at, len(row))
    line = shapes.rounded(canvas.px(7), size[1], 2, INK)
    frame.put(line, (here, bands.centre[1]))
    frame.put(shapes.rounded(canvas.px(3), size[1], 1, AMBER), (here, bands.centre[1]))
    for number, turn in enumerate(turns, start=1):
        x = _across(bands, turn.ply, len(row))
        # Neighbours would cover each other in a long match: they take turns, high and low.
        y = bands.y + BADGE + 5 if number % 2 else bands.bottom - BADGE - 5
        frame.put(badge(number, canvas.px(BADGE)), (x, y))


def _across(bands: Box, ply: int, length: int) -> float:
    return bands.x + bands.w * ply / max(1, length - 1)


@surface_cache(most=4)
def _bands(
    row: ChanceRow, looks: tuple[SeatLook, ...], size: tuple[int, int], step: int, line: int
) -> pygame.Surface:
    """The bands, the first seat's below; what is not known yet stays bare."""
    fine = SUPERSAMPLING if size[0] < MAX_SUPERSAMPLED_WIDTH else 1
    width, height = (length * fine for length in size)
    picture = pygame.Surface((width, height)).convert()
    picture.fill(TRAY)
    layers = [tiled(look, width, height, step * fine) for look in looks]
    columns = [_between(row, x / max(1, width - 1) * (len(row) - 1)) for x in range(width)]
    for x, values in enumerate(columns):
        if values is None:
            continue
        lows = [round(height * (1 - sum(values[:seat]))) for seat in range(len(looks))]
        for seat, layer in enumerate(layers):
            top = 0 if seat == len(layers) - 1 else lows[seat + 1]
            picture.blit(layer, (x, top), (x, top, 1, lows[seat] - top))
    for radius, colour in ((line * fine * 0.8, INK), (line * fine * 0.45, CREAM)):
        for seat in range(1, len(looks)):
            _draw_edge(picture, row, seat, radius, colour)
    return picture if fine == 1 else pygame.transform.smoothscale(picture, size)


def _draw_edge(
    picture: pygame.Surface, row: ChanceRow, seat: Seat, radius: float, colour: Colour
) -> None:
    """The line below a seat's band, with round corners; where nothing is known it breaks off."""
    width, height = picture.get_size()
    step = (width - 1) / max(1, len(row) - 1)
    for number, (a, b) in enumerate(pairwise(row)):
        if a is not None and b is not None:
            start = (number * step, height * (1 - sum(a[:seat])))
            end = (number * step + step, height * (1 - sum(b[:seat])))
            pygame.draw.line(picture, colour, start, end, max(1, round(radius * 2)))
            pygame.draw.circle(picture, colour, start, radius)
            pygame.draw.circle(picture, colour, end, radius)


def _between(row: ChanceRow, place: float) -> WinChances | None:
    """The values at a place between two plies."""
    first = min(int(place), len(row) - 1)
    second = min(first + 1, len(row) - 1)
    a, b = row[first], row[second]
    if a is None or (b is None and place > first):
        return None
    share = place - first
    return a if b is None else tuple(x + (y - x) * share for x, y in zip(a, b, strict=True))
