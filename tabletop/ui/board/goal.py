"""The goal of a game on its board: outlined areas, example lines, ringed pieces, and a ribbon.

The outlines pulse outward. A dotted path leads from the ringed pieces to the area that they have
to get to.
"""

from collections.abc import Mapping, Sequence
from math import dist
from typing import Final

import pygame

from tabletop.engine import Game, GoalMarks, Spot, Text
from tabletop.ui.board.view import TOP, BoardSnapshot, View, ViewLayout
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, CREAM, INK, SHADOW, Colour, SeatLook, mix

PULSE_SECONDS: Final = 1.6
PULSE_STEPS: Final = 16
"""The number of pictures of one pulse."""
PULSE_REACH: Final = 0.42
"""How far the rings of a pulse go out from an outline, in cells."""
PULSE_RINGS: Final = 3
MAX_GHOST: Final = 0.40
"""The radius of an example stone, in cells."""
DOT_RADIUS: Final = 0.10
DOT_DISTANCE: Final = 0.42
BOW: Final = 0.20
"""How far the path bows out, as a share of its length."""


def pulse_step(spent: float) -> int:
    """The picture of the pulse after so many seconds."""
    return int(spent / PULSE_SECONDS * PULSE_STEPS) % PULSE_STEPS


def pulse_wakes_in(spent: float) -> float:
    """Seconds until the next picture of the pulse."""
    step = PULSE_SECONDS / PULSE_STEPS
    return step - spent % step + 0.001


def put_goal(
    frame: Frame,
    points: Mapping[Spot, Point],
    cell: float,
    look: SeatLook,
    marks: GoalMarks,
    step: int | None,
) -> None:
    """Draws goal marks on a board whose places have these points and are `cell` units apart.

    `look` is that of the stones to make; `step` is the picture of the pulse, from 0 to
    `PULSE_STEPS` - 1, or None for a still one.
    """
    areas = [_around(points, area, cell) for area in marks.areas]
    for area in areas:
        _put_outline(frame, area, cell, step)
    for line in marks.lines:
        _put_line(frame, [points[spot] for spot in line if spot in points], cell, look, step)
    at = [points[spot] for spot in marks.pieces if spot in points]
    for point in at:
        _put_rim(frame, point, 0.47 * cell, 0.07 * cell)
    if at and areas:
        _put_path(frame, at, areas[0], cell)


def covered_points(points: Mapping[Spot, Point], marks: GoalMarks) -> tuple[Point, ...]:
    """The points of all that is marked, so that nothing is laid over them."""
    spots = [spot for group in (*marks.areas, *marks.lines, marks.pieces) for spot in group]
    return tuple(points[spot] for spot in spots if spot in points)


def _around(points: Mapping[Spot, Point], spots: Sequence[Spot], cell: float) -> Box:
    """The box of the cells of some places."""
    at = [points[spot] for spot in spots if spot in points]
    left, right = min(x for x, _ in at), max(x for x, _ in at)
    top, bottom = min(y for _, y in at), max(y for _, y in at)
    middle = ((left + right) / 2, (top + bottom) / 2)
    return Box.around(middle, right - left + cell, bottom - top + cell)


def _put_outline(frame: Frame, area: Box, cell: float, step: int | None) -> None:
    """The outline of an area, and the rings that go out from it."""
    canvas, line = frame.canvas, 0.09 * cell
    for number in range(PULSE_RINGS):
        if step is None:
            away, alpha = PULSE_REACH * cell * 0.6, 0.6
            if number:
                break
        else:
            share = (step / PULSE_STEPS + number / PULSE_RINGS) % 1.0
            away, alpha = PULSE_REACH * cell * share, 0.9 * (1 - share)
        ring = area.inset(-away)
        size = canvas.px(ring.w), canvas.px(ring.h)
        rounding = canvas.px(0.14 * cell + away)
        frame.put(
            shapes.outline(*size, rounding, max(1.5, 0.5 * line * canvas.scale), CREAM),
            ring.centre,
            alpha,
        )
    for grow, colour, width in ((0.35 * line, INK, 1.7 * line), (0.0, CREAM, line)):
        edge = area.inset(-grow)
        size = canvas.px(edge.w), canvas.px(edge.h)
        picture = shapes.outline(
            *size, canvas.px(0.14 * cell + grow), max(2.0, width * canvas.scale), colour
        )
        frame.put(picture, edge.centre)


