"""A region of the plane, kept as its boundary: taking a piece away is adding its edges backwards.

Points are complex numbers here, x + y i in units, because turning is then multiplying. Edges run
with the region on their right as seen (y downward): clockwise round it, the other way round holes.
Edges that run to and fro along the same line cancel, so nothing is ever clipped. Points nearer
than a `hair` (units) are one point, and a point that near to an edge lies on it.
"""

from cmath import phase
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import asin, pi
from typing import Final, TypeAlias

Edge: TypeAlias = tuple[complex, complex]
Boundary: TypeAlias = frozenset[Edge]

FULL_TURN: Final = 8
"""Angles are counted in eighths of a turn: those of all pieces are whole numbers."""
STRAIGHT: Final = 4
EVEN: Final = 0.01
"""Eighths by which an angle may differ from a whole number and still be one."""


class Tangled(ValueError):
    """Two edges run along the same line the same way: regions that cover each other."""


def joined(edges: Iterable[Edge], ring: Sequence[complex], hair: float) -> Boundary:
    """A boundary with a ring added; where they run against each other both vanish.

    Tangled if they run along each other the same way.
    """
    old = set(edges)
    points = list({start for start, _ in old})
    corners = [_settled(at, points, hair) for at in ring]
    new: set[Edge] = set()
    for start, end in old:
        new.update(_broken(start, end, corners, hair))
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        for a, b in _broken(start, end, points, hair):
            if (a, b) in new:
                raise Tangled("two edges run the same way along the same line")
            if (b, a) in new:
                new.remove((b, a))
            else:
                new.add((a, b))
    return frozenset(new)


def _settled(at: complex, points: list[complex], hair: float) -> complex:
    """The nearest point within a hair; `at` itself, which joins the points, if there is none."""
    best, least = at, hair
    for point in points:
        apart = abs(point - at)
        if apart <= least:
            best, least = point, apart
    if best == at:
        points.append(at)
    return best


def _broken(start: complex, end: complex, points: Iterable[complex], hair: float) -> Iterable[Edge]:
    """An edge in the parts that the points on it make; nothing for an edge of no length."""
    way = end - start
    length = abs(way)
    if length == 0:
        return ()
    unit = way.conjugate() / length
    on = []
    for at in points:
        apart = (at - start) * unit
        if -hair <= apart.imag <= hair and 0 < apart.real < length and at not in (start, end):
            on.append((apart.real, at))
    if not on:
        return ((start, end),)
    on.sort(key=lambda found: found[0])
    return pairwise((start, *(at for _, at in on), end))


def fits(edges: Iterable[Edge], corners: Sequence[complex], hair: float) -> bool:
    """Whether no edge runs through the inside of a convex polygon given clockwise."""
    lines = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        way = end - start
        lines.append((start, way.conjugate() / abs(way)))
    left, right = min(c.real for c in corners) + hair, max(c.real for c in corners) - hair
    top, bottom = min(c.imag for c in corners) + hair, max(c.imag for c in corners) - hair
    for a, b in edges:
        if (
            (a.real <= left and b.real <= left)
            or (a.real >= right and b.real >= right)
            or (a.imag <= top and b.imag <= top)
            or (a.imag >= bottom and b.imag >= bottom)
        ):
            continue
        if _runs_inside(a, b, lines, hair):
            return False
    return True


def _runs_inside(
    a: complex, b: complex, lines: Iterable[tuple[complex, complex]], hair: float
) -> bool:
    """Whether an edge has a part that is more than a hair to the right of all lines."""
    first, last = 0.0, 1.0
    for start, unit in lines:
        at_a, at_b = ((a - start) * unit).imag - hair, ((b - start) * unit).imag - hair
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a < 0:
            first = max(first, at_a / (at_a - at_b))
        elif at_b < 0:
            last = min(last, at_a / (at_a - at_b))
        if first >= last:
            return False
    return True


def holds(edges: Iterable[Edge], at: complex) -> bool:
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
    def of(cls, edges: Iterable[Edge], hair: float) -> "Compass":
        """The compass of edges whose ends may each be a hair off, by least squares."""
        bases: list[list[tuple[float, float]]] = []
        for way in sorted((b - a for a, b in edges), key=abs, reverse=True):
            own, weight = _eighths(way) % 1, abs(way) ** 2
            for base in bases:
                off = _off(own, base[0][0])
                if abs(off) <= _doubt(way, hair):
                    base.append((base[0][0] + off, weight))
                    break
            else:
                bases.append([(own, weight)])
        return cls(tuple(_mean(base) for base in bases) or (0.0,))

    @classmethod
    def upright(cls, edges: Iterable[Edge], hair: float) -> "Compass | None":
        """The compass that is not turned, if these edges may be meant to follow it."""
        ways = [b - a for a, b in edges]
        follow = all(abs(_off(_eighths(way), 0)) <= _doubt(way, hair) for way in ways)
        return cls((0.0,)) if follow else None

    def towards(self, way: complex) -> float:
        """The direction nearest to a way, in eighths clockwise from the right."""
        own = _eighths(way)
        offs = [_off(own, base) for base in self.bases]
        return (own - min(offs, key=abs)) % FULL_TURN


def _eighths(way: complex) -> float:
    return phase(way) * STRAIGHT / pi


def _off(angle: float, base: float) -> float:
    """How far an angle is from the nearest whole eighth counted from a base."""
    return (angle - base + 0.5) % 1 - 0.5


def _doubt(way: complex, hair: float) -> float:
    """The eighths by which an edge may be turned when each of its ends is a hair off."""
    return asin(min(1.0, 2 * hair / abs(way))) * STRAIGHT / pi


def _mean(base: Sequence[tuple[float, float]]) -> float:
    return sum(angle * weight for angle, weight in base) / sum(weight for _, weight in base)


@dataclass(frozen=True, slots=True)
class Wedge:
    """A corner of a region: where it is, the point after it, its angle in eighths."""

    at: complex
    after: complex
    heading: float
    """The direction towards `after`."""
    angle: float

    @property
    def is_whole(self) -> bool:
        return abs(self.angle - round(self.angle)) <= EVEN


def wedges(edges: Iterable[Edge], compass: Compass) -> dict[Edge, Wedge]:
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
            ((back - heading - EVEN) % FULL_TURN + EVEN, heading, after)
            for heading, after in leaving[at]
        )
        found[edge] = Wedge(at, after, heading, angle)
    return found


def rings(corners: dict[Edge, Wedge]) -> list[list[Wedge]]:
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
        bent = [wedge for wedge in ring if abs(wedge.angle - STRAIGHT) > EVEN]
        if len(bent) > 2:
            found.append(bent)
    return found


def signed_area(ring: Sequence[complex]) -> float:
    """The area that a ring encloses, positive if it runs clockwise as seen."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum((a.conjugate() * b).imag for a, b in pairs) / 2
