"""Where a released piece goes: it snaps to others, stays, or takes the nearest free place.

A turn is chosen first: a multiple of 45 degrees to a near piece, or of the step. Then every
position within reach is rated where a corner meets a corner or the middle of an edge, or edges lie
flush; the distance counts against it. The best free one is taken. Everything is exact, so errors do
not add up.

Where a slot is slightly too narrow, the pieces beside it give way: a piece laid alone may be
slightly off, so it snaps to the piece that belongs beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import combinations
from math import hypot, inf
from typing import Final, TypeAlias

from tabletop.games.sevens.pieces.space import (
    OVERLAP_TOLERANCE,
    FreeSpace,
    Obstacles,
    PlacedPiece,
    Zone,
    moved_within,
    nearest_pose,
    tray_poses,
)
from tabletop.games.sevens.rules.pieces import (
    Corners,
    Kind,
    Point,
    Pose,
    boxes_meet,
    clockwise,
    corners_of,
    edges,
    length,
    shape,
    shifted,
)

EIGHTH_TURN_DEGREES: Final = 45.0
"""Degrees between any two edges of the set are multiples of this."""

ShiftLine: TypeAlias = tuple[float, float, float, float, float]
"""Shifts that bring an edge to an edge or corner: normal, how far along it, and from where to where
the shift may run along the edge."""


@dataclass(frozen=True, slots=True)
class SnapReach:
    """From how far a piece snaps."""

    distance: float = 0.25
    """Units from place to place."""
    degrees: float = 8.0


DEFAULT_REACH: Final = SnapReach()


# Ratings of the contacts of a snapping piece. Chosen by measuring how much of what people rebuild
# counts (`tools/bench/pieces.py`).
CORNER_VALUE: Final = 1.0
"""A corner on a corner."""
MIDDLE_VALUE: Final = 0.85
"""A corner on the middle of an edge, or a middle on a middle."""
FLUSH_VALUE: Final = 0.85
"""The whole of the shorter edge along the other one."""
MIN_FLUSH_SHARE: Final = 0.4
"""The share of `FLUSH_VALUE` for edges that only just lie along each other."""
EDGE_VALUE: Final = 0.1
"""A corner on an edge, where nothing else meets."""
DISTANCE_COST: Final = 2.0
"""The cost of the whole reach in distance."""
DISTANCE_EXPONENT: Final = 8
"""Distances up to about 0.2 units, the error of hands, cost little."""


def snap_pose(
    kind: Kind,
    pose: Pose,
    ground: Obstacles,
    *,
    reach: SnapReach = DEFAULT_REACH,
    step: float = EIGHTH_TURN_DEGREES,
) -> Pose | None:
    """Where a piece released in this pose snaps to the lying pieces; None if nowhere."""
    found: list[tuple[float, Pose]] = []
    for turn, cost in candidate_turns(pose, ground, reach, step):
        meetings = _Meetings(kind, Pose(pose.x, pose.y, turn, pose.flipped), ground, reach)
        if not meetings.any:
            continue
        room = ground.room(kind, turn, pose.flipped)
        for value, by in meetings.best():
            place = pose.x + by[0], pose.y + by[1]
            if room.holds(place):
                found.append((value - cost, Pose(*place, turn % 360, pose.flipped)))
                break
    return max(found, key=lambda each: each[0], default=(0.0, None))[1]


def candidate_turns(
    pose: Pose, ground: Obstacles, reach: SnapReach, step: float
) -> list[tuple[float, float]]:
    """The turns within reach, each with the share of the reach that it takes, nearest first."""
    found = {}
    steps = [(0.0, step), *((laid.turn, EIGHTH_TURN_DEGREES) for _, laid in ground.picture)]
    for base, by in steps:
        turn = base + round((pose.turn - base) / by) * by
        off = abs(turn - pose.turn)
        if off <= reach.degrees:
            found[round(turn, 6)] = (turn, off / reach.degrees if reach.degrees else 0.0)
    return sorted(found.values(), key=lambda each: each[1])


def straightened(pose: Pose, reach: SnapReach, step: float) -> Pose:
    """The pose turned to the nearest multiple of the step, if that is within reach."""
    turn = round(pose.turn / step) * step
    if abs(turn - pose.turn) > reach.degrees:
        return pose
    return Pose(pose.x, pose.y, turn % 360, pose.flipped)


class _Meetings:
    """All shifts of a piece within reach that bring it into contact with others, rated."""

    def __init__(self, kind: Kind, pose: Pose, ground: Obstacles, reach: SnapReach) -> None:
        self._reach = reach.distance
        self._points: dict[tuple[int, int], dict[int, tuple[float, Point]]] = {}
        self._flush: list[tuple[ShiftLine, float]] = []
        self._touch: list[ShiftLine] = []
        own = clockwise(shifted(shape(kind, pose.turn, pose.flipped), pose.at))
        for laid in ground.picture:
            other = clockwise(corners_of(*laid))
            if boxes_meet(own, other, reach.distance):
                self._meet_points(own, other)
                self._meet_edges(own, other)

    @property
    def any(self) -> bool:
        return bool(self._points or self._flush or self._touch)

    def best(self) -> list[tuple[float, Point]]:
        """The shifts and their ratings, the best first."""
        found: dict[tuple[int, int], Point] = {}
        for by in self._shifts():
            found.setdefault(_key(by), by)
        valued = ((self._value(by), by) for by in found.values())
        reach = self._reach or inf
        return sorted(
            (
                (value - DISTANCE_COST * (hypot(*by) / reach) ** DISTANCE_EXPONENT, by)
                for value, by in valued
                if value > 0
            ),
            reverse=True,
        )

    def _meet_points(self, own: Corners, other: Corners) -> None:
        count = len(own)
        mine, theirs = (*own, *_middles(own)), (*other, *_middles(other))
        limit = self._reach * self._reach
        for i, (ax, ay) in enumerate(mine):
            for j, (bx, by) in enumerate(theirs):
                dx, dy = bx - ax, by - ay
                if dx * dx + dy * dy <= limit:
                    corner = i < count and j < len(other)
                    value = CORNER_VALUE if corner else MIDDLE_VALUE
                    met = self._points.setdefault(_key((dx, dy)), {})
                    if i not in met or met[i][0] < value:
                        met[i] = (value, (dx, dy))

    def _meet_edges(self, own: Corners, other: Corners) -> None:
        theirs = list(edges(other))
        for p, q in edges(own):
            ux, uy, size = _direction(p, q)
            for r, s in theirs:
                vx, vy, span = _direction(r, s)
                nx, ny = vy, -vx
                far = nx * (p[0] - r[0]) + ny * (p[1] - r[1])
                start = vx * (q[0] - r[0]) + vy * (q[1] - r[1])
                if abs(ux * vy - uy * vx) < 1e-6 and ux * vx + uy * vy < 0:
                    beside = -size - self._reach < start < span + self._reach
                    if abs(far) <= self._reach and beside:
                        line = (nx, ny, -far, -start - size, span - start)
                        self._flush.append((line, min(size, span)))
                    continue
                # The corner p on the other's edge, and the other's corner r on the own edge.
                along = vx * (p[0] - r[0]) + vy * (p[1] - r[1])
                if abs(far) <= self._reach and 0 < along < span:
                    self._touch.append((nx, ny, -far, -along, span - along))
                far = uy * (r[0] - p[0]) - ux * (r[1] - p[1])
                along = ux * (r[0] - p[0]) + uy * (r[1] - p[1])
                if abs(far) <= self._reach and 0 < along < size:
                    self._touch.append((uy, -ux, far, along - size, along))

    def _shifts(self) -> Iterator[Point]:
        limit = self._reach * self._reach
        for met in self._points.values():
            yield next(iter(met.values()))[1]
        lines = [line for line, _ in self._flush] + self._touch
        for nx, ny, far, _, _ in lines:
            yield nx * far, ny * far
        for (ax, ay, a, _, _), (bx, by, b, _, _) in combinations(lines, 2):
            cross = ax * by - ay * bx
            if abs(cross) > 1e-6:
                x, y = (a * by - b * ay) / cross, (b * ax - a * bx) / cross
                if x * x + y * y <= limit:
                    yield x, y

    def _value(self, by: Point) -> float:
        """The rating of a shift."""
        x, y = by
        value = sum(each for each, _ in self._points.get(_key(by), {}).values())
        for (nx, ny, far, low, high), shorter in self._flush:
            if abs(nx * x + ny * y - far) < 1e-6:
                along = -ny * x + nx * y
                shared = min(along - low, high - along, shorter)
                if shared > 0.05:
                    share = MIN_FLUSH_SHARE + (1 - MIN_FLUSH_SHARE) * shared / shorter
                    value += FLUSH_VALUE * share
        if value == 0.0:
            for nx, ny, far, low, high in self._touch:
                along = -ny * x + nx * y
                if abs(nx * x + ny * y - far) < 1e-6 and low < along < high:
                    value += EDGE_VALUE
        return value


def _key(by: Point) -> tuple[int, int]:
    return round(by[0] * 1e5), round(by[1] * 1e5)


def _middles(corners: Corners) -> Iterator[Point]:
    return (((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in edges(corners))


def _direction(start: Point, end: Point) -> tuple[float, float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = hypot(dx, dy)
    return dx / size, dy / size, size


MAX_YIELD: Final = 0.3
"""The most that a piece may move aside, in units."""


class PlacementKind(Enum):
    """How a piece came to its place."""

    SNAPPED = auto()
    AS_IT_IS = auto()
    SLID = auto()
    """Into the nearest free place."""
    UPON = auto()
    """Slightly upon others, which push it away."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a released piece goes."""

    pose: Pose
    how: PlacementKind
    moved: tuple[tuple[int, Pose], ...] = ()
    """The pieces that give way, by index in the obstacles, and their new poses."""


