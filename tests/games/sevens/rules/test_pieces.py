"""Pieces, the geometry between them, pictures and their text, and when they may lie so."""

from math import dist, hypot
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import BadNotation
from tabletop.games.sevens.rules.pieces import (
    AREA,
    BASE_CORNERS,
    FULL_SET,
    KINDS,
    SQRT2,
    SYMMETRY,
    Kind,
    Picture,
    Point,
    Pose,
    area,
    centroid,
    connected_groups,
    corners_of,
    gap,
    holds,
    overlap_area,
    overlapping_pairs,
    pose_of,
    shape,
    shared_polygon,
    shifted,
    turned,
    why_not_arranged,
)
from tests.games.sevens.sample_pictures import SQUARE, assembled, changed, moved, scattered, without

SEEDS = st.integers(0, 2**32)
POSES = st.builds(Pose, st.floats(-50, 50), st.floats(-50, 50), st.floats(-720, 720), st.booleans())

# The pieces


def test_the_set_has_the_areas_of_the_page_and_eight_in_all() -> None:
    assert {kind: area(BASE_CORNERS[kind]) for kind in KINDS} == pytest.approx(AREA)
    assert sum(AREA[kind] for kind in FULL_SET) == 8


@pytest.mark.parametrize(
    ("kind", "sides"),
    [
        ("L", [2, 2, 2 * SQRT2]),
        ("M", [SQRT2, SQRT2, 2]),
        ("S", [1, 1, SQRT2]),
        ("Q", [1, 1, 1, 1]),
        ("P", [1, 1, SQRT2, SQRT2]),
    ],
)
def test_each_piece_has_the_sides_of_the_page(kind: Kind, sides: list[float]) -> None:
    corners = BASE_CORNERS[kind]
    found = [dist(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert sorted(found) == pytest.approx(sides)


def test_a_quarter_turn_is_clockwise_as_seen_and_exact() -> None:
    # x runs to the right and y downward: what pointed right points down.
    assert turned([(1, 0)], 90) == ((0, 1),)
    assert turned([(1, 0)], -90) == ((0, -1),)
    assert turned([(3, 5)], 180, about=(3, 4)) == ((3, 3),)


def test_a_flipped_piece_is_mirrored_left_to_right() -> None:
    plain, over = shape("P"), shape("P", flipped=True)
    assert [(-x, y) for x, y in plain] == list(over)


@given(st.sampled_from(KINDS), POSES)
def test_the_pose_of_corners_gives_them_back(kind: Kind, pose: Pose) -> None:
    corners = corners_of(kind, pose)
    found = pose_of(kind, corners)
    assert 0 <= found.turn < SYMMETRY[kind]
    again = corners_of(kind, found)
    assert all(min(dist(corner, other) for other in again) < 1e-9 for corner in corners)
    assert found.flipped == (kind == "P" and pose.flipped)


@given(st.sampled_from(KINDS), POSES, st.integers(0, 3), st.booleans())
def test_a_piece_is_known_from_any_corner_and_either_way_round(
    kind: Kind, pose: Pose, start: int, back: bool
) -> None:
    corners = corners_of(kind, pose)
    order = [corners[(start + i) % len(corners)] for i in range(len(corners))]
    found = pose_of(kind, order[::-1] if back else order)
    straight = pose_of(kind, corners)
    assert found.flipped == straight.flipped
    apart = abs(found.turn - straight.turn) % SYMMETRY[kind]
    assert min(apart, SYMMETRY[kind] - apart) < 1e-6


@given(st.sampled_from(KINDS), POSES)
def test_corners_of_two_decimals_are_still_the_piece(kind: Kind, pose: Pose) -> None:
    rough = [(round(x, 2), round(y, 2)) for x, y in corners_of(kind, pose)]
    (piece,) = Picture.from_corners([(kind, rough)]).pieces
    assert hypot(piece.pose.x - pose.x, piece.pose.y - pose.y) < 0.01


@pytest.mark.parametrize(
    ("kind", "corners", "words"),
    [
        ("X", [(0, 0), (1, 0), (0, 1)], "'X' is no kind of piece; the kinds are L, M, S, Q, P"),
        ("S", [(0, 0), (1, 0), (1, 1), (0, 1)], "S has 3 corners, not 4"),
        ("Q", [(0, 0), (1, 0), (0, 1)], "Q has 4 corners, not 3"),
        ("S", [(0, 0), (2, 0), (0, 2)], "not those of S: 0,0 2,0 0,2"),
        ("M", [(0, 0), (1.4, 0), (0, 1.48)], "not those of M"),
        ("Q", [(0, 0), (1, 0), (1.1, 1), (0.1, 1)], "not those of Q"),
        ("Q", [(0, 0), (1, 1), (1, 0), (0, 1)], "not those of Q"),
        ("P", [(0, 0), (1, 0), (1, 1), (0, 1)], "not those of P"),
        ("S", [(0, 0), (0, 0), (0, 0)], "not those of S"),
        ("S", [(0, 0), (1, 0), (0, float("nan"))], "must be finite numbers"),
        ("S", [(0, 0), (1, 0), (0, float("inf"))], "must be finite numbers"),
        ("S", [(0, 0), (1, 0), (0, 1e300)], "not those of S"),
        ("S", [(0, 0), (1, 0), (0, 10**400)], "must be pairs of numbers"),
        ("S", [(0, 0), (1, 0), (0, 1, 2)], "must be pairs of numbers"),
        ("S", [(0, 0), (1, 0), None], "must be pairs of numbers"),
    ],
)
def test_a_polygon_that_is_not_that_piece_is_refused_in_words(
    kind: str, corners: list[Point], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Picture.from_corners([(kind, corners)])


def test_a_set_has_two_large_and_two_small_triangles_and_one_of_each_other() -> None:
    for kind in KINDS:
        room = FULL_SET.count(kind)
        Picture.from_corners([(kind, BASE_CORNERS[kind])] * room)
        with pytest.raises(ValueError, match=f"{room + 1} pieces {kind}.*only {room}"):
            Picture.from_corners([(kind, BASE_CORNERS[kind])] * (room + 1))
        with pytest.raises(ValueError, match="the set has only"):
            Picture.from_poses([(kind, Pose(0, 0))] * (room + 1))


def test_pieces_lie_in_the_order_of_the_set_however_they_are_given() -> None:
    given_back = [(p.kind, p.corners) for p in reversed(SQUARE.pieces)]
    assert Picture.from_corners(given_back).kinds == FULL_SET
    assert len(SQUARE) == 7


def test_span_and_middle_of_the_square() -> None:
    assert SQUARE.span == pytest.approx((0, 0, 2 * SQRT2, 2 * SQRT2))
    assert SQUARE.middle == pytest.approx((SQRT2, SQRT2))
    assert Picture().span == (0, 0, 0, 0)


# The text


def test_a_picture_is_written_with_four_decimals_and_without_needless_noughts() -> None:
    picture = Picture.from_corners(
        [("S", [(0, -0.00001), (1, 0), (0, 1)]), ("M", [(10, 0), (10 + SQRT2, 0), (10, SQRT2)])]
    )
    assert str(picture) == "M10,0;11.4142,0;10,1.4142|S0,0;1,0;0,1"
    assert str(Picture()) == ""
    assert Picture.from_text("") == Picture()


@given(SEEDS)
def test_the_text_of_a_picture_is_read_back_and_settles_at_once(seed: int) -> None:
    picture = scattered(Random(seed))
    rounded = picture.rounded()
    assert rounded.rounded() == rounded
    for piece, other in zip(picture.pieces, rounded.pieces, strict=True):
        assert all(dist(a, b) < 1e-4 for a, b in zip(piece.corners, other.corners, strict=True))


def read_or_refused(text: str) -> Picture | None:
    """The picture, or None if it is refused as it should be: anything else is raised."""
    try:
        return Picture.from_text(text)
    except BadNotation as problem:
        return None if problem.reason.key == "sevens.bad_picture" else pytest.fail(str(problem))


@given(st.text("LMSQP0123456789.,;|-+e x\u0663\u00b2", max_size=60))
def test_any_text_is_a_picture_or_bad_notation(text: str) -> None:
    picture = read_or_refused(text)
    assert picture is None or Picture.from_text(str(picture)) == picture.rounded()


@given(SEEDS, st.data())
def test_a_damaged_picture_text_is_a_picture_or_bad_notation(
    seed: int, data: st.DataObject
) -> None:
    text = str(assembled(Random(seed)))
    at = data.draw(st.integers(0, len(text) - 1))
    put = data.draw(st.sampled_from(["", "|", ";", ",", "-", ".", "L", "9", " ", "nan", "\n"]))
    found = read_or_refused(text[:at] + put + text[at + data.draw(st.integers(0, 3)) :])
    assert found is None or len(found) <= 7


@pytest.mark.parametrize(
    "text",
    [
        "|", "S", "S0,0;1,0", "S0,0;1,0;0,1|", "S0,0;1,0;0;1", "S0,0;1,0;0,1e0", "S0,0;1,0;0,nan",
        "S0,0;1,0;0,+1", "s0,0;1,0;0,1", "S0,0;1,0;0,1 ", "S0,0;1,0;0,--1", "S0,0;1,0;0,1.0.0",
        "S0,0;1,0;0,\u0661", "S0,0;1,0;0,1,2", "S0,0;1,0;0,1000000000000000",
        "M0,0;1,0;0,1", "|".join(["S0,0;1,0;0,1"] * 3),
    ],
)  # fmt: skip
def test_these_texts_are_no_pictures(text: str) -> None:
    with pytest.raises(BadNotation, match="a picture cannot be read"):
        Picture.from_text(text)


# Geometry


def test_a_square_and_its_neighbour_share_what_they_overlap() -> None:
    one = BASE_CORNERS["Q"]
    other = [(0.75, 0.5), (1.75, 0.5), (1.75, 1.5), (0.75, 1.5)]
    assert overlap_area(one, other) == pytest.approx(0.125)
    assert overlap_area(one, other[::-1]) == pytest.approx(0.125)
    assert overlap_area(one, [(1, 0), (2, 0), (2, 1), (1, 1)]) == 0
    assert shared_polygon(one, [(5, 5), (6, 5), (5, 6)]) == ()
    assert area(shared_polygon(one, one)) == pytest.approx(1)


def test_a_piece_inside_another_shares_all_of_itself() -> None:
    small = [(0.2, 0.2), (0.6, 0.2), (0.2, 0.6)]
    assert overlap_area(BASE_CORNERS["L"], small) == pytest.approx(area(small))
    assert gap(BASE_CORNERS["L"], small) == gap(small, BASE_CORNERS["L"]) == 0


@given(SEEDS)
def test_overlap_and_gap_are_the_same_both_ways_and_never_both_there(seed: int) -> None:
    one, other = (piece.corners for piece in scattered(Random(seed), ("L", "P")).pieces)
    shared, apart = overlap_area(one, other), gap(one, other)
    assert shared == pytest.approx(overlap_area(other, one), abs=1e-9)
    assert apart == pytest.approx(gap(other, one), abs=1e-9)
    assert 0 <= shared <= 1 + 1e-9
    assert shared < 1e-9 or apart == 0


def test_gaps_are_measured_from_corner_to_edge_and_corner_to_corner() -> None:
    one = BASE_CORNERS["Q"]
    assert gap(one, [(3, 0.5), (4, -0.5), (4, 1.5)]) == pytest.approx(2)
    assert gap(one, [(4, 5), (5, 5), (4, 6)]) == pytest.approx(5)
    assert gap(one, [(1, 1), (2, 1), (1, 2)]) == 0
    # Two long bars that cross, with no corner of either inside the other.
    assert gap([(-3, 0.4), (3, 0.4), (3, 0.6), (-3, 0.6)], one) == 0


def test_a_polygon_holds_its_edge_and_corners() -> None:
    assert holds(BASE_CORNERS["S"], (0, 0))
    assert holds(BASE_CORNERS["S"], (0.5, 0.5))
    assert holds(BASE_CORNERS["S"][::-1], centroid(BASE_CORNERS["S"]))
    assert not holds(BASE_CORNERS["S"], (0.51, 0.5))


# When pieces may lie as they do


def test_the_square_may_be_shown() -> None:
    assert why_not_arranged(SQUARE, 7, loose=False) is None
    assert connected_groups([p.corners for p in SQUARE.pieces]) == (frozenset(range(7)),)


@given(SEEDS)
def test_pieces_laid_corner_on_corner_may_be_shown(seed: int) -> None:
    picture = assembled(Random(seed))
    assert why_not_arranged(picture, 7, loose=False) is None
    assert why_not_arranged(picture.rounded(), 7, loose=False) is None


def test_up_to_a_hair_of_overlap_is_allowed_and_no_more() -> None:
    def squares(by: float) -> list[tuple[Point, ...]]:
        return [BASE_CORNERS["Q"], tuple((x + 1 - by, y) for x, y in BASE_CORNERS["Q"])]

    assert overlapping_pairs(squares(0.02)) == ()
    assert overlapping_pairs(squares(0.0201)) == ((0, 1),)


def test_parts_up_to_a_hair_apart_touch_and_one_corner_is_enough() -> None:
    low = ((2.0, 0.0), (2 + SQRT2, 0.0), (2.0, SQRT2))

    def split(away: Point) -> int:
        square = shifted(BASE_CORNERS["Q"], (3 + away[0], away[1]))
        return len(
            connected_groups([BASE_CORNERS["S"], square, shifted(BASE_CORNERS["P"], (1, 0)), low])
        )

    assert split((0, 1)) == 1
    assert split((0.02, 1)) == 1
    assert split((0.0201, 1)) == 2
    assert split((0.01, 1.0165)) == 1
    assert split((5, 5)) == 2


def test_a_piece_that_comes_last_joins_the_parts_it_touches() -> None:
    far, farther = (shifted(BASE_CORNERS["Q"], (x, 0)) for x in (3, 9))
    bridge = ((1.0, 1.0), (3.0, 1.0), (1.0, 3.0))
    assert connected_groups([BASE_CORNERS["Q"], far, farther]) == (
        frozenset({0}),
        frozenset({1}),
        frozenset({2}),
    )
    assert connected_groups([BASE_CORNERS["Q"], farther, far, bridge]) == (
        frozenset({0, 2, 3}),
        frozenset({1}),
    )


def test_what_is_wrong_with_an_arrangement_is_said() -> None:
    def said(picture: Picture, count: int = 7) -> str:
        refusal = why_not_arranged(picture, count, loose=False)
        assert refusal is not None
        return str(refusal.reason)

    apart = moved(SQUARE, 6, (0, 5))
    assert said(without(SQUARE, 6)) == "1 piece left."
    assert said(without(SQUARE, 5, 6)) == "2 pieces left."
    assert said(SQUARE, 5) == "This round is played with 5 pieces: put 2 back."
    assert said(changed(SQUARE, 3, SQUARE.pieces[4].corners)) == "Two pieces overlap. Move one."
    assert said(apart) == "Some pieces don’t touch yet. Join them up."
    assert why_not_arranged(apart, 7, loose=True) is None
    assert why_not_arranged(without(SQUARE, 3, 6), 5, loose=False) is None


def test_a_point_beside_a_hypotenuse_is_as_far_away_as_it_looks() -> None:
    triangle = ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))
    assert gap(triangle, ((2.0, 2.0),)) == pytest.approx(2**0.5)
    assert gap(((2.0, 2.0),), triangle) == pytest.approx(2**0.5)
    assert gap(triangle, ((0.5, 0.5),)) == 0.0
