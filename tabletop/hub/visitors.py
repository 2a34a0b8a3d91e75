"""Visitors of the event: a name and a code, no account. Who knows the code sees the page of it."""

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from hmac import new as hmac
from typing import Any, Final
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, RowMapping, func, select, update

from tabletop.event import messages as wire
from tabletop.hub import intake, orders, standings
from tabletop.hub.auth import MAX_WAIT_SECONDS, lock_tries, wait_seconds
from tabletop.hub.database import insert_once, put
from tabletop.hub.intake import ERASED, SignedRequest, check_signed
from tabletop.hub.schema import (
    game_table,
    order,
    result,
    result_seat,
    setting,
    tournament_call,
    visitor,
)
from tabletop.hub.schema import login_failure as failure
from tabletop.system.name_filter import is_allowed_name
from tabletop.system.names import (
    MAX_TEXT_CHARACTERS,
    VISITOR_CODE_LENGTH,
    VISITOR_CODE_SIGNS,
    clean_text,
)

MAX_NAME_GRAPHEMES: Final = 24
FREE_TRIES: Final = 5
"""Wrong codes from one address or table before it has to wait, each time twice as long."""
ALL_TRIES: Final = 30
"""Wrong codes of all in `ALL_SECONDS`, before nobody's unknown code is looked up."""
ALL_SECONDS: Final = 600.0
MAX_SIGN_UPS: Final = 200
"""Visitors who sign up from one address in `SIGN_UP_SECONDS`: a whole hall may have one address."""
SIGN_UP_SECONDS: Final = 600.0
MAX_UNKNOWN_CLAIMS: Final = 200
"""Claims of no known match from one address in the same time."""
KEY: Final = "visitor key"
"""The setting with the key that signs the cookies of visitors."""
CALL: Final = '"CallPlayers"'
"""Stands in the command of a call."""
NOBODY: Final = "A visitor"
"""Shown instead of a name that must not be shown."""

_CODE: Final = re.compile(f"[{VISITOR_CODE_SIGNS}]{{{VISITOR_CODE_LENGTH}}}")


class TooManyTries(Exception):
    """Somebody has to wait, and how long, in words."""


class VisitorProblem(Exception):
    """What a visitor asked for cannot be done, and why, in words."""


# -- names and codes -----------------------------------------------------------------------------


def cleaned_name(typed: str) -> str:
    """A name as it is stored; VisitorProblem if it cannot be one."""
    name = clean_text(typed[:200], MAX_NAME_GRAPHEMES)
    if not name:
        raise VisitorProblem("Please type a name.")
    if not is_allowed_name(name, MAX_TEXT_CHARACTERS):
        raise VisitorProblem("Please choose another name.")
    return name


@lru_cache(8192)
def shown_name(name: str) -> str:
    """The name, if everybody may see it."""
    return name if is_allowed_name(name, MAX_TEXT_CHARACTERS) else NOBODY


def read_code(typed: str) -> str:
    """A code as it is stored, in whatever groups and case it was typed; "" if it is none."""
    code = "".join(typed[:40].split()).replace("-", "").upper()
    return code if _CODE.fullmatch(code) else ""


def sign_up(db: Connection, typed: str, address: str, now: float) -> str:
    """A new visitor; gives the code. VisitorProblem for a bad name."""
    name = cleaned_name(typed)
    count_window(db, f"sign up from {address}", MAX_SIGN_UPS, SIGN_UP_SECONDS, now)
    return add(db, name, now)


def add(db: Connection, name: str, now: float, *, taken: bool = True) -> str:
    """A new visitor with a name that is clean already; gives the code.

    `taken`: the visitor knows it.
    """
    insert_once(db, setting, {"name": KEY, "text": secrets.token_hex(32)})
    while True:
        code = "".join(secrets.choice(VISITOR_CODE_SIGNS) for _ in range(VISITOR_CODE_LENGTH))
        if insert_once(db, visitor, {"code": code, "name": name, "made": now, "taken": taken}):
            return code


