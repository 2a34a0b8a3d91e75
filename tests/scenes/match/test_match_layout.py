"""Board, panels and tools lie apart from each other and inside the window, whoever sits where."""

from itertools import combinations, permutations, product

import pytest

from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.board.seat_panel import choice_boxes, words_box
from tabletop.ui.board.table_layout import TableLayout, corners_of, table_layout
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import turn_point

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
WAYS = tuple(sides for seats in (2, 3, 4) for sides in product(range(4), repeat=seats))
"""All ways in which two, three and four can sit at the four edges."""

every_window = pytest.mark.parametrize("size", SIZES, ids=str)


def seen(box: Box, turns: int, about: tuple[float, float]) -> Box:
    """Where a turned box really lies."""
    w, h = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, turns, about), w, h)


def rooms(plan: TableLayout) -> list[Box]:
    panels = [seen(panel.box, panel.turns, panel.about) for panel in plan.panels]
    return [plan.board, *panels, plan.menu_tools, plan.walk_tools]


def apart(a: Box, b: Box) -> bool:
    return (
        a.right <= b.x + 0.01
        or b.right <= a.x + 0.01
        or a.bottom <= b.y + 0.01
        or b.bottom <= a.y + 0.01
    )


@every_window
def test_nothing_lies_over_anything_else(size: tuple[int, int]) -> None:
    for sides in WAYS:
        for a, b in combinations(rooms(table_layout(Canvas(size), sides, 200)), 2):
            assert apart(a, b), (sides, a, b)


@every_window
def test_everything_lies_inside_the_window(size: tuple[int, int]) -> None:
    canvas = Canvas(size)
    for sides in WAYS:
        for box in rooms(table_layout(canvas, sides, 200)):
            assert box.w > 0, sides
            assert box.h > 0, sides
            assert box.x >= -0.01, sides
            assert box.y >= -0.01, sides
            assert box.right <= canvas.width + 0.01, sides
            assert box.bottom <= canvas.height + 0.01, sides


@every_window
def test_every_panel_faces_its_edge_and_has_room(size: tuple[int, int]) -> None:
    for sides in WAYS:
        plan = table_layout(Canvas(size), sides, 200)
        assert tuple(panel.turns for panel in plan.panels) == sides
        for panel in plan.panels:
            assert min(panel.box.w, panel.box.h) >= 260, sides
            assert max(panel.box.w, panel.box.h) >= 440, sides


@every_window
def test_tray_words_and_choices_share_a_panel_without_touching(size: tuple[int, int]) -> None:
    for sides in WAYS:
        for panel in table_layout(Canvas(size), sides, 150).panels:
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


@pytest.mark.parametrize("tall", [False, True])
def test_who_sits_alone_at_an_edge_lies_at_a_corner_of_it(tall: bool) -> None:
    for seats in (2, 3, 4):
        for sides in permutations(range(4), seats):
            wings = (0, 2) if tall else (1, 3)
            corners = corners_of(sides, tall=tall)
            for side, corner in zip(sides, corners, strict=True):
                wing = next(w for w in wings if corner in (w, (w - 1) % 4))
                mates = [c for c in corners if c in (wing, (wing - 1) % 4)]
                # Alone in a wing one has both its corners.
                mine = {corner} if len(mates) == 2 else {wing, (wing - 1) % 4}
                assert mine & {side, (side - 1) % 4}, (sides, corners)


@pytest.mark.parametrize("tall", [False, True])
def test_two_have_a_wing_each(tall: bool) -> None:
    for sides in product(range(4), repeat=2):
        first, second = corners_of(sides, tall=tall)
        wing = {0: 0, 3: 0, 1: 1, 2: 1} if tall else {0: 0, 1: 0, 2: 1, 3: 1}
        assert wing[first] != wing[second], sides


def test_four_round_the_table_go_clockwise() -> None:
    assert corners_of((0, 1, 2, 3), tall=False) == (0, 1, 2, 3)
    assert corners_of((0, 1, 2, 3), tall=True) == (0, 1, 2, 3)
    assert corners_of(FACING_SIDES, tall=False) == (0, 1, 2, 3)


def test_people_who_face_each_other_have_panels_that_mirror_each_other() -> None:
    near, far = table_layout(Canvas((1920, 1080)), (0, 2), 100).panels
    assert near.box == far.box
    assert (near.turns, far.turns) == (0, 2)


def test_people_keep_their_panels_when_the_colours_change() -> None:
    for size in ((1920, 1080), (1080, 1920)):
        one, other = (table_layout(Canvas(size), sides, 100).panels for sides in ((0, 2), (2, 0)))
        assert (one[0].box, one[1].box) == (other[1].box, other[0].box)
