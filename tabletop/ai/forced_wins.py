"""Exhaustive search for forced wins: slow and exact. In the subset of a kernel.

`stack` holds a position per level and `lists` its plies. Both are sliced into views, so they must
be arrays or memoryviews, not lists.
"""

from tabletop.ai.stubs import MAX_MOVES, STATE_SIZE, apply, legal_moves
from tabletop.engine.kernel import RESULT, TURN, Buffer


def wins(stack: Buffer, lists: Buffer, scratch: Buffer, level: int, turns: int, seat: int) -> bool:
    """Whether a seat can force a win within so many turns of its own, whoever is to move.

    For two seats without dice. The position is the stack's at `level`; each turn needs two levels.
    """
    here = level * STATE_SIZE
    next_one = here + STATE_SIZE
    mine = stack[here + TURN] == seat
    if mine and turns == 0:
        return False
    moves = lists[level * MAX_MOVES : (level + 1) * MAX_MOVES]
    n = legal_moves(stack[here:next_one], moves, scratch)
    for i in range(n):
        stack[next_one : next_one + STATE_SIZE] = stack[here:next_one]
        apply(stack[next_one : next_one + STATE_SIZE], moves[i])
        result = stack[next_one + RESULT]
        if result != 0:
            good = result == 1 + (1 << seat)
        elif mine:
            good = wins(stack, lists, scratch, level + 1, turns - 1, seat)
        elif turns == 0:
            good = False
        else:
            good = wins(stack, lists, scratch, level + 1, turns, seat)
        if good == mine:
            return mine
    return not mine
