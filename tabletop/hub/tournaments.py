"""Tournaments at the tables: their stored events, who is called to which table, and results.

The rules of tournaments are in `tabletop.hub.tournament`; here their events are stored and followed
by what the tables have to do. All of it happens in the transaction of what caused it.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain, count
from typing import Final, Generic, TypedDict, TypeVar
from uuid import uuid4

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Row, select, update
from sqlalchemy.exc import OperationalError

from tabletop.engine.record import Record
from tabletop.event import messages as wire
from tabletop.hub import orders
from tabletop.hub.database import Database
from tabletop.hub.records import final_places
from tabletop.hub.schema import (
    action,
    alert,
    game_table,
    order,
    result,
    tournament,
    tournament_call,
    tournament_event,
)
from tabletop.hub.tournament import (
    ByeCancelled,
    ByeRequested,
    Created,
    Entered,
    Entrant,
    Event,
    GameResult,
    Pairing,
    ResultCorrected,
    ResultGiven,
    Returned,
    RoundPaired,
    RoundStarted,
    TableAssigned,
    Tournament,
    Undone,
    Withdrawn,
    check,
    event_from_json,
    event_to_json,
    pair_next_round,
    replay,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

HUB: Final = "hub"
"""Who has caused an event that nobody asked for."""
SEEN_SECONDS: Final = 60.0
"""A table that was not heard of for longer gets no match."""
MAX_LATE_SECONDS: Final = 15 * 60.0
"""A round whose time has passed still starts by itself so long after it: the hub was away, or the
last result came late. Later nobody waits for it at the tables any more, and a referee starts it."""

NEAR_SECONDS: Final = 6 * 3600.0
"""So near, a time of the next day is clear without the day."""


class DamagedTournament(ValueError):
    """What is stored of a tournament cannot be replayed; the words are for everybody.

    Only a damaged database or another program makes such rows. Whoever looks at all tournaments
    goes on without it.
    """

    def __init__(self, number: int, name: str, why: str) -> None:
        super().__init__(f"The stored data of the tournament {name} is damaged.")
        self.number: Final = number
        self.name: Final = name
        self.why: Final = why
        """What is wrong, for staff and the log."""


class Stamp(TypedDict):
    """The first fields of a new event."""

    id: str
    at: str


def stamp(now: float) -> Stamp:
    """A new id, and the time as text."""
    return {"id": uuid4().hex, "at": datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")}


# -- stored events -------------------------------------------------------------------------------


def create(db: Connection, first: Created, now: float) -> int:
    """Stores a new tournament; ValueError in words if it cannot be."""
    replay((first,))
    made = db.execute(tournament.insert().values(name=first.name, made=now)).inserted_primary_key
    assert made is not None
    _store(db, made[0], 0, first)
    return int(made[0])


def load(db: Connection, tournament_id: int) -> Tournament:
    """KeyError for none, `DamagedTournament` for one that cannot be replayed."""
    rows = db.execute(
        select(tournament_event.c.number, tournament_event.c.body)
        .where(tournament_event.c.tournament_id == tournament_id)
        .order_by(tournament_event.c.number)
    ).all()
    try:
        return _replayed(rows)
    except Exception as problem:  # a damaged row may lead to any error
        named = select(tournament.c.name).where(tournament.c.id == tournament_id)
        name = db.execute(named).scalar()
        if name is None:
            raise KeyError(tournament_id) from None
        raise DamagedTournament(tournament_id, name, str(problem) or repr(problem)) from problem


def _replayed(rows: Sequence[Row[int, str]]) -> Tournament:
    for expected, (number, _) in enumerate(rows):
        if number != expected:
            raise ValueError(f"Event {expected} is missing.")
    return replay([event_from_json(body) for _, body in rows])


def set_aside(db: Connection, damaged: DamagedTournament, now: float) -> None:
    """Nothing of a damaged tournament happens by itself any more, until a referee's next step."""
    log.error("tournament %d is set aside: %s %s", damaged.number, damaged, damaged.why)
    rests = update(tournament).where(tournament.c.id == damaged.number)
    db.execute(rests.values(waiting=False, can_start=False))
    _end_calls(db, damaged.number, None, now)
    words = f"{damaged} It is set aside, and all else goes on."
    db.execute(action.insert().values(at=now, by=HUB, words=words))


