"""Alpha-beta search for board games of two seats without dice, in the subset of a kernel.

It looks one ply further again and again (iterative deepening). Plies are tried in the order of
the guide's leanings, of what is remembered and of what refuted elsewhere; all but the first are
looked at through a window of no width (principal variation search), the late ones less deeply,
and once more where one of them surprises. A forced answer costs no depth. There is no recursion:
the plies on the way down are frames (`frames.py`), so `search` can be left and gone on with.

Worths are those of the seat that moves, -1 to 1 for the guide's chances, beyond it for certain
results: a win after n plies is worth ``WIN - n * SOONER``. All buffers belong to the caller:

============ ======================= ====================================================
``desk``     ``DESK``                the heading and the frames, as ints
``edges``    ``EDGES``               the frames' floats
``stack``    DEEP * STATE_SIZE       the frames' positions; the first is the root
``plies``    ``PLIES``               the plies of all frames, one after the other
``order``    ``PLIES``               what they are ordered by, the highest first
``table``    entries * ``ENTRY``     positions remembered; entries are a power of two
``worths``   entries                 what they are worth
``habits``   2 * ``HABITS``          how often a ply refuted something, -1 to 1
``tallies``  MAX_MOVES * ``TALLY``   what is known of each ply of the root
``promises`` MAX_MOVES               what each ply of the root is worth
``lines``    ``LINES``               the expected play of each frame
``replies``  MAX_MOVES * ``REPLIES`` the expected play after each ply of the root; -1 ends it
``past``     ``PAST``                the game's earlier positions, which count as draws (`note`)
============ ======================= ====================================================
"""

from typing import Final

from tabletop.ai.frames import (
    ALPHA,
    ANSWER,
    AT,
    BEST,
    BETA,
    COUNT,
    DEEP,
    DEPTH,
    DONE,
    EDGE,
    FLOOR,
    FRAME,
    FRESH,
    HEAD,
    KILLER,
    LEFT,
    LINE,
    LOOKS,
    MARK,
    NARROW,
    NEXT,
    ROOTS,
    SEAT,
    SHALLOW,
    SOONER,
    STAGE,
    TRIED,
    VALUE,
    WHOLE,
    WIDE,
    WIN,
    depth_below,
    extend_line,
    next_ply,
    open_frame,
)
from tabletop.ai.memory import (
    AT_LEAST,
    AT_MOST,
    ENTRY,
    EXACT,
    KIND,
    SIGN,
    keep,
    learn,
    note,
    place,
    signature,
    was_there,
)
from tabletop.ai.roots import begin_depth, count_root, end_depth, known_result
from tabletop.ai.unbound import DECIDES, STATE_SIZE, apply, evaluate, winning_move
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import RESULT, TURN, Buffer

OPEN: Final = 9.0
"""Stands for the worth of a ply that is not known yet: its frame was opened."""
THIN: Final = 1e-6
"""The width of a window of no width."""


__all__ = ["note", "plant", "search"]


def plant(desk: Buffer) -> None:
    """Makes ready for a new root; what is remembered of earlier searches stays good."""
    desk[AT] = -1
    desk[DEPTH] = 0
    desk[LOOKS] = 0
    desk[ANSWER] = -1
    desk[DONE] = 0
    desk[ROOTS] = 0
    desk[WHOLE] = 0


def search(
    root: Buffer,
    looks: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    leanings: Floats,
    values: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    worths: Floats,
    habits: Floats,
    tallies: Buffer,
    promises: Floats,
    lines: Buffer,
    replies: Buffer,
    past: Buffer,
    how: Floats,
    w: Floats,
) -> int:
    """Looks at about so many more positions; gives 1 once nothing more can be learned.

    `size` is the number of the table's entries. The answer so far is ``desk[ANSWER]``.
    """
    until = desk[LOOKS] + looks
    while desk[DONE] == 0 and desk[LOOKS] < until:
        d = desk[AT]
        at = HEAD + d * FRAME
        if d < 0:
            begin_depth(
                root, size, s, moves, scratch, leanings, desk, edges, stack, plies, order,
                table, habits, tallies, promises, replies, how, w,
            )  # fmt: skip
            continue
        worth = OPEN
        if desk[at + STAGE] != FRESH or (
            desk[at + NEXT] < desk[at + COUNT] and next_ply(d, desk, edges, plies, order, how)
        ):
            worth = look(
                d, size, s, moves, scratch, leanings, values, desk, edges, stack, plies, order,
                table, worths, habits, tallies, past, how, w,
            )  # fmt: skip
        else:
            worth = close_frame(d, size, desk, edges, table, worths)
            if d == 0:
                end_depth(desk, edges, how)
                continue
            d -= 1
        if worth != OPEN:
            take(d, worth, desk, edges, habits, tallies, promises, lines, replies, how)
    return desk[DONE]


