"""What an alpha-beta search remembers: positions it has judged, plies that proved good.

In the subset of a kernel. A position is known by its signature, 62 bits made of everything in the
buffer but the number of plies, so that two ways to the same position meet.

The frames of an alpha-beta search: how they are laid out, filled, and which ply comes next.

A frame is a position on the way down, with the plies that are tried there. In the subset of a
kernel; the buffers are told in `alphabeta.py`.

The root of an alpha-beta search: how each depth begins and ends, and what is told of its plies.

In the subset of a kernel; the buffers are told in `alphabeta.py`.

Alpha-beta search for board games of two seats without dice, in the subset of a kernel.

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

from random import Random
from typing import Final

from tabletop.ai.stubs import DECIDES, STATE_SIZE, apply, evaluate, legal_moves, prior, winning_move
from tabletop.engine.kernel import PLY, RESULT, TURN, Buffer, Floats

HASH_MASK: Final = (1 << 62) - 1
MAX_STATE_SIZE: Final = 1024
"""Slots that a position may have."""

_key_source = Random(20260101)
HASH_KEYS: Final[tuple[int, ...]] = tuple(
    _key_source.getrandbits(61) * 2 + 1 for _ in range(MAX_STATE_SIZE)
)
"""An odd number for every slot of a position."""

# The ints of an entry, in `table`; what it is worth stands in `worths`.
ENTRY_SIGNATURE: Final = 0
ENTRY_BEST_PLY: Final = 1  # the best ply that is known; -1 for none
ENTRY_DEPTH_AND_BOUND: Final = 2  # how far was looked ahead, times 4, plus one of the three below
ENTRY_SIZE: Final = 3

BOUND_EXACT: Final = 1
BOUND_LOWER: Final = 2
BOUND_UPPER: Final = 3

PLAYED_POSITIONS_SIZE: Final = 2048
"""Room for the signatures of a game's earlier positions, a power of two; 0 where none stands."""

HISTORY_SIZE: Final = 4096
"""Room for the plies of one seat in `habits`."""


def signature(s: Buffer) -> int:
    """A number that tells positions apart: equal for equal ones, whatever ply they stand at."""
    a = 0
    b = 0
    for i in range(PLY):
        a += HASH_KEYS[i] * s[i]
    for i in range(PLY + 1, STATE_SIZE):
        b += HASH_KEYS[i] * s[i]
    mark = (a + b) & HASH_MASK
    return ((mark ^ mark >> 29) * HASH_KEYS[PLY] & HASH_MASK) ^ mark >> 32


def table_index(mark: int, size: int) -> int:
    """The entry for a signature in a table of `size` entries, a power of two."""
    return (mark ^ mark >> 24) & (size - 1)


def store_entry(
    mark: int,
    left: int,
    kind: int,
    worth: float,
    ply: int,
    size: int,
    table: Buffer,
    worths: Floats,
) -> None:
    """Remembers a position; of two in one place the later, unless it is much shallower."""
    at = table_index(mark, size)
    entry = at * ENTRY_SIZE
    if table[entry + ENTRY_SIGNATURE] != mark:
        if table[entry + ENTRY_DEPTH_AND_BOUND] >> 2 > left + 3:
            table[entry + ENTRY_DEPTH_AND_BOUND] -= 4  # it grows old
            return
        table[entry + ENTRY_BEST_PLY] = -1
    table[entry + ENTRY_SIGNATURE] = mark
    if ply >= 0:
        table[entry + ENTRY_BEST_PLY] = ply
    table[entry + ENTRY_DEPTH_AND_BOUND] = left << 2 | kind
    worths[at] = worth


