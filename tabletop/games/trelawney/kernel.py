"""The rules of Trelawney's Glory over a flat buffer of ints, and its board as tables.

A square is a number, ``rank * 8 + file`` from a1 = 0, on both boards, so that a set of squares
is one int: the eighth file stays empty and keeps lines and steps from wrapping round. A place of
the ring is a number too, and has coordinates: (0, 0) is the lower left corner, a1 would be (1, 1).
Tables with one part for each board are indexed by 0 for the 6 x 6 squares, 1 for the 7 x 7
points; those for each direction by 0 to 7. The opposite of direction k is k ^ 1.

A window is a set of five squares in a straight line; a seat that fills one has won. There are 32 of
them on the 6 x 6 squares and 60 on the 7 x 7 points: rows, columns, then both diagonals.

A ply is ``square | kind << 6``. Kind 0 only lays; ``SHOVE + k`` and ``DRAG + k`` move the enemy
stone that is a step in direction k from the stone just laid.
"""

from collections.abc import Sequence
from typing import Final

from tabletop.engine.kernel import (
    HEADER,
    PLY,
    REASON,
    RESULT,
    SEATS,
    TURN,
    Buffer,
    lowest_bit,
    popcount,
)

SIZES: Final = (6, 7)
"""Squares along a side."""

FILES: Final = "abcdefg"
RANKS: Final = "1234567"

STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))
"""Files and ranks of one step in each direction; the four straight ones first."""

DELTA: Final = tuple(dx + 8 * dy for dx, dy in STEPS)
"""What a step adds to a square's number."""

SQUARE_NAMES: Final = tuple(file + rank for rank in RANKS + "8" for file in FILES + "h")
"""Each square as players call it: ``c3``; also those of the eighth file and rank."""

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


def square_named(square: str) -> int:
    """The square of this name."""
    return RANKS.index(square[1]) * 8 + FILES.index(square[0])


def spot_name(board: int, x: int, y: int) -> str:
    """What the place at (x, y) is called: ``c3``, or ``ring:0,3`` off the board."""
    return f"ring:{x},{y}" if (x, y) in RING[board] else SQUARE_NAMES[square_at(x, y)]


SQUARES: Final = tuple(
    tuple(square_at(x, y) for y in range(1, size + 1) for x in range(1, size + 1)) for size in SIZES
)
"""Every square, for each board."""
BOARD: Final = tuple(sum(1 << square for square in squares) for squares in SQUARES)
"""The same as a set."""


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
    sum(1 << square for square in SQUARES[board] if PLACE[(board * 64 + square) * 8 + k] >= 0)
    for board in (0, 1)
    for k in range(8)
)
"""At ``board * 8 + k``: the squares from which a step leaves the board."""