def all_tournaments(db: Connection) -> Sequence[Row[int, str]]:
    """Ids and names, the newest first."""
    return db.execute(
        select(tournament.c.id, tournament.c.name).order_by(tournament.c.id.desc())
    ).all()


class PerTournament(Generic[T]):
    """What `make` tells of each tournament, by its number: made anew only when it has changed.

    Damaged ones are left out, and logged once.
    """

    def __init__(self, make: Callable[[int, Tournament], T]) -> None:
        self._make = make
        self._known: dict[int, tuple[int, T | DamagedTournament]] = {}

    def look(self, db: Connection, since: float = 0.0) -> list[T]:
        """The oldest first. `since`: only those that were made later."""
        told = self._look(db, since)
        return [each for each in told if not isinstance(each, DamagedTournament)]

    def damaged(self, db: Connection) -> list[DamagedTournament]:
        """Those that are left out."""
        return [each for each in self._look(db) if isinstance(each, DamagedTournament)]

    def _look(self, db: Connection, since: float = 0.0) -> list[T | DamagedTournament]:
        asked = select(tournament.c.id, tournament.c.change).where(tournament.c.made > since)
        before, now = self._known, dict[int, tuple[int, T | DamagedTournament]]()
        for number, change in db.execute(asked.order_by(tournament.c.id)).all():
            known = before.get(number)
            if known is None or known[0] != change:
                known = change, self._tell(db, number)
            now[number] = known
        self._known = now
        return [told for _, told in now.values()]

    def _tell(self, db: Connection, number: int) -> T | DamagedTournament:
        try:
            return self._make(number, load(db, number))
        except DamagedTournament as damaged:
            log.error("tournament %d is left out: %s %s", number, damaged, damaged.why)
            return damaged


def add(db: Connection, tournament_id: int, made: Iterable[Event], now: float) -> Tournament:
    """Stores events and does what follows at the tables; ValueError in words stores nothing."""
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    for event in made:
        state = _add_one(db, tournament_id, state, event)
        if _changes_field(state, event):
            state = _pair_anew(db, tournament_id, state, now)
    return follow(db, tournament_id, state, now)


def _lock(db: Connection, tournament_id: int) -> None:
    """Of two transactions on a tournament the second waits, and pages are drawn anew."""
    db.execute(
        update(tournament)
        .where(tournament.c.id == tournament_id)
        .values(change=tournament.c.change + 1)
    )


def _add_one(db: Connection, tournament_id: int, state: Tournament, event: Event) -> Tournament:
    after = check(state, event)
    _store(db, tournament_id, len(state.events), event)
    return after


def _store(db: Connection, tournament_id: int, number: int, event: Event) -> None:
    body = event_to_json(event).decode()
    row = {"tournament_id": tournament_id, "number": number, "body": body}
    db.execute(tournament_event.insert().values(row))


def _changes_field(state: Tournament, event: Event) -> bool:
    """Whether others play in a round that is paired and has not started."""
    if isinstance(event, ByeRequested | ByeCancelled):
        return event.number == len(state.rounds)
    return isinstance(event, Entered | Withdrawn | Returned)


def _pair_anew(db: Connection, tournament_id: int, state: Tournament, now: float) -> Tournament:
    """After somebody came or left: the pairing of a round that has not started is made again."""
    if not state.rounds or state.rounds[-1].started:
        return state
    undone = Undone(**stamp(now), by=HUB, event=state.rounds[-1].event)
    state = _add_one(db, tournament_id, state, undone)
    return _paired(db, tournament_id, state, now, HUB)


def _paired(
    db: Connection, tournament_id: int, state: Tournament, now: float, by: str
) -> Tournament:
    """With the next round paired, if it can be."""
    try:
        made = pair_next_round(state, **stamp(now), by=by)
    except ValueError as why:
        log.info("tournament %d: no round is paired: %s", tournament_id, why)
        return state
    return _add_one(db, tournament_id, state, made)


# -- what follows --------------------------------------------------------------------------------


