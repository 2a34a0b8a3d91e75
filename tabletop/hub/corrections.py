"""What a referee decides about a result. It is a new event and a new row; nothing is overwritten.

Once a referee has decided, what tables send of the same match later is stored and shown, but does
not count: only a referee changes the result again.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, select

from tabletop.engine.game import Outcome
from tabletop.engine.record import format_result
from tabletop.hub import intake, standings, tournaments
from tabletop.hub.records import final_places, read_record
from tabletop.hub.schema import event, result, result_seat

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

    ValueError in words for places that no match can end with. LookupError for an unknown match.
    """
    of_match = select(result.c.table_id).where(result.c.match == match)
    table_id = db.execute(of_match.limit(1)).scalar()
    if table_id is None:
        raise LookupError(match)
    intake.count_change(db, table_id)  # locks the table's row: its events wait
    row = (
        db.execute(
            select(result)
            .where(result.c.match == match)
            .order_by(result.c.counts.desc(), result.c.id.desc())
            .limit(1)
        )
        .mappings()
        .one()
    )
    seats = [
        dict(seat)
        for seat in db.execute(
            select(result_seat)
            .where(result_seat.c.result_id == row["id"])
            .order_by(result_seat.c.seat)
        ).mappings()
    ]
    record = read_record(row["record"])
    if places is not None:
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
    if row["pairing"] and places is not None:
        tournaments.take_result(db, row["pairing"], match, record, table_id, now)
    standings.count_change(db)


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
