"""Laying a given silhouette with given pieces: outlines, the search, and hints what to lay next.

A region of the plane is kept as its boundary. Taking a piece away adds its edges backwards. Points
are complex numbers, x + y i in units, because turning is then multiplying. Edges have the region on
their right as seen (y downward): clockwise around it, the other way around holes. Edges in opposite
directions along a line cancel, so nothing is clipped. Points nearer than `eps` (units) are one.

A convex corner of the silhouette must be filled by corners of pieces, and the first of them lies
flush with the edge. So the sharpest corner is taken, each piece is tried there in the few ways it
fits, and the rest is solved likewise. The search is complete: where it finds no way there is none.
Pieces that nearly touch are brought to touch exactly at the end.
"""

from cmath import phase, rect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import asin, inf, isfinite, pi
from time import monotonic
from typing import Final, Self, TypeAlias

from tabletop.engine import decimal, say
from tabletop.games.sevens.rules.pieces import (
    AREA,
    BASE_CORNERS,
    CONTACT_TOLERANCE,
    FULL_SET,
    KINDS,
    Corners,
    Kind,
    Picture,
    Piece,
    Point,
    area,
    clockwise,
    gap,
    length,
    overlap_area,
    overlapping_pairs,
    shifted,
    winding,
)
from tabletop.games.sevens.rules.pieces import edges as ring_edges
from tabletop.games.sevens.rules.score import TOLERANCE, agreement

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


@dataclass(frozen=True, slots=True)
class CornerForm:
    """A piece with a corner at 0 and the side after it, clockwise, along the x axis."""

    corners: tuple[complex, ...]
    """x + y i in units, the corner at 0 first."""
    angle: int
    """Of that corner, in eighths of a turn."""


def _corner_forms(kind: Kind) -> Iterator[CornerForm]:
    """The forms of a piece, one for each corner and side, without duplicates."""
    seen = set()
    for mirror in (1, -1):
        own = complex_corners(clockwise([(mirror * x, y) for x, y in BASE_CORNERS[kind]]))
        for first in range(len(own)):
            order = (*own[first:], *own[:first])
            side = order[1] - order[0]
            corners = tuple((at - order[0]) * abs(side) / side for at in order)
            look = tuple((round(at.real, 6) + 0.0, round(at.imag, 6) + 0.0) for at in corners)
            if look not in seen:
                seen.add(look)
                yield CornerForm(corners, round(phase(corners[-1]) * 4 / pi))


CORNER_FORMS: Final[Mapping[Kind, tuple[CornerForm, ...]]] = {
    kind: tuple(_corner_forms(kind)) for kind in KINDS
}
SIDE_LENGTHS: Final[Mapping[Kind, frozenset[float]]] = {
    kind: frozenset(round(abs(form.corners[1]), 9) for form in forms)
    for kind, forms in CORNER_FORMS.items()
}
"""The lengths of the sides of each kind, in units."""

Shape: TypeAlias = tuple[complex, ...]

MAX_ROUNDS: Final = 400
CONVERGED_GAP: Final = 1e-10
PROGRESS_CHECK_ROUNDS: Final = 40
MIN_PROGRESS_RATIO: Final = 0.5
"""The greatest gap must shrink to this share in `PROGRESS_CHECK_ROUNDS`; slower contacts would not
converge in `MAX_ROUNDS`."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A corner of one piece (`mover`) that belongs to a corner, or on a side, of another."""

    mover: int
    other: int
    miss: complex
    """From the corner to where it belongs, before anything has moved."""
    across: complex | None = None
    """The unit vector across a side, along which the corner is free; None at a corner."""

    def gap(self, moves: Sequence[complex]) -> complex:
        """The vector from the corner to its place after the moves of both pieces."""
        rest = self.miss + moves[self.other] - moves[self.mover]
        if self.across is None:
            return rest
        return self.across * (self.across.conjugate() * rest).real