def follow(db: Connection, tournament_id: int, state: Tournament, now: float) -> Tournament:
    """Pairs the next round when all results are in, and gives free tables to open matches."""
    if state.status == "running":
        arena = state.created.format == "arena"
        if arena or (state.rounds[-1].is_complete and not state.is_over):
            state = _paired(db, tournament_id, state, now, HUB)
    _end_calls(db, tournament_id, state, now)
    state = _call_players(db, tournament_id, state, now)
    waiting = state.status in ("running", "paused") and any(_waiting(db, tournament_id, state))
    facts = {"waiting": waiting, "starts": state.starts, "can_start": state.can_start}
    db.execute(update(tournament).where(tournament.c.id == tournament_id).values(facts))
    return state


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game of a match that is to be played now."""

    pairing: Pairing
    round: int

    @property
    def id(self) -> str:
        """What the table sends back with the result."""
        return f"{self.pairing.id}/{len(self.pairing.games)}"


def next_games(state: Tournament) -> Iterator[NextGame]:
    """The next game of each match that is not decided, in rounds that have started."""
    for each in state.rounds:
        if each.started:
            for pairing in each.open_pairings:
                yield NextGame(pairing, each.number)


def _waiting(db: Connection, tournament_id: int, state: Tournament) -> Iterator[NextGame]:
    called = set(
        db.execute(
            select(tournament_call.c.game).where(
                tournament_call.c.tournament_id == tournament_id,
                tournament_call.c.ended.is_(None),
            )
        ).scalars()
    )
    return (game for game in next_games(state) if game.id not in called)


def _call_players(db: Connection, tournament_id: int, state: Tournament, now: float) -> Tournament:
    if state.status != "running":
        return state
    free: list[int] | None = None
    for game in _waiting(db, tournament_id, state):
        if free is None:
            free = free_tables(db, state.created.game, now)
        wanted = _table_of(db, game.pairing.table)
        if wanted in free:
            table_id = wanted
        elif free and not (wanted and game.pairing.games):
            table_id = free[0]
        else:
            continue
        free.remove(table_id)
        state = call(db, tournament_id, state, game, table_id, now)
    return state


def call(
    db: Connection,
    tournament_id: int,
    state: Tournament,
    game: NextGame,
    table_id: int,
    now: float,
    by: str = HUB,
) -> Tournament:
    """Calls the players of a game to a table."""
    name = _name_of(db, table_id)
    if game.pairing.table != name:
        assigned = TableAssigned(**stamp(now), by=by, pairing=game.pairing.id, table=name)
        state = _add_one(db, tournament_id, state, assigned)
    db.execute(tournament_call.delete().where(tournament_call.c.game == game.id))
    row = {"game": game.id, "tournament_id": tournament_id, "table_id": table_id, "made": now}
    db.execute(tournament_call.insert().values(row))
    created = state.created
    command = wire.CallPlayers(
        pairing=game.id,
        tournament=created.name[:64],
        round=round_name(state, game.round),
        game=created.game,
        seats=tuple(
            wire.CallSeat(state.entrant(player).name[:64], player)
            for player in game.pairing.next_seats
        ),
        options=dict(created.options),
        clock=created.clock,
        replays_draws=created.format == "knockout",
    )
    orders.add(db, table_id, command, "" if by == HUB else by, now)
    return state


def move(
    db: Connection, tournament_id: int, pairing_id: str, table_id: int, by: str, now: float
) -> None:
    """Calls the players of a match to another table; ValueError in words."""
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    for game in next_games(state):
        if game.pairing.id == pairing_id:
            _cancel(db, game.id, now, to=table_id)
            call(db, tournament_id, state, game, table_id, now, by)
            return
    raise ValueError("This match is not to be played now.")


def round_name(state: Tournament, number: int) -> str:
    """``Round 2``; in a knockout ``Final``, ``Semi-final``."""
    last = state.number_of_rounds
    if state.created.format == "arena":
        return "Arena"
    if state.created.format == "knockout" and last is not None and 0 <= last - number < 3:
        return ("Final", "Semi-final", "Quarter-final")[last - number]
    return f"Round {number}"


def locations(db: Connection) -> dict[str, str]:
    """Where tables stand, by their names, if it is told."""
    told = game_table.c.removed.is_(None), game_table.c.location != ""
    rows = db.execute(select(game_table.c.name, game_table.c.location).where(*told))
    return {row.name: row.location for row in rows}


def _table_of(db: Connection, name: str) -> int:
    """The number of a table by its name; 0 for none."""
    if not name:
        return 0
    found = select(game_table.c.id).where(game_table.c.name == name, game_table.c.removed.is_(None))
    return db.execute(found).scalar() or 0


def is_closed(health: str, now: float) -> bool:
    """Whether the opening hours of a table close it, by what it has told of itself."""
    return bool(health) and float(msgspec.json.decode(health).get("closed_until", 0)) > now


def open_tables(db: Connection, game: str, now: float) -> int:
    """How many tables are there, offer a game and are open."""
    rows = db.execute(
        select(game_table.c.games, game_table.c.health).where(
            game_table.c.removed.is_(None), game_table.c.seen > now - SEEN_SECONDS
        )
    )
    return sum(
        (not row.games or game in row.games.split()) and not is_closed(row.health, now)
        for row in rows
    )


def free_tables(db: Connection, game: str, now: float) -> list[int]:
    """The tables at which nobody plays and nobody is called, the longest unused first.

    Closed ones are left out. After these come those that still show the match whose result they
    have sent: they announce the next one on the page of the result. Last come those that have told
    no state since they joined, or since everything was erased: nobody knows what is on them.
    """
    busy = select(tournament_call.c.table_id).where(tournament_call.c.ended.is_(None))
    rows = db.execute(
        select(game_table.c.id, game_table.c.state, game_table.c.games, game_table.c.health)
        .where(
            game_table.c.removed.is_(None),
            game_table.c.seen > now - SEEN_SECONDS,
            game_table.c.id.not_in(busy),
        )
        .order_by(game_table.c.state_since.is_not(None), game_table.c.state_since, game_table.c.id)
    ).all()
    offered = [
        row
        for row in rows
        if (not row.games or game in row.games.split()) and not is_closed(row.health, now)
    ]
    shown = {
        row.id: msgspec.json.decode(row.state).get("match", "") if row.state else ""
        for row in offered
    }
    query = select(result.c.match).where(result.c.match.in_(set(shown.values())), result.c.counts)
    over = set(db.execute(query).scalars())
    silent = [row.id for row in offered if not row.state]
    unused = [each for each, match in shown.items() if not match and each not in silent]
    return unused + [each for each, match in shown.items() if match in over] + silent


def _end_calls(db: Connection, tournament_id: int, state: Tournament | None, now: float) -> None:
    """Ends the calls of games that are not to be played any more: all, if the state is unknown."""
    due = set[str]()
    if state is not None and state.status != "finished":
        due = {game.id for game in next_games(state)}
    of_this = tournament_call.c.tournament_id == tournament_id
    for game in (
        db.execute(select(tournament_call.c.game).where(of_this, tournament_call.c.ended.is_(None)))
        .scalars()
        .all()
    ):
        if game not in due:
            _cancel(db, game, now)


def _name_of(db: Connection, table_id: int) -> str:
    name = db.execute(select(game_table.c.name).where(game_table.c.id == table_id)).scalar_one()
    return str(name)


def _cancel(db: Connection, game_id: str, now: float, to: int = 0) -> None:
    """Ends an open call; its table is told unless it has sent the result.

    `to`: the table where the players are called instead.
    """
    of_game = tournament_call.c.game == game_id
    query = select(tournament_call).where(of_game, tournament_call.c.ended.is_(None))
    row = db.execute(query).mappings().first()
    if row is None:
        return
    db.execute(update(tournament_call).where(of_game).values(ended=now))
    missed = alert.c.table_id == row["table_id"], alert.c.kind == "absent", alert.c.ended.is_(None)
    db.execute(update(alert).where(*missed).values(ended=now))
    orders.count_change(db, row["table_id"])
    if not row["played"]:
        moved_to = _name_of(db, to) if to not in (0, row["table_id"]) else ""
        orders.add(db, row["table_id"], wire.CancelCall(game_id, moved_to), "", now)


def table_is_free(db: Connection, now: float) -> None:
    """A table has become free: a match that waits may go there."""
    rows = db.execute(select(tournament.c.id).where(tournament.c.waiting)).scalars().all()
    for tournament_id in rows:
        _follow_anew(db, tournament_id, now)


def _follow_anew(db: Connection, tournament_id: int, now: float) -> None:
    """Does what follows at the tables; a damaged tournament is set aside."""
    _lock(db, tournament_id)
    try:
        follow(db, tournament_id, load(db, tournament_id), now)
    except DamagedTournament as damaged:
        set_aside(db, damaged, now)


def table_is_gone(db: Connection, table_id: int, now: float) -> None:
    """A table was removed or has left: the players who were called to it go to another one."""
    there = tournament_call.c.table_id == table_id, tournament_call.c.ended.is_(None)
    of = set(db.execute(select(tournament_call.c.tournament_id).where(*there)).scalars())
    db.execute(update(tournament_call).where(*there).values(ended=now))
    for tournament_id in sorted(of):
        _follow_anew(db, tournament_id, now)


# -- results of tables ---------------------------------------------------------------------------


def event_of(match_id: str) -> str:
    """The id of the event that gives the result of a match."""
    return f"match {match_id}"


def match_of(event_id: str) -> str:
    """The match whose result an event gives; empty if no table gave it."""
    begin, _, match = event_id.partition(" ")
    return match if begin == "match" else ""


def was_called(db: Connection, game_id: str, table_id: int) -> bool:
    """Whether a table may tell the result of a game: it was called to it, or took it over."""
    has = tournament_call.c.game == game_id, tournament_call.c.table_id == table_id
    if db.execute(select(tournament_call.c.game).where(*has)).first() is not None:
        return True
    # Its players may have been called to another table since: the first result counts.
    called = order.c.command.contains(f'"pairing":"{game_id}"', autoescape=True)
    asked = select(order.c.id).where(order.c.table_id == table_id, called).limit(1)
    return db.execute(asked).first() is not None


def take_over(db: Connection, game_id: str, keeper: int, table_id: int) -> None:
    """A game that was set aside at the table where it was called goes on at another one."""
    db.execute(
        update(tournament_call)
        .where(tournament_call.c.game == game_id, tournament_call.c.table_id == keeper)
        .values(table_id=table_id)
    )


def take_result(
    db: Connection, game_id: str, match_id: str, record: Record, table_id: int, now: float
) -> None:
    """Enters the result of a table; what does not fit is logged for the referee."""
    tournament_id = _tournament_of(db, game_id)
    if tournament_id is None:
        return
    _lock(db, tournament_id)
    db.execute(update(tournament_call).where(tournament_call.c.game == game_id).values(played=True))
    try:
        state = load(db, tournament_id)
    except DamagedTournament as damaged:
        set_aside(db, damaged, now)
        return
    pairing_id, _, number = game_id.rpartition("/")
    game = int(number)
    try:
        pairing = state.pairing(pairing_id)
        scores = _scores(record, pairing, game)
        event = _event(state, pairing, game, match_id, scores, now)
        if event is not None:
            state = _add_one(db, tournament_id, state, event)
    except ValueError as why:
        words = f"A result of {_players(state, pairing_id)} was not taken: {why}"
        db.execute(action.insert().values(at=now, by=HUB, table_id=table_id, words=words))
    follow(db, tournament_id, state, now)


def correct_game(
    db: Connection, game_id: str, match_id: str, places: Sequence[int], by: str, now: float
) -> None:
    """A referee has corrected the result of a table: the game gets the same in its tournament.

    ValueError in words if it cannot, or if the game there has the result of another match.
    """
    tournament_id = _tournament_of(db, game_id)
    if tournament_id is None:
        return
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    pairing_id, _, number = game_id.rpartition("/")
    pairing, game = state.pairing(pairing_id), int(number)
    scores = _scores_of(places, pairing, game)
    event: Event
    if game < len(pairing.games):
        if pairing.games[game].scores == scores and pairing.games[game].how != "no_show":
            return
        given = [each for each in state.events if isinstance(each, ResultGiven)]
        of_pairing = [
            each for each in given if each.pairing == pairing_id and each.id not in state.undone
        ]
        if match_of(of_pairing[game].id) not in ("", match_id):
            raise ValueError("The tournament has the result of another match. Correct it there.")
        event = ResultCorrected(**stamp(now), by=by, pairing=pairing_id, scores=scores, game=game)
    else:
        event = ResultGiven(**stamp(now), by=by, pairing=pairing_id, scores=scores, how="referee")
    state = _add_one(db, tournament_id, state, event)
    follow(db, tournament_id, state, now)


def drop_result(db: Connection, match_id: str, now: float) -> None:
    """A match that had ended goes on: its result is undone, if nothing depends on it yet."""
    game_id = db.execute(
        select(result.c.pairing).where(result.c.match == match_id, result.c.pairing != "").limit(1)
    ).scalar()
    tournament_id = _tournament_of(db, game_id) if game_id else None
    if tournament_id is None:
        return
    _lock(db, tournament_id)
    try:
        state = load(db, tournament_id)
        _take_back(db, tournament_id, state, event_of(match_id), HUB, now)
    except DamagedTournament as damaged:
        set_aside(db, damaged, now)
        return
    except ValueError as why:
        words = f"The table plays on after its result, which stays: {why}"
        db.execute(action.insert().values(at=now, by=HUB, words=words))
        return
    again = update(tournament_call).where(tournament_call.c.game == game_id)
    db.execute(again.values(played=False, ended=None))
    follow(db, tournament_id, load(db, tournament_id), now)


def _take_back(
    db: Connection, tournament_id: int, state: Tournament, event_id: str, by: str, now: float
) -> Tournament:
    """Undoes an event with what the hub and the tables made of it; ValueError if more follows."""
    target = next((each for each in state.events if each.id == event_id), None)
    if target is None:
        raise ValueError("There is no such step to undo.")
    follows = []
    for event in state.events[state.events.index(target) + 1 :]:
        if event.id in state.undone or event.by != HUB:
            continue
        of_same = isinstance(target, ResultGiven) and isinstance(event, ResultCorrected)
        if (of_same and event.pairing == target.pairing) or (  # type: ignore[union-attr]
            isinstance(event, RoundPaired) and not state.rounds[-1].started
        ):
            follows.append(event)
    for event in (*reversed(follows), target):
        undone = Undone(**stamp(now), by=by, event=event.id)
        state = _add_one(db, tournament_id, state, undone)
    return state


def _tournament_of(db: Connection, game_id: str) -> int | None:
    return db.execute(
        select(tournament_call.c.tournament_id).where(tournament_call.c.game == game_id)
    ).scalar()


def _players(state: Tournament, pairing_id: str) -> str:
    try:
        players = state.pairing(pairing_id).players
    except ValueError:
        return "a match that was paired anew"
    return " – ".join(state.entrant(player).name for player in players)


def _scores(record: Record, pairing: Pairing, game: int) -> tuple[float, ...]:
    """By player of the pairing, the higher the better, from the seats of a table."""
    outcome = record.ended()
    assert outcome is not None
    seats = len(pairing.players)
    if record.seats != seats:
        raise ValueError("it has another number of seats.")
    return _scores_of(final_places(seats, outcome), pairing, game)


def _scores_of(places: Sequence[int], pairing: Pairing, game: int) -> tuple[float, ...]:
    """By player of the pairing, from the places of the seats at a table."""
    seats = len(pairing.players)
    if len(places) != seats:
        raise ValueError("it has another number of seats.")
    turned = game % seats  # the first move goes round
    return tuple(float(seats - places[(seat - turned) % seats]) for seat in range(seats))


def places_by_seat(scores: Sequence[float], game: int) -> list[int]:
    """By seat at a table, from the scores of the players of a pairing."""
    seats = len(scores)
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [places[(seat + game) % seats] for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class GameOf:
    """Where in a tournament a game belongs."""

    tournament: int
    name: str
    round: str
    number: int
    """Of the round."""


def find_game(db: Connection, game_id: str) -> GameOf | None:
    """The tournament of a game; None for none, or a damaged one."""
    tournament_id = _tournament_of(db, game_id) if game_id else None
    if tournament_id is None:
        return None
    try:
        state = load(db, tournament_id)
    except DamagedTournament:
        return None
    for each in state.rounds:
        if any(pairing.id == game_id.rpartition("/")[0] for pairing in each.pairings):
            name = round_name(state, each.number)
            return GameOf(tournament_id, state.created.name, name, each.number)
    return GameOf(tournament_id, state.created.name, "", 0)


def _event(
    state: Tournament,
    pairing: Pairing,
    game: int,
    match_id: str,
    scores: tuple[float, ...],
    now: float,
) -> Event | None:
    """What a table's result means; None if it is known. ValueError if it does not fit."""
    when = stamp(now)
    if game == len(pairing.games):
        known = any(event.id == event_of(match_id) for event in state.events)
        event_id = when["id"] if known else event_of(match_id)
        return ResultGiven(
            id=event_id, at=when["at"], by=HUB, pairing=pairing.id, scores=scores, how="table"
        )
    if game > len(pairing.games):
        raise ValueError("the game before it has no result.")
    there: GameResult = pairing.games[game]
    if there.scores == scores:
        return None
    given = {event.id: event for event in state.events}
    if not _is_of_match(there, match_id, given) or there.how != "table":
        raise ValueError("this game has another result.")
    return ResultCorrected(
        **when, by=HUB, pairing=pairing.id, scores=scores, how="table", game=game
    )


