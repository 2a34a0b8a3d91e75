"""What the rules of Trelawney's Glory did in a ply, for people who see it for the first time."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.bits import popcount
from tabletop.engine.game import Remark
from tabletop.engine.kernel import REASON
from tabletop.engine.state import Outcome, Seat
from tabletop.engine.text import Text, say
from tabletop.games.trelawney import kernel
from tabletop.games.trelawney.kernel import OUT, POINTS, STONES
from tabletop.games.trelawney.merits import MOST, longest
from tabletop.games.trelawney.rules import Move, State
from tabletop.games.trelawney.words import (
    CALL_RULE,
    DELAY_RULE,
    DRAG_RULE,
    END_RULE,
    FIRST_RULE,
    FULL_RULE,
    LAY_RULE,
    OUT_RULE,
    POINTS_RULE,
    SEAT_NAMES,
    SHOVE_RULE,
    WHOM_RULE,
)

FIVE: Final = 5
LONG: Final = {
    # NOTE for translators: stones in a line, in "Black has three in a line. Five win!"
    3: say("trelawney.remark.three", "three"),
    4: say("trelawney.remark.four", "four"),
}
"""Lines that are worth a word."""


def remarks(before: State, move: Move) -> tuple[Remark, ...]:
    """What the rules did in a legal ply, the most telling first; at least one, at most three."""
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MOST]
    return tuple(_found(before, after, move))[:MOST]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[Remark]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    if after.position[REASON] == kernel.FULL:
        yield Remark(FULL_RULE, reason)
        return
    if move.target is None:
        yield Remark(END_RULE, reason)
        first = say("trelawney.remark.end.lay", "The first stone makes it: nothing moves any more.")
        yield Remark(END_RULE, first)
    elif _stones(after) + _out(after) == _stones(before) + _out(before) + 2:
        yield Remark(END_RULE, reason)
        second = say("trelawney.remark.end.second", "The second stone of the turn makes it.")
        yield Remark(END_RULE, second)
    else:
        yield Remark(DELAY_RULE, reason)
        delay = say("trelawney.remark.end.delay", "A five counts before the second stone is laid.")
        yield Remark(DELAY_RULE, delay)


def _stones(state: State) -> int:
    """How many stones stand on the board."""
    return popcount(state.position[STONES]) + popcount(state.position[STONES + 1])


def _out(state: State) -> int:
    """How many stones are out."""
    return popcount(state.position[OUT]) + popcount(state.position[OUT + 1])


def _found(before: State, after: State, move: Move) -> Iterator[Remark]:
    yield from _of_lines(before, after)
    yield from _of_the_edge(before, after)
    if move.target is not None:
        yield from _of_moving(before, move)
    else:
        yield _of_laying(before, move)


def _of_laying(before: State, move: Move) -> Remark:
    who = SEAT_NAMES[before.turn]
    if before.ply == 0:
        said = say("trelawney.remark.first", "{who}'s first stone may go anywhere.", who=who)
        return Remark(FIRST_RULE, said)
    if before.ply == 1:
        said = say("trelawney.remark.beside", "{who}'s first stone goes next to it.", who=who)
        return Remark(FIRST_RULE, said)
    if any(other.square == move.square and other != move for other in before.moves()):
        said = say(
            "trelawney.remark.leaves",
            "{who} lays a stone, and moves nothing. Nobody has to.",
            who=who,
        )
        return Remark(WHOM_RULE, said)
    said = say("trelawney.remark.lays", "{who} lays a stone. There it stays.", who=who)
    return Remark(LAY_RULE, said)


def _of_moving(before: State, move: Move) -> Iterator[Remark]:
    who = SEAT_NAMES[before.turn]
    if move.drags:
        drag = say(
            "trelawney.remark.drag",
            "{who}'s new stone steps back, and drags one along.",
            who=who,
        )
        yield Remark(DRAG_RULE, drag)
        again = say("trelawney.remark.drag.lay", "Where that one stood, {who} lays again.", who=who)
        yield Remark(DRAG_RULE, again)
    else:
        shove = say(
            "trelawney.remark.shove",
            "{who}'s new stone shoves its neighbour, and follows.",
            who=who,
        )
        yield Remark(SHOVE_RULE, shove)
        again = say(
            "trelawney.remark.shove.lay", "On the square it left, {who} lays again.", who=who
        )
        yield Remark(SHOVE_RULE, again)
    if before.position[POINTS]:
        along = say("trelawney.remark.points", "On this board stones move along the lines only.")
        yield Remark(POINTS_RULE, along)


def _of_the_edge(before: State, after: State) -> Iterator[Remark]:
    """Which stones went over the edge."""
    me, foe = before.turn, 1 - before.turn
    if after.position[OUT + foe] != before.position[OUT + foe]:
        out = say(
            "trelawney.remark.out", "A stone of {who} goes off the board.", who=SEAT_NAMES[foe]
        )
    elif after.position[OUT + me] != before.position[OUT + me]:
        out = say(
            "trelawney.remark.out.own", "{who} drags, and steps off the board.", who=SEAT_NAMES[me]
        )
    else:
        return
    yield Remark(OUT_RULE, out)
    yield Remark(
        OUT_RULE, say("trelawney.remark.out.stays", "It is out for good, and blocks that place.")
    )


def _of_lines(before: State, after: State) -> Iterator[Remark]:
    """Lines that have grown, the mover's first, or one that was broken up."""
    for seat in (before.turn, 1 - before.turn):
        had, has = _longest(before, seat), _longest(after, seat)
        if has >= FIVE > had:
            called = say(
                "trelawney.remark.callable",
                "{who} has a five: now it is to be called!",
                who=SEAT_NAMES[seat],
            )
            yield Remark(CALL_RULE, called)
            return
        if has > had and has in LONG:
            line = say(
                "trelawney.remark.line",
                "{who} has {number} in a line. Five win!",
                who=SEAT_NAMES[seat],
                number=LONG[has],
            )
            yield Remark(END_RULE, line)
            return
    foe = 1 - before.turn
    had = _longest(before, foe)
    if had in LONG and _longest(after, foe) < had:
        broken = say(
            "trelawney.remark.broken",
            "{who}'s {number} in a line are broken up.",
            who=SEAT_NAMES[foe],
            number=LONG[had],
        )
        yield Remark(END_RULE, broken)


def _longest(state: State, seat: Seat) -> int:
    return longest(state.position[STONES + seat])
