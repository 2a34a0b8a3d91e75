"""Where a piece may lie: inside the walls and on no other piece, exactly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

from tabletop.games.sevens.rules.pieces import (
    Corners,
    Kind,
    Point,
    Pose,
    clockwise,
    corners_of,
    length,
    nearest_on,
    shape,
)

OVERLAP_TOLERANCE: Final = 1e-7
"""Units that pieces may reach into each other and still count as touching: rounding of floats."""
CLEARANCE: Final = 2 * OVERLAP_TOLERANCE

PlacedPiece: TypeAlias = tuple[Kind, Pose]
"""A piece and how it lies."""
EdgeLine: TypeAlias = tuple[float, float, float]
"""An edge's line: its unit normal, pointing outward, and how far it lies along it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """An upright rectangle of the table, in units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def corners(self) -> Corners:
        """Clockwise as seen, from the top left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def holds(self, at: Point) -> bool:
        """Whether a point lies inside, edges excluded, so that neighbouring zones are distinct."""
        x, y = at
        return (
            self.left + OVERLAP_TOLERANCE < x < self.right - OVERLAP_TOLERANCE
            and self.top + OVERLAP_TOLERANCE < y < self.bottom - OVERLAP_TOLERANCE
        )

    def keeps(self, corners: Iterable[Point]) -> bool:
        """Whether all points lie inside or on the edge."""
        return all(
            self.left - OVERLAP_TOLERANCE <= x <= self.right + OVERLAP_TOLERANCE
            and self.top - OVERLAP_TOLERANCE <= y <= self.bottom + OVERLAP_TOLERANCE
            for x, y in corners
        )

    def inset(self, about: Sequence[Point]) -> "Zone":
        """Where the origin of a shape can be with the shape inside; of negative size if nowhere."""
        left, top = self.left - min(x for x, _ in about), self.top - min(y for _, y in about)
        right, bottom = (
            self.right - max(x for x, _ in about),
            self.bottom - max(y for _, y in about),
        )
        return Zone(left, top, right - left, bottom - top)

    def common(self, other: "Zone") -> "Zone":
        """The intersection with another zone, slightly inside it."""
        left, top = max(self.left, other.left + CLEARANCE), max(self.top, other.top + CLEARANCE)
        right = min(self.right, other.right - CLEARANCE)
        return Zone(left, top, right - left, min(self.bottom, other.bottom - CLEARANCE) - top)

    def nearest(self, at: Point) -> Point:
        """The point of the zone that is nearest to a point; the middle where there is no width."""
        return (
            _between(self.left, at[0], self.right),
            _between(self.top, at[1], self.bottom),
        )


def _between(low: float, value: float, high: float) -> float:
    return (low + high) / 2 if low > high else min(max(value, low), high)


def moved_within(kind: Kind, pose: Pose, walls: Zone) -> Pose:
    """The pose moved as little as it must be for the piece to be within the walls."""
    x, y = walls.inset(shape(kind, pose.turn, pose.flipped)).nearest(pose.at)
    return Pose(x, y, pose.turn, pose.flipped)


class FreeSpace:
    """The places for the centroid of a piece that keeps its turn.

    Each other piece shuts out a convex polygon: all places where the two would overlap, which is
    the Minkowski sum of that piece and the mirrored moving one.
    """

    __slots__ = ("_shut", "_sides", "bounds")

    def __init__(
        self, own: Corners, others: Iterable[Corners], walls: Zone, shut: Iterable[Zone] = ()
    ) -> None:
        """`own`: the corners about the centroid. `shut`: zones closed to the centroid."""
        self.bounds = walls.inset(own)
        mirrored = clockwise([(-x, -y) for x, y in own])
        self._shut = [_minkowski_sum(clockwise(other), mirrored) for other in others]
        self._shut += [zone.corners for zone in shut]
        self._sides = [edge_lines(polygon) for polygon in self._shut]

    def holds(self, at: Point) -> bool:
        """Whether the piece lies freely there."""
        return self.depth(at) <= OVERLAP_TOLERANCE

    def depth(self, at: Point) -> float:
        """How far the piece lies in something else: the way out of the deepest; 0 if it is free."""
        x, y = at
        bounds = self.bounds
        deepest = max(bounds.left - x, x - bounds.right, bounds.top - y, y - bounds.bottom, 0.0)
        for sides in self._sides:
            least = min(far - nx * x - ny * y for nx, ny, far in sides)
            if least > deepest:
                deepest = least
        return deepest

    def nearest(self, at: Point) -> Point | None:
        """The nearest free place, exactly; None if there is none.

        It is the place itself, or the nearest on some edge of what is shut out, or where two such
        edges cross.
        """
        if self.bounds.width < -OVERLAP_TOLERANCE or self.bounds.height < -OVERLAP_TOLERANCE:
            return None
        if self.holds(at):
            return at
        edges = list(self._edges())
        singles = [self.bounds.nearest(at), *(nearest_on(a, b, at) for a, b in edges)]
        best = min(filter(self.holds, singles), key=lambda p: length(at, p), default=None)
        limit = length(at, best) if best else float("inf")
        close = [(a, b) for a, b in edges if length(at, nearest_on(a, b, at)) < limit]
        crossings = [
            (length(at, crossing), crossing)
            for one, other in combinations(close, 2)
            if (crossing := _crossing(one, other)) and length(at, crossing) < limit
        ]
        return next((place for _, place in sorted(crossings) if self.holds(place)), best)

    def _edges(self) -> Iterator[tuple[Point, Point]]:
        for polygon in (self.bounds.corners, *self._shut):
            yield from zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _minkowski_sum(a: Corners, b: Corners) -> Corners:
    """The Minkowski sum of two convex polygons, both clockwise as seen: edges merged by angle."""
    a, b = _from_lowest(a), _from_lowest(b)
    i = j = 0
    found = []
    while i < len(a) or j < len(b):
        p, q = a[i % len(a)], b[j % len(b)]
        found.append((p[0] + q[0], p[1] + q[1]))
        pn, qn = a[(i + 1) % len(a)], b[(j + 1) % len(b)]
        cross = (pn[0] - p[0]) * (qn[1] - q[1]) - (pn[1] - p[1]) * (qn[0] - q[0])
        if i < len(a) and (cross > -1e-9 or j >= len(b)):
            i += 1
            # Parallel edges make one.
            if j < len(b) and cross < 1e-9:
                j += 1
        else:
            j += 1
    return tuple(found)


def _from_lowest(corners: Corners) -> Corners:
    # Rounded, so that a level edge begins at its start in spite of its last bits.
    start = min(
        range(len(corners)), key=lambda k: (round(corners[k][1], 9), round(corners[k][0], 9))
    )
    return corners[start:] + corners[:start]


def edge_lines(polygon: Corners) -> list[EdgeLine]:
    """The lines of the edges of a polygon that is clockwise as seen."""
    sides = []
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        dx, dy = bx - ax, by - ay
        size = hypot(dx, dy)
        if size > 1e-9:
            nx, ny = dy / size, -dx / size
            sides.append((nx, ny, nx * ax + ny * ay))
    return sides


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    """Where two lines from point to point cross."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    if abs(cross) < 1e-12:
        return None
    s = ((cx - ax) * vy - (cy - ay) * vx) / cross
    t = ((cx - ax) * uy - (cy - ay) * ux) / cross
    hair = 1e-9
    if -hair <= s <= 1 + hair and -hair <= t <= 1 + hair:
        return ax + ux * s, ay + uy * s
    return None