def close_gaps(shapes: Sequence[Shape], reach: float, fixed: int = 0) -> tuple[Shape, ...] | None:
    """The shapes shifted (never turned) until all that touched within `reach` units touches.

    The first `fixed` of them stay. Each contact in turn is closed by moving both of its pieces
    half way, which converges if all can be closed at once (Kaczmarz, 1937); None if they cannot.
    """
    contacts = list(_contacts(shapes, reach))
    moves = [0j] * len(shapes)
    before = inf
    for number in range(MAX_ROUNDS):
        worst = 0.0
        for contact in contacts:
            gap = contact.gap(moves)
            worst = max(worst, abs(gap))
            free = (contact.mover >= fixed, contact.other >= fixed)
            if free[0]:
                moves[contact.mover] += gap / sum(free)
            if free[1]:
                moves[contact.other] -= gap / sum(free)
        if worst < CONVERGED_GAP:
            return tuple(
                tuple(at + move for at in shape) for shape, move in zip(shapes, moves, strict=True)
            )
        if number % PROGRESS_CHECK_ROUNDS == PROGRESS_CHECK_ROUNDS - 1:
            if worst > MIN_PROGRESS_RATIO * before:
                return None
            before = worst
    return None


def _contacts(shapes: Sequence[Shape], reach: float) -> Iterator[Contact]:
    for i, j in combinations(range(len(shapes)), 2):
        for mover, other in ((i, j), (j, i)):
            for at in shapes[mover]:
                yield from _contacts_of(mover, other, at, shapes[other], reach)


def _contacts_of(
    mover: int, other: int, at: complex, shape: Shape, reach: float
) -> Iterator[Contact]:
    near = min(shape, key=lambda corner: abs(corner - at))
    if abs(near - at) <= reach:
        if mover < other:  # seen from the other piece it is the same contact
            yield Contact(mover, other, near - at)
        return
    for start, end in ring_edges(shape):
        along = (end - start) / abs(end - start)
        place = (at - start) * along.conjugate()
        if abs(place.imag) <= reach and 0 < place.real < abs(end - start):
            yield Contact(mover, other, -place.imag * 1j * along, 1j * along)


TOLERANCES: Final = (0.004, 0.03, 0.06)
"""Units that points may be apart and still be one: for exact outlines first, then rough ones."""
ROUGH_CORNER_ERROR: Final = 0.02
"""Units by which the corners of an outline given by hand may be off, each way."""
MAX_PICTURE_ERROR: Final = 0.05
"""Units that a corner of a found picture may be from the outline's own."""
AREA_TOLERANCE: Final = 0.24
"""Square units by which a part's area may be off; sets of pieces differ by half a unit."""

SolvedPiece: TypeAlias = tuple[Kind, tuple[complex, ...]]


class SolverTimeout(Exception):
    """The time was over before a way was found or known to be missing."""


def solve(
    outline: Outline,
    *,
    kinds: Sequence[Kind] = FULL_SET,
    placed: Picture = Picture(),  # noqa: B008 - frozen
    seconds: float = 10.0,
) -> Picture | None:
    """A picture of these pieces with this outline; None if there is none.

    `placed` are those of the pieces that lie already; they stay. ValueError if the outline does
    not enclose the area of the pieces, or `placed` are not among them. SolverTimeout after
    `seconds`.
    """
    end = monotonic() + seconds
    for way in search(outline, kinds=kinds, placed=placed):
        if way is not None:
            return way
        if monotonic() > end:
            raise SolverTimeout
    return None


def search(
    outline: Outline,
    *,
    kinds: Sequence[Kind] = FULL_SET,
    placed: Picture = Picture(),  # noqa: B008 - frozen
) -> Iterator[Picture | None]:
    """All ways to lay the outline, each once; None after about every millisecond of work.

    Raises at once what `solve` raises.
    """
    left = _rest(kinds, placed)
    _check_area(outline, kinds)
    return _search(outline, left, placed)


