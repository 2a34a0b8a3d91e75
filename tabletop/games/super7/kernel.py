"""Super Seven: the rules, once, over a flat buffer of ints (the subset that numba compiles).

After the header come the side, the option, the dice, who owns each box, and the 81 squares. Boxes
and squares count from 0 in reading order (the label less 3), colours are 1 for Blue and 2 for Red.
The board of boxes is a box of boxes: one and the same test says who has won either.

A move is a number: 0-80 a square (9 x box + square), 81 a pass, 82-117 a throw of the dice.
"""

from collections.abc import Sequence

from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, Buffer

SIDE = HEADER
"""The seat that throws or places."""
STRICT = HEADER + 1
"""1 when middle squares are for a 7 only."""
DIE_1 = HEADER + 2
DIE_2 = HEADER + 3
"""The dice as they lie; 0 while they are in the hand."""
THROWS = HEADER + 4
"""How often the side has thrown this turn."""
OWNERS = HEADER + 5
"""Nine slots: the colour that has won each box, 0 for an open box."""
SQUARES = OWNERS + 9
"""Eighty-one slots: the colour in each square, 0 for an empty one."""

STATE_SIZE = SQUARES + 81
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

LINES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6)
"""Eight lines of three in a box, and eight lines of three boxes."""


def start(s: Buffer, seats: int, options: Sequence[int], /) -> None:
    """Fills `s` with the empty board, Blue to throw."""
    for i in range(STATE_SIZE):
        s[i] = 0
    s[TURN] = CHANCE
    s[SEATS] = seats
    s[STRICT] = options[0]


def line_from(s: Buffer, base: int, colour: int, first: int) -> int:
    """The first line, from number `first` on, that a colour fills in nine slots; -1 for none."""
    for line in range(first, 8):
        k = 3 * line
        if (
            s[base + LINES[k]] == colour
            and s[base + LINES[k + 1]] == colour
            and s[base + LINES[k + 2]] == colour
        ):
            return line
    return -1


def won_by(s: Buffer, base: int, colour: int) -> int:
    """How a colour has won nine slots, a box (rule 8) or the board (rule 9); 0 if it has not."""
    if line_from(s, base, colour, 0) >= 0:
        return BY_LINE
    count = 0
    for i in range(9):
        if s[base + i] == colour:
            count += 1
    if count >= 5:
        return BY_FIVE
    return 0


def fits(s: Buffer, square: int) -> bool:
    """Whether the dice on the table allow a square (0-80) to the side that threw them."""
    total = s[DIE_1] + s[DIE_2]
    stands = s[SQUARES + square]
    box = square // 9
    here = square % 9
    if total == 12:  # rule 5: an enemy counter in an open box is replaced
        if stands != 2 - s[SIDE] or s[OWNERS + box] != 0:
            return False
        return here != MIDDLE or s[STRICT] == 0  # rule 10
    if stands != 0:  # a closed box has no empty square
        return False
    if total == 2:  # rule 4: any empty square
        return here != MIDDLE or s[STRICT] == 0  # rule 10
    if total == 7:  # rule 3: the middles, and the whole of box 7
        return here == MIDDLE or box == MIDDLE
    return here != MIDDLE and (here == total - 3 or box == total - 3)  # rule 2


def has_square(s: Buffer) -> bool:
    """Whether the dice on the table allow any square at all."""
    for square in range(81):
        if fits(s, square):
            return True
    return False


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
    """Writes the 36 throws, or the squares that fit, or else the pass; returns how many."""
    if s[TURN] == CHANCE:
        for i in range(DICE):
            moves[i] = FIRST_THROW + i
        return DICE
    n = 0
    for square in range(81):
        if fits(s, square):
            moves[n] = square
            n += 1
    if n == 0:  # rule 6
        moves[0] = PASS
        n = 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer, /) -> int:
    """A uniformly random throw or square, made from the 31 random bits `x`."""
    if s[TURN] == CHANCE:
        return FIRST_THROW + (x * DICE >> 31)
    n = legal_moves(s, scratch, scratch)
    return scratch[x * n >> 31]


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
    """Lays the dice down, and takes them up again if they fit nowhere (rule 6)."""
    s[DIE_1] = 1 + dice // 6
    s[DIE_2] = 1 + dice % 6
    s[THROWS] += 1
    s[TURN] = s[SIDE]
    if s[THROWS] < MAX_THROWS and not has_square(s):
        pick_up_dice(s)


def pick_up_dice(s: Buffer) -> None:
    """The dice are in the hand of the side, to be thrown."""
    s[DIE_1] = 0
    s[DIE_2] = 0
    s[TURN] = CHANCE


def place(s: Buffer, square: int) -> None:
    """Puts a counter into a square, whatever lies there, and closes the box if that wins it."""
    colour = 1 + s[SIDE]
    box = square // 9
    base = SQUARES + 9 * box
    s[SQUARES + square] = colour
    if won_by(s, base, colour):  # rule 8
        for i in range(9):
            s[base + i] = colour
        s[OWNERS + box] = colour
        settle(s)


def settle(s: Buffer) -> None:
    """Writes down who has won the game, and how (rule 9)."""
    for colour in range(1, 3):
        reason = won_by(s, OWNERS, colour)
        if reason:
            s[RESULT] = 1 + (1 << colour - 1)
            s[REASON] = reason


def claim_full_boxes(s: Buffer) -> None:
    """Finds the owners in a position that was read: nine of one colour is a won box."""
    for box in range(9):
        colour = s[SQUARES + 9 * box]
        count = 0
        for i in range(9):
            if s[SQUARES + 9 * box + i] == colour:
                count += 1
        s[OWNERS + box] = colour if count == 9 else 0
