"""What a ply of Trelawney's Glory did and what speaks for it, and what won a game."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.game import NearWin, Outcome, RuleNote, Seat, Word
from tabletop.engine.kernel import (
    REASON,
    RESULT,
    TURN,
    Position,
    legal_codes,
    popcount,
    position_after,
)
from tabletop.engine.text import Text, say
from tabletop.games.trelawney import kernel, messages
from tabletop.games.trelawney.guide import winning_ply
from tabletop.games.trelawney.kernel import (
    DECLARE,
    DELTA,
    FIRST_WINDOW,
    LAST_WINDOW,
    LINES,
    OUT,
    POINTS,
    SCRATCH,
    STONES,
    WINDOW,
)
from tabletop.games.trelawney.messages import SEAT_NAMES
from tabletop.games.trelawney.rules import LETTERS, Move, State, lines, pieces

MAX_SENTENCES: Final = 3
"""The most reasons for one ply."""

# NOTE for translators: what speaks for a turn goes on from "This": "This makes four in a line."
WINS: Final = say("trelawney.merit.wins", "makes five in a line and wins at once")
CALLABLE: Final = say("trelawney.merit.callable", "makes five in a line, ready to be called")
SURE: Final = say("trelawney.merit.sure", "wins next turn, whatever the answer")
STOPS: Final = say("trelawney.merit.stops", "stops five in a line")
THREATENS: Final = say("trelawney.merit.threatens", "threatens five in a line")
FOUR: Final = say("trelawney.merit.four", "makes four in a line")
THREE: Final = say("trelawney.merit.three", "makes three in a line")
BREAKS: Final = say("trelawney.merit.breaks", "breaks up an enemy line")
BLOCKS: Final = say("trelawney.merit.blocks", "blocks an enemy line")
OUT_GOES: Final = say("trelawney.merit.out", "puts an enemy stone off the board")


def move_reasons(state: State, move: Move) -> tuple[Text, ...]:
    """The reasons for a legal ply, the most important first; none for one that loses at once."""
    before, then = state.position, position_after(kernel, state.position, move.code)
    me = before[TURN]
    if kernel.five(then[STONES + me]):
        return (CALLABLE if before[DECLARE] else WINS,)
    if then[RESULT] or (not before[DECLARE] and wins_next(then)):
        return ()
    return tuple(_reasons_found(before, then))[:MAX_SENTENCES]


def _reasons_found(before: Position, then: Position) -> Iterator[Text]:
    """The reasons for a ply that neither wins nor loses at once."""
    me, foe = before[TURN], then[TURN]
    mine, had = then[STONES + me], before[STONES + me]
    theirs, they_had = then[STONES + foe], before[STONES + foe]
    ready = wins_next(null_move(then))
    if ready and is_sure(then):
        yield SURE
    if wins_next(null_move(before)) and not wins_next(then):
        yield STOPS
    if longest_line(mine) >= 4 > longest_line(had):
        yield FOUR
    elif ready and not wins_next(before):
        yield THREATENS
    elif longest_line(mine) == 3 > longest_line(had):
        yield THREE
    if longest_line(they_had) >= 3 and longest_line(theirs) < longest_line(they_had):
        yield BREAKS
    elif free_windows(then, foe) < free_windows(before, foe):
        yield BLOCKS
    if before[OUT + foe] != then[OUT + foe]:
        yield OUT_GOES


def wins_next(position: Position) -> bool:
    """Whether the seat to move can make a five."""
    return winning_ply(list(position), [0] * SCRATCH) >= 0


def null_move(position: Position) -> Position:
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
        then = position_after(kernel, position, code)
        if then[RESULT] != 1 + (1 << waiting) and (then[RESULT] or not wins_next(then)):
            return False
    return True


def longest_line(stones: int) -> int:
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
        for window in WINDOW[FIRST_WINDOW[position[POINTS]] : LAST_WINDOW[position[POINTS]]]
        if popcount(window & own) >= 3 and not window & other
    )


FIVE: Final = 5
LINE_LENGTH_WORDS: Final = {
    # NOTE for translators: stones in a line, in "Black has three in a line. Five wins."
    3: say("trelawney.remark.three", "three"),
    4: say("trelawney.remark.four", "four"),
}
"""The lengths of lines that are mentioned."""


def rule_notes(before: State, move: Move) -> tuple[RuleNote, ...]:
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MAX_SENTENCES]
    return tuple(_notes_found(before, after, move))[:MAX_SENTENCES]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[RuleNote]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    if after.position[REASON] == kernel.FULL:
        yield RuleNote(messages.FULL_RULE, reason)
        return
    if move.target is None:
        yield RuleNote(messages.END_RULE, reason)
        first = say("trelawney.remark.end.lay", "The first stone made it, so nothing else moves.")
        yield RuleNote(messages.END_RULE, first)
    elif _stones(after) + _out(after) == _stones(before) + _out(before) + 2:
        yield RuleNote(messages.END_RULE, reason)
        second = say("trelawney.remark.end.second", "The second stone of the turn made it.")
        yield RuleNote(messages.END_RULE, second)
    else:
        yield RuleNote(messages.DELAY_RULE, reason)
        delay = say(
            "trelawney.remark.end.delay", "A five counts even before the second stone is laid."
        )
        yield RuleNote(messages.DELAY_RULE, delay)


def _stones(state: State) -> int:
    return popcount(state.position[STONES]) + popcount(state.position[STONES + 1])


def _out(state: State) -> int:
    return popcount(state.position[OUT]) + popcount(state.position[OUT + 1])


def _notes_found(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    yield from _of_lines(before, after)
    yield from _of_the_edge(before, after)
    if move.target is not None:
        yield from _of_moving(before, move)
    else:
        yield _of_laying(before, move)


def _of_laying(before: State, move: Move) -> RuleNote:
    who = SEAT_NAMES[before.turn]
    if before.ply == 0:
        said = say("trelawney.remark.first", "{who}’s first stone may go anywhere.", who=who)
        return RuleNote(messages.FIRST_RULE, said)
    if before.ply == 1:
        said = say("trelawney.remark.beside", "{who}’s first stone goes next to it.", who=who)
        return RuleNote(messages.FIRST_RULE, said)
    if any(other.square == move.square and other != move for other in before.moves()):
        said = say(
            "trelawney.remark.leaves",
            "{who} lays a stone and moves nothing. That’s allowed.",
            who=who,
        )
        return RuleNote(messages.WHOM_RULE, said)
    said = say("trelawney.remark.lays", "{who} lays a stone.", who=who)
    return RuleNote(messages.LAY_RULE, said)


def _of_moving(before: State, move: Move) -> Iterator[RuleNote]:
    who = SEAT_NAMES[before.turn]
    if move.drags:
        drag = say(
            "trelawney.remark.drag",
            "{who}’s new stone steps back and drags one along.",
            who=who,
        )
        yield RuleNote(messages.DRAG_RULE, drag)
        again = say(
            "trelawney.remark.drag.lay", "{who} lays a second stone where that one stood.", who=who
        )
        yield RuleNote(messages.DRAG_RULE, again)
    else:
        shove = say(
            "trelawney.remark.shove",
            "{who}’s new stone shoves its neighbour and follows.",
            who=who,
        )
        yield RuleNote(messages.SHOVE_RULE, shove)
        again = say(
            "trelawney.remark.shove.lay",
            "{who} lays a second stone where the first one lay.",
            who=who,
        )
        yield RuleNote(messages.SHOVE_RULE, again)
    if before.position[POINTS]:
        along = say("trelawney.remark.points", "On this board, stones move along the lines only.")
        yield RuleNote(messages.POINTS_RULE, along)


def _of_the_edge(before: State, after: State) -> Iterator[RuleNote]:
    me, foe = before.turn, 1 - before.turn
    if after.position[OUT + foe] != before.position[OUT + foe]:
        out = say(
            "trelawney.remark.out", "One of {who}’s stones goes off the board.", who=SEAT_NAMES[foe]
        )
    elif after.position[OUT + me] != before.position[OUT + me]:
        out = say(
            "trelawney.remark.out.own", "{who} drags and steps off the board.", who=SEAT_NAMES[me]
        )
    else:
        return
    yield RuleNote(messages.OUT_RULE, out)
    yield RuleNote(
        messages.OUT_RULE,
        say("trelawney.remark.out.stays", "It stays out and blocks that place."),
    )


def _of_lines(before: State, after: State) -> Iterator[RuleNote]:
    """Lines that have grown, the mover's first, or one that was broken up."""
    for seat in (before.turn, 1 - before.turn):
        had, has = _longest(before, seat), _longest(after, seat)
        if has >= FIVE > had:
            called = say(
                "trelawney.remark.callable",
                "{who} has five in a line. Call it.",
                who=SEAT_NAMES[seat],
            )
            yield RuleNote(messages.CALL_RULE, called)
            return
        if has > had and has in LINE_LENGTH_WORDS:
            line = say(
                "trelawney.remark.line",
                "{who} has {number} in a line. Five wins.",
                who=SEAT_NAMES[seat],
                number=LINE_LENGTH_WORDS[has],
            )
            yield RuleNote(messages.END_RULE, line)
            return
    foe = 1 - before.turn
    had = _longest(before, foe)
    if had in LINE_LENGTH_WORDS and _longest(after, foe) < had:
        broken = say(
            "trelawney.remark.broken",
            "{who}’s line of {number} is broken.",
            who=SEAT_NAMES[foe],
            number=LINE_LENGTH_WORDS[had],
        )
        yield RuleNote(messages.END_RULE, broken)


def _longest(state: State, seat: Seat) -> int:
    return longest_line(state.position[STONES + seat])


WINNING_LINE: Final = 5
STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


def won_by(state: State) -> Text | None:
    """What won: a line of five or more."""
    rows = lines(state)
    if not rows:
        return None
    return say("trelawney.won", "{n} in a line", n=max(map(len, rows)))


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The longest line of a side on the board."""
    longest = max(_rows(state, seat), key=len, default=())
    if len(longest) not in LINE_LENGTH_WORDS:
        return None
    words = say("trelawney.nearly", "You had {n} in a line.", n=LINE_LENGTH_WORDS[len(longest)])
    return NearWin(words, longest, close=len(longest) == WINNING_LINE - 1)


def _rows(state: State, seat: Seat) -> Iterator[Word]:
    """The lines of a side's stones, each from end to end, once from each stone in it."""
    own = {
        (ord(place[0]), int(place[1:])): place
        for place, letter in pieces(state).items()
        if letter == LETTERS[seat] and ":" not in place
    }
    for x, y in own:
        for right, up in STEPS:
            row = []
            at = (x, y)
            while at in own:
                row.append(own[at])
                at = at[0] + right, at[1] + up
            yield tuple(row)
