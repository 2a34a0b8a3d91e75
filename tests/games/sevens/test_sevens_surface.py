import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from math import hypot

import pygame
import pytest

from tabletop.games.sevens.loose.moving import Snapped
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.rules.geometry import gap, holds
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import FULL_SET, Point, Pose, corners_of
from tabletop.games.sevens.surface.controls import RADIUS, Control, away
from tabletop.games.sevens.surface.figure_art import silhouette_picture
from tabletop.games.sevens.surface.hands import Hold
from tabletop.games.sevens.surface.piece_art import THICK, shadow_picture
from tabletop.games.sevens.surface.surface import Surface, board_plan
from tabletop.games.sevens.table import PieceTable
from tabletop.input.actions import (
    Button,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Pull,
    Tap,
    Twist,
    Walk,
)
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame, Screen

SIZES = [(1280, 800), (1920, 1080), (3840, 2160), (1080, 1920)]
P = 6
TENTHS = [share / 10 for share in range(1, 13)]


@pytest.fixture(autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


def board_box(canvas: Canvas) -> Box:
    if canvas.portrait:
        return Box(32, 560, canvas.width - 64, 1060)
    return Box(32, 150, canvas.width - 600, 780)


def surface_for(
    size: tuple[int, int] = (1920, 1080), *, turned: bool = False, hold: Hold = "drag"
) -> Surface:
    canvas = Canvas(size)
    box = board_box(canvas)
    plan = board_plan(box.w / box.h)
    poses = tray_poses(FULL_SET, plan.tray)
    surface = Surface(
        PieceTable(plan.width, plan.height, FULL_SET, poses, tray=plan.tray), hold=hold
    )
    surface.fit(canvas, box, turned)
    rest(surface)
    return surface


def rest(surface: Surface, seconds: float = 1.0) -> list[object]:
    """Lets time go by as the table does: it calls again only as long as anything moves."""
    happened: list[object] = []
    for _ in range(round(60 * seconds)):
        if surface.wakes_in() > 0:
            break
        happened += surface.update(1 / 60)
    return happened


def pose(surface: Surface, number: int) -> Pose:
    return surface.pieces.pieces[number].pose


def finger(
    surface: Surface, kind: type[Down | Pull | Tap | Drop | Cancel], at: Point, contact: int = 1
) -> bool:
    """A finger's action at a place in units."""
    where = surface.sight.to_canvas(at)
    if issubclass(kind, Pull | Drop):
        return surface.handle(kind(source="touch", contact=contact, at=where, began=where))
    return surface.handle(kind(source="touch", contact=contact, at=where))


def drag(surface: Surface, start: Point, end: Point, contact: int = 1) -> None:
    finger(surface, Down, start, contact)
    finger(surface, Pull, end, contact)
    rest(surface, 0.5)
    finger(surface, Drop, end, contact)
    rest(surface)


def tap(surface: Surface, at: Point) -> None:
    finger(surface, Down, at)
    finger(surface, Tap, at)
    rest(surface)


def press(surface: Surface, button: Button) -> bool:
    return surface.handle(Press(source="keyboard", button=button))


def control(surface: Surface, deed: str, number: int) -> Control:
    return next(c for c in surface.controls if c.deed == deed and c.number == number)


def taken(surface: Surface) -> int | None:
    return surface.taken


def colour_at(surface: Surface, size: tuple[int, int], at: Point) -> tuple[int, int, int]:
    """What is drawn at a place in units."""
    target = pygame.Surface(size)
    frame = Frame(Canvas(size))
    surface.draw(frame)
    Screen(target).show(frame)
    red, green, blue, _ = target.get_at(Canvas(size).to_pixels(surface.sight.to_canvas(at)))
    return red, green, blue


def near(a: Point, b: Point, within: float = 0.02) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) <= within


def middle(surface: Surface) -> Point:
    """The middle of the wood beside the tray."""
    walls, tray = surface.pieces.walls, surface.pieces.tray
    assert tray is not None
    if tray.height > tray.width:
        return (tray.right + walls.right) / 2, walls.height / 2
    return walls.width / 2, tray.top / 2


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
    assert Snapped(3) in rest(surface)
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
    assert not any(c.deed == "flip" and c.number == 0 for c in surface.controls)