@dataclass(frozen=True, slots=True)
class Obstacles:
    """The obstacles for a piece: the walls, the lying pieces, and the tray."""

    walls: Zone
    laid: tuple[PlacedPiece, ...] = ()
    tray: Zone | None = None

    def room(self, kind: Kind, turn: float, flipped: bool, *, tray: bool = False) -> FreeSpace:
        """The places for a piece with this turn, outside the tray or (`tray`) anywhere."""
        shut = [self.tray] if self.tray and not tray else []
        others = [corners_of(*laid) for laid in self.laid]
        return FreeSpace(shape(kind, turn, flipped), others, self.walls, shut)

    @property
    def picture(self) -> tuple[PlacedPiece, ...]:
        """The pieces outside the tray, which others snap to."""
        tray = self.tray
        return tuple(laid for laid in self.laid if not (tray and tray.holds(laid[1].at)))

    def free(self, kind: Kind, pose: Pose) -> bool:
        """Whether a piece lies within the walls and on no other."""
        return self.room(kind, pose.turn, pose.flipped, tray=True).holds(pose.at)


def nearest_pose(kind: Kind, pose: Pose, ground: Obstacles, *, step: float = 45.0) -> Pose | None:
    """The nearest pose in which a piece lies freely, on its side of the tray's edge.

    With the same turn if there is one, else the nearest with a turn by steps, else on the other
    side of the tray's edge; None if there is no room at all.
    """
    in_tray = ground.tray is not None and ground.tray.holds(pose.at)
    count = max(1, round(360 / step))
    turns = sorted((k * step for k in range(count)), key=lambda by: min(by, 360 - by))
    for across in (False, True):
        for by in turns:
            place = _nearest_place(kind, pose, by, ground, in_tray != across)
            if place is not None:
                return place
    return None


def _nearest_place(
    kind: Kind, pose: Pose, by: float, ground: Obstacles, in_tray: bool
) -> Pose | None:
    turn = pose.turn + by
    room = ground.room(kind, turn, pose.flipped, tray=in_tray)
    if in_tray and ground.tray is not None:
        room.bounds = room.bounds.common(ground.tray)
    at = room.nearest(pose.at)
    return None if at is None else Pose(*at, turn % 360, pose.flipped)
