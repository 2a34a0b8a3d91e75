"""A game table as the hub sees it: it signs requests and sends events in order."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from uuid import uuid4

import msgspec
from sqlalchemy import Connection

from tabletop.engine.game import Outcome
from tabletop.engine.record import Record, format_result
from tabletop.event import messages as wire
from tabletop.event.signing import signature
from tabletop.hub import intake, orders
from tabletop.hub.database import Database
from tabletop.hub.intake import SignedRequest

CODE = "123456"


def join_table(database: Database, name: str, now: float = 1000.0) -> "TableClient":
    """Joins a table; the pairing code becomes `CODE`."""

    def work(db: Connection) -> intake.JoinAnswer:
        intake.set_setting(db, intake.PAIRING_CODE, CODE)
        return intake.join(db, wire.Join(CODE, name, "1.0"), "10.0.0.1", now)

    answer = database.do(work)
    assert isinstance(answer.body, wire.Joined), answer
    return TableClient(database, answer.body)


def record_text(
    outcome: Outcome, names: tuple[str, ...] = ("Ada", "Bo"), game: str = "shoo", plies: int = 0
) -> str:
    """A record with a result and names; its plies mean nothing."""
    extra = (("Names", ",".join(names)),)
    return Record(
        game=game,
        seats=len(names),
        result=format_result(outcome),
        reason=outcome.reason,
        scores=outcome.scores,
        plies=("pass",) * plies,
        extra=extra,
    ).to_text()


@dataclass
class TableClient:
    database: Database
    joined: wire.Joined
    now: float = 1000.0
    _seq: "count[int]" = field(default_factory=lambda: count(1))
    _time: "count[int]" = field(default_factory=lambda: count(1))

    def event(self, fact: wire.Fact) -> wire.Event:
        return wire.Event(uuid4().hex, next(self._seq), "2026-11-27T10:00:00Z", fact)

    def send(self, *facts: wire.Fact) -> wire.Taken:
        return self.post([self.event(fact) for fact in facts])

    def post(self, events: Iterable[wire.Event]) -> wire.Taken:
        return self.post_body(wire.encode(wire.Events(tuple(events))))

    def post_body(self, body: bytes) -> wire.Taken:
        asked = self.sign("POST", "/api/events", body)
        return self.database.do(lambda db: intake.take_events(db, asked, self.now))

    def sign(self, method: str, path: str, body: bytes = b"", time: int = 0) -> SignedRequest:
        time = time or next(self._time)
        signed = signature(self.joined.key, method, path, time, body)
        return SignedRequest(method, path, str(self.joined.table), str(time), signed, body)

    def orders(self) -> tuple[wire.Order, ...]:
        """What the table has not done yet."""
        return self.database.look(lambda db: orders.after(db, self.joined.table, 0)).orders

    def headers(self, method: str, path: str, body: bytes = b"") -> dict[str, str]:
        """Of an HTTP request."""
        asked = self.sign(method, path, body)
        return {
            "Tabletop-Table": asked.table,
            "Tabletop-Time": asked.time,
            "Tabletop-Signature": asked.signature,
        }


def orders_of(database: Database, table: int, after: int = 0) -> list[wire.Command]:
    """What a table is asked to do."""
    return [
        each.command for each in database.look(lambda db: orders.after(db, table, after)).orders
    ]


def decode(body: bytes, kind: type[msgspec.Struct]) -> msgspec.Struct:
    return msgspec.json.decode(body, type=kind)
