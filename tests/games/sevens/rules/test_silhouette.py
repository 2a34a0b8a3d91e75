"""Silhouettes: the area that exactly one of two pictures covers, after the best shift."""

from math import cos, radians, sin
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.games.sevens.rules.pieces import (
    SQRT2,
    Picture,
    Piece,
    Point,
    Pose,
    area,
    overlap_area,
    shifted,
)
from tabletop.games.sevens.rules.score import difference, same_silhouette, warm
from tests.games.sevens.sample_pictures import SQUARE, assembled, moved, whirled, without
from tests.lanes import examples

SEEDS = st.integers(0, 2**32)


def once(target: Picture, guess: Picture, shift: Point) -> float:
    """The area covered once, for pictures without overlaps, without shapely."""
    ours = [piece.corners for piece in target.pieces]
    theirs = [shifted(piece.corners, shift) for piece in guess.pieces]
    shared = sum(overlap_area(one, other) for one in ours for other in theirs)
    return sum(map(area, ours)) + sum(map(area, theirs)) - 2 * shared


def spread(picture: Picture, by: float) -> Picture:
    """The picture with seams: its pieces moved away from its middle, by a part of their way."""
    mx, my = picture.middle
    return Picture(
        tuple(
            Piece(p.kind, shifted(p.corners, ((p.pose.x - mx) * by, (p.pose.y - my) * by)))
            for p in picture.pieces
        )
    )


def test_warming_up_may_be_done_more_than_once() -> None:
    warm()
    warm()


def test_the_same_picture_elsewhere_differs_by_nothing() -> None:
    least, shift = difference(SQUARE, SQUARE.shifted((0.3, -2)))
    assert least == pytest.approx(0, abs=1e-6)
    assert shift == pytest.approx((-0.3, 2), abs=1e-6)


def test_a_square_is_the_same_whichever_way_it_is_turned_by_quarters() -> None:
    for turn in (90, 180, 270):
        assert same_silhouette(SQUARE, whirled(SQUARE, turn), 1e-4)


def test_a_square_turned_a_little_leaves_eight_slim_triangles() -> None:
    # Two squares of side a about one centre, one turned by t: the corners that stick out have
    # the legs l*cos(t), l*sin(t), where l * (1 + cos(t) + sin(t)) = a.
    t = radians(2)
    leg = 2 * SQRT2 / (1 + cos(t) + sin(t))
    triangles = 8 * leg * leg * cos(t) * sin(t) / 2
    assert difference(SQUARE, whirled(SQUARE, 2))[0] == pytest.approx(triangles, abs=2e-5)
    assert same_silhouette(SQUARE, whirled(SQUARE, 2), triangles + 1e-3)
    assert not same_silhouette(SQUARE, whirled(SQUARE, 2), triangles - 1e-3)


def test_the_tolerance_itself_is_still_the_same() -> None:
    # The square alone is moved by 0.06: two strips, one left and one entered, of 0.06 each.
    target = Picture.from_poses([("L", Pose(0, 0)), ("L", Pose(0, 5)), ("Q", Pose(9, 9))])
    assert difference(target, moved(target, 2, (0.06, 0)))[0] == pytest.approx(0.12, abs=2e-5)
    assert same_silhouette(target, moved(target, 2, (0.06, 0)))
    assert not same_silhouette(target, moved(target, 2, (0.0602, 0)))


def test_a_missing_piece_leaves_its_area() -> None:
    least, shift = difference(SQUARE, without(SQUARE, 3))
    assert least == pytest.approx(0.5, abs=1e-5)
    assert shift == pytest.approx((0, 0), abs=1e-5)
    assert not same_silhouette(SQUARE, without(SQUARE, 3))


def test_pictures_without_pieces_are_alike_and_cover_nothing() -> None:
    assert same_silhouette(Picture(), Picture())
    assert difference(Picture(), Picture()) == (0, (0, 0))
    assert not same_silhouette(SQUARE, Picture())
    assert not same_silhouette(Picture(), SQUARE)
    assert difference(SQUARE, Picture())[0] == pytest.approx(8)


def test_seams_no_wider_than_a_hair_do_not_matter() -> None:
    rng = Random(6)
    for _ in range(10):
        picture = assembled(rng)
        seamed = whirled(spread(picture, 1e-4), 33).rounded()
        assert same_silhouette(whirled(picture, 33).shifted((1 / 3, 1 / 7)), seamed, 0.01)


def test_an_area_covered_twice_counts_once() -> None:
    twice = Picture.from_poses([("L", Pose(0, 0)), ("L", Pose(0, 0))])
    assert same_silhouette(Picture(twice.pieces[:1]), twice)


@example(48430945, 0.0, 1.7890625)  # two local minima, 0.02 apart
@given(SEEDS, st.floats(-9, 9), st.floats(-9, 9))
@examples(10)
def test_the_difference_is_what_its_shift_leaves_and_no_shift_nearby_leaves_less(
    seed: int, x: float, y: float
) -> None:
    rng = Random(seed)
    target = assembled(rng)
    guess = spread(target, rng.uniform(0, 0.02)).shifted((x, y))
    least, shift = difference(target, guess)
    assert least == pytest.approx(once(target, guess, shift), abs=1e-5)
    for _ in range(20):
        near = shift[0] + rng.gauss(0, 0.01), shift[1] + rng.gauss(0, 0.01)
        assert once(target, guess, near) > least - 1e-3
    assert same_silhouette(target, guess, least + 1e-3)
    assert not same_silhouette(target, guess, least - 1e-3)


@given(SEEDS)
@examples(12)
def test_the_answer_agrees_with_the_difference_and_is_the_same_both_ways(seed: int) -> None:
    rng = Random(seed)
    one = assembled(rng)
    near = rng.choice((spread(one, 0.01), whirled(one, rng.uniform(0, 2))))
    least = difference(one, near)[0]
    for tolerance in (0.12, least + 1e-3, least - 1e-3):
        assert same_silhouette(one, near, tolerance) == (least <= tolerance)
        assert same_silhouette(near, one, tolerance) == (least <= tolerance)
    other = assembled(rng)
    assert same_silhouette(one, other) == (difference(one, other)[0] <= 0.12)
