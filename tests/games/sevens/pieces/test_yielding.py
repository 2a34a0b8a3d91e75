"""A piece fits into a slot that is a little too narrow: what is beside it gives way."""

from itertools import combinations

import pytest

from tabletop.games.sevens.pieces.placement import SnapReach, give_way
from tabletop.games.sevens.pieces.space import Obstacles, Zone
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import Pose, length, overlap_area

WALLS = Zone(0.0, 0.0, 12.0, 9.0)
REACH = SnapReach(0.25, 8.0)
LEFT, RIGHT = Pose(4.0, 4.5), Pose(6.0, 4.5)
"""Two squares with a slot of exactly one square between them."""
PLACES = (LEFT.at, (5.9, 4.5), (4.96, 4.53))


def slot(narrow: float) -> Obstacles:
    right = Pose(RIGHT.x - narrow, RIGHT.y)
    return Obstacles(WALLS, (("Q", LEFT), ("Q", right)))


@pytest.mark.parametrize("narrow", [0.01, 0.1, 0.24])
def test_the_neighbour_gives_way_and_all_three_lie_flush(narrow: float) -> None:
    made = give_way("Q", Pose(5.0 - narrow / 2, 4.52), slot(narrow), REACH, 45.0)
    assert made is not None
    lie = {0: LEFT, 1: Pose(RIGHT.x - narrow, RIGHT.y)} | dict(made.moved)
    xs = sorted([lie[0].x, made.pose.x, lie[1].x])
    assert [xs[1] - xs[0], xs[2] - xs[1]] == pytest.approx([1.0, 1.0])
    assert len(made.moved) == 1, "one of the two is enough"


def test_a_slot_that_is_much_too_narrow_makes_nobody_give_way() -> None:
    assert give_way("Q", Pose(4.75, 4.5), slot(0.7), REACH, 45.0) is None


def test_nothing_gives_way_where_nothing_is_in_the_way() -> None:
    assert give_way("Q", Pose(9.0, 2.0), slot(0.1), REACH, 45.0) is None


def test_on_the_table_a_piece_goes_into_its_slot_and_does_not_jump_away() -> None:
    table = PieceTable(12.0, 9.0, ("Q", "Q", "Q"), (LEFT, Pose(5.9, 4.5), Pose(9.0, 7.5)))
    table.put(2, Pose(4.96, 4.53))
    while not table.asleep:
        table.step(1 / 60)
    pieces = table.pieces
    for one, other in combinations(pieces, 2):
        assert overlap_area(one.corners, other.corners) < 1e-6
    assert length(pieces[2].pose.at, (4.96, 4.53)) < 0.15
    assert all(length(p.pose.at, was) < 0.3 for p, was in zip(pieces, PLACES, strict=True))
