"""What a ply of Super Seven did and what speaks for it, and what won a game."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.game import NearWin, Outcome, RuleNote, Seat
from tabletop.engine.kernel import REASON, RESULT, TURN, Position, position_after, winners_of_result
from tabletop.engine.text import Text, count, say
from tabletop.games.super7 import kernel, messages
from tabletop.games.super7.guide import WINNING, winning_move
from tabletop.games.super7.kernel import counters_in
from tabletop.games.super7.messages import SEAT_NAMES, a_throw, a_throw_first
from tabletop.games.super7.rules import SPOTS, Move, State, boxes_of, winning_lines

MAX_SENTENCES: Final = 3
"""The most reasons for one counter."""


def move_reasons(state: State, move: Move) -> tuple[Text, ...]:
    """The reasons for a legal ply, the most important first; none for throws and passes."""
    if move.is_throw or move.is_pass:
        return ()
    then = position_after(kernel, state.position, move.code)
    if then[RESULT]:
        # NOTE for translators: what speaks for a turn goes on from "This": "This wins the game at
        # once."
        wins = say("super7.merit.wins", "wins the game at once")
        by_line = _wins_by_line(state, move.code)
        return (wins,) if by_line else (_box_merit(state, move.code), wins)
    return tuple(_reasons_found(state, then, move.code))[:MAX_SENTENCES]


def _wins_by_line(state: State, square: int) -> bool:
    """Whether a counter that wins its box makes three in a line there."""
    box, here = divmod(square, 9)
    own = counters_in(list(state.position), state.side, box) | 1 << here
    return kernel.HOW_WON[own] == kernel.BY_LINE


def _box_merit(state: State, square: int) -> Text:
    box = square // 9 + 3
    if _wins_by_line(state, square):
        return say("super7.merit.box", "wins box {box}", box=box)
    return say("super7.merit.box.five", "wins box {box} with five counters", box=box)


def _reasons_found(state: State, then: Position, square: int) -> Iterator[Text]:
    """The reasons for a counter that does not end the game."""
    before, side, enemy = state.position, state.side, 1 - state.side
    box, here = divmod(square, 9)
    yield from _of_defence(before, then, enemy)
    won = then[kernel.BOXES + side] >> box & 1
    if won:
        yield _box_merit(state, square)
    had, has = ways_to_win(before, side), ways_to_win(then, side)
    if has and not had:
        # NOTE for translators: two dice fall in 36 ways; {n} of these would win.
        yield count(
            "super7.merit.threatens",
            "can win next turn, with one roll in 36",
            "can win next turn, with {n} rolls in 36",
            n=has,
        )
    if can_win(before, enemy, box) >> here & 1:
        yield say(
            "super7.merit.blocks",
            "blocks {enemy} from winning box {box}",
            enemy=SEAT_NAMES[enemy],
            box=box + 3,
        )
    if state.squares[square]:
        yield say(
            "super7.merit.replaces",
            "replaces one of {enemy}’s counters",
            enemy=SEAT_NAMES[enemy],
        )
    if not won and can_win(then, side, box).bit_count() > can_win(before, side, box).bit_count():
        yield say(
            "super7.merit.ready", "brings box {box} within one counter of winning", box=box + 3
        )
    if not won and here == kernel.MIDDLE:
        yield say("super7.merit.middle", "takes a star, where four lines meet")


def _of_defence(before: Position, then: Position, enemy: int) -> Iterator[Text]:
    """What a counter does against a game that the enemy might win with the next throw."""
    had, has = ways_to_win(before, enemy), ways_to_win(then, enemy)
    if had and not has:
        yield say(
            "super7.merit.stops",
            "stops {enemy} from winning with the next roll",
            enemy=SEAT_NAMES[enemy],
        )
    elif has < had:
        yield say(
            "super7.merit.hinders",
            "cuts the rolls that win for {enemy} from {had} to {has} of 36",
            enemy=SEAT_NAMES[enemy],
            has=has,
            had=had,
        )


def ways_to_win(position: Position, seat: int) -> int:
    """With how many of 36 throws a seat would win the game, if it were to throw now."""
    at_hand = list(position)
    at_hand[TURN], at_hand[kernel.SIDE] = kernel.CHANCE, seat
    at_hand[kernel.DIE_1] = at_hand[kernel.DIE_2] = at_hand[kernel.THROWS] = 0
    found = 0
    for throw in range(kernel.FIRST_THROW, kernel.FIRST_THROW + kernel.DICE):
        thrown = list(position_after(kernel, tuple(at_hand), throw))
        found += thrown[TURN] == seat and winning_move(thrown, []) >= 0
    return found


def can_win(position: Position, seat: int, box: int) -> int:
    """The free squares of an open box of which any one more wins it for a seat, as nine bits."""
    s = list(position)
    own, enemy = counters_in(s, seat, box), counters_in(s, 1 - seat, box)
    return 0 if kernel.HOW_WON[own] or kernel.HOW_WON[enemy] else WINNING[own] & ~enemy


def rule_notes(before: State, move: Move) -> tuple[RuleNote, ...]:
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MAX_SENTENCES]
    if move.is_throw:
        found = _of_a_throw(before, after, move)
    elif move.is_pass:
        found = _of_passing(before)
    else:
        found = _of_a_counter(before, after, move.code)
    return tuple(found)[:MAX_SENTENCES]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[RuleNote]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    yield RuleNote(messages.END_RULE, reason)
    yield RuleNote(
        messages.END_RULE, say("super7.remark.wins", "Three boxes in a line win, or any five.")
    )
    yield from _of_the_box(before, after, move.code)


# -- a throw --------------------------------------------------------------------------------------


def _of_a_throw(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    total = sum(move.dice)
    if after.dice is None:
        again = say(
            "super7.remark.again",
            "{throw} fits no square: {who} rolls again.",
            throw=a_throw_first(total),
            who=SEAT_NAMES[before.side],
        )
        yield RuleNote(messages.THROW_AGAIN_RULE, again)
        return
    fitting = after.moves()
    if fitting[0].is_pass:
        third = say("super7.remark.third", "The third roll doesn’t fit either.")
        yield RuleNote(messages.THROW_AGAIN_RULE, third)
        return
    if len(fitting) == 1:
        one = say(
            "super7.remark.one",
            "{throw} fits just one square: it must be taken.",
            throw=a_throw_first(total),
        )
        yield RuleNote(messages.MUST_PLAY_RULE, one)
    yield from _of_a_sum(after, total)


def _of_a_sum(after: State, total: int) -> Iterator[RuleNote]:
    throw, strict = a_throw_first(total), after.strict_middle
    if total == 7:
        said = say("super7.remark.throw.7", "A 7 fits any star, or anywhere in box 7.")
        yield RuleNote(messages.SEVEN_RULE, said)
    elif total == 2 and not strict:
        yield RuleNote(
            messages.TWO_RULE,
            say("super7.remark.throw.2", "A 2 fits any empty square."),
        )
    elif total == 2:
        but = say("super7.remark.throw.2.strict", "A 2 fits any empty square except a star.")
        yield RuleNote(messages.TWO_RULE, but)
    elif total == 12:
        said = say(
            "super7.remark.throw.12",
            "A 12 replaces one of {enemy}’s counters.",
            enemy=SEAT_NAMES[1 - after.side],
        )
        yield RuleNote(messages.TWELVE_RULE, said)
    else:
        said = say(
            "super7.remark.throw.n",
            "{throw} fits any {n}, or anywhere in box {n}.",
            throw=throw,
            n=total,
        )
        yield RuleNote(messages.NUMBER_RULE, said)
        yield RuleNote(
            messages.NUMBER_RULE,
            say("super7.remark.star", "The star in the middle isn’t included."),
        )
    if total in (2, 12) and strict:
        said = say("super7.remark.strict", "At this table, stars are for a 7 only.")
        yield RuleNote(messages.STRICT_RULE, said)


# -- a counter ------------------------------------------------------------------------------------


def _of_passing(before: State) -> Iterator[RuleNote]:
    said = say(
        "super7.remark.pass",
        "Three rolls, and no square fits: {who} passes.",
        who=SEAT_NAMES[before.side],
    )
    yield RuleNote(messages.THROW_AGAIN_RULE, said)


def _of_a_counter(before: State, after: State, square: int) -> Iterator[RuleNote]:
    box = square // 9
    yield from _of_the_box(before, after, square)
    if after.owners[box]:
        yield _sum_of_boxes(before, after)
    yield _why_there(before, square)
    if _is_ready(after, before.side, box) and not _is_ready(before, before.side, box):
        ready = say(
            "super7.remark.ready",
            "{who} needs one more counter to win that box.",
            who=SEAT_NAMES[before.side],
        )
        yield RuleNote(messages.BOX_RULE, ready)


def _is_ready(state: State, side: int, box: int) -> bool:
    return can_win(state.position, side, box) != 0


def _of_the_box(before: State, after: State, square: int) -> Iterator[RuleNote]:
    """How a counter has won its box, and what that does."""
    box = square // 9
    if not after.owners[box]:
        return
    who = SEAT_NAMES[before.side]
    if _wins_by_line(before, square):
        won = say(
            "super7.remark.box.line", "Three in a line: {who} wins box {n}.", who=who, n=box + 3
        )
    else:
        won = say(
            "super7.remark.box.five", "Five in a box: {who} wins box {n}.", who=who, n=box + 3
        )
    yield RuleNote(messages.BOX_RULE, won)
    closed = say("super7.remark.closed", "The whole box is {who}’s now, and closed.", who=who)
    yield RuleNote(messages.BOX_RULE, closed)


def _sum_of_boxes(before: State, after: State) -> RuleNote:
    many = count(
        "super7.remark.boxes",
        "{who} has one box. Three in a line win, or any five.",
        "{who} has {n} boxes. Three in a line win, or any five.",
        n=len(boxes_of(after, before.side)),
        who=SEAT_NAMES[before.side],
    )
    return RuleNote(messages.END_RULE, many)


def _why_there(before: State, square: int) -> RuleNote:
    """By which part of its throw a counter may lie there."""
    assert before.dice is not None
    total, (box, here), who = sum(before.dice), divmod(square, 9), SEAT_NAMES[before.side]
    if total == 12:
        enemy = SEAT_NAMES[1 - before.side]
        said = say(
            "super7.remark.replaces",
            "A 12: {who} replaces one of {enemy}’s counters.",
            who=who,
            enemy=enemy,
        )
        return RuleNote(messages.TWELVE_RULE, said)
    if total == 2:
        free = say("super7.remark.free", "With a 2, {who} may take any square.", who=who)
        return RuleNote(messages.TWO_RULE, free)
    throw = a_throw(total)
    if total == 7 and here == kernel.MIDDLE:
        star = say("super7.remark.takes_star", "With a 7, {who} takes a star.", who=who)
        return RuleNote(messages.SEVEN_RULE, star)
    rule = messages.SEVEN_RULE if total == 7 else messages.NUMBER_RULE
    if box + 3 == total:
        said = say(
            "super7.remark.in_box",
            "With {throw}, {who} takes a square in box {n}.",
            throw=throw,
            who=who,
            n=total,
        )
        return RuleNote(rule, said)
    said = say(
        "super7.remark.on_square",
        "With {throw}, {who} takes square {n} in box {box}.",
        throw=throw,
        who=who,
        n=total,
        box=box + 3,
    )
    return RuleNote(rule, said)


BOX_RADIUS: Final = 1.35
"""The radius of a ring about a box, in squares."""


def won_by(state: State) -> Text | None:
    """What won: three boxes in a line, or five."""
    if not state.position[RESULT]:
        return None
    if state.position[REASON] == kernel.BY_LINE and winning_lines(state):
        return say("super7.won.line", "3 boxes in a line")
    (winner,) = winners_of_result(state.position[RESULT])
    return say("super7.won.boxes", "{n} boxes", n=len(boxes_of(state, winner)))


def nearly(state: State, seat: Seat) -> NearWin | None:
    """Two boxes of a line whose third was still free, or else four boxes."""
    own = frozenset(boxes_of(state, seat))
    taken = own.union(*(boxes_of(state, other) for other in range(2)))
    for line in kernel.LINES:
        boxes = [box for box in range(9) if line >> box & 1]
        mine = [box for box in boxes if box in own]
        if len(mine) == 2 and not taken.issuperset(boxes):
            words = say("super7.nearly.line", "You had 2 boxes of a line.")
            return NearWin(words, _middles(mine), BOX_RADIUS, close=True)
    if len(own) < 3:
        return None
    words = say("super7.nearly.boxes", "You had {n} of 5 boxes.", n=len(own))
    return NearWin(words, _middles(sorted(own)), BOX_RADIUS, close=len(own) == 4)


def _middles(boxes: list[int]) -> tuple[str, ...]:
    return tuple(SPOTS[9 * box + 4] for box in boxes)
