"""Silhouettes are laid, in every way there is, or known to have none."""

from cmath import rect
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import pi, sqrt
from random import Random
from typing import TypeAlias

import pytest

from tabletop.games.sevens.figures import read_figures
from tabletop.games.sevens.rules.pieces import (
    AREA,
    FULL_SET,
    SQRT2,
    Corners,
    Kind,
    Picture,
    Point,
    area,
    overlap_area,
    shape,
    shifted,
)
from tabletop.games.sevens.solver import Outline, SolverTimeout, next_piece, search, solve

Ring: TypeAlias = Sequence[Point]

SQUARE: Ring = ((0, 0), (2 * SQRT2, 0), (2 * SQRT2, 2 * SQRT2), (0, 2 * SQRT2))
LONG: Ring = ((0, 0), (4, 0), (4, 2), (0, 2))
TRIANGLE: Ring = ((0, 0), (4, 0), (0, 4))
LEANING: Ring = ((0, 0), (4, 0), (6, 2), (2, 2))
TRAPEZE: Ring = ((0, 0), (6, 0), (4, 2), (2, 2))
ANGLE: Ring = ((0, 0), (3, 0), (3, 2), (2, 2), (2, 3), (0, 3))
MUSHROOM: Ring = ((0, 0), (4, 0), (4, 1), (3, 1), (3, 3), (1, 3), (1, 1), (0, 1))
STRIP: Ring = ((0, 0), (8, 0), (8, 1), (0, 1))
NARROW: Ring = ((0, 0), (4 * SQRT2, 0), (4 * SQRT2, SQRT2), (0, SQRT2))

HOLED = (
    "L-0.5,2;-2.5,2;-0.5,0|L0.5,1;1.9142,-0.4142;1.9142,2.4142|M1.5,0;0.5,1;0.5,-1|"
    "S-0.5,-1;0.5,-1;-0.5,0|S1.2071,1.7071;0.5,1;0.5,2.4142|Q-0.5,1;0.5,1;0.5,2;-0.5,2|"
    "P0.5,-1;0.5,0;-0.5,1;-0.5,0"
)
JOINED_IN_A_POINT = (
    "L0.5,-2;0.5,0;2.5,-2|L2.5,-2;4.5,-2;2.5,-4|M1.5,-3;2.5,-2;0.5,-2|"
    "S-0.2071,-2.7071;-0.9142,-2;0.5,-2|S3.2071,-1.2929;3.9142,-2;2.5,-2|"
    "Q-0.5,0.5;-0.5,-0.5;0.5,-0.5;0.5,0.5|P1.7929,-4.1213;2.5,-3.4142;2.5,-2;1.7929,-2.7071"
)


def outline(*rings: Iterable[Point]) -> Outline:
    return Outline.from_rings([tuple(ring) for ring in rings])


def turned(given: Outline, angle: float) -> Outline:
    """The outline turned about the origin by an angle in radians."""
    points = [[complex(*at) * rect(1, angle) for at in ring] for ring in given.rings]
    return outline(*([(at.real, at.imag) for at in ring] for ring in points))


def rough(given: Outline, random: Random, off: float) -> Outline:
    return outline(
        *([(x + random.uniform(-off, off), y + random.uniform(-off, off)) for x, y in ring]
          for ring in given.rings)
    )  # fmt: skip


def scattered(random: Random) -> Picture:
    """Seven pieces, each with a corner on a corner or half edge of one that lies already."""
    laid: list[tuple[Kind, Corners]] = []
    for kind in random.sample(FULL_SET, len(FULL_SET)):
        while True:
            own = shape(kind, 45 * random.randrange(8), random.random() < 0.5)
            if laid:
                there = random.choice(laid)[1]
                a, b = random.choice(own), random.choice(there)
                if random.random() < 0.3:
                    b = (b[0] + there[0][0]) / 2, (b[1] + there[0][1]) / 2
                own = shifted(own, (b[0] - a[0], b[1] - a[1]))
            if all(overlap_area(own, other) < 1e-9 for _, other in laid):
                break
        laid.append((kind, own))
    return Picture.from_corners(laid)


def assert_lays(picture: Picture | None, given: Outline, within: float = 1e-3) -> None:
    """All seven pieces, none on another, and every corner of the outline is one of theirs."""
    assert picture is not None
    assert picture.kinds == FULL_SET
    pieces = [piece.corners for piece in picture.pieces]
    assert max(overlap_area(a, b) for a, b in combinations(pieces, 2)) < 1e-6
    own = [at for ring in Outline.of(picture).rings for at in ring]
    for ring in given.rings:
        for x, y in ring:
            assert min(abs(complex(x - u, y - v)) for u, v in own) <= within


@pytest.mark.parametrize(
    "ring",
    [SQUARE, LONG, TRIANGLE, LEANING, TRAPEZE, ANGLE, MUSHROOM],
    ids=["square", "long", "triangle", "leaning", "trapeze", "angle", "mushroom"],
)
@pytest.mark.parametrize("angle", [0, 0.3, pi / 4, 2.5])
def test_a_shape_is_laid_however_it_is_turned(ring: Ring, angle: float) -> None:
    given = turned(outline(ring), angle)
    assert_lays(solve(given), given)


