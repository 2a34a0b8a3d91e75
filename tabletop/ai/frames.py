"""The frames of an alpha-beta search: how they are laid out, filled, and which ply comes next.

A frame is a position on the way down, with the plies that are tried there. In the subset of a
kernel; the buffers are told in `alphabeta.py`.
"""

from typing import Final

from tabletop.ai.memory import ENTRY, PLAY, SIGN, habit_place, place
from tabletop.ai.unbound import STATE_SIZE, legal_moves, prior
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import TURN, Buffer

# The heading of `desk`.
AT: Final = 0  # the frame whose plies are tried; -1 between two depths
DEPTH: Final = 1  # how many plies are looked ahead now
LOOKS: Final = 2  # positions looked at so far
ANSWER: Final = 3  # the best ply so far; -1 before there is one
DONE: Final = 4  # 1: nothing more can be learned
ROOTS: Final = 5  # how many plies the root has
WHOLE: Final = 6  # the depth that was looked at wholly
HEAD: Final = 8

# The ints of a frame, in `desk` after the heading.
FIRST: Final = 0  # where its plies begin
COUNT: Final = 1
NEXT: Final = 2  # how many were tried
LEFT: Final = 3  # plies still to look ahead
BEST: Final = 4  # the best ply; -1 where none is better than another
TRIED: Final = 5  # the ply that is tried
STAGE: Final = 6  # how
MARK: Final = 7  # the position's signature
SEAT: Final = 8
KILLER: Final = 9  # two plies that refuted something at this distance from the root
LINE: Final = 11  # length of the expected play
LOOKED: Final = 12  # `LOOKS` when the ply at the root was begun
FRAME: Final = 13

# The floats of a frame, in `edges`.
ALPHA: Final = 0
BETA: Final = 1
VALUE: Final = 2  # the best so far
FLOOR: Final = 3  # alpha at the beginning
EDGE: Final = 4

DEEP: Final = 48
"""Frames at most."""
DESK: Final = HEAD + DEEP * FRAME
EDGES: Final = DEEP * EDGE
LINES: Final = DEEP * DEEP
PLIES: Final = 40_000
"""Room for the plies of all frames; a position whose plies find none is judged as it stands."""

# The stages of a ply.
FRESH: Final = 0  # the next ply has to be picked
SHALLOW: Final = 1  # less deeply, through a window of no width
NARROW: Final = 2  # through a window of no width
WIDE: Final = 3

# The search's parameters, by their places in `how`.
WIDTH: Final = 0  # plies tried one ply above the end; twice as many two above; 0: all
LATE: Final = 1  # the ply from which on it is looked less deeply; 0: never
STEEP: Final = 2  # each time this many times later, one ply less; 2 at least
HABIT: Final = 3  # what habits count for beside leanings
KILLS: Final = 4  # what having refuted something at the same distance counts for
FORCED: Final = 5  # a position with at most so many plies costs no depth
SPREAD: Final = 6  # how many plies of the root are told exactly
MOST: Final = 7  # depth at which it is enough

# The ints of a root ply, in `tallies`.
CODE: Final = 0
VISITS: Final = 1  # positions looked at below it
REACH: Final = 2  # the depth to which its promise is known
KNOWN: Final = 3  # its certain result by what no kernel knows (a repetition); 0 for none
TRUE: Final = 4  # 1: its promise is exact; 0: it is at most that
TALLY: Final = 5

WIN: Final = 2.0
SOONER: Final = 0.001
"""What a win after n plies is worth: ``WIN - n * SOONER``; all else is between -1 and 1."""

FIRM: Final = 1e6
"""Added to what a remembered ply is ordered by: it comes first."""