def test_a_piece_that_has_come_to_rest_has_its_controls() -> None:
    surface = surface_for()
    x, y = middle(surface)
    surface.pieces.place(1, Pose(x + 2.0, y))
    rest(surface)
    drag(surface, pose(surface, 0).at, (x, y))
    assert {c.deed for c in surface.controls if c.number == 0} == {"left", "right"}
    drag(surface, (x, y), (x + 2.0, y))  # onto the other one: it slides to a free place
    assert {c.deed for c in surface.controls if c.number == 0} == {"left", "right"}
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
    walls, radius = surface.pieces.walls, RADIUS / surface.sight.unit
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
                assert all(away(each.at, p.corners) >= radius * 0.98 for p in surface.pieces.pieces)


def test_controls_go_where_no_neighbour_lies() -> None:
    surface = surface_for()
    x, y = middle(surface)
    # A small square between large triangles above it and to its left.
    surface.pieces.lay(
        {5: Pose(x, y), 0: Pose(x + 0.2, y - 1.9, 0.0), 1: Pose(x - 1.9, y + 0.2, 90.0)}
    )
    rest(surface)
    tap(surface, (x, y))
    own = [c for c in surface.controls if c.number == 5]
    assert len(own) == 2
    radius = RADIUS / surface.sight.unit
    for number in (0, 1, 5):
        corners = surface.pieces.pieces[number].corners
        assert all(away(c.at, corners) >= radius for c in own)


@pytest.mark.parametrize("turned", [False, True])
def test_pieces_are_drawn_where_they_lie_for_either_seat(turned: bool) -> None:
    surface = surface_for((1280, 800), turned=turned)
    x, y = middle(surface)
    surface.pieces.place(0, Pose(x, y))
    rest(surface)
    # Well inside the right angle, and its mirror image that the piece does not cover.
    on = colour_at(surface, (1280, 800), (x - 0.45, y - 0.45))
    off = colour_at(surface, (1280, 800), (x + 0.65, y + 0.65))
    assert on[0] > 180
    assert on[1] < 120
    assert off[1] > 100


def test_the_keys_take_up_a_piece_move_turn_and_lay_it_down() -> None:
    surface = surface_for()
    assert not surface.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert not press(surface, Button.OK)
    surface.handle(Walk(source="keyboard", by=1))
    assert surface.selected == 0
    before = pose(surface, 0)
    assert press(surface, Button.OK)
    assert taken(surface) == 0
    for _ in range(16):
        assert surface.handle(Nudge(source="keyboard", dx=1, dy=0))
    assert press(surface, Button.LATER)
    rest(surface)
    assert press(surface, Button.OK)
    rest(surface)
    assert taken(surface) is None
    assert near(pose(surface, 0).at, (before.x + 4, before.y), 0.05)
    assert pose(surface, 0).turn == pytest.approx((before.turn + 45) % 360)


def test_back_lays_a_piece_where_it_was_taken_from() -> None:
    surface = surface_for()
    surface.handle(Walk(source="keyboard", by=-1))
    assert surface.selected == P
    before = pose(surface, P)
    press(surface, Button.OK)
    for _ in range(9):
        surface.handle(Nudge(source="keyboard", dx=1, dy=1))
    press(surface, Button.EARLIER)
    press(surface, Button.FLIP)
    rest(surface)
    assert press(surface, Button.BACK)
    rest(surface)
    assert near(pose(surface, P).at, before.at)
    assert pose(surface, P).turn == pytest.approx(before.turn)
    assert pose(surface, P).flipped == before.flipped
    assert not press(surface, Button.BACK)


