"""The fixed geometry of the board, worked out once at import as tuples of ints.

Squares are counted from a1 = 0 along the ranks to i9 = 80. A table over both seats holds White's
81 numbers first, then Black's.
"""

from typing import Final

SIDE: Final = 9
SQUARES: Final = SIDE * SIDE

_DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_ALL: Final = range(SQUARES)


def _base(first_file: int, first_rank: int) -> tuple[int, ...]:
    """The nine squares of a home base, from its lower left corner."""
    return tuple(
        rank * SIDE + file
        for rank in range(first_rank, first_rank + 3)
        for file in range(first_file, first_file + 3)
    )


HOMES: Final = (_base(6, 0), _base(0, 6))
"""The home bases of White (g1 to i3) and Black (a7 to c9); each is the other's goal."""

BOTH_HOMES: Final = frozenset(HOMES[0] + HOMES[1])


def _beside(square: int, file_step: int, rank_step: int) -> int:
    """The next square in a direction, or -1 beyond the edge."""
    file, rank = square % SIDE + file_step, square // SIDE + rank_step
    return rank * SIDE + file if 0 <= file < SIDE and 0 <= rank < SIDE else -1


_NEAR_LISTS: Final = tuple(
    tuple(to for df, dr in _DIRECTIONS if (to := _beside(square, df, dr)) >= 0) for square in _ALL
)

NEAR: Final = tuple(to for near in _NEAR_LISTS for to in near)
"""The near squares of a1, then those of b1, and so on."""

NEAR_AT: Final = tuple(sum(len(near) for near in _NEAR_LISTS[:i]) for i in range(SQUARES + 1))
"""Where in `NEAR` the neighbours of a square begin; they end where the next square's begin."""


def _glide(square: int, file_step: int, rank_step: int) -> int:
    """The next square for a horse, or -1 where the board ends or a home base begins."""
    to = _beside(square, file_step, rank_step)
    return -1 if to in BOTH_HOMES else to


GLIDE: Final = tuple(_glide(square, df, dr) for df, dr in _DIRECTIONS for square in _ALL)
"""For each of the eight directions, a horse's next square from each square, or -1."""

OUTSIDE: Final = tuple(0 if square in BOTH_HOMES else 1 for square in _ALL)
"""1 for the 63 squares outside both bases, where horses may be."""

IN_GOAL: Final = tuple(int(square in HOMES[1 - seat]) for seat in (0, 1) for square in _ALL)
"""By seat: 1 for the squares of its goal."""

GOAL: Final = HOMES[1] + HOMES[0]
"""By seat: the nine squares of its goal."""

CALM: Final = tuple(-8 * inside for inside in IN_GOAL)
"""By seat: what a count of enemies starts from; inside the goal it can never reach two."""


def _ring(seat: int, square: int) -> int:
    """The king's distance from a square to the nearest square of a seat's home base."""
    return min(
        max(abs(square % SIDE - home % SIDE), abs(square // SIDE - home // SIDE))
        for home in HOMES[seat]
    )


RING: Final = tuple(_ring(seat, square) for seat in (0, 1) for square in _ALL)
"""By seat: in which ring round its home base a square lies."""

_OPEN: Final = tuple(square for square in _ALL if OUTSIDE[square])
OPEN_SQUARES: Final = len(_OPEN)

RINGS: Final = tuple(
    square
    for seat in (0, 1)
    for square in sorted(_OPEN, key=lambda square: RING[seat * SQUARES + square])
)
"""By seat: the squares outside both bases, the nearest ring first."""
