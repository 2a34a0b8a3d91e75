"""Alpha-beta search for board games of two seats without dice, in the subset of a kernel.

Iterative deepening with principal variation search, late move reductions, a transposition table,
killer plies and a history heuristic; plies are ordered by these and by the guide's priors. A forced
answer costs no depth. There is no recursion: the plies on the way down are frames in a buffer, so
`search` can stop and continue at any time.

A position is known by its signature, 62 bits made of everything in its buffer but the number of
plies, so that transpositions meet.

Values are those of the seat to move: -1 to 1 for the guide's chances, beyond that for certain
results: a win after n plies is value ``WIN_VALUE - n * WIN_PLY_DISCOUNT``. All buffers belong to
the caller:

================ ========================== ==================================================
``desk``         ``DESK_SIZE``              the header and the frames, as ints
``edges``        ``EDGES_SIZE``             the frames' floats
``stack``        MAX_FRAMES * STATE_SIZE    the frames' positions; the first is the root
``plies``        ``MAX_PLIES``              the plies of all frames, one after the other
``order``        ``MAX_PLIES``              their sort keys, the highest first
``table``        entries * ``ENTRY_SIZE``   the transposition table; entries are a power of 2
``table_values`` entries                    the values of its positions
``history``      2 * ``HISTORY_SIZE``       the history heuristic, -1 to 1
``root_stats``   MAX_MOVES * ``ROOT_SIZE``  the state of each ply of the root
``root_values``  MAX_MOVES                  the value of each ply of the root
``lines``        ``PV_SIZE``                the principal variation of each frame
``root_lines``   MAX_MOVES * ROOT_PV_LENGTH that of each ply of the root; -1 ends it
``past``         ``PLAYED_POSITIONS_SIZE``  the game's earlier positions, which count as draws
================ ========================== ==================================================
"""

from random import Random
from typing import Final

from tabletop.ai.stubs import (
    DECIDES,
    MAX_MOVES,
    STATE_SIZE,
    apply,
    evaluate,
    legal_moves,
    prior,
    winning_move,
)
from tabletop.engine.kernel import PLY, RESULT, TURN, Buffer, Floats

HASH_MASK: Final = (1 << 62) - 1
MAX_STATE_SIZE: Final = 1024
"""The largest position that can be hashed."""

_key_source = Random(20260101)
HASH_KEYS: Final[tuple[int, ...]] = tuple(
    _key_source.getrandbits(61) * 2 + 1 for _ in range(MAX_STATE_SIZE)
)
"""An odd hash key for every slot of a position."""

# The ints of a table entry; its value is in `table_values`.
ENTRY_SIGNATURE: Final = 0
ENTRY_BEST_PLY: Final = 1  # the best known ply; -1 for none
ENTRY_DEPTH_AND_BOUND: Final = 2  # depth times 4, plus one of the three bounds below
ENTRY_SIZE: Final = 3

BOUND_EXACT: Final = 1
BOUND_LOWER: Final = 2
BOUND_UPPER: Final = 3

PLAYED_POSITIONS_SIZE: Final = 2048
"""The size of the hash set of earlier positions' signatures, a power of two; 0 is an empty slot."""

HISTORY_SIZE: Final = 4096
"""The entries of one seat in `history`."""


def signature(s: Buffer) -> int:
    """The hash of a position without its number of plies."""
    a = 0
    b = 0
    for i in range(PLY):
        a += HASH_KEYS[i] * s[i]
    for i in range(PLY + 1, STATE_SIZE):
        b += HASH_KEYS[i] * s[i]
    mark = (a + b) & HASH_MASK
    return ((mark ^ mark >> 29) * HASH_KEYS[PLY] & HASH_MASK) ^ mark >> 32


def table_index(mark: int, size: int) -> int:
    """The index of a signature in a table of `size` entries, a power of two."""
    return (mark ^ mark >> 24) & (size - 1)


