"""Play-outs: a game played to its end, or nearly, from a position. In the subset of a kernel."""

from tabletop.ai.unbound import apply, evaluate, random_move, rollout_move
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import PLY, RESULT, SEATS, TURN, Buffer

LIMIT = 1000
"""Plies after which a play-out that has no end is called a draw."""
MARKS = 4096
"""Room for the plies of one seat in `marks`; a ply is kept under its low bits, folded."""


def random_bits(x: int) -> int:
    """The next of a row of 31-bit numbers (Park and Miller's generator, a=48271)."""
    return x * 48271 % 2147483647


def mark_of(move: int) -> int:
    """Where a ply is kept in `marks`."""
    return (move ^ move >> 12 ^ move >> 24) & MARKS - 1


def worth(result: int, seat: int, seats: int) -> float:
    """What a result is worth to a seat: 1 for winning alone, less for sharing, 0 for losing.

    A draw is worth the same to all.
    """
    bits = result - 1
    if bits == 0:
        return 1.0 / seats
    if bits >> seat & 1 == 0:
        return 0.0
    count = 0
    while bits:
        count += 1
        bits &= bits - 1
    return 1.0 / count


def set_worths(result: int, seats: int, values: Floats) -> None:
    """Sets values[seat] for every seat from a result."""
    for seat in range(seats):
        values[seat] = worth(result, seat, seats)


def play_out(s: Buffer, x: int, values: Floats, scratch: Buffer) -> int:
    """Plays random plies to the end; sets each seat's worth and gives the next random bits."""
    end = s[PLY] + LIMIT
    while s[RESULT] == 0 and s[PLY] < end:
        x = random_bits(x)
        move = random_move(s, x, scratch)
        if move >= 0:
            apply(s, move)
    set_worths(max(1, s[RESULT]), s[SEATS], values)
    return x


def guided_play_out(
    s: Buffer, x: int, plies: int, values: Floats, marks: Buffer, scratch: Buffer, w: Floats
) -> int:
    """Plays at most `plies` plies of the guide's choice, then judges what stands there.

    marks[0] is the number of this play-out, from 1; 1 + seat * MARKS + place has for each ply
    of a seat the last number of the play-out in which it was played, times 1024, plus its depth.
    """
    end = s[PLY] + plies
    while s[RESULT] == 0 and s[PLY] < end:
        x = random_bits(x)
        seat = s[TURN]
        if seat < 0:
            move = random_move(s, x, scratch)
        else:
            move = rollout_move(s, x, scratch, w)
        if move >= 0:
            if seat >= 0 and marks[0] > 0:
                marks[1 + seat * MARKS + mark_of(move)] = marks[0] * 1024 + (s[PLY] & 1023)
            apply(s, move)
    if s[RESULT]:
        set_worths(s[RESULT], s[SEATS], values)
    else:
        evaluate(s, values, scratch, w)
    return x
