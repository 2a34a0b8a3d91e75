"""Signing up for a tournament: by phone, or at a table, which signs what it asks for."""

from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection

from tabletop.event import messages as wire
from tabletop.hub import tournaments, visitors
from tabletop.hub.intake import SignedRequest, check_signed, refuse
from tabletop.hub.tournament import Entered, Returned, Tournament
from tabletop.hub.tournaments import stamp
from tabletop.hub.visitors import TooManyTries, VisitorProblem, shown_name

MAX_PLAYERS: Final = 400
MAX_AT_TABLE: Final = 60
"""Sign-ups at one table in `AT_TABLE_SECONDS`: what a stolen key of a table can make."""
AT_TABLE_SECONDS: Final = 3600.0

Reason: TypeAlias = Literal["full", "closed", "entered", "taken"]


class NotEntered(ValueError):
    """Somebody cannot sign up for a tournament, and why, in words."""

    def __init__(self, reason: Reason, words: str) -> None:
        super().__init__(words)
        self.reason: Final = reason


def enter(
    db: Connection,
    number: int,
    code: str,
    name: str,
    now: float,
    *,
    by: str = "",
    id: str = "",
    numbered: bool = False,
) -> None:
    """Signs a visitor up; NotEntered says why not. `id`: of the event, else a new one.

    `numbered`: a name that is there already gets a number.
    """
    try:
        state = tournaments.load(db, number)
    except KeyError:
        raise NotEntered("closed", "There is no such tournament.") from None
    except tournaments.DamagedTournament as problem:
        raise NotEntered("closed", f"{problem} Ask the staff.") from problem
    if state.rounds:
        raise NotEntered("closed", "The tournament has begun. A referee can still let you in.")
    when = stamp(now)
    when["id"] = id or when["id"]
    known = state.entrants.get(code)
    if known is not None and known.here:
        raise NotEntered("entered", f"{name} is in the tournament already.")
    event: Entered | Returned = Returned(**when, by=by or name, player=code)
    if known is None:
        if len(state.entrants) >= MAX_PLAYERS:
            raise NotEntered("full", "The tournament is full.")
        others = {each.name.casefold() for each in state.entrants.values()}
        if numbered:
            name = tournaments.free_name(others, name)
        if name.casefold() in others:
            words = f"There is a player called {name} already. Choose another name."
            raise NotEntered("taken", words)
        event = Entered(**when, by=by or name, player=code, name=name)
    try:
        tournaments.add(db, number, [event], now)
    except ValueError as problem:
        raise NotEntered("closed", str(problem)) from problem


def at_table(db: Connection, asked: SignedRequest, now: float) -> wire.SignedUp | wire.Refused:
    """Signs somebody up who has typed a name, or a code, at a table.

    A wrong code is counted, so it is an answer, as others that change nothing. RequestRefused if
    the request is not signed, or nothing of it may be stored.
    """
    table = check_signed(db, asked, "orders_time", now)
    try:
        wanted = msgspec.json.decode(asked.body, type=wire.SignUpRequest)
    except msgspec.MsgspecError as problem:
        raise refuse(400, "message", str(problem)[:400]) from problem
    who, event_id = f"at table {table['id']}", f"table {table['id']} {wanted.id}"
    if (before := _taken_before(db, wanted.tournament, event_id)) is not None:
        return before
    try:
        if wanted.visitor:
            code = visitors.read_code(wanted.visitor)
            name = visitors.find(db, code, who, now, alone=True)
            if name is None:
                return wire.Refused("unknown", "No visitor has this code.")
            visitors.take(db, code)
        else:
            code, name = "", visitors.cleaned_name(wanted.name)
        visitors.count_window(db, f"sign up {who}", MAX_AT_TABLE, AT_TABLE_SECONDS, now)
        # A visitor who cannot enter is not made: the refusal undoes it.
        code = code or visitors.add(db, name, now)
        by = f"table {table['name']}"
        enter(db, wanted.tournament, code, name, now, by=by, id=event_id)
    except TooManyTries as wait:
        return wire.Refused("tries", str(wait))
    except VisitorProblem as problem:
        return wire.Refused("name", str(problem))
    except NotEntered as problem:
        raise refuse(409, problem.reason, str(problem)) from problem
    return wire.SignedUp(code, shown_name(name))


def _taken_before(db: Connection, number: int, event_id: str) -> wire.SignedUp | None:
    """The answer that was lost; None for a new sign-up. RequestRefused if it was undone since."""
    try:
        state = tournaments.load(db, number)
    except (KeyError, tournaments.DamagedTournament):
        return None
    for event in state.events:
        if event.id == event_id and isinstance(event, Entered | Returned):
            if event.id in state.undone:
                raise refuse(409, "closed", "A referee has taken this sign-up back.")
            return wire.SignedUp(event.player, visitors.name_of(db, event.player) or "")
    return None


def offer(number: int, state: Tournament) -> wire.TournamentOffer | None:
    """What tables are told of a tournament; None if nobody can sign up for it."""
    here = sum(each.here for each in state.entrants.values())
    if state.status != "open" or len(state.entrants) >= MAX_PLAYERS:
        return None
    created = state.created
    return wire.TournamentOffer(number, created.name[:64], created.game, here)
