"""What a ply of Shout 7 did and what speaks for it, and what won a game."""

from collections.abc import Iterator
from typing import Final

from tabletop.engine.game import NearWin, Outcome, RuleNote, Seat
from tabletop.engine.kernel import REASON, SEATS, TURN, Buffer
from tabletop.engine.text import Text, say
from tabletop.games.shout7 import kernel, messages
from tabletop.games.shout7.guide import winning_push
from tabletop.games.shout7.kernel import (
    FIRST_LANDS,
    IS_CELL,
    NAMES,
    PITS_COUNT,
    PLACE_COUNT,
    SCRATCH,
    SECOND_LANDS,
    STAGE_PUSH,
    run,
)
from tabletop.games.shout7.messages import SEAT_NAMES
from tabletop.games.shout7.rules import Move, State

MAX_SENTENCES: Final = 3
"""The most reasons for one ply."""
MIN_LINE_LENGTH: Final = 4
"""The shortest line that is mentioned."""
LENGTH_WORDS: Final = (
    # NOTE for translators: pieces, in "makes four in a line".
    say("shout7.merit.four", "four"),
    say("shout7.merit.five", "five"),
    say("shout7.merit.six", "six"),
)


def move_reasons(state: State, move: Move) -> tuple[Text, ...]:
    """The reasons for a legal ply, the most important first; at most three."""
    seat, after = state.turn, state.play(move)
    outcome = after.outcome()
    if outcome is not None:
        if outcome.winners == (seat,):
            # NOTE for translators: what speaks for a turn goes on from "This": "This wins at once."
            return (say("shout7.merit.wins", "wins at once"),)
        return ()
    if move.is_pass:
        return (say("shout7.merit.pass", "is the only move"),)
    found = []
    if state.stage == STAGE_PUSH:
        found += _stops(state, after)
        if could_win(after, seat):
            found.append(say("shout7.merit.threatens", "threatens to make seven"))
    found += _lengthens(state, after, seat, _laid(move)) + _breaks(state, move)
    if move.is_push and not state.position[PITS_COUNT]:
        found += _sinks(move)
    return tuple(found[:MAX_SENTENCES])


def could_win(state: State, seat: Seat) -> bool:
    """Whether a seat would make seven by a push if it were to move."""
    s: Buffer = list(state.position)
    s[TURN] = seat
    return winning_push(s, [0] * SCRATCH) >= 0


def _laid(move: Move) -> tuple[int, ...]:
    if move.is_removal:
        return ()
    return move.pair if move.is_push else (move.place,)


def _stops(state: State, after: State) -> list[Text]:
    """The others who could have made seven in their next turn, and no longer can."""
    return [
        say("shout7.merit.stops", "stops {who} from making seven", who=SEAT_NAMES[seat])
        for seat in range(state.position[SEATS])
        if seat != state.turn and could_win(state, seat) and not could_win(after, seat)
    ]


def longest_line_through(state: State, place: int) -> int:
    """The longest line through the piece on a place."""
    s, piece = list(state.position), state.at(place)
    return max(run(s, place, axis, piece) + 1 + run(s, place, axis + 3, piece) for axis in range(3))


def _lengthens(state: State, after: State, seat: Seat, laid: tuple[int, ...]) -> list[Text]:
    """The longest line that the laid pieces make, if the seat had none as long."""
    length = max((longest_line_through(after, place) for place in laid), default=0)
    own = [place for place in range(len(IS_CELL)) if state.at(place) == seat + 1]
    before = max((longest_line_through(state, place) for place in own), default=0)
    if length < MIN_LINE_LENGTH or length <= before:
        return []
    return [
        say(
            "shout7.merit.makes",
            "makes {number} in a line",
            number=LENGTH_WORDS[length - MIN_LINE_LENGTH],
        )
    ]


def _breaks(state: State, move: Move) -> list[Text]:
    """The longest line of another seat that loses a piece."""
    gone = move.pair if move.is_push else (move.place,) if move.is_removal else ()
    length, place = max(
        ((longest_line_through(state, place), place) for place in gone), default=(0, 0)
    )
    if length < MIN_LINE_LENGTH:
        return []
    return [
        say(
            "shout7.merit.breaks",
            "breaks up {who}’s {number} in a line",
            number=LENGTH_WORDS[length - MIN_LINE_LENGTH],
            who=SEAT_NAMES[state.at(place) - 1],
        )
    ]


