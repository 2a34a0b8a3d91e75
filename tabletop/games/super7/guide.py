"""The guide of Super Seven (see `tabletop.engine.kernel.Guide`): it looks a whole throw ahead.

Sets of squares are nine bits, as in the kernel; sets of lines are eight, in the order of `LINES`.

A seat's pull on an open box is the log-odds from the throws that would win it at once and from the
lines that are still open; the difference of the two pulls is the box's log-odds. The chance of
winning is the sum over all 512 ways in which the nine boxes can fall. It is linear in each box, so
one sum with its slopes tells what any counter is worth. Who comes first is not part of it: that is
the seats' haste in boxes that would win the game.

Chances are whole numbers of `ONE` parts, because the scratch space holds ints.
"""

from math import exp, log, sqrt

from tabletop.engine.kernel import RESULT, TURN, Buffer, Floats
from tabletop.games.super7.kernel import (
    BOX,
    BOXES,
    BY_LINE,
    FIRST_THROW,
    HOW_WON,
    LINES,
    MAX_THROWS,
    MIDDLE,
    PASS,
    REACHED,
    SIDE,
    SPLIT,
    STRICT,
    THROWS,
    counters_in,
    fitting,
    random_move,
)

THROW_WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways the dice make each total."""


def _winning(nine: int) -> int:
    if HOW_WON[nine]:
        return 0
    return sum(1 << i for i in range(9) if HOW_WON[nine | 1 << i])


def _lines(nine: int, count: int) -> int:
    return sum(1 << i for i, line in enumerate(LINES) if (nine & line).bit_count() == count)


def _to_reach(strict: int, box: int) -> list[int]:
    """By the set: in how many of 36 ways one of these free squares of a box is hit."""
    half, shift = box // 5, 9 * box - SPLIT * (box // 5)
    hits = [
        (THROW_WAYS[total], REACHED[26 * strict + 2 * total + half] >> shift & BOX)
        for total in range(2, 12)
    ]
    hits = [(ways, reached) for ways, reached in hits if reached]
    return [sum(ways for ways, reached in hits if reached & nine) for nine in range(512)]


def _room(box: int) -> list[int]:
    """By the set of lines: in how many of 36 ways each of their squares is hit, summed."""
    squares = [TO_REACH[512 * box + (1 << i)] for i in range(9)]
    of_line = [sum(squares[i] for i in range(9) if line >> i & 1) for line in LINES]
    room = [0]
    for line in of_line:
        room += [rest + line for rest in room]
    return room


def _result(mine: int) -> int:
    """Two halves of a game: all of them, half of them, or none, with these boxes and no others."""
    own, other = HOW_WON[mine], HOW_WON[BOX & ~mine]
    if (own == BY_LINE) == (other == BY_LINE):  # both have a line: who was first is not known
        return 1 if own == BY_LINE else 2 if own else 0
    return 2 if own == BY_LINE else 0


WINNING = tuple(_winning(nine) for nine in range(512))
"""By the set of own squares in a box: the squares of which any one more wins it."""
FREE_LINES = tuple(_lines(nine, 0) for nine in range(512))
"""By a set: the lines that it does not touch, as eight bits."""
BEGUN_LINES = tuple(_lines(nine, 1) for nine in range(512))
"""By a set: the lines that it has one square of."""
COUNT = tuple(nine.bit_count() for nine in range(512))
TO_REACH = tuple(n for strict in range(2) for box in range(9) for n in _to_reach(strict, box))
"""By 4608 x strict + 512 x box + set: in how many of 36 ways one of these free squares is hit."""
ROOM = tuple(n for box in range(9) for n in _room(box))
"""By 256 x box + lines: in how many of 36 ways each of their squares is hit, summed."""
RESULT_BY_MANY = tuple(_result(i) for i in range(512))
"""Halves of a game by the boxes won: 16 x (boxes 4-8) + boxes 0-3."""
RESULT_BY_FEW = tuple(_result(i // 32 | i % 32 << 4) for i in range(512))
"""The same by 32 x (boxes 0-3) + boxes 4-8."""

WEIGHTS = (
    "waiting.hit",
    "waiting.root hit",
    "waiting.lines",
    "waiting.root lines",
    "waiting.counters",
    "waiting.hit and lines",
    "throwing.hit",
    "throwing.root hit",
    "throwing.lines",
    "throwing.root lines",
    "throwing.counters",
    "throwing.hit and lines",
    "throwing.throws",
    "waiting.deciding hit",
    "waiting.deciding lines",
    "throwing.deciding hit",
    "throwing.deciding lines",
    "sharpness",
    "leaning",
)
"""The pull of the seat that waits and of the one that throws next: by the chance that one throw
wins the box, its root, the lines with one own counter and two free squares (weighed by the throws
that hit them), the root of that, the counters (five win), and the first by the third. Then the
pull of having the throw; what the first and the third count for in a box that would win the game;
what the log-odds of the game are multiplied by; and the priors'."""
THROWING = 6
HAS_THROW = 12
DECIDING = 13
DECIDING_THROWING = 15
SHARPNESS = 17
LEANING = 18