def note(s: Buffer, past: Buffer) -> None:
    """Adds a position to those that the game has been through, while there is room for it."""
    mark = signature(s)
    at = mark & (PLAYED_POSITIONS_SIZE - 1)
    for _ in range(PLAYED_POSITIONS_SIZE // 2):
        if past[at] == 0 or past[at] == mark:
            past[at] = mark
            return
        at = (at + 1) & (PLAYED_POSITIONS_SIZE - 1)


def was_played(mark: int, past: Buffer) -> bool:
    """Whether the game has been through a position."""
    at = mark & (PLAYED_POSITIONS_SIZE - 1)
    for _ in range(PLAYED_POSITIONS_SIZE // 2):
        if past[at] == 0:
            return False
        if past[at] == mark:
            return True
        at = (at + 1) & (PLAYED_POSITIONS_SIZE - 1)
    return False


def history_index(seat: int, ply: int) -> int:
    """Where a ply's habit is kept: its low bits, folded."""
    return seat * HISTORY_SIZE + ((ply ^ ply >> 12 ^ ply >> 24) & (HISTORY_SIZE - 1))


def update_history(seat: int, ply: int, change: float, habits: Floats) -> None:
    """Moves a ply's habit towards 1 (it refuted something) or, below 0, towards -1."""
    at = history_index(seat, ply)
    if change > 0.0:
        habits[at] += change * (1.0 - habits[at])
    else:
        habits[at] += change * (1.0 + habits[at])


# The heading of `desk`.
DESK_FRAME: Final = 0  # the frame whose plies are tried; -1 between two depths
DESK_DEPTH: Final = 1  # how many plies are looked ahead now
DESK_POSITIONS: Final = 2  # positions looked at so far
DESK_BEST_PLY: Final = 3  # the best ply so far; -1 before there is one
DESK_DONE: Final = 4  # 1: nothing more can be learned
DESK_ROOT_PLIES: Final = 5  # how many plies the root has
DESK_FINISHED_DEPTH: Final = 6  # the depth that was looked at wholly
DESK_HEADER_SIZE: Final = 8

# The ints of a frame, in `desk` after the heading.
FRAME_FIRST_PLY: Final = 0  # where its plies begin
FRAME_PLY_COUNT: Final = 1
FRAME_TRIED_COUNT: Final = 2  # how many were tried
FRAME_DEPTH_LEFT: Final = 3  # plies still to look ahead
FRAME_BEST_PLY: Final = 4  # the best ply; -1 where none is better than another
FRAME_CURRENT_PLY: Final = 5  # the ply that is tried
FRAME_STAGE: Final = 6  # how
FRAME_SIGNATURE: Final = 7  # the position's signature
FRAME_SEAT: Final = 8
FRAME_KILLERS: Final = 9  # two plies that refuted something at this distance from the root
FRAME_PV_LENGTH: Final = 11  # length of the expected play
FRAME_POSITIONS_BEFORE: Final = 12  # `LOOKS` when the ply at the root was begun
FRAME_SIZE: Final = 13

# The floats of a frame, in `edges`.
EDGE_ALPHA: Final = 0
EDGE_BETA: Final = 1
EDGE_VALUE: Final = 2  # the best so far
EDGE_FIRST_ALPHA: Final = 3  # alpha at the beginning
EDGE_SIZE: Final = 4

MAX_FRAMES: Final = 48
"""Frames at most."""
DESK_SIZE: Final = DESK_HEADER_SIZE + MAX_FRAMES * FRAME_SIZE
EDGES_SIZE: Final = MAX_FRAMES * EDGE_SIZE
PV_SIZE: Final = MAX_FRAMES * MAX_FRAMES
MAX_PLIES: Final = 40_000
"""Room for the plies of all frames; a position whose plies find none is judged as it stands."""

# The stages of a ply.
STAGE_FRESH: Final = 0  # the next ply has to be picked
STAGE_REDUCED: Final = 1  # less deeply, through a window of no width
STAGE_NULL_WINDOW: Final = 2  # through a window of no width
STAGE_FULL_WINDOW: Final = 3

# The search's parameters, by their places in `how`.
PARAM_WIDTH: Final = 0  # plies tried one ply above the end; twice as many two above; 0: all
PARAM_LATE: Final = 1  # the ply from which on it is looked less deeply; 0: never
PARAM_STEEP: Final = 2  # each time this many times later, one ply less; 2 at least
PARAM_HABIT: Final = 3  # what habits count for beside leanings
PARAM_KILLS: Final = 4  # what having refuted something at the same distance counts for
PARAM_FORCED: Final = 5  # a position with at most so many plies costs no depth
PARAM_SPREAD: Final = 6  # how many plies of the root are told exactly
PARAM_MOST: Final = 7  # depth at which it is enough

# The ints of a root ply, in `tallies`.
ROOT_CODE: Final = 0
ROOT_VISITS: Final = 1  # positions looked at below it
ROOT_DEPTH: Final = 2  # the depth to which its promise is known
ROOT_KNOWN_RESULT: Final = (
    3  # its certain result by what no kernel knows (a repetition); 0 for none
)
ROOT_EXACT: Final = 4  # 1: its promise is exact; 0: it is at most that
ROOT_SIZE: Final = 5

WIN_VALUE: Final = 2.0
WIN_PLY_DISCOUNT: Final = 0.001
"""What a win after n plies is worth: ``WIN - n * SOONER``; all else is between -1 and 1."""

TABLE_MOVE_BONUS: Final = 1e6
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
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    first = 0
    if d > 0:
        first = desk[at - FRAME_SIZE + FRAME_FIRST_PLY] + desk[at - FRAME_SIZE + FRAME_PLY_COUNT]
    if first + n > MAX_PLIES:
        return False
    prior(s, moves, n, leanings, scratch, w)
    remembered = -1
    entry = table_index(mark, size) * ENTRY_SIZE
    if table[entry + ENTRY_SIGNATURE] == mark:
        remembered = table[entry + ENTRY_BEST_PLY]
    for i in range(n):
        ply = moves[i]
        plies[first + i] = ply
        lean = leanings[i] + how[PARAM_HABIT] * habits[history_index(s[TURN], ply)]
        if ply == remembered:
            lean += TABLE_MOVE_BONUS
        elif ply == desk[at + FRAME_KILLERS] or ply == desk[at + FRAME_KILLERS + 1]:
            lean += how[PARAM_KILLS]
        order[first + i] = lean
    for i in range(STATE_SIZE):
        stack[d * STATE_SIZE + i] = s[i]
    if n <= how[PARAM_FORCED] and d < 2 * desk[DESK_DEPTH]:
        left += 1
    desk[at + FRAME_FIRST_PLY] = first
    desk[at + FRAME_PLY_COUNT] = n
    desk[at + FRAME_TRIED_COUNT] = 0
    desk[at + FRAME_DEPTH_LEFT] = left
    desk[at + FRAME_BEST_PLY] = -1
    desk[at + FRAME_STAGE] = STAGE_FRESH
    desk[at + FRAME_SIGNATURE] = mark
    desk[at + FRAME_SEAT] = s[TURN]
    desk[at + FRAME_PV_LENGTH] = 0
    return True


def pick_next(first: int, n: int, plies: Buffer, order: Floats) -> int:
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
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    i = desk[at + FRAME_TRIED_COUNT]
    left = desk[at + FRAME_DEPTH_LEFT]
    room = int(how[PARAM_WIDTH]) * left
    if room > 0 and left <= 2 and d > 0 and i >= room and edges[d * EDGE_SIZE + EDGE_VALUE] > -1.0:
        return False
    desk[at + FRAME_CURRENT_PLY] = pick_next(
        desk[at + FRAME_FIRST_PLY] + i, desk[at + FRAME_PLY_COUNT] - i, plies, order
    )
    late = int(how[PARAM_LATE])
    if i == 0 or (d == 0 and i < how[PARAM_SPREAD]):
        desk[at + FRAME_STAGE] = STAGE_FULL_WINDOW
    elif late > 0 and i >= late and left >= 2 and edges[d * EDGE_SIZE + EDGE_VALUE] > -1.0:
        desk[at + FRAME_STAGE] = STAGE_REDUCED
    else:
        desk[at + FRAME_STAGE] = STAGE_NULL_WINDOW
    return True


def depth_below(at: int, desk: Buffer, how: Floats) -> int:
    """Plies to look ahead after the ply that is tried in the frame at `at`."""
    left = desk[at + FRAME_DEPTH_LEFT] - 1
    if desk[at + FRAME_STAGE] == STAGE_REDUCED:
        bound = int(how[PARAM_LATE])
        steep = max(2, int(how[PARAM_STEEP]))
        while bound <= desk[at + FRAME_TRIED_COUNT] and left > 0:
            left -= 1
            bound *= steep
    return left


def extend_pv(d: int, desk: Buffer, lines: Buffer) -> None:
    """The expected play of a frame: the ply that was tried, then what is expected below it."""
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    n = 0
    if d + 1 < MAX_FRAMES:
        n = desk[at + FRAME_SIZE + FRAME_PV_LENGTH]
        if n > MAX_FRAMES - 1:
            n = MAX_FRAMES - 1
        for i in range(n):
            lines[d * MAX_FRAMES + 1 + i] = lines[(d + 1) * MAX_FRAMES + i]
    lines[d * MAX_FRAMES] = desk[at + FRAME_CURRENT_PLY]
    desk[at + FRAME_PV_LENGTH] = n + 1


ROOT_PV_LENGTH: Final = 8
"""Room for the expected play after a ply of the root, its end too."""


def begin_depth(
    root: Buffer,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    leanings: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    habits: Floats,
    tallies: Buffer,
    promises: Floats,
    replies: Buffer,
    how: Floats,
    w: Floats,
) -> None:
    """Opens the root for a look one ply further ahead."""
    for i in range(STATE_SIZE):
        s[i] = root[i]
    for i in range(DESK_HEADER_SIZE, DESK_HEADER_SIZE + MAX_FRAMES * FRAME_SIZE, FRAME_SIZE):
        desk[i + FRAME_KILLERS] = -1
        desk[i + FRAME_KILLERS + 1] = -1
    desk[DESK_DEPTH] += 1
    open_frame(
        0, signature(s), desk[DESK_DEPTH], size, s, moves, scratch, leanings, desk, stack, plies,
        order, table, habits, how, w,
    )  # fmt: skip
    desk[DESK_HEADER_SIZE + FRAME_DEPTH_LEFT] = desk[DESK_DEPTH]
    n = desk[DESK_HEADER_SIZE + FRAME_PLY_COUNT]
    if desk[DESK_DEPTH] == 1:
        desk[DESK_ROOT_PLIES] = n
        for i in range(n):
            known = (
                tallies[i * ROOT_SIZE + ROOT_KNOWN_RESULT]
                if tallies[i * ROOT_SIZE + ROOT_CODE] == plies[i]
                else 0
            )
            for j in range(ROOT_SIZE):
                tallies[i * ROOT_SIZE + j] = 0
            tallies[i * ROOT_SIZE + ROOT_CODE] = plies[i]
            tallies[i * ROOT_SIZE + ROOT_KNOWN_RESULT] = known
            promises[i] = -1.0
            replies[i * ROOT_PV_LENGTH] = -1
    for i in range(n):
        if desk[DESK_DEPTH] > 1:  # what cost most to refute comes first
            order[i] = tallies[i * ROOT_SIZE + ROOT_VISITS] + order[i] * 1e-9
            if tallies[i * ROOT_SIZE + ROOT_EXACT] == 1:
                order[i] = TABLE_MOVE_BONUS * TABLE_MOVE_BONUS * (4.0 + promises[i])
            if plies[i] == desk[DESK_BEST_PLY]:
                order[i] = TABLE_MOVE_BONUS * TABLE_MOVE_BONUS * 9.0
        tallies[i * ROOT_SIZE + ROOT_EXACT] = 0
    edges[EDGE_ALPHA] = -WIN_VALUE - 1.0
    edges[EDGE_FIRST_ALPHA] = -WIN_VALUE - 1.0
    edges[EDGE_BETA] = WIN_VALUE + 1.0
    edges[EDGE_VALUE] = -WIN_VALUE - 1.0
    desk[DESK_FRAME] = 0
    desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE] = desk[DESK_POSITIONS]


def end_depth(desk: Buffer, edges: Floats, how: Floats) -> None:
    """Closes a depth that was looked at wholly."""
    desk[DESK_FINISHED_DEPTH] = desk[DESK_DEPTH]
    desk[DESK_FRAME] = -1
    if edges[EDGE_VALUE] > 1.0 or edges[EDGE_VALUE] < -1.0 or desk[DESK_DEPTH] >= how[PARAM_MOST]:
        desk[DESK_DONE] = 1


def known_result(ply: int, desk: Buffer, tallies: Buffer) -> int:
    """The result of a ply at the root that the caller has marked as certain; 0 for none."""
    for i in range(desk[DESK_ROOT_PLIES]):
        if tallies[i * ROOT_SIZE + ROOT_CODE] == ply:
            return tallies[i * ROOT_SIZE + ROOT_KNOWN_RESULT]
    return 0


def update_root(
    worth: float,
    alpha: float,
    desk: Buffer,
    edges: Floats,
    tallies: Buffer,
    promises: Floats,
    lines: Buffer,
    replies: Buffer,
    how: Floats,
) -> None:
    """Takes note of a ply at the root, and raises alpha to the worst that is told exactly."""
    i = 0
    while tallies[i * ROOT_SIZE + ROOT_CODE] != desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]:
        i += 1
    tallies[i * ROOT_SIZE + ROOT_VISITS] += (
        desk[DESK_POSITIONS] - desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE]
    )
    desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE] = desk[DESK_POSITIONS]
    tallies[i * ROOT_SIZE + ROOT_DEPTH] = desk[DESK_DEPTH]
    promises[i] = worth
    if worth <= alpha:
        return
    tallies[i * ROOT_SIZE + ROOT_EXACT] = 1
    n = min(desk[DESK_HEADER_SIZE + FRAME_PV_LENGTH] - 1, ROOT_PV_LENGTH - 1)
    for j in range(n):
        replies[i * ROOT_PV_LENGTH + j] = lines[1 + j]
    replies[i * ROOT_PV_LENGTH + n] = -1
    if desk[DESK_HEADER_SIZE + FRAME_BEST_PLY] == desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]:
        desk[DESK_BEST_PLY] = desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]
    above = 0
    least = WIN_VALUE + 1.0
    for j in range(desk[DESK_ROOT_PLIES]):
        if tallies[j * ROOT_SIZE + ROOT_EXACT] == 1 and promises[j] > alpha:
            above += 1
            least = min(least, promises[j])
    if above >= how[PARAM_SPREAD]:
        edges[EDGE_ALPHA] = least


