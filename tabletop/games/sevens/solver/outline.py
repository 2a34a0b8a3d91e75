"""Regions of the plane, kept as their boundary, and the outline of a silhouette.

Taking a piece away adds its edges backwards. Points are complex numbers, x + y i in units, because
turning is then multiplying. Edges have the region on their right as seen (y downward): clockwise
around it, the other way around holes. Edges in opposite directions along a line cancel, so nothing
is clipped. Points nearer than `eps` (units) are one point.
"""

from cmath import phase
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import asin, isfinite, pi
from typing import Final, Self, TypeAlias

from tabletop.engine import say
from tabletop.games.sevens.rules.pieces import (
    CONTACT_TOLERANCE,
    Corners,
    Picture,
    Point,
    area,
    clockwise,
    gap,
    length,
    overlap_area,
    winding,
)
from tabletop.games.sevens.rules.pieces import (
    edges as ring_edges,
)

Edge: TypeAlias = tuple[complex, complex]
Boundary: TypeAlias = frozenset[Edge]

FULL_TURN_EIGHTHS: Final = 8
"""Angles are counted in eighths of a turn: those of all pieces are whole numbers."""
STRAIGHT_EIGHTHS: Final = 4
ANGLE_TOLERANCE_EIGHTHS: Final = 0.01
"""Eighths by which an angle may differ from a whole number and still be one."""


class OverlappingEdges(ValueError):
    """Two edges run along the same line the same way: regions that cover each other."""


def with_ring(edges: Iterable[Edge], ring: Sequence[complex], eps: float) -> Boundary:
    """A boundary with a ring added; where they run against each other both vanish.

    Tangled if they run along each other the same way.
    """
    old = set(edges)
    points = list({start for start, _ in old})
    corners = [_settled(at, points, eps) for at in ring]
    new: set[Edge] = set()
    for start, end in old:
        new.update(_broken(start, end, corners, eps))
    for start, end in ring_edges(corners):
        for a, b in _broken(start, end, points, eps):
            if (a, b) in new:
                raise OverlappingEdges("two edges run the same way along the same line")
            if (b, a) in new:
                new.remove((b, a))
            else:
                new.add((a, b))
    return frozenset(new)


def _settled(at: complex, points: list[complex], eps: float) -> complex:
    """The nearest point within `eps`; `at` itself, which joins the points, if there is none."""
    best, least = at, eps
    for point in points:
        apart = abs(point - at)
        if apart <= least:
            best, least = point, apart
    if best == at:
        points.append(at)
    return best


def _broken(start: complex, end: complex, points: Iterable[complex], eps: float) -> Iterable[Edge]:
    """An edge in the parts that the points on it make; nothing for an edge of no length."""
    way = end - start
    length = abs(way)
    if length == 0:
        return ()
    unit = way.conjugate() / length
    on = []
    for at in points:
        apart = (at - start) * unit
        if -eps <= apart.imag <= eps and 0 < apart.real < length and at not in (start, end):
            on.append((apart.real, at))
    if not on:
        return ((start, end),)
    on.sort(key=lambda found: found[0])
    return pairwise((start, *(at for _, at in on), end))


def no_edge_crosses(edges: Iterable[Edge], corners: Sequence[complex], eps: float) -> bool:
    """Whether no edge runs through the inside of a convex polygon given clockwise."""
    lines = []
    for start, end in ring_edges(corners):
        way = end - start
        lines.append((start, way.conjugate() / abs(way)))
    left, right = min(c.real for c in corners) + eps, max(c.real for c in corners) - eps
    top, bottom = min(c.imag for c in corners) + eps, max(c.imag for c in corners) - eps
    for a, b in edges:
        if (
            (a.real <= left and b.real <= left)
            or (a.real >= right and b.real >= right)
            or (a.imag <= top and b.imag <= top)
            or (a.imag >= bottom and b.imag >= bottom)
        ):
            continue
        if _runs_inside(a, b, lines, eps):
            return False
    return True


def _runs_inside(
    a: complex, b: complex, lines: Iterable[tuple[complex, complex]], eps: float
) -> bool:
    """Whether an edge has a part that is more than `eps` to the right of all lines."""
    first, last = 0.0, 1.0
    for start, unit in lines:
        at_a, at_b = ((a - start) * unit).imag - eps, ((b - start) * unit).imag - eps
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a < 0:
            first = max(first, at_a / (at_a - at_b))
        elif at_b < 0:
            last = min(last, at_a / (at_a - at_b))
        if first >= last:
            return False
    return True