def _is_of_match(there: GameResult, match_id: str, events: dict[str, Event]) -> bool:
    event = events[there.event]
    return event.id == event_of(match_id) or (
        isinstance(event, ResultCorrected) and event.by == HUB
    )


# -- what referees do ----------------------------------------------------------------------------


def pair(db: Connection, tournament_id: int, by: str, now: float) -> Tournament:
    """Pairs the next round; ValueError in words if it cannot be."""
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    made = pair_next_round(state, **stamp(now), by=by)
    state = _add_one(db, tournament_id, state, made)
    return follow(db, tournament_id, state, now)


def start_round(db: Connection, tournament_id: int, by: str, now: float) -> Tournament:
    """Starts the round that is paired, or pairs and starts the first one."""
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    if state.created.format == "arena" or not state.rounds:
        state = _add_one(db, tournament_id, state, pair_next_round(state, **stamp(now), by=by))
    if not state.rounds[-1].started:
        started = RoundStarted(**stamp(now), by=by, number=state.rounds[-1].number)
        state = _add_one(db, tournament_id, state, started)
    return follow(db, tournament_id, state, now)


# -- rounds that start by themselves -------------------------------------------------------------


def due(db: Connection, now: float) -> list[int]:
    """The tournaments whose next round is to start now."""
    query = select(tournament.c.id).where(tournament.c.can_start, tournament.c.starts <= now)
    return list(db.execute(query.order_by(tournament.c.id)).scalars())