def test_the_square_has_the_one_way_that_is_known_turned_and_mirrored() -> None:
    assert len(list(filter(None, search(outline(SQUARE))))) == 8


@pytest.mark.parametrize("ring", [LONG, TRIANGLE, LEANING, TRAPEZE, ANGLE, MUSHROOM, STRIP])
def test_there_are_as_many_ways_as_covering_the_quarters_of_squares_finds(ring: Ring) -> None:
    ways = list(filter(None, search(outline(ring))))
    assert len(ways) == covers(ring)
    assert len({str(way) for way in ways}) == len(ways)


def covers(ring: Ring) -> int:
    """In how many ways the pieces cover a ring, counted on unit squares cut by both diagonals."""
    width, height = (int(max(at[axis] for at in ring)) for axis in (0, 1))
    wanted = quarters(ring, width, height)
    places: dict[Kind, set[frozenset[Point]]] = {kind: set() for kind in FULL_SET}
    for kind in places:
        for turn in range(8):
            for flipped in (False, True):
                own = shape(kind, 45 * turn, flipped)
                own = shifted(own, (-own[0][0], -own[0][1]))
                if all(abs(v - round(v)) < 1e-6 for at in own for v in at):
                    for x in range(width + 1):
                        for y in range(height + 1):
                            cells = quarters(shifted(own, (x, y)), width, height)
                            if len(cells) == 4 * AREA[kind] and cells <= wanted:
                                places[kind].add(cells)

    def count(rest: frozenset[Point], left: Counter[Kind]) -> int:
        if not rest:
            return 1
        first = min(rest)
        return sum(
            count(rest - cells, left - Counter([kind]))
            for kind in left
            for cells in places[kind]
            if first in cells and cells <= rest
        )

    return count(wanted, Counter(FULL_SET))


def quarters(ring: Ring, width: int, height: int) -> frozenset[Point]:
    """The middles of the quarters that lie in a ring."""
    about = ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5))
    middles = [(x + dx, y + dy) for x in range(width) for y in range(height) for dx, dy in about]
    sides = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    return frozenset(
        (x, y)
        for x, y in middles
        if sum(
            (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in sides
        )
        % 2
    )


def test_scattered_pictures_are_laid_and_their_own_way_is_among_those_found() -> None:
    random = Random(7)
    for _ in range(12):
        picture = scattered(random)
        given = Outline.of(picture)
        ways = list(filter(None, search(given)))
        assert_lays(ways[0], given)
        assert any(next_piece([way], laid(picture), anywhere=False) is None for way in ways)


@pytest.mark.parametrize("text", [HOLED, JOINED_IN_A_POINT], ids=["a hole", "a point"])
def test_a_hole_and_parts_that_meet_in_a_point_are_no_trouble(text: str) -> None:
    given = Outline.of(Picture.from_text(text))
    assert len(given.rings) == 2
    assert given.area == pytest.approx(8, abs=1e-3)
    assert_lays(solve(given), given)


def test_parts_that_lie_apart_are_laid() -> None:
    far = [(x + 5, y) for x, y in ((0, 0), (2, 0), (2, 2), (0, 2))]
    given = outline(((0, 0), (2, 0), (2, 2), (0, 2)), far)
    assert_lays(solve(given), given)


def test_rings_may_be_given_either_way_round() -> None:
    inner = [(1, 1), (2, 1), (2, 2), (1, 2)]
    around = [(0, 0), (3, 0), (3, 3), (0, 3)]
    for a in (around, around[::-1]):
        for b in (inner, inner[::-1]):
            assert outline(a, b).area == pytest.approx(8)
            assert outline(b, a).area == pytest.approx(8)


@pytest.mark.parametrize(
    "rings",
    [
        [STRIP],
        [NARROW],
        [[(0, 0), (3, 0), (3, 8 / 3), (0, 8 / 3)]],
        [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 1), (2, 1), (2, 2), (1, 2)]],
        [[(sqrt(8 / 3 / sqrt(3) * 2) * rect(1, pi / 3 * k).real,
           sqrt(8 / 3 / sqrt(3) * 2) * rect(1, pi / 3 * k).imag) for k in range(6)]],
        [[(0, 0), (1, 0), (1, 1), (0, 1)], [(3, 0), (10, 0), (10, 1), (3, 1)]],
    ],
    ids=["strip", "narrow", "odd sides", "frame", "hexagon", "two parts"],
)  # fmt: skip
def test_shapes_of_the_right_area_that_cannot_be_laid_are_known(
    rings: Sequence[Ring],
) -> None:
    given = outline(*rings)
    assert given.area == pytest.approx(8)
    assert solve(given) is None


def test_an_outline_of_the_wrong_area_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"encloses 9.00 square units, but the pieces cover 8"):
        solve(outline([(0, 0), (3, 0), (3, 3), (0, 3)]))