def region_holds(edges: Iterable[Edge], at: complex) -> bool:
    """Whether a point that is on no edge lies in the region."""
    crossed = False
    for a, b in edges:
        if (a.imag > at.imag) != (b.imag > at.imag):
            x = a.real + (at.imag - a.imag) / (b.imag - a.imag) * (b.real - a.real)
            crossed ^= x > at.real
    return crossed


@dataclass(frozen=True, slots=True)
class Compass:
    """The directions that edges have: `bases` and whole eighths of a turn from them.

    Short edges of a roughly given outline point anywhere; the compass sets them right.
    """

    bases: tuple[float, ...]

    @classmethod
    def of(cls, edges: Iterable[Edge], eps: float) -> "Compass":
        """The compass of edges whose ends may each be off by `eps`, by least squares."""
        bases: list[list[tuple[float, float]]] = []
        for way in sorted((b - a for a, b in edges), key=abs, reverse=True):
            own, weight = _eighths(way) % 1, abs(way) ** 2
            for base in bases:
                off = _off(own, base[0][0])
                if abs(off) <= _doubt(way, eps):
                    base.append((base[0][0] + off, weight))
                    break
            else:
                bases.append([(own, weight)])
        return cls(tuple(_mean(base) for base in bases) or (0.0,))

    @classmethod
    def upright(cls, edges: Iterable[Edge], eps: float) -> "Compass | None":
        """The unturned compass, if these edges fit it within `eps`; else None."""
        ways = [b - a for a, b in edges]
        follow = all(abs(_off(_eighths(way), 0)) <= _doubt(way, eps) for way in ways)
        return cls((0.0,)) if follow else None

    def towards(self, way: complex) -> float:
        """The direction nearest to a way, in eighths clockwise from the right."""
        own = _eighths(way)
        offs = [_off(own, base) for base in self.bases]
        return (own - min(offs, key=abs)) % FULL_TURN_EIGHTHS


def _eighths(way: complex) -> float:
    return phase(way) * STRAIGHT_EIGHTHS / pi


def _off(angle: float, base: float) -> float:
    """How far an angle is from the nearest whole eighth counted from a base."""
    return (angle - base + 0.5) % 1 - 0.5


def _doubt(way: complex, eps: float) -> float:
    """The eighths by which an edge may be turned when each of its ends is off by `eps`."""
    return asin(min(1.0, 2 * eps / abs(way))) * STRAIGHT_EIGHTHS / pi


def _mean(base: Sequence[tuple[float, float]]) -> float:
    return sum(angle * weight for angle, weight in base) / sum(weight for _, weight in base)


@dataclass(frozen=True, slots=True)
class RegionCorner:
    """A corner of a region: where it is, the point after it, its angle in eighths."""

    at: complex
    after: complex
    heading: float
    """The direction towards `after`."""
    angle: float

    @property
    def is_whole(self) -> bool:
        return abs(self.angle - round(self.angle)) <= ANGLE_TOLERANCE_EIGHTHS


def region_corners(edges: Iterable[Edge], compass: Compass) -> dict[Edge, RegionCorner]:
    """The corners of a region by the edges that lead to them.

    Where several corners meet in a point each edge in is paired with the edge out that is next to
    it across the region, so that parts which touch in a point are parts of their own.
    """
    leaving: dict[complex, list[tuple[float, complex]]] = {}
    for start, end in edges:
        leaving.setdefault(start, []).append((compass.towards(end - start), end))
    found = {}
    for edge in edges:
        before, at = edge
        back = compass.towards(before - at)
        # Never 0 but a full turn: an edge that turns back on itself has the region all round.
        angle, heading, after = min(
            (
                (back - heading - ANGLE_TOLERANCE_EIGHTHS) % FULL_TURN_EIGHTHS
                + ANGLE_TOLERANCE_EIGHTHS,
                heading,
                after,
            )
            for heading, after in leaving[at]
        )
        found[edge] = RegionCorner(at, after, heading, angle)
    return found


def rings(corners: dict[Edge, RegionCorner]) -> list[list[RegionCorner]]:
    """The corners of a region in their order, ring by ring, without those that are straight."""
    left = dict(corners)
    found = []
    while left:
        edge = next(iter(left))
        ring = []
        while edge in left:
            wedge = left.pop(edge)
            ring.append(wedge)
            edge = (wedge.at, wedge.after)
        bent = [
            wedge for wedge in ring if abs(wedge.angle - STRAIGHT_EIGHTHS) > ANGLE_TOLERANCE_EIGHTHS
        ]
        if len(bent) > 2:
            found.append(bent)
    return found