NOT_YET_KNOWN: Final = 9.0
"""Stands for the worth of a ply that is not known yet: its frame was opened."""
NULL_WINDOW_WIDTH: Final = 1e-6
"""The width of a window of no width."""


__all__ = ["note", "plant", "search"]


def plant(desk: Buffer) -> None:
    """Makes ready for a new root; what is remembered of earlier searches stays good."""
    desk[DESK_FRAME] = -1
    desk[DESK_DEPTH] = 0
    desk[DESK_POSITIONS] = 0
    desk[DESK_BEST_PLY] = -1
    desk[DESK_DONE] = 0
    desk[DESK_ROOT_PLIES] = 0
    desk[DESK_FINISHED_DEPTH] = 0


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
    until = desk[DESK_POSITIONS] + looks
    while desk[DESK_DONE] == 0 and desk[DESK_POSITIONS] < until:
        d = desk[DESK_FRAME]
        at = DESK_HEADER_SIZE + d * FRAME_SIZE
        if d < 0:
            begin_depth(
                root, size, s, moves, scratch, leanings, desk, edges, stack, plies, order,
                table, habits, tallies, promises, replies, how, w,
            )  # fmt: skip
            continue
        worth = NOT_YET_KNOWN
        if desk[at + FRAME_STAGE] != STAGE_FRESH or (
            desk[at + FRAME_TRIED_COUNT] < desk[at + FRAME_PLY_COUNT]
            and next_ply(d, desk, edges, plies, order, how)
        ):
            worth = try_ply(
                d, size, s, moves, scratch, leanings, values, desk, edges, stack, plies, order,
                table, worths, habits, tallies, past, how, w,
            )  # fmt: skip
        else:
            worth = close_frame(d, size, desk, edges, table, worths)
            if d == 0:
                end_depth(desk, edges, how)
                continue
            d -= 1
        if worth != NOT_YET_KNOWN:
            update_frame(d, worth, desk, edges, habits, tallies, promises, lines, replies, how)
    return desk[DESK_DONE]