async def start_due(database: Database, now: float) -> bool:
    """Starts the rounds whose time has come, each in a transaction of its own; whether any has.

    Of several hubs one starts a round: the others wait for its transaction and find it started.
    """
    numbers = await database.read(partial(due, now=now))
    for number in numbers:
        try:
            await database.write(partial(_start_due, tournament_id=number, now=now))
        except OperationalError:  # the database is away: the next look tries again
            log.exception("the next round of tournament %d could not be started", number)
        except Exception:  # it would be the same each second
            log.exception("the next round of tournament %d cannot be started", number)
            await database.write(partial(_give_up_start, tournament_id=number, now=now))
    return bool(numbers)


def _start_due(db: Connection, tournament_id: int, now: float) -> None:
    _lock(db, tournament_id)
    try:
        state = load(db, tournament_id)
    except KeyError:  # erased meanwhile
        return
    number, starts = state.next_number, state.starts
    if number is None or starts is None or starts > now or not state.can_start:
        return
    words = f"{round_name(state, number)} of {state.created.name}"
    planned, shown = (datetime.fromtimestamp(at).astimezone() for at in (starts, now))
    problem = ""
    if now - starts > MAX_LATE_SECONDS:
        problem = "That time has passed"
    else:
        try:
            start_round(db, tournament_id, HUB, now)
        except ValueError as why:
            problem = str(why).rstrip(".")
    if problem:
        problem = f"{words} did not start by itself at {planned:%H:%M}. {problem}"
        _give_up_start(db, tournament_id, now, problem)
    elif now - starts > SEEN_SECONDS:
        words = f"{words} started at {shown:%H:%M}, not at {planned:%H:%M}."
        db.execute(action.insert().values(at=now, by=HUB, words=words))


