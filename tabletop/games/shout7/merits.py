"""What speaks for a ply of Shout 7, in words: facts that anybody can check on the board."""

from typing import Final

from tabletop.engine.kernel import SEATS, TURN, Buffer
from tabletop.engine.state import Seat
from tabletop.engine.text import Text, say
from tabletop.games.shout7.kernel import STAGE_PUSH, run
from tabletop.games.shout7.places import FIRST_LANDS, IS_CELL, SECOND_LANDS
from tabletop.games.shout7.pushes import SCRATCH
from tabletop.games.shout7.rules import Move, State
from tabletop.games.shout7.slots import PITS_COUNT
from tabletop.games.shout7.threats import winning_push
from tabletop.games.shout7.words import SEAT_NAMES

MOST: Final = 3
"""More than so many merits nobody listens to."""
LONG: Final = 4
"""A line that is worth a word."""
NUMBERS: Final = (
    # NOTE for translators: pieces, in "makes four in a line".
    say("shout7.merit.four", "four"),
    say("shout7.merit.five", "five"),
    say("shout7.merit.six", "six"),
)


def merits(state: State, move: Move) -> tuple[Text, ...]:
    """What speaks for a legal ply, the most telling first; at most three."""
    seat, after = state.turn, state.play(move)
    outcome = after.outcome()
    if outcome is not None:
        if outcome.winners == (seat,):
            # NOTE for translators: what speaks for a turn goes on from "This": "This wins at once."
            return (say("shout7.merit.wins", "wins at once"),)
        return ()
    if move.is_pass:
        return (say("shout7.merit.pass", "is all that can be done"),)
    found = []
    if state.stage == STAGE_PUSH:
        found += _stops(state, after) + _threatens(after, seat)
    found += _lengthens(state, after, seat, _laid(move)) + _breaks(state, move)
    if move.is_push and not state.position[PITS_COUNT]:
        found += _sinks(move)
    return tuple(found[:MOST])


def could_win(state: State, seat: Seat) -> bool:
    """Whether a seat would make seven by a push if it were to move."""
    s: Buffer = list(state.position)
    s[TURN] = seat
    return winning_push(s, [0] * SCRATCH) >= 0


def _laid(move: Move) -> tuple[int, ...]:
    """Where a ply lays pieces."""
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


def _threatens(after: State, seat: Seat) -> list[Text]:
    if not could_win(after, seat):
        return []
    return [say("shout7.merit.threatens", "threatens to make seven")]


def longest(state: State, place: int) -> int:
    """The longest line through the piece on a place."""
    s, piece = list(state.position), state.at(place)
    return max(run(s, place, axis, piece) + 1 + run(s, place, axis + 3, piece) for axis in range(3))


def _lengthens(state: State, after: State, seat: Seat, laid: tuple[int, ...]) -> list[Text]:
    """The longest line that the laid pieces make, if the seat had none as long."""
    length = max((longest(after, place) for place in laid), default=0)
    own = [place for place in range(len(IS_CELL)) if state.at(place) == seat + 1]
    before = max((longest(state, place) for place in own), default=0)
    if length < LONG or length <= before:
        return []
    return [say("shout7.merit.makes", "makes {number} in a line", number=NUMBERS[length - LONG])]


def _breaks(state: State, move: Move) -> list[Text]:
    """The longest line of another seat that loses a piece."""
    gone = move.pair if move.is_push else (move.place,) if move.is_removal else ()
    length, place = max(((longest(state, place), place) for place in gone), default=(0, 0))
    if length < LONG:
        return []
    return [
        say(
            "shout7.merit.breaks",
            "breaks up {number} in a line of {who}",
            number=NUMBERS[length - LONG],
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
