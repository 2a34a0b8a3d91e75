"""Takes the signed requests of tables: joining, events, kept matches."""

import logging
import secrets
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, RowMapping, func, select, update
from sqlalchemy.exc import IntegrityError

from tabletop.event import messages as wire
from tabletop.event.signing import is_signed
from tabletop.hub import health_history, orders, tournaments
from tabletop.hub.auth import MAX_WAIT_SECONDS, lock_tries, wait_seconds
from tabletop.hub.database import insert_once, put
from tabletop.hub.records import pairing_in, played_seats, read_record, without_name
from tabletop.hub.schema import (
    action,
    alert,
    drawing,
    event,
    game_table,
    kept,
    order,
    result,
    result_seat,
    setting,
    tournament_call,
    visitor,
)
from tabletop.hub.schema import login_failure as failure
from tabletop.system.names import clean_text

log = logging.getLogger(__name__)

ERASED: Final = "-"
"""The visitor of a seat whose player has deleted everything: no name comes back to it."""
KEY_BYTES: Final = 32
PAIRING_CODE: Final = "pairing code"
"""The setting with the code that a new table types."""
EVENT_NAME: Final = "event name"
OPENING_HOURS: Final = "opening hours"
GAMES_OFF: Final = "games off"
"""Settings with what all tables were told last; tables that join later are told it too."""
WRONG_CODES: Final = 5
"""Wrong pairing codes of one address before it has to wait, each time twice as long."""
ALL_WRONG_CODES: Final = 50
"""Wrong pairing codes of all, after each of which everybody waits for `CODE_WAIT_SECONDS`."""
CODE_WAIT_SECONDS: Final = 60.0
MAX_ALERTS: Final = 60
"""Alerts of one kind that a table can begin in `ALERT_SECONDS`; more are not shown."""
ALERT_SECONDS: Final = 3600.0

MAX_TIME: Final = 2**63 - 1
"""What the database can hold; nanoseconds reach it in 2262."""
MAX_AHEAD_SECONDS: Final = 100 * 365.25 * 86400
"""How far the clock of a table may be ahead: the last time must not become one that no later time
can follow. The clock of the hub may be that of 1970."""

_UNTOLD: Final = ("record", "content", "visitors", "claims")
"""Fields of facts that are stored elsewhere, not with their event."""


class RequestRefused(Exception):
    """A request of a table that is not granted."""

    def __init__(self, status: int, answer: wire.Refused) -> None:
        super().__init__(answer.words)
        self.status = status
        self.answer = answer


def refuse(
    status: int,
    reason: wire.RefusalReason,
    words: str,
    last: int = 0,
) -> RequestRefused:
    return RequestRefused(status, wire.Refused(reason, words, last))


# -- joining -------------------------------------------------------------------------------------


def new_pairing_code() -> str:
    return "".join(str(secrets.randbelow(10)) for _ in range(wire.PAIRING_CODE_DIGITS))


def get_setting(db: Connection, name: str, otherwise: str = "") -> str:
    text = db.execute(select(setting.c.text).where(setting.c.name == name)).scalar()
    return otherwise if text is None else str(text)


def set_setting(db: Connection, name: str, text: str) -> None:
    put(db, setting, "name", {"name": name, "text": text})


@dataclass(frozen=True, slots=True)
class JoinAnswer:
    status: int
    body: wire.Joined | wire.Refused


