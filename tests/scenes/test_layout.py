"""Board, panels and tools lie apart from each other and inside the window, whoever sits where."""

from itertools import combinations, product

import pytest

from tabletop.scenes.layout import Layout, layout
from tabletop.scenes.seat_panel import choice_boxes, words_box
from tabletop.scenes.setup import FACING
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import turn_point

SIZES = (
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
    (1080, 1920),
    (1024, 600),
    (1440, 1080),
    (300, 300),
    (300, 900),
    (900, 300),
)
every_table = pytest.mark.parametrize(
    ("size", "seats", "facing"), list(product(SIZES, (2, 3, 4), (False, True)))
)


def sides(seats: int, facing: bool) -> tuple[int, ...]:
    """The edges of so many seats."""
    return FACING[:seats] if facing else (0,) * seats


def seen(box: Box, turns: int, about: tuple[float, float]) -> Box:
    """Where a turned box really lies."""
    return Box.around(turn_point(box.centre, turns, about), box.w, box.h)


def rooms(plan: Layout) -> list[Box]:
    panels = [seen(panel.box, panel.turns, panel.about) for panel in plan.panels]
    return [plan.board, *panels, plan.menu_tools, plan.walk_tools]


def apart(a: Box, b: Box) -> bool:
    return (
        a.right <= b.x + 0.01
        or b.right <= a.x + 0.01
        or a.bottom <= b.y + 0.01
        or b.bottom <= a.y + 0.01
    )


@every_table
def test_nothing_lies_over_anything_else(size: tuple[int, int], seats: int, facing: bool) -> None:
    plan = layout(Canvas(size), sides(seats, facing), 200)
    for a, b in combinations(rooms(plan), 2):
        assert apart(a, b), (a, b)


@every_table
def test_everything_lies_inside_the_window(size: tuple[int, int], seats: int, facing: bool) -> None:
    canvas = Canvas(size)
    for box in rooms(layout(canvas, sides(seats, facing), 200)):
        assert box.w > 0
        assert box.h > 0
        assert box.x >= -0.01
        assert box.y >= -0.01
        assert box.right <= canvas.width + 0.01
        assert box.bottom <= canvas.height + 0.01


@every_table
def test_tray_words_and_choices_share_a_panel_without_touching(
    size: tuple[int, int], seats: int, facing: bool
) -> None:
    for panel in layout(Canvas(size), sides(seats, facing), 150).panels:
        room = words_box(panel, True)
        assert apart(room, panel.tray)
        for a, b in combinations(choice_boxes(panel, True, 3), 2):
            assert apart(a, b)
        for box in choice_boxes(panel, True, 3):
            assert apart(box, panel.tray)
            assert panel.box.x <= box.x
            assert box.right <= panel.box.right + 0.01
            assert panel.box.y <= box.y
            assert box.bottom <= panel.box.bottom + 0.01


def test_people_who_face_each_other_have_panels_that_mirror_each_other() -> None:
    near, far = layout(Canvas((1920, 1080)), (0, 2), 100).panels
    assert near.box == far.box
    assert (near.turns, far.turns) == (0, 2)