def _give_up_start(db: Connection, tournament_id: int, now: float, problem: str = "") -> None:
    """A round is not to start by itself any more; the referee is told why."""
    of_this = tournament.c.id == tournament_id
    name = db.execute(select(tournament.c.name).where(of_this)).scalar()
    problem = problem or f"A round of {name} did not start by itself. A fault is in the hub’s log"
    db.execute(update(tournament).where(of_this).values(can_start=False))
    words = f"{problem}: start it yourself, or set another time."
    db.execute(action.insert().values(at=now, by=HUB, words=words))


def start_words(state: Tournament, now: float) -> str:
    """What players are told of the start of the next round; empty while nothing is known."""
    number = state.next_number
    if number is None or state.is_over:
        return ""
    name = round_name(state, number)
    if state.starts is None:
        if state.start_minutes is None:
            return ""
        if not state.start_minutes:
            return f"{name} starts with the last result"
        minutes = "1 minute" if state.start_minutes == 1 else f"{state.start_minutes} minutes"
        return f"{name} starts {minutes} after the last result"
    if state.starts > now:
        return f"{name} starts {time_words(state.starts, now)}"
    if now - state.starts > MAX_LATE_SECONDS:
        return ""
    if state.status == "paused":
        return f"{name} starts when the pause is over"
    return f"{name} starts {'now' if state.can_start else 'with the last result'}"