def join(db: Connection, asked: wire.Join, address: str, now: float) -> JoinAnswer:
    """A new table, or why not. A wrong code is counted, so it is an answer and no exception."""
    counters = (f"join from {address}", "join")
    for who in counters:
        until = lock_tries(db, who)["until"]
        if until > now:
            return _no(429, "tries", f"Too many wrong codes. Try again in {until - now:.0f} s.")
    if not compare_digest(get_setting(db, PAIRING_CODE), asked.code):
        _count_wrong_code(db, counters[0], now)
        _count_wrong_code(db, counters[1], now, of_all=True)
        return _no(403, "code", "That is not the pairing code of this event.")
    name = clean_text(asked.name)
    taken = db.execute(
        select(game_table.c.id).where(
            game_table.c.removed.is_(None), func.lower(game_table.c.name) == name.lower()
        )
    ).scalar()
    if not name or taken is not None:
        return _no(409, "name", "Another table has that name." if name else "A table needs a name.")
    key = secrets.token_hex(KEY_BYTES)
    row = {"name": name, "key": key, "joined": now, "seen": now, "version": asked.version}
    try:
        with db.begin_nested():
            table_id = db.execute(game_table.insert().values(row)).inserted_primary_key
    except IntegrityError:  # joined at the same moment
        return _no(409, "name", "Another table has that name.")
    assert table_id is not None
    db.execute(failure.delete().where(failure.c.who == counters[0]))
    _tell_what_holds(db, table_id[0], now)
    count = db.execute(
        select(func.count()).select_from(game_table).where(game_table.c.removed.is_(None))
    ).scalar_one()
    return JoinAnswer(200, wire.Joined(table_id[0], key, get_setting(db, EVENT_NAME), count))


def _tell_what_holds(db: Connection, table_id: int, now: float) -> None:
    """Orders of a new table what all others were told."""
    if hours := get_setting(db, OPENING_HOURS):
        orders.add(db, table_id, wire.SetHours(hours), "", now)
    if off := get_setting(db, GAMES_OFF):
        orders.add(db, table_id, wire.SetGames(tuple(off.split())), "", now)


def _no(status: int, reason: Literal["code", "tries", "name"], words: str) -> JoinAnswer:
    return JoinAnswer(status, wire.Refused(reason, words))


def _count_wrong_code(db: Connection, who: str, now: float, *, of_all: bool = False) -> None:
    """Counts a wrong code. After an hour without one, an address begins anew."""
    row = lock_tries(db, who)
    failed = 1 if row["until"] + MAX_WAIT_SECONDS < now else row["failed"] + 1
    wait = wait_seconds(failed, WRONG_CODES)
    if of_all:
        wait = CODE_WAIT_SECONDS if failed % ALL_WRONG_CODES == 0 else 0.0
    put(db, failure, "who", {"who": who, "failed": failed, "until": now + wait})


# -- signed requests -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SignedRequest:
    method: str
    path: str
    """With its query."""
    table: str
    time: str
    signature: str
    body: bytes = b""


def check_signed(
    db: Connection, asked: SignedRequest, lane: Literal["events_time", "orders_time"], now: float
) -> RowMapping:
    """The table that has signed a request; RequestRefused if it is not signed as it must be."""
    if not (asked.table.isascii() and asked.table.isdigit() and len(asked.table) < 10):
        raise refuse(401, "signature", "The request names no table.")
    is_number = asked.time.isascii() and asked.time.isdigit() and len(asked.time) < 20
    latest = min(MAX_TIME, int((now + MAX_AHEAD_SECONDS) * 1e9))
    if not is_number or int(asked.time) > latest:
        raise refuse(401, "signature", "The request has no time.")
    time = int(asked.time)
    found = db.execute(select(game_table).where(game_table.c.id == int(asked.table)))
    row = found.mappings().first()
    key = row["key"] if row else "00"
    signed = is_signed(key, asked.method, asked.path, time, asked.body, asked.signature)
    if row is None or not signed:
        raise refuse(401, "signature", "The request is not signed with the key of the table.")
    if row["removed"] is not None:
        raise refuse(403, "removed", "The staff of the event have removed this table.")
    column = game_table.c[lane]
    moved = db.execute(
        update(game_table)
        .where(game_table.c.id == row["id"], column < time)
        .values({lane: time, "seen": now})
    )
    if not moved.rowcount:
        last = db.execute(select(column).where(game_table.c.id == row["id"])).scalar_one()
        raise refuse(409, "replay", "The request is not newer than the last one.", last)
    return row