def test_five_pieces_lay_what_five_pieces_cover() -> None:
    picture = solve(outline([(0, 0), (2, 0), (2, 2), (0, 2)]), kinds=("L", "S", "S", "Q"))
    assert picture is not None
    assert picture.kinds == ("L", "S", "S", "Q")


@pytest.mark.parametrize("places", [2, 3, 4])
def test_rounded_outlines_are_laid_exactly(places: int) -> None:
    random = Random(3)
    for _ in range(8):
        picture = scattered(random)
        exact = turned(Outline.of(picture), random.uniform(0, 1))
        given = outline(*([(round(x, places), round(y, places)) for x, y in ring]
                          for ring in exact.rings))  # fmt: skip
        assert_lays(solve(given), given, within=0.02)


def test_outlines_drawn_by_hand_are_laid_exactly() -> None:
    random = Random(5)
    for _ in range(15):
        given = rough(turned(Outline.of(scattered(random)), random.uniform(0, 1)), random, 0.02)
        assert_lays(solve(given), given, within=0.05)


def test_a_shape_that_is_merely_near_one_that_can_be_laid_has_no_way() -> None:
    assert solve(outline([(0, 0), (3, 0), (3, 8 / 3), (0, 8 / 3)])) is None
    assert solve(outline([(0, 0), (4.2, 0), (4.2, 8 / 4.2), (0, 8 / 4.2)])) is None


def test_pieces_that_lie_already_stay() -> None:
    given = outline(SQUARE)
    for way in filter(None, search(given)):
        kept = Picture(way.pieces[1:4])
        found = solve(given, placed=kept)
        assert_lays(found, given)
        assert found is not None
        assert {str(Picture((p,))) for p in kept.pieces} <= set(str(found).split("|"))


def test_pieces_that_lie_wrong_leave_no_way() -> None:
    given = outline(SQUARE)
    astray = Picture.from_corners([("Q", [(0, 0), (1, 0), (1, 1), (0, 1)])])
    outside = Picture.from_corners([("Q", [(5, 0), (6, 0), (6, 1), (5, 1)])])
    assert solve(given, placed=astray) is None
    assert solve(given, placed=outside) is None


def test_a_whole_way_that_lies_already_is_found_as_it_is() -> None:
    given = outline(SQUARE)
    way = solve(given)
    assert way is not None
    assert_lays(solve(given, placed=way), given)


def test_pieces_of_another_set_are_refused_in_words() -> None:
    small = Picture.from_corners([("S", [(0, 0), (1, 0), (0, 1)])])
    with pytest.raises(ValueError, match="does not belong to the set"):
        solve(outline([(0, 0), (2, 0), (0, 2)]), kinds=("L",), placed=small)


def test_the_search_can_be_left_at_any_moment_and_gives_up_in_time() -> None:
    steps = search(outline(STRIP))
    assert [next(steps) for _ in range(20)] == [None] * 20
    with pytest.raises(SolverTimeout):
        solve(outline(STRIP), seconds=-1)


@pytest.mark.parametrize(
    "ring", [[(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)], [(0, 0), (float("nan"), 0), (1, 1)]]
)
def test_a_ring_that_encloses_nothing_is_refused_in_words(ring: Ring) -> None:
    with pytest.raises(ValueError, match=r"encloses nothing|no finite place"):
        outline(ring)


def test_the_outline_of_pieces_that_overlap_is_their_union() -> None:
    square = ("Q", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    small = ("S", ((0.5, 0.0), (1.5, 0.0), (0.5, 1.0)))
    given = Outline.of(Picture.from_corners([square, small]))
    assert given.area == pytest.approx(1.125)


def test_pieces_a_hair_apart_make_one_outline() -> None:
    square = ("Q", [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    small = ("S", [(1.01, 0.0), (2.01, 0.0), (1.01, 1.0)])
    given = Outline.of(Picture.from_corners([square, small]))
    assert len(given.rings) == 1
    assert len(given.rings[0]) == 4


def test_steps_narrower_than_a_hair_between_pieces_that_touch_are_kept() -> None:
    square = ("Q", [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    below = ("S", [(-0.01, 1.0), (0.99, 1.0), (-0.01, 2.0)])
    (ring,) = Outline.of(Picture.from_corners([square, below])).rings
    assert (0.99, 1.0) in ring
    assert (1.0, 1.0) in ring


def laid(picture: Picture) -> list[tuple[Kind, Corners]]:
    return [(piece.kind, piece.corners) for piece in picture.pieces]


def test_a_figure_of_the_booklet_is_laid() -> None:
    (figure,) = read_figures(HOUSE, "Buildings")
    given = Outline.of(figure.picture)
    assert area(given.rings[0]) == pytest.approx(8)
    assert_lays(solve(given), given)


HOUSE = """House, 1
L1 0 a at 0,0
L2 180 a at 2,2
Q 0 a at 2,0
M 45 a at 2,-1
P 0 a at 0,2
S1 0 a at 2,1
S2 180 a at 3,2
"""
