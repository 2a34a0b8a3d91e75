"""Reasons for a ply of Shoo, and what the rules did in it, for beginners."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from tabletop.engine.game import Outcome, RuleNote
from tabletop.engine.kernel import RESULT, TURN, Position, legal_codes, position_after
from tabletop.engine.text import Text, count, say
from tabletop.games.shoo import kernel
from tabletop.games.shoo.geometry import (
    CORNER,
    DOORSTEP,
    GLIDE,
    IN_GOAL,
    NAMES,
    SQUARES,
    near_squares,
)
from tabletop.games.shoo.guide import SCRATCH, winning_move
from tabletop.games.shoo.kernel import (
    BOARD,
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    EMPTY,
    FOOT,
    HOLD,
    LEAVE_HOME,
    MOUNT,
    MOVE_HORSE,
    NOWHERE,
    PASS,
    REDROP,
    RESERVED,
    RETIRE,
    RIDE,
    STEP,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.kernel import HUSH as HUSH_SLOT
from tabletop.games.shoo.messages import (
    CAPTURING_RULE,
    DEALING_RULE,
    END_RULE,
    HORSES_RULE,
    HUSH_RULE,
    LEAVING_RULE,
    RIDING_RULE,
    SEAT_NAMES,
    SHOOING_RULE,
    TURN_RULE,
    WALKING_RULE,
)
from tabletop.games.shoo.rules import Move, State

MAX_SENTENCES: Final = 3
"""The most reasons for one ply."""

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


def move_reasons(state: State, move: Move) -> tuple[Text, ...]:
    """The reasons for a legal ply, the most important first; none for one that loses at once."""
    before, then = state.position, position_after(kernel, state.position, move.code)
    me = before[TURN]
    if then[RESULT] == 1 + (1 << me):
        return (WINS,)
    if then[RESULT] or wins_next(then):
        return ()
    return tuple(_reasons_found(before, then, move))[:MAX_SENTENCES]


def wins_next(position: Position) -> bool:
    """Whether the side to move can fill its goal with this ply."""
    return winning_move(list(position), [0] * SCRATCH) >= 0


def null_move(position: Position) -> Position:
    """The same position with the other side to move and no horse reserved."""
    s = list(position)
    s[TURN] = 1 - s[TURN]
    s[RESERVED] = NOWHERE
    return tuple(s)


def shooed_count(position: Position) -> int:
    """How many travelers of the side to move are shooed."""
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(position), scratch)
    mine = FOOT + position[TURN]
    return sum(
        position[BOARD + square] == mine and kernel.is_shooed(scratch, square)
        for square in range(SQUARES)
    )


def _reasons_found(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """The reasons for a ply that neither wins nor loses at once."""
    foe = then[TURN]
    if wins_next(null_move(before)):
        yield say("shoo.merit.stops", "stops {who} from filling its goal", who=SEAT_NAMES[foe])
    if move.kind == CAPTURE:
        yield say("shoo.merit.captures", "takes a horse from {who}", who=SEAT_NAMES[foe])
    fresh = shooed_count(then) - shooed_count(null_move(before))
    if fresh > 0 and any(code & 15 == REDROP for code in legal_codes(kernel, then)):
        yield TAKEN_UP
    elif fresh > 0:
        yield count("shoo.merit.shoos", "shoos a traveler", "shoos {n} travelers", n=fresh)
    if shooed_count(before) and move.kind in (STEP, MOUNT, CAPTURE):
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
            n=count_in_goal(then, me),
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


def count_in_goal(position: Position, seat: int) -> int:
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
        for to in near_squares(square)
    )


NoteMaker: TypeAlias = Callable[[State, State, Move], Iterator[RuleNote]]
"""What a kind of ply is, from the states before and after it."""


def rule_notes(before: State, move: Move) -> tuple[RuleNote, ...]:
    """What the rules did in a legal ply, the most important first; one to three notes."""
    after = before.play(move)
    outcome = after.outcome()
    found = [] if outcome is None else [_end(outcome)]
    if outcome is not None and outcome.winners:
        return tuple(found)
    found += _of_shooing(before, after, move)
    found += _NOTE_MAKERS[move.kind](before, after, move)
    return tuple(found[:MAX_SENTENCES])


def _end(outcome: Outcome) -> RuleNote:
    reason = outcome.reason
    assert isinstance(reason, Text)
    return RuleNote(END_RULE, reason)


def _of_shooing(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    """Who was shooed and deals with it, and who is shooed now."""
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    if move.kind == REDROP:
        stuck = say("shoo.remark.redrop", "{who} was shooed and stuck: back to home.", who=who)
        yield RuleNote(DEALING_RULE, stuck)
        ring = say("shoo.remark.redrop.ring", "It comes down as near its home base as it can.")
        yield RuleNote(DEALING_RULE, ring)
    elif move.kind != PASS and shooed_count(before.position):
        cure = say("shoo.remark.cure", "{who} was shooed, and must deal with that.", who=who)
        yield RuleNote(DEALING_RULE, cure)
    now = shooed_count(after.position)
    if now > shooed_count(null_move(before.position)):
        shoo = count(
            "shoo.remark.shoo",
            "Two enemies near: a traveler of {foe} is shooed!",
            "Two enemies near: {n} travelers of {foe} are shooed!",
            n=now,
            foe=foe,
        )
        yield RuleNote(SHOOING_RULE, shoo)


# -- travelers ------------------------------------------------------------------------------------


def _step(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after
    start, to, _, _ = move.squares
    if _goal(before, to):
        if not _goal(before, start):
            yield from _arriving(before, move)
        elif not before.position[LEAVE_HOME]:
            within = say("shoo.remark.within", "In the goal it may step about, but not out.")
            yield RuleNote(WALKING_RULE, within)
    elif _goal(before, start):
        yield _leaving()
    step = say(
        "shoo.remark.step",
        "A traveler of {who} steps to the next square.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(WALKING_RULE, step)


def _arriving(before: State, move: Move) -> Iterator[RuleNote]:
    there = count(
        "shoo.remark.arrives",
        "{who} has a first traveler in the goal, of nine.",
        "{who} has {n} of nine travelers in the goal.",
        n=count_in_goal(before.play(move).position, before.turn),
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(END_RULE, there)
    safe = say("shoo.remark.safe", "Inside the goal nobody can be shooed.")
    yield RuleNote(SHOOING_RULE, safe)
    if not before.position[LEAVE_HOME]:
        stays = say("shoo.remark.stays", "Once inside the goal, a traveler stays there.")
        yield RuleNote(WALKING_RULE, stays)


def _leaving() -> RuleNote:
    """Notes on the option to leave the goal."""
    return RuleNote(
        LEAVING_RULE, say("shoo.remark.leaves", "Here travelers may leave the goal again.")
    )


def _goal(state: State, square: int) -> bool:
    """Whether a square is in the goal of the side to move."""
    return IN_GOAL[state.turn * SQUARES + square] == 1


def _mount(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after
    if _goal(before, move.squares[0]):
        yield _leaving()
    mounts = say(
        "shoo.remark.mount",
        "A traveler of {who} mounts a free horse.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(RIDING_RULE, mounts)
    yield RuleNote(
        RIDING_RULE, say("shoo.remark.mount.turn", "That is the whole turn: it rides later.")
    )


def _ride(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after, move
    rides = say(
        "shoo.remark.ride",
        "A rider of {who} goes as far as it likes, straight.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(RIDING_RULE, rides)


def _dismount(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after
    off = say(
        "shoo.remark.dismount",
        "A rider of {who} gets off. The horse is free at once.",
        who=SEAT_NAMES[before.turn],
    )
    if _goal(before, move.squares[1]):
        arriving, *others = _arriving(before, move)
        yield arriving
        yield RuleNote(RIDING_RULE, off)
        yield from others
    else:
        yield RuleNote(RIDING_RULE, off)


def _capture(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    if _goal(before, move.squares[0]):
        yield _leaving()
    captures = say(
        "shoo.remark.capture", "{who} takes a horse from a rider of {foe}.", who=who, foe=foe
    )
    yield RuleNote(CAPTURING_RULE, captures)
    if move.rides_on:
        on = say("shoo.remark.capture.on", "Who captures a horse may ride on at once.")
        yield RuleNote(CAPTURING_RULE, on)
    put = say(
        "shoo.remark.capture.put",
        "The rider is put on {square}, and is on foot again.",
        square=NAMES[move.squares[2]],
    )
    yield RuleNote(CAPTURING_RULE, put)


def _come_back(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after, move
    back = say(
        "shoo.remark.back",
        "A traveler of {who} comes back from the stable.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(HUSH_RULE, back)


def _dare(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    """A step or a dismount into a shoo."""
    del after
    dared = say(
        "shoo.remark.dare",
        "{square} is shooed, and {who} went there all the same.",
        square=NAMES[move.squares[1]],
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(HUSH_RULE, dared)
    if before.position[HUSH_SLOT] == TO_STABLE:
        yield RuleNote(
            HUSH_RULE, say("shoo.remark.dare.stable", "That traveler goes to the stable.")
        )
    else:
        yield RuleNote(
            HUSH_RULE, say("shoo.remark.dare.lost", "That costs the turn: nothing moves.")
        )


# -- horses ---------------------------------------------------------------------------------------


def _drop(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del move
    drops = say(
        "shoo.remark.drop",
        "{who} drops a horse from the stable.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(HORSES_RULE, drops)
    yield _reserved(after)


def _move_horse(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del move
    moves = say(
        "shoo.remark.move", "{who} moves a horse that nobody rides.", who=SEAT_NAMES[before.turn]
    )
    yield RuleNote(HORSES_RULE, moves)
    yield _reserved(after)


def _hold(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del move
    holds = say(
        "shoo.remark.hold", "{who} holds a horse where it stands.", who=SEAT_NAMES[before.turn]
    )
    yield RuleNote(HORSES_RULE, holds)
    yield _reserved(after)


def _reserved(after: State) -> RuleNote:
    kept = say(
        "shoo.remark.reserved",
        "{foe} cannot use that horse in the next turn.",
        foe=SEAT_NAMES[after.turn],
    )
    return RuleNote(HORSES_RULE, kept)


def _retire(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after, move
    gone = say(
        "shoo.remark.retire",
        "{who} retires a horse: it is gone for good.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(HORSES_RULE, gone)


def _pass(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    del after, move
    passes = say(
        "shoo.remark.pass",
        "{who} can do nothing at all, and passes.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(TURN_RULE, passes)


def _none(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    """The notes so far."""
    del before, after, move
    yield from ()


_NOTE_MAKERS: Final[Mapping[int, NoteMaker]] = {
    PASS: _pass,
    STEP: _step,
    MOUNT: _mount,
    RIDE: _ride,
    DISMOUNT: _dismount,
    MOVE_HORSE: _move_horse,
    DROP: _drop,
    HOLD: _hold,
    RETIRE: _retire,
    CAPTURE: _capture,
    REDROP: _none,
    COME_BACK: _come_back,
    STEP_ANYWAY: _dare,
    DISMOUNT_ANYWAY: _dare,
}
