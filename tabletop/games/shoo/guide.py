"""The guide of Shoo (see `tabletop.engine.kernel.Guide`).

The evaluation counts the turns that each traveler still needs to its goal, on foot or with the
horse that it rides or stands beside. The side that needs fewer is ahead.
"""

from math import exp

from tabletop.engine.kernel import TURN, Buffer, Floats
from tabletop.games.shoo import kernel
from tabletop.games.shoo.kernel import (
    BOARD,
    CAPTURE,
    CORNER,
    DISMOUNT,
    DOORSTEP,
    DROP,
    EMPTY,
    FOOT,
    GLIDE,
    GOAL,
    HORSE,
    IN_GOAL,
    LANDED,
    MOUNT,
    MOVE_HORSE,
    NEAR,
    NEAR_AT,
    OFF,
    REDROP,
    RESERVED,
    RIDDEN,
    RIDE,
    RIDER,
    SQUARES,
    STABLE,
    STEP,
    count_crowds,
    is_shooed,
    random_move,
)

CALLS = kernel.SCRATCH
"""Where in the scratch buffer the mover's travelers near each square are counted."""
CHANCES = CALLS + SQUARES
"""And the enemies near each square that one more traveler there would shoo."""
FARTHEST = CHANCES + SQUARES
"""And how far the mover's farthest traveler on foot near each square has to go."""
SCRATCH = FARTHEST + SQUARES
DECIDES = True
WEIGHTS = (
    "turn",  # being the mover
    "far",  # each traveler's steps squared: a straggler costs more than its steps
    "ridden",  # being mounted: the horse will be left to the other side
    "blocked_ride",  # something stands in the only ride's way
    "lift",  # a free horse beside a traveler, for each turn that it would save
    "stable",  # a horse in the stable
    "shooed",  # a shooed traveler
    "squatter",  # an enemy in the goal, for each traveler that is there already
    "sharp",  # how much a turn ahead decides
    "late",  # how much more it decides near the end
    "lean",  # a turn that a ply gains; the next ones are in turns too
    "lean_shoo",  # an enemy whom the ply shoos
    "lean_capture",
    "lean_horse",  # a turn that a horse brought near would save
    "lean_idle",  # taken off for plies in which no traveler moves
)
"""The weights, in turns except `sharp` and `late`."""
(
    HASTE,
    FAR,
    RIDES,
    BLOCKED,
    LIFT,
    STABLED,
    SHOOED,
    SQUATTER,
    SHARP,
    LATE,
    LEAN,
    LEAN_SHOO,
    LEAN_CAPTURE,
    LEAN_HORSE,
    LEAN_IDLE,
) = range(15)


def winning_move(s: Buffer, scratch: Buffer) -> int:
    """The step or dismount that fills the last square of the mover's goal; -1 if none does."""
    me = s[TURN]
    gap = -1
    for i in range(9):
        square = GOAL[me * 9 + i]
        if s[BOARD + square] != FOOT + me:
            if gap >= 0 or s[BOARD + square] != EMPTY:
                return -1
            gap = square
    if gap < 0:
        return -1
    n = -1
    for i in range(NEAR_AT[gap], NEAR_AT[gap + 1]):
        square = NEAR[i]
        piece = s[BOARD + square]
        if (piece == FOOT + me and IN_GOAL[me * SQUARES + square] == 0) or piece == RIDER + me:
            if n < 0:  # those who are shooed come first (rule 9)
                count_crowds(s, scratch)
                n = count_shooed(s, scratch)
            if piece == RIDER + me and n == 0:
                return DISMOUNT | square << 4 | gap << 11
            if piece == FOOT + me and (n == 0 or is_shooed(scratch, square)):
                return STEP | square << 4 | gap << 11
    return -1