def give_way(
    kind: Kind, wish: Pose, ground: Obstacles, reach: SnapReach, step: float
) -> Placement | None:
    """The pose of a piece between others that give way a little; None if there is none."""
    own = shape(kind, wish.turn, wish.flipped)
    blocking = []
    for number, laid in enumerate(ground.laid):
        depth = FreeSpace(own, [corners_of(*laid)], ground.walls).depth(wish.at)
        if not ground.in_tray(laid[1]) and OVERLAP_TOLERANCE < depth <= MAX_YIELD:
            blocking.append(number)
    for few in range(1, len(blocking) + 1):
        for some in combinations(blocking, few):
            found = _without(kind, wish, ground, some, reach, step)
            if found is not None:
                return found
    return None


def _without(
    kind: Kind, wish: Pose, ground: Obstacles, some: Sequence[int], reach: SnapReach, step: float
) -> Placement | None:
    others = tuple(laid for number, laid in enumerate(ground.laid) if number not in some)
    rest = replace(ground, laid=others)
    pose = snap_pose(kind, wish, rest, reach=reach, step=step)
    if pose is None:
        return None
    laid: list[PlacedPiece] = [*others, (kind, pose)]
    moved = []
    for number in some:
        its_kind, was = ground.laid[number]
        place = _aside(its_kind, was, replace(ground, laid=tuple(laid)), reach, step)
        if place is None:
            return None
        moved.append((number, place))
        laid.append((its_kind, place))
    return Placement(pose, PlacementKind.SNAPPED, tuple(moved))


