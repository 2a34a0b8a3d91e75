"""Keys and two taps move pieces as well, and every state is drawn where it lies."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame
import pytest

from tabletop.games.sevens.rules.pieces import Picture, Piece, Pose, corners_of
from tabletop.games.sevens.view.piece_board import CONTROL_RADIUS, distance_outside
from tabletop.games.sevens.view.pieces import PIECE_THICKNESS, shadow_picture, silhouette_picture
from tabletop.input.actions import (
    Button,
    Down,
    Drop,
    Nudge,
    Pull,
    Tap,
    Walk,
)
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame, Screen
from tests.games.sevens.piece_boards import (
    SIZES,
    TENTHS,
    P,
    board_box,
    colour_at,
    drag,
    finger,
    middle,
    near,
    pose,
    press,
    rest,
    surface_for,
    taken,
    tap,
)


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
    radius = CONTROL_RADIUS / surface.sight.unit
    for number in (0, 1, 5):
        corners = surface.pieces.pieces[number].corners
        assert all(distance_outside(c.at, corners) >= radius for c in own)


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
        surface.fit(board_box(canvas), 0, canvas.box.centre)
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
            if distance_outside(at, piece.corners) > 0.25:
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
    x = drawn.get_width() / 2 - (2 - PIECE_THICKNESS / 3) * unit
    top = drawn.get_height() / 2 - unit
    seen = [
        drawn.get_at((round(x), round(top + share * PIECE_THICKNESS * unit))) for share in TENTHS
    ]
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
