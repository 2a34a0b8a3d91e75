"""The outbox: what a table has still to tell the hub of an event, as rows of its own database.

A row is a fact as JSON, as `tabletop.event.messages` reads it; this room does not import that one.
Nothing is added while no hub is joined, which the note `JOINED_NOTE` says: it is read inside the
transaction, so that a recovered journal decides the same as the program that wrote it.

Results, and matches kept under a code, follow from what is written anyway: `match_written` and
`note_written` add their rows in the transaction of the writer that has stored the match or note. So
they are in the outbox exactly if the database has what they tell. Other facts travel to the writer
as notes that are never stored (`fact_note`), and so through the journal. Rows do not repeat
records: these are read from the matches when a row is sent.
"""

import json
from base64 import b32encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from hmac import new as hmac
from sqlite3 import Connection
from time import time
from typing import Any, Final

from tabletop.engine.game import BadNotation
from tabletop.engine.record import Record
from tabletop.storage.tables import CURRENT_MATCH_NOTE, put_note, read_note

JOINED_NOTE: Final = "event joined"
"""The note that a hub is joined: a random text, from which claims are made."""
NUMBER_NOTE: Final = "event number"
"""The note with the number of the last row."""
MATCH_NOTE_PREFIX: Final = "event match "
"""Begins the note of a match of a tournament: `MatchOfEvent` as JSON."""
TAKEN_NOTE_PREFIX: Final = "event taken "
"""Begins the note of a code whose match goes on at another table: the match and that table."""
FACT_NOTE_PREFIX: Final = "event fact "
"""Begins the name of a note that becomes a row of the outbox, before the row's id."""
ERASE_NOTE_PREFIX: Final = "event erase "
"""Begins the name of a note that takes names out of stored matches: `EraseNames` as JSON."""
PASSING_NOTES: Final = (FACT_NOTE_PREFIX, ERASE_NOTE_PREFIX)
"""Begin the names of notes that are never stored."""
CODE_NOTE_PREFIX: Final = "code "
MATCH_CODE_NOTE_PREFIX: Final = "code of "
"""The notes of codes, as `tabletop.storage.match_codes` writes them."""

STATE_KINDS: Final = ("MatchState", "Health")
"""A newer fact of such a kind replaces an unsent older one."""
RECORD_KINDS: Final = ("MatchResult", "Kept")
"""Facts to which the record of their match is added when they are read."""
CLAIM_LENGTH: Final = 10
MAX_SEATS: Final = 8

_ADD: Final = "INSERT INTO outbox (number, id, at, kind, about, fact) VALUES (?, ?, ?, ?, ?, ?)"
_DROP_STATE: Final = "DELETE FROM outbox WHERE kind = ?"
_DROP_RESULT: Final = "DELETE FROM outbox WHERE kind = 'MatchResult' AND about = ?"
_READ: Final = """
    SELECT outbox.number, outbox.id, outbox.at, outbox.kind, outbox.fact, match.record
    FROM outbox LEFT JOIN match ON outbox.about = match.id ORDER BY outbox.number LIMIT ?
"""
_READ_MATCH: Final = "SELECT result, times, code, kept FROM outbox_match WHERE match = ?"
_PUT_MATCH: Final = """
    INSERT INTO outbox_match (match, result, times, code, kept) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (match) DO UPDATE SET result = excluded.result, times = excluded.times,
        code = excluded.code, kept = excluded.kept
"""