def _aside(kind: Kind, was: Pose, ground: Obstacles, reach: SnapReach, step: float) -> Pose | None:
    """Where a piece that gives way goes: it snaps to others, or just clears the new one."""
    place = snap_pose(kind, was, ground, reach=reach, step=step)
    if place is not None and length(place.at, was.at) <= MAX_YIELD:
        return place
    at = ground.room(kind, was.turn, was.flipped).nearest(was.at)
    if at is None or length(at, was.at) > MAX_YIELD:
        return None
    return replace(was, x=at[0], y=at[1])


MAX_PUSH_DEPTH: Final = 0.25
"""The depth of overlap, in units, up to which the physics pushes pieces apart."""
MIN_BLOCKING_DEPTH: Final = 1e-3
"""The depth of overlap, in units, from which a piece gives way; rounding gives less."""

UNNOTICED_SLIDE: Final = 0.01
"""Units of sliding that are not visible."""


def find_place(
    kind: Kind, wish: Pose, ground: Obstacles, reach: SnapReach, step: float, *, push: bool = True
) -> Placement | None:
    """The place of a released piece; None if there is no room on the table.

    In the tray pieces do not snap. `push`: whether a small overlap is left to be pushed away.
    """
    in_tray = ground.in_tray(wish)
    straight = wish if in_tray else straightened(wish, reach, step)
    if not in_tray:
        pose = snap_pose(kind, wish, ground, reach=reach, step=step)
        if pose is not None:
            return Placement(pose, PlacementKind.SNAPPED)
    for pose in (straight, wish):
        pose = moved_within(kind, pose, ground.walls)
        if ground.free(kind, pose) and in_tray == ground.in_tray(pose):
            return Placement(replace(pose, turn=pose.turn % 360), PlacementKind.AS_IT_IS)
    if not in_tray:
        made = give_way(kind, straight, ground, reach, step)
        if made is not None:
            return made
    if push and not in_tray:
        room = ground.room(kind, straight.turn, straight.flipped)
        if room.depth(straight.at) <= MAX_PUSH_DEPTH:
            return Placement(straight, PlacementKind.UPON)
    free = nearest_pose(kind, straight, ground, step=step)
    if free is None:
        return None
    near = length(free.at, straight.at) < UNNOTICED_SLIDE and free.turn == straight.turn % 360
    return Placement(free, PlacementKind.AS_IT_IS if near else PlacementKind.SLID)


