"""What the rules of Shout 7 did in a ply, for people who see the game for the first time."""

from collections.abc import Iterator

from tabletop.engine.game import Remark
from tabletop.engine.kernel import REASON, SEATS, Buffer
from tabletop.engine.state import Outcome, Seat
from tabletop.engine.text import Text, say
from tabletop.games.shout7 import kernel, slots
from tabletop.games.shout7.merits import LONG, MOST, NUMBERS
from tabletop.games.shout7.places import IS_CELL, PLACE_COUNT
from tabletop.games.shout7.rules import Move, State
from tabletop.games.shout7.words import (
    CONVOY_RULE,
    END_RULE,
    LAYING_RULE,
    PASS_RULE,
    PITS_RULE,
    PUSH_RULE,
    REMOVAL_RULE,
    ROOM_RULE,
    SEAT_NAMES,
    SETUP_RULE,
    THROUGH_RULE,
)


def remarks(before: State, move: Move) -> tuple[Remark, ...]:
    """What the rules did in a legal ply, the most telling first; at least one, at most three."""
    after = before.play(move)
    outcome = after.outcome()
    if outcome is not None:
        return tuple(_of_the_end(before, after, move, outcome))[:MOST]
    if move.is_pass:
        return tuple(_of_passing(before))
    if move.is_removal:
        return tuple(_of_removal(before))
    if not move.is_push:
        return tuple(_of_setup(before, after))
    return tuple(_of_push(before, after, move))[:MOST]


def _of_the_end(before: State, after: State, move: Move, outcome: Outcome) -> Iterator[Remark]:
    reason = outcome.reason
    assert isinstance(reason, Text)
    if after.position[REASON] == kernel.BY_PITS:
        yield Remark(PITS_RULE, reason)
        return
    yield Remark(END_RULE, reason)
    if before.turn in outcome.winners:
        yield Remark(END_RULE, say("shout7.remark.wins", "Seven or more in a line win at once."))
        return
    given = say(
        "shout7.remark.given",
        "The push of {who} made that line: it still wins.",
        who=SEAT_NAMES[before.turn],
    )
    yield Remark(END_RULE, given)
    if move.is_push:
        unlaid = say("shout7.remark.unlaid", "So the game is over before anything is laid.")
        yield Remark(END_RULE, unlaid)


def _of_passing(before: State) -> Iterator[Remark]:
    who = SEAT_NAMES[before.turn]
    if before.stage == kernel.STAGE_LAY:
        said = say("shout7.remark.pass.lay", "No cell is left for {who}'s piece: a pass.", who=who)
    elif before.pot(before.turn) < 2:
        said = say("shout7.remark.pass.pot", "{who} has no two pieces left, and passes.", who=who)
    else:
        said = say("shout7.remark.pass.push", "{who} can push no two pieces, and passes.", who=who)
    yield Remark(PASS_RULE, said)
    if before.stage == kernel.STAGE_PUSH:
        ends = say("shout7.remark.pass.ends", "If all pass in a row, most pieces in the pits win.")
        yield Remark(PITS_RULE, ends)


def _of_removal(before: State) -> Iterator[Remark]:
    who, other = SEAT_NAMES[before.turn], SEAT_NAMES[slots.BLACK - 1]
    yield Remark(
        REMOVAL_RULE,
        say("shout7.remark.removal", "{who} takes a piece of {other} off.", who=who, other=other),
    )
    yield Remark(
        REMOVAL_RULE,
        say(
            "shout7.remark.removal.once", "Only once, because {other} began the game.", other=other
        ),
    )
    yield Remark(
        REMOVAL_RULE,
        say("shout7.remark.removal.pot", "The piece goes back into {other}'s pot.", other=other),
    )