def test_for_the_seat_opposite_the_arrows_move_as_they_point_on_the_screen() -> None:
    surface = surface_for(turned=True)
    surface.handle(Walk(source="keyboard", by=1))
    press(surface, Button.OK)
    x = surface.sight.to_canvas(pose(surface, 0).at)[0]
    for _ in range(8):
        surface.handle(Nudge(source="keyboard", dx=-1, dy=0))
    rest(surface)
    assert surface.sight.to_canvas(pose(surface, 0).at)[0] < x - 1.5 * surface.sight.unit


def test_a_finger_takes_over_what_a_key_has_taken_up() -> None:
    surface = surface_for()
    surface.handle(Walk(source="keyboard", by=1))
    press(surface, Button.OK)
    rest(surface)
    drag(surface, pose(surface, 0).at, middle(surface))
    assert taken(surface) is None
    assert near(pose(surface, 0).at, middle(surface))


def test_without_dragging_a_tap_takes_up_a_tap_turns_and_a_tap_lays_down() -> None:
    surface = surface_for(hold="tap")
    before = pose(surface, 0)
    tap(surface, before.at)
    assert taken(surface) == 0
    assert pose(surface, 0).turn == pytest.approx(before.turn)
    tap(surface, before.at)
    tap(surface, middle(surface))
    assert taken(surface) is None
    assert near(pose(surface, 0).at, middle(surface))
    assert pose(surface, 0).turn == pytest.approx((before.turn + 45) % 360)
    tap(surface, pose(surface, 0).at)
    tap(surface, pose(surface, 1).at)
    assert taken(surface) == 1
    assert not surface.pieces.pieces[0].held


def test_without_dragging_a_turn_still_on_its_way_counts() -> None:
    surface = surface_for(hold="tap")
    before = pose(surface, 0)
    tap(surface, before.at)
    for _ in range(2):
        finger(surface, Down, before.at)
        finger(surface, Tap, before.at)
    surface.update(1 / 60)
    tap(surface, middle(surface))
    assert pose(surface, 0).turn == pytest.approx((before.turn + 90) % 360)


def test_without_dragging_a_finger_may_slip_or_drag_after_all() -> None:
    surface = surface_for(hold="tap")
    x, y = pose(surface, 0).at
    finger(surface, Down, (x, y))
    finger(surface, Pull, (x + 0.2, y))
    finger(surface, Drop, (x + 0.2, y))
    rest(surface)
    assert taken(surface) == 0
    assert near(pose(surface, 0).at, (x, y))
    finger(surface, Down, (x, y))
    finger(surface, Pull, middle(surface))
    finger(surface, Drop, middle(surface))
    rest(surface)
    assert taken(surface) is None
    assert near(pose(surface, 0).at, middle(surface))


def test_without_dragging_the_piece_that_is_up_may_be_dragged_and_is_not_turned_by_it() -> None:
    surface = surface_for(hold="tap")
    before = pose(surface, 0)
    tap(surface, before.at)
    drag(surface, before.at, middle(surface))
    assert near(pose(surface, 0).at, middle(surface))
    assert pose(surface, 0).turn == pytest.approx(before.turn)


def test_the_controls_of_a_piece_that_is_up_are_not_in_its_way() -> None:
    surface = surface_for(hold="tap")
    tap(surface, pose(surface, 0).at)
    assert all(c.number != 0 for c in surface.controls)


def test_another_window_keeps_the_picture_and_fits_the_tray() -> None:
    surface = surface_for((1920, 1080))
    drag(surface, pose(surface, 0).at, middle(surface))
    for size in reversed(SIZES):
        canvas = Canvas(size)
        surface.fit(canvas, board_box(canvas), False)
        rest(surface, 0.3)
        assert len(surface.picture()) == 1
        assert all(surface.pieces.walls.keeps(piece.corners) for piece in surface.pieces.pieces)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
