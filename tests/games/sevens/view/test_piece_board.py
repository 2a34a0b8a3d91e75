"""Pieces on the wooden board: what hands do, and what is drawn."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
from math import inf
from random import Random

import pytest

from tabletop.games.sevens.pieces.space import tray_poses
from tabletop.games.sevens.pieces.table import PieceSnapped, PieceTable
from tabletop.games.sevens.rules.pieces import FULL_SET, Pose, gap, holds
from tabletop.games.sevens.view.board import board_plan
from tabletop.games.sevens.view.layout import layout_for
from tabletop.games.sevens.view.piece_board import (
    CONTROL_RADIUS,
    STEADY_SECONDS,
    HoldMode,
    PieceBoard,
    distance_outside,
)
from tabletop.input.actions import (
    Button,
    Cancel,
    Down,
    Drop,
    Pull,
    Tap,
    Twist,
)
from tabletop.ui.core.canvas import Canvas
from tests.games.sevens.piece_boards import (
    SIZES,
    P,
    board_box,
    control,
    drag,
    finger,
    middle,
    near,
    pose,
    press,
    rest,
    surface_for,
    tap,
)


@pytest.mark.parametrize("ratio", [0.4, 0.9, 1.0, 1.61, 2.5])
def test_a_board_for_any_box_has_room_for_a_picture_beside_its_tray(ratio: float) -> None:
    plan = board_plan(ratio)
    beside = plan.tray.height == plan.height
    room = (
        (plan.width - plan.tray.width, plan.height)
        if beside
        else (plan.width, plan.height - plan.tray.height)
    )
    assert room[0] >= 8.5
    assert room[1] >= 7.99
    assert len(tray_poses(FULL_SET, plan.tray)) == 7


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
def test_places_go_from_units_to_the_canvas_and_back(size: tuple[int, int], turned: bool) -> None:
    surface = surface_for(size, turned=turned)
    sight, canvas = surface.sight, Canvas(size)
    assert near(sight.to_units(sight.to_canvas((3.0, 2.0))), (3.0, 2.0), 1e-9)
    box = board_box(canvas)
    for corner in surface.pieces.walls.corners:
        x, y = sight.to_canvas(corner)
        if turned:
            x, y = canvas.width - x, canvas.height - y
        assert box.x - 1e-6 <= x <= box.right + 1e-6
        assert box.y - 1e-6 <= y <= box.bottom + 1e-6


@pytest.mark.parametrize("turned", [False, True])
def test_a_finger_carries_a_piece_to_where_it_lets_go(turned: bool) -> None:
    surface = surface_for(turned=turned)
    drag(surface, pose(surface, 0).at, middle(surface))
    assert near(pose(surface, 0).at, middle(surface))
    assert len(surface.picture()) == 1


def test_a_touch_lifts_a_piece_at_once() -> None:
    surface = surface_for()
    assert finger(surface, Down, pose(surface, 5).at)
    surface.update(1 / 60)
    piece = surface.pieces.pieces[5]
    assert piece.held
    assert piece.lift > 0


def test_a_tap_turns_a_piece_by_a_step_in_the_tray_too() -> None:
    surface = surface_for()
    before = pose(surface, 2).turn
    tap(surface, pose(surface, 2).at)
    assert pose(surface, 2).turn == pytest.approx((before + 45) % 360)


def test_quick_taps_turn_a_piece_once_each() -> None:
    surface = surface_for()
    drag(surface, pose(surface, 0).at, middle(surface))
    before, at = pose(surface, 0).turn, pose(surface, 0).at
    for _ in range(5):
        finger(surface, Down, at)
        surface.update(1 / 60)
        finger(surface, Tap, at)
        surface.update(1 / 30)
    rest(surface)
    assert pose(surface, 0).turn == pytest.approx((before + 225) % 360)
    assert near(pose(surface, 0).at, at)


@pytest.mark.parametrize(("hold", "turned"), [("drag", 90), ("tap", 45)])
def test_a_piece_that_is_touched_while_a_button_still_turns_it_ends_straight(
    hold: HoldMode, turned: int
) -> None:
    surface = surface_for(hold=hold)
    drag(surface, pose(surface, 0).at, middle(surface))
    before, at = pose(surface, 0).turn, pose(surface, 0).at
    press(surface, Button.LATER)
    surface.update(1 / 60)
    tap(surface, at)  # turns it once more, or takes it up
    tap(surface, (at[0] + 2.0, at[1] + 1.0))
    assert pose(surface, 0).turn == pytest.approx((before + turned) % 360)


def test_two_fingers_turn_a_piece_freely() -> None:
    surface = surface_for()
    x, y = middle(surface)
    drag(surface, pose(surface, 0).at, (x, y))
    before = pose(surface, 0).turn
    finger(surface, Down, (x - 0.3, y), 1)
    finger(surface, Down, (x + 0.3, y), 2)
    finger(surface, Pull, (x, y - 0.3), 1)
    finger(surface, Pull, (x, y + 0.3), 2)
    rest(surface, 0.5)
    assert pose(surface, 0).turn == pytest.approx((before + 90) % 360, abs=0.5)
    finger(surface, Drop, (x, y - 0.3), 1)
    assert surface.pieces.pieces[0].held
    finger(surface, Drop, (x, y + 0.3), 2)
    rest(surface)
    assert not surface.pieces.pieces[0].held


def test_several_hands_carry_several_pieces() -> None:
    surface = surface_for()
    x, y = middle(surface)
    goals = {0: (x - 2.5, y), 1: (x + 2.5, y), 5: (x, y + 3)}
    for number in goals:
        finger(surface, Down, pose(surface, number).at, number)
    for number, goal in goals.items():
        finger(surface, Pull, goal, number)
    rest(surface, 0.5)
    for number, goal in goals.items():
        finger(surface, Drop, goal, number)
    rest(surface)
    assert all(near(pose(surface, number).at, goal) for number, goal in goals.items())


def test_a_piece_laid_beside_another_snaps_and_says_so() -> None:
    surface = surface_for()
    x, y = middle(surface)
    surface.pieces.place(5, Pose(x, y))
    q = surface.pieces.pieces[3].pose
    surface.pieces.turn(3, -q.turn)
    rest(surface)
    aim = (x + 0.5 + 1 / 3 + 0.1, y - 0.5 + 1 / 3 + 0.08)
    finger(surface, Down, pose(surface, 3).at)
    finger(surface, Pull, aim)
    rest(surface, 0.5)
    finger(surface, Drop, aim)
    assert PieceSnapped(3) in rest(surface)
    assert gap(surface.pieces.pieces[3].corners, surface.pieces.pieces[5].corners) < 1e-6


def test_a_cancelled_finger_lets_go() -> None:
    surface = surface_for()
    at = pose(surface, 0).at
    finger(surface, Down, at)
    finger(surface, Cancel, at)
    assert not surface.pieces.pieces[0].held
    assert not finger(surface, Pull, middle(surface))


def test_hands_off_lets_go_and_ignores_hands() -> None:
    surface = surface_for()
    at = pose(surface, 0).at
    finger(surface, Down, at)
    surface.enabled = False
    assert not surface.pieces.pieces[0].held
    assert not finger(surface, Down, at, 2)
    assert surface.controls == ()
    surface.enabled = True
    assert not finger(surface, Drop, middle(surface))
    assert finger(surface, Down, at, 3)


def test_the_wheel_turns_what_lies_under_the_mouse() -> None:
    surface = surface_for()
    before = pose(surface, 1).turn
    at = surface.sight.to_canvas(pose(surface, 1).at)
    assert surface.handle(Twist(source="mouse", at=at, by=-1))
    rest(surface)
    assert pose(surface, 1).turn == pytest.approx((before - 45) % 360)
    empty = surface.sight.to_canvas(middle(surface))
    assert not surface.handle(Twist(source="mouse", at=empty, by=1))


def test_touches_beside_the_board_are_not_for_it() -> None:
    surface = surface_for()
    assert not surface.handle(Down(source="touch", contact=1, at=(1900, 20)))


def test_the_parallelogram_in_the_tray_has_its_control_and_is_turned_over_by_it() -> None:
    surface = surface_for()
    flip = control(surface, "flip", P)
    lay = pose(surface, P)
    tap(surface, flip.at)
    assert pose(surface, P).flipped != lay.flipped
    tap(surface, control(surface, "flip", P).at)
    assert pose(surface, P).flipped == lay.flipped
    assert pose(surface, P).turn == pytest.approx(lay.turn)


def test_controls_beside_the_selected_piece_turn_it_and_stay_where_they_are() -> None:
    surface = surface_for()
    drag(surface, pose(surface, 0).at, middle(surface))
    before = pose(surface, 0).turn
    right = control(surface, "right", 0)
    for _ in range(3):
        tap(surface, right.at)
    assert control(surface, "right", 0) == right
    assert pose(surface, 0).turn == pytest.approx((before + 135) % 360)
    tap(surface, control(surface, "left", 0).at)
    assert pose(surface, 0).turn == pytest.approx((before + 90) % 360)
    assert not any(c.action == "flip" and c.number == 0 for c in surface.controls)


def test_controls_do_not_slip_from_under_a_finger_while_their_piece_snaps_aside() -> None:
    surface = surface_for()
    drag(surface, pose(surface, 0).at, middle(surface))
    right = control(surface, "right", 0)
    tap(surface, right.at)
    x, y = pose(surface, 0).at
    surface.pieces.place(0, Pose(x + 1.5, y, pose(surface, 0).turn))
    surface.update(STEADY_SECONDS / 2)
    assert control(surface, "right", 0) == right, "it is tapped again"
    tap(surface, right.at)
    assert 0 < surface.wakes_in() <= STEADY_SECONDS
    surface.update(STEADY_SECONDS * 0.75)
    assert control(surface, "right", 0) == right, "which counts anew"
    surface.update(surface.wakes_in())
    assert control(surface, "right", 0) != right
    assert surface.wakes_in() == inf
    assert surface.selected == 0


def test_a_piece_that_has_come_to_rest_has_its_controls() -> None:
    surface = surface_for()
    x, y = middle(surface)
    surface.pieces.place(1, Pose(x + 2.0, y))
    rest(surface)
    drag(surface, pose(surface, 0).at, (x, y))
    assert {c.action for c in surface.controls if c.number == 0} == {"left", "right"}
    drag(surface, (x, y), (x + 2.0, y))  # onto the other one: it slides to a free place
    assert {c.action for c in surface.controls if c.number == 0} == {"left", "right"}
    assert surface.wakes_in() > 1


def test_controls_go_when_empty_wood_is_tapped() -> None:
    surface = surface_for()
    drag(surface, pose(surface, 0).at, middle(surface))
    x, y = middle(surface)
    tap(surface, (x + 3.4, y + 3.0))
    assert all(c.number == P for c in surface.controls)


def test_a_touch_on_a_control_does_not_lift_the_piece_below() -> None:
    surface = surface_for()
    surface.pieces.place(4, Pose(*control(surface, "flip", P).at))
    at = surface.sight.to_canvas(surface.controls[0].at)
    surface.handle(Down(source="touch", contact=1, at=at))
    assert not any(piece.held for piece in surface.pieces.pieces)
    away = (at[0] + 200, at[1])
    surface.handle(Pull(source="touch", contact=1, at=away, began=at))
    flipped = pose(surface, P).flipped
    surface.handle(Drop(source="touch", contact=1, at=away, began=at))
    rest(surface)
    assert pose(surface, P).flipped == flipped


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", range(7))
def test_controls_stay_on_the_board_and_cover_no_piece_where_there_is_room(
    size: tuple[int, int], number: int
) -> None:
    surface = surface_for(size)
    walls, radius = surface.pieces.walls, CONTROL_RADIUS / surface.sight.unit
    for at in (middle(surface), (walls.right, walls.top), (walls.right, middle(surface)[1])):
        drag(surface, pose(surface, number).at, at)
        assert {c.number for c in surface.controls} >= {number}
        for each in surface.controls:
            x, y = each.at
            assert walls.left <= x - 0.85 * radius
            assert x + 0.85 * radius <= walls.right
            assert walls.top <= y - 0.85 * radius
            assert y + 0.85 * radius <= walls.bottom
            if each.number == number:
                assert not any(holds(p.corners, each.at) for p in surface.pieces.pieces)
                assert all(
                    distance_outside(each.at, p.corners) >= radius * 0.98
                    for p in surface.pieces.pieces
                )


@pytest.mark.parametrize("seed", [3, 17, 29, 41, 55])
def test_in_a_crowded_tray_the_flip_control_covers_no_piece(seed: int) -> None:
    canvas, random = Canvas((1280, 800)), Random(seed)
    box = layout_for(canvas).board
    plan, kinds = board_plan(box.w / box.h), random.sample(FULL_SET, 5)
    tray = plan.tray
    table = PieceTable(plan.width, plan.height, kinds, tray_poses(kinds, tray), tray=tray)
    surface = PieceBoard(table)
    surface.fit(box, 0, canvas.box.centre)
    radius = CONTROL_RADIUS / surface.sight.unit
    for _ in range(6):
        number = random.randrange(5)
        if random.random() < 0.5:
            table.send_home(number)
        else:
            x = tray.left + tray.width * random.uniform(0.1, 0.9)
            y = tray.top + tray.height * random.uniform(0.1, 0.9)
            table.put(number, Pose(x, y, random.choice((0.0, 45.0, 90.0)), False))
        rest(surface)
        for each in surface.controls:
            for piece in table.pieces:
                assert distance_outside(each.at, piece.corners) >= radius - 1e-6
