"""Points for a guess: how many pieces agree up to one common shift, or the same silhouette.

Shapely is imported where it is used, because loading it takes longer than opening a window. Points
and shifts are complex numbers in the matching of pieces, so a distance is an `abs`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, pairwise, product
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.games.sevens.rules.pieces import SQRT2, Corners, Picture, Point, centroid

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


SILHOUETTE_TOLERANCE: Final = 0.12
"""Square units that two silhouettes may differ by and still be the same (rulings)."""

EXACT: Final = 1e-6
"""Square units to which areas are compared and the least difference is found."""

_ROUGH: Final = 0.03
"""Square units to which places are compared before only the best of them is searched."""

_GRID: Final = 1e-8
"""Units to which unions are rounded, which removes slivers."""

_SWELL: Final = 1e-4
"""Units by which pieces are grown to close seams that come from the rounding of records."""

_BOXES: Final = 400
"""Boxes of shifts that are examined at most."""


def warm() -> None:
    """Loads shapely, so that the first score is not delayed; thread-safe."""
    import shapely.geometry  # noqa: F401


def difference(target: Picture, guess: Picture) -> tuple[float, Point]:
    """The least area that exactly one of two pictures covers, over all shifts of the guess.

    Gives the area and the shift. They are searched for from several places: rarely is the area
    more than 1e-4 too high, but for pictures quite unlike each other a lower one may be missed.
    """
    a, b = _silhouette(target), _silhouette(guess)
    if not (target.pieces and guess.pieces):
        return a.area + b.area, (0.0, 0.0)
    best = min(_evaluated(a, b, _alignments(a, b)))
    if best[0] <= EXACT:
        return best
    starts = (*_alignments(a, b), *_by_pieces(target, guess), *_by_edges(a, b))
    tried = sorted(_evaluated(a, b, starts))
    # Similar pictures have one local minimum or two side by side, others may have several.
    valleys = _apart(tried, 2 if tried[0][0] < 1 else 3)
    return _refined(a, b, min(_refined(a, b, start, _ROUGH) for start in valleys), EXACT)


def same_silhouette(
    target: Picture, guess: Picture, tolerance: float = SILHOUETTE_TOLERANCE
) -> bool:
    """Whether some shift leaves at most `tolerance` covered by only one of the two pictures.

    Where the answer is no, every shift has been excluded; but where that would take too long, as
    it does within some 1e-4 of the tolerance, the least `difference` that is found decides.
    """
    a, b = _silhouette(target), _silhouette(guess)
    if a.area + b.area <= tolerance + EXACT:
        return True
    if abs(a.area - b.area) > tolerance + EXACT:
        return False
    certain = _can_come_within(a, b, tolerance + EXACT)
    return difference(target, guess)[0] <= tolerance + EXACT if certain is None else certain


@dataclass(frozen=True, slots=True)
class _Silhouette:
    """What the pieces of a picture cover, and what bounds its difference from another."""

    shape: "BaseGeometry"
    area: float
    centre: Point
    reach: float
    """From the centroid to the farthest point."""
    edges: tuple[tuple[Point, Point], ...]
    """The outline, `_SWELL` too far out: clockwise on the screen, holes the other way."""
    bounds: tuple[tuple[float, float], ...]
    """Each a bound of the change of the area covered once: so much a unit of shift, and so much."""

    def change(self, distance: float) -> float:
        """Square units by which a shift may change the area covered once, at most."""
        return min(sweep * distance + fixed for sweep, fixed in self.bounds)


def _silhouette(picture: Picture) -> _Silhouette:
    import shapely
    from shapely.geometry import Polygon

    pieces = [Polygon(piece.corners) for piece in picture.pieces]
    shape = shapely.union_all(pieces, grid_size=_GRID)
    if shape.is_empty:
        return _Silhouette(shape, 0.0, (0.0, 0.0), 0.0, (), ((0.0, 0.0),))
    # A seam counts as two long edges. Swollen pieces have none, and a better bound for
    # all but the least shifts, though shape and shifted shape may each differ from the swollen one.
    swollen = shapely.union_all(shapely.buffer(pieces, _SWELL, join_style="mitre"), grid_size=_GRID)
    edges = tuple(_edges(swollen))
    bounds = (
        (_sweep(edges), 2 * (swollen.area - shape.area)),
        (_sweep(_edges(shape)), 0.0),
    )
    centre = (shape.centroid.x, shape.centroid.y)
    reach = max(hypot(x - centre[0], y - centre[1]) for x, y in shapely.get_coordinates(shape))
    return _Silhouette(shape, shape.area, centre, reach, edges, bounds)


def outlines(picture: Picture) -> tuple[Corners, ...]:
    """The outlines of what a picture covers, and of its holes; no corner tells of a seam."""
    from shapely import get_parts

    rings: list[Corners] = []
    for part in get_parts(_silhouette(picture).shape.simplify(EXACT)):
        if part.area > 0:  # a sliver may have collapsed to a line
            for ring in (part.exterior, *part.interiors):
                rings.append(tuple((x, y) for x, y in ring.coords[:-1]))
    return tuple(rings)


def _edges(shape: "BaseGeometry") -> Iterator[tuple[Point, Point]]:
    from shapely import get_parts
    from shapely.geometry.polygon import orient

    for part in get_parts(shape):
        # A sliver may have collapsed to a line, which covers nothing.
        if part.area > 0:
            whole = orient(part)
            for ring in (whole.exterior, *whole.interiors):
                points = [(x, y) for x, y in ring.coords]
                yield from pairwise(points)


def _sweep(edges: Iterable[tuple[Point, Point]]) -> float:
    """The most that a shape may sweep over, for each unit of a shift.

    Shifted by v, an edge e sweeps over |e x v|, and the shape differs from the shifted shape by
    no more than all its edges sweep over. The sum of |e x v| is the greatest sum of +-e x v, so
    over all unit vectors v it is at most the length of the longest sum of +-e; the signs that
    matter are those of the edges to one side of some edge's direction.
    """
    ways = [(bx - ax, by - ay) for (ax, ay), (bx, by) in edges]
    most = 0.0
    for ux, uy in ways:
        # An edge along the direction itself may have either sign: the longer sum decides.
        x = y = along_x = along_y = 0.0
        for ex, ey in ways:
            across, along = ux * ey - uy * ex, ux * ex + uy * ey
            if abs(across) <= 1e-9 * abs(along):
                sign = 1 if along > 0 else -1
                along_x, along_y = along_x + sign * ex, along_y + sign * ey
            else:
                sign = 1 if across > 0 else -1
                x, y = x + sign * ex, y + sign * ey
        most = max(most, hypot(x + along_x, y + along_y), hypot(x - along_x, y - along_y))
    return most


def _difference_area(a: _Silhouette, b: _Silhouette, shift: Point) -> float:
    """The area that exactly one of them covers when the second is shifted."""
    from shapely import GEOSException, intersection, transform

    moved = transform(b.shape, lambda points: points + shift)
    try:
        both = intersection(a.shape, moved).area
    except GEOSException:
        # Rounding of the shifted coordinates may make a seam cross itself. A grid repairs that, but
        # takes twice the time.
        both = intersection(a.shape, moved, grid_size=_GRID).area
    return max(0.0, a.area + b.area - 2 * float(both))


_Evaluated: TypeAlias = tuple[float, Point]
"""A shift after the area that is covered once there, so that the least is the best."""


def _evaluated(a: _Silhouette, b: _Silhouette, shifts: Iterable[Point]) -> Iterator[_Evaluated]:
    return ((_difference_area(a, b, shift), shift) for shift in shifts)


def _can_come_within(a: _Silhouette, b: _Silhouette, limit: float) -> bool | None:
    """Whether some shift leaves at most `limit` covered once; None if it takes too many steps.

    This is a branch and bound over boxes of shifts.

    For such a shift the centroids are near each other. About the centroid of the second, its own
    first moment is zero and that of the first is area * distance; they differ only by the part
    covered once, limit * (distance + reach) at most. So the distance is at most
    limit * reach / (area - limit), and no shift outside a small box needs a look.

    Within a box, `change` says how much lower than in its middle the area may be.
    """
    reach, area = max(a.reach, b.reach), max(a.area, b.area)
    # Shifted by more than both reaches they share nothing; the caller has excluded that case.
    half = a.reach + b.reach
    if area > limit:
        half = min(half, limit * reach / (area - limit))
    boxes = [(0.0, half, (a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]))]
    for _ in range(_BOXES):
        if not boxes:
            return False
        _, half, (x, y) = heappop(boxes)
        once = _difference_area(a, b, (x, y))
        if once <= limit:
            return True
        lowest = once - min(a.change(half * SQRT2), b.change(half * SQRT2))
        if lowest <= limit:
            half /= 2
            for dx, dy in product((-half, half), repeat=2):
                heappush(boxes, (lowest, half, (x + dx, y + dy)))
    return None


def _alignments(a: _Silhouette, b: _Silhouette) -> Iterator[Point]:
    """Centroid upon centroid, and the upright boxes side by side or corner upon corner."""
    yield a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]
    ax, ay, ar, ab = a.shape.bounds
    bx, by, br, bb = b.shape.bounds
    for x in (ax - bx, ar - br):
        for y in (ay - by, ab - bb):
            yield x, y
    yield (ax + ar - bx - br) / 2, (ay + ab - by - bb) / 2


def _by_pieces(target: Picture, guess: Picture) -> Iterator[Point]:
    """The shifts that lay a piece of the guess on one of its kind."""
    for there in target.pieces:
        for here in guess.pieces:
            if here.kind == there.kind:
                (tx, ty), (gx, gy) = centroid(there.corners), centroid(here.corners)
                yield tx - gx, ty - gy


@dataclass(frozen=True, slots=True)
class _Line:
    """The shifts that lay an edge of the guess along one of the target: n.s = c."""

    normal: Point
    offset: float
    weight: float
    """How long the shorter of the two edges is."""


def _by_edges(a: _Silhouette, b: _Silhouette) -> list[Point]:
    """The shifts that lay two edges of the guess along edges of the target, long ones first."""
    lines = sorted(_lines(a, b), key=lambda line: -line.weight)[:40]
    far = a.reach + b.reach
    found = []
    for one, other in combinations(lines, 2):
        (px, py), (qx, qy) = one.normal, other.normal
        cross = px * qy - py * qx
        if abs(cross) > 0.2:
            x = (one.offset * qy - other.offset * py) / cross
            y = (px * other.offset - qx * one.offset) / cross
            if hypot(x + b.centre[0] - a.centre[0], y + b.centre[1] - a.centre[1]) < far / 2:
                found.append((-one.weight * other.weight, (round(x, 6), round(y, 6))))
    return list(dict.fromkeys(shift for _, shift in sorted(found)))[:80]


def _lines(a: _Silhouette, b: _Silhouette) -> Iterator[_Line]:
    """A line for each two edges that face the same way, to about ten degrees."""
    for (sx, sy), (ex, ey) in a.edges:
        long = hypot(ex - sx, ey - sy)
        normal = (ey - sy) / long, (sx - ex) / long
        middle = (sx + ex) / 2, (sy + ey) / 2
        for (tx, ty), (fx, fy) in b.edges:
            other = hypot(fx - tx, fy - ty)
            if ((fy - ty) * normal[0] + (tx - fx) * normal[1]) / other > 0.985:
                dx, dy = middle[0] - (tx + fx) / 2, middle[1] - (ty + fy) / 2
                yield _Line(normal, dx * normal[0] + dy * normal[1], min(long, other))


def _apart(tried: Iterable[_Evaluated], count: int) -> list[_Evaluated]:
    """The first `count` that are not close to each other."""
    chosen: list[_Evaluated] = []
    for once, (x, y) in tried:
        if len(chosen) < count and all(hypot(x - p, y - q) > 0.05 for _, (p, q) in chosen):
            chosen.append((once, (x, y)))
    return chosen


def _refined(a: _Silhouette, b: _Silhouette, start: _Evaluated, within: float) -> _Evaluated:
    """The least area near a start, by a pattern search whose directions turn as its step shrinks.

    The area is least along narrow valleys between kinks. With fixed directions the search stops in
    a valley that is parallel to none of them.
    """
    best, step, turn = start, 0.05, 0.0
    while min(a.change(step), b.change(step)) > within / 4:
        (x, y), before = best[1], best
        for k in range(8):
            way = turn + k * pi / 4
            shift = x + step * cos(way), y + step * sin(way)
            best = min(best, (_difference_area(a, b, shift), shift))
            if best < before:
                # The same direction again, with a longer step.
                step, turn = step * 2, way
                break
        else:
            step, turn = step * 0.4, turn + 1
    return best


TOLERANCE: Final = 0.2
"""Units by which every corner of an agreeing piece may be off (rulings)."""

EPSILON: Final = 1e-9
"""Units added to the tolerance, so that a corner off by just as much counts as within it."""

_NOISE: Final = 1e-11
"""Units by which sums of floating numbers may be off: far less than `EDGE`, so ties are safe."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a guess is worth, before the cost of a peek."""

    matched: int
    """Pieces that lie as they were arranged, by the best common shift."""
    same_silhouette: bool
    points: int
    """All pieces of the target if the silhouettes are the same, else those matched (rule 5)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The shift of the whole guess that makes most pieces agree, and which those are."""

    shift: Point
    pairs: tuple[tuple[int, int], ...]
    """For each agreeing piece its place in the target and its place in the guess."""


