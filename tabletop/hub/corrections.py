"""What a referee decides about a result. It is a new event and a new row; nothing is overwritten.

A result of a tournament's game and that game tell the same: `correct` changes both, and
`follow_tournament` brings results in line after a step of a referee in the tournament.

Once a referee has decided, what tables send of the same match later is stored and shown, but does
not count: only a referee changes the result again.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, RowMapping, select

from tabletop.engine.game import Outcome
from tabletop.engine.record import format_result
from tabletop.hub import intake, orders, standings, tournaments
from tabletop.hub.records import final_places, read_record
from tabletop.hub.schema import event, result, result_seat
from tabletop.hub.tournament import GameResult, ResultGiven, Tournament

CORRECTION: Final = "Correction"
"""The kind of the event."""


def correct(
    db: Connection,
    match: str,
    places: Sequence[int] | None,
    reason: str,
    by: str,
    now: float,
) -> None:
    """Sets the places of a match by seat, or with None: it does not count.

    A game of a tournament gets the same result there; one that does not count stays as it is there.
    ValueError in words for places that no match can end with, or if the tournament refuses it.
    LookupError for an unknown match.
    """
    game = _rule(db, match, places, reason, by, now)
    if game and places is not None:
        tournaments.correct_game(db, game, match, places, by, now)


def follow_tournament(
    db: Connection, before: Tournament, after: Tournament, by: str, now: float
) -> None:
    """Corrects the results of tables that say something else than the tournament says now.

    Only of games that have changed between the two states.
    """
    then, told = _told_games(before), _told_games(after)
    for game, match in {**_matches(before), **_matches(after)}.items():
        given = told.get(game)
        if given == then.get(game) or not _is_known(db, match):
            continue
        if given is None or _matches(after).get(game) != match:
            _rule(db, match, None, "not in the tournament", by, now)
        elif given.event == tournaments.event_of(match):
            _restore(db, match, by, now)
        elif given.how == "no_show":
            _rule(db, match, None, "somebody was not here", by, now)
        else:
            number = int(game.rpartition("/")[2])
            places = tournaments.places_by_seat(given.scores, number)
            _rule(db, match, places, "decided in the tournament", by, now)


def _told_games(state: Tournament) -> dict[str, GameResult]:
    """The games of a tournament that have a result, by their ids at the tables."""
    return {
        f"{pairing.id}/{number}": game
        for each in state.rounds
        for pairing in each.pairings
        for number, game in enumerate(pairing.games)
    }


def _matches(state: Tournament) -> dict[str, str]:
    """By game of a tournament the match at a table that gave its result."""
    found: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for each in state.events:
        if isinstance(each, ResultGiven) and each.id not in state.undone:
            game = f"{each.pairing}/{counted[each.pairing]}"
            counted[each.pairing] += 1
            if match := tournaments.match_of(each.id):
                found[game] = match
    return found


def _is_known(db: Connection, match: str) -> bool:
    return db.execute(select(result.c.id).where(result.c.match == match)).first() is not None


def _restore(db: Connection, match: str, by: str, now: float) -> None:
    """What the table has told counts again."""
    row = _newest(db, match, by_table=True)
    if row is not None:
        seats = _seats(db, row["id"])
        _rule(db, match, [seat["place"] for seat in seats], row["reason"], by, now, row)


def _newest(db: Connection, match: str, *, by_table: bool = False) -> RowMapping | None:
    """The row of a match that counts, or the newest one."""
    query = select(result).where(result.c.match == match)
    if by_table:
        query = query.where(result.c.by == "")
    newest = query.order_by(result.c.counts.desc(), result.c.id.desc()).limit(1)
    return db.execute(newest).mappings().first()


def _seats(db: Connection, number: int) -> list[dict[str, Any]]:
    query = select(result_seat).where(result_seat.c.result_id == number)
    return [dict(seat) for seat in db.execute(query.order_by(result_seat.c.seat)).mappings()]


def _rule(
    db: Connection,
    match: str,
    places: Sequence[int] | None,
    reason: str,
    by: str,
    now: float,
    source: RowMapping | None = None,
) -> str:
    """Makes the row of a referee; gives the game of a tournament that the match was, or "".

    `source`: a row whose result counts again as it was told.
    """
    of_match = select(result.c.table_id).where(result.c.match == match)
    table_id = db.execute(of_match.limit(1)).scalar()
    if table_id is None:
        raise LookupError(match)
    orders.count_change(db, table_id)  # locks the table's row: its events wait
    newest = _newest(db, match)
    assert newest is not None
    row = source or newest
    seats = _seats(db, newest["id"])  # who has claimed them
    record = read_record(row["record"])
    if places is not None and source is None:
        outcome = _outcome(places, len(seats), reason)
        ended = format_result(outcome)
        record = replace(record, result=ended, reason=reason, scores=outcome.scores)
    fact = {"match": match, "by": by, "places": places, "reason": reason}
    event_id = db.execute(
        event.insert().values(
            uuid=uuid4().hex,
            table_id=table_id,
            seq=0,
            at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
            received=now,
            kind=CORRECTION,
            fact=msgspec.json.encode(fact).decode(),
        )
    ).inserted_primary_key
    assert event_id is not None
    intake.discount(db, match)
    copied = {name: value for name, value in row.items() if name != "id"}
    made = db.execute(
        result.insert().values(
            **copied
            | {
                "event_id": event_id[0],
                "counts": places is not None,
                "outcome": record.result,
                "reason": record.reason,
                "scores": ",".join(map(str, record.scores)),
                "ended": now,
                "record": record.to_text(),
                "by": by,
            }
        )
    ).inserted_primary_key
    assert made is not None
    for number, seat in enumerate(seats):
        place = seat["place"] if places is None else places[number]
        db.execute(result_seat.insert().values(**seat | {"result_id": made[0], "place": place}))
    standings.count_change(db)
    return str(row["pairing"])


def _outcome(places: Sequence[int], seats: int, reason: str) -> Outcome:
    """The outcome with these places; of a match of several, the others get points by place."""
    if len(places) != seats:
        raise ValueError("Each seat needs a place.")
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise ValueError("These places do not fit together: shared places are 1, 1, 3.")
    if len(set(places)) == 1:
        return Outcome((), reason, ())
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    scores = tuple(seats - place for place in places) if seats > 2 else ()
    outcome = Outcome(winners, reason, scores)
    assert final_places(seats, outcome) == tuple(places)
    return outcome
