"""Takes names out of the database: those of one visitor, or all of them after the event."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Column, Connection, select, update

from tabletop.engine.record import Record
from tabletop.event import messages as wire
from tabletop.hub import orders, standings, tournaments
from tabletop.hub.intake import ERASED
from tabletop.hub.records import names_in, without_name
from tabletop.hub.schema import (
    absence,
    action,
    alert,
    event,
    game_table,
    kept,
    login_failure,
    notice,
    order,
    result,
    result_seat,
    setting,
    slide,
    tournament,
    tournament_call,
    tournament_event,
    visitor,
)
from tabletop.hub.visitors import KEY, NOBODY, name_of

SOMEBODY: Final = "a visitor"
"""Stands for an erased name in what tables and staff have written."""
_WORDS: Final = ("words", "text", "about", "reason")
"""The fields of messages in which a name may stand among other words."""

_WORDLESS: Final = ("type", "version", "games", "match", "kind", "on", "order", "ok", "places")
"""The fields of facts that stay after the event."""

_Rewrite: TypeAlias = Callable[[str], str]


# -- one visitor ---------------------------------------------------------------------------------


def erase_visitor(db: Connection, code: str, now: float) -> bool:
    """Erases a visitor, with the name wherever it stands; False for an unknown code.

    All tables are asked to do so too: one that is away may have results that are not sent yet.
    """
    name = name_of(db, code)
    if name is None:
        return False
    db.execute(update(visitor).where(visitor.c.code == code).values(name="", made=0.0))
    seats = db.execute(
        select(result.c.match, result_seat.c.seat, result.c.table_id)
        .join(result, result.c.id == result_seat.c.result_id)
        .where(result_seat.c.visitor == code)
        .distinct()
    ).all()
    names = {name}
    for match, seat, _ in seats:
        names |= _erase_seat(db, match, seat)
    names.discard("")
    at_tables = {(table_id, match, seat) for match, seat, table_id in seats}
    _erase_from_tables(db, code)
    at_tables |= _erase_from_kept(db, names)
    forget_in_tournaments(db, code, name)
    for typed in names:
        _erase_from_words(db, typed)
    _ask_tables(db, code, at_tables, now)
    standings.count_change(db)
    for table_id in {table_id for _, _, table_id in seats}:
        orders.count_change(db, table_id)
    return True


def forget_in_tournaments(db: Connection, code: str, name: str) -> None:
    """Takes a visitor's name out of all tournaments: the place there stays, without a name.

    `name`: as signed up. In a tournament a number may follow it.
    """
    entered = select(tournament_event.c.tournament_id).where(
        tournament_event.c.body.contains(code, autoescape=True)
    )
    for tournament_id in db.execute(entered.distinct()).scalars().all():
        tournaments.rename(db, tournament_id, code, NOBODY, also=name)


def _replaced(value: Any, rewrite: _Rewrite) -> Any:
    """A JSON value with each of its texts rewritten."""
    match value:
        case str():
            return rewrite(value)
        case list():
            return [_replaced(each, rewrite) for each in value]
        case dict():
            return {key: _replaced(each, rewrite) for key, each in value.items()}
        case _:
            return value


def _erase_seat(db: Connection, match: str, seat: int) -> set[str]:
    """Erases who sat at a seat, in all results of a match; gives the names that were there."""
    names: set[str] = set()
    rows = db.execute(
        select(result.c.id, result.c.record, result_seat.c.name)
        .join(result_seat, result_seat.c.result_id == result.c.id)
        .where(result.c.match == match, result_seat.c.seat == seat)
    ).all()
    for row in rows:
        names.add(row.name)
        text = without_name(row.record, seat)
        db.execute(update(result).where(result.c.id == row.id).values(record=text))
        db.execute(
            update(result_seat)
            .where(result_seat.c.result_id == row.id, result_seat.c.seat == seat)
            .values(name="", visitor=ERASED)
        )
    return names


def _erase_from_tables(db: Connection, code: str) -> None:
    """Takes a visitor out of the matches that are being played, and out of calls."""
    playing = db.execute(
        select(game_table.c.id, game_table.c.state).where(game_table.c.state.contains(code))
    )
    for table_id, text in playing.all():
        state = msgspec.json.decode(text, type=wire.MatchState)
        named = msgspec.structs.replace(state, seats=tuple(_without(state.seats, code)))
        _store(db, game_table.c.state, table_id, named)
        orders.count_change(db, table_id)
    calls = db.execute(select(order.c.id, order.c.command).where(order.c.command.contains(code)))
    for number, text in calls.all():
        command = msgspec.json.decode(text, type=wire.Command)
        if isinstance(command, wire.CallPlayers):
            called = tuple(_without(command.seats, code))
            named_call = msgspec.structs.replace(command, seats=called)
            _store(db, order.c.command, number, named_call)


def _without(seats: Iterable[Any], code: str) -> Iterable[Any]:
    """Seats of a message, without the name and the code of a visitor."""
    for seat in seats:
        is_own = seat.visitor == code
        yield msgspec.structs.replace(seat, name="", visitor="") if is_own else seat


def _store(db: Connection, column: Column[Any], number: int, message: msgspec.Struct) -> None:
    table = column.table
    text = wire.encode(message).decode()
    db.execute(update(table).where(table.c.id == number).values({column.name: text}))


def _erase_from_kept(db: Connection, names: set[str]) -> set[tuple[int, str, int]]:
    """Kept matches know no visitors: a seat with the same name loses it.

    Gives the tables, matches and seats.
    """
    erased = set()
    for match, record, table_id in db.execute(
        select(kept.c.match, kept.c.record, kept.c.table_id)
    ).all():
        text = record
        for seat, name in enumerate(names_in(record)):
            if name in names:
                text = without_name(text, seat)
                erased.add((table_id, match, seat))
        if text != record:
            db.execute(update(kept).where(kept.c.match == match).values(record=text))
    return erased


def _ask_tables(
    db: Connection, code: str, at_tables: Iterable[tuple[int, str, int]], now: float
) -> None:
    """Orders all tables to erase a visitor at some seats, and wherever they know the code."""
    seats: dict[int, list[wire.SeatOfMatch]] = {}
    for table_id, match, seat in sorted(at_tables):
        seats.setdefault(table_id, []).append(wire.SeatOfMatch(match, seat))
    for table_id in _joined_tables(db):
        own = seats.get(table_id, [])
        for start in range(0, max(len(own), 1), wire.MAX_ERASED_SEATS):
            part = tuple(own[start : start + wire.MAX_ERASED_SEATS])
            orders.add(db, table_id, wire.EraseNames(part, code), "", now)


def _joined_tables(db: Connection) -> list[int]:
    query = select(game_table.c.id).where(game_table.c.removed.is_(None)).order_by(game_table.c.id)
    return list(db.execute(query).scalars())


def _erase_from_words(db: Connection, name: str) -> None:
    """Takes a name out of the sentences of tables and staff."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def rewrite(text: str) -> str:
        return word.sub(SOMEBODY, text)

    def rewrite_words(text: str) -> str:
        message = msgspec.json.decode(text)
        changed = {
            key: _replaced(value, rewrite) if key in _WORDS else value
            for key, value in message.items()
        }
        return msgspec.json.encode(changed).decode()

    def rewrite_all(text: str) -> str:
        return msgspec.json.encode(_replaced(msgspec.json.decode(text), rewrite)).decode()

    for column in (alert.c.words, alert.c.about, action.c.words, order.c.words):
        _rewrite(db, column, name, rewrite)
    _rewrite_reasons(db, rewrite)
    written = msgspec.json.encode(name).decode()[1:-1]
    for column in (event.c.fact, order.c.command, game_table.c.state):
        _rewrite(db, column, written, rewrite_words)
    _rewrite(db, notice.c.body, written, rewrite_all)