def score(
    target: Picture,
    guess: Picture,
    *,
    tolerance: float = TOLERANCE,
    silhouette_tolerance: float = SILHOUETTE_TOLERANCE,
) -> Score:
    """What a guess is worth; pieces that are missing from it lie in the tray."""
    matched = len(agreement(target, guess, tolerance).pairs)
    same = same_silhouette(target, guess, silhouette_tolerance)
    return Score(matched, same, len(target) if same else matched)


def agreement(target: Picture, guess: Picture, tolerance: float = TOLERANCE) -> Agreement:
    """The greatest number of pieces that agree at once, and the shift that fits them best.

    Of the shifts with that number it is one with the least sum of squared distances between the
    corners of agreeing pieces. Where nothing agrees the middles are laid on each other.
    """
    reach = tolerance + EPSILON
    fits = tuple(_fits(target, guess, reach))
    best: _ShiftedFits | None = None
    for at, together in _best_fit_sets(fits, reach):
        for chosen in _maximum_matchings(together):
            laid = _best_shift(chosen, at, reach)
            if best is None or (-len(chosen), laid.error) < (-len(best.fits), best.error):
                best = laid
    if best is None:
        (tx, ty), (gx, gy) = target.middle, guess.middle
        here = (tx - gx, ty - gy) if target.pieces and guess.pieces else (0.0, 0.0)
        return Agreement(here, ())
    pairs = sorted((fit.target, fit.guess) for fit in best.fits)
    return Agreement((best.shift.real, best.shift.imag), tuple(pairs))