def _rest(kinds: Sequence[Kind], placed: Picture) -> tuple[Kind, ...]:
    left = list(kinds)
    for kind in placed.kinds:
        if kind not in left:
            raise ValueError(
                # NOTE for translators: {kind} is a letter: L, M, S, Q or P.
                say(
                    "sevens.not_in_set",
                    "A piece {kind} lies there that does not belong to the set",
                    kind=kind,
                )
            )
        left.remove(kind)
    return tuple(left)


def _check_area(outline: Outline, kinds: Sequence[Kind]) -> None:
    needed = sum(AREA[kind] for kind in kinds)
    if abs(outline.area - needed) > max(ROUGH_CORNER_ERROR * outline.perimeter, 1e-6):
        area, cover = decimal(outline.area, 2), f"{needed:g}"
        raise ValueError(
            say(
                "sevens.outline_area",
                "The outline encloses {area} square units, but the pieces cover {needed}",
                area=area,
                needed=cover,
            )
        )


def _search(outline: Outline, left: tuple[Kind, ...], placed: Picture) -> Iterator[Picture | None]:
    found, tangled = False, []
    for eps in TOLERANCES:
        try:
            edges = outline.boundary(eps)
        except ValueError as problem:
            tangled.append(problem)
            continue
        for compass in dict.fromkeys((Compass.upright(edges, eps), Compass.of(edges, eps))):
            if compass is not None:
                for way in RegionFill(compass, eps).begun(edges, left, placed):
                    picture = _picture(outline, way, len(placed), eps) if way else None
                    found |= picture is not None
                    yield picture
            if found:
                return
    if len(tangled) == len(TOLERANCES):
        raise tangled[0]


def _picture(
    outline: Outline, way: Sequence[SolvedPiece], fixed: int, eps: float
) -> Picture | None:
    """A solution as a picture whose pieces touch exactly; None if it then misses the outline."""
    shapes = [corners for _, corners in way]
    # A short reach misses contacts, a long one takes narrow gaps for contacts.
    for reach in (eps, eps * 2, eps / 2):
        tight = close_gaps(shapes, reach, fixed)
        if tight is None:
            continue
        picture = Picture.from_corners(
            (kind, [(at.real, at.imag) for at in shape])
            for (kind, _), shape in zip(way, tight, strict=True)
        )
        if not overlapping_pairs([piece.corners for piece in picture.pieces]):
            return _fitted(picture, outline, fixed)
    return None


def _fitted(picture: Picture, outline: Outline, fixed: int) -> Picture | None:
    """The picture shifted onto the outline; None if a corner of the outline is too far off."""
    own = [at for ring in Outline.of(picture).rings for at in complex_corners(ring)]
    wanted = [at for ring in outline.rings for at in complex_corners(ring)]
    off = [min((at - o for o in own), key=abs) for at in wanted]
    mean = 0j if fixed else sum(off) / len(off)
    if max(abs(o - mean) for o in off) > MAX_PICTURE_ERROR:
        return None
    return picture.shifted((mean.real, mean.imag))


