"""Pieces that nearly touch brought to touch exactly, as at the end of solving a rough outline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Final, TypeAlias

Shape: TypeAlias = tuple[complex, ...]

ROUNDS: Final = 400
EXACT: Final = 1e-10
LOOKS: Final = 40
"""Every so many rounds it is asked whether it still comes nearer,"""
SLOW: Final = 0.5
"""by this much at least: what is slower is far from `EXACT` after all rounds."""


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
        """What still misses when each piece has made its move."""
        rest = self.miss + moves[self.other] - moves[self.mover]
        if self.across is None:
            return rest
        return self.across * (self.across.conjugate() * rest).real


def tightened(shapes: Sequence[Shape], reach: float, fixed: int = 0) -> tuple[Shape, ...] | None:
    """The shapes shifted (never turned) until all that touched within `reach` units touches.

    The first `fixed` of them stay. Each contact in turn is closed by moving both of its pieces
    half way: where all can hold at once this comes to rest (Kaczmarz, 1937). None if they cannot.
    """
    contacts = list(_contacts(shapes, reach))
    moves = [0j] * len(shapes)
    before = inf
    for number in range(ROUNDS):
        worst = 0.0
        for contact in contacts:
            gap = contact.gap(moves)
            worst = max(worst, abs(gap))
            _close(contact, gap, moves, fixed)
        if worst < EXACT:
            return tuple(
                tuple(at + move for at in shape) for shape, move in zip(shapes, moves, strict=True)
            )
        if number % LOOKS == LOOKS - 1:
            if worst > SLOW * before:
                return None
            before = worst
    return None


def _close(contact: Contact, gap: complex, moves: list[complex], fixed: int) -> None:
    free = (contact.mover >= fixed, contact.other >= fixed)
    if not any(free):
        return
    part = gap / sum(free)
    if free[0]:
        moves[contact.mover] += part
    if free[1]:
        moves[contact.other] -= part


def _contacts(shapes: Sequence[Shape], reach: float) -> Iterator[Contact]:
    for i, j in combinations(range(len(shapes)), 2):
        for mover, other in ((i, j), (j, i)):
            for at in shapes[mover]:
                yield from _of_corner(mover, other, at, shapes[other], reach)


def _of_corner(
    mover: int, other: int, at: complex, shape: Shape, reach: float
) -> Iterator[Contact]:
    near = min(shape, key=lambda corner: abs(corner - at))
    if abs(near - at) <= reach:
        if mover < other:  # seen from the other piece it is the same contact
            yield Contact(mover, other, near - at)
        return
    for start, end in zip(shape, (*shape[1:], shape[0]), strict=True):
        along = (end - start) / abs(end - start)
        place = (at - start) * along.conjugate()
        if abs(place.imag) <= reach and 0 < place.real < abs(end - start):
            yield Contact(mover, other, -place.imag * 1j * along, 1j * along)