def _sinks(move: Move) -> list[Text]:
    """Pieces that go into pits, where they are in no line any more."""
    sunk = [end for end in (FIRST_LANDS[move.push], SECOND_LANDS[move.push]) if not IS_CELL[end]]
    if len(sunk) == 2:
        return [say("shout7.merit.sinks.two", "puts two pieces into pits")]
    if sunk:
        return [say("shout7.merit.sinks.one", "puts a piece into a pit")]
    return []


def rule_notes(before: State, move: Move) -> tuple[RuleNote, ...]:
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MAX_SENTENCES]
    if move.is_pass:
        return tuple(_of_passing(before))
    if move.is_removal:
        return tuple(_of_removal(before))
    if not move.is_push:
        return tuple(_of_setup(before, after))
    return tuple(_of_push(before, after, move))[:MAX_SENTENCES]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[RuleNote]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    if after.position[REASON] == kernel.BY_PITS:
        yield RuleNote(messages.PITS_RULE, reason)
        return
    yield RuleNote(messages.END_RULE, reason)
    if before.turn in outcome.winners:
        yield RuleNote(
            messages.END_RULE, say("shout7.remark.wins", "Seven or more in a line wins at once.")
        )
        return
    given = say(
        "shout7.remark.given",
        "{who}’s own push made that line: it still wins.",
        who=SEAT_NAMES[before.turn],
    )
    yield RuleNote(messages.END_RULE, given)
    if move.is_push:
        unlaid = say("shout7.remark.unlaid", "So the game ends before anything is laid.")
        yield RuleNote(messages.END_RULE, unlaid)


def _of_passing(before: State) -> Iterator[RuleNote]:
    who = SEAT_NAMES[before.turn]
    if before.stage == kernel.STAGE_LAY:
        said = say("shout7.remark.pass.lay", "{who} has no place left to lay, and passes.", who=who)
    elif before.pot(before.turn) < 2:
        said = say(
            "shout7.remark.pass.pot", "{who} has fewer than two pieces left, and passes.", who=who
        )
    else:
        said = say(
            "shout7.remark.pass.push", "{who} has no two pieces to push, and passes.", who=who
        )
    yield RuleNote(messages.PASS_RULE, said)
    if before.stage == kernel.STAGE_PUSH:
        ends = say(
            "shout7.remark.pass.ends", "If everyone passes, whoever has most pieces in pits wins."
        )
        yield RuleNote(messages.PITS_RULE, ends)


def _of_removal(before: State) -> Iterator[RuleNote]:
    who, other = SEAT_NAMES[before.turn], SEAT_NAMES[kernel.BLACK - 1]
    yield RuleNote(
        messages.REMOVAL_RULE,
        say(
            "shout7.remark.removal",
            "{who} takes one of {other}’s pieces off.",
            who=who,
            other=other,
        ),
    )
    yield RuleNote(
        messages.REMOVAL_RULE,
        say(
            "shout7.remark.removal.once", "Only once, because {other} began the game.", other=other
        ),
    )
    yield RuleNote(
        messages.REMOVAL_RULE,
        say("shout7.remark.removal.pot", "The piece goes back to {other}.", other=other),
    )


def _of_setup(before: State, after: State) -> Iterator[RuleNote]:
    who = SEAT_NAMES[before.turn]
    if before.ply == 0:
        said = say("shout7.remark.lay.start", "{who} lays the first piece on any place.", who=who)
    elif before.ply == 1:
        said = say("shout7.remark.lay.beside", "{who}’s second piece goes next to it.", who=who)
    elif before.ply == 2:
        said = say(
            "shout7.remark.lay.foe", "{who}’s first piece goes next to a black one.", who=who
        )
    elif before.ply % 2 == 0:
        said = say("shout7.remark.lay.any", "{who}’s first piece goes next to any other.", who=who)
    else:
        said = say(
            "shout7.remark.lay.both",
            "{who}’s second piece touches the first and one more.",
            who=who,
        )
    yield RuleNote(messages.SETUP_RULE, said)
    if after.stage == kernel.STAGE_PUSH:
        begins = say("shout7.remark.lay.over", "Everyone has laid two. Pushing begins.")
        yield RuleNote(messages.PUSH_RULE, begins)


def _of_push(before: State, after: State, move: Move) -> Iterator[RuleNote]:
    yield from _of_lines(before, after)
    yield from _of_pits(before, after)
    yield _how_pushed(before, move)
    first, second = move.pair
    if before.at(first) != before.at(second):
        two = say("shout7.remark.two_owners", "The two may belong to two different players.")
        yield RuleNote(messages.PUSH_RULE, two)
    yield RuleNote(
        messages.LAYING_RULE,
        say("shout7.remark.lay", "{who} lays two pieces where they stood.", who=_mover(before)),
    )