# Scratch space: ints by what they are.
SHARES = 0  # nine: the chance that the seat wins each box
SLOPES = 9  # nine: how the chance of winning the game grows with each of them
FEW = 18  # sixteen: how likely boxes 0-3 fall in each way
MANY = 34  # thirty-two: the same of boxes 4-8
FEW_WORTH = 66  # sixteen: the chance of winning when boxes 0-3 have fallen so
MANY_WORTH = 82  # thirty-two: the same of boxes 4-8
BEST = 114  # thirteen: the best that each total of the dice allows
SQUARES = 127  # eighty-one: the chance of winning with a counter there
ROOM_NEEDED = SQUARES + 81

BITS = 24
ONE = 1 << BITS
NEVER = -1


def hit_chance(own: int, enemy: int, box: int, strict: int) -> float:
    """The chance that one throw lets a seat win an open box."""
    winning = WINNING[own]
    ways = TO_REACH[4608 * strict + 512 * box + (winning & ~enemy)]
    if winning & enemy:
        ways += 1  # by a 12
    return ways / 36.0


def begun_lines_value(own: int, enemy: int, box: int) -> float:
    """The lines with one own counter and two free squares, weighed by the throws that hit them."""
    return ROOM[256 * box + (BEGUN_LINES[own] & FREE_LINES[enemy])] / 36.0


def box_pull(own: int, enemy: int, box: int, strict: int, w: Floats, first: int) -> float:
    """The pull of a seat on an open box; `first` is the index of its first weight."""
    now = hit_chance(own, enemy, box, strict)
    lines = begun_lines_value(own, enemy, box)
    return (
        w[first] * now
        + w[first + 1] * sqrt(now)
        + w[first + 2] * lines
        + w[first + 3] * sqrt(lines)
        + w[first + 4] * COUNT[own]
        + w[first + 5] * now * lines
    )


def box_share(own: int, enemy: int, box: int, strict: int, w: Floats) -> int:
    """The chance that a seat wins an open box, before a throw of the other seat."""
    odds = box_pull(own, enemy, box, strict, w, 0) - w[HAS_THROW]
    odds -= box_pull(enemy, own, box, strict, w, THROWING)
    return int(ONE / (1.0 + exp(-odds)))


def win_chance(s: Buffer, seat: int, t: Buffer, w: Floats) -> int:
    """The chance that a seat wins, before a throw of the other seat, its slopes left in `t`."""
    for box in range(9):
        if s[BOXES + seat] >> box & 1:
            t[SHARES + box] = ONE
        elif s[BOXES + 1 - seat] >> box & 1:
            t[SHARES + box] = 0
        else:
            own = counters_in(s, seat, box)
            enemy = counters_in(s, 1 - seat, box)
            t[SHARES + box] = box_share(own, enemy, box, s[STRICT], w)
    spread(t, FEW, SHARES, 4)
    spread(t, MANY, SHARES + 4, 5)
    value_ways(t)
    for box in range(4):
        t[SLOPES + box] = slope(t, FEW, FEW_WORTH, 1 << box, 16)
    for box in range(5):
        t[SLOPES + 4 + box] = slope(t, MANY, MANY_WORTH, 1 << box, 32)
    value = 0
    for i in range(16):
        value += t[FEW + i] * t[FEW_WORTH + i] >> BITS
    return value


def spread(t: Buffer, ways: int, shares: int, boxes: int) -> None:
    """Writes how likely some boxes fall in each way, by the shares of each."""
    t[ways] = ONE
    n = 1
    for box in range(boxes):
        for i in range(n):
            won = t[ways + i] * t[shares + box] >> BITS
            t[ways + n + i] = won
            t[ways + i] -= won
        n *= 2


def value_ways(t: Buffer) -> None:
    """Writes the chance of winning for each way in which one part of the boxes has fallen."""
    for i in range(16):
        t[FEW_WORTH + i] = 0
    for i in range(32):
        t[MANY_WORTH + i] = 0
    for many in range(32):
        likely = t[MANY + many] >> 1
        for few in range(16):
            t[FEW_WORTH + few] += likely * RESULT_BY_MANY[16 * many + few]
    for few in range(16):
        likely = t[FEW + few] >> 1
        for many in range(32):
            t[MANY_WORTH + many] += likely * RESULT_BY_FEW[32 * few + many]


def slope(t: Buffer, ways: int, worth: int, box: int, n: int) -> int:
    """How the chance of winning the game grows with the chance of winning one box."""
    grown = 0
    for i in range(n):
        if i & box == 0:
            likely = t[ways + i] + t[ways + i + box]
            grown += likely * (t[worth + i + box] - t[worth + i]) >> BITS
    return grown