def legal_pose(kind: Kind, pose: Pose, ground: Obstacles) -> Pose:
    """A pose itself if a piece is free in it, else the nearest that is, or the same if none is."""
    pose = moved_within(kind, pose, ground.walls)
    room = ground.room(kind, pose.turn, pose.flipped, tray=True)
    if room.depth(pose.at) <= MIN_BLOCKING_DEPTH:
        return pose
    return nearest_pose(kind, pose, ground) or pose


def legal_poses(
    firm: Sequence[PlacedPiece], others: Mapping[int, PlacedPiece], walls: Zone, tray: Zone | None
) -> dict[int, Pose]:
    """Poses for the others, by number, such that none lies on the firm ones or on each other."""
    laid, found = list(firm), {}
    for number, (kind, pose) in others.items():
        found[number] = legal_pose(kind, pose, Obstacles(walls, tuple(laid), tray))
        laid.append((kind, found[number]))
    return found


def poses_making_room(
    given: Mapping[int, PlacedPiece],
    others: Mapping[int, PlacedPiece],
    walls: Zone,
    tray: Zone | None,
) -> dict[int, Pose]:
    """Where pieces lie, by number, when the given ones are laid and the others give way to them.

    The given ones are moved as one within the walls. If they do not fit, those beyond the walls go
    to the nearest free places.
    """
    moved = _moved_inside(given, walls)
    firm = {n: piece for n, piece in moved.items() if walls.keeps(corners_of(*piece))}
    beyond = {n: piece for n, piece in moved.items() if n not in firm}
    poses = {n: replace(pose, turn=pose.turn % 360) for n, (_, pose) in firm.items()}
    return poses | legal_poses(tuple(firm.values()), beyond | dict(others), walls, tray)


def _moved_inside(laid: Mapping[int, PlacedPiece], room: Zone) -> dict[int, PlacedPiece]:
    """A picture moved as one by the least way into a zone, or to its middle if it is too large."""
    points = [at for piece in laid.values() for at in corners_of(*piece)]
    if not points:
        return {}
    x, y = room.inset(points).nearest((0.0, 0.0))
    return {
        n: (kind, replace(pose, x=pose.x + x, y=pose.y + y)) for n, (kind, pose) in laid.items()
    }


def refitted_poses(
    laid: Mapping[int, PlacedPiece],
    kinds: Sequence[Kind],
    old: Zone | None,
    walls: Zone,
    tray: Zone | None,
) -> dict[int, Pose]:
    """Where pieces lie when the table has other walls and another tray.

    The picture keeps together if there is room for it; what was in the old tray is in the new one.
    """
    home = {n: piece for n, piece in laid.items() if old and old.holds(piece[1].at)}
    figure = {n: piece for n, piece in laid.items() if n not in home}
    points = [at for piece in figure.values() for at in corners_of(*piece)]
    if points:
        figure = _moved_inside(figure, _beside(walls, tray, points))
    if tray and tray != old:
        spots = tray_poses(kinds, tray)
        home = {n: (kind, spots[n]) for n, (kind, _) in home.items()}
    return legal_poses((), figure | home, walls, tray)


def _beside(walls: Zone, tray: Zone | None, points: Sequence[Point]) -> Zone:
    """The part of the table beside the tray that has most room for a picture of these points."""
    if tray is None:
        return walls
    left, top, right, bottom = tray.left, tray.top, tray.right, tray.bottom
    parts = (
        Zone(walls.left, walls.top, left - walls.left, walls.height),
        Zone(right, walls.top, walls.right - right, walls.height),
        Zone(walls.left, walls.top, walls.width, top - walls.top),
        Zone(walls.left, bottom, walls.width, walls.bottom - bottom),
    )
    best = max(parts, key=lambda part: part.width * part.height)
    needs = best.inset(points)
    return best if needs.width >= 0 and needs.height >= 0 else walls
