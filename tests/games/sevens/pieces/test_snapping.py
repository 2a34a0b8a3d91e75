"""Where pieces snap, which places are free, and how they lie in the tray."""

from itertools import combinations
from math import hypot
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.sevens.pieces.placement import (
    PlacementKind,
    SnapReach,
    find_place,
    snap_pose,
    straightened,
)
from tabletop.games.sevens.pieces.space import (
    FreeSpace,
    Obstacles,
    Zone,
    moved_within,
    nearest_pose,
    tray_poses,
)
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    KINDS,
    SQRT2,
    Kind,
    Pose,
    corners_of,
    gap,
    length,
    overlap_area,
    shape,
)
from tests.lanes import examples

WALLS = Zone(0, 0, 12, 12)
SQUARE: tuple[Kind, Pose] = ("Q", Pose(5.5, 5.5))
"""From (5, 5) to (6, 6)."""


def ground(*laid: tuple[Kind, Pose], tray: Zone | None = None) -> Obstacles:
    return Obstacles(WALLS, laid, tray)


def same(pose: Pose | None, x: float, y: float, turn: float = 0.0) -> None:
    assert pose is not None
    assert (pose.x, pose.y) == pytest.approx((x, y), abs=1e-9)
    assert abs((pose.turn - turn + 180) % 360 - 180) < 1e-9


def test_a_square_snaps_edge_to_edge_and_corner_to_corner() -> None:
    same(snap_pose("Q", Pose(6.6, 5.4, 5.0), ground(SQUARE)), 6.5, 5.5)


def test_a_square_snaps_to_the_middle_of_an_edge_when_that_is_nearer() -> None:
    same(snap_pose("Q", Pose(6.6, 5.95, -5.0), ground(SQUARE)), 6.5, 6.0)


def test_a_square_lies_flush_where_no_corner_is_near() -> None:
    large: tuple[Kind, Pose] = ("L", Pose(4 + 2 / 3, 4 + 2 / 3))
    found = snap_pose("Q", Pose(4.75, 3.4), ground(large), reach=SnapReach(0.2, 8.0))
    same(found, 4.75, 3.5)


def test_a_corner_snaps_to_a_corner_without_edges() -> None:
    diamond = Pose(6 + SQRT2 / 2 + 0.1, 6 + 0.05, 43.0)
    same(snap_pose("Q", diamond, ground(SQUARE)), 6 + SQRT2 / 2, 6.0, 45.0)


def test_a_corner_snaps_to_an_edge() -> None:
    large: tuple[Kind, Pose] = ("L", Pose(4 + 2 / 3, 4 + 2 / 3))
    found = snap_pose("Q", Pose(4.55, 4 - SQRT2 / 2 - 0.1, 45.0), ground(large))
    same(found, 4.55, 4 - SQRT2 / 2, 45.0)


def test_two_edges_make_a_nook_that_is_found_exactly() -> None:
    beside: tuple[Kind, Pose] = ("Q", Pose(6.5, 6.7))
    found = snap_pose("Q", Pose(6.6, 5.55, 4.0), ground(SQUARE, beside))
    same(found, 6.5, 5.7)


def test_a_piece_snaps_to_others_that_lie_at_an_odd_angle() -> None:
    found = snap_pose("Q", Pose(6.55, 5.6, 25.0), ground(("Q", Pose(5.5, 5.5, 20.0))))
    assert found is not None
    assert found.turn == pytest.approx(20.0)
    assert gap(corners_of("Q", found), corners_of("Q", Pose(5.5, 5.5, 20.0))) < 1e-9


@pytest.mark.parametrize("off", [9.0, 20.0, 44.0, -9.0])
def test_a_piece_turned_beyond_the_reach_does_not_snap(off: float) -> None:
    assert snap_pose("L", Pose(7.0, 5.5, off), ground(SQUARE), reach=SnapReach(0.25, 8.0)) is None


def test_a_piece_beyond_the_reach_does_not_snap() -> None:
    assert snap_pose("Q", Pose(6.8, 5.5), ground(SQUARE)) is None


def test_nothing_snaps_to_pieces_in_the_tray() -> None:
    tray = Zone(0, 0, 6.2, 12)
    assert snap_pose("Q", Pose(6.6, 5.5), ground(SQUARE, tray=tray)) is None


def test_a_place_that_is_taken_is_passed_over() -> None:
    taken: tuple[Kind, Pose] = ("Q", Pose(6.5, 4.6))
    found = snap_pose("Q", Pose(6.55, 5.5), ground(SQUARE, taken))
    same(found, 6.5, 5.6)


def test_without_reach_only_what_touches_exactly_snaps() -> None:
    assert snap_pose("Q", Pose(6.51, 5.5), ground(SQUARE), reach=SnapReach(0.0, 0.0)) is None


@pytest.mark.parametrize(("turn", "straight"), [(40.0, 45.0), (352.5, 0.0), (30.0, 30.0)])
def test_a_piece_alone_turns_straight_within_the_reach(turn: float, straight: float) -> None:
    assert straightened(Pose(1, 1, turn), SnapReach(), 45.0).turn == straight


def test_smaller_steps_keep_smaller_turns() -> None:
    assert straightened(Pose(1, 1, 32.0), SnapReach(), 15.0).turn == 30.0


