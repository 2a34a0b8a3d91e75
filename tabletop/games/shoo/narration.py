"""What a ply of Shoo did and what speaks for it, and what won a game."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from tabletop.engine.game import NearWin, RuleNote, Seat
from tabletop.engine.kernel import (
    RESULT,
    TURN,
    Position,
    legal_codes,
    position_after,
    winners_of_result,
)
from tabletop.engine.text import Text, count, say
from tabletop.games.shoo import kernel, messages
from tabletop.games.shoo.guide import SCRATCH, winning_move
from tabletop.games.shoo.kernel import (
    BOARD,
    CORNER,
    DOORSTEP,
    EMPTY,
    FOOT,
    GLIDE,
    GOAL,
    IN_GOAL,
    NAMES,
    SQUARES,
    near_squares,
)
from tabletop.games.shoo.messages import SEAT_NAMES
from tabletop.games.shoo.rules import Move, State

MAX_SENTENCES: Final = 3
"""The most reasons for one ply."""

# NOTE for translators: what speaks for a turn goes on from "This": "This fills the goal and wins at
# once."
WINS: Final = say("shoo.merit.wins", "fills the goal and wins at once")
SAFE: Final = say("shoo.merit.safe", "brings a shooed traveller to safety")
TAKEN_UP: Final = say(
    "shoo.merit.taken_up", "shoos a traveller that can’t walk away and must start again"
)
ROOM: Final = say("shoo.merit.room", "makes room at the edge of the goal")
RIDES_UP: Final = say("shoo.merit.rides_up", "rides up to the goal")
ONE_RIDE: Final = say("shoo.merit.one_ride", "mounts a horse that is one ride from the goal")
MOUNTS: Final = say("shoo.merit.mounts", "mounts a horse")


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
    s[kernel.RESERVED] = kernel.NOWHERE
    return tuple(s)


def shooed_count(position: Position) -> int:
    """How many travelers of the side to move are shooed."""
    scratch = [0] * kernel.SCRATCH
    kernel.count_crowds(list(position), scratch)
    mine = kernel.FOOT + position[TURN]
    return sum(
        position[kernel.BOARD + square] == mine and kernel.is_shooed(scratch, square)
        for square in range(SQUARES)
    )


def _reasons_found(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """The reasons for a ply that neither wins nor loses at once."""
    foe = then[TURN]
    if wins_next(null_move(before)):
        yield say("shoo.merit.stops", "stops {who} from filling its goal", who=SEAT_NAMES[foe])
    if move.kind == kernel.CAPTURE:
        yield say("shoo.merit.captures", "takes a horse from {who}", who=SEAT_NAMES[foe])
    fresh = shooed_count(then) - shooed_count(null_move(before))
    steps = _steps_of_restart(then)
    if fresh > 0 and steps is not None and steps < 0:
        yield TAKEN_UP
    elif fresh > 0 and steps is None:
        yield count("shoo.merit.shoos", "shoos a traveller", "shoos {n} travellers", n=fresh)
    if shooed_count(before) and move.kind in (kernel.STEP, kernel.MOUNT, kernel.CAPTURE):
        yield SAFE
    yield from _of_travelers(before, then, move)
    yield from _of_horses(before, then, move)


def _steps_of_restart(position: Position) -> int | None:
    """The most steps that a shooed traveler gains if it must start again; None if none must."""
    at = position[TURN] * SQUARES
    gains = [
        CORNER[at + (code >> 4 & 127)] - CORNER[at + (code >> 11 & 127)]
        for code in legal_codes(kernel, position)
        if code & 15 == kernel.REDROP
    ]
    return max(gains, default=None)


def _of_travelers(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """What a ply does for the traveler who makes it."""
    me = before[TURN]
    start, to, _, onward = move.squares
    if move.kind == kernel.CAPTURE:
        to = onward
    at = me * SQUARES
    if move.kind in (kernel.STEP, kernel.DISMOUNT) and IN_GOAL[at + to] and not IN_GOAL[at + start]:
        yield count(
            "shoo.merit.arrives",
            "brings a traveller into the goal: one of nine is there",
            "brings a traveller into the goal: {n} of nine are there",
            n=count_in_goal(then, me),
        )
    elif (
        move.kind == kernel.STEP
        and IN_GOAL[at + start]
        and CORNER[at + to] < 2 <= CORNER[at + start]
    ):
        yield ROOM
    elif (move.kind == kernel.RIDE or move.rides_on) and DOORSTEP[at + to]:
        yield RIDES_UP
    elif move.kind == kernel.MOUNT:
        yield ONE_RIDE if _one_ride(then, to, me) else MOUNTS
    elif (
        move.kind in (kernel.STEP, kernel.RIDE, kernel.DISMOUNT, kernel.CAPTURE)
        and not IN_GOAL[at + start]
    ):
        steps = CORNER[at + start] - CORNER[at + to]
        if steps > 0:
            yield count(
                "shoo.merit.nearer",
                "brings a traveller one step nearer to the goal",
                "brings a traveller {n} steps nearer to the goal",
                n=steps,
            )


def count_in_goal(position: Position, seat: int) -> int:
    return sum(
        position[kernel.BOARD + square] == kernel.FOOT + seat
        for square in range(SQUARES)
        if IN_GOAL[seat * SQUARES + square]
    )


LATE: Final = 3
"""From this number of travelers in the goal on, plies that bring others there are preferred."""
FAR: Final = 99
"""The steps to the goal where no way leads there."""
TRAVELS: Final = (kernel.STEP, kernel.MOUNT, kernel.RIDE, kernel.DISMOUNT, kernel.CAPTURE)
"""The plies that move a traveler by its own choice."""


def progress(state: State) -> tuple[Move, ...]:
    """The plies that bring a traveler nearer to the goal, then those that make room there.

    Whoever enters the goal comes first, then whoever gains most turns, the nearest first.
    """
    position, me = state.position, state.turn
    if count_in_goal(position, me) < LATE:
        return ()
    steps, at = _steps_to_goal(position, me), me * SQUARES

    def turns(square: int, *, rides: bool) -> int:
        return _turns_by_horse(position, square, steps) if rides else steps[square]

    found = []
    for move in state.moves():
        if move.kind not in TRAVELS:
            continue
        start, to, _, onward = move.squares
        inside = bool(IN_GOAL[at + start])
        if inside:
            before, after = CORNER[at + start], CORNER[at + to]
        else:
            before = turns(start, rides=move.kind in (kernel.RIDE, kernel.DISMOUNT))
            end = onward if move.kind == kernel.CAPTURE else to
            after = turns(end, rides=move.kind not in (kernel.STEP, kernel.DISMOUNT))
        if after < before:
            found.append(((inside, after > 0, after - before, before), move))
    return tuple(move for _, move in sorted(found, key=lambda one: one[0]))


def _steps_to_goal(position: Position, seat: int) -> list[int]:
    """By square: steps on foot to an empty square of the goal, past travelers who will move on."""
    goal = IN_GOAL[seat * SQUARES : (seat + 1) * SQUARES]
    board = position[BOARD : BOARD + SQUARES]
    reached = [square for square in range(SQUARES) if goal[square] and board[square] == EMPTY]
    steps = [0 if square in reached else FAR for square in range(SQUARES)]
    for square in reached:  # it grows
        for to in near_squares(square):
            if steps[to] == FAR and not goal[to] and board[to] in (EMPTY, FOOT + seat):
                steps[to] = steps[square] + 1
                reached.append(to)
    return steps


def _turns_by_horse(position: Position, square: int, steps: list[int]) -> int:
    """The turns of a rider on a square until it stands in the goal: to dismount, and to ride."""

    def dismounts(at: int) -> bool:
        return any(steps[to] == 0 for to in near_squares(at))

    if dismounts(square):
        return 1
    return 2 if any(map(dismounts, _rides(position, square))) else 3


def _rides(position: Position, square: int) -> Iterator[int]:
    """The squares to which a rider can slide."""
    for direction in range(8):
        to = GLIDE[direction * SQUARES + square]
        while to >= 0 and position[BOARD + to] == kernel.EMPTY:
            yield to
            to = GLIDE[direction * SQUARES + to]


def _one_ride(position: Position, square: int, seat: int) -> bool:
    """Whether a rider stands beside its goal or can ride there at once."""
    at = seat * SQUARES
    return any(DOORSTEP[at + to] for to in (square, *_rides(position, square)))


def _of_horses(before: Position, then: Position, move: Move) -> Iterator[Text]:
    """What a ply does with a horse without a rider."""
    me, foe = before[TURN], then[TURN]
    start, to, _, _ = move.squares
    if move.kind in (kernel.HOLD, kernel.MOVE_HORSE, kernel.RETIRE) and _mounters(
        before, start, foe
    ):
        yield say("shoo.merit.denies", "keeps {who} from mounting that horse", who=SEAT_NAMES[foe])
    if move.kind in (kernel.DROP, kernel.MOVE_HORSE):
        place = start if move.kind == kernel.DROP else to
        had = 0 if move.kind == kernel.DROP else _mounters(before, start, me)
        if _mounters(then, place, me) > had:
            yield say(
                "shoo.merit.beside",
                "brings a traveller a horse that is locked: {who} can’t use it next turn",
                who=SEAT_NAMES[foe],
            )
    if move.kind == kernel.MOUNT and _mounters(before, to, foe):
        yield say("shoo.merit.first", "gets to that horse before {who}", who=SEAT_NAMES[foe])


def _mounters(position: Position, square: int, seat: int) -> int:
    """How many travelers of a seat are near a square and free to mount a horse there."""
    return sum(
        position[kernel.BOARD + to] == kernel.FOOT + seat
        and bool(position[kernel.LEAVE_HOME] or not IN_GOAL[seat * SQUARES + to])
        for to in near_squares(square)
    )


def rule_notes(before: State, move: Move) -> tuple[RuleNote, ...]:
    after = before.play(move)
    outcome = after.outcome()
    found = []
    if outcome is not None:
        assert isinstance(outcome.reason, Text)
        found.append(RuleNote(messages.END_RULE, outcome.reason))
        if outcome.winners:
            return tuple(found)
    found += _of_shooing(before, after, move)
    found += _of_travelers_ply(before, after, move)
    found += _of_horses_ply(before, after, move)
    return tuple(found[:MAX_SENTENCES])


def _of_shooing(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    if move.kind == kernel.REDROP:
        stuck = say(
            "shoo.remark.redrop",
            "{who}’s traveller was shooed and stuck. It starts again.",
            who=who,
        )
        yield RuleNote(messages.DEALING_RULE, stuck)
        ring = say("shoo.remark.redrop.ring", "It starts again as near its home base as it can.")
        yield RuleNote(messages.DEALING_RULE, ring)
    elif move.kind != kernel.PASS and shooed_count(before.position):
        cure = say("shoo.remark.cure", "{who}’s traveller was shooed and had to move.", who=who)
        yield RuleNote(messages.DEALING_RULE, cure)
    now = shooed_count(after.position)
    if now > shooed_count(null_move(before.position)):
        shoo = count(
            "shoo.remark.shoo",
            "Two enemies near: one of {foe}’s travellers is shooed.",
            "Two enemies near: {n} of {foe}’s travellers are shooed.",
            n=now,
            foe=foe,
        )
        yield RuleNote(messages.SHOOING_RULE, shoo)


def _of_travelers_ply(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    goal = IN_GOAL[before.turn * SQUARES : (before.turn + 1) * SQUARES]
    start, to, _, _ = move.squares
    if move.kind in (kernel.STEP, kernel.MOUNT, kernel.CAPTURE) and goal[start] and not goal[to]:
        leaves = say("shoo.remark.leaves", "At this table, travellers may leave the goal.")
        yield RuleNote(messages.LEAVING_RULE, leaves)
    match move.kind:
        case kernel.STEP:
            if goal[to] and not goal[start]:
                yield from _arriving(before, after)
            elif goal[to] and not before.position[kernel.LEAVE_HOME]:
                within = say("shoo.remark.within", "In the goal it may step about, but not out.")
                yield RuleNote(messages.WALKING_RULE, within)
            step = say(
                "shoo.remark.step", "One of {who}’s travellers steps to the next square.", who=who
            )
            yield RuleNote(messages.WALKING_RULE, step)
        case kernel.MOUNT:
            mounts = say(
                "shoo.remark.mount", "One of {who}’s travellers mounts a free horse.", who=who
            )
            yield RuleNote(messages.RIDING_RULE, mounts)
            turn = say("shoo.remark.mount.turn", "That is the whole turn: it rides next time.")
            yield RuleNote(messages.RIDING_RULE, turn)
        case kernel.RIDE:
            rides = say(
                "shoo.remark.ride",
                "One of {who}’s riders goes straight, as far as it likes.",
                who=who,
            )
            yield RuleNote(messages.RIDING_RULE, rides)
        case kernel.DISMOUNT:
            arriving = _arriving(before, after) if goal[to] else iter(())
            yield from islice(arriving, 1)
            off = say(
                "shoo.remark.dismount",
                "One of {who}’s riders dismounts. The horse is free.",
                who=who,
            )
            yield RuleNote(messages.RIDING_RULE, off)
            yield from arriving
        case kernel.CAPTURE:
            captures = say(
                "shoo.remark.capture",
                "{who} takes a horse from one of {foe}’s riders.",
                who=who,
                foe=foe,
            )
            yield RuleNote(messages.CAPTURING_RULE, captures)
            if move.rides_on:
                on = say(
                    "shoo.remark.capture.on", "After capturing a horse, you may ride on at once."
                )
                yield RuleNote(messages.CAPTURING_RULE, on)
            unseated = say(
                "shoo.remark.capture.put",
                "The rider is put beside it, on foot again.",
            )
            yield RuleNote(messages.CAPTURING_RULE, unseated)
        case kernel.COME_BACK:
            back = say(
                "shoo.remark.back", "One of {who}’s travellers comes back from the stable.", who=who
            )
            yield RuleNote(messages.HUSH_RULE, back)
        case kernel.STEP_ANYWAY | kernel.DISMOUNT_ANYWAY:
            dared = say(
                "shoo.remark.dare",
                "{who} went next to two enemies all the same.",
                who=who,
            )
            yield RuleNote(messages.HUSH_RULE, dared)
            if before.position[kernel.HUSH] == kernel.TO_STABLE:
                cost = say("shoo.remark.dare.stable", "That traveller goes to the stable.")
            else:
                cost = say("shoo.remark.dare.lost", "That costs the turn: nothing moves.")
            yield RuleNote(messages.HUSH_RULE, cost)


def _arriving(before: State, after: State) -> Iterator[RuleNote]:
    """A traveler has come into the goal."""
    there = count(
        "shoo.remark.arrives",
        "{who} has one of nine travellers in the goal.",
        "{who} has {n} of nine travellers in the goal.",
        n=count_in_goal(after.position, before.turn),
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(messages.END_RULE, there)
    safe = say("shoo.remark.safe", "Nobody in the goal can be shooed.")
    yield RuleNote(messages.SHOOING_RULE, safe)
    if not before.position[kernel.LEAVE_HOME]:
        stays = say("shoo.remark.stays", "A traveller in the goal stays there.")
        yield RuleNote(messages.WALKING_RULE, stays)


def _of_horses_ply(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    """What is done with a horse without a rider, or a pass."""
    who, foe = SEAT_NAMES[before.turn], SEAT_NAMES[after.turn]
    match move.kind:
        case kernel.DROP:
            said = say("shoo.remark.drop", "{who} brings a horse out of the stable.", who=who)
        case kernel.MOVE_HORSE:
            said = say("shoo.remark.move", "{who} moves a horse without a rider.", who=who)
        case kernel.HOLD:
            said = say("shoo.remark.hold", "{who} locks a horse where it stands.", who=who)
        case kernel.RETIRE:
            said = say("shoo.remark.retire", "{who} removes a horse from the game.", who=who)
        case kernel.PASS:
            said = say("shoo.remark.pass", "{who} can’t do anything, and passes.", who=who)
            yield RuleNote(messages.TURN_RULE, said)
            return
        case _:
            return
    yield RuleNote(messages.HORSES_RULE, said)
    if move.kind != kernel.RETIRE:
        kept = say("shoo.remark.reserved", "{foe} can’t use that horse next turn.", foe=foe)
        yield RuleNote(messages.HORSES_RULE, kept)


TRAVELERS: Final = 9
MIN_NEAR: Final = 1
CLOSE: Final = 7


def won_by(state: State) -> Text | None:
    """What won: how many travelers of each side have arrived."""
    result = state.position[RESULT]
    if not result or not winners_of_result(result):
        return None
    loser = 1 - winners_of_result(result)[0]
    return say(
        "shoo.won",
        "Travellers arrived: {n} to {m}",
        n=TRAVELERS,
        m=count_in_goal(state.position, loser),
    )


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The travelers of a side that had arrived."""
    goal = GOAL[TRAVELERS * seat : TRAVELERS * seat + TRAVELERS]
    there = [square for square in goal if state.position[BOARD + square] == FOOT + seat]
    if not MIN_NEAR <= len(there) < TRAVELERS:
        return None
    words = say("shoo.nearly", "{n} of your travellers had arrived.", n=len(there))
    return NearWin(words, tuple(NAMES[square] for square in there), close=len(there) >= CLOSE)