def count_window(db: Connection, who: str, most: int, seconds: float, now: float) -> None:
    """Counts something that may happen so often in some time; else TooManyTries."""
    row = _one_more(db, who, seconds, now)
    if row["failed"] > most:
        raise TooManyTries(f"Too many from here. Try again in {_words(row['until'] - now)}.")
    put(db, failure, "who", row)


def _one_more(db: Connection, who: str, seconds: float, now: float) -> dict[str, Any]:
    """The counter with one more in its window of so many seconds; it is not stored yet."""
    row = lock_tries(db, who)
    if row["until"] <= now:
        return {"who": who, "failed": 1, "until": now + seconds}
    return {"who": who, "failed": row["failed"] + 1, "until": row["until"]}


def _words(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{max(1, seconds):.0f} seconds"


def name_of(db: Connection, code: str) -> str | None:
    """The name of a visitor; None for an unknown code."""
    return db.execute(select(visitor.c.name).where(visitor.c.code == code)).scalar() or None


def take(db: Connection, code: str) -> None:
    """A visitor whom a referee has entered knows the code now."""
    db.execute(update(visitor).where(visitor.c.code == code).values(taken=True))


def is_taken(db: Connection, code: str) -> bool:
    """False for a visitor whom a referee has entered and whose page nobody has opened yet."""
    return db.execute(select(visitor.c.taken).where(visitor.c.code == code)).scalar() is not False


# -- wrong codes ---------------------------------------------------------------------------------


def check_tries(db: Connection, who: str, now: float, *, alone: bool = False) -> None:
    """TooManyTries while `who` (an address or a table), or everybody, has to wait.

    `alone`: what others have typed is no matter. So it is for tables, which sign what they ask:
    nobody with some phones can keep visitors from typing their codes at tables.
    """
    own = db.execute(select(failure.c.until).where(failure.c.who == f"visitor {who}")).scalar()
    if own is not None and own > now:
        raise TooManyTries(f"Too many wrong codes. Try again in {_words(own - now)}.")
    if alone:
        return
    every = db.execute(select(failure).where(failure.c.who == "visitor")).mappings().first()
    if every is not None and every["until"] > now and every["failed"] >= ALL_TRIES:
        wait = _words(every["until"] - now)
        raise TooManyTries(f"Too many wrong codes have been typed. Try again in {wait}.")


def count_wrong(db: Connection, who: str, now: float, *, alone: bool = False) -> None:
    """Counts a wrong code. After an hour without one, an address begins anew."""
    name = f"visitor {who}"
    row = lock_tries(db, name)
    failed = 1 if row["until"] + MAX_WAIT_SECONDS < now else row["failed"] + 1
    until = now + wait_seconds(failed, FREE_TRIES)
    put(db, failure, "who", {"who": name, "failed": failed, "until": until})
    if not alone:
        put(db, failure, "who", _one_more(db, "visitor", ALL_SECONDS, now))


def count_unknown_claim(db: Connection, who: str, now: float) -> None:
    """Counts a claim of no match; TooManyTries if there were too many."""
    count_window(db, f"claim {who}", MAX_UNKNOWN_CLAIMS, SIGN_UP_SECONDS, now)


def find(db: Connection, code: str, who: str, now: float, *, alone: bool = False) -> str | None:
    """The name of a visitor, for somebody who may be guessing; a wrong code is counted.

    TooManyTries while one has to wait. It looks and counts in one transaction that writes, so many
    guesses at the same moment are no way round the wait.
    """
    lock_tries(db, f"visitor {who}")
    check_tries(db, who, now, alone=alone)
    name = name_of(db, code) if code else None
    if name is None:
        count_wrong(db, who, now, alone=alone)
    return name


def find_for_table(
    db: Connection, asked: SignedRequest, typed: str, now: float
) -> wire.VisitorName | wire.Refused:
    """Whose code was typed at a table. A wrong one is counted, so it is an answer, no exception.

    RequestRefused if the request is not signed.
    """
    table = check_signed(db, asked, "orders_time", now)
    code, who = read_code(typed), f"at table {table['id']}"
    try:
        name = find(db, code, who, now, alone=True)
    except TooManyTries as wait:
        return wire.Refused("tries", str(wait))
    if name is None:
        return wire.Refused("unknown", "No visitor has this code.")
    take(db, code)
    return wire.VisitorName(code, name)


# -- the cookie ----------------------------------------------------------------------------------


def cookie_of(db: Connection, code: str) -> str:
    """What the phone of a visitor keeps: the code, signed, so that it needs no limit of tries."""
    return f"{code}.{_signed(intake.get_setting(db, KEY), code)}"


def read_cookie(db: Connection, cookie: str) -> RowMapping | None:
    """The visitor of a phone: ``code`` and ``name``; None if there is none, or not any more."""
    code, _, signature = cookie.partition(".")
    key = intake.get_setting(db, KEY)
    if not key or not signature.isascii() or not compare_digest(_signed(key, code), signature):
        return None
    known = select(visitor).where(visitor.c.code == code, visitor.c.name != "")
    return db.execute(known).mappings().first()


def _signed(key: str, code: str) -> str:
    return hmac(bytes.fromhex(key), code.encode("utf-8", "replace"), sha256).hexdigest()


# -- claims --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimedSeat:
    """The seat of a match that the QR code of a result page is about."""

    match: str
    game: str
    seat: int
    place: int
    untaken: str
    """The name of the visitor, while only a referee has entered it."""
    names: tuple[str, ...]
    """Of all seats, as typed at the table or as levels."""
    places: tuple[int, ...]
    visitor: str
    ended: float
    outcome: str


def find_claim(db: Connection, claim: str) -> ClaimedSeat | None:
    """The newest result with this claim; None for an unknown one."""
    if not claim.isprintable() or not 0 < len(claim) <= 16:
        return None
    seat = db.execute(
        select(result_seat, result.c.match, result.c.game, result.c.ended, result.c.outcome)
        .join(result, result.c.id == result_seat.c.result_id)
        .where(result_seat.c.claim == claim)
        .order_by(result.c.counts.desc(), result.c.id.desc())
        .limit(1)
    ).first()
    if seat is None:
        return None
    rows = db.execute(
        select(result_seat.c.name, result_seat.c.computer, result_seat.c.place)
        .where(result_seat.c.result_id == seat.result_id)
        .order_by(result_seat.c.seat)
    ).all()
    untaken = bool(seat.visitor) and not is_taken(db, seat.visitor)
    return ClaimedSeat(
        seat.match,
        seat.game,
        seat.seat,
        seat.place,
        (name_of(db, seat.visitor) or "") if untaken else "",
        tuple(f"Computer ({row.computer})" if row.computer else row.name for row in rows),
        tuple(row.place for row in rows),
        seat.visitor,
        seat.ended,
        seat.outcome,
    )


def take_over(db: Connection, claim: str) -> str:
    """The code of the visitor at a seat, if only a referee has entered it: it is known now.

    Empty if there is no such visitor. It works once.
    """
    found = find_claim(db, claim)
    if found is None or not found.untaken:
        return ""
    took = update(visitor).where(visitor.c.code == found.visitor, ~visitor.c.taken)
    return found.visitor if db.execute(took.values(taken=True)).rowcount else ""


def take_claim(db: Connection, claim: str, code: str) -> None:
    """Links a seat to a visitor, in all results of its match. VisitorProblem if that cannot be."""
    found = find_claim(db, claim)
    if found is None:
        raise VisitorProblem("This game is not known here.")
    of_match = select(result.c.id).where(result.c.match == found.match)
    other = db.execute(
        select(result_seat.c.seat).where(
            result_seat.c.result_id.in_(of_match),
            result_seat.c.visitor == code,
            result_seat.c.seat != found.seat,
        )
    ).first()
    if other is not None:
        raise VisitorProblem("You have taken another seat of this game.")
    taken = db.execute(
        update(result_seat)
        .where(
            result_seat.c.result_id.in_(of_match),
            result_seat.c.seat == found.seat,
            result_seat.c.computer == "",
            result_seat.c.visitor.in_(("", code)),
        )
        .values(visitor=code)
    )
    if not taken.rowcount:
        raise VisitorProblem("This seat is taken.")
    _changed(db, found.match)


def give_back(db: Connection, claim: str, code: str) -> None:
    """Takes a claim back; nothing happens if it is not the visitor's."""
    found = find_claim(db, claim)
    if found is None or found.visitor != code or code == ERASED:
        return
    of_match = select(result.c.id).where(result.c.match == found.match)
    db.execute(
        update(result_seat)
        .where(
            result_seat.c.result_id.in_(of_match),
            result_seat.c.seat == found.seat,
            result_seat.c.visitor == code,
        )
        .values(visitor="")
    )
    _changed(db, found.match)


def _changed(db: Connection, match: str) -> None:
    standings.count_change(db)
    table = db.execute(select(func.max(result.c.table_id)).where(result.c.match == match)).scalar()
    if table is not None:
        orders.count_change(db, table)


# -- calls of tournaments ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called:
    """A game of a tournament whose players are called to a table."""

    address: str
    """Of its match on the page of the tournament."""
    tournament: str
    round: str
    """``Round 2``."""
    game: str
    table_id: int
    table: str
    """The name of the table."""
    location: str
    """Where it stands; empty if it is not told."""
    seats: tuple[wire.CallSeat, ...]
    since: float
    playing: bool
    """The players are there."""

    @property
    def players(self) -> str:
        """``Bo – Dora``."""
        return " – ".join(seat.name or "somebody" for seat in self.seats)


def called_games(db: Connection, code: str = "") -> list[Called]:
    """The games to which players are called, or those of one visitor; the oldest call first."""
    asked = (
        select(tournament_call, order.c.command, game_table.c.name, game_table.c.location)
        .join(tournament_call, tournament_call.c.table_id == order.c.table_id)
        .join(game_table, game_table.c.id == order.c.table_id)
        .where(
            tournament_call.c.ended.is_(None),
            ~tournament_call.c.played,
            order.c.command.contains(CALL),
        )
        .order_by(tournament_call.c.made, order.c.id)
    )
    if code:
        asked = asked.where(order.c.command.contains(code, autoescape=True))
    found: dict[str, Called] = {}
    for row in db.execute(asked):
        command = msgspec.json.decode(row.command, type=wire.Command)
        if not isinstance(command, wire.CallPlayers) or command.pairing != row.game:
            continue
        if not code or any(seat.visitor == code for seat in command.seats):
            pairing = quote(row.game.rpartition("/")[0])
            found[row.game] = Called(
                f"/tournaments/{row.tournament_id}?match={pairing}",
                command.tournament,
                command.round,
                command.game,
                row.table_id,
                row.name,
                row.location,
                command.seats,
                row.made,
                row.ready is not None,
            )
    return list(found.values())


@dataclass(frozen=True, slots=True)
class NextMatch:
    """Where a visitor plays next."""

    called: Called
    seat: int
    opponents: tuple[tuple[int, str], ...]
    """Seats and names."""


def next_match(db: Connection, code: str) -> NextMatch | None:
    """The match of a tournament that a visitor is called to; None for none."""
    for called in called_games(db, code):
        seats = [each.visitor for each in called.seats]
        others = [
            (seat, each.name) for seat, each in enumerate(called.seats) if each.visitor != code
        ]
        return NextMatch(called, seats.index(code), tuple(others))
    return None
