"""Which plies win at once, found by the windows instead of by playing every ply.

A ply makes a five in three ways: its lay fills the last square of a four; it takes the place of
the one enemy stone in a four, by a shove or a drag from any side; or it shoves along a line, out
of the end of a window that has three own stones and, beside that end, an empty square.
"""

from tabletop.engine.bits import lowest_bit
from tabletop.engine.kernel import TURN, Buffer
from tabletop.games.trelawney.geometry import (
    BOARD,
    DELTA,
    FIRST_WINDOW,
    LAST_WINDOW,
    WINDOW,
    WINDOW_DIRECTION,
)
from tabletop.games.trelawney.kernel import (
    DRAG,
    POINTS,
    SHOVE,
    STONES,
    find_squares,
    five,
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