def take_events(db: Connection, asked: SignedRequest, now: float) -> wire.Taken:
    """Stores a batch of events; all of them or, with RequestRefused, none."""
    row = check_signed(db, asked, "events_time", now)
    try:
        batch = _read_events(asked.body)
    except msgspec.ValidationError as problem:
        raise refuse(400, "message", str(problem)) from problem
    except msgspec.DecodeError as problem:
        raise refuse(400, "message", f"not JSON: {problem}") from problem
    for one in batch.events:
        try:
            _take(db, row["id"], one, now)
        except ValueError as problem:
            raise refuse(400, "message", f"event {one.id}: {problem}") from problem
    orders.count_change(db, row["id"])
    return wire.Taken(len(batch.events))


_read_events: Final = msgspec.json.Decoder(wire.Events).decode


def remove_table(db: Connection, table_id: int, now: float) -> None:
    """The table's key is no longer good, and its name is free. Its results stay, and matches
    that wait there for their players go to other tables.
    """
    db.execute(update(game_table).where(game_table.c.id == table_id).values(removed=now))
    db.execute(
        update(alert).where(alert.c.table_id == table_id, alert.c.ended.is_(None)).values(ended=now)
    )
    tournaments.table_is_gone(db, table_id, now)
    orders.count_change(db, table_id)


def _take(db: Connection, table_id: int, one: wire.Event, now: float) -> None:
    fact = one.fact
    match fact:
        case wire.MatchState():
            _put_state(db, table_id, fact, now)
            return
        case wire.Health():
            _put_health(db, table_id, fact, now)
            return
        case wire.Drawing(key, content):
            if not isinstance(_json(content), dict):
                raise ValueError("a drawing is an object")
            insert_once(db, drawing, {"key": key, "content": content})
            return
    told = {name: value for name, value in msgspec.to_builtins(fact).items() if name not in _UNTOLD}
    row = {
        "uuid": one.id,
        "table_id": table_id,
        "seq": one.seq,
        "at": one.at,
        "received": now,
        "kind": type(fact).__name__,
        "fact": msgspec.json.encode(told).decode(),
    }
    if insert_once(db, event, row):
        event_id = db.execute(select(event.c.id).where(event.c.uuid == one.id)).scalar_one()
        _apply(db, table_id, event_id, fact, now)


def _apply(db: Connection, table_id: int, event_id: int, fact: wire.Fact, now: float) -> None:
    match fact:
        case wire.Started():
            _set_version(db, table_id, fact)
        case wire.MatchResult():
            _put_result(db, table_id, event_id, fact, now)
        case wire.MatchReopened():
            if not is_ruled(db, fact.match) and not _is_of_other(db, fact.match, table_id):
                discount(db, fact.match)
                tournaments.drop_result(db, fact.match, now)
        case wire.Kept():
            _keep(db, table_id, fact, now)
        case wire.Released():
            _release(db, table_id, fact, now)
        case wire.Alert():
            _put_alert(db, table_id, fact, now)
        case wire.Left():
            remove_table(db, table_id, now)
            name = db.execute(
                select(game_table.c.name).where(game_table.c.id == table_id)
            ).scalar_one()
            left = {"at": now, "by": name, "table_id": table_id, "words": "Has left the event"}
            db.execute(action.insert().values(left))
        case wire.Done():
            _order_done(db, table_id, fact, now)
        case wire.Ready():
            ready = update(tournament_call).where(
                tournament_call.c.game == fact.pairing, tournament_call.c.table_id == table_id
            )
            db.execute(ready.values(ready=now))


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise ValueError(f"not JSON: {problem}") from problem


def _put_state(db: Connection, table_id: int, fact: wire.MatchState, now: float) -> None:
    before = db.execute(
        select(game_table.c.state, game_table.c.state_since).where(game_table.c.id == table_id)
    ).one()
    fact = _without_erased(db, fact)
    since = before.state_since
    if not before.state or _json(before.state).get("match", "") != fact.match:
        since = now
    db.execute(
        update(game_table)
        .where(game_table.c.id == table_id)
        .values(state=wire.encode(fact).decode(), state_since=since)
    )
    if not fact.match:
        tournaments.table_is_free(db, now)


def _put_health(db: Connection, table_id: int, fact: wire.Health, now: float) -> None:
    of_table = game_table.c.id == table_id
    before = db.execute(select(game_table.c.health).where(of_table)).scalar_one()
    told = wire.encode(fact).decode()
    db.execute(update(game_table).where(of_table).values(health=told, health_at=now))
    health_history.note(db, table_id, fact, now)
    if tournaments.is_closed(before, now) and not tournaments.is_closed(told, now):
        tournaments.table_is_free(db, now)