@dataclass(frozen=True, slots=True)
class _Fit:
    """A way to lay a piece of the guess on one of the target, corner upon corner.

    A shift brings a corner g within reach of t if it lies in the disc about t - g; it makes the
    pieces agree if it lies in the discs of all their corners.
    """

    target: int
    guess: int
    centres: tuple[complex, ...]

    def holds(self, shift: complex, reach: float) -> bool:
        return all(abs(shift - centre) <= reach for centre in self.centres)


def _fits(target: Picture, guess: Picture, reach: float) -> Iterator[_Fit]:
    """All ways to lay pieces on pieces that some shift achieves."""
    for i, there in enumerate(target.pieces):
        for j, here in enumerate(guess.pieces):
            if here.kind == there.kind:
                for centres in _pairings(_points(there.corners), _points(here.corners), reach):
                    fit = _Fit(i, j, centres)
                    if any(fit.holds(shift, reach + _NOISE) for shift in _vertices(centres, reach)):
                        yield fit


def _pairings(
    there: Sequence[complex],
    here: Sequence[complex],
    reach: float,
    so_far: tuple[complex, ...] = (),
) -> Iterator[tuple[complex, ...]]:
    """The disc centres of all ways to pair the corners, given up where two discs are apart."""
    if not here:
        yield so_far
        return
    for k, corner in enumerate(here):
        centre = there[0] - corner
        if all(abs(centre - other) <= 2 * reach + _NOISE for other in so_far):
            rest = (*here[:k], *here[k + 1 :])
            yield from _pairings(there[1:], rest, reach, (*so_far, centre))