def _how_pushed(before: State, move: Move) -> RuleNote:
    if move.is_convoy:
        convoy = say(
            "shout7.remark.convoy",
            "{who} pushes two in a row: a convoy goes two places.",
            who=_mover(before),
        )
        return RuleNote(messages.CONVOY_RULE, convoy)
    aside = say(
        "shout7.remark.push", "{who} pushes two neighbours, one place each.", who=_mover(before)
    )
    return RuleNote(messages.PUSH_RULE, aside)


def _mover(before: State) -> Text:
    return SEAT_NAMES[before.turn]


def _of_pits(before: State, after: State) -> Iterator[RuleNote]:
    sunk = _sunk(after) - _sunk(before)
    if sunk == 2:
        yield RuleNote(
            messages.ROOM_RULE,
            say("shout7.remark.pits", "Two pieces fall into pits and stay there."),
        )
    elif sunk:
        yield RuleNote(
            messages.ROOM_RULE,
            say("shout7.remark.pit", "A piece falls into a pit and stays there."),
        )
    if sunk and before.position[kernel.PITS_COUNT]:
        yield RuleNote(
            messages.THROUGH_RULE,
            say("shout7.remark.pit.counts", "At this table, lines run through the pits too."),
        )
    elif sunk:
        yield RuleNote(
            messages.THROUGH_RULE,
            say("shout7.remark.pit.counts_not", "A piece in a pit counts in no line."),
        )


def _sunk(state: State) -> int:
    return sum(state.at(place) > 0 and not IS_CELL[place] for place in range(PLACE_COUNT))


def _of_lines(before: State, after: State) -> Iterator[RuleNote]:
    """Notes on new long lines, the mover's first, and on one of another seat that is gone."""
    seats = range(before.position[SEATS])
    had = [_longest_of(before, seat) for seat in seats]
    has = [_longest_of(after, seat) for seat in seats]
    mover = before.turn
    for seat in (mover, *(seat for seat in seats if seat != mover)):
        if has[seat] > had[seat] and has[seat] >= MIN_LINE_LENGTH:
            said = say(
                "shout7.remark.line",
                "{who} has {number} in a line. Seven wins.",
                who=SEAT_NAMES[seat],
                number=LENGTH_WORDS[has[seat] - MIN_LINE_LENGTH],
            )
            yield RuleNote(messages.END_RULE, said)
            return
    lost = [seat for seat in seats if had[seat] > has[seat] and had[seat] >= MIN_LINE_LENGTH]
    if lost:
        broken = max(lost, key=had.__getitem__)
        said = say(
            "shout7.remark.broken",
            "{who}’s {number} in a line are broken up.",
            who=SEAT_NAMES[broken],
            number=LENGTH_WORDS[had[broken] - MIN_LINE_LENGTH],
        )
        yield RuleNote(messages.END_RULE, said)


def _longest_of(state: State, seat: Seat) -> int:
    """The longest line of a seat; a piece in a pit is in one only where the pits count."""
    s: Buffer = list(state.position)
    piece = seat + 1
    own = [place for place in range(PLACE_COUNT) if kernel.counts(s, place, piece)]
    lines = (1 + kernel.run(s, place, axis, piece) for place in own for axis in range(3))
    return max(lines, default=0)


def won_by(state: State) -> Text | None:
    """What won: a line, or the pits."""
    lines = state.lines()
    if lines:
        return say("shout7.won.line", "{n} in a line", n=max(map(len, lines)))
    return say("shout7.won.pits", "Most pieces in the pits") if state.outcome() else None


def nearly(state: State, seat: Seat) -> NearWin | None:
    """The longest line of a side."""
    longest = max(_lines(state, seat), key=len, default=())
    if not MIN_LINE_LENGTH <= len(longest) < kernel.SEVEN:
        return None
    number = LENGTH_WORDS[len(longest) - MIN_LINE_LENGTH]
    words = say("shout7.nearly", "You had {n} in a line.", n=number)
    places = tuple(NAMES[place] for place in longest)
    return NearWin(words, places, close=len(longest) == kernel.SEVEN - 1)


def _lines(state: State, seat: Seat) -> Iterator[tuple[int, ...]]:
    """The lines of a side's pieces, each from end to end."""
    s, piece = list(state.position), seat + 1
    for place in range(kernel.PLACE_COUNT):
        if state.at(place) != piece or not kernel.counts(s, place, piece):
            continue
        for axis in range(3):
            line = [place]
            for _ in range(kernel.run(s, place, axis, piece)):
                line.append(kernel.NEXT[6 * line[-1] + axis])
            yield tuple(line)
