"""Arrows: they begin and end where they should, and long ones are made of short pictures."""

from itertools import pairwise
from math import dist

import pytest

from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Blit, Frame
from tabletop.ui.draw.shapes import Arrows, direction
from tabletop.ui.theme.theme import AMBER, INK

CELL = 100.0
START = (400.0, 300.0)


def put(end: Point, leave: float = 0.0, reach: float = 0.0) -> list[Blit]:
    frame = Frame(Canvas((1920, 1080)))
    cell_px = round(CELL * frame.canvas.scale)
    Arrows(CELL, cell_px).put(frame, START, end, (AMBER, INK), leave, reach)
    return frame.blits


def middle(blit: Blit) -> Point:
    return blit.rect.center


@pytest.mark.parametrize("end", [(1300.0, 900.0), (400.0, 1000.0), (1390.0, 310.0), (500.0, 200.0)])
def test_no_picture_of_an_arrow_is_larger_than_a_cell(end: Point) -> None:
    blits = put(end, 0.3, 0.3)
    assert blits
    assert all(max(blit.surface.get_size()) <= CELL for blit in blits)


@pytest.mark.parametrize("end", [(1300.0, 900.0), (100.0, 350.0), (400.0, 1000.0)])
def test_the_pieces_lie_on_the_line_and_leave_no_gap(end: Point) -> None:
    along = sorted({round(dist(START, middle(blit))) for blit in put(end, 0.3, 0.3)})
    length = dist(START, end)
    for at, next_at in pairwise(along):
        assert next_at - at <= 0.80 * CELL
    for blit in put(end, 0.3, 0.3):
        x, y = middle(blit)
        off = (x - START[0]) * (end[1] - START[1]) - (y - START[1]) * (end[0] - START[0])
        assert abs(off / length) <= 2
    assert along[0] >= 0.3 * CELL
    assert along[-1] <= length - 0.3 * CELL


def test_an_arrow_that_leaves_nothing_begins_with_a_dot() -> None:
    assert any(dist(middle(blit), START) <= 1 for blit in put((900.0, 300.0)))
    assert not any(dist(middle(blit), START) <= 1 for blit in put((900.0, 300.0), 0.3))


def test_no_arrow_from_a_place_to_itself() -> None:
    assert put(START) == []


def test_directions_go_clockwise_from_the_right() -> None:
    ends = ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    assert [direction((0.0, 0.0), end) for end in ends] == [0, 45, 90, 180, 270]
