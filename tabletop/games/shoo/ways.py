"""How far it is to the goal, on foot and on horseback, worked out once at import.

As in `tables`, a table over both seats holds White's 81 numbers first, then Black's.
"""

from typing import Final

from tabletop.games.shoo.tables import GLIDE, HOMES, OUTSIDE, SIDE, SQUARES

_CORNERS: Final = (SIDE * (SIDE - 1), SIDE - 1)
"""The far corners of the goals: a9 for White, i1 for Black."""


def _steps(a: int, b: int) -> int:
    """Steps from one square to another on an empty board."""
    return max(abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE))


CORNER: Final = tuple(_steps(square, corner) for corner in _CORNERS for square in range(SQUARES))
"""By seat: steps to the far corner of the goal; 2 or less inside it."""

FILLED: Final = sum(CORNER[square] for square in HOMES[1])
"""The sum of `CORNER` over the nine squares of a goal."""

DOORSTEP: Final = tuple(
    int(OUTSIDE[square] and min(_steps(square, goal) for goal in HOMES[1 - seat]) == 1)
    for seat in (0, 1)
    for square in range(SQUARES)
)
"""By seat: 1 for the squares just outside its goal, where a rider dismounts into it."""


def _slides(square: int) -> tuple[int, ...]:
    """The squares that a horse can slide to on an empty board."""
    found = []
    for direction in range(8):
        to = GLIDE[direction * SQUARES + square]
        while to >= 0:
            found.append(to)
            to = GLIDE[direction * SQUARES + to]
    return tuple(found)


def _rides(seat: int, square: int) -> int:
    """Rides to a doorstep on an empty board: none, one or two."""
    if DOORSTEP[seat * SQUARES + square]:
        return 0
    return 1 if any(DOORSTEP[seat * SQUARES + to] for to in _slides(square)) else 2


LANDED: Final = 3
"""What a rider on a doorstep still needs in the measure of `CORNER`: it dismounts to a 2."""

RIDDEN: Final = tuple(
    LANDED + _rides(seat, square) if OUTSIDE[square] else 9
    for seat in (0, 1)
    for square in range(SQUARES)
)
"""By seat: what a rider needs in the measure of `CORNER`, were nothing in its way."""