def _points(corners: Corners) -> tuple[complex, ...]:
    return tuple(complex(x, y) for x, y in corners)


_FitSet: TypeAlias = tuple[_Fit, ...]


def _best_fit_sets(fits: Sequence[_Fit], reach: float) -> Iterator[tuple[complex, _FitSet]]:
    """Shifts at which most pieces agree, with the fits that hold there.

    To try the `_vertices` of all discs together is enough. Let some fits hold at once: their discs
    share a region, and that region has one of its own vertices among those.
    """
    seen: dict[_FitSet, complex] = {}
    for shift in _vertices([centre for fit in fits for centre in fit.centres], reach):
        seen.setdefault(tuple(f for f in fits if f.holds(shift, reach + _NOISE)), shift)
    counts = {together: _matching_size(together) for together in seen}
    most = max(counts.values(), default=0)
    return ((seen[together], together) for together in seen if counts[together] == most > 0)


def _vertices(centres: Sequence[complex], reach: float) -> Iterator[complex]:
    """The centres of discs and the crossings of their circles.

    What several closed discs of one size share, if anything, is bounded by arcs of their circles.
    It is a whole disc, if they are all the same, and then holds a centre; or its arcs meet, and
    they meet where two circles cross or touch.
    """
    # A perfect guess has all discs in one place; those that differ by rounding only count once.
    unlike = {complex(round(c.real, 12), round(c.imag, 12)): c for c in centres}
    yield from unlike.values()
    for a, b in combinations(unlike.values(), 2):
        apart = abs(b - a)
        if apart <= 2 * reach + _NOISE:
            middle = (a + b) / 2
            aside = 1j * (b - a) / apart * sqrt(max(0.0, reach * reach - apart * apart / 4))
            yield middle + aside
            yield middle - aside