def _without_erased(db: Connection, state: wire.MatchState) -> wire.MatchState:
    """Without the names of visitors who have deleted everything."""
    codes = [seat.visitor for seat in state.seats if seat.visitor]
    if not codes:
        return state
    gone = db.execute(select(visitor.c.code).where(visitor.c.code.in_(codes), visitor.c.name == ""))
    erased = set(gone.scalars())
    seats = tuple(
        msgspec.structs.replace(seat, name="", visitor="") if seat.visitor in erased else seat
        for seat in state.seats
    )
    return msgspec.structs.replace(state, seats=seats)


def _set_version(db: Connection, table_id: int, fact: wire.Started) -> None:
    db.execute(
        update(game_table)
        .where(game_table.c.id == table_id)
        .values(version=fact.version, games=" ".join(fact.games))
    )


def _put_result(
    db: Connection, table_id: int, event_id: int, fact: wire.MatchResult, now: float
) -> None:
    record = read_record(fact.record)
    outcome = record.ended()
    assert outcome is not None
    counts = not is_ruled(db, fact.match) and not _is_of_other(db, fact.match, table_id)
    counts = counts and not record.abandoned
    if counts:
        discount(db, fact.match)
    played = played_seats(record, outcome)
    claims = [_claim(db, _at(fact.claims, seat), fact.match) for seat in range(record.seats)]
    visitors = [
        _known_visitor(db, _at(fact.visitors, seat), claim) for seat, claim in enumerate(claims)
    ]
    text = fact.record
    for seat, code in enumerate(visitors):
        if code == ERASED:
            text = without_name(text, seat)
    made = db.execute(
        result.insert().values(
            match=fact.match,
            event_id=event_id,
            table_id=table_id,
            counts=counts,
            game=record.game,
            seats=record.seats,
            outcome=record.result,
            reason=record.reason,
            scores=",".join(map(str, record.scores)),
            plies=len(record.plies),
            pairing=fact.pairing,
            ended=now,
            record=text,
        )
    ).inserted_primary_key
    assert made is not None
    for seat, each in enumerate(played):
        db.execute(
            result_seat.insert().values(
                result_id=made[0],
                seat=seat,
                name="" if visitors[seat] == ERASED else each.name,
                computer=each.computer,
                visitor=visitors[seat],
                claim=claims[seat],
                place=each.place,
            )
        )
    if fact.pairing and counts and tournaments.was_called(db, fact.pairing, table_id):
        tournaments.take_result(db, fact.pairing, fact.match, record, table_id, now)
    tournaments.table_is_free(db, now)


def _known_visitor(db: Connection, code: str, claim: str) -> str:
    """Whose seat it is: by the code that the table tells, or by an earlier claim."""
    if not code:
        return _claimed_by(db, claim)
    name = db.execute(select(visitor.c.name).where(visitor.c.code == code)).scalar()
    return ERASED if name == "" else code


def is_ruled(db: Connection, match: str) -> bool:
    """Whether a referee has decided what counts of a match: tables change nothing then."""
    ruled = select(result.c.id).where(result.c.match == match, result.c.by != "").limit(1)
    return db.execute(ruled).first() is not None


def _is_of_other(db: Connection, match: str, table_id: int) -> bool:
    """Whether the result of a match that counts is another table's, which alone may change it."""
    other = (
        select(result.c.id)
        .join(game_table, game_table.c.id == result.c.table_id)
        .where(
            result.c.match == match,
            result.c.counts,
            result.c.table_id != table_id,
            game_table.c.removed.is_(None),
        )
        .limit(1)
    )
    return db.execute(other).first() is not None


def _claim(db: Connection, claim: str, match: str) -> str:
    """A claim of this match; empty if it is one of another match."""
    if not claim:
        return ""
    other = (
        select(result.c.id)
        .join(result_seat, result_seat.c.result_id == result.c.id)
        .where(result_seat.c.claim == claim, result.c.match != match)
        .limit(1)
    )
    return "" if db.execute(other).first() is not None else claim