def count_shooed(s: Buffer, scratch: Buffer) -> int:
    """How many of the mover's travelers are shooed, after `count_crowds`."""
    n = 0
    for square in range(SQUARES):
        if s[BOARD + square] == FOOT + s[TURN] and is_shooed(scratch, square):
            n += 1
    return n


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats) -> None:
    """Each seat's chance by the turns that both still need."""
    me = s[TURN]
    mine = turns_needed(s, me, w)
    theirs = turns_needed(s, 1 - me, w)
    ahead = theirs - mine + w[HASTE]
    # This part never saturates, so that plies can be told apart far ahead too.
    sure = 1.0 / (1.0 + exp(-ahead * (w[SHARP] + w[LATE] / (3.0 + min(mine, theirs)))))
    even = 0.5 + 0.5 * ahead / (20.0 + abs(ahead))
    values[me] = 0.9 * sure + 0.1 * even
    values[1 - me] = 1.0 - values[me]


def turns_needed(s: Buffer, seat: int, w: Floats) -> float:
    """About how many turns a seat needs to fill its goal if nobody gets in its way."""
    at = seat * SQUARES
    total = w[STABLED] * s[STABLE + seat] + 9.0 * s[OFF + seat]
    inside = 0
    squatters = 0
    for square in range(SQUARES):
        piece = s[BOARD + square]
        if piece == EMPTY:
            continue
        if piece == FOOT + seat:
            steps = CORNER[at + square]
            total += steps + w[FAR] * steps * steps
            if IN_GOAL[at + square] == 1:
                inside += 1
            elif enemies_near(s, square, seat) >= 2:
                total += w[SHOOED]
        elif piece == RIDER + seat:
            total += w[RIDES] + turns_ridden(s, square, seat, w)
        elif piece == HORSE:
            total -= w[LIFT] * lift(s, square, seat)
        elif IN_GOAL[at + square] == 1 and piece == FOOT + 1 - seat:
            squatters += 1
    return total + w[SQUATTER] * squatters * inside


def enemies_near(s: Buffer, square: int, seat: int) -> int:
    """How many travelers of the other seat are near a square."""
    n = 0
    for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
        piece = s[BOARD + NEAR[i]]
        if piece == FOOT + 1 - seat or piece == RIDER + 1 - seat:
            n += 1
    return n


def turns_ridden(s: Buffer, square: int, seat: int, w: Floats) -> float:
    """What a rider needs, in the measure of `CORNER`, with what stands in its way."""
    at = seat * SQUARES
    turns = float(RIDDEN[at + square])
    if turns == LANDED + 1.0:
        for direction in range(8):
            to = GLIDE[direction * SQUARES + square]
            while to >= 0 and s[BOARD + to] == EMPTY:
                if DOORSTEP[at + to] == 1:
                    return turns
                to = GLIDE[direction * SQUARES + to]
        turns += w[BLOCKED]
    return turns


def lift(s: Buffer, square: int, seat: int) -> float:
    """The turns that a free horse would save the traveler near it whom it helps most."""
    at = seat * SQUARES
    if square == s[RESERVED] and seat == s[TURN]:
        return 0.0
    most = 0
    for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
        to = NEAR[i]
        if s[BOARD + to] == FOOT + seat and CORNER[at + to] > most:
            most = CORNER[at + to]
    return max(0.0, most - 1.0 - RIDDEN[at + square])


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats) -> None:
    """What each ply gains in turns, with something for shoos, captures and horses at hand."""
    count_calls(s, scratch)
    for i in range(n):
        priors[i] = w[LEAN] * gain(s, moves[i], scratch, w)