@dataclass(frozen=True, slots=True)
class RegionFill:
    """How a region is filled: along which directions, and how near is touching (units)."""

    compass: Compass
    eps: float

    def begun(
        self, edges: Boundary, left: tuple[Kind, ...], placed: Picture
    ) -> Iterator[tuple[SolvedPiece, ...] | None]:
        """The ways to fill a region in which some pieces lie already."""
        laid: tuple[SolvedPiece, ...] = ()
        for piece in placed.pieces:
            corners = tuple(complex_corners(clockwise(piece.corners)))
            middle = sum(corners) / len(corners)
            if not (no_edge_crosses(edges, corners, self.eps) and region_holds(edges, middle)):
                return
            try:
                edges = with_ring(edges, corners[::-1], self.eps)
            except OverlappingEdges:
                return
            laid = (*laid, (piece.kind, corners))
        if left:
            yield from self.ways(edges, left, laid)
        else:
            yield laid

    def ways(
        self, edges: Boundary, left: tuple[Kind, ...], laid: tuple[SolvedPiece, ...]
    ) -> Iterator[tuple[SolvedPiece, ...] | None]:
        """The ways to fill a region with the remaining pieces; None at every step."""
        yield None
        corners = rings(region_corners(edges, self.compass))
        if not self.may_be_filled(corners, left):
            return
        for kind, shape in self.first_pieces(edges, corners, left):
            more = (*laid, (kind, shape))
            if len(left) == 1:
                yield more
                continue
            try:
                rest = with_ring(edges, shape[::-1], self.eps)
            except OverlappingEdges:
                continue
            at = left.index(kind)
            yield from self.ways(rest, left[:at] + left[at + 1 :], more)

    def first_pieces(
        self, edges: Boundary, corners: list[list[RegionCorner]], left: tuple[Kind, ...]
    ) -> Iterator[SolvedPiece]:
        """What can lie in the sharpest corner, flush with the edge that leaves it."""
        wedge = min((wedge for ring in corners for wedge in ring), key=lambda wedge: wedge.angle)
        turn = rect(1, wedge.heading * pi / STRAIGHT_EIGHTHS)
        for kind in dict.fromkeys(left):
            for form in CORNER_FORMS[kind]:
                shape = tuple(wedge.at + turn * at for at in form.corners)
                if form.angle < wedge.angle + 0.5 and no_edge_crosses(edges, shape, self.eps):
                    yield kind, shape

    def may_be_filled(self, corners: list[list[RegionCorner]], left: tuple[Kind, ...]) -> bool:
        """A quick necessary condition on angles, edge lengths and areas."""
        return (
            bool(corners)
            and all(wedge.is_whole for ring in corners for wedge in ring)
            and all(
                any(abs(edge - length) <= 2 * self.eps for length in _lengths(left))
                for edge in _walled(corners)
            )
            and all(
                any(abs(area - s) <= AREA_TOLERANCE for s in _areas(left))
                for area in _parts(corners)
            )
        )


def _walled(corners: list[list[RegionCorner]]) -> Iterator[float]:
    """The lengths of edges between two convex corners: sums of whole sides of pieces."""
    for ring in corners:
        for a, b in ring_edges(ring):
            if a.angle < STRAIGHT_EIGHTHS and b.angle < STRAIGHT_EIGHTHS:
                yield abs(b.at - a.at)


def _parts(corners: list[list[RegionCorner]]) -> Iterator[float]:
    """The areas of the parts of a region; a piece lies in one of them."""
    if len(corners) == 1:
        return
    shapes = [[wedge.at for wedge in ring] for ring in corners]
    outer = sorted((s for s in shapes if signed_area(s) > 0), key=signed_area)
    areas = [signed_area(shape) for shape in outer]
    for hole in (s for s in shapes if signed_area(s) < 0):
        for number, shape in enumerate(outer):
            if region_holds(ring_edges(shape), hole[0]):
                areas[number] += signed_area(hole)
                break
    yield from areas


@cache
def _areas(kinds: tuple[Kind, ...]) -> frozenset[float]:
    """The areas that some of these pieces cover together."""
    found = {0.0}
    for kind in kinds:
        found |= {area + AREA[kind] for area in found}
    return frozenset(found)


@cache
def _lengths(kinds: tuple[Kind, ...]) -> frozenset[float]:
    """The lengths of the lines that sides of some of these pieces make, one of each piece."""
    found = {0.0}
    for kind in kinds:
        found |= {round(length + side, 6) for length in found for side in SIDE_LENGTHS[kind]}
    return frozenset(found - {0.0})


@dataclass(frozen=True, slots=True)
class Hint:
    """One piece and where it belongs. Numbers count the laid pieces as they were given."""

    piece: Piece
    """In the place where it belongs, in units where the laid pieces are."""
    taken: int | None
    """The laid piece, lying elsewhere, to take for it; None: take one that is not laid yet."""
    right: tuple[int, ...]
    """The laid pieces that may stay."""
    in_the_way: tuple[int, ...]
    """The laid pieces that lie where the piece belongs; `taken` may be among them."""


