"""The squares of the board, the places of the ring around it and the windows, as tables.

A square is a number, ``rank * 8 + file`` from a1 = 0, on both boards, so that a set of squares
is one int: the eighth file stays empty and keeps lines and steps from wrapping round. A place of
the ring is a number too, and has coordinates: (0, 0) is the lower left corner, a1 would be (1, 1).
Tables with one part for each board are indexed by 0 for the 6 x 6 squares, 1 for the 7 x 7
points; those for each direction by 0 to 7. The opposite of direction k is k ^ 1.

A window is a set of five squares in a straight line; a seat that fills one has won. There are 32 of
them on the 6 x 6 squares and 60 on the 7 x 7 points: rows, columns, then both diagonals.
"""

from typing import Final

SIZES: Final = (6, 7)
"""Squares along a side."""

FILES: Final = "abcdefg"
RANKS: Final = "1234567"

STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))
"""Files and ranks of one step in each direction; the four straight ones first."""

DELTA: Final = tuple(dx + 8 * dy for dx, dy in STEPS)
"""What a step adds to a square's number."""

RING: Final = tuple(
    tuple(
        (x, y)
        for y in range(size + 2)
        for x in range(size + 2)
        if x in (0, size + 1) or y in (0, size + 1)
    )
    for size in SIZES
)
"""The coordinates of every place off the board, for each board."""


def square_at(x: int, y: int) -> int:
    """The square with the ring's coordinates (x, y)."""
    return (y - 1) * 8 + x - 1


def coordinates(square: int) -> tuple[int, int]:
    """A square in the ring's coordinates."""
    return square % 8 + 1, square // 8 + 1


def square_name(square: int) -> str:
    """A square as players call it: ``c3``."""
    return FILES[square % 8] + RANKS[square // 8]


def square_named(square: str) -> int:
    """The square of this name."""
    return RANKS.index(square[1]) * 8 + FILES.index(square[0])


def spot_name(board: int, x: int, y: int) -> str:
    """What the place at (x, y) is called: ``c3``, or ``ring:0,3`` off the board."""
    return f"ring:{x},{y}" if (x, y) in RING[board] else square_name(square_at(x, y))


def board_squares(board: int) -> tuple[int, ...]:
    """Every square of a board."""
    sides = range(1, SIZES[board] + 1)
    return tuple(square_at(x, y) for y in sides for x in sides)


BOARD: Final = tuple(sum(1 << square for square in board_squares(board)) for board in (0, 1))
"""All squares of a board, as a set."""


def _place(board: int, square: int, k: int) -> int:
    """The place of the ring that a step from a square leads to; -1 where it stays on the board."""
    x, y = coordinates(square)
    there = (x + STEPS[k][0], y + STEPS[k][1])
    return RING[board].index(there) if there in RING[board] else -1


PLACE: Final = tuple(
    _place(board, square, k) for board in (0, 1) for square in range(64) for k in range(8)
)
"""At ``(board * 64 + square) * 8 + k``: the place of the ring that is a step away, or -1."""

EDGE: Final = tuple(
    sum(1 << square for square in board_squares(board) if PLACE[(board * 64 + square) * 8 + k] >= 0)
    for board in (0, 1)
    for k in range(8)
)
"""At ``board * 8 + k``: the squares from which a step leaves the board."""

FACING: Final = tuple(
    sum(
        1 << square
        for square in board_squares(board)
        if PLACE[(board * 64 + square) * 8 + k] == place
    )
    for board in (0, 1)
    for place in range(32)
    for k in range(8)
)
"""At ``(board * 32 + place) * 8 + k``: the one square from which a step leads there, or none."""

WINDOW_LENGTH: Final = 5
"""Squares in a window."""


def _windows(board: int) -> tuple[tuple[int, int], ...]:
    """Each window of a board, with its upward direction."""
    return tuple(
        (window, k)
        for k in (0, 2, 4, 6)
        for square in board_squares(board)
        if (window := sum(1 << square + i * DELTA[k] for i in range(WINDOW_LENGTH))) & BOARD[board]
        == window
    )


_BOTH: Final = _windows(0) + _windows(1)

WINDOW: Final = tuple(window for window, _ in _BOTH)
"""The windows of the 6 x 6 squares, then those of the 7 x 7 points, as sets."""

WINDOW_SQUARES: Final = tuple(
    square for window in WINDOW for square in range(64) if window >> square & 1
)
"""The squares of window i, at i * 5 and the four after it."""

WINDOW_DIRECTION: Final = tuple(k for _, k in _BOTH)
"""The direction upwards along each window."""

FIRST_WINDOW: Final = (0, len(_windows(0)))
"""Where the windows of each board begin."""

LAST_WINDOW: Final = (len(_windows(0)), len(_BOTH))
"""Where the windows of each board end; this one is not among them."""
