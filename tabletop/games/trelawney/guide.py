"""The guide of Trelawney's Glory (see `tabletop.engine.kernel.Guide`).

The evaluation reads the windows, the rows of five squares: what each is worth depends on how many
stones of the mover and of the other side it holds, and on how full the board is. A stone that
blocks a window can be shoved or dragged away, so windows with stones of both count too. Sums are in
thousandths of log-odds.

The plies that win at once are found by the windows. A ply makes a five in three ways: its lay fills
the last square of a four; it takes the place of the one enemy stone in a four, by a shove or a drag
from any side; or it shoves along a line, out of the end of a window that has three own stones and,
beside that end, an empty square.
"""

from math import exp

from tabletop.engine.kernel import RESULT, TURN, Buffer, Floats, lowest_bit, popcount
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import (
    BOARD,
    DELTA,
    DRAG,
    FIRST_WINDOW,
    LAST_WINDOW,
    POINTS,
    SHOVE,
    STATE_SIZE,
    STONES,
    WINDOW,
    WINDOW_DIRECTION,
    WINDOW_SQUARES,
    apply,
    find_squares,
    five,
    random_move,
    shifted,
)


def winning_ply(s: Buffer, scratch: Buffer) -> int:
    """A ply that makes a five for the seat to move, -1 if none does.

    Called fives (rule 11) end nothing, but a five that stands can be called: it is looked for
    there too. Where an enemy five in the delay would come first, the ply does not win.
    """
    me = s[STONES + s[TURN]]
    foe = s[STONES + 1 - s[TURN]]
    held = 0  # enemy stones that alone keep a four from being a five
    ends = False  # whether a window could be filled by a shove along it
    for i in range(FIRST_WINDOW[s[POINTS]], LAST_WINDOW[s[POINTS]]):
        missing = WINDOW[i] & ~me
        rest = missing & missing - 1
        if rest == 0:
            if missing & ~foe:
                return lowest_bit(missing)
            held |= missing
        elif rest & rest - 1 == 0 and missing & foe and missing & ~foe:
            ends = True
    if not held and not ends:
        return -1
    find_squares(s, scratch)
    found = -1
    if held:
        found = taking_ply(foe, held, scratch)
    if found < 0 and ends:
        found = pushing_ply(s, me, foe, scratch)
    return found


def taking_ply(foe: int, held: int, scratch: Buffer) -> int:
    """A ply that takes the place of one of these enemy stones and wins; -1 if none does."""
    for k in range(8):
        # Shoved from the square behind it: the mover's five stands first.
        squares = scratch[SHOVE + k] & shifted(held, k ^ 1)
        if squares:
            return lowest_bit(squares) | SHOVE + k << 6
    for k in range(8):
        # Dragged: the five comes with the second lay, unless the enemy has one before.
        squares = scratch[DRAG + k] & shifted(held, k ^ 1)
        while squares:
            square = lowest_bit(squares)
            if not five(foe & ~(1 << square + DELTA[k]) | 1 << square):
                return square | DRAG + k << 6
            squares &= squares - 1
    return -1


def pushing_ply(s: Buffer, me: int, foe: int, scratch: Buffer) -> int:
    """A ply that shoves out of the end of a window along it, and wins; -1 if none does."""
    for i in range(FIRST_WINDOW[s[POINTS]], LAST_WINDOW[s[POINTS]]):
        missing = WINDOW[i] & ~me
        rest = missing & missing - 1
        stone = missing & foe
        if rest and rest & rest - 1 == 0 and stone and stone != missing:
            k = WINDOW_DIRECTION[i]
            if stone < missing ^ stone:
                k ^= 1
            square = lowest_bit(missing ^ stone)
            if 1 << square == shifted(stone, k ^ 1) and scratch[SHOVE + k] >> square & 1:
                moved = foe ^ stone | shifted(stone, k) & BOARD[s[POINTS]]
                if not five(moved):
                    return square | SHOVE + k << 6
    return -1


# The scratch buffer, after what the kernel needs of it.
COPY = kernel.SCRATCH  # the position that a ply is tried in
WORTH = COPY + STATE_SIZE  # WORTH + mover's stones * 6 + the other side's: a window's worth
MINE = WORTH + 36  # MINE + square: what a stone of the mover would add there
THEIRS = MINE + 64  # THEIRS + square: what a stone of the other side would add for the mover
SCRATCH = THEIRS + 64

KINDS = 18
WEIGHTS = (
    "turn", "threat", "lean", "blind",
    "m1", "m2", "m3", "m4", "m1o1", "m2o1", "m3o1", "m4o1", "m1o2", "m2o2", "m3o2",
    "m1o3", "m2o3", "m1o4", "o1", "o2", "o3", "o4",
    "m1 full", "m2 full", "m3 full", "m4 full", "m1o1 full", "m2o1 full", "m3o1 full",
    "m4o1 full", "m1o2 full", "m2o2 full", "m3o2 full", "m1o3 full", "m2o3 full", "m1o4 full",
    "o1 full", "o2 full", "o3 full", "o4 full",
)  # fmt: skip
"""`turn` for being the mover; `threat` where the other side would win at once if it were to move;
`m3o1` for each window with three stones of the mover and one of the other side, and `m3o1 full`
what is added to it as the board fills. `lean` is how much more likely a ply is for what it adds,
`blind` how much less for letting the other side win at once."""

