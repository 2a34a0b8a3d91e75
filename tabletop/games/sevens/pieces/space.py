"""Where a piece may lie: inside the walls and on no other piece, exactly; and the first places.

At first pieces lie in the tray so that each can be turned. Many arrangements in rows are tried. In
each the pieces push each other apart until every one can be turned by 45 degrees (and the
parallelogram flipped) without meeting another; the best one is taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import hypot, inf
from typing import Final, TypeAlias

from tabletop.games.sevens.rules.pieces import (
    KINDS,
    SYMMETRY,
    Corners,
    Kind,
    Point,
    Pose,
    clockwise,
    corners_of,
    edges,
    gap,
    length,
    nearest_on,
    shape,
    shifted,
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
        right = self.right - max(x for x, _ in about)
        return Zone(left, top, right - left, self.bottom - max(y for _, y in about) - top)

    def common(self, other: "Zone") -> "Zone":
        """The intersection with another zone, slightly inside it."""
        left, top = max(self.left, other.left + CLEARANCE), max(self.top, other.top + CLEARANCE)
        right = min(self.right, other.right - CLEARANCE)
        return Zone(left, top, right - left, min(self.bottom, other.bottom - CLEARANCE) - top)

    def nearest(self, at: Point) -> Point:
        """The point of the zone that is nearest to a point; the middle where there is no width."""
        return _between(self.left, at[0], self.right), _between(self.top, at[1], self.bottom)


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
        """The depth of the deepest overlap, in units; 0 if the piece is free."""
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
        polygons = (self.bounds.corners, *self._shut)
        lines = [edge for polygon in polygons for edge in edges(polygon)]
        singles = [self.bounds.nearest(at), *(nearest_on(a, b, at) for a, b in lines)]
        best = min(filter(self.holds, singles), key=lambda p: length(at, p), default=None)
        limit = length(at, best) if best else float("inf")
        close = [(a, b) for a, b in lines if length(at, nearest_on(a, b, at)) < limit]
        crossings = [
            (length(at, crossing), crossing)
            for one, other in combinations(close, 2)
            if (crossing := _crossing(one, other)) and length(at, crossing) < limit
        ]
        return next((place for _, place in sorted(crossings) if self.holds(place)), best)


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
    for (ax, ay), (bx, by) in edges(polygon):
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
    if all(-1e-9 <= share <= 1 + 1e-9 for share in (s, t)):
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
        return tuple(laid for laid in self.laid if not self.in_tray(laid[1]))

    def in_tray(self, pose: Pose) -> bool:
        return self.tray is not None and self.tray.holds(pose.at)

    def free(self, kind: Kind, pose: Pose) -> bool:
        """Whether a piece lies within the walls and on no other."""
        return self.room(kind, pose.turn, pose.flipped, tray=True).holds(pose.at)


def nearest_pose(kind: Kind, pose: Pose, ground: Obstacles, *, step: float = 45.0) -> Pose | None:
    """The nearest pose in which a piece lies freely, on its side of the tray's edge.

    With the same turn if there is one, else the nearest with a turn by steps, else on the other
    side of the tray's edge; None if there is no room at all.
    """
    count = max(1, round(360 / step))
    turns = sorted((k * step for k in range(count)), key=lambda by: min(by, 360 - by))
    here = ground.in_tray(pose)
    for in_tray in (here, not here):
        for by in turns:
            room = ground.room(kind, pose.turn + by, pose.flipped, tray=in_tray)
            if in_tray and ground.tray is not None:
                room.bounds = room.bounds.common(ground.tray)
            at = room.nearest(pose.at)
            if at is not None:
                return Pose(*at, (pose.turn + by) % 360, pose.flipped)
    return None


ROW_TURNS: Final = {
    "L": (0.0, 45.0),
    "M": (0.0, 45.0),
    "S": (0.0, 45.0),
    "Q": (0.0,),
    "P": (0.0, 135.0),
}
"""Turns in which a kind lies well in a row."""
BISECTION_STEPS: Final = 20
MAX_PUSHES: Final = 30
"""How often all pieces push each other apart."""
MAX_STALLED_PUSHES: Final = 8
"""After this many pushes without progress the pieces stay as they are."""
STALLED_PUSH_RATIO: Final = 0.98
"""A push makes no progress if the overlap is still at least this share."""
REST_GAP, MIN_GAP = 0.2, 0.1
"""Units that pieces at rest are pushed apart, and that they are apart at least."""
TURNING_CLEARANCE: Final = 0.03
"""The clearance of a turning piece, in units."""

Size: TypeAlias = tuple[float, float]
Row: TypeAlias = list[int]
"""Numbers of pieces that lie beside each other."""


def tray_poses(kinds: Sequence[Kind], zone: Zone) -> list[Pose]:
    """Where pieces lie in a zone of any shape: so that each can be turned, if there is room.

    ValueError if they do not fit.
    """
    return list(_poses(tuple(kinds), zone))


@lru_cache(maxsize=16)
def _poses(kinds: tuple[Kind, ...], zone: Zone) -> tuple[Pose, ...]:
    rows = sorted(_in_rows(kinds, zone), key=lambda found: -found[0])
    if not rows and kinds:
        size = f"{zone.width:g} by {zone.height:g}"
        raise ValueError(f"{len(kinds)} pieces do not fit in a tray of {size} units")
    least, best = inf, rows[0][1] if rows else ()
    for _, poses in rows:
        meets, eased = _spread_out(kinds, poses, zone)
        if meets < least and _well_apart(kinds, eased):
            least, best = meets, eased
        if least <= TURNING_CLEARANCE:
            break
    return best


def _well_apart(kinds: tuple[Kind, ...], poses: Sequence[Pose]) -> bool:
    corners = [corners_of(kind, pose) for kind, pose in zip(kinds, poses, strict=True)]
    return all(gap(a, b) >= MIN_GAP for a, b in combinations(corners, 2))


def _in_rows(kinds: tuple[Kind, ...], zone: Zone) -> Iterator[tuple[float, tuple[Pose, ...]]]:
    """Arrangements in rows or columns with the widest gap, each with that gap."""
    present = sorted(set(kinds))
    for columns, turns in product((0.0, 90.0), product(*(ROW_TURNS[kind] for kind in present))):
        turn = dict(zip(present, turns, strict=True))
        shapes = [shape(kind, turn[kind] + columns) for kind in kinds]
        sizes = [_extent(corners) for corners in shapes]
        room = (zone.width, zone.height)
        gap = _widest_gap(
            *((_transposed(sizes), _transposed([room])[0]) if columns else (sizes, room))
        )
        if gap > 0:
            found = _row_places(shapes, gap, zone, bool(columns))
            places = zip(kinds, found, strict=True)
            yield gap, tuple(Pose(x, y, turn[k] + columns) for k, (x, y) in places)


def _extent(corners: Corners) -> Size:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return max(xs) - min(xs), max(ys) - min(ys)


def _transposed(sizes: Sequence[Size]) -> list[Size]:
    return [(height, width) for width, height in sizes]


def _widest_gap(sizes: list[Size], room: Size) -> float:
    """The widest gap that can be left round all boxes in rows, by bisection; 0 if none."""
    low, high = 0.0, max(room)
    for _ in range(BISECTION_STEPS):
        gap = (low + high) / 2
        if _height(sizes, _rows(sizes, room[0], gap), gap) <= room[1]:
            low = gap
        else:
            high = gap
    return low


def _rows(sizes: list[Size], width: float, gap: float) -> list[Row] | None:
    """Each box in the first row that has room for it, the high ones first; None if one has none."""
    rows: list[tuple[float, Row]] = []
    for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n][1], -sizes[n][0])):
        needs = sizes[number][0] + gap
        place = next((k for k, (used, _) in enumerate(rows) if used + needs <= width), None)
        if place is not None:
            rows[place] = rows[place][0] + needs, [*rows[place][1], number]
        elif gap + needs <= width:
            rows.append((gap + needs, [number]))
        else:
            return None
    return [row for _, row in rows]


def _height(sizes: list[Size], rows: list[Row] | None, gap: float) -> float:
    if rows is None:
        return float("inf")
    return gap + sum(max(sizes[n][1] for n in row) + gap for row in rows)


def _row_places(
    shapes: list[Corners], gap: float, zone: Zone, columns: bool
) -> list[tuple[float, float]]:
    """Where the centroids go: rows with even gaps, and pieces with even gaps in them."""
    sizes = [_extent(corners) for corners in shapes]
    width, height = zone.width, zone.height
    if columns:
        sizes, width, height = _transposed(sizes), height, width
    rows = _rows(sizes, width, gap) or []
    found = [(0.0, 0.0)] * len(shapes)
    tall = [max(sizes[n][1] for n in row) for row in rows]
    down = between = (height - sum(tall)) / (len(rows) + 1)
    for row, high in zip(rows, tall, strict=True):
        along = apart = (width - sum(sizes[n][0] for n in row)) / (len(row) + 1)
        for n in row:
            corner = (along, down + (high - sizes[n][1]) / 2)
            x, y = reversed(corner) if columns else corner
            left, top = min(px for px, _ in shapes[n]), min(py for _, py in shapes[n])
            ((found[n]),) = shifted([(zone.left + x, zone.top + y)], (-left, -top))
            along += sizes[n][0] + apart
        down += high + between
    return found


def _orientations(kind: Kind) -> list[tuple[float, bool]]:
    """The distinct orientations of a piece: turns in steps of 45 degrees, flipped or not."""
    turns = [45.0 * k for k in range(SYMMETRY[kind] // 45)]
    return [(turn, over) for over in ((False, True) if kind == "P" else (False,)) for turn in turns]


CORNER_DISTANCE: Final = {kind: max(hypot(*at) for at in shape(kind)) for kind in KINDS}
"""Units from a centroid to the farthest corner."""
TURNING_HALF_WIDTH: Final = {
    kind: max(x for way in _orientations(kind) for x, _ in shape(kind, *way)) for kind in KINDS
}
"""Half the box that a kind needs to be turned in."""


def _spread_out(
    kinds: tuple[Kind, ...], poses: Sequence[Pose], zone: Zone
) -> tuple[float, tuple[Pose, ...]]:
    """Pushes pieces apart: the deepest overlap that is left, and the poses."""
    turns = [pose.turn % 360 for pose in poses]
    rooms = [_room_to_turn(*each, zone) for each in zip(kinds, turns, strict=True)]
    places = [room.nearest(pose.at) for room, pose in zip(rooms, poses, strict=True)]
    least, best, stalled = inf, places, 0
    for _ in range(MAX_PUSHES):
        deepest, pushed = _pushed_apart(kinds, turns, places)
        stalled = 0 if deepest < STALLED_PUSH_RATIO * least else stalled + 1
        if deepest < least:
            least, best = deepest, places
        if least <= TURNING_CLEARANCE or stalled == MAX_STALLED_PUSHES:
            break
        places = [room.nearest(at) for room, at in zip(rooms, pushed, strict=True)]
    return least, tuple(Pose(*at, turn) for at, turn in zip(best, turns, strict=True))


def _room_to_turn(kind: Kind, turn: float, zone: Zone) -> Zone:
    """Where a kind can be turned within a zone, or at least lie with this turn."""
    half = TURNING_HALF_WIDTH[kind]
    room = Zone(zone.left + half, zone.top + half, zone.width - 2 * half, zone.height - 2 * half)
    return room if min(room.width, room.height) >= 0 else zone.inset(shape(kind, turn))


def _pushed_apart(
    kinds: tuple[Kind, ...], turns: Sequence[float], places: Sequence[Point]
) -> tuple[float, list[Point]]:
    """The deepest overlap of two pieces, and the places after each has moved by half of its own."""
    deepest, moved = 0.0, list(places)
    for i, j in combinations(range(len(kinds)), 2):
        x, y = places[i][0] - places[j][0], places[i][1] - places[j][1]
        if hypot(x, y) > CORNER_DISTANCE[kinds[i]] + CORNER_DISTANCE[kinds[j]] + REST_GAP:
            continue
        one, other = (kinds[i], turns[i]), (kinds[j], turns[j])
        back, bx, by = _overlap(other, one, (-x, -y))
        deep, nx, ny = max(_overlap(one, other, (x, y)), (back, -bx, -by))
        deepest = max(deepest, deep)
        nx, ny = nx * deep / 2, ny * deep / 2
        moved[i] = moved[i][0] + nx, moved[i][1] + ny
        moved[j] = moved[j][0] - nx, moved[j][1] - ny
    return deepest, moved


def _overlap(spun: tuple[Kind, float], still: tuple[Kind, float], at: Point) -> EdgeLine:
    """How deep a turning piece overlaps a lying one, and the unit vector of the way out.

    `at` is where the first one's centroid is, seen from the other's.
    """
    x, y = at
    found = (0.0, 0.0, 0.0)
    for sides in _excluded(*spun, *still):
        deep, nx, ny = inf, 0.0, 0.0
        for mx, my, far in sides:
            away = far - mx * x - my * y
            if away < deep:
                deep, nx, ny = away, mx, my
                if deep <= found[0]:
                    break
        else:
            found = deep, nx, ny
    return found


@lru_cache(maxsize=512)
def _excluded(
    kind: Kind, turn: float, other: Kind, lies: float
) -> tuple[tuple[EdgeLine, ...], ...]:
    """The lines round what a lying piece excludes, for each orientation of another piece.

    The gap is wider for the orientation in which that piece rests. The cache has an entry for two
    kinds and their turns by eighths: some hundreds at most.
    """
    there = clockwise(shape(other, lies))
    found = []
    for eighths, over in _orientations(kind):
        mirrored = clockwise([(-x, -y) for x, y in shape(kind, eighths, over)])
        rests = not over and (eighths - turn) % SYMMETRY[kind] == 0
        apart = REST_GAP if rests else TURNING_CLEARANCE
        found.append(
            tuple(
                (nx, ny, far + max(nx * x + ny * y for x, y in two) + apart)
                for one, two in ((there, mirrored), (mirrored, there))
                for nx, ny, far in edge_lines(one)
            )
        )
    return tuple(found)
