"""Five in a row on 9 x 9 squares, over a flat buffer of ints: a ply is the number of a square."""

from collections.abc import Sequence

from tabletop.engine.kernel import HEADER, PLY, REASON, RESULT, SEATS, TURN, Buffer

SIDE, PLACES = 9, 81
SQUARES = HEADER  # 0: empty, 1: a black stone, 2: a white one
STATE_SIZE = SQUARES + PLACES
MAX_MOVES = PLACES
SCRATCH = PLACES
FIVE, FULL = 1, 2


def start(s: Buffer, seats: int, options: Sequence[int]) -> None:
    for i in range(STATE_SIZE):
        s[i] = 0
    s[SEATS] = seats


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer) -> int:
    n = 0
    for square in range(PLACES):
        if s[SQUARES + square] == 0:
            moves[n] = square
            n += 1
    return n


def random_move(s: Buffer, x: int, scratch: Buffer) -> int:
    n = legal_moves(s, scratch, scratch)
    return scratch[x * n >> 31]


def apply(s: Buffer, move: int) -> None:
    s[SQUARES + move] = 1 + s[TURN]
    s[PLY] += 1
    if longest(s, move) >= 5:
        s[RESULT] = 1 + (1 << s[TURN])
        s[REASON] = FIVE
    elif s[PLY] == PLACES:
        s[RESULT] = 1
        s[REASON] = FULL
    s[TURN] = 1 - s[TURN]


def run(s: Buffer, square: int, dx: int, dy: int) -> int:
    x, y, n = square % SIDE + dx, square // SIDE + dy, 0
    while 0 <= x < SIDE and 0 <= y < SIDE and s[SQUARES + y * SIDE + x] == s[SQUARES + square]:
        x, y, n = x + dx, y + dy, n + 1
    return n


def longest(s: Buffer, square: int) -> int:
    best = 0
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        best = max(best, 1 + run(s, square, dx, dy) + run(s, square, -dx, -dy))
    return best