def next_piece(
    ways: Iterable[Picture | None],
    laid: Sequence[tuple[Kind, Corners]],
    *,
    anywhere: bool = True,
    tolerance: float = TOLERANCE,
) -> Hint | None:
    """The next piece, by the solution that keeps most laid pieces; None if all are right.

    `ways` are solutions such as `search` gives (None is ignored); ValueError if there are none.
    With `anywhere` the picture may be built in any place, as when it is scored; else it must lie
    where the ways do. Where no laid piece is right the place is that of the way itself.
    """
    plans = [_Plan.of(way, laid, anywhere, tolerance) for way in ways if way is not None]
    if not plans:
        raise ValueError(say("sevens.no_way", "No solution is known for this silhouette"))
    plan = max(plans, key=lambda plan: len(plan.right))
    hints = [plan.hint(piece, laid) for piece in plan.missing]
    return min(hints, key=plan.trouble, default=None)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to lay the silhouette, compared with what is laid."""

    right: tuple[int, ...]
    done: tuple[Piece, ...]
    """Where the pieces that are right belong."""
    missing: tuple[Piece, ...]

    @classmethod
    def of(
        cls,
        way: Picture,
        laid: Sequence[tuple[Kind, Corners]],
        anywhere: bool,
        tolerance: float,
    ) -> "_Plan":
        order = sorted(range(len(laid)), key=lambda number: FULL_SET.index(laid[number][0]))
        guess = Picture.from_corners(laid)
        if anywhere:
            best = agreement(way, guess, tolerance)
            shift, pairs = (best.shift if best.pairs else (0.0, 0.0)), best.pairs
        else:
            shift, pairs = (0.0, 0.0), _in_place(way, guess, tolerance)
        placed = [Piece(p.kind, shifted(p.corners, (-shift[0], -shift[1]))) for p in way.pieces]
        found = {target for target, _ in pairs}
        return cls(
            tuple(sorted(order[number] for _, number in pairs)),
            tuple(piece for number, piece in enumerate(placed) if number in found),
            tuple(piece for number, piece in enumerate(placed) if number not in found),
        )

    def hint(self, piece: Piece, laid: Sequence[tuple[Kind, Corners]]) -> Hint:
        """What has to be done for one of the missing pieces."""
        wrong = [number for number in range(len(laid)) if number not in self.right]
        way = tuple(n for n in wrong if overlap_area(laid[n][1], piece.corners) > CONTACT_TOLERANCE)
        alike = [number for number in wrong if laid[number][0] == piece.kind]
        needed = sum(missing.kind == piece.kind for missing in self.missing)
        alike.sort(key=lambda number: number not in way)
        taken = alike[0] if len(alike) >= needed else None
        return Hint(piece, taken, self.right, way)

    def trouble(self, hint: Hint) -> tuple[int, bool, int]:
        """A sort key: best is a free place beside what is right, and a big piece."""
        beside = any(
            gap(hint.piece.corners, piece.corners) <= CONTACT_TOLERANCE for piece in self.done
        )
        others = sum(number != hint.taken for number in hint.in_the_way)
        return others, not beside, FULL_SET.index(hint.piece.kind)


def _in_place(way: Picture, guess: Picture, tolerance: float) -> tuple[tuple[int, int], ...]:
    """The pieces of the way and of the guess that agree without any shift."""
    pairs: list[tuple[int, int]] = []
    for target, there in enumerate(way.pieces):
        taken = {number for _, number in pairs}
        for number, here in enumerate(guess.pieces):
            if number not in taken and pieces_agree(here, there, tolerance):
                pairs.append((target, number))
                break
    return tuple(pairs)


def pieces_agree(a: Piece, b: Piece, within: float) -> bool:
    """Whether two pieces are of a kind and their corners lie so near to each other, in units."""
    return a.kind == b.kind and all(
        min(length(at, other) for other in b.corners) <= within for at in a.corners
    )
