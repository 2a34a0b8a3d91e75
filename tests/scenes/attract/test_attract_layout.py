"""Where the words, the board and the pointer lie while games show themselves."""

from itertools import combinations
from math import dist

import pytest

from tabletop.scenes.attract.captions import AttractLayout, Callout, attract_layout, callout_to
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tests.default_context import default_context
from tests.scenes.attract.attract_mode import BOARDS, drawn, match_of, shown, until

SIZES = (
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
    (1080, 1920),
    (1024, 600),
    (1440, 1080),
    (1080, 1440),
    (2560, 1080),
)


def boxes(plan: AttractLayout) -> list[Box]:
    return [plan.board, plan.title, plan.blurb, plan.told, *plan.seats, plan.call]


def apart(one: Box, other: Box) -> bool:
    across = one.right <= other.x + 0.01 or other.right <= one.x + 0.01
    return across or one.bottom <= other.y + 0.01 or other.bottom <= one.y + 0.01


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("tray", [0.0, 150.0, 352.0])
def test_everything_lies_apart_and_inside(
    size: tuple[int, int], flipped: bool, tray: float
) -> None:
    for percent, room in ((100, False), (200, False), (100, True)):
        with default_context(text_scale=percent, projector=room):
            plan = attract_layout(Canvas(size), 2, tray, flipped=flipped)
        for one, other in combinations(boxes(plan), 2):
            assert apart(one, other), (one, other)
        whole = plan.canvas.box
        for box in boxes(plan):
            # The outermost units hold nothing: the picture wanders.
            assert box.x >= 8
            assert box.y >= 8
            assert box.right <= whole.right - 8
            assert box.bottom <= whole.bottom - 8
            assert min(box.w, box.h) > 30
        for panel in plan.layout(tray).panels if tray else ():
            assert panel.tray.bottom <= panel.box.bottom
            assert panel.tray.y >= panel.box.y + 60


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flipped", [False, True])
def test_a_game_with_a_scene_of_its_own_has_a_large_part_of_the_window(
    size: tuple[int, int], flipped: bool
) -> None:
    plan = attract_layout(Canvas(size), 0, flipped=flipped)
    words = [plan.title, plan.blurb, plan.told, plan.call]
    assert plan.seats == ()
    assert all(apart(plan.stage, box) for box in words)
    assert plan.stage.w * plan.stage.h >= 0.44 * plan.canvas.width * plan.canvas.height
    assert plan.stage.x >= 0
    assert plan.stage.right <= plan.canvas.width + 0.01


PLACES: tuple[tuple[Point, ...], ...] = (
    ((500.0, 500.0),),
    ((120.0, 900.0), (700.0, 250.0)),
    ((300.0, 200.0), (301.0, 210.0)),
)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("places", PLACES)
def test_the_pointer_goes_from_the_plate_to_the_nearest_place(
    size: tuple[int, int], flipped: bool, places: tuple[Point, ...]
) -> None:
    plan = attract_layout(Canvas(size), 2, 150, flipped=flipped)
    places = tuple((plan.board.x + x, plan.board.y + y - 100) for x, y in places)
    pointer = callout_to(plan, places, 80)
    assert isinstance(pointer, Callout)
    assert pointer.target in places
    start, end = pointer.corners[0], pointer.corners[-1]
    told = plan.told
    assert start[0] in (told.x, told.right) or start[1] in (told.y, told.bottom)
    assert dist(end, pointer.target) == pytest.approx(pointer.radius, abs=0.01)
    for a, b in zip(pointer.corners, pointer.corners[1:], strict=False):
        assert a[0] == b[0] or a[1] == b[1], "only level and upright lines are cheap"


def test_where_nothing_was_moved_nothing_is_pointed_at() -> None:
    assert callout_to(attract_layout(Canvas((1280, 800)), 2), (), 80) is None


@pytest.mark.parametrize("key", BOARDS)
def test_the_pointer_ends_where_the_ply_ended(table: AppContext, key: str) -> None:
    scene, _ = shown(table, key)
    until(scene, lambda one: one.pointer is not None)
    one = match_of(scene)
    assert one.pointer is not None
    points = one.view.points(one.snapshot)
    assert any(dist(one.pointer.target, at) < 1 for at in points.values())
    assert one.plan.board.inset(-40).holds(one.pointer.target)


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
def test_while_a_ply_moves_nothing_points_at_the_one_before(
    table: AppContext, size: tuple[int, int]
) -> None:
    scene, _ = shown(table, "trelawney", size=size, speed="normal")
    until(scene, lambda one: one.pointer is not None)
    until(scene, lambda one: one.snapshot.motion is not None)
    assert match_of(scene).pointer is None
    drawn(scene, size)
