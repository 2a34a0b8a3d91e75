"""Pieces under hands: carried, turned, let go, pushed, sent; and the laws that always hold."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tabletop.games.sevens.figures import read_figures
from tabletop.games.sevens.loose.moving import Happening, Laid, Settled, Slid, Snapped
from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.rules.geometry import gap, overlap
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, Kind, Pose, corners_of, length
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.screen.plan import plan_for
from tabletop.games.sevens.surface.hands import Hands
from tabletop.games.sevens.surface.sight import board_plan
from tabletop.games.sevens.table import PieceTable
from tabletop.ui.canvas import Canvas
from tools.bench.pieces import (
    HEIGHT,
    LAWS,
    WIDTH,
    Errors,
    handled,
    new_table,
    rebuild,
    settle,
    stroke,
)

FRAME = 1 / 60
Q_AT = Pose(5.5, 5.5)

FIGURES = """\
Row, 1
L1 0 a at 0,0
L2 0 a on L1.b
M 0 a on L2.b
S1 0 a on M.b
S2 0 a on S1.b
Q 0 a on S2.b
P 0 a on Q.b

Square, 1
L1 180 a at 0,0
L2 270 a at 0,0
M 225 a at 0,2
S1 90 a at -1,0
S2 0 a at 0,0
Q 0 b at 0,0
P flipped 0 a at 2,0

Heap, 4
L1 0 a at 0,0
M 180 bc on L1.c
S1 270 a on L1.ab
P flipped 45 bc on M.ab
Q 225 b on S1.bc
S2 45 b on L1.ab
L2 135 b on S1.bc