TURN_WEIGHT = 0
THREAT = 1
LEAN = 2
BLIND = 3
WINDOWS = 4

KIND = (
    -1, 14, 15, 16, 17, -1,
    0, 4, 8, 11, 13, -1,
    1, 5, 9, 12, -1, -1,
    2, 6, 10, -1, -1, -1,
    3, 7, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1,
)  # fmt: skip
"""At ``mover's stones * 6 + the other side's``: which of the weights is that of such a window."""

DECIDES = True

MILLI = 1000.0
STANDS = 6000  # a five that stands uncalled (rule 11)
SURE = 0.995  # a winning ply; below 1, so that a search still proves it


def winning_move(s: Buffer, scratch: Buffer) -> int:
    """A ply that makes a five, -1 if none does; with called fives one that can be called."""
    return winning_ply(s, scratch)


def threatened(s: Buffer, scratch: Buffer) -> bool:
    """Whether the other side would win at once if it were to move."""
    s[TURN] = 1 - s[TURN]
    win = winning_ply(s, scratch)
    s[TURN] = 1 - s[TURN]
    return win >= 0


def set_worths(s: Buffer, scratch: Buffer, w: Floats) -> None:
    """The value of each kind of window for the seat to move, on a board as full as this one."""
    squares = popcount(BOARD[s[POINTS]])
    stones = popcount(s[STONES] | s[STONES + 1])
    full = min(1.0, max(0.0, (stones - 4) / (squares - 20)))
    for i in range(36):
        scratch[WORTH + i] = 0
        if KIND[i] >= 0:
            weight = w[WINDOWS + KIND[i]] + full * w[WINDOWS + KINDS + KIND[i]]
            scratch[WORTH + i] = int(MILLI * weight)
    scratch[WORTH + 5] = -STANDS
    scratch[WORTH + 30] = STANDS


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats) -> None:
    """Each seat's chance of winning: certain if the mover wins at once, else by the windows."""
    chance = SURE
    if winning_ply(s, scratch) < 0:
        set_worths(s, scratch, w)
        me = s[STONES + s[TURN]]
        foe = s[STONES + 1 - s[TURN]]
        total = 0
        for i in range(FIRST_WINDOW[s[POINTS]], LAST_WINDOW[s[POINTS]]):
            total += scratch[WORTH + popcount(me & WINDOW[i]) * 6 + popcount(foe & WINDOW[i])]
        odds = w[TURN_WEIGHT] + total / MILLI
        if threatened(s, scratch):
            odds += w[THREAT]
        chance = 1.0 / (1.0 + exp(-odds))
    values[s[TURN]] = chance
    values[1 - s[TURN]] = 1.0 - chance


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats) -> None:
    """The priors of all plies by the change of the windows; far lower if the other side wins."""
    set_worths(s, scratch, w)
    set_gains(s, scratch)
    board = BOARD[s[POINTS]]
    for i in range(n):
        priors[i] = w[LEAN] * gain_of(moves[i], board, scratch) / MILLI
    if not threatened(s, scratch):
        return
    for i in range(STATE_SIZE):
        scratch[COPY + i] = s[i]
    for i in range(n):
        apply(s, moves[i])
        if s[RESULT] == 0 and winning_ply(s, scratch) >= 0:
            priors[i] -= w[BLIND]
        for j in range(STATE_SIZE):
            s[j] = scratch[COPY + j]


def set_gains(s: Buffer, scratch: Buffer) -> None:
    """What a stone of either side would add to the mover's windows, for each square by itself.

    After the ply the other side is the mover, so windows are looked at from there.
    """
    me = s[STONES + s[TURN]]
    foe = s[STONES + 1 - s[TURN]]
    for i in range(64):
        scratch[MINE + i] = 0
        scratch[THEIRS + i] = 0
    for i in range(FIRST_WINDOW[s[POINTS]], LAST_WINDOW[s[POINTS]]):
        at = WORTH + popcount(foe & WINDOW[i]) * 6 + popcount(me & WINDOW[i])
        now = scratch[at]
        for j in range(i * 5, i * 5 + 5):
            square = WINDOW_SQUARES[j]
            if foe >> square & 1:  # taken from the other side
                scratch[MINE + square] += now - scratch[at - 5]
            elif me >> square & 1 == 0:
                scratch[MINE + square] += now - scratch[at + 1]
                scratch[THEIRS + square] += now - scratch[at + 6]


def gain_of(move: int, board: int, scratch: Buffer) -> int:
    """What a ply adds for its mover, as the sum of what it does to single squares."""
    square = move & 63
    kind = move >> 6
    if kind == 0:
        return scratch[MINE + square]
    d = DELTA[kind - SHOVE & 7]
    neighbour = square + d
    if kind < DRAG:
        gain = scratch[MINE + square] + scratch[MINE + neighbour]
        end = neighbour + d
        if end >= 0 and board >> end & 1:
            gain += scratch[THEIRS + end]
        return gain
    gain = scratch[THEIRS + square] + scratch[MINE + neighbour]
    end = square - d
    if end >= 0 and board >> end & 1:
        gain += scratch[MINE + end]
    return gain


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats) -> int:
    """A ply that wins at once if there is one, else any."""
    win = winning_ply(s, scratch)
    if win >= 0:
        return win
    return random_move(s, x, scratch)


def same_throw(move: int) -> int:
    return move
