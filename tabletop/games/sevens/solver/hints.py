"""What to lay next: help for somebody who has laid some pieces of a silhouette already."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tabletop.engine import say
from tabletop.games.sevens.rules.picture import CONTACT_TOLERANCE, Picture, Piece
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    Corners,
    Kind,
    Point,
    gap,
    length,
    overlap_area,
    shifted,
)
from tabletop.games.sevens.rules.score import TOLERANCE, agreement


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
    """The next piece of that one of the ways which keeps most laid pieces; None if all are right.

    The ways are those known to lay the silhouette, such as `solver.search` gives (its None is
    passed over); ValueError if there are none. With `anywhere` the picture may be built in any
    place, as when it is scored; else it must lie where the ways do. Where no laid piece is right
    the place is that of the way itself.
    """
    plans = [_Plan.of(way, laid, anywhere, tolerance) for way in ways if way is not None]
    if not plans:
        raise ValueError(say("sevens.no_way", "There is no way known to lay this silhouette"))
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
            shift, pairs = _agreeing(way, guess, tolerance)
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
        """How little a hint helps: best is a free place beside what is right, a big piece first."""
        beside = any(
            gap(hint.piece.corners, piece.corners) <= CONTACT_TOLERANCE for piece in self.done
        )
        others = sum(number != hint.taken for number in hint.in_the_way)
        return others, not beside, FULL_SET.index(hint.piece.kind)


def _agreeing(
    way: Picture, guess: Picture, tolerance: float
) -> tuple[Point, tuple[tuple[int, int], ...]]:
    found = agreement(way, guess, tolerance)
    return (found.shift, found.pairs) if found.pairs else ((0.0, 0.0), ())


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