def store_entry(
    mark: int,
    left: int,
    kind: int,
    value: float,
    ply: int,
    size: int,
    table: Buffer,
    table_values: Floats,
) -> None:
    """Stores a position; it replaces another one unless it is much shallower."""
    at = table_index(mark, size)
    entry = at * ENTRY_SIZE
    if table[entry + ENTRY_SIGNATURE] != mark:
        if table[entry + ENTRY_DEPTH_AND_BOUND] >> 2 > left + 3:
            table[entry + ENTRY_DEPTH_AND_BOUND] -= 4  # old entries lose depth
            return
        table[entry + ENTRY_BEST_PLY] = -1
    table[entry + ENTRY_SIGNATURE] = mark
    if ply >= 0:
        table[entry + ENTRY_BEST_PLY] = ply
    table[entry + ENTRY_DEPTH_AND_BOUND] = left << 2 | kind
    table_values[at] = value


def note(s: Buffer, past: Buffer) -> None:
    """Adds a position to the game's earlier positions, if there is room."""
    mark = signature(s)
    at = mark & (PLAYED_POSITIONS_SIZE - 1)
    for _ in range(PLAYED_POSITIONS_SIZE // 2):
        if past[at] == 0 or past[at] == mark:
            past[at] = mark
            return
        at = (at + 1) & (PLAYED_POSITIONS_SIZE - 1)


def was_played(mark: int, past: Buffer) -> bool:
    """Whether a position occurred earlier in the game."""
    at = mark & (PLAYED_POSITIONS_SIZE - 1)
    for _ in range(PLAYED_POSITIONS_SIZE // 2):
        if past[at] == 0:
            return False
        if past[at] == mark:
            return True
        at = (at + 1) & (PLAYED_POSITIONS_SIZE - 1)
    return False


def history_index(seat: int, ply: int) -> int:
    """The index of a ply in `history`: its low bits, folded."""
    return seat * HISTORY_SIZE + ((ply ^ ply >> 12 ^ ply >> 24) & (HISTORY_SIZE - 1))


def update_history(seat: int, ply: int, change: float, history: Floats) -> None:
    """Moves a ply's history value towards 1 (it caused a cutoff) or towards -1."""
    at = history_index(seat, ply)
    if change > 0.0:
        history[at] += change * (1.0 - history[at])
    else:
        history[at] += change * (1.0 + history[at])


# The header of `desk`.
DESK_FRAME: Final = 0  # the current frame; -1 between two depths
DESK_DEPTH: Final = 1  # the current depth of the iteration
DESK_POSITIONS: Final = 2  # positions searched so far
DESK_BEST_PLY: Final = 3  # the best ply so far; -1 before there is one
DESK_DONE: Final = 4  # 1: more search would change nothing
DESK_ROOT_PLIES: Final = 5  # number of plies of the root
DESK_FINISHED_DEPTH: Final = 6  # the last finished depth
DESK_HEADER_SIZE: Final = 8

# The ints of a frame, in `desk` after the heading.
FRAME_FIRST_PLY: Final = 0  # index of its first ply
FRAME_PLY_COUNT: Final = 1
FRAME_TRIED_COUNT: Final = 2  # plies tried
FRAME_DEPTH_LEFT: Final = 3  # remaining depth
FRAME_BEST_PLY: Final = 4  # the best ply; -1 for none yet
FRAME_CURRENT_PLY: Final = 5  # the ply being tried
FRAME_STAGE: Final = 6  # how
FRAME_SIGNATURE: Final = 7  # the position's signature
FRAME_SEAT: Final = 8
FRAME_KILLERS: Final = 9  # two killer plies at this distance from the root
FRAME_PV_LENGTH: Final = 11  # length of the principal variation
FRAME_POSITIONS_BEFORE: Final = 12  # `DESK_POSITIONS` when the ply of the root was begun
FRAME_SIZE: Final = 13

# The floats of a frame, in `edges`.
EDGE_ALPHA: Final = 0
EDGE_BETA: Final = 1
EDGE_VALUE: Final = 2  # the best so far
EDGE_FIRST_ALPHA: Final = 3  # alpha when the frame was opened
EDGE_SIZE: Final = 4

MAX_FRAMES: Final = 48
"""The largest depth."""
DESK_SIZE: Final = DESK_HEADER_SIZE + MAX_FRAMES * FRAME_SIZE
EDGES_SIZE: Final = MAX_FRAMES * EDGE_SIZE
PV_SIZE: Final = MAX_FRAMES * MAX_FRAMES
MAX_PLIES: Final = 40_000
"""The most plies of all frames together; a position without room is evaluated statically."""

# The stages of a ply.
STAGE_FRESH: Final = 0  # pick the next ply
STAGE_REDUCED: Final = 1  # reduced depth, null window
STAGE_NULL_WINDOW: Final = 2  # null window
STAGE_FULL_WINDOW: Final = 3

# The parameters of the search, by index in `how`.
PARAM_WIDTH: Final = 0  # plies tried at depth 1, twice as many at depth 2; 0: all
PARAM_LATE: Final = 1  # the first ply with reduced depth; 0: never
PARAM_STEEP: Final = 2  # each time this factor later, one ply less; 2 at least
PARAM_HABIT: Final = 3  # weight of the history heuristic against priors
PARAM_KILLS: Final = 4  # bonus of killer plies
PARAM_FORCED: Final = 5  # positions with at most so many plies cost no depth
PARAM_SPREAD: Final = 6  # plies of the root with exact values
PARAM_MOST: Final = 7  # the largest depth

# The ints of a ply of the root, in `root_stats`.
ROOT_CODE: Final = 0
ROOT_VISITS: Final = 1  # positions searched below it
ROOT_DEPTH: Final = 2  # the depth of its value
ROOT_KNOWN_RESULT: Final = 3  # its result by repetition, which no kernel knows; 0 for none
ROOT_EXACT: Final = 4  # 1: its value is exact; 0: an upper bound
ROOT_SIZE: Final = 5

WIN_VALUE: Final = 2.0
WIN_PLY_DISCOUNT: Final = 0.001
"""The value of a win after n plies is ``WIN_VALUE - n * WIN_PLY_DISCOUNT``."""

TABLE_MOVE_BONUS: Final = 1e6
"""Added to the sort key of the table's ply, so that it comes first."""


def open_frame(
    d: int,
    mark: int,
    left: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    priors: Floats,
    desk: Buffer,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    history: Floats,
    how: Floats,
    w: Floats,
) -> bool:
    """Makes the position `s` frame d and sorts its plies; False if there is no room."""
    n = legal_moves(s, moves, scratch)
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    first = 0
    if d > 0:
        first = desk[at - FRAME_SIZE + FRAME_FIRST_PLY] + desk[at - FRAME_SIZE + FRAME_PLY_COUNT]
    if first + n > MAX_PLIES:
        return False
    prior(s, moves, n, priors, scratch, w)
    remembered = -1
    entry = table_index(mark, size) * ENTRY_SIZE
    if table[entry + ENTRY_SIGNATURE] == mark:
        remembered = table[entry + ENTRY_BEST_PLY]
    for i in range(n):
        ply = moves[i]
        plies[first + i] = ply
        lean = priors[i] + how[PARAM_HABIT] * history[history_index(s[TURN], ply)]
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
    """Swaps the best of `n` plies to the index `first`, and gives it."""
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
    """Picks the next ply of a frame and its stage; False if the rest is pruned.

    Nothing is pruned while all tried plies lose for certain, because a loss must be proved.
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
    """The depth below the current ply of the frame at `at`."""
    left = desk[at + FRAME_DEPTH_LEFT] - 1
    if desk[at + FRAME_STAGE] == STAGE_REDUCED:
        bound = int(how[PARAM_LATE])
        steep = max(2, int(how[PARAM_STEEP]))
        while bound <= desk[at + FRAME_TRIED_COUNT] and left > 0:
            left -= 1
            bound *= steep
    return left


def extend_pv(d: int, desk: Buffer, lines: Buffer) -> None:
    """Sets the principal variation of a frame: the current ply, then that of the frame below."""
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
"""The longest principal variation after a ply of the root, with its end mark."""


def begin_depth(
    root: Buffer,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    priors: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    history: Floats,
    root_stats: Buffer,
    root_values: Floats,
    root_lines: Buffer,
    how: Floats,
    w: Floats,
) -> None:
    for i in range(STATE_SIZE):
        s[i] = root[i]
    for i in range(DESK_HEADER_SIZE, DESK_HEADER_SIZE + MAX_FRAMES * FRAME_SIZE, FRAME_SIZE):
        desk[i + FRAME_KILLERS] = -1
        desk[i + FRAME_KILLERS + 1] = -1
    desk[DESK_DEPTH] += 1
    open_frame(
        0, signature(s), desk[DESK_DEPTH], size, s, moves, scratch, priors, desk, stack, plies,
        order, table, history, how, w,
    )  # fmt: skip
    desk[DESK_HEADER_SIZE + FRAME_DEPTH_LEFT] = desk[DESK_DEPTH]
    n = desk[DESK_HEADER_SIZE + FRAME_PLY_COUNT]
    if desk[DESK_DEPTH] == 1:
        desk[DESK_ROOT_PLIES] = n
        for i in range(n):
            known = (
                root_stats[i * ROOT_SIZE + ROOT_KNOWN_RESULT]
                if root_stats[i * ROOT_SIZE + ROOT_CODE] == plies[i]
                else 0
            )
            for j in range(ROOT_SIZE):
                root_stats[i * ROOT_SIZE + j] = 0
            root_stats[i * ROOT_SIZE + ROOT_CODE] = plies[i]
            root_stats[i * ROOT_SIZE + ROOT_KNOWN_RESULT] = known
            root_values[i] = -1.0
            root_lines[i * ROOT_PV_LENGTH] = -1
    for i in range(n):
        if desk[DESK_DEPTH] > 1:  # the ply with the largest subtree comes first
            order[i] = root_stats[i * ROOT_SIZE + ROOT_VISITS] + order[i] * 1e-9
            if root_stats[i * ROOT_SIZE + ROOT_EXACT] == 1:
                order[i] = TABLE_MOVE_BONUS * TABLE_MOVE_BONUS * (4.0 + root_values[i])
            if plies[i] == desk[DESK_BEST_PLY]:
                order[i] = TABLE_MOVE_BONUS * TABLE_MOVE_BONUS * 9.0
        root_stats[i * ROOT_SIZE + ROOT_EXACT] = 0
    edges[EDGE_ALPHA] = -WIN_VALUE - 1.0
    edges[EDGE_FIRST_ALPHA] = -WIN_VALUE - 1.0
    edges[EDGE_BETA] = WIN_VALUE + 1.0
    edges[EDGE_VALUE] = -WIN_VALUE - 1.0
    desk[DESK_FRAME] = 0
    desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE] = desk[DESK_POSITIONS]


def end_depth(desk: Buffer, edges: Floats, how: Floats) -> None:
    desk[DESK_FINISHED_DEPTH] = desk[DESK_DEPTH]
    desk[DESK_FRAME] = -1
    if edges[EDGE_VALUE] > 1.0 or edges[EDGE_VALUE] < -1.0 or desk[DESK_DEPTH] >= how[PARAM_MOST]:
        desk[DESK_DONE] = 1


def known_result(ply: int, desk: Buffer, root_stats: Buffer) -> int:
    """The result of a ply of the root that the caller has marked as certain; 0 for none."""
    for i in range(desk[DESK_ROOT_PLIES]):
        if root_stats[i * ROOT_SIZE + ROOT_CODE] == ply:
            return root_stats[i * ROOT_SIZE + ROOT_KNOWN_RESULT]
    return 0


def update_root(
    value: float,
    alpha: float,
    desk: Buffer,
    edges: Floats,
    root_stats: Buffer,
    root_values: Floats,
    lines: Buffer,
    root_lines: Buffer,
    how: Floats,
) -> None:
    """Stores the value of a ply of the root, and raises alpha to the worst exact value."""
    i = 0
    while root_stats[i * ROOT_SIZE + ROOT_CODE] != desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]:
        i += 1
    root_stats[i * ROOT_SIZE + ROOT_VISITS] += (
        desk[DESK_POSITIONS] - desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE]
    )
    desk[DESK_HEADER_SIZE + FRAME_POSITIONS_BEFORE] = desk[DESK_POSITIONS]
    root_stats[i * ROOT_SIZE + ROOT_DEPTH] = desk[DESK_DEPTH]
    root_values[i] = value
    if value <= alpha:
        return
    root_stats[i * ROOT_SIZE + ROOT_EXACT] = 1
    n = min(desk[DESK_HEADER_SIZE + FRAME_PV_LENGTH] - 1, ROOT_PV_LENGTH - 1)
    for j in range(n):
        root_lines[i * ROOT_PV_LENGTH + j] = lines[1 + j]
    root_lines[i * ROOT_PV_LENGTH + n] = -1
    if desk[DESK_HEADER_SIZE + FRAME_BEST_PLY] == desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]:
        desk[DESK_BEST_PLY] = desk[DESK_HEADER_SIZE + FRAME_CURRENT_PLY]
    above = 0
    least = WIN_VALUE + 1.0
    for j in range(desk[DESK_ROOT_PLIES]):
        if root_stats[j * ROOT_SIZE + ROOT_EXACT] == 1 and root_values[j] > alpha:
            above += 1
            least = min(least, root_values[j])
    if above >= how[PARAM_SPREAD]:
        edges[EDGE_ALPHA] = least


NOT_YET_KNOWN: Final = 9.0
"""Returned instead of a value when a new frame was opened."""
NULL_WINDOW_WIDTH: Final = 1e-6
"""The width of a null window."""


__all__ = ["note", "plant", "search"]


def plant(desk: Buffer) -> None:
    """Prepares for a new root; the transposition table and the history are kept."""
    desk[DESK_FRAME] = -1
    desk[DESK_DEPTH] = 0
    desk[DESK_POSITIONS] = 0
    desk[DESK_BEST_PLY] = -1
    desk[DESK_DONE] = 0
    desk[DESK_ROOT_PLIES] = 0
    desk[DESK_FINISHED_DEPTH] = 0


def search(
    root: Buffer,
    budget: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    priors: Floats,
    values: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    table_values: Floats,
    history: Floats,
    root_stats: Buffer,
    root_values: Floats,
    lines: Buffer,
    root_lines: Buffer,
    past: Buffer,
    how: Floats,
    w: Floats,
) -> int:
    """Searches about so many more positions; gives 1 once more search would change nothing.

    `size` is the number of table entries. The best ply so far is ``desk[DESK_BEST_PLY]``.
    """
    until = desk[DESK_POSITIONS] + budget
    while desk[DESK_DONE] == 0 and desk[DESK_POSITIONS] < until:
        d = desk[DESK_FRAME]
        at = DESK_HEADER_SIZE + d * FRAME_SIZE
        if d < 0:
            begin_depth(
                root, size, s, moves, scratch, priors, desk, edges, stack, plies, order,
                table, history, root_stats, root_values, root_lines, how, w,
            )  # fmt: skip
            continue
        value = NOT_YET_KNOWN
        if desk[at + FRAME_STAGE] != STAGE_FRESH or (
            desk[at + FRAME_TRIED_COUNT] < desk[at + FRAME_PLY_COUNT]
            and next_ply(d, desk, edges, plies, order, how)
        ):
            value = try_ply(
                d, size, s, moves, scratch, priors, values, desk, edges, stack, plies, order,
                table, table_values, history, root_stats, past, how, w,
            )  # fmt: skip
        else:
            value = close_frame(d, size, desk, edges, table, table_values)
            if d == 0:
                end_depth(desk, edges, how)
                continue
            d -= 1
        if value != NOT_YET_KNOWN:
            update_frame(
                d, value, desk, edges, history, root_stats, root_values, lines, root_lines, how
            )
    return desk[DESK_DONE]


def try_ply(
    d: int,
    size: int,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    priors: Floats,
    values: Floats,
    desk: Buffer,
    edges: Floats,
    stack: Buffer,
    plies: Buffer,
    order: Floats,
    table: Buffer,
    table_values: Floats,
    history: Floats,
    root_stats: Buffer,
    past: Buffer,
    how: Floats,
    w: Floats,
) -> float:
    """Plays the current ply of a frame; gives its value, or `NOT_YET_KNOWN` with a new frame."""
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    seat = desk[at + FRAME_SEAT]
    if d == 0:
        known = known_result(desk[at + FRAME_CURRENT_PLY], desk, root_stats)
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
        return 0.0  # repetition
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
        value = probe_entry(
            d + 1,
            left,
            alpha,
            beta,
            table[entry + ENTRY_DEPTH_AND_BOUND],
            table_values[entry // ENTRY_SIZE],
        )
        if value != NOT_YET_KNOWN:
            return sign * value
    if DECIDES and winning_move(s, scratch) >= 0:
        return sign * (WIN_VALUE - (d + 2) * WIN_PLY_DISCOUNT)
    if not open_frame(
        d + 1, mark, left, size, s, moves, scratch, priors, desk, stack, plies, order, table,
        history, how, w,
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
    """The value of a result after so many plies for a seat."""
    won = result - 1 >> seat & 1
    lost = result - 1 >> 1 - seat & 1
    return (won - lost) * (WIN_VALUE - plies * WIN_PLY_DISCOUNT)


def probe_entry(d: int, left: int, alpha: float, beta: float, kind: int, value: float) -> float:
    """The table's value of a position in frame d if it causes a cutoff; else `NOT_YET_KNOWN`."""
    bound = kind & 3
    certain = (value > 1.0 and bound != BOUND_UPPER) or (value < -1.0 and bound != BOUND_LOWER)
    if kind >> 2 < left and not certain:
        return NOT_YET_KNOWN
    if value > 1.0:
        value -= d * WIN_PLY_DISCOUNT
    elif value < -1.0:
        value += d * WIN_PLY_DISCOUNT
    if bound == BOUND_EXACT or (bound == BOUND_LOWER and value >= beta):
        return value
    if bound == BOUND_UPPER and value <= alpha:
        return value
    return NOT_YET_KNOWN


def update_frame(
    d: int,
    value: float,
    desk: Buffer,
    edges: Floats,
    history: Floats,
    root_stats: Buffer,
    root_values: Floats,
    lines: Buffer,
    root_lines: Buffer,
    how: Floats,
) -> None:
    """Updates a frame with the value of its current ply; some plies have to be searched again."""
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    edge = d * EDGE_SIZE
    alpha = edges[edge + EDGE_ALPHA]
    beta = edges[edge + EDGE_BETA]
    stage = desk[at + FRAME_STAGE]
    if stage == STAGE_REDUCED and value > alpha:
        desk[at + FRAME_STAGE] = STAGE_NULL_WINDOW
        return
    if stage == STAGE_NULL_WINDOW and value > alpha and value < beta:
        desk[at + FRAME_STAGE] = STAGE_FULL_WINDOW
        return
    desk[at + FRAME_STAGE] = STAGE_FRESH
    desk[at + FRAME_TRIED_COUNT] += 1
    if value > edges[edge + EDGE_VALUE]:
        edges[edge + EDGE_VALUE] = value
        if value > alpha:
            desk[at + FRAME_BEST_PLY] = desk[at + FRAME_CURRENT_PLY]
    if value > alpha:
        extend_pv(d, desk, lines)
    if d == 0:
        update_root(value, alpha, desk, edges, root_stats, root_values, lines, root_lines, how)
    elif value > alpha:
        edges[edge + EDGE_ALPHA] = value
    if value >= beta:
        record_cutoff(at, desk, history, desk[at + FRAME_DEPTH_LEFT])
        desk[at + FRAME_PLY_COUNT] = desk[at + FRAME_TRIED_COUNT]


def record_cutoff(at: int, desk: Buffer, history: Floats, left: int) -> None:
    """Updates killers and history after a cutoff."""
    ply = desk[at + FRAME_CURRENT_PLY]
    if desk[at + FRAME_KILLERS] != ply:
        desk[at + FRAME_KILLERS + 1] = desk[at + FRAME_KILLERS]
        desk[at + FRAME_KILLERS] = ply
    update_history(desk[at + FRAME_SEAT], ply, min(0.5, 0.02 * left * left), history)


def close_frame(
    d: int, size: int, desk: Buffer, edges: Floats, table: Buffer, table_values: Floats
) -> float:
    """Closes a frame and stores it; gives its value for the seat that moved there."""
    at = DESK_HEADER_SIZE + d * FRAME_SIZE
    value = edges[d * EDGE_SIZE + EDGE_VALUE]
    kind = BOUND_EXACT
    if value <= edges[d * EDGE_SIZE + EDGE_FIRST_ALPHA]:
        kind = BOUND_UPPER
    elif value >= edges[d * EDGE_SIZE + EDGE_BETA]:
        kind = BOUND_LOWER
    lasting = value
    if value > 1.0:
        lasting += d * WIN_PLY_DISCOUNT
    elif value < -1.0:
        lasting -= d * WIN_PLY_DISCOUNT
    store_entry(
        desk[at + FRAME_SIGNATURE],
        desk[at + FRAME_DEPTH_LEFT],
        kind,
        lasting,
        desk[at + FRAME_BEST_PLY],
        size,
        table,
        table_values,
    )
    if d == 0:
        return value
    desk[DESK_FRAME] = d - 1
    if desk[at - FRAME_SIZE + FRAME_SEAT] != desk[at + FRAME_SEAT]:
        return -value
    return value


def forces_win(
    stack: Buffer, lists: Buffer, scratch: Buffer, level: int, turns: int, seat: int
) -> bool:
    """Whether a seat can force a win within so many turns of its own, whoever is to move.

    An exhaustive search: slow and exact. `stack` holds a position per level, the first at `level`,
    and `lists` the plies of each; a turn needs two levels. Both are sliced into views, so they must
    be arrays or memoryviews, not lists.
    """
    here = level * STATE_SIZE
    next_one = here + STATE_SIZE
    mine = stack[here + TURN] == seat
    if mine and turns == 0:
        return False
    moves = lists[level * MAX_MOVES : (level + 1) * MAX_MOVES]
    n = legal_moves(stack[here:next_one], moves, scratch)
    for i in range(n):
        stack[next_one : next_one + STATE_SIZE] = stack[here:next_one]
        apply(stack[next_one : next_one + STATE_SIZE], moves[i])
        result = stack[next_one + RESULT]
        if result != 0:
            good = result == 1 + (1 << seat)
        elif mine:
            good = forces_win(stack, lists, scratch, level + 1, turns - 1, seat)
        elif turns == 0:
            good = False
        else:
            good = forces_win(stack, lists, scratch, level + 1, turns, seat)
        if good == mine:
            return mine
    return not mine