def _of_setup(before: State, after: State) -> Iterator[Remark]:
    who = SEAT_NAMES[before.turn]
    if before.ply == 0:
        said = say("shout7.remark.lay.start", "{who} lays the first piece, on any cell.", who=who)
    elif before.ply == 1:
        said = say("shout7.remark.lay.beside", "{who}'s second piece goes next to it.", who=who)
    elif before.ply == 2:
        said = say(
            "shout7.remark.lay.foe", "{who}'s first piece goes next to a Black one.", who=who
        )
    elif before.ply % 2 == 0:
        said = say("shout7.remark.lay.any", "{who}'s first piece goes next to any other.", who=who)
    else:
        said = say(
            "shout7.remark.lay.both",
            "{who}'s second piece touches the first and one more.",
            who=who,
        )
    yield Remark(SETUP_RULE, said)
    if after.stage == kernel.STAGE_PUSH:
        begins = say("shout7.remark.lay.over", "Everyone has laid: now the pushing begins.")
        yield Remark(PUSH_RULE, begins)


def _of_push(before: State, after: State, move: Move) -> Iterator[Remark]:
    yield from _of_lines(before, after)
    yield from _of_pits(before, after)
    yield _how_pushed(before, move)
    first, second = move.pair
    if before.at(first) != before.at(second):
        two = say("shout7.remark.two_owners", "The two may belong to two different players.")
        yield Remark(PUSH_RULE, two)
    yield Remark(
        LAYING_RULE,
        say("shout7.remark.lay", "{who} lays two pieces where they stood.", who=_mover(before)),
    )


def _how_pushed(before: State, move: Move) -> Remark:
    if move.is_convoy:
        convoy = say(
            "shout7.remark.convoy",
            "{who} pushes two in a row: a convoy goes two cells.",
            who=_mover(before),
        )
        return Remark(CONVOY_RULE, convoy)
    aside = say(
        "shout7.remark.push", "{who} pushes two neighbours, each one cell.", who=_mover(before)
    )
    return Remark(PUSH_RULE, aside)


def _mover(before: State) -> Text:
    return SEAT_NAMES[before.turn]


def _of_pits(before: State, after: State) -> Iterator[Remark]:
    """What the pits have swallowed."""
    sunk = _sunk(after) - _sunk(before)
    if sunk == 2:
        yield Remark(
            ROOM_RULE, say("shout7.remark.pits", "Two pieces fall into pits, and stay there.")
        )
    elif sunk:
        yield Remark(
            ROOM_RULE, say("shout7.remark.pit", "A piece falls into a pit, and stays there.")
        )
    if sunk and before.position[slots.PITS_COUNT]:
        yield Remark(
            THROUGH_RULE, say("shout7.remark.pit.counts", "Here lines run through the pits, too.")
        )
    elif sunk:
        yield Remark(
            THROUGH_RULE, say("shout7.remark.pit.counts_not", "In a pit a piece counts in no line.")
        )


def _sunk(state: State) -> int:
    return sum(state.at(place) > 0 and not IS_CELL[place] for place in range(PLACE_COUNT))


def _of_lines(before: State, after: State) -> Iterator[Remark]:
    """Long lines that have come, the mover's first, and one of another seat that is gone."""
    seats = range(before.position[SEATS])
    had = [_longest_of(before, seat) for seat in seats]
    has = [_longest_of(after, seat) for seat in seats]
    mover = before.turn
    for seat in (mover, *(seat for seat in seats if seat != mover)):
        if has[seat] > had[seat] and has[seat] >= LONG:
            said = say(
                "shout7.remark.line",
                "{who} has {number} in a line now. Seven win!",
                who=SEAT_NAMES[seat],
                number=NUMBERS[has[seat] - LONG],
            )
            yield Remark(END_RULE, said)
            return
    lost = [seat for seat in seats if had[seat] > has[seat] and had[seat] >= LONG]
    if lost:
        broken = max(lost, key=had.__getitem__)
        said = say(
            "shout7.remark.broken",
            "{who}'s {number} in a line are broken up.",
            who=SEAT_NAMES[broken],
            number=NUMBERS[had[broken] - LONG],
        )
        yield Remark(END_RULE, said)


def _longest_of(state: State, seat: Seat) -> int:
    """The longest line of a seat; a piece in a pit is in one only where the pits count."""
    s: Buffer = list(state.position)
    piece = seat + 1
    own = [place for place in range(PLACE_COUNT) if kernel.counts(s, place, piece)]
    lines = (1 + kernel.run(s, place, axis, piece) for place in own for axis in range(3))
    return max(lines, default=0)
