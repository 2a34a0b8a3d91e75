"""What a good player of Super Seven sees: a whole throw ahead, at the best square for each.

The sums are in `judgement.py`: what every square is worth costs little more than one look.
"""

from math import log

from tabletop.engine.kernel import RESULT, TURN, Buffer, Floats
from tabletop.games.super7.evaluation import (
    BEST,
    LEANING,
    NEVER,
    ONE,
    ROOM_NEEDED,
    SQUARES,
    THROW_WAYS,
    WEIGHTS,
    WINNING,
    evaluate_squares,
    sharpened,
)
from tabletop.games.super7.kernel import (
    BOXES,
    FIRST_THROW,
    HOW_WON,
    MAX_THROWS,
    MIDDLE,
    PASS,
    SIDE,
    SPLIT,
    STRICT,
    THROWS,
    counters_in,
    fitting,
    random_move,
)

__all__ = (
    "DECIDES",
    "SCRATCH",
    "WEIGHTS",
    "evaluate",
    "prior",
    "rollout_move",
    "same_throw",
    "winning_move",
)

DECIDES = True
SCRATCH = ROOM_NEEDED


def best_by_total(s: Buffer, seat: int, t: Buffer) -> None:
    """Writes the most that each total of the dice is worth, once `look` has written the squares."""
    for total in range(2, 13):
        t[BEST + total] = NEVER
    for square in range(81):
        worth = t[SQUARES + square]
        if worth == NEVER:
            continue
        box = square // 9
        here = square % 9
        if counters_in(s, 1 - seat, box) >> here & 1:
            raise_best(t, 12, worth, here, s[STRICT])  # rule 5
            continue
        raise_best(t, 2, worth, here, s[STRICT])  # rule 4
        raise_best(t, here + 3, worth, 0, 0)  # rules 2 and 3
        if here != MIDDLE:
            raise_best(t, box + 3, worth, 0, 0)


def raise_best(t: Buffer, total: int, worth: int, here: int, strict: int) -> None:
    """Notes what a square is worth to a total, if rule 10 does not forbid it."""
    if worth > t[BEST + total] and (here != MIDDLE or strict == 0):
        t[BEST + total] = worth


def throw_ahead(s: Buffer, t: Buffer, w: Floats) -> float:
    """The chance that the side wins that is about to throw: the best square for every throw."""
    side = s[SIDE]
    passed = evaluate_squares(s, side, t, w)
    best_by_total(s, side, t)
    sure = 0.0
    misses = 0
    for total in range(2, 13):
        if t[BEST + total] == NEVER:
            misses += THROW_WAYS[total]
        else:
            sure += THROW_WAYS[total] * sharpened(t[BEST + total], w)
    chance = sharpened(passed, w)
    for _ in range(s[THROWS], MAX_THROWS):  # rule 6
        chance = (sure + misses * chance) / 36.0
    return chance


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
    """Sets each seat's chance of winning: one throw ahead, or the best square of the throw."""
    side = s[SIDE]
    if s[RESULT]:
        chance = 1.0 if s[RESULT] == 1 + (1 << side) else 0.0
    elif s[TURN] < 0:
        chance = throw_ahead(s, scratch, w)
    else:
        most = evaluate_squares(s, side, scratch, w)
        if fitting(s, 0) | fitting(s, 1):
            most = best_fitting(s, scratch)
        chance = sharpened(most, w)
    values[side] = chance
    values[1 - side] = 1.0 - chance


def best_fitting(s: Buffer, t: Buffer) -> int:
    """The most that a square is worth which the dice allow."""
    most = 0
    for square in range(81):
        if t[SQUARES + square] > most and is_fitting(s, square):
            most = t[SQUARES + square]
    return most


def is_fitting(s: Buffer, square: int) -> bool:
    """Whether the dice on the table allow a square."""
    half = square // SPLIT
    return fitting(s, half) >> square - SPLIT * half & 1 == 1


def prior(
    s: Buffer, moves: Buffer, n: int, leanings: Floats, scratch: Buffer, w: Floats, /
) -> None:
    """Leans to the squares by the chance of winning that they leave."""
    passed = evaluate_squares(s, s[SIDE], scratch, w)
    for i in range(n):
        worth = passed
        if moves[i] != PASS:
            worth = scratch[SQUARES + moves[i]]
        worth = min(max(worth, ONE >> 12), ONE - (ONE >> 12))
        leanings[i] = w[LEANING] * log(worth / (ONE - worth))


def winning_move(s: Buffer, scratch: Buffer, /) -> int:
    """A square that the dice allow and that wins the third box in a line, or the fifth."""
    side = s[SIDE]
    for box in range(9):
        if not (s[BOXES] | s[BOXES + 1]) >> box & 1 and HOW_WON[s[BOXES + side] | 1 << box]:
            here = box_square(s, side, box)
            if here >= 0:
                return 9 * box + here
    return -1


def box_square(s: Buffer, side: int, box: int) -> int:
    """A square (0-8) that the dice allow and that wins an open box; -1 if there is none."""
    half = box // 5
    fit = fitting(s, half) >> 9 * box - SPLIT * half
    winning = WINNING[counters_in(s, side, box)] & fit
    for here in range(9):
        if winning >> here & 1:
            return here
    return -1


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
    """A square that wins a box, where the throw allows one; else any."""
    if s[TURN] >= 0:
        first = x % 9
        for i in range(9):
            box = (first + i) % 9
            if not (s[BOXES] | s[BOXES + 1]) >> box & 1:
                here = box_square(s, s[SIDE], box)
                if here >= 0:
                    return 9 * box + here
    return random_move(s, x, scratch)


def same_throw(move: int, /) -> int:
    """The first throw with the same total: 1 with 1 to 6, then 2 to 6 with 6."""
    total = (move - FIRST_THROW) // 6 + (move - FIRST_THROW) % 6
    if total <= 5:
        return FIRST_THROW + total
    return FIRST_THROW + 6 * (total - 5) + 5
