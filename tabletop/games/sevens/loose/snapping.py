"""How a piece that is let go finds its place beside those that lie: corners, edges and angles.

A turn is chosen first: in eighths of a circle against a near piece, or to a multiple of the step.
With that turn every place within reach where a corner meets a corner or the middle of an edge, or
an edge comes flush with an edge or meets a corner, is weighed: what meets there, less how far it
is. The best one that leaves the piece free is taken. All is exact, so errors do not add up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

from tabletop.games.sevens.loose.room import Ground
from tabletop.games.sevens.rules.geometry import boxes_meet, clockwise
from tabletop.games.sevens.rules.pieces import (
    Corners,
    Kind,
    Point,
    Pose,
    corners_of,
    shape,
    shifted,
)

EIGHTH: Final = 45.0
"""Degrees between any two edges of the set are multiples of this."""

Line: TypeAlias = tuple[float, float, float, float, float]
"""Shifts that bring an edge to an edge or corner: normal, how far along it, and from where to where
the shift may run along the edge."""


@dataclass(frozen=True, slots=True)
class Reach:
    """From how far a piece snaps."""

    distance: float = 0.25
    """Units from place to place."""
    degrees: float = 8.0


REACH: Final = Reach()


@dataclass(frozen=True, slots=True)
class Worth:
    """What meetings of a snapping piece with others weigh against the way to it.

    Chosen by measuring how much of what people rebuild counts (`tools/bench/pieces.py`).
    """

    corner: float = 1.0
    """A corner on a corner."""
    half: float = 0.85
    """A corner on the middle of an edge, or a middle on a middle."""
    flush: float = 0.85
    """The whole of the shorter edge along the other one."""
    start: float = 0.4
    """The share of it that edges are worth which only just lie along each other."""
    edge: float = 0.1
    """A corner on an edge, where nothing else meets."""
    way: float = 2.0
    """Against it: the whole reach as way."""
    steep: int = 8
    """The power with which a way tells: within some 0.2 units hardly, as hands err so far."""
    turn: float = 1.0
    """Against it: the whole reach as turn."""


WORTH: Final = Worth()


def snapped(
    kind: Kind,
    pose: Pose,
    ground: Ground,
    *,
    reach: Reach = REACH,
    step: float = EIGHTH,
    worth: Worth = WORTH,
) -> Pose | None:
    """Where a piece let go in this pose snaps to the pieces that lie; None if to nothing."""
    found: list[tuple[float, Pose]] = []
    for turn, cost in turns(pose, ground, reach, step):
        meetings = _Meetings(kind, Pose(pose.x, pose.y, turn, pose.flipped), ground, reach, worth)
        if not meetings.any:
            continue
        room = ground.room(kind, turn, pose.flipped)
        for value, by in meetings.best():
            place = pose.x + by[0], pose.y + by[1]
            if room.holds(place):
                found.append((value - cost * worth.turn, Pose(*place, turn % 360, pose.flipped)))
                break
    return max(found, key=lambda each: each[0], default=(0.0, None))[1]


def turns(pose: Pose, ground: Ground, reach: Reach, step: float) -> list[tuple[float, float]]:
    """The turns within reach, each with the share of the reach that it takes, nearest first."""
    found = {}
    steps = [(0.0, step), *((laid.turn, EIGHTH) for _, laid in ground.picture)]
    for base, by in steps:
        turn = base + round((pose.turn - base) / by) * by
        off = abs(turn - pose.turn)
        if off <= reach.degrees:
            found[round(turn, 6)] = (turn, off / reach.degrees if reach.degrees else 0.0)
    return sorted(found.values(), key=lambda each: each[1])


def straightened(pose: Pose, reach: Reach, step: float) -> Pose:
    """The pose turned to the nearest multiple of the step, if that is within reach."""
    turn = round(pose.turn / step) * step
    if abs(turn - pose.turn) > reach.degrees:
        return pose
    return Pose(pose.x, pose.y, turn % 360, pose.flipped)


class _Meetings:
    """All shifts of a piece within reach that bring it to meet others, and what each is worth."""

    def __init__(self, kind: Kind, pose: Pose, ground: Ground, reach: Reach, worth: Worth) -> None:
        self._reach, self._worth = reach.distance, worth
        self._points: dict[tuple[int, int], dict[int, tuple[float, Point]]] = {}
        self._flush: list[tuple[Line, float]] = []
        self._touch: list[Line] = []
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
        """The shifts after which something meets, and their worth, the best first."""
        found: dict[tuple[int, int], Point] = {}
        for by in self._shifts():
            found.setdefault(_key(by), by)
        valued = ((self._value(by), by) for by in found.values())
        return sorted(
            ((value - self._cost(by), by) for value, by in valued if value > 0), reverse=True
        )

    def _cost(self, by: Point) -> float:
        share = hypot(*by) / self._reach if self._reach else 0.0
        return self._worth.way * float(share**self._worth.steep)

    def _meet_points(self, own: Corners, other: Corners) -> None:
        count = len(own)
        mine, theirs = (*own, *_middles(own)), (*other, *_middles(other))
        limit = self._reach * self._reach
        for i, (ax, ay) in enumerate(mine):
            for j, (bx, by) in enumerate(theirs):
                dx, dy = bx - ax, by - ay
                if dx * dx + dy * dy <= limit:
                    corner = i < count and j < len(other)
                    value = self._worth.corner if corner else self._worth.half
                    met = self._points.setdefault(_key((dx, dy)), {})
                    if i not in met or met[i][0] < value:
                        met[i] = (value, (dx, dy))

    def _meet_edges(self, own: Corners, other: Corners) -> None:
        theirs = list(_edges(other))
        for p, q in _edges(own):
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
        """What meets after this shift."""
        x, y = by
        weigh = self._worth
        value = sum(each for each, _ in self._points.get(_key(by), {}).values())
        for (nx, ny, far, low, high), shorter in self._flush:
            if abs(nx * x + ny * y - far) < 1e-6:
                along = -ny * x + nx * y
                shared = min(along - low, high - along, shorter)
                if shared > 0.05:
                    whole = weigh.start + (1 - weigh.start) * shared / shorter
                    value += weigh.flush * whole
        if value == 0.0:
            for nx, ny, far, low, high in self._touch:
                along = -ny * x + nx * y
                if abs(nx * x + ny * y - far) < 1e-6 and low < along < high:
                    value += weigh.edge
        return value


def _key(by: Point) -> tuple[int, int]:
    return round(by[0] * 1e5), round(by[1] * 1e5)


def _edges(corners: Corners) -> Iterator[tuple[Point, Point]]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _middles(corners: Corners) -> Iterator[Point]:
    return (((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in _edges(corners))


def _direction(start: Point, end: Point) -> tuple[float, float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = hypot(dx, dy)
    return dx / size, dy / size, size