def look(
    d: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    leanings: Floats,
    values: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    worths: Floats,
    habits: Floats,
    tallies: Buffer,
    past: Buffer,
    how: Floats,
    w: Floats,
) -> float:
    """Plays the ply that a frame tries; gives its worth there, or `OPEN` with a new frame."""
    at = HEAD + d * FRAME
    seat = desk[at + SEAT]
    if d == 0:
        known = known_result(desk[at + TRIED], desk, tallies)
        if known != 0:
            return sure(known, seat, 1)
    for i in range(STATE_SIZE):
        s[i] = stack[d * STATE_SIZE + i]
    apply(s, desk[at + TRIED])
    desk[LOOKS] += 1
    if d + 1 < DEEP:
        desk[at + FRAME + LINE] = 0
    if s[RESULT] != 0:
        return sure(s[RESULT], seat, d + 1)
    mark = signature(s)
    if was_there(mark, past):
        return 0.0  # going round in circles
    for i in range(d + 1):
        if desk[HEAD + i * FRAME + MARK] == mark:
            return 0.0
    left = depth_below(at, desk, how)
    if left <= 0 or d + 2 >= DEEP:
        evaluate(s, values, scratch, w)
        return 2.0 * values[seat] - 1.0
    sign = 1.0 if s[TURN] == seat else -1.0
    alpha = edges[d * EDGE + ALPHA]
    beta = edges[d * EDGE + BETA]
    if desk[at + STAGE] != WIDE:
        beta = alpha + THIN
    if sign < 0.0:
        low = -beta
        beta = -alpha
        alpha = low
    entry = place(mark, size) * ENTRY
    if table[entry + SIGN] == mark:
        worth = recalled(d + 1, left, alpha, beta, table[entry + KIND], worths[entry // ENTRY])
        if worth != OPEN:
            return sign * worth
    if DECIDES and winning_move(s, scratch) >= 0:
        return sign * (WIN - (d + 2) * SOONER)
    if not open_frame(
        d + 1, mark, left, size, s, moves, scratch, leanings, desk, stack, plies, order, table,
        habits, how, w,
    ):  # fmt: skip
        evaluate(s, values, scratch, w)
        return 2.0 * values[seat] - 1.0
    below = (d + 1) * EDGE
    edges[below + ALPHA] = alpha
    edges[below + FLOOR] = alpha
    edges[below + BETA] = beta
    edges[below + VALUE] = -WIN - 1.0
    desk[AT] = d + 1
    return OPEN


def sure(result: int, seat: int, plies: int) -> float:
    """What a result after so many plies is worth to a seat."""
    won = result - 1 >> seat & 1
    lost = result - 1 >> 1 - seat & 1
    return (won - lost) * (WIN - plies * SOONER)


def recalled(d: int, left: int, alpha: float, beta: float, kind: int, worth: float) -> float:
    """What is remembered of a position in frame d, if that settles it; else `OPEN`."""
    bound = kind & 3
    certain = (worth > 1.0 and bound != AT_MOST) or (worth < -1.0 and bound != AT_LEAST)
    if kind >> 2 < left and not certain:
        return OPEN
    if worth > 1.0:
        worth -= d * SOONER
    elif worth < -1.0:
        worth += d * SOONER
    if bound == EXACT or (bound == AT_LEAST and worth >= beta):
        return worth
    if bound == AT_MOST and worth <= alpha:
        return worth
    return OPEN


def take(
    d: int,
    worth: float,
    desk: Buffer,
    edges: Floats,
    habits: Floats,
    tallies: Buffer,
    promises: Floats,
    lines: Buffer,
    replies: Buffer,
    how: Floats,
) -> None:
    """Takes note in a frame of what the tried ply is worth; some have to be tried again."""
    at = HEAD + d * FRAME
    edge = d * EDGE
    alpha = edges[edge + ALPHA]
    beta = edges[edge + BETA]
    stage = desk[at + STAGE]
    if stage == SHALLOW and worth > alpha:
        desk[at + STAGE] = NARROW
        return
    if stage == NARROW and worth > alpha and worth < beta:
        desk[at + STAGE] = WIDE
        return
    desk[at + STAGE] = FRESH
    desk[at + NEXT] += 1
    if worth > edges[edge + VALUE]:
        edges[edge + VALUE] = worth
        if worth > alpha:
            desk[at + BEST] = desk[at + TRIED]
    if worth > alpha:
        extend_line(d, desk, lines)
    if d == 0:
        count_root(worth, alpha, desk, edges, tallies, promises, lines, replies, how)
    elif worth > alpha:
        edges[edge + ALPHA] = worth
    if worth >= beta:
        refute(at, desk, habits, desk[at + LEFT])
        desk[at + COUNT] = desk[at + NEXT]


def refute(at: int, desk: Buffer, habits: Floats, left: int) -> None:
    """Takes note that the tried ply refutes what led to its frame."""
    ply = desk[at + TRIED]
    if desk[at + KILLER] != ply:
        desk[at + KILLER + 1] = desk[at + KILLER]
        desk[at + KILLER] = ply
    learn(desk[at + SEAT], ply, min(0.5, 0.02 * left * left), habits)


def close_frame(
    d: int, size: int, desk: Buffer, edges: Floats, table: Buffer, worths: Floats
) -> float:
    """Ends a frame and remembers it; gives its worth to the seat that moved there."""
    at = HEAD + d * FRAME
    worth = edges[d * EDGE + VALUE]
    kind = EXACT
    if worth <= edges[d * EDGE + FLOOR]:
        kind = AT_MOST
    elif worth >= edges[d * EDGE + BETA]:
        kind = AT_LEAST
    lasting = worth
    if worth > 1.0:
        lasting += d * SOONER
    elif worth < -1.0:
        lasting -= d * SOONER
    keep(desk[at + MARK], desk[at + LEFT], kind, lasting, desk[at + BEST], size, table, worths)
    if d == 0:
        return worth
    desk[AT] = d - 1
    if desk[at - FRAME + SEAT] != desk[at + SEAT]:
        return -worth
    return worth
