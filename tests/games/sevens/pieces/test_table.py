"""Pieces under hands: carried, turned, let go, pushed, sent; and the laws that always hold."""

import pytest

from tabletop.games.sevens.pieces.table import PieceLaid, PieceSnapped, PiecesSettled
from tabletop.games.sevens.rules.pieces import Pose, overlap_area
from tests.games.sevens.loose_pieces import FRAME, Q_AT, carry, of, pose, run
from tools.bench.pieces import (
    new_table,
    settle,
)


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
    assert run(table, 1.0)[-1] == PiecesSettled()
    assert table.asleep
    assert table.pieces[0].held
    assert table.pieces[0].lift == 1.0
    table.drag(1, (6.0, 5.5))
    assert not table.asleep


def test_a_carried_piece_passes_over_others_and_does_not_move_them() -> None:
    table = of(("Q", Q_AT), ("L", Pose(8, 5.5)), ("S", Pose(8.2, 8.0)))
    before = [pose(table, 1), pose(table, 2)]
    carry(table, 0, 8.0, 5.5)
    assert overlap_area(table.pieces[0].corners, table.pieces[1].corners) > 0.5
    assert table.order[-1] == 0
    carry(table, 0, 8.1, 7.8, finger=2)
    assert [pose(table, 1), pose(table, 2)] == before


def test_a_piece_let_go_near_another_snaps_with_a_click() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9)))
    carry(table, 1, 6.6, 5.4)
    preview = table.snap_preview(1)
    assert preview == Pose(6.5, 5.5, 0.0)
    table.drop(1)
    assert run(table, 0.5) == [PieceSnapped(1), PiecesSettled()]
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


def test_one_finger_that_is_felt_as_two_turns_nothing() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (5.6, 5.6))
    table.lift(2, (5.7, 5.6))
    for number in range(60):
        # Both go to the right, and the second trembles about the first.
        x, off = 5.6 + number / 30, (0.05, -0.06, 0.02, -0.04)[number % 4]
        table.drag(1, (x, 5.6))
        table.drag(2, (x + 0.1 + off / 2, 5.6 + off))
        table.step(FRAME)
    assert pose(table, 0).turn == 0.0


def test_a_finger_that_comes_back_turns_on_and_nothing_jumps() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (5.6, 5.6))
    table.lift(2, (6.4, 5.6))
    table.drag(2, (5.6, 6.4))
    run(table, 0.5)
    table.drop(2)
    table.drag(1, (7.6, 5.6))
    run(table, 0.5)
    before = pose(table, 0)
    assert before.turn == pytest.approx(90.0)
    at = before.at
    table.lift(2, (at[0], at[1]))
    run(table, 0.3)
    assert pose(table, 0) == before
    dx, dy = at[0] - 7.6, at[1] - 5.6
    table.drag(2, (7.6 - dy, 5.6 + dx))
    run(table, 0.5)
    assert pose(table, 0).turn == pytest.approx(180.0)


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
    table.drop(2)
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
    assert run(table, 0.5) == [PieceLaid(0), PiecesSettled()]
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


@pytest.mark.parametrize("frames", [0, 3])
def test_a_piece_taken_while_it_still_turns_goes_on_turning(frames: int) -> None:
    table = of(("L", Pose(6, 6)))
    table.turn(0, 90)
    run(table, frames * FRAME)
    table.lift(1, (5.9, 5.9))
    before = pose(table, 0).turn
    table.step(FRAME)
    assert before < pose(table, 0).turn < 90, "nothing jumps"
    table.drag(1, (7.9, 5.9))
    run(table, 0.5)
    assert pose(table, 0).turn == 90.0
    assert pose(table, 0).at == pytest.approx((8.0, 6.0), abs=0.2)
    table.drop(1)
    settle(table)
    assert pose(table, 0).turn == 90.0