def time_words(at: float, now: float) -> str:
    """``at 14:30``; with the day, if that is not clear."""
    then, today = (datetime.fromtimestamp(each).astimezone() for each in (at, now))
    if then.date() == today.date() or abs(at - now) < NEAR_SECONDS:
        return f"at {then:%H:%M}"
    return f"on {then:%A} at {then:%H:%M}"


def announced(db: Connection, now: float, player: str = "") -> list[Tournament]:
    """The tournaments whose next round starts at a time that is known, or those of a player."""
    query = select(tournament.c.id).where(tournament.c.starts > now - MAX_LATE_SECONDS)
    if player:
        entered = select(tournament_event.c.tournament_id).where(
            tournament_event.c.body.contains(player, autoescape=True)
        )
        query = query.where(tournament.c.id.in_(entered))
    numbers = db.execute(query.order_by(tournament.c.id)).scalars().all()
    return [state for _, state in sound(db, numbers)]


def sound(db: Connection, numbers: Iterable[int]) -> Iterator[tuple[int, Tournament]]:
    """The tournaments of these that are not damaged."""
    for number in numbers:
        with suppress(DamagedTournament):
            yield number, load(db, number)


def no_shows(_: int, state: Tournament) -> dict[str, tuple[str, str]]:
    """By player of the round that has started last, what it means that somebody did not come: the
    tournament, and the words.
    """
    running = next((each for each in reversed(state.rounds) if each.started), None)
    if running is None or state.status not in ("running", "paused"):
        return {}
    found = {}
    for pairing in running.pairings:
        if not pairing.games or pairing.games[-1].how != "no_show":
            continue
        gone = [state.entrant(pairing.players[seat]).name for seat in pairing.absent]
        for seat, player in enumerate(pairing.players):
            if seat in pairing.absent:
                words = "You were marked as not here: see the referee."
            else:
                words = f"Round won: {' and '.join(gone)} did not come."
            found[player] = state.created.name, words
    return found