def _rewrite_reasons(db: Connection, rewrite: _Rewrite) -> None:
    """The reasons that referees have given stand in the record too."""
    rows = select(result.c.id, result.c.reason, result.c.record).where(result.c.by != "")
    for number, reason, text in db.execute(rows).all():
        changed = rewrite(reason)
        if changed != reason:
            record = replace(Record.from_text(text), reason=changed).to_text()
            db.execute(
                update(result).where(result.c.id == number).values(reason=changed, record=record)
            )


def _rewrite(db: Connection, column: Column[Any], name: str, rewrite: _Rewrite) -> None:
    table = column.table
    rows = db.execute(
        select(table.c.id, column).where(column.contains(name, autoescape=True))
    ).all()
    for number, text in rows:
        changed = rewrite(text)
        if changed != text:
            db.execute(update(table).where(table.c.id == number).values({column.name: changed}))


# -- after the event -----------------------------------------------------------------------------


def erase_event(db: Connection, now: float) -> int:
    """Erases all names, visitors, claims and whatever was written; gives the number of visitors.

    What stays: results without names, with their moves and times; the tables; the staff, so that
    they can log in. The tables are asked to erase the names too.
    """
    # Before the other orders are deleted, so that numbers of orders go on: a table fetches only
    # higher ones than it had.
    asked = [
        orders.add(db, table_id, wire.EraseNames(everybody=True), "", now)
        for table_id in _joined_tables(db)
    ]
    visitors = db.execute(visitor.delete()).rowcount
    _rewrite_reasons(db, lambda _: "corrected")
    for number, record in db.execute(select(result.c.id, result.c.record)).all():
        text = _nameless(record)
        if text != record:
            db.execute(update(result).where(result.c.id == number).values(record=text))
    db.execute(update(result).where(result.c.by != "").values(by="a referee"))
    db.execute(update(result_seat).values(name="", visitor="", claim=""))
    for each in (
        notice,
        kept,
        action,
        login_failure,
        slide,
        tournament_call,
        tournament_event,
        tournament,
    ):
        db.execute(each.delete())
    db.execute(order.delete().where(order.c.id.not_in(asked)))
    _empty_facts(db)
    db.execute(update(alert).values(words="", about="", taken_by=""))
    db.execute(update(absence).values(taken_by=""))
    db.execute(update(game_table).values(state="", state_since=None))
    db.execute(setting.delete().where(setting.c.name == KEY))
    standings.count_change(db)
    return visitors


def _empty_facts(db: Connection) -> None:
    """Leaves of the events only what holds no words of anybody."""
    for number, text in db.execute(select(event.c.id, event.c.fact)).all():
        fact = msgspec.json.decode(text)
        left = {key: value for key, value in fact.items() if key in _WORDLESS}
        if left != fact:
            emptied = update(event).where(event.c.id == number)
            db.execute(emptied.values(fact=msgspec.json.encode(left).decode()))


def _nameless(record: str) -> str:
    for seat in range(len(names_in(record))):
        record = without_name(record, seat)
    return record