def test_every_state_can_be_drawn_and_nothing_is_drawn_anew_at_rest(
    size: tuple[int, int], turned: bool
) -> None:
    surface = surface_for(size, turned=turned)
    screen = Screen(pygame.Surface(size))

    def shown() -> list[pygame.Rect]:
        frame = Frame(Canvas(size))
        surface.draw(frame)
        return screen.show(frame)

    assert shown()
    assert shown() == []
    x, y = middle(surface)
    finger(surface, Down, pose(surface, P).at)
    finger(surface, Pull, (x, y))
    surface.update(1 / 60)
    assert shown()
    press(surface, Button.FLIP)
    for _ in range(12):
        surface.update(1 / 60)
        shown()
    finger(surface, Drop, (x, y))
    surface.outlines = (Piece("L", corners_of("L", Pose(x, y, 45.0))),)
    surface.marks = {P: "overlap", 0: "agrees"}
    surface.handle(Walk(source="keyboard", by=1))
    rest(surface)
    assert shown()
    surface.update(1 / 60)
    assert shown() == []
    assert surface.wakes_in() > 1
    assert surface.controls


@pytest.mark.parametrize("size", SIZES)
def test_a_piece_is_drawn_where_it_lies_to_the_pixel(size: tuple[int, int]) -> None:
    surface = surface_for(size)
    x, y = middle(surface)
    surface.pieces.place(5, Pose(x, y))
    rest(surface)
    pixel = 1 / (surface.sight.unit * Canvas(size).scale)
    for by, is_piece in ((1.2, True), (-2.5, False)):
        for at in ((x - 0.5 + by * pixel, y), (x, y - 0.5 + by * pixel)):
            red, _, blue = colour_at(surface, size, at)
            # The square is violet, wood is not, even in the shade.
            assert (blue > red) == is_piece


def test_a_piece_that_is_turned_over_is_seen_as_narrow_as_it_is_to_the_end() -> None:
    size = (1280, 800)
    surface = surface_for(size)
    x, y = middle(surface)
    surface.pieces.place(P, Pose(x, y))
    rest(surface)
    surface.hands.selected = None
    surface.hands.flip()
    narrow = 0
    while surface.wakes_in() == 0:
        piece = surface.pieces.pieces[P]
        # The far corners of the piece when it lies again, a little inward.
        for cx, cy in corners_of("P", piece.pose):
            at = (cx + 0.16 * (x - cx), cy + 0.16 * (y - cy))
            if away(at, piece.corners) > 0.25:
                red, _, blue = colour_at(surface, size, at)
                assert red > blue, "wood, and no piece"
                narrow += 1
        surface.update(1 / 120)
    assert narrow > 8


def test_the_shadow_of_a_piece_narrows_while_it_is_turned_over() -> None:
    whole = shadow_picture("P", 0.0, False, 60.0, 2).picture
    half = shadow_picture("P", 0.0, False, 60.0, 2, fold=0.5).picture
    assert half.get_width() < 0.8 * whole.get_width()
    assert half.get_height() == whole.get_height()


def test_a_large_silhouette_has_a_whole_side_under_its_sharp_tips_too() -> None:
    picture = Picture((Piece("L", ((0.0, 0.0), (-2.0, -2.0), (2.0, -2.0))),))
    unit = 190.0
    drawn = silhouette_picture(picture, unit)
    # A little right of the left tip, where the slope has gone down by a third of the thickness.
    x = drawn.get_width() / 2 - (2 - THICK / 3) * unit
    top = drawn.get_height() / 2 - unit
    seen = [drawn.get_at((round(x), round(top + share * THICK * unit))) for share in TENTHS]
    assert all(each.a > 250 for each in seen)


def test_pieces_that_lie_flush_leave_no_wood_between_them() -> None:
    size = (1920, 1080)
    surface = surface_for(size)
    x, y = middle(surface)
    surface.pieces.lay({0: Pose(x - 1 / 3, y - 1 / 3), 1: Pose(x + 1 / 3, y + 1 / 3, 180.0)})
    rest(surface)
    target = pygame.Surface(size)
    frame = Frame(Canvas(size))
    surface.draw(frame)
    Screen(target).show(frame)
    # Across the seam of the square that the two large triangles make.
    for t in range(-60, 61):
        px, py = surface.sight.to_canvas((x + t / 100, y + t / 100))
        red, green, blue, _ = target.get_at((round(px), round(py)))
        assert not (red > 200 and green > 180 and blue > 130)
