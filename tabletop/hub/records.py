"""What the hub reads in the record of a match: who played, and in which places they ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from tabletop.engine.game import BadNotation, Outcome
from tabletop.engine.record import NAMES_HEADER, Record

MAX_NAME: Final = 64
_PEOPLE: Final = ("", "person", "-")
"""What stands for a person among the players of a record."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    name: str
    computer: str
    """The level; empty for a person."""
    place: int


def read_record(text: str) -> Record:
    """The record of a match that has ended; ValueError in words for any other text."""
    try:
        record = Record.from_text(text)
    except BadNotation as problem:
        raise ValueError(f"not a record: {problem}") from problem
    outcome = record.ended()
    if outcome is None:
        raise ValueError("the match of this record has not ended")
    if not 1 <= record.seats <= 8 or any(seat >= record.seats for seat in outcome.winners):
        raise ValueError("the record has other seats than its result")
    return record


def played_seats(record: Record, outcome: Outcome) -> tuple[PlayedSeat, ...]:
    """Who played, by seat."""
    names = _values(record, NAMES_HEADER)
    players = _values(record, "Fillers") or _values(record, "Players")
    places = final_places(record.seats, outcome)
    return tuple(
        PlayedSeat(
            name=unquote(names[seat])[:MAX_NAME] if names else "",
            computer="" if not players or players[seat] in _PEOPLE else players[seat][:MAX_NAME],
            place=places[seat],
        )
        for seat in range(record.seats)
    )


def final_places(seats: int, outcome: Outcome) -> tuple[int, ...]:
    """The place of each seat, from 1; equal ones share the better place (1, 1, 3).

    Winners come first, all others by their points, where the game has points for each seat. In a
    draw, which has no winners, all are first.
    """
    if not outcome.winners:
        return (1,) * seats
    scores = outcome.scores if len(outcome.scores) == seats else (0,) * seats
    worth = [(seat in outcome.winners, scores[seat]) for seat in range(seats)]
    for seat in outcome.winners:
        worth[seat] = (True, 0)  # winners are equal, whatever their points
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def names_in(text: str) -> tuple[str, ...]:
    """The names by seat in a record's text; none if it is no record or has no names."""
    try:
        return tuple(map(unquote, _values(Record.from_text(text), NAMES_HEADER)))
    except BadNotation:
        return ()


def pairing_in(text: str) -> str:
    """The game of a tournament that a kept match is; empty for none."""
    try:
        return dict(Record.from_text(text).extra).get("Pairing", "")
    except BadNotation:
        return ""


def without_name(text: str, seat: int) -> str:
    """A record's text without the name at a seat; unchanged if it is no record."""
    try:
        record = Record.from_text(text)
    except BadNotation:
        return text
    nameless = record.without_names((seat,))
    return text if nameless == record else nameless.to_text()


def _values(record: Record, header: str) -> Sequence[str]:
    """The values by seat of a header; none if their number is wrong."""
    values = dict(record.extra).get(header, "").split(",")
    return values if len(values) == record.seats else ()
