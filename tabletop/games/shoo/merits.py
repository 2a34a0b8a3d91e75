"""What speaks for a ply of Shoo, in words that a beginner understands; facts of the rules only."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.kernel import RESULT, TURN, Position, after, legal_codes
from tabletop.engine.text import Text, count, say
from tabletop.games.shoo import kernel
from tabletop.games.shoo.guide import SCRATCH, winning_move
from tabletop.games.shoo.kernel import (
    BOARD,
    CAPTURE,
    DISMOUNT,
    DROP,
    EMPTY,
    FOOT,
    HOLD,
    LEAVE_HOME,
    MOUNT,
    MOVE_HORSE,
    NOWHERE,
    REDROP,
    RESERVED,
    RETIRE,
    RIDE,
    STEP,
)
from tabletop.games.shoo.notation import Move
from tabletop.games.shoo.reach import near
from tabletop.games.shoo.rules import State
from tabletop.games.shoo.tables import GLIDE, IN_GOAL, SQUARES
from tabletop.games.shoo.ways import CORNER, DOORSTEP
from tabletop.games.shoo.words import SEAT_NAMES

MOST: Final = 3
"""Merits that are told of one ply."""

# NOTE for translators: what speaks for a turn goes on from "This": "This fills the goal and wins at
# once."
WINS: Final = say("shoo.merit.wins", "fills the goal and wins at once")
SAFE: Final = say("shoo.merit.safe", "brings a shooed traveler to safety")
TAKEN_UP: Final = say(
    "shoo.merit.taken_up", "shoos a traveler who cannot walk away and has to start again"
)
ROOM: Final = say("shoo.merit.room", "makes room at the edge of the goal")
RIDES_UP: Final = say("shoo.merit.rides_up", "rides up to the goal")
ONE_RIDE: Final = say("shoo.merit.one_ride", "mounts a horse that is one ride from the goal")
MOUNTS: Final = say("shoo.merit.mounts", "mounts a horse")
BESIDE: Final = say("shoo.merit.beside", "brings a horse to a traveler who can use it")


def merits(state: State, move: Move) -> tuple[Text, ...]:
    """What speaks for a legal ply, the most telling first; nothing for one that loses at once."""
    before, then = state.position, after(kernel, state.position, move.code)
    me = before[TURN]
    if then[RESULT] == 1 + (1 << me):
        return (WINS,)
    if then[RESULT] or wins_next(then):
        return ()
    return tuple(_found(before, then, move))[:MOST]


def wins_next(position: Position) -> bool:
    """Whether the side to move can fill its goal with this ply."""
    return winning_move(list(position), [0] * SCRATCH) >= 0


def handed(position: Position) -> Position:
    """The same position with the other side to move and no horse reserved."""
    s = list(position)
    s[TURN] = 1 - s[TURN]
    s[RESERVED] = NOWHERE
    return tuple(s)


def shooed(position: Position) -> int:
    """How many travelers of the side to move are shooed."""
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(position), scratch)
    mine = FOOT + position[TURN]
    return sum(
        position[BOARD + square] == mine and kernel.is_shooed(scratch, square)
        for square in range(SQUARES)
    )


def _found(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """The merits of a ply that ends nothing and lets nobody win at once."""
    foe = then[TURN]
    if wins_next(handed(before)):
        yield say("shoo.merit.stops", "stops {who} from filling its goal", who=SEAT_NAMES[foe])
    if move.kind == CAPTURE:
        yield say("shoo.merit.captures", "takes a horse from {who}", who=SEAT_NAMES[foe])
    fresh = shooed(then) - shooed(handed(before))
    if fresh > 0 and any(code & 15 == REDROP for code in legal_codes(kernel, then)):
        yield TAKEN_UP
    elif fresh > 0:
        yield count("shoo.merit.shoos", "shoos a traveler", "shoos {n} travelers", n=fresh)
    if shooed(before) and move.kind in (STEP, MOUNT, CAPTURE):
        yield SAFE
    yield from _of_travelers(before, then, move)
    yield from _of_horses(before, then, move)


def _of_travelers(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """What a ply does for the traveler who makes it."""
    me = before[TURN]
    start, to, _, onward = move.squares
    if move.kind == CAPTURE:
        to = onward
    at = me * SQUARES
    if move.kind in (STEP, DISMOUNT) and IN_GOAL[at + to] and not IN_GOAL[at + start]:
        yield count(
            "shoo.merit.arrives",
            "brings a traveler into the goal: one of nine is there",
            "brings a traveler into the goal: {n} of nine are there",
            n=arrived(then, me),
        )
    elif move.kind == STEP and IN_GOAL[at + start] and CORNER[at + to] < 2 <= CORNER[at + start]:
        yield ROOM
    elif (move.kind == RIDE or move.rides_on) and DOORSTEP[at + to]:
        yield RIDES_UP
    elif move.kind == MOUNT:
        yield ONE_RIDE if _one_ride(then, to, me) else MOUNTS
    elif move.kind in (STEP, RIDE, DISMOUNT, CAPTURE) and not IN_GOAL[at + start]:
        steps = CORNER[at + start] - CORNER[at + to]
        if steps > 0:
            yield count(
                "shoo.merit.nearer",
                "brings a traveler a step nearer to the goal",
                "brings a traveler {n} steps nearer",
                n=steps,
            )


def arrived(position: Position, seat: int) -> int:
    """How many travelers of a seat are in its goal."""
    return sum(
        position[BOARD + square] == FOOT + seat
        for square in range(SQUARES)
        if IN_GOAL[seat * SQUARES + square]
    )


def _one_ride(position: Position, square: int, seat: int) -> bool:
    """Whether a rider stands beside its goal or can ride there at once."""
    if DOORSTEP[seat * SQUARES + square]:
        return True
    for direction in range(8):
        to = GLIDE[direction * SQUARES + square]
        while to >= 0 and position[BOARD + to] == EMPTY:
            if DOORSTEP[seat * SQUARES + to]:
                return True
            to = GLIDE[direction * SQUARES + to]
    return False


def _of_horses(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """What a ply does with a horse without a rider."""
    me, foe = before[TURN], then[TURN]
    start, to, _, _ = move.squares
    if move.kind in (HOLD, MOVE_HORSE, RETIRE) and _mounters(before, start, foe):
        yield say("shoo.merit.denies", "keeps {who} from mounting that horse", who=SEAT_NAMES[foe])
    if move.kind in (DROP, MOVE_HORSE):
        place = start if move.kind == DROP else to
        had = 0 if move.kind == DROP else _mounters(before, start, me)
        if _mounters(then, place, me) > had:
            yield BESIDE
    if move.kind == MOUNT and _mounters(before, to, foe):
        yield say("shoo.merit.first", "is quicker to that horse than {who}", who=SEAT_NAMES[foe])


def _mounters(position: Position, square: int, seat: int) -> int:
    """How many travelers of a seat are near a square and free to mount a horse there."""
    return sum(
        position[BOARD + to] == FOOT + seat
        and bool(position[LEAVE_HOME] or not IN_GOAL[seat * SQUARES + to])
        for to in near(square)
    )
