"""What the rules of Super Seven did in a throw or with a counter, for people new to the game."""

from collections.abc import Iterator

from tabletop.engine.game import Remark
from tabletop.engine.state import Outcome
from tabletop.engine.text import Text, count, say
from tabletop.games.super7.kernel import BY_LINE, HOW_WON, MIDDLE, counters_in
from tabletop.games.super7.merits import MOST, can_win
from tabletop.games.super7.rules import Move, State, boxes_of
from tabletop.games.super7.words import (
    AGAIN,
    BOX,
    GAME_WON,
    MUST,
    NUMBER,
    SEAT_NAMES,
    SEVEN,
    STRICT,
    TWELVE,
    TWO,
    a_throw,
    a_throw_first,
)


def remarks(before: State, move: Move) -> tuple[Remark, ...]:
    """What the rules did in a legal ply, the most telling first; at least one, at most three."""
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MOST]
    if move.is_throw:
        found = _of_a_throw(before, after, move)
    elif move.is_pass:
        found = _of_passing(before)
    else:
        found = _of_a_counter(before, after, move.code)
    return tuple(found)[:MOST]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[Remark]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    yield Remark(GAME_WON, reason)
    yield Remark(GAME_WON, say("super7.remark.wins", "Three boxes in a line win, or any five."))
    yield from _of_the_box(before, after, move.code)


# -- a throw --------------------------------------------------------------------------------------


def _of_a_throw(before: State, after: State, move: Move) -> Iterator[Remark]:
    total = sum(move.dice)
    if after.dice is None:
        again = say(
            "super7.remark.again",
            "{throw} fits no square: {who} throws again.",
            throw=a_throw_first(total),
            who=SEAT_NAMES[before.side],
        )
        yield Remark(AGAIN, again)
        return
    fitting = after.moves()
    if fitting[0].is_pass:
        third = say("super7.remark.third", "Not even the third throw fits any square.")
        yield Remark(AGAIN, third)
        return
    if len(fitting) == 1:
        one = say(
            "super7.remark.one",
            "{throw} fits just one square, so that must be taken.",
            throw=a_throw_first(total),
        )
        yield Remark(MUST, one)
    yield from _of_a_sum(after, total)


def _of_a_sum(after: State, total: int) -> Iterator[Remark]:
    """What a throw that fits lets a side do."""
    throw, strict = a_throw_first(total), after.strict_middle
    if total == 7:
        said = say("super7.remark.throw.7", "A 7 fits the star of any box, or all of box 7.")
        yield Remark(SEVEN, said)
    elif total == 2 and not strict:
        yield Remark(TWO, say("super7.remark.throw.2", "A 2 is free: any empty square will do."))
    elif total == 2:
        but = say("super7.remark.throw.2.strict", "A 2 is free: any empty square but the stars.")
        yield Remark(TWO, but)
    elif total == 12:
        said = say(
            "super7.remark.throw.12",
            "A 12: one of {enemy}'s counters is replaced.",
            enemy=SEAT_NAMES[1 - after.side],
        )
        yield Remark(TWELVE, said)
    else:
        said = say(
            "super7.remark.throw.n",
            "{throw} fits square {n} of any box, or box {n}.",
            throw=throw,
            n=total,
        )
        yield Remark(NUMBER, said)
        yield Remark(NUMBER, say("super7.remark.star", "The star in the middle is not for it."))
    if total in (2, 12) and strict:
        said = say("super7.remark.strict", "Here the stars in the middle are for a 7 only.")
        yield Remark(STRICT, said)


# -- a counter ------------------------------------------------------------------------------------


def _of_passing(before: State) -> Iterator[Remark]:
    said = say(
        "super7.remark.pass",
        "Three throws, and no square fits: {who} passes.",
        who=SEAT_NAMES[before.side],
    )
    yield Remark(AGAIN, said)


def _of_a_counter(before: State, after: State, square: int) -> Iterator[Remark]:
    box = square // 9
    yield from _of_the_box(before, after, square)
    if after.owners[box]:
        yield _sum_of_boxes(before, after)
    yield _why_there(before, square)
    if _is_ready(after, before.side, box) and not _is_ready(before, before.side, box):
        ready = say(
            "super7.remark.ready",
            "One more counter there can win {who} the box.",
            who=SEAT_NAMES[before.side],
        )
        yield Remark(BOX, ready)


def _is_ready(state: State, side: int, box: int) -> bool:
    return can_win(state.position, side, box) != 0


def _of_the_box(before: State, after: State, square: int) -> Iterator[Remark]:
    """How a counter has won its box, and what that does."""
    box, here = divmod(square, 9)
    if not after.owners[box]:
        return
    own = counters_in(list(before.position), before.side, box) | 1 << here
    who = SEAT_NAMES[before.side]
    if HOW_WON[own] == BY_LINE:
        won = say(
            "super7.remark.box.line", "Three in a line: {who} wins box {n}.", who=who, n=box + 3
        )
    else:
        won = say(
            "super7.remark.box.five", "Five in a box: {who} wins box {n}.", who=who, n=box + 3
        )
    yield Remark(BOX, won)
    closed = say("super7.remark.closed", "All of it is {who}'s now, and closed for good.", who=who)
    yield Remark(BOX, closed)


def _sum_of_boxes(before: State, after: State) -> Remark:
    many = count(
        "super7.remark.boxes",
        "{who} has one box. Three in a line win, or any five.",
        "{who} has {n} boxes. Three in a line win, or any five.",
        n=len(boxes_of(after, before.side)),
        who=SEAT_NAMES[before.side],
    )
    return Remark(GAME_WON, many)


def _why_there(before: State, square: int) -> Remark:
    """By which part of its throw a counter may lie there."""
    assert before.dice is not None
    total, (box, here), who = sum(before.dice), divmod(square, 9), SEAT_NAMES[before.side]
    if total == 12:
        enemy = SEAT_NAMES[1 - before.side]
        said = say(
            "super7.remark.replaces",
            "A 12: {who} puts a counter in place of one of {enemy}.",
            who=who,
            enemy=enemy,
        )
        return Remark(TWELVE, said)
    if total == 2:
        free = say("super7.remark.free", "A 2 leaves the choice of a square to {who}.", who=who)
        return Remark(TWO, free)
    throw = a_throw(total)
    if total == 7 and here == MIDDLE:
        star = say("super7.remark.takes_star", "With a 7 {who} takes the star of a box.", who=who)
        return Remark(SEVEN, star)
    rule = SEVEN if total == 7 else NUMBER
    if box + 3 == total:
        said = say(
            "super7.remark.in_box",
            "With {throw} {who} takes a square of box {n}.",
            throw=throw,
            who=who,
            n=total,
        )
        return Remark(rule, said)
    said = say(
        "super7.remark.on_square",
        "With {throw} {who} takes a square {n}, in box {box}.",
        throw=throw,
        who=who,
        n=total,
        box=box + 3,
    )
    return Remark(rule, said)
