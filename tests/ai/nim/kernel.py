"""Nim for two or three, to try searches on: who takes the last counter wins.

With the option `dice` a die of three sides says before each turn how many may be taken at most.
"""

from collections.abc import Sequence

from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, Buffer

DICE = HEADER
SIDE = HEADER + 1
LIMIT = HEADER + 2
HEAPS = HEADER + 3
STATE_SIZE = HEAPS + 3
MAX_MOVES = 30
SCRATCH = MAX_MOVES
THROW = 100


def start(s: Buffer, seats: int, options: Sequence[int]) -> None:
    for i in range(STATE_SIZE):
        s[i] = 0
    s[SEATS] = seats
    s[DICE] = options[0]
    s[TURN] = -1 if options[0] else 0
    s[LIMIT] = 9
    for i in range(3):
        s[HEAPS + i] = 3 + i


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    n = 0
    if s[TURN] < 0:
        for i in range(3):
            moves[n] = THROW + i
            n += 1
        return n
    for heap in range(3):
        for take in range(1, min(s[LIMIT], s[HEAPS + heap]) + 1):
            moves[n] = heap * 10 + take
            n += 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer) -> int:
    n = legal_moves(s, scratch, scratch)
    return scratch[x * n >> 31]


def apply(s: Buffer, move: int) -> None:
    s[PLY] += 1
    if move >= THROW:
        s[LIMIT] = move - THROW + 1
        s[TURN] = s[SIDE]
        return
    s[HEAPS + move // 10] -= move % 10
    if s[HEAPS] + s[HEAPS + 1] + s[HEAPS + 2] == 0:
        s[RESULT] = 1 + (1 << s[SIDE])
        s[REASON] = 1
    s[SIDE] = (s[SIDE] + 1) % s[SEATS]
    s[TURN] = -1 if s[DICE] else s[SIDE]
