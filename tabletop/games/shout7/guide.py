"""The guide of Shout 7 (see `tabletop.engine.kernel.Guide`).

The evaluation reads the stretches, the rows of seven places: what each is worth depends on how many
pieces of a seat it holds and how many of the others. Another player's piece in a stretch is no
block: only what can be pushed away makes room for two new pieces.

The plies that make seven at once are found without trying all of them. Nobody moves their own
pieces, so who makes seven by a push had five or six of them before: such a stretch is full, and all
but one or two of its pieces are the seat's own.
"""

from math import exp
from typing import Final

from tabletop.engine.kernel import PLY, SEATS, TURN, Buffer, Floats
from tabletop.games.shout7 import kernel
from tabletop.games.shout7.kernel import (
    BLACK,
    DONE,
    FIRST_LANDS,
    FIVE,
    IN_STRETCH,
    LAY,
    NEARLY,
    NEXT,
    OUTSIDE,
    PARTNER,
    PASS,
    PASSES,
    PITS_COUNT,
    PLACE_BIT,
    PLACE_WORD,
    PLACES,
    PUSH,
    PUSHES,
    REMOVE,
    SECOND_LANDS,
    SEVEN,
    STAGE_LAY,
    STAGE_PUSH,
    STRETCH,
    STRETCH_COUNTS,
    WORDS,
    find_pushes,
    list_lays,
    pieces_in_pits,
    put,
    random_move,
    replace,
    stage_of,
    take,
    who_has_seven,
)

NO_PLY: Final = -1
"""No ply."""


def winning_ply(s: Buffer, scratch: Buffer) -> int:
    """A ply by which the seat to move wins at once; `NONE` if no ply does."""
    stage = stage_of(s[PLY], s[SEATS])
    if stage == STAGE_LAY:
        return winning_lay(s, scratch)
    if stage != STAGE_PUSH:
        return NO_PLY
    if s[PASSES] == s[SEATS] - 1 and find_pushes(s, scratch) == 0:
        return winning_pass(s)
    return winning_push(s, scratch)


def winning_pass(s: Buffer) -> int:
    """Rule 10: the last pass, where the mover alone has most pieces in the pits."""
    most = pieces_in_pits(s, s[TURN])
    for seat in range(s[SEATS]):
        if seat != s[TURN] and pieces_in_pits(s, seat) >= most:
            return NO_PLY
    return PASS


def winning_lay(s: Buffer, scratch: Buffer) -> int:
    """A lay that makes seven; possible only in a position that was read."""
    if near_complete_count(s, s[TURN]) == 0:
        return NO_PLY
    for i in range(list_lays(s, scratch)):
        place = scratch[i]
        put(s, place, s[TURN] + 1)
        wins = s[DONE] != 0
        take(s, place)
        if wins:
            return LAY + place
    return NO_PLY


def near_complete_count(s: Buffer, seat: int) -> int:
    """In how many stretches a seat has five pieces or more."""
    return s[NEARLY] >> 8 * seat & 255


def winning_push(s: Buffer, scratch: Buffer) -> int:
    """A push that makes seven for the seat to move; `NONE` if none does."""
    seat = s[TURN]
    if near_complete_count(s, seat) == 0:
        return NO_PLY
    asked = 0  # pushes are computed only when needed
    for i in range(STRETCH_COUNTS[s[PITS_COUNT]]):
        held = s[STRETCH + i]
        own = held >> 8 * seat & 255
        if own < FIVE or (held + (held >> 8) + (held >> 16) + (held >> 24) & 255) < SEVEN:
            continue
        if asked == 0:
            asked = 1
            if find_pushes(s, scratch) == 0:
                return NO_PLY
        push = push_filling(s, i, own, scratch)
        if push >= 0:
            return PUSH + push
    return NO_PLY


def push_filling(s: Buffer, i: int, own: int, scratch: Buffer) -> int:
    """A push that fills a full stretch with the mover's pieces, `own` of which are there."""
    at = SEVEN * i
    while s[PLACES + IN_STRETCH[at]] == s[TURN] + 1:
        at += 1
    place = IN_STRETCH[at]
    if own == SEVEN - 1:
        for axis in range(3):
            push = winning_way(s, 3 * place + axis, scratch)
            before = NEXT[6 * place + axis + 3]
            if push < 0 and before != OUTSIDE:
                push = winning_way(s, 3 * before + axis, scratch)
            if push >= 0:
                return push
        return NO_PLY
    beside = IN_STRETCH[at + 1]  # two are missing, and the second cannot be beyond the end
    if s[PLACES + beside] == s[TURN] + 1:
        return NO_PLY
    axis = 0
    while PARTNER[3 * place + axis] != beside:
        axis += 1
    return winning_way(s, 3 * place + axis, scratch)