def _matching_size(fits: _FitSet) -> int:
    """The size of a maximum matching of target pieces to guess pieces."""
    partner: dict[int, int] = {}

    def find(target: int, tried: set[int]) -> bool:
        # An augmenting path (Berge, 1957): a free piece, or one whose partner finds another.
        for fit in fits:
            if fit.target == target and fit.guess not in tried:
                tried.add(fit.guess)
                if fit.guess not in partner or find(partner[fit.guess], tried):
                    partner[fit.guess] = target
                    return True
        return False

    return sum(find(target, set()) for target in {fit.target for fit in fits})


def _maximum_matchings(fits: _FitSet) -> Iterator[_FitSet]:
    """All maximum matchings: sets of fits in which no piece occurs twice."""
    most = _matching_size(fits)
    targets = sorted({fit.target for fit in fits})

    def choose(left: Sequence[int], chosen: _FitSet) -> Iterator[_FitSet]:
        if len(chosen) + len(left) < most:
            return
        if not left:
            yield chosen
            return
        taken = {fit.guess for fit in chosen}
        for fit in fits:
            if fit.target == left[0] and fit.guess not in taken:
                yield from choose(left[1:], (*chosen, fit))
        yield from choose(left[1:], chosen)

    return choose(targets, ())


@dataclass(frozen=True, slots=True)
class _ShiftedFits:
    """Fits that hold at a shift, and how well."""

    fits: _FitSet
    shift: complex
    error: float
    """The sum of squared distances between corners, in square units."""


def _best_shift(fits: _FitSet, at: complex, reach: float) -> _ShiftedFits:
    """The best shift for these fits, all of which hold at `at`.

    The sum of squares grows with the distance from the mean of the centres, so the best is the
    point nearest to the mean: itself, the nearest point of one circle, or a vertex.
    """
    centres = [centre for fit in fits for centre in fit.centres]
    mean = sum(centres) / len(centres)
    towards = [c + (mean - c) / abs(mean - c) * reach for c in centres if abs(mean - c) > reach]
    shifts = [mean]
    if towards:
        shifts += [*towards, *_vertices(centres, reach)]
    good = [s for s in shifts if all(fit.holds(s, reach + _NOISE) for fit in fits)]
    shift = min(good, key=lambda s: abs(s - mean), default=at)
    return _ShiftedFits(fits, shift, sum(abs(shift - centre) ** 2 for centre in centres))
