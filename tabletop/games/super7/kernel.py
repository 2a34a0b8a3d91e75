"""The rules of Super Seven over a flat buffer of ints (see `tabletop.engine.kernel`).

Boxes and squares count from 0 in reading order (the label less 3). The counters of a seat are two
sets of bits, for they must fit into a compiled int: bit 9 x box + square for boxes 0-4, and the
same less 45 for boxes 5-8. A box or the board of boxes is a set of nine bits: one and the same
table says who has won either.

A move is a number: 0-80 a square (9 x box + square), 81 a pass, 82-117 a throw of the dice.
"""

from collections.abc import Sequence

from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, Buffer, popcount

SIDE = HEADER
"""The seat that throws or places."""
STRICT = HEADER + 1
"""1 when middle squares are for a 7 only."""
DIE_1 = HEADER + 2
DIE_2 = HEADER + 3
"""The dice; 0 before a throw."""
THROWS = HEADER + 4
"""How often the side has thrown this turn."""
BOXES = HEADER + 5
"""Two slots: the boxes that each seat has won, as nine bits."""
COUNTERS = HEADER + 7
"""Four slots: Blue's counters in boxes 0-4 and 5-8, then Red's; a won box is nine of them."""

STATE_SIZE = COUNTERS + 4
MAX_MOVES = 81
SCRATCH = 81

PASS = 81
FIRST_THROW = 82
DICE = 36
CHANCE = -1
MAX_THROWS = 3
MIDDLE = 4

BY_LINE = 1
BY_FIVE = 2

BOX = 511
"""All nine squares of a box, or all nine boxes."""
SPLIT = 45
"""How many squares the first of the two sets holds."""

LINES = (7, 56, 448, 73, 146, 292, 273, 84)
"""Eight lines of three in a box, and eight lines of three boxes."""


def _how_won(nine: int) -> int:
    """How a set of nine is won (rules 8 and 9): a line is named before five; 0 if it is not."""
    if any(nine & line == line for line in LINES):
        return BY_LINE
    return BY_FIVE if nine.bit_count() >= 5 else 0


def _reached(strict: int, total: int, half: int) -> int:
    """The squares that a throw reaches in one of the two sets, whatever stands there."""
    reached = 0
    for square in range(SPLIT * half, 81 if half else SPLIT):
        box, here = divmod(square, 9)
        if total in (2, 12):  # rules 4 and 5: all, but for rule 10
            hit = here != MIDDLE or not strict
        elif total == 7:  # rule 3: the middles, and the whole of box 7
            hit = here == MIDDLE or box == MIDDLE
        else:  # rule 2
            hit = here != MIDDLE and total - 3 in (here, box)
        reached |= hit << square - SPLIT * half
    return reached