def signed_area(ring: Sequence[complex]) -> float:
    """The area that a ring encloses, positive if it runs clockwise as seen."""
    return sum((a.conjugate() * b).imag for a, b in ring_edges(ring)) / 2


EXACT_CONTACT_TOLERANCE: Final = 1e-3
"""Square units that two pieces may share, and units they may be apart, and touch all the same."""
SCAN_LINES: Final = 7
"""Across a ring, on which a point inside is looked for."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge of a silhouette: rings that run clockwise as seen, holes the other way round.

    A silhouette may be in several parts; a ring may touch itself or another in a point.
    """

    rings: tuple[Corners, ...]

    @classmethod
    def from_rings(cls, given: Iterable[Sequence[Point]]) -> Self:
        """The outline with these rings, either way round: one inside another is a hole.

        ValueError for fewer than three corners, for no area and for numbers that are not finite.
        """
        closed = [tuple((float(x), float(y)) for x, y in ring) for ring in given]
        for ring in closed:
            if not all(isfinite(x) and isfinite(y) for x, y in ring):
                raise ValueError(say("sevens.outline_finite", "A corner is no finite place"))
            if area(ring) <= EXACT_CONTACT_TOLERANCE:
                raise ValueError(
                    say("sevens.outline_empty", "A ring of the outline encloses nothing")
                )
        made = []
        for ring in closed:
            at = _inside(ring)
            others = (complex_corners(other) for other in closed if other is not ring)
            depth = sum(region_holds(ring_edges(other), at) for other in others)
            made.append(clockwise(ring) if depth % 2 == 0 else clockwise(ring)[::-1])
        return cls(tuple(made))

    @classmethod
    def of(cls, picture: Picture) -> Self:
        """The silhouette of a picture; pieces nearer than `CONTACT_TOLERANCE` touch."""
        shapes = [piece.corners for piece in picture.pieces]
        if any(overlap_area(a, b) > EXACT_CONTACT_TOLERANCE for a, b in combinations(shapes, 2)):
            return cls.from_rings(_united(shapes))
        missed = any(
            EXACT_CONTACT_TOLERANCE < gap(a, b) <= CONTACT_TOLERANCE
            for a, b in combinations(shapes, 2)
        )
        eps = CONTACT_TOLERANCE if missed else EXACT_CONTACT_TOLERANCE
        edges: Boundary = frozenset()
        for corners in shapes:
            edges = with_ring(edges, complex_corners(clockwise(corners)), eps)
        found = rings(region_corners(edges, Compass.of(edges, eps)))
        return cls(tuple(tuple((w.at.real, w.at.imag) for w in ring) for ring in found))

    @property
    def area(self) -> float:
        """Square units."""
        return sum(winding(ring) for ring in self.rings) / 2

    @property
    def perimeter(self) -> float:
        """Units along all rings."""
        return sum(length(a, b) for ring in self.rings for a, b in ring_edges(ring))

    def boundary(self, eps: float) -> Boundary:
        """The outline as the boundary of a region; ValueError if it runs twice along a line."""
        edges: Boundary = frozenset()
        try:
            for ring in self.rings:
                edges = with_ring(edges, complex_corners(ring), eps)
        except OverlappingEdges as problem:
            raise ValueError(
                say("sevens.outline_tangled", "The outline runs twice along the same line")
            ) from problem
        return edges


def _united(shapes: Sequence[Corners]) -> Iterator[Sequence[Point]]:
    """The rings round polygons that overlap."""
    from shapely import Polygon, get_parts, union_all

    for part in get_parts(union_all([Polygon(corners) for corners in shapes])):
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y in ring.coords[:-1]]


def complex_corners(corners: Iterable[Point]) -> list[complex]:
    return [complex(x, y) for x, y in corners]


def _inside(ring: Corners) -> complex:
    """A point within a ring: the middle of the widest of some horizontal lines across it."""
    top, bottom = min(y for _, y in ring), max(y for _, y in ring)
    heights = [top + (bottom - top) * (line + 0.5) / SCAN_LINES for line in range(SCAN_LINES)]
    return max((_across(ring, y) for y in heights), key=lambda found: found[0])[1]


def _across(ring: Corners, y: float) -> tuple[float, complex]:
    """The widest stretch inside a ring at a height, and its middle."""
    xs = sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in ring_edges(ring)
        if (ay > y) != (by > y)
    )
    inside = zip(xs[::2], xs[1::2], strict=True)
    left, right = max(inside, key=lambda pair: pair[1] - pair[0], default=(0.0, 0.0))
    return right - left, complex((left + right) / 2, y)
