"""What the rules of Shoo did in a ply, for people who see the game for the first time."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from tabletop.engine.game import Remark
from tabletop.engine.state import Outcome
from tabletop.engine.text import Text, count, say
from tabletop.games.shoo.kernel import (
    CAPTURE,
    COME_BACK,
    DISMOUNT,
    DISMOUNT_ANYWAY,
    DROP,
    HOLD,
    LEAVE_HOME,
    MOUNT,
    MOVE_HORSE,
    PASS,
    REDROP,
    RETIRE,
    RIDE,
    STEP,
    STEP_ANYWAY,
    TO_STABLE,
)
from tabletop.games.shoo.kernel import HUSH as HUSH_SLOT
from tabletop.games.shoo.merits import MOST, arrived, handed, shooed
from tabletop.games.shoo.notation import NAMES, Move
from tabletop.games.shoo.rules import State
from tabletop.games.shoo.tables import IN_GOAL, SQUARES
from tabletop.games.shoo.words import (
    CAPTURING,
    DEALING,
    HORSES,
    HUSH,
    LEAVING,
    RIDING,
    SEAT_NAMES,
    SHOOING,
    TURN,
    WALKING,
    WINNING,
)

Telling: TypeAlias = Callable[[State, State, Move], Iterator[Remark]]
"""What a kind of ply is, from the states before and after it."""


def remarks(before: State, move: Move) -> tuple[Remark, ...]:
    """What the rules did in a legal ply, the most telling first; at least one, at most three."""
    after = before.play(move)
    outcome = after.outcome()
    found = [] if outcome is None else [_end(outcome)]
    if outcome is not None and outcome.winners:
        return tuple(found)
    found += _of_shooing(before, after, move)
    found += _TELLINGS[move.kind](before, after, move)
    return tuple(found[:MOST])


def _end(outcome: Outcome) -> Remark:
    reason = outcome.reason
    assert isinstance(reason, Text)
    return Remark(WINNING, reason)


def _of_shooing(before: State, after: State, move: Move) -> Iterator[Remark]:
    """Who was shooed and deals with it, and who is shooed now."""
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    if move.kind == REDROP:
        stuck = say("shoo.remark.redrop", "{who} was shooed and stuck: back to home.", who=who)
        yield Remark(DEALING, stuck)
        ring = say("shoo.remark.redrop.ring", "It comes down as near its home base as it can.")
        yield Remark(DEALING, ring)
    elif move.kind != PASS and shooed(before.position):
        cure = say("shoo.remark.cure", "{who} was shooed, and must deal with that.", who=who)
        yield Remark(DEALING, cure)
    now = shooed(after.position)
    if now > shooed(handed(before.position)):
        shoo = count(
            "shoo.remark.shoo",
            "Two enemies near: a traveler of {foe} is shooed!",
            "Two enemies near: {n} travelers of {foe} are shooed!",
            n=now,
            foe=foe,
        )
        yield Remark(SHOOING, shoo)


# -- travelers ------------------------------------------------------------------------------------


def _step(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after
    start, to, _, _ = move.squares
    if _goal(before, to):
        if not _goal(before, start):
            yield from _arriving(before, move)
        elif not before.position[LEAVE_HOME]:
            within = say("shoo.remark.within", "In the goal it may step about, but not out.")
            yield Remark(WALKING, within)
    elif _goal(before, start):
        yield _leaving()
    step = say(
        "shoo.remark.step",
        "A traveler of {who} steps to the next square.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(WALKING, step)


def _arriving(before: State, move: Move) -> Iterator[Remark]:
    there = count(
        "shoo.remark.arrives",
        "{who} has a first traveler in the goal, of nine.",
        "{who} has {n} of nine travelers in the goal.",
        n=arrived(before.play(move).position, before.turn),
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(WINNING, there)
    safe = say("shoo.remark.safe", "Inside the goal nobody can be shooed.")
    yield Remark(SHOOING, safe)
    if not before.position[LEAVE_HOME]:
        stays = say("shoo.remark.stays", "Once inside the goal, a traveler stays there.")
        yield Remark(WALKING, stays)


def _leaving() -> Remark:
    """What the choice to leave the goal allowed."""
    return Remark(LEAVING, say("shoo.remark.leaves", "Here travelers may leave the goal again."))


def _goal(state: State, square: int) -> bool:
    """Whether a square is in the goal of the side to move."""
    return IN_GOAL[state.turn * SQUARES + square] == 1


def _mount(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after
    if _goal(before, move.squares[0]):
        yield _leaving()
    mounts = say(
        "shoo.remark.mount",
        "A traveler of {who} mounts a free horse.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(RIDING, mounts)
    yield Remark(RIDING, say("shoo.remark.mount.turn", "That is the whole turn: it rides later."))


def _ride(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after, move
    rides = say(
        "shoo.remark.ride",
        "A rider of {who} goes as far as it likes, straight.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(RIDING, rides)


def _dismount(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after
    off = say(
        "shoo.remark.dismount",
        "A rider of {who} gets off. The horse is free at once.",
        who=SEAT_NAMES[before.turn],
    )
    if _goal(before, move.squares[1]):
        arriving, *others = _arriving(before, move)
        yield arriving
        yield Remark(RIDING, off)
        yield from others
    else:
        yield Remark(RIDING, off)


def _capture(before: State, after: State, move: Move) -> Iterator[Remark]:
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    if _goal(before, move.squares[0]):
        yield _leaving()
    captures = say(
        "shoo.remark.capture", "{who} takes a horse from a rider of {foe}.", who=who, foe=foe
    )
    yield Remark(CAPTURING, captures)
    if move.rides_on:
        on = say("shoo.remark.capture.on", "Who captures a horse may ride on at once.")
        yield Remark(CAPTURING, on)
    put = say(
        "shoo.remark.capture.put",
        "The rider is put on {square}, and is on foot again.",
        square=NAMES[move.squares[2]],
    )
    yield Remark(CAPTURING, put)


def _come_back(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after, move
    back = say(
        "shoo.remark.back",
        "A traveler of {who} comes back from the stable.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(HUSH, back)


def _dare(before: State, after: State, move: Move) -> Iterator[Remark]:
    """A step or a dismount into a shoo."""
    del after
    dared = say(
        "shoo.remark.dare",
        "{square} is shooed, and {who} went there all the same.",
        square=NAMES[move.squares[1]],
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(HUSH, dared)
    if before.position[HUSH_SLOT] == TO_STABLE:
        yield Remark(HUSH, say("shoo.remark.dare.stable", "That traveler goes to the stable."))
    else:
        yield Remark(HUSH, say("shoo.remark.dare.lost", "That costs the turn: nothing moves."))


# -- horses ---------------------------------------------------------------------------------------


def _drop(before: State, after: State, move: Move) -> Iterator[Remark]:
    del move
    drops = say(
        "shoo.remark.drop",
        "{who} drops a horse from the stable.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(HORSES, drops)
    yield _reserved(after)


def _move_horse(before: State, after: State, move: Move) -> Iterator[Remark]:
    del move
    moves = say(
        "shoo.remark.move", "{who} moves a horse that nobody rides.", who=SEAT_NAMES[before.turn]
    )
    yield Remark(HORSES, moves)
    yield _reserved(after)


def _hold(before: State, after: State, move: Move) -> Iterator[Remark]:
    del move
    holds = say(
        "shoo.remark.hold", "{who} holds a horse where it stands.", who=SEAT_NAMES[before.turn]
    )
    yield Remark(HORSES, holds)
    yield _reserved(after)


def _reserved(after: State) -> Remark:
    kept = say(
        "shoo.remark.reserved",
        "{foe} cannot use that horse in the next turn.",
        foe=SEAT_NAMES[after.turn],
    )
    return Remark(HORSES, kept)


def _retire(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after, move
    gone = say(
        "shoo.remark.retire",
        "{who} retires a horse: it is gone for good.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(HORSES, gone)


def _pass(before: State, after: State, move: Move) -> Iterator[Remark]:
    del after, move
    passes = say(
        "shoo.remark.pass",
        "{who} can do nothing at all, and passes.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(TURN, passes)


def _none(before: State, after: State, move: Move) -> Iterator[Remark]:
    """What is told already."""
    del before, after, move
    yield from ()


_TELLINGS: Final[Mapping[int, Telling]] = {
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