laid = st.builds(
    lambda kind, x, y, turn, flipped: (kind, Pose(x, y, turn, flipped)),
    st.sampled_from(KINDS),
    st.floats(2, 10),
    st.floats(2, 10),
    st.sampled_from([0.0, 30.0, 45.0, 90.0, 135.0, 201.5]),
    st.booleans(),
)


@examples(60)
@given(st.lists(laid, max_size=4), laid)
def test_whatever_a_piece_finds_is_free_and_within_reach(
    others: list[tuple[Kind, Pose]], moving: tuple[Kind, Pose]
) -> None:
    kind, wish = moving
    around = ground(*others)
    pose = snap_pose(kind, wish, around)
    if pose is not None:
        assert length(pose.at, wish.at) <= 0.25 + 1e-9
        assert abs((pose.turn - wish.turn + 180) % 360 - 180) <= 8.0
        own = corners_of(kind, pose)
        assert max((overlap_area(own, corners_of(*each)) for each in others), default=0.0) <= 1e-6
        assert min(gap(own, corners_of(*each)) for each in others) <= 1e-6
        again = snap_pose(kind, pose, around)
        assert again is not None, "a piece that has snapped stays snapped"


@examples(40)
@given(st.lists(laid, min_size=1, max_size=4), laid)
def test_the_nearest_free_place_is_free_and_none_is_nearer(
    others: list[tuple[Kind, Pose]], moving: tuple[Kind, Pose]
) -> None:
    kind, pose = moving
    room = ground(*others).room(kind, pose.turn, pose.flipped)
    place = room.nearest(pose.at)
    assert place is not None
    moved = corners_of(kind, Pose(*place, pose.turn, pose.flipped))
    assert WALLS.keeps(moved)
    assert all(overlap_area(moved, corners_of(*each)) <= 1e-6 for each in others)
    luck, way = Random(1), length(place, pose.at)
    for _ in range(60):
        x, y = luck.uniform(-1, 1), luck.uniform(-1, 1)
        if way and hypot(x, y) <= 1:
            nearer = pose.x + x * way * 0.999, pose.y + y * way * 0.999
            assert not room.holds(nearer)


def test_a_room_knows_how_deep_a_piece_lies_in_another() -> None:
    room = FreeSpace(shape("Q"), [corners_of(*SQUARE)], WALLS)
    assert room.depth((6.3, 5.5)) == pytest.approx(0.2)
    assert room.depth((6.5, 5.5)) == pytest.approx(0.0, abs=1e-12)
    assert room.depth((0.2, 5.5)) == pytest.approx(0.3), "the walls count too"


def test_there_is_no_room_where_the_piece_does_not_fit() -> None:
    assert FreeSpace(shape("L"), [], Zone(0, 0, 1.5, 1.5)).nearest((0.5, 0.5)) is None
    assert nearest_pose("L", Pose(0, 0), Obstacles(Zone(0, 0, 1.5, 1.5))) is None


def test_a_piece_that_fits_only_turned_is_turned() -> None:
    low = Obstacles(Zone(0, 0, 5, 1.5))
    found = nearest_pose("L", Pose(2, 1), low)
    assert found is not None
    assert found.turn in (45.0, 225.0)
    assert low.walls.keeps(corners_of("L", found))


def test_a_small_overlap_is_to_be_pushed_and_a_large_one_slides() -> None:
    small = find_place("Q", Pose(6.4, 5.5, 20.0), ground(SQUARE), SnapReach(0.1, 5.0), 45.0)
    large = find_place("Q", Pose(5.8, 5.5, 20.0), ground(SQUARE), SnapReach(0.1, 5.0), 45.0)
    assert small is not None
    assert small.how is PlacementKind.UPON
    assert large is not None
    assert large.how is PlacementKind.SLID
    assert ground(SQUARE).free("Q", large.pose)


def test_a_piece_stays_on_its_side_of_the_trays_edge() -> None:
    tray = Zone(0, 0, 5, 12)
    inside_tray = nearest_pose("Q", Pose(4.4, 5.5), ground(("Q", Pose(4.5, 5.5)), tray=tray))
    outside = nearest_pose("Q", Pose(5.1, 5.5), ground(("Q", Pose(5.5, 5.5)), tray=tray))
    assert inside_tray is not None
    assert outside is not None
    assert tray.holds(inside_tray.at)
    assert not tray.holds(outside.at)


def test_a_piece_is_moved_no_further_than_to_the_wall() -> None:
    same(moved_within("Q", Pose(-3, 5), WALLS), 0.5, 5.0)


@pytest.mark.parametrize(
    ("width", "height"), [(3.2, 9), (9, 3.2), (4, 7), (7, 4), (2.6, 11), (5, 5), (12, 2.6)]
)
def test_all_pieces_fit_in_trays_of_many_shapes(width: float, height: float) -> None:
    zone = Zone(2, 3, width, height)
    pieces = [
        corners_of(kind, pose)
        for kind, pose in zip(FULL_SET, tray_poses(FULL_SET, zone), strict=True)
    ]
    assert all(zone.keeps(corners) for corners in pieces)
    assert min(gap(a, b) for a, b in combinations(pieces, 2)) > 0.1


def test_five_pieces_fit_in_less() -> None:
    assert len(tray_poses(("L", "S", "S", "Q", "P"), Zone(0, 0, 2.4, 6))) == 5


def test_a_tray_that_is_too_small_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="7 pieces do not fit in a tray of 2 by 4 units"):
        tray_poses(FULL_SET, Zone(0, 0, 2, 4))