Knot, 5
L2 315 a at 0,0
L1 45 ab on L2.a
M 0 c on L1.ab
Q 225 d on L1.a
P 225 ab on L1.a
S2 270 a on L2.bc
S1 135 c on L2.bc
"""
"""Touching by corners only, flush all over, and by half edges."""


def of(*laid: tuple[Kind, Pose], tray: Zone | None = None) -> PieceTable:
    return PieceTable(12, 12, [k for k, _ in laid], [p for _, p in laid], tray=tray)


def run(table: PieceTable, seconds: float) -> list[Happening]:
    return [each for _ in range(round(seconds / FRAME)) for each in table.step(FRAME)]


def pose(table: PieceTable, number: int) -> Pose:
    return table.pieces[number].pose


def carry(table: PieceTable, number: int, x: float, y: float, finger: int = 1) -> None:
    """A finger takes a piece by its middle there."""
    assert table.lift(finger, pose(table, number).at) == number
    table.drag(finger, (x, y))
    run(table, 0.4)


def test_pieces_lie_exactly_where_they_are_laid_and_the_table_sleeps() -> None:
    table = new_table()
    assert table.asleep
    assert all(table.in_tray(number) for number in range(7))
    assert len(table.picture()) == 0
    assert table.step(FRAME) == []


def test_a_held_piece_follows_with_a_little_lag_and_without_going_past() -> None:
    table = of(("Q", Q_AT))
    table.lift(1, (5.5, 5.5))
    table.drag(1, (8.5, 5.5))
    seen = [(table.step(FRAME), pose(table, 0).x)[1] for _ in range(30)]
    assert seen[0] < 7.0, "it has weight"
    assert seen[6] > 8.3, "it has caught up after some 0.12 s"
    assert max(seen) <= 8.5 + 1e-3
    assert seen == sorted(seen)


def test_a_piece_held_still_sleeps_and_wakes_with_the_finger() -> None:
    table = of(("Q", Q_AT))
    table.lift(1, (5.5, 5.5))
    assert run(table, 1.0)[-1] == Settled()
    assert table.asleep
    assert table.pieces[0].held
    assert table.pieces[0].lift == 1.0
    table.drag(1, (6.0, 5.5))
    assert not table.asleep


def test_a_carried_piece_passes_over_others_and_does_not_move_them() -> None:
    table = of(("Q", Q_AT), ("L", Pose(8, 5.5)), ("S", Pose(8.2, 8.0)))
    before = [pose(table, 1), pose(table, 2)]
    carry(table, 0, 8.0, 5.5)
    assert overlap(table.pieces[0].corners, table.pieces[1].corners) > 0.5
    assert table.order[-1] == 0
    carry(table, 0, 8.1, 7.8, finger=2)
    assert [pose(table, 1), pose(table, 2)] == before


def test_a_piece_let_go_near_another_snaps_with_a_click() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9)))
    carry(table, 1, 6.6, 5.4)
    preview = table.snap_preview(1)
    assert preview == Pose(6.5, 5.5, 0.0)
    table.drop(1)
    assert run(table, 0.5) == [Snapped(1), Settled()]
    assert pose(table, 1) == preview
    assert table.snap_preview(1) is None, "nobody holds it"


def test_a_fast_throw_lands_under_the_finger_not_where_the_piece_was() -> None:
    table = of(("Q", Q_AT))
    table.lift(1, (5.5, 5.5))
    table.drag(1, (10.0, 10.0))
    table.drop(1)
    assert settle(table) < 0.5
    assert pose(table, 0) == Pose(10.0, 10.0)


def test_two_fingers_turn_a_piece_and_keep_it_under_them() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (5.6, 5.6))
    table.lift(2, (6.4, 5.6))
    table.drag(1, (6.0, 5.2))
    table.drag(2, (6.0, 6.0))
    run(table, 0.5)
    found = pose(table, 0)
    assert found.turn == pytest.approx(90.0)
    assert found.at == pytest.approx((5.6, 5.6))


def test_fingers_that_spread_leave_the_piece_between_them() -> None:
    table = of(("Q", Pose(6, 6)))
    table.lift(1, (5.8, 6))
    table.lift(2, (6.2, 6))
    table.drag(1, (5.0, 6))
    table.drag(2, (7.4, 6))
    run(table, 0.5)
    assert pose(table, 0).at == pytest.approx((6.2, 6.0))


def test_a_piece_stays_with_the_finger_that_is_left() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (5.6, 5.6))
    table.lift(2, (6.4, 5.6))
    table.drag(2, (6.4, 6.1))
    run(table, 0.4)
    turn = pose(table, 0).turn
    assert 20 < turn < 40
    table.drop(1)
    run(table, 0.4)
    assert table.pieces[0].held
    assert pose(table, 0).turn == pytest.approx(turn), "the finger that is left does not turn it"
    before = pose(table, 0).at
    table.drag(2, (7.4, 6.1))
    run(table, 0.5)
    assert pose(table, 0).at == pytest.approx((before[0] + 1, before[1]))


def test_a_second_finger_beside_a_small_held_piece_counts_as_on_it() -> None:
    table = of(("S", Pose(6, 6)))
    assert table.lift(1, (6, 6)) == 0
    assert table.lift(2, (6.8, 6.0)) == 0
    assert of(("S", Pose(6, 6))).lift(2, (6.8, 6.0)) is None


def test_several_hands_move_several_pieces_at_once() -> None:
    table = of(("Q", Pose(2, 2)), ("Q", Pose(10, 2)), ("S", Pose(2, 10)))
    for finger in range(3):
        assert table.lift(finger, pose(table, finger).at) == finger
    for finger, at in enumerate([(4.0, 3.0), (8.0, 3.0), (4.0, 9.0)]):
        table.drag(finger, at)
    run(table, 0.5)
    assert [pose(table, n).at for n in range(3)] == [(4.0, 3.0), (8.0, 3.0), (4.0, 9.0)]
    table.let_go()
    settle(table)
    assert not any(piece.held for piece in table.pieces)


def test_a_finger_on_bare_wood_takes_nothing_and_moves_nothing() -> None:
    table = of(("Q", Q_AT))
    assert table.lift(1, (1, 1)) is None
    table.drag(1, (5, 5))
    table.drop(1)
    table.cancel(2)
    assert table.asleep


def test_the_piece_on_top_is_taken_and_a_near_one_within_the_slack() -> None:
    table = of(("L", Pose(5, 5)), ("Q", Pose(9, 9)))
    carry(table, 1, 5.0, 5.0)
    assert table.piece_at((5.0, 5.0)) == 1
    assert table.piece_at((1.0, 1.0), 0.2) is None
    assert table.piece_at((4.2, 5.0), 0.2) == 0
    assert table.piece_at((4.2, 5.0)) is None


def test_a_tap_turns_by_a_step_about_the_centroid() -> None:
    table = of(("L", Pose(6, 6)))
    table.turn(0, 45)
    table.step(FRAME)
    assert 0 < pose(table, 0).turn < 45
    assert pose(table, 0).at == pytest.approx((6, 6))
    assert run(table, 0.5) == [Laid(0), Settled()]
    assert pose(table, 0) == Pose(6, 6, 45.0)


def test_quick_taps_add_up_and_eight_come_round_even_where_the_piece_snaps() -> None:
    table = of(("Q", Q_AT), ("L", Pose(9, 9)))
    carry(table, 1, 6.9, 5.8)
    table.drop(1)
    settle(table)
    first = pose(table, 1)
    for _ in range(8):
        table.turn(1, 45)
        run(table, 0.05)
    settle(table)
    assert pose(table, 1) == first


def test_a_tap_by_a_finger_that_rests_on_the_piece_is_the_same() -> None:
    table = of(("Q", Q_AT), ("L", Pose(9, 9)))
    carry(table, 1, 6.9, 5.8)
    table.drop(1)
    settle(table)
    first = pose(table, 1)
    for _ in range(8):
        table.lift(1, pose(table, 1).at)
        table.turn(1, 45)
        table.drop(1)
        settle(table)
    assert pose(table, 1) == first


def test_a_touch_that_does_nothing_leaves_the_piece_where_it_is() -> None:
    table = of(("L", Pose(6, 6, 20.0)), ("Q", Pose(9, 9)))
    table.lift(1, (6, 6))
    run(table, 0.3)
    table.drop(1)
    settle(table)
    assert pose(table, 0) == Pose(6, 6, 20.0)


def test_a_held_piece_turns_in_the_hand() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (5.6, 5.6))
    table.turn(0, 90)
    run(table, 0.5)
    assert pose(table, 0) == Pose(6, 6, 90.0)
    table.drag(1, (6.6, 5.6))
    run(table, 0.5)
    assert pose(table, 0).at == pytest.approx((7, 6))


def test_flipping_turns_the_parallelogram_over_and_back() -> None:
    table = of(("P", Pose(6, 6)))
    table.flip(0)
    table.step(FRAME)
    narrow = table.pieces[0].corners
    settle(table)
    assert pose(table, 0) == Pose(6, 6, 0.0, flipped=True)
    wide = table.pieces[0].corners
    assert wide == corners_of("P", Pose(6, 6, 0.0, flipped=True))
    assert max(x for x, _ in narrow) < max(x for x, _ in wide)
    table.flip(0)
    settle(table)
    assert pose(table, 0) == Pose(6, 6)


def test_a_flipped_triangle_is_still_that_piece() -> None:
    table = of(("L", Pose(6, 6)))
    table.flip(0)
    settle(table)
    assert [piece.kind for piece in table.picture().pieces] == ["L"]


def test_a_held_piece_can_be_flipped() -> None:
    table = of(("P", Pose(6, 6)))
    carry(table, 0, 7.0, 6.0)
    table.flip(0)
    table.drop(1)
    settle(table)
    assert pose(table, 0) == Pose(7, 6, 0.0, flipped=True)


def test_a_piece_dropped_deep_in_another_slides_to_the_nearest_free_place() -> None:
    table = of(("L", Pose(6, 6, 20.0)), ("Q", Pose(10, 10)))
    carry(table, 1, 6.0, 6.1)
    table.drop(1)
    assert run(table, 0.6) == [Slid(1), Settled()]
    assert pose(table, 0) == Pose(6, 6, 20.0), "what lies is not disturbed"
    assert overlap(table.pieces[0].corners, table.pieces[1].corners) < 1e-9
    assert gap(table.pieces[0].corners, table.pieces[1].corners) < 1e-6


def test_a_piece_dropped_a_little_upon_another_is_pushed_away() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9, 20.0)))
    carry(table, 1, 6.45, 5.5)
    table.drop(1)
    run(table, 1.5)
    assert table.asleep
    assert pose(table, 0) == Q_AT
    assert overlap(table.pieces[0].corners, table.pieces[1].corners) < 1e-6
    assert length(pose(table, 1).at, (6.45, 5.5)) < 0.5


def test_two_hands_that_drop_on_the_same_place_get_two_places() -> None:
    table = of(("Q", Pose(2, 2)), ("Q", Pose(10, 10)))
    carry(table, 0, 6, 6, finger=1)
    carry(table, 1, 6, 6, finger=2)
    table.drop(1)
    table.drop(2)
    settle(table)
    assert overlap(table.pieces[0].corners, table.pieces[1].corners) < 1e-9


def test_a_piece_is_not_carried_off_the_table() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (6, 6))
    for x, y in [(40.0, 6.0), (-9.0, -9.0), (6.0, 30.0)]:
        table.drag(1, (x, y))
        for _ in range(20):
            table.step(FRAME)
            assert table.walls.keeps(table.pieces[0].corners)
    table.cancel(1)
    settle(table)
    assert table.walls.keeps(table.pieces[0].corners)


def test_a_piece_turned_beside_a_wall_never_looks_over_it() -> None:
    table = of(("L", Pose(2 / 3, 2 / 3)))
    for _ in range(5):
        table.turn(0, 45)
        for _ in range(10):
            table.step(FRAME)
            assert table.walls.keeps(table.pieces[0].corners)


def test_placing_is_exact_and_at_once_and_what_is_in_the_way_gives_way() -> None:
    table = of(("L", Pose(6, 6)), ("Q", Pose(10, 10)))
    table.place(1, Pose(6, 6, 31.0))
    assert pose(table, 1) == Pose(6, 6, 31.0)
    settle(table)
    assert overlap(table.pieces[0].corners, table.pieces[1].corners) < 1e-9
    assert pose(table, 1) == Pose(6, 6, 31.0)


def test_a_picture_can_be_laid_whole_over_another() -> None:
    figures = [figure.picture for figure in read_figures(FIGURES, "Tests")][1:]
    table = new_table()
    for picture in (figure.shifted((9 - figure.middle[0], 4.5)) for figure in figures):
        table.lay({n: piece.pose for n, piece in enumerate(picture.pieces)})
        settle(table)
        for laid, wanted in zip(table.picture().pieces, picture.pieces, strict=True):
            assert laid.pose.at == pytest.approx(wanted.pose.at)
            assert score(Picture((wanted,)), Picture((laid,))).matched == 1


def test_a_picture_laid_beyond_a_wall_is_moved_inside_as_one() -> None:
    table = new_table()
    (square,) = [f.picture for f in read_figures(FIGURES, "Tests") if f.name == "Square"]
    away = square.shifted((WIDTH, HEIGHT))
    table.lay({n: piece.pose for n, piece in enumerate(away.pieces)})
    settle(table)
    assert score(square, table.picture()).matched == 7
    assert all(table.walls.keeps(piece.corners) for piece in table.pieces)


def test_of_a_picture_too_wide_for_the_board_no_piece_lies_on_another() -> None:
    (row,) = [f.picture for f in read_figures(FIGURES, "Tests") if f.name == "Row"]
    poses = {n: piece.pose for n, piece in enumerate(row.pieces)}
    table = PieceTable(6, 6, FULL_SET, tray_poses(FULL_SET, Zone(0, 0, 6, 6)))
    assert row.span[2] - row.span[0] > 6
    table.lay(poses)
    settle(table)
    pieces = [piece.corners for piece in table.pieces]
    assert all(table.walls.keeps(corners) for corners in pieces)
    assert max(overlap(a, b) for a, b in combinations(pieces, 2)) < 1e-6


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1080, 1920)])
def test_eight_taps_on_each_piece_in_the_tray_hardly_move_it(size: tuple[int, int]) -> None:
    box = plan_for(Canvas(size)).board
    plan = board_plan(box.w / box.h)
    table = PieceTable(
        plan.width, plan.height, FULL_SET, tray_poses(FULL_SET, plan.tray), tray=plan.tray
    )
    hands = Hands(table, 45.0, "drag")
    for number in range(7):
        lay, way = pose(table, number), 0.0
        for _ in range(8):
            before = pose(table, number).at
            hands.down(1, before)
            hands.tap(1)
            hands.update(settle(table))
            way += length(pose(table, number).at, before)
            pieces = [piece.corners for piece in table.pieces]
            assert max(overlap(a, b) for a, b in combinations(pieces, 2)) < 1e-6
        assert way < 0.5, f"{FULL_SET[number]} moves by {way:.2f} units"
        assert pose(table, number).turn == lay.turn
        assert length(pose(table, number).at, lay.at) < 0.1
    assert all(table.in_tray(number) for number in range(7))


def test_a_sent_piece_glides_and_is_let_go_by_hands() -> None:
    table = of(("Q", Q_AT))
    table.lift(1, (5.5, 5.5))
    table.send(0, Pose(9, 9), 0.3)
    run(table, 0.1)
    assert 5.5 < pose(table, 0).x < 9
    table.drag(1, (2, 2))
    settle(table)
    assert pose(table, 0) == Pose(9, 9)


def test_a_put_piece_finds_its_place_like_a_dropped_one() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9)))
    table.put(1, Pose(6.6, 5.6, 4.0))
    settle(table)
    assert pose(table, 1) == Pose(6.5, 5.5)


def test_pieces_go_home_to_the_tray() -> None:
    table = new_table()
    homes = [pose(table, n) for n in range(7)]
    stroke(table, 0, Pose(9, 5))
    table.place(3, replace(homes[0], x=homes[0].x + 0.3))
    assert len(table.picture()) == 1
    for number in (3, 0):
        table.send_home(number)
    settle(table)
    assert [pose(table, n) for n in range(7)] == homes
    assert len(table.picture()) == 0


def test_a_held_piece_counts_in_the_picture_where_it_is() -> None:
    table = new_table()
    carry(table, 5, 9.0, 5.0)
    assert [(p.kind, p.pose.at) for p in table.picture().pieces] == [("Q", (9.0, 5.0))]


def test_free_places_know_the_walls_and_the_others() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9)))
    assert table.free(1, Pose(6.5, 5.5))
    assert not table.free(1, Pose(6.4, 5.5))
    assert not table.free(1, Pose(0.3, 5.5))
    assert table.free(0, Q_AT), "a piece is not in its own way"


def test_a_picture_keeps_together_when_the_table_changes_its_size() -> None:
    table = new_table()
    stroke(table, 5, Pose(12, 5))
    stroke(table, 6, Pose(12.1, 6.1))
    before = table.picture()
    assert len(before) == 2
    table.set_walls(9, 14, Zone(0, 10.8, 9, 3.2))
    settle(table)
    assert score(before, table.picture()).matched == 2
    assert [table.in_tray(n) for n in range(7)] == [True] * 5 + [False] * 2
    assert all(table.walls.keeps(piece.corners) for piece in table.pieces)


def test_a_table_that_shrinks_pushes_nothing_into_each_other() -> None:
    table = new_table()
    for number in range(7):
        table.put(number, Pose(14, 1 + number))
    settle(table)
    table.set_walls(7, 7)
    settle(table)
    pieces = [piece.corners for piece in table.pieces]
    assert all(table.walls.keeps(corners) for corners in pieces)
    assert max(overlap(a, b) for a, b in combinations(pieces, 2)) < 1e-6


def test_hands_keep_their_pieces_when_the_table_shrinks() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(11, 11)))
    carry(table, 1, 11.0, 5.0)
    table.set_walls(8, 8)
    run(table, 0.5)
    assert table.pieces[1].held
    assert pose(table, 1) == Pose(7.5, 5.0)


def test_a_long_frame_is_not_made_up_for() -> None:
    table = of(("Q", Q_AT))
    table.lift(1, (5.5, 5.5))
    table.drag(1, (8.5, 5.5))
    table.step(60.0)
    assert 5.5 < pose(table, 0).x <= 8.5


def test_the_same_hands_give_the_same_table() -> None:
    first, second = new_table(), new_table()
    for table in (first, second):
        stroke(table, 0, Pose(9, 5, 3.0))
        stroke(table, 1, Pose(9.3, 5.5, 40.0))
    assert first.picture() == second.picture()


def test_random_hands_break_no_law() -> None:
    told = handled(600, seed=7)
    assert all(told[name] <= bar for name, bar in LAWS.items()), told


@pytest.mark.parametrize("relative", ["neighbour", "picture"])
def test_nearly_all_of_what_people_rebuild_by_eye_counts(relative: str) -> None:
    errors = Errors(relative="neighbour" if relative == "neighbour" else "picture")
    pictures = [figure.picture for figure in read_figures(FIGURES, "Tests")]
    matched = [
        score(picture, rebuild(picture, Random(f"{n}:{seed}"), errors)).matched
        for n, picture in enumerate(pictures)
        for seed in range(6)
    ]
    assert sum(matched) >= 0.95 * 7 * len(matched), matched