HOW_WON = tuple(_how_won(nine) for nine in range(512))
"""By the set of nine: `BY_LINE`, `BY_FIVE` or 0."""
REACHED = tuple(_reached(i // 26, i // 2 % 13, i % 2) for i in range(52))
"""By 26 x strict + 2 x total + half: the squares that a throw reaches."""
WHOLE = tuple(sum(BOX << 9 * box for box in range(5) if five >> box & 1) for five in range(32))
"""By a set of five boxes: all their squares."""
FIRST = tuple((nine & -nine).bit_length() - 1 for nine in range(512))
"""By the set of nine: its first member, -1 if it has none."""


def start(s: Buffer, seats: int, options: Sequence[int], /) -> None:
    """Fills `s` with the empty board, Blue to throw."""
    for i in range(STATE_SIZE):
        s[i] = 0
    s[TURN] = CHANCE
    s[SEATS] = seats
    s[STRICT] = options[0]


def counters_in(s: Buffer, seat: int, box: int) -> int:
    """The squares of a box in which a seat has counters, as nine bits."""
    half = box // 5
    return s[COUNTERS + 2 * seat + half] >> 9 * box - SPLIT * half & BOX


def fitting(s: Buffer, half: int) -> int:
    """The squares of one of the two sets that the dice on the table allow to the side."""
    total = s[DIE_1] + s[DIE_2]
    reached = REACHED[26 * s[STRICT] + 2 * total + half]
    if total == 12:  # rule 5: an enemy counter in an open box is replaced
        enemy = 1 - s[SIDE]
        won = s[BOXES + enemy] >> 5 * half & 31
        return reached & s[COUNTERS + 2 * enemy + half] & ~WHOLE[won]
    return reached & ~(s[COUNTERS + half] | s[COUNTERS + 2 + half])


def has_square(s: Buffer) -> bool:
    """Whether the dice on the table allow any square at all."""
    return fitting(s, 0) | fitting(s, 1) != 0


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
    """Writes the 36 throws, or the squares that fit, or else the pass; returns how many."""
    if s[TURN] == CHANCE:
        for i in range(DICE):
            moves[i] = FIRST_THROW + i
        return DICE
    n = list_squares(fitting(s, 0), 0, moves, 0)
    n = list_squares(fitting(s, 1), SPLIT, moves, n)
    if n == 0:  # rule 6
        moves[0] = PASS
        n = 1
    return n


def list_squares(squares: int, base: int, moves: Buffer, n: int) -> int:
    """Writes a set of squares from place `n` on, in order; returns where it ended."""
    while squares:
        nine = squares & BOX
        while nine:
            moves[n] = base + FIRST[nine]
            nine &= nine - 1
            n += 1
        squares >>= 9
        base += 9
    return n


def random_move(s: Buffer, x: int, scratch: Buffer, /) -> int:
    """A uniformly random throw or square, made from the 31 random bits `x`."""
    if s[TURN] == CHANCE:
        return FIRST_THROW + (x * DICE >> 31)
    low = fitting(s, 0)
    high = fitting(s, 1)
    lows = popcount(low)
    n = lows + popcount(high)
    if n == 0:  # rule 6
        return PASS
    k = x * n >> 31
    if k < lows:
        return member(low, k)
    return SPLIT + member(high, k - lows)


def member(squares: int, k: int) -> int:
    """The square number `k`, from 0 on, of a set that has so many."""
    while k:
        squares &= squares - 1
        k -= 1
    return popcount((squares & -squares) - 1)


def apply(s: Buffer, move: int, /) -> None:
    """Plays a legal throw, square or pass."""
    s[PLY] += 1
    if move >= FIRST_THROW:
        throw(s, move - FIRST_THROW)
    else:
        if move != PASS:
            place(s, move)
        s[SIDE] = 1 - s[SIDE]
        s[THROWS] = 0
        pick_up_dice(s)


def throw(s: Buffer, dice: int) -> None:
    """Sets the dice, or clears them if they fit nowhere (rule 6)."""
    s[DIE_1] = 1 + dice // 6
    s[DIE_2] = 1 + dice % 6
    s[THROWS] += 1
    s[TURN] = s[SIDE]
    if s[THROWS] < MAX_THROWS and not has_square(s):
        pick_up_dice(s)


def pick_up_dice(s: Buffer) -> None:
    """Clears the dice: the side has to throw."""
    s[DIE_1] = 0
    s[DIE_2] = 0
    s[TURN] = CHANCE


def place(s: Buffer, square: int) -> None:
    """Puts a counter into a square, whatever lies there, and closes the box if that wins it."""
    side = s[SIDE]
    put(s, side, square)
    box = square // 9
    if HOW_WON[counters_in(s, side, box)]:  # rule 8
        half = box // 5
        whole = BOX << 9 * box - SPLIT * half
        s[COUNTERS + 2 * side + half] |= whole
        s[COUNTERS + 2 - 2 * side + half] &= ~whole
        s[BOXES + side] |= 1 << box
        settle(s, side)


def put(s: Buffer, seat: int, square: int) -> None:
    """Lays a counter of a seat into a square; an enemy's that lies there leaves (rule 5)."""
    half = square // SPLIT
    counter = 1 << square - SPLIT * half
    s[COUNTERS + 2 * seat + half] |= counter
    s[COUNTERS + 2 - 2 * seat + half] &= ~counter


def settle(s: Buffer, seat: int) -> None:
    """Sets the result if a seat has won the game (rule 9)."""
    reason = HOW_WON[s[BOXES + seat]]
    if reason:
        s[RESULT] = 1 + (1 << seat)
        s[REASON] = reason


def claim_full_boxes(s: Buffer) -> None:
    """Finds the owners in a position that was read: nine of one colour is a won box."""
    for seat in range(2):
        s[BOXES + seat] = 0
        for box in range(9):
            if counters_in(s, seat, box) == BOX:
                s[BOXES + seat] |= 1 << box