def race_bonus(
    own: int, enemy: int, box: int, boxes: int, strict: int, w: Floats, first: int
) -> float:
    """How near a seat with these boxes is to winning the game by an open box; else 0."""
    if HOW_WON[boxes | 1 << box] == 0:
        return 0.0
    return w[first] * hit_chance(own, enemy, box, strict) + w[first + 1] * begun_lines_value(
        own, enemy, box
    )


def race_lead(
    s: Buffer, seat: int, box: int, gained: int, own: int, enemy: int, w: Floats
) -> float:
    """How much nearer a waiting seat is to winning the game by a box than the other seat.

    `own` and `enemy` are the counters in it, `gained` the seat's boxes.
    """
    ahead = race_bonus(own, enemy, box, gained, s[STRICT], w, DECIDING)
    return ahead - race_bonus(enemy, own, box, s[BOXES + 1 - seat], s[STRICT], w, DECIDING_THROWING)


def race_leads(s: Buffer, seat: int, gained: int, w: Floats) -> float:
    """The same over all boxes that are open when the seat has those it has gained."""
    ahead = 0.0
    for box in range(9):
        if not (gained | s[BOXES + 1 - seat]) >> box & 1:
            own = counters_in(s, seat, box)
            ahead += race_lead(s, seat, box, gained, own, counters_in(s, 1 - seat, box), w)
    return ahead


def weighed(chance: int, odds: float) -> int:
    """A chance with its odds multiplied."""
    part = min(max(chance, 0), ONE) * odds
    return int(ONE * part / (part + ONE - min(max(chance, 0), ONE)))


def evaluate_squares(s: Buffer, seat: int, t: Buffer, w: Floats) -> int:
    """Writes what a counter of a seat in each square would be worth; returns what a pass is.

    `NEVER` stands for own counters and closed boxes.
    """
    value = win_chance(s, seat, t, w)
    ahead = race_leads(s, seat, s[BOXES + seat], w)
    odds = exp(ahead)
    for box in range(9):
        if (s[BOXES] | s[BOXES + 1]) >> box & 1:
            for here in range(9):
                t[SQUARES + 9 * box + here] = NEVER
        else:
            evaluate_box_squares(s, seat, box, value, ahead, odds, t, w)
    return weighed(value, odds)


def evaluate_box_squares(
    s: Buffer, seat: int, box: int, value: int, ahead: float, odds: float, t: Buffer, w: Floats
) -> None:
    """Writes what a counter in each square of an open box would be worth."""
    boxes = s[BOXES + seat]
    own = counters_in(s, seat, box)
    enemy = counters_in(s, 1 - seat, box)
    decides = HOW_WON[boxes | 1 << box] | HOW_WON[s[BOXES + 1 - seat] | 1 << box]
    others = ahead - race_lead(s, seat, box, boxes, own, enemy, w)
    for here in range(9):
        counter = 1 << here
        place = SQUARES + 9 * box + here
        if own & counter:
            t[place] = NEVER
        elif WINNING[own] & counter:
            t[place] = value_if_won(s, seat, box, value, t, w)
        else:
            more = own | counter
            less = enemy & ~counter
            gain = box_share(more, less, box, s[STRICT], w) - t[SHARES + box]
            factor = odds
            if decides:
                factor = exp(others + race_lead(s, seat, box, boxes, more, less, w))
            t[place] = weighed(value + (t[SLOPES + box] * gain >> BITS), factor)


def value_if_won(s: Buffer, seat: int, box: int, value: int, t: Buffer, w: Floats) -> int:
    """What it is worth to a seat to win an open box."""
    gained = s[BOXES + seat] | 1 << box
    if HOW_WON[gained]:
        return ONE
    won = value + (t[SLOPES + box] * (ONE - t[SHARES + box]) >> BITS)
    return weighed(won, exp(race_leads(s, seat, gained, w)))


def sharpened(chance: int, w: Floats) -> float:
    """A chance of winning, 0 to 1, sharpened to match played games."""
    if chance <= 0:
        return 0.0
    if chance >= ONE:
        return 1.0
    odds = (ONE - chance) / chance
    return 1.0 / (1.0 + exp(w[SHARPNESS] * log(odds)))


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
    """Raises the best value of a total to a square's, if rule 10 allows it."""
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
    """The best value of a square that the dice allow."""
    most = 0
    for square in range(81):
        if t[SQUARES + square] > most and is_fitting(s, square):
            most = t[SQUARES + square]
    return most


def is_fitting(s: Buffer, square: int) -> bool:
    """Whether the dice on the table allow a square."""
    half = square // SPLIT
    return fitting(s, half) >> square - SPLIT * half & 1 == 1


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats, /) -> None:
    """The priors of squares by the chance of winning after each."""
    passed = evaluate_squares(s, s[SIDE], scratch, w)
    for i in range(n):
        worth = passed
        if moves[i] != PASS:
            worth = scratch[SQUARES + moves[i]]
        worth = min(max(worth, ONE >> 12), ONE - (ONE >> 12))
        priors[i] = w[LEANING] * log(worth / (ONE - worth))


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
