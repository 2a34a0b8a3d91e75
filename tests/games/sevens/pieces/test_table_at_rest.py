"""Pieces find their places: dropped, put, sent, and when the table has another size."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot
from random import Random

import pytest

from tabletop.games.sevens.figures import read_figures
from tabletop.games.sevens.pieces.space import Zone, tray_poses
from tabletop.games.sevens.pieces.table import PieceSlid, PiecesSettled, PieceTable
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    Corners,
    Picture,
    Point,
    Pose,
    corners_of,
    gap,
    length,
    overlap_area,
)
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.view.board import board_plan
from tabletop.games.sevens.view.layout import layout_for
from tabletop.games.sevens.view.piece_board import PieceInput
from tabletop.ui.core.canvas import Canvas
from tests.games.sevens.loose_pieces import FIGURES, FRAME, Q_AT, carry, of, pose, run
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


@pytest.mark.parametrize("turn", [0.0, 30.0, 45.0, 90.0, 135.0])
@pytest.mark.parametrize("held", [False, True])
def test_a_piece_is_flipped_left_for_right_however_it_is_turned(turn: float, held: bool) -> None:
    table = of(("P", Pose(6, 6, turn)))
    before = [(12 - x, y) for x, y in table.pieces[0].corners]
    if held:
        table.lift(1, (6, 6))
    table.flip(0)
    table.step(0.0)
    assert_same_corners(table.pieces[0].corners, [(12 - x, y) for x, y in before], 0.2)
    for _ in range(20):
        table.step(FRAME)
    assert_same_corners(table.pieces[0].corners, before, 0.01)


def assert_same_corners(some: Corners, others: Sequence[Point], reach: float) -> None:
    for x, y in some:
        assert min(hypot(x - u, y - v) for u, v in others) < reach


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
    assert run(table, 0.6) == [PieceSlid(1), PiecesSettled()]
    assert pose(table, 0) == Pose(6, 6, 20.0), "what lies is not disturbed"
    assert overlap_area(table.pieces[0].corners, table.pieces[1].corners) < 1e-9
    assert gap(table.pieces[0].corners, table.pieces[1].corners) < 1e-6


def test_a_piece_dropped_a_little_upon_another_is_pushed_away() -> None:
    table = of(("Q", Q_AT), ("Q", Pose(9, 9, 20.0)))
    carry(table, 1, 6.45, 5.5)
    table.drop(1)
    run(table, 1.5)
    assert table.asleep
    assert pose(table, 0) == Q_AT
    assert overlap_area(table.pieces[0].corners, table.pieces[1].corners) < 1e-6
    assert length(pose(table, 1).at, (6.45, 5.5)) < 0.5


def test_two_hands_that_drop_on_the_same_place_get_two_places() -> None:
    table = of(("Q", Pose(2, 2)), ("Q", Pose(10, 10)))
    carry(table, 0, 6, 6, finger=1)
    carry(table, 1, 6, 6, finger=2)
    table.drop(1)
    table.drop(2)
    settle(table)
    assert overlap_area(table.pieces[0].corners, table.pieces[1].corners) < 1e-9


def test_a_piece_is_not_carried_off_the_table() -> None:
    table = of(("L", Pose(6, 6)))
    table.lift(1, (6, 6))
    for x, y in [(40.0, 6.0), (-9.0, -9.0), (6.0, 30.0)]:
        table.drag(1, (x, y))
        for _ in range(20):
            table.step(FRAME)
            assert table.walls.keeps(table.pieces[0].corners)
    table.drop(1)
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
    assert overlap_area(table.pieces[0].corners, table.pieces[1].corners) < 1e-9
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
    assert max(overlap_area(a, b) for a, b in combinations(pieces, 2)) < 1e-6


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1080, 1920)])
def test_eight_taps_on_each_piece_in_the_tray_hardly_move_it(size: tuple[int, int]) -> None:
    box = layout_for(Canvas(size)).board
    plan = board_plan(box.w / box.h)
    table = PieceTable(
        plan.width, plan.height, FULL_SET, tray_poses(FULL_SET, plan.tray), tray=plan.tray
    )
    hands = PieceInput(table, 45.0, "drag")
    for number in range(7):
        lay, way = pose(table, number), 0.0
        for _ in range(8):
            before = pose(table, number).at
            hands.down(1, before)
            hands.tap(1)
            hands.update(settle(table))
            way += length(pose(table, number).at, before)
            pieces = [piece.corners for piece in table.pieces]
            assert max(overlap_area(a, b) for a, b in combinations(pieces, 2)) < 1e-6
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
    assert max(overlap_area(a, b) for a, b in combinations(pieces, 2)) < 1e-6


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