def _put_line(
    frame: Frame, at: Sequence[Point], cell: float, look: SeatLook, step: int | None
) -> None:
    """An example line: a band with ghosts, of which one after the other is ringed."""
    if not at:
        return
    canvas = frame.canvas
    (x0, y0), (x1, y1) = at[0], at[-1]
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    across = (round((x1 - x0) * canvas.scale), round((y1 - y0) * canvas.scale))
    for colour, width, alpha in ((INK, 1.10, 150), (CREAM, 0.98, 190)):
        frame.put(_band(across, canvas.px(width * cell), colour, alpha), middle)
    lit = len(at) if step is None else round((step + 1) / PULSE_STEPS * len(at) * 1.5)
    for number, point in enumerate(at):
        frame.put(_ghost(look, canvas.px(MAX_GHOST * cell)), point)
        if number < lit:
            _put_rim(frame, point, 0.45 * cell, 0.06 * cell)


def _put_rim(frame: Frame, at: Point, radius: float, line: float) -> None:
    canvas = frame.canvas
    width = max(2.0, line * canvas.scale)
    frame.put(shapes.ring(canvas.px(radius), round(1.8 * width, 1), INK), at)
    frame.put(shapes.ring(canvas.px(radius), round(width, 1), CREAM), at)


def _put_path(frame: Frame, pieces: Sequence[Point], area: Box, cell: float) -> None:
    """Dots in a bow from the middle of the pieces to the edge of the area, and a head."""
    canvas = frame.canvas
    start = sum(x for x, _ in pieces) / len(pieces), sum(y for _, y in pieces) / len(pieces)
    end = area.centre
    length = dist(start, end)
    if length < cell:
        return
    bow = BOW * length
    nx, ny = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    bend = (start[0] + end[0]) / 2 + 2 * bow * nx, (start[1] + end[1]) / 2 + 2 * bow * ny
    count = max(2, round(length / (DOT_DISTANCE * cell)))
    path = [_on_bow(start, bend, end, number / count) for number in range(count + 1)]
    free = area.inset(-0.75 * cell)
    dots = [
        point
        for point in path
        if not free.holds(point) and all(dist(point, piece) > 0.62 * cell for piece in pieces)
    ]
    for point in dots[:-2]:
        frame.put(shapes.disc(canvas.px(1.35 * DOT_RADIUS * cell), INK), point)
        frame.put(shapes.disc(canvas.px(DOT_RADIUS * cell), CREAM), point)
    if dots:
        after = path[path.index(dots[-1]) + 1]
        way = shapes.direction(dots[-1], after)
        frame.put(_head(canvas.px(0.40 * cell), way, INK), dots[-1])
        frame.put(_head(canvas.px(0.32 * cell), way, CREAM), dots[-1])


def _on_bow(start: Point, bend: Point, end: Point, share: float) -> Point:
    """A point of a quadratic Bézier curve."""
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    x, y = zip(start, bend, end, strict=True)
    return a * x[0] + b * x[1] + c * x[2], a * y[0] + b * y[1] + c * y[2]


@surface_cache(most=16)
def _head(size: int, way: int, colour: Colour) -> pygame.Surface:
    return shapes.turned(way, ((-size, -size), (size, 0), (-size, size)), colour)


@surface_cache(most=16)
def _band(across: tuple[int, int], width: int, colour: Colour, alpha: int) -> pygame.Surface:
    """A line with round ends, as wide as `width` pixels."""
    pad = width // 2 + 2
    w, h = abs(across[0]) + 2 * pad, abs(across[1]) + 2 * pad
    start = pad if across[0] >= 0 else w - pad, pad if across[1] >= 0 else h - pad
    end = start[0] + across[0], start[1] + across[1]
    return shapes.stroke((w, h), (start, end), width, colour, alpha=alpha)


@surface_cache(most=16)
def _ghost(look: SeatLook, radius: int) -> pygame.Surface:
    """A stone that is only an example: pale, with the mark of its seat and a dashed rim."""
    return shapes.ghost(look, radius)


