"""The geometry of the board as tuples of ints, made at import.

Squares are counted from a1 = 0 along the ranks to i9 = 80. A table over both seats holds White's
81 numbers first, then Black's.
"""

from typing import Final

from tabletop.engine.game import Spot


def near_squares(square: int) -> tuple[int, ...]:
    """The up to eight squares around a square."""
    return NEAR[NEAR_AT[square] : NEAR_AT[square + 1]]


def slide_squares(start: int, to: int) -> tuple[int, ...]:
    """The squares that a slide passes, the last one too; nothing if they are not in line."""
    files, ranks = to % SIDE - start % SIDE, to // SIDE - start // SIDE
    length = max(abs(files), abs(ranks))
    if length == 0 or {abs(files), abs(ranks)} - {0, length}:
        return ()
    stride = files // length + ranks // length * SIDE
    return tuple(start + stride * i for i in range(1, length + 1))


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

CROWD_OFFSET: Final = tuple(-8 * inside for inside in IN_GOAL)
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

NAMES: Final[tuple[Spot, ...]] = tuple(
    "abcdefghi"[square % SIDE] + str(square // SIDE + 1) for square in range(SQUARES)
)

SQUARE_OF: Final = {name: square for square, name in enumerate(NAMES)}
