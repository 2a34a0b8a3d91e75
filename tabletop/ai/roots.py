"""The root of an alpha-beta search: how each depth begins and ends, and what is told of its plies.

In the subset of a kernel; the buffers are told in `alphabeta.py`.
"""

from typing import Final

from tabletop.ai.frames import (
    ALPHA,
    ANSWER,
    AT,
    BEST,
    BETA,
    CODE,
    COUNT,
    DEEP,
    DEPTH,
    DONE,
    FIRM,
    FLOOR,
    FRAME,
    HEAD,
    KILLER,
    KNOWN,
    LEFT,
    LINE,
    LOOKED,
    LOOKS,
    MOST,
    REACH,
    ROOTS,
    SPREAD,
    TALLY,
    TRIED,
    TRUE,
    VALUE,
    VISITS,
    WHOLE,
    WIN,
    open_frame,
)
from tabletop.ai.memory import signature
from tabletop.ai.unbound import STATE_SIZE
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import Buffer

REPLIES: Final = 8
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
    for i in range(HEAD, HEAD + DEEP * FRAME, FRAME):
        desk[i + KILLER] = -1
        desk[i + KILLER + 1] = -1
    desk[DEPTH] += 1
    open_frame(
        0, signature(s), desk[DEPTH], size, s, moves, scratch, leanings, desk, stack, plies, order,
        table, habits, how, w,
    )  # fmt: skip
    desk[HEAD + LEFT] = desk[DEPTH]
    n = desk[HEAD + COUNT]
    if desk[DEPTH] == 1:
        desk[ROOTS] = n
        for i in range(n):
            known = tallies[i * TALLY + KNOWN] if tallies[i * TALLY + CODE] == plies[i] else 0
            for j in range(TALLY):
                tallies[i * TALLY + j] = 0
            tallies[i * TALLY + CODE] = plies[i]
            tallies[i * TALLY + KNOWN] = known
            promises[i] = -1.0
            replies[i * REPLIES] = -1
    for i in range(n):
        if desk[DEPTH] > 1:  # what cost most to refute comes first
            order[i] = tallies[i * TALLY + VISITS] + order[i] * 1e-9
            if tallies[i * TALLY + TRUE] == 1:
                order[i] = FIRM * FIRM * (4.0 + promises[i])
            if plies[i] == desk[ANSWER]:
                order[i] = FIRM * FIRM * 9.0
        tallies[i * TALLY + TRUE] = 0
    edges[ALPHA] = -WIN - 1.0
    edges[FLOOR] = -WIN - 1.0
    edges[BETA] = WIN + 1.0
    edges[VALUE] = -WIN - 1.0
    desk[AT] = 0
    desk[HEAD + LOOKED] = desk[LOOKS]


def end_depth(desk: Buffer, edges: Floats, how: Floats) -> None:
    """Closes a depth that was looked at wholly."""
    desk[WHOLE] = desk[DEPTH]
    desk[AT] = -1
    if edges[VALUE] > 1.0 or edges[VALUE] < -1.0 or desk[DEPTH] >= how[MOST]:
        desk[DONE] = 1


def known_result(ply: int, desk: Buffer, tallies: Buffer) -> int:
    """The result of a ply at the root that the caller has marked as certain; 0 for none."""
    for i in range(desk[ROOTS]):
        if tallies[i * TALLY + CODE] == ply:
            return tallies[i * TALLY + KNOWN]
    return 0


def count_root(
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
    while tallies[i * TALLY + CODE] != desk[HEAD + TRIED]:
        i += 1
    tallies[i * TALLY + VISITS] += desk[LOOKS] - desk[HEAD + LOOKED]
    desk[HEAD + LOOKED] = desk[LOOKS]
    tallies[i * TALLY + REACH] = desk[DEPTH]
    promises[i] = worth
    if worth <= alpha:
        return
    tallies[i * TALLY + TRUE] = 1
    n = min(desk[HEAD + LINE] - 1, REPLIES - 1)
    for j in range(n):
        replies[i * REPLIES + j] = lines[1 + j]
    replies[i * REPLIES + n] = -1
    if desk[HEAD + BEST] == desk[HEAD + TRIED]:
        desk[ANSWER] = desk[HEAD + TRIED]
    above = 0
    least = WIN + 1.0
    for j in range(desk[ROOTS]):
        if tallies[j * TALLY + TRUE] == 1 and promises[j] > alpha:
            above += 1
            least = min(least, promises[j])
    if above >= how[SPREAD]:
        edges[ALPHA] = least
