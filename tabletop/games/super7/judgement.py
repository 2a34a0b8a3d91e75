"""How good a position of Super Seven is, and each counter in it: the sums behind the guide.

A seat has a *pull* on each open box, by the throws that would win it at once and by the lines
that are still open; the difference of the two pulls is the box's log-odds. All 512 ways in which
the nine boxes can fall, weighed by that, are the chance of winning. It is linear in every single
box, so one sum with its slopes tells what any counter is worth, nearly for nothing. What it does
not know is who comes first: that is the seats' *haste* in boxes that would win the game.

Chances are whole numbers of `ONE` parts, for the scratch space holds ints.
"""

from math import exp, log, sqrt

from tabletop.engine.guide import Floats
from tabletop.engine.kernel import Buffer
from tabletop.games.super7.chances import (
    BEGUN_LINES,
    COUNT,
    FREE_LINES,
    RESULT_BY_FEW,
    RESULT_BY_MANY,
    ROOM,
    TO_REACH,
    WINNING,
)
from tabletop.games.super7.kernel import BOXES, HOW_WON, STRICT, counters_in

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
what the log-odds of the game are multiplied by; and the leanings'."""
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


def hit(own: int, enemy: int, box: int, strict: int) -> float:
    """The chance that one throw lets a seat win an open box."""
    winning = WINNING[own]
    ways = TO_REACH[4608 * strict + 512 * box + (winning & ~enemy)]
    if winning & enemy:
        ways += 1  # by a 12
    return ways / 36.0


def begun(own: int, enemy: int, box: int) -> float:
    """The lines with one own counter and two free squares, weighed by the throws that hit them."""
    return ROOM[256 * box + (BEGUN_LINES[own] & FREE_LINES[enemy])] / 36.0


def pull(own: int, enemy: int, box: int, strict: int, w: Floats, first: int) -> float:
    """How much a seat is drawn towards winning an open box; `first` is its first weight."""
    now = hit(own, enemy, box, strict)
    lines = begun(own, enemy, box)
    return (
        w[first] * now
        + w[first + 1] * sqrt(now)
        + w[first + 2] * lines
        + w[first + 3] * sqrt(lines)
        + w[first + 4] * COUNT[own]
        + w[first + 5] * now * lines
    )


def share(own: int, enemy: int, box: int, strict: int, w: Floats) -> int:
    """The chance that a seat wins an open box, before a throw of the other seat."""
    odds = pull(own, enemy, box, strict, w, 0) - w[HAS_THROW]
    odds -= pull(enemy, own, box, strict, w, THROWING)
    return int(ONE / (1.0 + exp(-odds)))


def judge(s: Buffer, seat: int, t: Buffer, w: Floats) -> int:
    """The chance that a seat wins, before a throw of the other seat, its slopes left in `t`."""
    for box in range(9):
        if s[BOXES + seat] >> box & 1:
            t[SHARES + box] = ONE
        elif s[BOXES + 1 - seat] >> box & 1:
            t[SHARES + box] = 0
        else:
            own = counters_in(s, seat, box)
            enemy = counters_in(s, 1 - seat, box)
            t[SHARES + box] = share(own, enemy, box, s[STRICT], w)
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


def haste(own: int, enemy: int, box: int, boxes: int, strict: int, w: Floats, first: int) -> float:
    """How near a seat with these boxes is to winning the game by an open box; else 0."""
    if HOW_WON[boxes | 1 << box] == 0:
        return 0.0
    return w[first] * hit(own, enemy, box, strict) + w[first + 1] * begun(own, enemy, box)


def lead(s: Buffer, seat: int, box: int, gained: int, own: int, enemy: int, w: Floats) -> float:
    """How much nearer a waiting seat is to winning the game by a box than the other seat.

    `own` and `enemy` are the counters in it, `gained` the seat's boxes.
    """
    ahead = haste(own, enemy, box, gained, s[STRICT], w, DECIDING)
    return ahead - haste(enemy, own, box, s[BOXES + 1 - seat], s[STRICT], w, DECIDING_THROWING)


def leads(s: Buffer, seat: int, gained: int, w: Floats) -> float:
    """The same over all boxes that are open when the seat has those it has gained."""
    ahead = 0.0
    for box in range(9):
        if not (gained | s[BOXES + 1 - seat]) >> box & 1:
            own = counters_in(s, seat, box)
            ahead += lead(s, seat, box, gained, own, counters_in(s, 1 - seat, box), w)
    return ahead


def weighed(chance: int, odds: float) -> int:
    """A chance with odds so many times as good."""
    part = min(max(chance, 0), ONE) * odds
    return int(ONE * part / (part + ONE - min(max(chance, 0), ONE)))


def look(s: Buffer, seat: int, t: Buffer, w: Floats) -> int:
    """Writes what a counter of a seat in each square would be worth; returns what a pass is.

    `NEVER` stands for own counters and closed boxes.
    """
    value = judge(s, seat, t, w)
    ahead = leads(s, seat, s[BOXES + seat], w)
    odds = exp(ahead)
    for box in range(9):
        if (s[BOXES] | s[BOXES + 1]) >> box & 1:
            for here in range(9):
                t[SQUARES + 9 * box + here] = NEVER
        else:
            look_into(s, seat, box, value, ahead, odds, t, w)
    return weighed(value, odds)


def look_into(
    s: Buffer, seat: int, box: int, value: int, ahead: float, odds: float, t: Buffer, w: Floats
) -> None:
    """Writes what a counter in each square of an open box would be worth."""
    boxes = s[BOXES + seat]
    own = counters_in(s, seat, box)
    enemy = counters_in(s, 1 - seat, box)
    decides = HOW_WON[boxes | 1 << box] | HOW_WON[s[BOXES + 1 - seat] | 1 << box]
    others = ahead - lead(s, seat, box, boxes, own, enemy, w)
    for here in range(9):
        counter = 1 << here
        place = SQUARES + 9 * box + here
        if own & counter:
            t[place] = NEVER
        elif WINNING[own] & counter:
            t[place] = if_won(s, seat, box, value, t, w)
        else:
            more = own | counter
            less = enemy & ~counter
            gain = share(more, less, box, s[STRICT], w) - t[SHARES + box]
            factor = odds
            if decides:
                factor = exp(others + lead(s, seat, box, boxes, more, less, w))
            t[place] = weighed(value + (t[SLOPES + box] * gain >> BITS), factor)


def if_won(s: Buffer, seat: int, box: int, value: int, t: Buffer, w: Floats) -> int:
    """What it is worth to a seat to win an open box."""
    gained = s[BOXES + seat] | 1 << box
    if HOW_WON[gained]:
        return ONE
    won = value + (t[SLOPES + box] * (ONE - t[SHARES + box]) >> BITS)
    return weighed(won, exp(leads(s, seat, gained, w)))


def sharpened(chance: int, w: Floats) -> float:
    """A chance of winning, 0 to 1, as far from even as it is in play."""
    if chance <= 0:
        return 0.0
    if chance >= ONE:
        return 1.0
    odds = (ONE - chance) / chance
    return 1.0 / (1.0 + exp(w[SHARPNESS] * log(odds)))
