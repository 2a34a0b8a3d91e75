"""The score: pieces that lie as they were arranged, up to one shift of the whole guess."""

from itertools import permutations
from math import cos, degrees, dist, radians, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    SQRT2,
    Kind,
    Picture,
    Point,
    Pose,
    shifted,
    turned,
    why_not_arranged,
)
from tabletop.games.sevens.rules.score import Score, agreement, score
from tests.games.sevens.sample_pictures import (
    SQUARE,
    assembled,
    changed,
    jittered,
    moved,
    scattered,
    whirled,
    without,
)
from tests.lanes import examples

SEEDS = st.integers(0, 2**32)
SHIFTS = st.tuples(st.floats(-20, 20), st.floats(-20, 20))
L, _, M, S, T, Q, P = range(7)


def matched(target: Picture, guess: Picture, tolerance: float = 0.2) -> int:
    """How many agree, having seen that the agreement is what it says it is."""
    found = agreement(target, guess, tolerance)
    for one, other in found.pairs:
        assert agrees(target, guess, one, other, found.shift, tolerance + 1e-8)
    for used in zip(*found.pairs, strict=True):
        assert len(set(used)) == len(found.pairs)
    return len(found.pairs)


def agrees(
    target: Picture, guess: Picture, one: int, other: int, shift: Point, tolerance: float
) -> bool:
    there, here = target.pieces[one], guess.pieces[other]
    return there.kind == here.kind and any(
        all(dist(a, b) <= tolerance for a, b in zip(there.corners, order, strict=True))
        for order in permutations(shifted(here.corners, shift))
    )


def at_shift(target: Picture, guess: Picture, shift: Point, tolerance: float = 0.2) -> int:
    """How many agree at one shift, by trying every way to give the pieces of a kind a partner."""
    count = 0
    for kind in set(target.kinds):
        ones = [i for i, k in enumerate(target.kinds) if k == kind]
        others = [j for j, k in enumerate(guess.kinds) if k == kind]
        # Filled up with partners that agree with nothing, so that either may be left alone.
        others += [-1] * (len(ones) - len(others))
        count += max(
            sum(
                j >= 0 and agrees(target, guess, i, j, shift, tolerance)
                for i, j in zip(ones, order, strict=True)
            )
            for order in permutations(others, len(ones))
        )
    return count


# The worked examples of the rules page


@pytest.mark.parametrize("by", [(0, 0), (0.3, -7), (1e-3, 1234.5)])
def test_shifting_every_piece_by_the_same_vector_scores_7(by: Point) -> None:
    assert score(SQUARE, SQUARE.shifted(by)) == Score(7, True, 7)


def test_exchanging_the_two_small_or_the_two_large_triangles_scores_7() -> None:
    pieces = SQUARE.pieces
    for one, other in ((S, T), (0, 1)):
        guess = changed(changed(SQUARE, one, pieces[other].corners), other, pieces[one].corners)
        assert score(SQUARE, guess) == Score(7, True, 7)


def test_the_parallelogram_turned_over_in_its_place_scores_at_most_6() -> None:
    pose = SQUARE.pieces[P].pose
    for turn in range(0, 180, 5):
        over = Pose(pose.x, pose.y, float(turn), not pose.flipped)
        guess = Picture.from_poses(
            [(p.kind, over if p.kind == "P" else p.pose) for p in SQUARE.pieces]
        )
        assert score(SQUARE, guess) == Score(6, False, 6)


def test_the_big_square_split_along_the_other_diagonal_is_the_same_silhouette_and_scores_7() -> (
    None
):
    rest: list[tuple[str, list[Point]]] = [
        ("M", [(2, 0), (2 + SQRT2, 0), (2, SQRT2)]),
        ("S", [(0, 2), (1, 2), (0, 3)]),
        ("S", [(1, 2), (2, 2), (2, 3)]),
        ("Q", [(-1, 0), (0, 0), (0, 1), (-1, 1)]),
        ("P", [(-1, 1), (0, 2), (0, 3), (-1, 2)]),
    ]
    target = Picture.from_corners(
        [*rest, ("L", [(0, 0), (2, 0), (0, 2)]), ("L", [(2, 0), (2, 2), (0, 2)])]
    )
    guess = Picture.from_corners(
        [*rest, ("L", [(0, 0), (2, 0), (2, 2)]), ("L", [(0, 0), (2, 2), (0, 2)])]
    )
    assert why_not_arranged(target, 7, loose=False) is None
    assert score(target, guess) == Score(5, True, 7)


