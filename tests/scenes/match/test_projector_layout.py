"""What a room looks at lies apart, inside the picture, and away from its edges if touched."""

from itertools import combinations, product

import pytest

from tabletop.ui.board.seat_panel import shortened
from tabletop.ui.board.table_layout import (
    SAFE_SHARE,
    ProjectorLayout,
    match_layout,
    projector_buttons,
    projector_head,
    projector_layout,
)
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.text.label import Label
from tests.scenes.match.test_match_layout import SIZES, apart

TRAYS = (0.0, 130.0, 164.0, 352.0)
every_room = pytest.mark.parametrize(
    ("size", "seats", "tray"), list(product(SIZES, (2, 3, 4), TRAYS))
)


def rooms(plan: ProjectorLayout) -> list[Box]:
    panels = [panel.box for panel in plan.panels]
    return [plan.banner, plan.board, *panels, plan.menu_tools, plan.walk_tools]


@every_room
def test_nothing_lies_over_anything_else(size: tuple[int, int], seats: int, tray: float) -> None:
    plan = projector_layout(Canvas(size), seats, tray)
    for a, b in combinations(rooms(plan), 2):
        assert apart(a, b), (a, b)


@every_room
def test_everything_lies_inside_the_picture(size: tuple[int, int], seats: int, tray: float) -> None:
    canvas = Canvas(size)
    for box in rooms(projector_layout(canvas, seats, tray)):
        assert box.w > 0
        assert box.h > 0
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= canvas.width + 0.01
        assert box.bottom <= canvas.height + 0.01


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (3840, 2160), (1024, 600)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whatever_can_be_touched_beside_the_board_keeps_away_from_the_edges(
    size: tuple[int, int], seats: int
) -> None:
    canvas = Canvas(size)
    plan = projector_layout(canvas, seats, 164.0)
    touched = [plan.menu_tools, plan.walk_tools]
    for panel in plan.panels:
        touched += [projector_head(panel), panel.tray, *projector_buttons(panel, True, 3)]
    for box in touched:
        assert box.x >= canvas.width * SAFE_SHARE - 0.01
        assert box.right <= canvas.width * (1 - SAFE_SHARE) + 0.01
        assert box.bottom <= canvas.height * (1 - SAFE_SHARE) + 0.01
        assert box.y >= plan.banner.bottom


@every_room
def test_what_a_seat_has_lies_apart_in_its_panel(
    size: tuple[int, int], seats: int, tray: float
) -> None:
    for panel in projector_layout(Canvas(size), seats, tray).panels:
        parts = [projector_head(panel), *projector_buttons(panel, tray > 0, 2)]
        if min(size) < 600:
            continue  # in a window of a few hundred pixels there is not room for all
        parts += [panel.tray] if tray else []
        for a, b in combinations(parts, 2):
            assert apart(a, b), (a, b)
        for part in parts:
            assert part.y >= panel.box.y
            assert part.bottom <= panel.box.bottom + 0.01


@pytest.mark.parametrize("wide", [60, 120, 200, 900])
def test_a_name_that_is_too_long_is_shortened_and_never_cut_in_silence(wide: int) -> None:
    canvas = Canvas((1280, 800), UiContext(projector=True))
    label = Label("Bartholomeus", Box(0, 0, wide, 57), most=1)
    short = shortened(label, canvas)
    assert short.typeset(canvas).complete
    assert (short.text == "Bartholomeus") == (wide == 900)
    assert short.text.rstrip(".") in "Bartholomeus"
    assert len(short.text) >= 2


def test_only_projector_mode_has_a_banner() -> None:
    canvas = Canvas((1280, 800))
    assert not isinstance(match_layout(canvas, (0, 2), 100), ProjectorLayout)
    plan = match_layout(canvas.with_context(UiContext(projector=True)), (0, 2), 100)
    assert isinstance(plan, ProjectorLayout)
    assert [panel.turns for panel in plan.panels] == [0, 0], "the room is at one side"