def open_frame(
    d: int,
    mark: int,
    left: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    leanings: Floats,
    desk: Buffer,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    habits: Floats,
    how: Floats,
    w: Floats,
) -> bool:
    """Makes the position `s` frame d, its plies listed and in order; False if there is no room."""
    n = legal_moves(s, moves, scratch)
    at = HEAD + d * FRAME
    first = 0
    if d > 0:
        first = desk[at - FRAME + FIRST] + desk[at - FRAME + COUNT]
    if first + n > PLIES:
        return False
    prior(s, moves, n, leanings, scratch, w)
    remembered = -1
    entry = place(mark, size) * ENTRY
    if table[entry + SIGN] == mark:
        remembered = table[entry + PLAY]
    for i in range(n):
        ply = moves[i]
        plies[first + i] = ply
        lean = leanings[i] + how[HABIT] * habits[habit_place(s[TURN], ply)]
        if ply == remembered:
            lean += FIRM
        elif ply == desk[at + KILLER] or ply == desk[at + KILLER + 1]:
            lean += how[KILLS]
        order[first + i] = lean
    for i in range(STATE_SIZE):
        stack[d * STATE_SIZE + i] = s[i]
    if n <= how[FORCED] and d < 2 * desk[DEPTH]:
        left += 1
    desk[at + FIRST] = first
    desk[at + COUNT] = n
    desk[at + NEXT] = 0
    desk[at + LEFT] = left
    desk[at + BEST] = -1
    desk[at + STAGE] = FRESH
    desk[at + MARK] = mark
    desk[at + SEAT] = s[TURN]
    desk[at + LINE] = 0
    return True


def pick(first: int, n: int, plies: Buffer, order: Floats) -> int:
    """Brings the ply that comes first of `n` to the place `first`, and gives it."""
    best = first
    for i in range(first + 1, first + n):
        if order[i] > order[best]:
            best = i
    ply = plies[best]
    lean = order[best]
    plies[best] = plies[first]
    order[best] = order[first]
    plies[first] = ply
    order[first] = lean
    return ply


def next_ply(
    d: int, desk: Buffer, edges: Floats, plies: Buffer, order: Floats, how: Floats
) -> bool:
    """Picks the next ply of a frame and how it is tried; False if the rest is left out.

    Where all that was tried surely loses, nothing is left out: a loss has to be certain.
    """
    at = HEAD + d * FRAME
    i = desk[at + NEXT]
    left = desk[at + LEFT]
    room = int(how[WIDTH]) * left
    if room > 0 and left <= 2 and d > 0 and i >= room and edges[d * EDGE + VALUE] > -1.0:
        return False
    desk[at + TRIED] = pick(desk[at + FIRST] + i, desk[at + COUNT] - i, plies, order)
    late = int(how[LATE])
    if i == 0 or (d == 0 and i < how[SPREAD]):
        desk[at + STAGE] = WIDE
    elif late > 0 and i >= late and left >= 2 and edges[d * EDGE + VALUE] > -1.0:
        desk[at + STAGE] = SHALLOW
    else:
        desk[at + STAGE] = NARROW
    return True


def depth_below(at: int, desk: Buffer, how: Floats) -> int:
    """Plies to look ahead after the ply that is tried in the frame at `at`."""
    left = desk[at + LEFT] - 1
    if desk[at + STAGE] == SHALLOW:
        bound = int(how[LATE])
        steep = max(2, int(how[STEEP]))
        while bound <= desk[at + NEXT] and left > 0:
            left -= 1
            bound *= steep
    return left


def extend_line(d: int, desk: Buffer, lines: Buffer) -> None:
    """The expected play of a frame: the ply that was tried, then what is expected below it."""
    at = HEAD + d * FRAME
    n = 0
    if d + 1 < DEEP:
        n = desk[at + FRAME + LINE]
        if n > DEEP - 1:
            n = DEEP - 1
        for i in range(n):
            lines[d * DEEP + 1 + i] = lines[(d + 1) * DEEP + i]
    lines[d * DEEP] = desk[at + TRIED]
    desk[at + LINE] = n + 1