@dataclass(frozen=True, slots=True)
class MatchOfEvent:
    """What the hub is told of a match besides its record."""

    pairing: str = ""
    visitors: tuple[str, ...] = ()
    """By seat; empty where nobody is known."""
    round: str = ""
    """What the round of the tournament is called."""
    replays_draws: bool = False
    """A draw decides nothing: it is played again."""

    @property
    def official(self) -> bool:
        """Whether it is a match of a tournament."""
        return bool(self.pairing)

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "MatchOfEvent":
        """The inverse of `to_text`; nothing if the text is damaged or empty."""
        with suppress(ValueError, KeyError, TypeError):
            told = json.loads(text)
            return cls(
                str(told["pairing"]),
                tuple(map(str, told["visitors"])),
                str(told.get("round", "")),
                told.get("replays_draws") is True,
            )
        return cls()


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An unsent fact."""

    number: int
    id: str
    at: str
    fact: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Told:
    """What the hub has been told of a match."""

    result: str = ""
    """The digest of the record of its result; empty: it has none."""
    times: int = 0
    """How often that has changed."""
    code: str = ""
    """Under which it is kept; empty: it is not."""
    kept: str = ""
    """The digest of the record that is kept."""


def claims(secret: str, match_id: str, record: Record) -> tuple[str, ...]:
    """By seat, the text with which whoever played there claims the seat; empty for computers.

    They follow from the match and a secret text of this table, so that the page of the result and
    the writer of the outbox have the same, and again after a restart.
    """
    lines = dict(record.extra)
    # Live games have a line of their own for the players.
    fillers = (lines.get("Fillers") or lines.get("Players", "")).split(",")
    people = [
        seat >= len(fillers) or fillers[seat] in ("", "person", "-") for seat in range(record.seats)
    ]
    made = (
        b32encode(hmac(secret.encode(), f"{match_id} {seat}".encode(), "sha256").digest()).decode()
        for seat in range(record.seats)
    )
    return tuple(
        text[:CLAIM_LENGTH] if person else "" for text, person in zip(made, people, strict=True)
    )


def fact_note(row_id: str, at: str, kind: str, fact: str, about: str = "") -> tuple[str, str]:
    """Name and text of the note that becomes a row; the text is JSON in JSON."""
    return f"{FACT_NOTE_PREFIX}{row_id}", json.dumps([at, kind, about, fact])


def is_read_for_matches(note: str) -> bool:
    """Whether what is added for a match depends on a note: it must be written before."""
    return note == JOINED_NOTE or note.startswith((MATCH_NOTE_PREFIX, TAKEN_NOTE_PREFIX))


# -- in the transactions of the writer -----------------------------------------------------------


def joined_secret(db: Connection) -> str:
    """The secret of the claims; empty while no hub is joined."""
    return read_note(db, JOINED_NOTE)


def add(db: Connection, row_id: str, at: str, kind: str, fact: str, about: str = "") -> None:
    """Adds a fact, in place of an unsent state of its kind; nothing if that id is there."""
    if db.execute("SELECT 1 FROM outbox WHERE id = ?", (row_id,)).fetchone():
        return
    if kind in STATE_KINDS:
        db.execute(_DROP_STATE, (kind,))
    db.execute(_ADD, (_next_number(db), row_id, at, kind, about, fact))


def _next_number(db: Connection) -> int:
    """Higher than any before: also in a file that replaces a damaged one, if the clock is right."""
    last = read_note(db, NUMBER_NOTE)
    number = max(int(last) + 1 if last.isdecimal() else 1, int(time() * 1000))
    put_note(db, NUMBER_NOTE, str(number))
    return number


def match_written(db: Connection, match_id: str, record: Record, text: str, at: str) -> None:
    """A match was stored: tells its result if it is new, and takes back what is no longer true."""
    secret = joined_secret(db)
    if not secret:
        return
    finished = record.ended() is not None and not record.abandoned
    before = _told_of(db, match_id)
    if not finished and before == _Told():
        return
    now, digest = before, _digest(text)
    if now.code and now.kept != digest:
        now = _release(db, match_id, now, at)
    if finished and now.result != digest:
        now = _Told(digest, now.times + 1, now.code, now.kept)
        db.execute(_DROP_RESULT, (match_id,))
        own = _match_of_event(db, match_id)
        told = {
            "match": match_id,
            "pairing": own.pairing,
            "visitors": own.visitors,
            "claims": claims(secret, match_id, record),
        }
        add(db, _row_id(match_id, now), at, "MatchResult", _fact("MatchResult", told), match_id)
    elif not finished and now.result:
        now = _reopen(db, match_id, now, at)
    _put_told(db, match_id, before, now)


def match_forgotten(db: Connection, match_id: str, at: str) -> None:
    """A match was deleted."""
    before = now = _told_of(db, match_id) if joined_secret(db) else _Told()
    if now.result:
        now = _reopen(db, match_id, now, at)
    if now.code:
        now = _release(db, match_id, now, at)
    _put_told(db, match_id, before, now)


def note_written(db: Connection, name: str, text: str, at: str) -> bool:
    """A note is written. False for one that must not be stored: a fact, an order to erase."""
    if name.startswith(ERASE_NOTE_PREFIX):
        _erase_names(db, json.loads(text))
        return False
    if name.startswith(FACT_NOTE_PREFIX):
        if joined_secret(db):
            when, kind, about, fact = map(str, json.loads(text))
            add(db, name.removeprefix(FACT_NOTE_PREFIX), when, kind, fact, about)
        return False
    if name == JOINED_NOTE and text != joined_secret(db):
        forget_event(db)  # another event, or none
    elif name == CURRENT_MATCH_NOTE and text:
        if joined_secret(db) and (before := _told_of(db, text)).code:
            _put_told(db, text, before, _release(db, text, before, at))
    elif (
        name.startswith(CODE_NOTE_PREFIX)
        and not name.startswith(MATCH_CODE_NOTE_PREFIX)
        and joined_secret(db)
    ):
        _code_written(db, name.removeprefix(CODE_NOTE_PREFIX), text.partition(" ")[0], at)
    elif name.startswith(TAKEN_NOTE_PREFIX) and text:
        # Otherwise deleting the match here would release it there.
        gone = text.partition(" ")[0]
        db.execute("UPDATE outbox_match SET code = '', kept = '' WHERE match = ?", (gone,))
    return True


def _erase_names(db: Connection, asked: Mapping[str, Any]) -> None:
    """Takes names out of the matches of the event, and out of the high scores of these."""
    db.execute("PRAGMA secure_delete = ON")  # nothing is left where the old text was
    found: dict[str, set[int]] = {}
    for each in asked.get("seats", ()):
        found.setdefault(str(each["match"]), set()).add(int(each["seat"]))
    visitor, everybody = asked.get("visitor", ""), asked.get("everybody", False)
    notes = db.execute(
        "SELECT name, text FROM note WHERE substr(name, 1, ?) = ?",
        (len(MATCH_NOTE_PREFIX), MATCH_NOTE_PREFIX),
    ).fetchall()
    of_event = {
        name.removeprefix(MATCH_NOTE_PREFIX): MatchOfEvent.read(text) for name, text in notes
    }
    if visitor:
        for match_id, own in of_event.items():
            for seat, code in enumerate(own.visitors):
                if code == visitor:
                    found.setdefault(match_id, set()).add(seat)
    if everybody:
        told = [row[0] for row in db.execute("SELECT match FROM outbox_match")]
        found.update({match_id: set(range(MAX_SEATS)) for match_id in (*told, *of_event)})
    for match_id, seats in found.items():
        _erase_from_match(db, match_id, seats)


def _erase_from_match(db: Connection, match_id: str, seats: set[int]) -> None:
    db.execute("UPDATE score SET name = '', event = '' WHERE id = ?", (match_id,))
    row = db.execute("SELECT record FROM match WHERE id = ?", (match_id,)).fetchone()
    if row is None or not isinstance(row[0], str):
        return
    try:
        text = Record.from_text(row[0]).without_names(seats).to_text()
    except BadNotation:
        return
    db.execute("UPDATE match SET record = ? WHERE id = ?", (text, match_id))
    # It is still the result, and the kept match, that the hub knows.
    before, digests = _told_of(db, match_id), {_digest(row[0]): _digest(text)}
    result, kept = (digests.get(each, each) for each in (before.result, before.kept))
    _put_told(db, match_id, before, _Told(result, before.times, before.code, kept))


def _code_written(db: Connection, code: str, match_id: str, at: str) -> None:
    """A match is kept under a code; without a match: the code is no longer good."""
    if not match_id:
        rows = db.execute("SELECT match FROM outbox_match WHERE code = ?", (code,)).fetchall()
        for (of,) in rows:
            before = _told_of(db, of)
            _put_told(db, of, before, _release(db, of, before, at))
        return
    row = db.execute("SELECT record FROM match WHERE id = ? AND NOT finished", (match_id,))
    found = row.fetchone()
    if found is None:
        return
    before, digest = _told_of(db, match_id), _digest(str(found[0]))
    if (before.code, before.kept) == (code, digest):
        return
    now = _Told(before.result, before.times + 1, code, digest)
    fact = _fact("Kept", {"match": match_id, "code": code})
    add(db, _row_id(match_id, now), at, "Kept", fact, match_id)
    _put_told(db, match_id, before, now)


def _reopen(db: Connection, match_id: str, told: _Told, at: str) -> _Told:
    now = _Told("", told.times + 1, told.code, told.kept)
    db.execute(_DROP_RESULT, (match_id,))
    fact = _fact("MatchReopened", {"match": match_id})
    add(db, _row_id(match_id, now), at, "MatchReopened", fact)
    return now


def _release(db: Connection, match_id: str, told: _Told, at: str) -> _Told:
    now = _Told(told.result, told.times + 1)
    fact = _fact("Released", {"match": match_id, "code": told.code})
    db.execute("DELETE FROM outbox WHERE kind = 'Kept' AND about = ?", (match_id,))
    add(db, _row_id(match_id, now), at, "Released", fact)
    return now


def _match_of_event(db: Connection, match_id: str) -> MatchOfEvent:
    return MatchOfEvent.read(read_note(db, f"{MATCH_NOTE_PREFIX}{match_id}"))


def _told_of(db: Connection, match_id: str) -> _Told:
    row = db.execute(_READ_MATCH, (match_id,)).fetchone()
    return _Told() if row is None else _Told(*row)


def _put_told(db: Connection, match_id: str, before: _Told, now: _Told) -> None:
    if now != before:
        db.execute(_PUT_MATCH, (match_id, now.result, now.times, now.code, now.kept))


def _row_id(match_id: str, told: _Told) -> str:
    """The same for the same change of the same match: a restored file does not repeat it as new."""
    parts = (match_id, told.result, told.times, told.code, told.kept)
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _fact(kind: str, fields: Mapping[str, object]) -> str:
    given = {key: value for key, value in fields.items() if value}
    return json.dumps({"type": kind, **given})


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


# -- for the sender ------------------------------------------------------------------------------


def read_rows(db: Connection, limit: int) -> tuple[OutboxRow, ...]:
    """The oldest rows with their records. What tells of a deleted match lacks its record."""
    found = []
    for number, row_id, at, kind, text, record in db.execute(_READ, (limit,)):
        fact = _read_fact(text)
        if kind in RECORD_KINDS and isinstance(record, str):
            match_id = str(fact.get("match", ""))
            if kind == "Kept":
                record = with_event(record, _match_of_event(db, match_id))
            fact["record"] = record
        found.append(OutboxRow(number, row_id, at, fact))
    return tuple(found)


def count_rows(db: Connection) -> int:
    return int(db.execute("SELECT count(*) FROM outbox").fetchone()[0])


def drop_rows(db: Connection, ids: Iterable[str]) -> None:
    db.executemany("DELETE FROM outbox WHERE id = ?", [(row_id,) for row_id in ids])


def set_row_aside(db: Connection, row_id: str, why: str) -> None:
    """Moves a row that the hub refuses to where it is kept, and not sent."""
    db.execute(
        "INSERT OR IGNORE INTO outbox_refused (id, at, kind, about, fact, why) "
        "SELECT id, at, kind, about, fact, ? FROM outbox WHERE id = ?",
        (why, row_id),
    )
    drop_rows(db, (row_id,))


def forget_event(db: Connection) -> None:
    """Deletes everything that belongs to an event that was left."""
    for table in ("outbox", "outbox_match", "outbox_refused"):
        db.execute(f"DELETE FROM {table}")


def _read_fact(text: object) -> dict[str, Any]:
    with suppress(ValueError, TypeError):
        fact = json.loads(text) if isinstance(text, str) else None
        if isinstance(fact, dict):
            return fact
    return {}


# -- in records of kept matches ------------------------------------------------------------------

_PAIRING_TAG: Final = "Pairing"
_VISITORS_TAG: Final = "Visitors"
_ROUND_TAG: Final = "Round"
_DRAWS_TAG: Final = "DrawsReplayed"


def with_event(text: str, own: MatchOfEvent) -> str:
    """The text of a record with headers that say which match of a tournament it is."""
    if own == MatchOfEvent():
        return text
    head = f"[{_PAIRING_TAG} {json.dumps(own.pairing)}]\n"
    head += f"[{_VISITORS_TAG} {json.dumps(','.join(own.visitors))}]\n"
    if own.round:
        head += f"[{_ROUND_TAG} {json.dumps(own.round, ensure_ascii=False)}]\n"
    if own.replays_draws:
        head += f'[{_DRAWS_TAG} "yes"]\n'
    return head + text


def event_of(record: Record) -> MatchOfEvent:
    """The inverse of `with_event`."""
    lines = dict(record.extra)
    visitors = lines.get(_VISITORS_TAG, "")
    return MatchOfEvent(
        lines.get(_PAIRING_TAG, ""),
        tuple(visitors.split(",")) if visitors else (),
        lines.get(_ROUND_TAG, ""),
        _DRAWS_TAG in lines,
    )