def count_calls(s: Buffer, scratch: Buffer) -> None:
    """Counts the mover's travelers near each square, and the enemies that one more would shoo."""
    me = s[TURN]
    other = (1 - me) * SQUARES
    for square in range(SQUARES):
        scratch[CALLS + square] = 0
        scratch[CHANCES + square] = 0
        scratch[FARTHEST + square] = 0
    for square in range(SQUARES):
        piece = s[BOARD + square]
        if piece == FOOT + me or piece == RIDER + me:
            for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
                scratch[CALLS + NEAR[i]] += 1
        if piece == FOOT + me:
            steps = CORNER[me * SQUARES + square]
            for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
                if scratch[FARTHEST + NEAR[i]] < steps:
                    scratch[FARTHEST + NEAR[i]] = steps
    for square in range(SQUARES):
        if s[BOARD + square] == FOOT + 1 - me and IN_GOAL[other + square] == 0:
            if scratch[CALLS + square] == 1:
                for i in range(NEAR_AT[square], NEAR_AT[square + 1]):
                    scratch[CHANCES + NEAR[i]] += 1


def gain(s: Buffer, move: int, scratch: Buffer, w: Floats) -> float:
    """The prior of a ply: the turns that it gains, shoos, captures and horses."""
    kind = move & 15
    first = move >> 4 & 127
    second = move >> 11 & 127
    at = s[TURN] * SQUARES
    if kind == STEP:
        return (
            CORNER[at + first]
            - CORNER[at + second]
            + w[LEAN_SHOO] * shoos(s, first, second, scratch)
        )
    if kind == MOUNT:
        return float(CORNER[at + first] - RIDDEN[at + second])
    if kind == RIDE:
        return (
            RIDDEN[at + first]
            - RIDDEN[at + second]
            + w[LEAN_SHOO] * shoos(s, first, second, scratch)
        )
    if kind == DISMOUNT:
        return (
            RIDDEN[at + first]
            - CORNER[at + second]
            + w[LEAN_SHOO] * shoos(s, first, second, scratch)
        )
    if kind == CAPTURE:
        return capture_gain(s, move, w)
    if kind == DROP:
        return w[LEAN_HORSE] * lifted(first, at, scratch) - w[LEAN_IDLE]
    if kind == MOVE_HORSE:
        saved = lifted(second, at, scratch) - lifted(first, at, scratch)
        return w[LEAN_HORSE] * saved - w[LEAN_IDLE]
    if kind == REDROP:
        return float(CORNER[at + first] - CORNER[at + second])
    return -w[LEAN_IDLE]


def lifted(square: int, at: int, scratch: Buffer) -> float:
    """The turns that a horse would save the mover's traveler near it whom it helps most."""
    return max(0.0, scratch[FARTHEST + square] - 1.0 - RIDDEN[at + square])


def capture_gain(s: Buffer, move: int, w: Floats) -> float:
    """The turns that a capture gains, and that it costs the rider."""
    at = s[TURN] * SQUARES
    other = SQUARES - at
    rider = move >> 11 & 127
    own = CORNER[at + (move >> 4 & 127)] - RIDDEN[at + (move >> 25 & 127)]
    loss = CORNER[other + (move >> 18 & 127)] - RIDDEN[other + rider]
    return own + loss + w[LEAN_CAPTURE]


def shoos(s: Buffer, start: int, to: int, scratch: Buffer) -> int:
    """How many enemies on foot a traveler newly shoos by going from one square to another."""
    n = scratch[CHANCES + to]
    if n == 0:
        return 0
    me = s[TURN]
    other = (1 - me) * SQUARES
    for i in range(NEAR_AT[to], NEAR_AT[to + 1]):
        square = NEAR[i]
        if s[BOARD + square] == FOOT + 1 - me and IN_GOAL[other + square] == 0:
            if scratch[CALLS + square] == 1 and is_near(start, square):
                n -= 1
    return n


def is_near(a: int, b: int) -> bool:
    """Whether two squares are near each other."""
    files = a % 9 - b % 9
    ranks = a // 9 - b // 9
    return -1 <= files <= 1 and -1 <= ranks <= 1


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats) -> int:
    """Any legal ply; rollouts are useless in this game, because they do not end."""
    return random_move(s, x, scratch)


def same_throw(move: int) -> int:
    return move