def winning_way(s: Buffer, pair: int, scratch: Buffer) -> int:
    """A direction in which pushing a pair wins, after `find_pushes`."""
    first = pair // 3
    for push in range(6 * pair, 6 * pair + 6):
        found = scratch[PUSHES + WORDS * (push % 18) + PLACE_WORD[first]]
        if found & PLACE_BIT[first] and winner_by(s, push) == s[TURN]:
            return push
    return NO_PLY


def winner_by(s: Buffer, push: int) -> int:
    """The seat with seven after a push and its lay; -1 for none."""
    make_push(s, push)
    winner = who_has_seven(s)
    unmake_push(s, push)
    return winner


def make_push(s: Buffer, push: int) -> None:
    """Plays a push and its lay on the pieces only; `unmake_push` undoes it."""
    own = s[TURN] + 1
    put(s, FIRST_LANDS[push], replace(s, push // 18, own))
    put(s, SECOND_LANDS[push], replace(s, PARTNER[push // 6], own))


def unmake_push(s: Buffer, push: int) -> None:
    replace(s, PARTNER[push // 6], take(s, SECOND_LANDS[push]))
    replace(s, push // 18, take(s, FIRST_LANDS[push]))


def in_danger(s: Buffer, scratch: Buffer) -> bool:
    """Whether another seat would make seven at once if it were to push now."""
    seat = s[TURN]
    danger = False
    for k in range(1, s[SEATS]):
        s[TURN] = (seat + k) % s[SEATS]
        if not danger and winning_push(s, scratch) >= 0:
            danger = True
    s[TURN] = seat
    return danger


SCRATCH = kernel.SCRATCH

WEIGHTS = (
    "turn",
    "danger",
    "pits",
    "ways",
    "m1", "m2", "m3", "m4", "m5", "m6",
    "m1o1", "m2o1", "m3o1", "m4o1", "m5o1", "m6o1",
    "m1o2", "m2o2", "m3o2", "m4o2", "m5o2",
    "m1o3", "m2o3", "m3o3", "m4o3",
    "m1o4", "m2o4", "m3o4",
    "m1o5", "m2o5",
    "m1o6",
    "o1", "o2", "o3", "o4", "o5", "o6",
    "lean", "room", "blunder", "lets",
)  # fmt: skip
"""`turn` for being the mover; `danger` where another would win at once if it were to move; `pits`
and `ways` for each piece in a pit and each push more than the others have; `m3o1` for each
stretch with three pieces of the mover and one of the others. `lean` is how much of a ply's gain
a search leans to, `room` how much of the pits and ways that it brings, `blunder` is for giving
another seat seven, `lets` for letting one make it."""

TURN_WEIGHT = 0
DANGER = 1
PITS = 2
WAYS = 3
STRETCHES_FROM = 4
LEAN = 37
ROOM = 38
BLUNDER = 39
LETS = 40
CLASS = (
    -1, 31, 32, 33, 34, 35, 36, -1,
    4, 10, 16, 21, 25, 28, 30, -1,
    5, 11, 17, 22, 26, 29, -1, -1,
    6, 12, 18, 23, 27, -1, -1, -1,
    7, 13, 19, 24, -1, -1, -1, -1,
    8, 14, 20, -1, -1, -1, -1, -1,
    9, 15, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1,
)  # fmt: skip
"""At ``8 * mover's pieces + the others'``: the weight of such a stretch; -1: none."""

DECIDES = True

SURE = 0.995
"""The value of a winning ply; below 1, so that a search still proves it."""


def winning_move(s: Buffer, scratch: Buffer) -> int:
    """A ply that wins at once, -1 if none does."""
    return winning_ply(s, scratch)


def odds_for(s: Buffer, seat: int, w: Floats) -> float:
    """The log-odds of a seat against all others, by the stretches."""
    odds = 0.0
    for i in range(STRETCH_COUNTS[s[PITS_COUNT]]):
        held = s[STRETCH + i]
        if held:
            own = held >> 8 * seat & 255
            others = (held + (held >> 8) + (held >> 16) + (held >> 24) & 255) - own
            kind = CLASS[8 * own + others]
            if kind >= 0:
                odds += w[kind]
    return odds


def ways_of(s: Buffer, seat: int, scratch: Buffer) -> int:
    """How many pushes a seat has, or would have if it were to move."""
    turn = s[TURN]
    s[TURN] = seat
    n = find_pushes(s, scratch)
    s[TURN] = turn
    return n


def room_for(s: Buffer, seat: int, scratch: Buffer, w: Floats) -> float:
    """Log-odds of a seat by its pieces in pits and the pushes it has, more than the others."""
    share = s[SEATS] - 1
    pits = pieces_in_pits(s, seat) * share
    ways = ways_of(s, seat, scratch) * share
    for other in range(s[SEATS]):
        if other != seat:
            pits -= pieces_in_pits(s, other)
            ways -= ways_of(s, other, scratch)
    return (w[PITS] * pits + w[WAYS] * ways) / share


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats) -> None:
    """Each seat's chance of winning by the stretches, unless the mover wins at once."""
    mover = s[TURN]
    if winning_ply(s, scratch) >= 0:
        give(s, mover, SURE, values)
        return
    if s[SEATS] > 2:
        evaluate_many(s, values, scratch, w)
        return
    odds = w[TURN_WEIGHT] + odds_for(s, mover, w) + room_for(s, mover, scratch, w)
    if in_danger(s, scratch):
        odds += w[DANGER]
    give(s, mover, 1.0 / (1.0 + exp(-odds)), values)


def give(s: Buffer, seat: int, chance: float, values: Floats) -> None:
    """Gives a seat its chance, and the others the rest in equal shares."""
    for other in range(s[SEATS]):
        values[other] = (1.0 - chance) / (s[SEATS] - 1)
    values[seat] = chance


def evaluate_many(s: Buffer, values: Floats, scratch: Buffer, w: Floats) -> None:
    """Three and four seats: each one's odds against the others, in proportion."""
    total = 0.0
    danger = in_danger(s, scratch)
    for seat in range(s[SEATS]):
        odds = (odds_for(s, seat, w) + room_for(s, seat, scratch, w)) / 2
        if seat == s[TURN]:
            odds += w[TURN_WEIGHT]
            if danger:
                odds += w[DANGER]
        values[seat] = exp(max(-30.0, min(30.0, odds)))
        total += values[seat]
    for seat in range(s[SEATS]):
        values[seat] /= total


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats) -> None:
    """The priors of all plies by the stretches after each; far lower if another seat wins then."""
    seat = s[TURN]
    for i in range(n):
        move = moves[i]
        if move >= PUSH:
            priors[i] = push_worth(s, move - PUSH, scratch, w)
        elif move == PASS:
            priors[i] = 0.0
        elif move >= REMOVE:
            take(s, move - REMOVE)
            priors[i] = w[LEAN] * odds_for(s, seat, w)
            put(s, move - REMOVE, BLACK)
        else:
            put(s, move, seat + 1)
            priors[i] = w[LEAN] * odds_for(s, seat, w)
            take(s, move)


def push_worth(s: Buffer, push: int, scratch: Buffer, w: Floats) -> float:
    """The value of a push for the seat to move."""
    make_push(s, push)
    winner = who_has_seven(s)
    if winner >= 0:
        worth = -w[BLUNDER] if winner == s[TURN] else w[BLUNDER]
    else:
        worth = w[LEAN] * odds_for(s, s[TURN], w)
        if w[ROOM] != 0.0:
            worth += w[ROOM] * room_for(s, s[TURN], scratch, w)
        if in_danger(s, scratch):
            worth += w[LETS]
    unmake_push(s, push)
    return worth


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats) -> int:
    """A push that wins at once, else any ply."""
    if stage_of(s[PLY], s[SEATS]) == STAGE_PUSH:
        win = winning_push(s, scratch)
        if win >= 0:
            return win
    return random_move(s, x, scratch)


def same_throw(move: int) -> int:
    return move