# The rulings


@pytest.mark.parametrize("count", range(8))
def test_of_pieces_moved_in_ways_of_their_own_only_the_others_agree(count: int) -> None:
    guess = SQUARE
    for number in range(count):
        guess = moved(guess, number, (3.0 * number + 3, 7.0 * (number % 3)))
    # One piece can always be laid on its like, once no two are left that lie as they did.
    expected = max(7 - count, 1)
    assert score(SQUARE, guess) == Score(expected, count == 0, expected)


def test_the_shift_is_the_one_that_makes_most_pieces_agree() -> None:
    guess = SQUARE
    for number in (2, 3, 5, 6):
        guess = moved(guess, number, (9, 9))
    found = agreement(SQUARE, guess)
    assert found.pairs == ((2, 2), (3, 3), (5, 5), (6, 6))
    assert found.shift == pytest.approx((-9, -9))


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_piece_may_be_off_by_twice_the_tolerance_from_one_that_is_off_the_other_way(
    angle: int,
) -> None:
    # At the very edge there is a single shift that makes both agree; it counts.
    pair = without(SQUARE, 0, 1, 2, 3, 4)
    way = cos(radians(angle)), sin(radians(angle))
    assert matched(pair, moved(pair, 0, (way[0] * 0.4, way[1] * 0.4))) == 2
    assert matched(pair, moved(pair, 0, (way[0] * 0.40001, way[1] * 0.40001))) == 1


def test_three_pieces_off_to_three_sides_agree_when_a_circle_of_the_tolerance_holds_them() -> None:
    three = without(SQUARE, 0, 1, 3, 4)

    def spread(radius: float) -> Picture:
        guess = three
        for number, angle in enumerate((90, 210, 330)):
            way = radius * cos(radians(angle)), radius * sin(radians(angle))
            guess = moved(guess, number, way)
        return guess

    assert matched(three, spread(0.2)) == 3
    assert matched(three, spread(0.20001)) == 2


@pytest.mark.parametrize("kind", ["L", "M", "S", "Q", "P"])
def test_a_turned_piece_agrees_as_long_as_its_farthest_corner_is_within_the_tolerance(
    kind: Kind,
) -> None:
    rest = without(SQUARE, *(i for i, k in enumerate(FULL_SET) if k == kind))
    poses = [(p.kind, p.pose) for p in rest.pieces]
    target = Picture.from_poses([*poses, (kind, Pose(9, 9))])
    corners = next(p.corners for p in target.pieces if p.kind == kind)
    # The chord of a turn by a about the centroid is twice the radius times sin(a/2).
    radius = max(dist(corner, (9, 9)) for corner in corners)
    for turn, agreed in ((0.199 / radius, 1), (0.201 / radius, 0)):
        guess = Picture.from_poses([*poses, (kind, Pose(9, 9, degrees(turn)))])
        at_rest = at_shift(target, guess, (0, 0))
        assert at_rest == len(poses) + agreed
        assert matched(target, guess) >= at_rest


def test_square_and_parallelogram_may_be_turned_by_their_symmetry_and_nothing_else_may() -> None:
    for number, turns in ((Q, (90, 180, 270)), (P, (180,))):
        for turn in (45, 90, 135, 180, 225, 270, 315):
            pose = SQUARE.pieces[number].pose
            corners = turned(SQUARE.pieces[number].corners, turn, pose.at)
            agreed = matched(SQUARE, changed(SQUARE, number, corners))
            assert agreed == (7 if turn in turns else 6)


def test_the_whole_picture_turned_is_another() -> None:
    assert score(SQUARE, whirled(SQUARE, 180)).matched < 7
    assert score(SQUARE, whirled(SQUARE, 1)).matched == 7


def test_corners_count_alike_from_any_of_them_and_either_way_round() -> None:
    rng = Random(4)
    pieces = []
    for piece in SQUARE.pieces:
        start = rng.randrange(len(piece.corners))
        order = [*piece.corners[start:], *piece.corners[:start]]
        pieces.append((piece.kind, order[:: rng.choice((1, -1))]))
    rng.shuffle(pieces)
    assert score(SQUARE, Picture.from_corners(pieces)) == Score(7, True, 7)


