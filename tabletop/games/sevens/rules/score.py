"""Points for a guess: how many pieces lie as they were arranged, up to one shift of them all.

Inside this module points and shifts are complex numbers, so that a distance is an `abs`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final, TypeAlias

from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Corners, Point
from tabletop.games.sevens.rules.silhouette import SAME_WITHIN, same_silhouette

TOLERANCE: Final = 0.2
"""Units by which every corner of an agreeing piece may be off (rulings)."""

EDGE: Final = 1e-9
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
    silhouette_tolerance: float = SAME_WITHIN,
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
    reach = tolerance + EDGE
    fits = tuple(_fits(target, guess, reach))
    best: _Laid | None = None
    for at, together in _fullest(fits, reach):
        for chosen in _choices(together):
            laid = _laid(chosen, at, reach)
            if best is None or (-len(chosen), laid.error) < (-len(best.fits), best.error):
                best = laid
    if best is None:
        return Agreement(_from_middle_to_middle(target, guess), ())
    pairs = sorted((fit.target, fit.guess) for fit in best.fits)
    return Agreement((best.shift.real, best.shift.imag), tuple(pairs))


def _from_middle_to_middle(target: Picture, guess: Picture) -> Point:
    if not (target.pieces and guess.pieces):
        return 0.0, 0.0
    (tx, ty), (gx, gy) = target.middle, guess.middle
    return tx - gx, ty - gy


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


_Together: TypeAlias = tuple[_Fit, ...]


def _fullest(fits: Sequence[_Fit], reach: float) -> Iterator[tuple[complex, _Together]]:
    """Shifts, with the fits that hold there, at which no fewer pieces agree than anywhere.

    To try the `_vertices` of all discs together is enough. Let some fits hold at once: their discs
    share a region, and that region has one of its own vertices among those.
    """
    seen: dict[_Together, complex] = {}
    for shift in _vertices([centre for fit in fits for centre in fit.centres], reach):
        seen.setdefault(tuple(f for f in fits if f.holds(shift, reach + _NOISE)), shift)
    counts = {together: _most(together) for together in seen}
    most = max(counts.values(), default=0)
    return ((seen[together], together) for together in seen if counts[together] == most > 0)


def _vertices(centres: Sequence[complex], reach: float) -> Iterator[complex]:
    """The centres of discs and the crossings of their circles.

    What several closed discs of one size share, if anything, is bounded by arcs of their circles.
    It is a whole disc, if they are all the same, and then holds a centre; or its arcs meet, and
    they meet where two circles cross or touch.
    """
    # A perfect guess has all discs in one place: told apart by no more than noise, they count once.
    unlike = {complex(round(c.real, 12), round(c.imag, 12)): c for c in centres}
    yield from unlike.values()
    for a, b in combinations(unlike.values(), 2):
        apart = abs(b - a)
        if apart <= 2 * reach + _NOISE:
            middle = (a + b) / 2
            aside = 1j * (b - a) / apart * sqrt(max(0.0, reach * reach - apart * apart / 4))
            yield middle + aside
            yield middle - aside


def _most(fits: _Together) -> int:
    """How many of the target's pieces find a piece of the guess of their own."""
    partner: dict[int, int] = {}

    def find(target: int, tried: set[int]) -> bool:
        # An augmenting path (Berge, 1957): take a free piece, or one whose holder finds another.
        for fit in fits:
            if fit.target == target and fit.guess not in tried:
                tried.add(fit.guess)
                if fit.guess not in partner or find(partner[fit.guess], tried):
                    partner[fit.guess] = target
                    return True
        return False

    return sum(find(target, set()) for target in {fit.target for fit in fits})


def _choices(fits: _Together) -> Iterator[_Together]:
    """All ways to choose the most of these fits, each piece in one of them only."""
    most = _most(fits)
    targets = sorted({fit.target for fit in fits})

    def choose(left: Sequence[int], chosen: _Together) -> Iterator[_Together]:
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
class _Laid:
    """Fits that hold at a shift, and how well."""

    fits: _Together
    shift: complex
    error: float
    """The sum of squared distances between corners, in square units."""


def _laid(fits: _Together, at: complex, reach: float) -> _Laid:
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
    return _Laid(fits, shift, sum(abs(shift - centre) ** 2 for centre in centres))
