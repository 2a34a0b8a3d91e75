"""What speaks for a ply, in words that a beginner understands; facts of the rules only."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.bits import popcount
from tabletop.engine.kernel import RESULT, TURN, Position, after, legal_codes
from tabletop.engine.text import Text, say
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import DECLARE, LINES, OUT, POINTS, SCRATCH, STONES
from tabletop.games.trelawney.rules import Move, State
from tabletop.games.trelawney.squares import DELTA
from tabletop.games.trelawney.threats import winning_ply
from tabletop.games.trelawney.windows import FIRST, LAST, WINDOW

MOST: Final = 3
"""Merits that are told of one ply."""

# NOTE for translators: what speaks for a turn goes on from "This": "This makes four in a line."
WINS: Final = say("trelawney.merit.wins", "makes five in a line and wins at once")
CALLABLE: Final = say("trelawney.merit.callable", "makes five in a line, ready to be called")
SURE: Final = say("trelawney.merit.sure", "wins next turn, whatever the answer")
STOPS: Final = say("trelawney.merit.stops", "stops five in a line")
THREATENS: Final = say("trelawney.merit.threatens", "threatens five in a line")
FOUR: Final = say("trelawney.merit.four", "makes four in a line")
THREE: Final = say("trelawney.merit.three", "makes three in a line")
BREAKS: Final = say("trelawney.merit.breaks", "breaks up a line of the other side")
BLOCKS: Final = say("trelawney.merit.blocks", "blocks a line of the other side")
OUT_GOES: Final = say("trelawney.merit.out", "puts an enemy stone off the board")
TWO: Final = say("trelawney.merit.two", "brings two stones onto the board")


def merits(state: State, move: Move) -> tuple[Text, ...]:
    """What speaks for a legal ply, the most telling first; nothing for one that loses at once."""
    before, then = state.position, after(kernel, state.position, move.code)
    me = before[TURN]
    if kernel.five(then[STONES + me]):
        return (CALLABLE if before[DECLARE] else WINS,)
    if then[RESULT] or (not before[DECLARE] and wins_next(then)):
        return ()
    return tuple(_found(before, then))[:MOST]


def _found(before: Position, then: Position) -> Iterator[Text]:
    """The merits of a ply that ends nothing and gives nothing away."""
    me, foe = before[TURN], then[TURN]
    mine, had = then[STONES + me], before[STONES + me]
    theirs, they_had = then[STONES + foe], before[STONES + foe]
    ready = wins_next(handed(then))
    if ready and is_sure(then):
        yield SURE
    if wins_next(handed(before)) and not wins_next(then):
        yield STOPS
    if longest(mine) >= 4 > longest(had):
        yield FOUR
    elif ready and not wins_next(before):
        yield THREATENS
    elif longest(mine) == 3 > longest(had):
        yield THREE
    if longest(they_had) >= 3 and longest(theirs) < longest(they_had):
        yield BREAKS
    elif free_windows(then, foe) < free_windows(before, foe):
        yield BLOCKS
    if before[OUT + foe] != then[OUT + foe]:
        yield OUT_GOES
    if popcount(mine) == popcount(had) + 2:
        yield TWO


def wins_next(position: Position) -> bool:
    """Whether the seat to move can make a five."""
    return winning_ply(list(position), [0] * SCRATCH) >= 0


def handed(position: Position) -> Position:
    """The same stones, with the other seat to move."""
    turned = list(position)
    turned[TURN] = 1 - turned[TURN]
    return tuple(turned)


def is_sure(position: Position) -> bool:
    """Whether the seat that is not to move makes a five next, whatever the answer.

    The answers are played out; none of them may win, or the board be full after one.
    """
    waiting = 1 - position[TURN]
    for code in legal_codes(kernel, position):
        then = after(kernel, position, code)
        if then[RESULT] != 1 + (1 << waiting) and (then[RESULT] or not wins_next(then)):
            return False
    return True


def longest(stones: int) -> int:
    """How many stones of a set stand in the longest unbroken line."""
    many = 0
    for k in LINES:
        rest, long = stones, 0
        while rest:
            rest &= rest >> DELTA[k]
            long += 1
        many = max(many, long)
    return many


def free_windows(position: Position, seat: int) -> int:
    """The windows with three or more stones of a seat, and none of the other."""
    own, other = position[STONES + seat], position[STONES + 1 - seat]
    return sum(
        1
        for window in WINDOW[FIRST[position[POINTS]] : LAST[position[POINTS]]]
        if popcount(window & own) >= 3 and not window & other
    )