def test_pieces_left_in_the_tray_score_nothing() -> None:
    assert score(SQUARE, without(SQUARE, P)) == Score(6, False, 6)
    assert score(SQUARE, without(SQUARE, 0, 3, 5)) == Score(4, False, 4)
    assert score(SQUARE, Picture()) == Score(0, False, 0)
    assert agreement(SQUARE, Picture()).pairs == ()


def test_a_round_of_five_pieces_is_worth_5() -> None:
    target = without(SQUARE, 0, 3)
    assert score(target, target.shifted((1, 1))) == Score(5, True, 5)
    assert score(target, moved(target, 0, (5, 5))) == Score(4, False, 4)


def test_a_lone_large_triangle_finds_whichever_of_two_it_fits() -> None:
    guess = without(moved(SQUARE, 0, (5, 5)), 1)
    lone = changed(guess, 0, SQUARE.pieces[1].corners)
    assert agreement(SQUARE, lone).pairs[0] == (1, 0)


def test_two_pieces_near_one_are_matched_one_to_one() -> None:
    both = Picture.from_poses([("S", Pose(0, 0)), ("S", Pose(0.1, 0))])
    apart = Picture.from_poses([("S", Pose(0, 0)), ("S", Pose(5, 0))])
    assert matched(both, apart) == 1
    assert matched(both, both) == 2


def test_the_tolerances_can_be_set() -> None:
    guess = moved(SQUARE, P, (0.3, 0))
    assert score(SQUARE, guess, tolerance=0.15).points == 7
    assert score(SQUARE, guess, tolerance=0.14).points == 6
    assert score(SQUARE, guess, tolerance=0.14, silhouette_tolerance=1).points == 7
    assert score(SQUARE, SQUARE, tolerance=0, silhouette_tolerance=0) == Score(7, True, 7)


def test_the_shift_shown_lays_the_corners_as_near_as_they_go() -> None:
    # Six pieces lie right and one is off: least squares draws a seventh of the way to it.
    off = agreement(SQUARE, moved(SQUARE, M, (0.14, 0)))
    assert off.shift == pytest.approx((-0.14 * 3 / 23, 0))
    # Here that would leave the one out of reach: the shift stops where it is just within.
    far = agreement(SQUARE, moved(SQUARE, M, (0.3, 0)))
    assert len(far.pairs) == 7
    assert far.shift == pytest.approx((-0.1, 0), abs=1e-6)


# Properties


@given(SEEDS, SHIFTS)
@examples(40)
def test_a_picture_agrees_with_itself_wherever_it_lies(seed: int, by: Point) -> None:
    picture = assembled(Random(seed))
    assert score(picture, picture.shifted(by)) == Score(7, True, 7)


@given(SEEDS, SHIFTS)
@examples(60)
def test_shifts_change_nothing_and_matched_is_the_same_both_ways(seed: int, by: Point) -> None:
    rng = Random(seed)
    target = scattered(rng)
    guess = jittered(rng, target, rng.choice((0.05, 0.2, 0.4)), 8)
    agreed = matched(target, guess)
    assert matched(guess, target) == agreed
    assert matched(target, guess.shifted(by)) == agreed


@given(SEEDS)
@examples(15)
def test_no_shift_of_a_fine_grid_makes_more_pieces_agree(seed: int) -> None:
    rng = Random(seed)
    kinds = rng.sample(FULL_SET, 5)
    target = scattered(rng, kinds)
    guess = jittered(rng, target, 0.25, 6)
    grid = [k * 0.08 for k in range(-4, 5)]
    assert matched(target, guess) >= max(
        at_shift(target, guess, (x, y)) for x in grid for y in grid
    )


@given(SEEDS)
@examples(60)
def test_one_more_piece_never_lowers_the_count_and_adds_one_at_most(seed: int) -> None:
    rng = Random(seed)
    target = assembled(rng)
    guess = jittered(rng, target, 0.3, 10)
    for count in range(7):
        fewer, more = (Picture(guess.pieces[:n]) for n in (count, count + 1))
        assert 0 <= matched(target, more) - matched(target, fewer) <= 1