# -- taking back ---------------------------------------------------------------------------------


def last_step(state: Tournament) -> Event | None:
    """The newest step that a referee can take back: not what the hub did by itself, nor a table."""
    for event in reversed(state.events):
        if event.id in state.undone or isinstance(event, Created | Undone | TableAssigned):
            continue
        if isinstance(event, RoundPaired) and event.by == HUB:
            continue  # it would be paired again at once; it goes with the result before it
        return event
    return None


def undo(db: Connection, tournament_id: int, event_id: str, by: str, now: float) -> Tournament:
    """Takes back a step. A pairing that was made of it is taken back with it."""
    _lock(db, tournament_id)
    state = load(db, tournament_id)
    state = _take_back(db, tournament_id, state, event_id, by, now)
    return follow(db, tournament_id, state, now)


def free_name(others: Collection[str], name: str) -> str:
    """The name, or with a number the first that is not among `others` (casefolded)."""
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each.casefold() not in others)


def rename(db: Connection, tournament_id: int, player: str, name: str, *, also: str = "") -> None:
    """Replaces a player's name in the stored events: names are erased on request.

    `also`: what the player is called outside of the tournament. Players of a tournament have
    different names, so a number may follow.
    """
    entrants: Mapping[str, Entrant]
    try:
        entrants = load(db, tournament_id).entrants
    except DamagedTournament:
        entrants = {}
    others = {each.name.casefold() for each in entrants.values() if each.id != player}
    before = {entrants[player].name if player in entrants else "", also} - {""}
    name = free_name(others, name)
    rows = db.execute(
        select(tournament_event.c.id, tournament_event.c.body).where(
            tournament_event.c.tournament_id == tournament_id
        )
    ).all()
    for row in rows:
        try:
            event = renamed = event_from_json(row.body)
        except ValueError:  # damaged: the name is to go all the same
            if also and also in row.body:
                damaged = update(tournament_event).where(tournament_event.c.id == row.id)
                db.execute(damaged.values(body=row.body.replace(also, name)))
            continue
        if getattr(event, "player", "") == player and event.by in before:  # by phone
            renamed = replace(renamed, by=name)
        if isinstance(renamed, Entered) and renamed.player == player:
            renamed = replace(renamed, name=name)
        if renamed != event:
            changed = update(tournament_event).where(tournament_event.c.id == row.id)
            db.execute(changed.values(body=event_to_json(renamed).decode()))
    _lock(db, tournament_id)