def try_ply(
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
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    seat = desk[at + FRAME_SEAT]
    if d == 0:
        known = known_result(desk[at + FRAME_CURRENT_PLY], desk, tallies)
        if known != 0:
            return result_score(known, seat, 1)
    for i in range(STATE_SIZE):
        s[i] = stack[d * STATE_SIZE + i]
    apply(s, desk[at + FRAME_CURRENT_PLY])
    desk[DESK_POSITIONS] += 1
    if d + 1 < MAX_FRAMES:
        desk[at + FRAME_SIZE + FRAME_PV_LENGTH] = 0
    if s[RESULT] != 0:
        return result_score(s[RESULT], seat, d + 1)
    mark = signature(s)
    if was_played(mark, past):
        return 0.0  # going round in circles
    for i in range(d + 1):
        if desk[DESK_HEADER_SIZE + i * FRAME_SIZE + FRAME_SIGNATURE] == mark:
            return 0.0
    left = depth_below(at, desk, how)
    if left <= 0 or d + 2 >= MAX_FRAMES:
        evaluate(s, values, scratch, w)
        return 2.0 * values[seat] - 1.0
    sign = 1.0 if s[TURN] == seat else -1.0
    alpha = edges[d * EDGE_SIZE + EDGE_ALPHA]
    beta = edges[d * EDGE_SIZE + EDGE_BETA]
    if desk[at + FRAME_STAGE] != STAGE_FULL_WINDOW:
        beta = alpha + NULL_WINDOW_WIDTH
    if sign < 0.0:
        low = -beta
        beta = -alpha
        alpha = low
    entry = table_index(mark, size) * ENTRY_SIZE
    if table[entry + ENTRY_SIGNATURE] == mark:
        worth = probe_entry(
            d + 1,
            left,
            alpha,
            beta,
            table[entry + ENTRY_DEPTH_AND_BOUND],
            worths[entry // ENTRY_SIZE],
        )
        if worth != NOT_YET_KNOWN:
            return sign * worth
    if DECIDES and winning_move(s, scratch) >= 0:
        return sign * (WIN_VALUE - (d + 2) * WIN_PLY_DISCOUNT)
    if not open_frame(
        d + 1, mark, left, size, s, moves, scratch, leanings, desk, stack, plies, order, table,
        habits, how, w,
    ):  # fmt: skip
        evaluate(s, values, scratch, w)
        return 2.0 * values[seat] - 1.0
    below = (d + 1) * EDGE_SIZE
    edges[below + EDGE_ALPHA] = alpha
    edges[below + EDGE_FIRST_ALPHA] = alpha
    edges[below + EDGE_BETA] = beta
    edges[below + EDGE_VALUE] = -WIN_VALUE - 1.0
    desk[DESK_FRAME] = d + 1
    return NOT_YET_KNOWN


def result_score(result: int, seat: int, plies: int) -> float:
    """What a result after so many plies is worth to a seat."""
    won = result - 1 >> seat & 1
    lost = result - 1 >> 1 - seat & 1
    return (won - lost) * (WIN_VALUE - plies * WIN_PLY_DISCOUNT)


def probe_entry(d: int, left: int, alpha: float, beta: float, kind: int, worth: float) -> float:
    """What is remembered of a position in frame d, if that settles it; else `OPEN`."""
    bound = kind & 3
    certain = (worth > 1.0 and bound != BOUND_UPPER) or (worth < -1.0 and bound != BOUND_LOWER)
    if kind >> 2 < left and not certain:
        return NOT_YET_KNOWN
    if worth > 1.0:
        worth -= d * WIN_PLY_DISCOUNT
    elif worth < -1.0:
        worth += d * WIN_PLY_DISCOUNT
    if bound == BOUND_EXACT or (bound == BOUND_LOWER and worth >= beta):
        return worth
    if bound == BOUND_UPPER and worth <= alpha:
        return worth
    return NOT_YET_KNOWN


def update_frame(
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
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    edge = d * EDGE_SIZE
    alpha = edges[edge + EDGE_ALPHA]
    beta = edges[edge + EDGE_BETA]
    stage = desk[at + FRAME_STAGE]
    if stage == STAGE_REDUCED and worth > alpha:
        desk[at + FRAME_STAGE] = STAGE_NULL_WINDOW
        return
    if stage == STAGE_NULL_WINDOW and worth > alpha and worth < beta:
        desk[at + FRAME_STAGE] = STAGE_FULL_WINDOW
        return
    desk[at + FRAME_STAGE] = STAGE_FRESH
    desk[at + FRAME_TRIED_COUNT] += 1
    if worth > edges[edge + EDGE_VALUE]:
        edges[edge + EDGE_VALUE] = worth
        if worth > alpha:
            desk[at + FRAME_BEST_PLY] = desk[at + FRAME_CURRENT_PLY]
    if worth > alpha:
        extend_pv(d, desk, lines)
    if d == 0:
        update_root(worth, alpha, desk, edges, tallies, promises, lines, replies, how)
    elif worth > alpha:
        edges[edge + EDGE_ALPHA] = worth
    if worth >= beta:
        record_cutoff(at, desk, habits, desk[at + FRAME_DEPTH_LEFT])
        desk[at + FRAME_PLY_COUNT] = desk[at + FRAME_TRIED_COUNT]


def record_cutoff(at: int, desk: Buffer, habits: Floats, left: int) -> None:
    """Takes note that the tried ply refutes what led to its frame."""
    ply = desk[at + FRAME_CURRENT_PLY]
    if desk[at + FRAME_KILLERS] != ply:
        desk[at + FRAME_KILLERS + 1] = desk[at + FRAME_KILLERS]
        desk[at + FRAME_KILLERS] = ply
    update_history(desk[at + FRAME_SEAT], ply, min(0.5, 0.02 * left * left), habits)


def close_frame(
    d: int, size: int, desk: Buffer, edges: Floats, table: Buffer, worths: Floats
) -> float:
    """Ends a frame and remembers it; gives its worth to the seat that moved there."""
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    worth = edges[d * EDGE_SIZE + EDGE_VALUE]
    kind = BOUND_EXACT
    if worth <= edges[d * EDGE_SIZE + EDGE_FIRST_ALPHA]:
        kind = BOUND_UPPER
    elif worth >= edges[d * EDGE_SIZE + EDGE_BETA]:
        kind = BOUND_LOWER
    lasting = worth
    if worth > 1.0:
        lasting += d * WIN_PLY_DISCOUNT
    elif worth < -1.0:
        lasting -= d * WIN_PLY_DISCOUNT
    store_entry(
        desk[at + FRAME_SIGNATURE],
        desk[at + FRAME_DEPTH_LEFT],
        kind,
        lasting,
        desk[at + FRAME_BEST_PLY],
        size,
        table,
        worths,
    )
    if d == 0:
        return worth
    desk[DESK_FRAME] = d - 1
    if desk[at - FRAME_SIZE + FRAME_SEAT] != desk[at + FRAME_SEAT]:
        return -worth
    return worth