def _claimed_by(db: Connection, claim: str) -> str:
    """Who has claimed a seat of an earlier result of the same match; empty for nobody."""
    if not claim:
        return ""
    known = db.execute(
        select(result_seat.c.visitor)
        .where(result_seat.c.claim == claim, result_seat.c.visitor != "")
        .limit(1)
    ).scalar()
    return known or ""


def _at(values: tuple[str, ...], seat: int) -> str:
    return values[seat] if seat < len(values) else ""


def discount(db: Connection, match_id: str) -> None:
    db.execute(
        update(result).where(result.c.match == match_id, result.c.counts).values(counts=False)
    )


def _keep(db: Connection, table_id: int, fact: wire.Kept, now: float) -> None:
    keeper = db.execute(select(kept.c.table_id).where(kept.c.match == fact.match)).scalar()
    if keeper not in (None, table_id):
        return  # another table keeps it until it is released
    row = {
        "match": fact.match,
        "code": fact.code.upper(),
        "table_id": table_id,
        "at": now,
        "record": fact.record,
    }
    put(db, kept, "match", row)


def _release(db: Connection, table_id: int, fact: wire.Released, now: float) -> None:
    """The match goes on at this table: another one where it was kept is told.

    Nothing happens if it was kept again since, under another code.
    """
    of_code = kept.c.match == fact.match, kept.c.code == fact.code.upper()
    row = db.execute(select(kept).where(*of_code)).mappings().first()
    if row is None:
        return
    db.execute(kept.delete().where(*of_code))
    if row["table_id"] != table_id:
        here = db.execute(select(game_table.c.name).where(game_table.c.id == table_id)).scalar_one()
        told = wire.TakenUp(fact.match, row["code"], here)
        orders.add(db, row["table_id"], told, "", now)
        if pairing := pairing_in(row["record"]):
            tournaments.take_over(db, pairing, row["table_id"], table_id)


def _put_alert(db: Connection, table_id: int, fact: wire.Alert, now: float) -> None:
    is_open = (
        alert.c.table_id == table_id,
        alert.c.kind == fact.kind,
        alert.c.about == fact.about,
        alert.c.ended.is_(None),
    )
    if not fact.on:
        db.execute(update(alert).where(*is_open).values(ended=now))
        return
    changed = db.execute(update(alert).where(*is_open).values(words=fact.words))
    if not changed.rowcount and _may_begin_alert(db, table_id, fact.kind, now):
        db.execute(
            alert.insert().values(
                table_id=table_id, kind=fact.kind, about=fact.about, words=fact.words, began=now
            )
        )


def _may_begin_alert(db: Connection, table_id: int, kind: str, now: float) -> bool:
    """False for a table that floods the pages and mailboxes of the staff."""
    begun = select(func.count()).where(
        alert.c.table_id == table_id,
        alert.c.kind == kind,
        alert.c.ended.is_(None) | (alert.c.began > now - ALERT_SECONDS),
    )
    return db.execute(begun).scalar_one() < MAX_ALERTS


def _order_done(db: Connection, table_id: int, fact: wire.Done, now: float) -> None:
    db.execute(
        update(order)
        .where(order.c.id == fact.order, order.c.table_id == table_id, order.c.done.is_(None))
        .values(done=now, ok=fact.ok, words=fact.words)
    )


def find_kept(db: Connection, asked: SignedRequest, code: str, now: float) -> wire.KeptMatch:
    """The newest match kept under a code at any table; RequestRefused with 404 for none."""
    check_signed(db, asked, "orders_time", now)
    row = (
        db.execute(
            select(kept, game_table.c.name)
            .join(game_table, game_table.c.id == kept.c.table_id)
            .where(kept.c.code == code.upper())
            .order_by(kept.c.at.desc())
            .limit(1)
        )
        .mappings()
        .first()
    )
    if row is None:
        raise refuse(404, "unknown", "No game is kept under this code.")
    at = msgspec.json.encode(row["at"]).decode()
    return wire.KeptMatch(row["match"], row["record"], row["name"], at)