FACING: Final = tuple(
    sum(1 << square for square in SQUARES[board] if PLACE[(board * 64 + square) * 8 + k] == place)
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
        for square in SQUARES[board]
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

POINTS = HEADER  # option intersections: 0 the 6 x 6 squares, 1 the 7 x 7 points
DECLARE = HEADER + 1  # option declare: 1 if lines win only when called
STONES = HEADER + 2  # STONES + seat: that seat's stones on the board, a bit a square
OUT = HEADER + 4  # OUT + seat: that seat's stones on the ring, a bit a place
BLOCKED = HEADER + 6  # BLOCKED + k: the squares from which a step leads to a stone that is out

STATE_SIZE = HEADER + 14
MAX_MOVES = 640  # at most 36 squares to lay on, 17 ways each (or 49 and 9)
SCRATCH = 34  # 17 sets of squares by kind, 17 counts by kind

SHOVE = 1
DRAG = 9
KINDS = 17
UPTO = 17  # scratch[UPTO + kind]: how many plies are of that kind or a lower one

# How a game ends.
FIVE = 1  # who has just moved has a line
GIVEN = 2  # the move made a line for the other side
FULL = 3

LINES = (0, 2, 4, 6)  # the direction upwards of each kind of line: rows, columns, both diagonals


def start(s: Buffer, seats: int, options: Sequence[int]) -> None:
    """Fills `s` with the empty board. Options: intersections, declare."""
    for i in range(STATE_SIZE):
        s[i] = 0
    s[SEATS] = seats
    s[POINTS] = options[0]
    s[DECLARE] = options[1]


def shifted(b: int, k: int) -> int:
    """A set moved one step in direction k; what leaves the board is still to be masked off."""
    d = DELTA[k]
    if d > 0:
        return b << d
    return b >> -d


def fives(b: int, k: int) -> int:
    """The squares from which five stones of a set run in direction k, one of `LINES`."""
    d = DELTA[k]
    twos = b & b >> d
    return twos & twos >> 2 * d & b >> 4 * d


def five(b: int) -> bool:
    """Rule 7: five or more in a row, a column or a diagonal."""
    return fives(b, 0) != 0 or fives(b, 2) != 0 or fives(b, 4) != 0 or fives(b, 6) != 0


def find_squares(s: Buffer, scratch: Buffer) -> None:
    """Sets scratch[kind] to the squares for that kind of ply, fives by the lay not yet minded."""
    foe = s[STONES + 1 - s[TURN]]
    vacant = BOARD[s[POINTS]] & ~(s[STONES] | s[STONES + 1])
    lays = vacant  # rule 1
    if s[PLY] == 1:  # rule 2: next to the first stone
        lays = 0
        for k in range(8):
            lays |= vacant & shifted(foe, k)
    scratch[0] = lays
    find_ways(s, lays, foe, vacant, 0, scratch)
    find_ways(s, lays, foe, vacant, 2, scratch)
    if s[POINTS]:  # rule 10: nothing moves diagonally
        for k in range(4, 8):
            scratch[SHOVE + k] = 0
            scratch[DRAG + k] = 0
    else:
        find_ways(s, lays, foe, vacant, 4, scratch)
        find_ways(s, lays, foe, vacant, 6, scratch)


def find_ways(s: Buffer, lays: int, foe: int, vacant: int, k: int, scratch: Buffer) -> None:
    """Rules 3 to 6 along one kind of line: the squares to shove and drag from, up and down it."""
    d = DELTA[k]
    edge = s[POINTS] * 8 + k
    # The squares with a vacant place a step up or down, on the board or off it. What the shifts
    # carry over its edge goes with `near`.
    up = (vacant >> d | EDGE[edge]) & ~s[BLOCKED + k]
    down = (vacant << d | EDGE[edge + 1]) & ~s[BLOCKED + k + 1]
    near = lays & foe >> d
    scratch[SHOVE + k] = near & up >> d
    scratch[DRAG + k] = near & down
    near = lays & foe << d
    scratch[SHOVE + k + 1] = near & down << d
    scratch[DRAG + k + 1] = near & up


def ends_at_once(s: Buffer, square: int) -> bool:
    """Rule 7: a five by the lay wins before anything could move."""
    return not s[DECLARE] and five(s[STONES + s[TURN]] | 1 << square)


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    """Every legal ply: the lays square by square, then the shoves, then the drags."""
    find_squares(s, scratch)
    n = 0
    wins = 0
    b = scratch[0]
    while b:
        square = lowest_bit(b)
        moves[n] = square
        n += 1
        if ends_at_once(s, square):
            wins |= 1 << square
        b &= b - 1
    for kind in range(1, KINDS):
        b = scratch[kind] & ~wins
        while b:
            moves[n] = lowest_bit(b) | kind << 6
            n += 1
            b &= b - 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer) -> int:
    """A uniformly random legal ply from 31 random bits; -1: ask again."""
    find_squares(s, scratch)
    n = 0
    for kind in range(KINDS):
        if scratch[kind]:
            n += popcount(scratch[kind])
        scratch[UPTO + kind] = n
    r = x * n >> 31
    kind = 0
    while r >= scratch[UPTO + kind]:
        kind += 1
    if kind > 0:
        r -= scratch[UPTO + kind - 1]
    b = scratch[kind]
    for _ in range(r):
        b &= b - 1
    square = lowest_bit(b)
    if kind > 0 and ends_at_once(s, square):
        return -1
    return square | kind << 6


def apply(s: Buffer, move: int) -> None:
    """Plays a legal ply: the lay, then what it shoves or drags, then the second lay."""
    s[STONES + s[TURN]] |= 1 << (move & 63)
    if move >> 6:
        move_two(s, move & 63, move >> 6)
    s[TURN] = 1 - s[TURN]
    s[PLY] += 1
    settle(s)


def move_two(s: Buffer, square: int, kind: int) -> None:
    """Rules 3 and 4: the stone just laid and its neighbour move, and a second stone is laid."""
    seat = s[TURN]
    k = kind - SHOVE & 7
    neighbour = square + DELTA[k]
    if kind < DRAG:
        step(s, 1 - seat, neighbour, k)
        step(s, seat, square, k)
        vacated = square
    else:
        step(s, seat, square, k ^ 1)
        step(s, 1 - seat, neighbour, k ^ 1)
        vacated = neighbour
    # Rule 8: a five in the delay ends the ply.
    if s[DECLARE] or not (five(s[STONES]) or five(s[STONES + 1])):
        s[STONES + seat] |= 1 << vacated


def step(s: Buffer, seat: int, square: int, k: int) -> None:
    """Moves a stone one step; off the board it is out (rule 6)."""
    s[STONES + seat] &= ~(1 << square)
    place = PLACE[(s[POINTS] * 64 + square) * 8 + k]
    if place < 0:
        s[STONES + seat] |= 1 << square + DELTA[k]
    else:
        put_out(s, seat, place)


def put_out(s: Buffer, seat: int, place: int) -> None:
    """Rule 6: a stone lies on a place of the ring for good, and blocks it."""
    s[OUT + seat] |= 1 << place
    for k in range(8):
        s[BLOCKED + k] |= FACING[(s[POINTS] * 32 + place) * 8 + k]


def settle(s: Buffer) -> None:
    """Sets RESULT and REASON from what stands, where the turn has already passed."""
    mover = 1 - s[TURN]
    if not s[DECLARE]:  # rule 11: else lines end nothing
        if five(s[STONES + mover]):  # rules 7 and 8: who has just moved comes first
            s[RESULT] = 1 + (1 << mover)
            s[REASON] = FIVE
        elif five(s[STONES + s[TURN]]):
            s[RESULT] = 1 + (1 << s[TURN])
            s[REASON] = GIVEN
    if s[RESULT] == 0 and s[STONES] | s[STONES + 1] == BOARD[s[POINTS]]:  # rule 9
        s[RESULT] = 1
        s[REASON] = FULL