PICTURE_MARGIN: Final = 40.0
"""Around the board in a picture of it, for its shadow."""


def goal_board(game: Game, view: View, pixels: int) -> pygame.Surface:
    """The board of a new game with its goal, in a square of so many pixels."""
    canvas = Canvas((pixels, pixels))
    picture = pygame.Surface((pixels, pixels), pygame.SRCALPHA)
    picture.fill((*SHADOW, 0))
    options = game.check_options({})
    view.fit(ViewLayout(canvas, canvas.box.inset(PICTURE_MARGIN), {}, options))
    view.draw_base(picture)
    state = game.start()
    frame, snapshot = Frame(canvas), BoardSnapshot(game, state, 0)
    view.draw(frame, snapshot)
    with frame.layer(TOP):
        marks = game.goal_marks(state, 0)
        put_goal(frame, view.points(snapshot), view.cell, view.looks[0], marks, None)
    for blit in frame.blits:
        surface = blit.surface
        if blit.alpha < 255:
            surface = shapes.copy_surface(surface)
            surface.set_alpha(blit.alpha)
        picture.blit(surface, (blit.x, blit.y))
    return picture


# -- the ribbon ---------------------------------------------------------------------------------

RIBBON_THICKNESS: Final = 12.0
TAIL: Final = 46.0
"""How far the ends of the ribbon stand out."""
RIBBON_PAD: Final = 34.0
GOAL_SIZE: Final = 56.0
NOTE_SIZE: Final = 34.0
BUTTON_SHARE: Final = 0.27
"""The share of the ribbon's width for its button."""


def ribbon_boxes(ribbon: Box) -> Boxes:
    """The boxes of the ``words`` and the ``button`` of a ribbon."""
    high = min(ribbon.h * 0.7, 130.0)
    return row(
        RIBBON_PAD,
        "words",
        RIBBON_PAD * 0.6,
        item(
            "button",
            BUTTON_SHARE * ribbon.w,
            cross_size=high,
            align="centre",
        ),
        RIBBON_PAD,
    ).place(ribbon)


def put_ribbon(
    frame: Frame, ribbon: Box, words: Text, note: Text | None = None, *, ends: bool = True
) -> None:
    """Draws the ribbon with its words, and below them a smaller note if there is one.

    `ends`: its ends stand out at both sides. Whoever handles its button draws it.
    """
    canvas = frame.canvas
    size = canvas.px(ribbon.w), canvas.px(ribbon.h)
    thick, x, y = canvas.px(RIBBON_THICKNESS), *ribbon.centre
    tail = canvas.px(TAIL), round(size[1] * 0.75)
    for way in (-1, 1) if ends else ():
        at = x + way * (ribbon.w / 2), y + 0.2 * ribbon.h
        frame.put(_tail(*tail, way), at)
    shadow = shapes.rounded_shadow(size[0], size[1] + thick, canvas.px(32), canvas.px(14))
    frame.put(shadow, (x, y + RIBBON_THICKNESS / 2))
    side = shapes.rounded(size[0], size[1] + thick, canvas.px(32), mix(CREAM, BLACK, 0.42))
    frame.put(side, (x, y + RIBBON_THICKNESS / 2))
    frame.put(shapes.rounded(*size, canvas.px(32), CREAM), (x, y))
    box = ribbon_boxes(ribbon)["words"].inset(10)
    boxes = column("words", item("note", 0.3 * box.h if note else 0.0)).place(box)
    Label(words, boxes["words"], GOAL_SIZE, INK, bold=True, most=5).draw(frame)
    if note:
        Label(note, boxes["note"], NOTE_SIZE, INK, most=2).draw(frame)


@surface_cache(most=8)
def _tail(width: int, height: int, way: int) -> pygame.Surface:
    """One end of the ribbon, notched; `way` is -1 for the left one."""
    w, h = 2 * width, height
    points = [(0, 0), (w, 0), (w, h), (0, h), (w * 0.26, h / 2)]
    seen = points if way < 0 else [(w - x, y) for x, y in points]
    return shapes.polygon((w, h), seen, mix(CREAM, BLACK, 0.42))
