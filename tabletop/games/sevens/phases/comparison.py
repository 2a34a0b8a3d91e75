"""A guess beside what was arranged, as the scoring shows it: what agrees, what went astray."""

from dataclasses import dataclass

from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Point
from tabletop.games.sevens.rules.score import agreement
from tabletop.games.sevens.rules.silhouette import difference
from tabletop.games.sevens.rules.tally import TurnScore


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two pictures, the guess already shifted to where most of its pieces agree."""

    target: Picture
    guess: Picture
    agreed: tuple[tuple[int, int], ...]
    """For each piece that agrees its place in the target and in the guess."""
    astray: tuple[tuple[int, int | None], ...]
    """For each piece of the target that none agrees with its place, and that of a piece of its
    kind in the guess; None if that stayed in the tray."""
    covering: Point | None
    """Where the silhouettes are the same although pieces lie differently: the further shift of
    the guess that makes them coincide."""

    @property
    def span(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of both pictures together."""
        if not self.guess.pieces:
            return self.target.span
        one, other = self.target.span, self.guess.span
        return (
            min(one[0], other[0]),
            min(one[1], other[1]),
            max(one[2], other[2]),
            max(one[3], other[3]),
        )


def compare(turn: TurnScore, tolerance: float) -> Comparison:
    """The comparison by which a turn's points were given."""
    target, guess = turn.target, turn.guess
    found = agreement(target, guess, tolerance)
    shifted = guess.shifted(found.shift)
    free = [n for n in range(len(guess)) if n not in {g for _, g in found.pairs}]
    missed = [n for n in range(len(target)) if n not in {t for t, _ in found.pairs}]
    astray: list[tuple[int, int | None]] = []
    for place in missed:
        kind = target.pieces[place].kind
        partner = next((n for n in free if guess.pieces[n].kind == kind), None)
        if partner is not None:
            free.remove(partner)
        astray.append((place, partner))
    excepted = turn.score.same_silhouette and missed
    covering = difference(target, shifted)[1] if excepted else None
    return Comparison(target, shifted, found.pairs, tuple(astray), covering)
