"""The threads that send the outbox to the hub and listen for its orders.

Nothing here waits in the main loop. `EventSender` reads the outbox by a connection of its own; rows
are deleted by the writer of the store.
"""

import logging
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event as Signal
from threading import Thread
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from tabletop.event.client import HubClient, HubUnreachable, Reply, read_refusal
from tabletop.event.messages import (
    MAX_BODY_BYTES,
    MAX_EVENTS,
    MAX_WAIT_SECONDS,
    Order,
    Taken,
    TournamentOffer,
)
from tabletop.storage import Store, outbox
from tabletop.storage.outbox import STATE_KINDS, OutboxRow

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 60.0
"""Between two attempts while the hub is away; doubled after each."""
ORDERS_AT_ONCE: Final = 10
LOOK_SECONDS: Final = 30.0
"""After which the outbox is looked at even if nothing was written."""
FINAL_REASONS: Final = ("removed", "unknown")
"""Refusals after which nothing is sent any more. A wrong signature is not among them: a hub that is
restored from a backup may know this table again."""
_HEAD: Final = b'{"events":['
_TAIL: Final = b"]}"

Link: TypeAlias = Literal["starting", "online", "away", "removed"]
_Outcome: TypeAlias = Literal["taken", "away", "message", "removed"]


class Requests(Protocol):
    """What the threads need of `HubClient`."""

    def request(self, method: str, path: str, body: bytes = b"", wait: float = 0.0) -> Reply: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class BadOrder:
    """An order that this version does not know."""

    id: int
    why: str


class Backoff:
    """The pauses between attempts: doubled after each, and each a little different."""

    def __init__(
        self,
        first: float = FIRST_PAUSE_SECONDS,
        longest: float = LONGEST_PAUSE_SECONDS,
        luck: Callable[[], float] = random.random,
    ) -> None:
        """`luck` gives numbers from 0 to 1, so that tables do not all come back at once."""
        self._first, self._longest, self._luck = first, longest, luck
        self._next = first

    def failed(self) -> float:
        """Seconds until the next attempt: between half of the present pause and all of it."""
        pause, self._next = self._next, min(2 * self._next, self._longest)
        return pause * (0.5 + self._luck() / 2)

    def succeeded(self) -> None:
        self._next = self._first


class EventSender:
    """Sends what waits, in order, and hears orders. Both start with `start`."""

    def __init__(
        self,
        store: Store,
        client: HubClient | Requests,
        *,
        last_order: int = 0,
        wake: Callable[[], None] = lambda: None,
        first_pause: float = FIRST_PAUSE_SECONDS,
    ) -> None:
        """`last_order`: the last one that was carried out. `wake` wakes the main loop."""
        self._store, self._client, self._wake = store, client, wake
        self._after = last_order
        self._pauses = Backoff(first_pause), Backoff(first_pause)
        self._first_pause = first_pause
        self._news = Signal()
        self._back = Signal()
        """The hub answers again, as the other thread has seen."""
        self._ended = Signal()
        self._taken = set[str]()
        """The ids of rows that the hub has, and that are not deleted yet."""
        self._sent = deque[str](maxlen=5 * MAX_EVENTS)
        """The ids that the hub has taken lately."""
        self._most = MAX_EVENTS
        """Of the next request; less while a bad event is looked for."""
        self._orders: SimpleQueue[Order | BadOrder] = SimpleQueue()
        self.link: Link = "starting"
        self.trouble = ""
        """Why the hub cannot be reached, in English."""
        self.unsent = 0
        self.open: tuple[TournamentOffer, ...] = ()
        """The tournaments that visitors can sign up for."""
        self.refused = deque[str]()
        """What the hub has said of events that were set aside; emptied by the main loop."""
        self._threads = tuple(
            Thread(target=self._run, args=(work,), name=name, daemon=True)
            for name, work in (("event sender", self._send), ("event listener", self._listen))
        )

    def start(self) -> None:
        self._store.on_commit(self._news.set)
        for thread in self._threads:
            thread.start()

    def orders(self) -> Sequence[Order | BadOrder]:
        """The oldest orders that have come, at most `ORDERS_AT_ONCE`; others come by the next call.

        A hub with too many does not hold up the main loop.
        """
        found = list[Order | BadOrder]()
        while len(found) < ORDERS_AT_ONCE:
            try:
                found.append(self._orders.get_nowait())
            except Empty:
                return found
        self._wake()
        return found

    def has_sent(self, row_id: str) -> bool:
        """Whether the hub has taken an event in this run."""
        return row_id in self._sent.copy()

    def close(self, wait: float = 1.0) -> None:
        """Ends both threads; what waits stays in the outbox."""
        self._store.on_commit(lambda: None)
        self._ended.set()
        self._news.set()
        self._client.close()
        ends = time.monotonic() + wait
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, ends - time.monotonic()))

    def _run(self, work: Callable[[], None]) -> None:
        """Begins again after a fault: the table must not fall silent by one."""
        while not self._ended.is_set():
            try:
                work()
            except Exception:
                log.exception("a fault while talking to the hub")
                self._ended.wait(LOOK_SECONDS)

    # -- sending ------------------------------------------------------------------------------

    def _send(self) -> None:
        while not self._ended.is_set():
            self._news.clear()
            rows = self._next_rows()
            if not rows:
                self._news.wait(LOOK_SECONDS)
                continue
            rows, body = _fitting(rows)
            match self._post(body):
                case "taken":
                    self._pauses[0].succeeded()
                    self._drop(rows)
                    self._most = min(2 * self._most, MAX_EVENTS)
                case "message" if len(rows) > 1:
                    self._most = max(1, len(rows) // 2)
                case "message":
                    self._set_aside(rows[0])
                case "removed":
                    return
                case "away":
                    self._rest()

    def _next_rows(self) -> Sequence[OutboxRow]:
        """The oldest rows that the hub does not have, as many as one request may hold."""
        most = self._most + len(self._taken)
        nothing: tuple[OutboxRow, ...] = ()
        rows = self._store.read(lambda db: outbox.read_rows(db, most), nothing)
        # The oldest rows: those that are no longer among them are deleted.
        self._taken.intersection_update(row.id for row in rows)
        self._count()
        return [row for row in rows if row.id not in self._taken][: self._most]

    def _count(self) -> None:
        self.unsent = max(0, self._store.read(outbox.count_rows, 0) - len(self._taken))

    def _post(self, body: bytes) -> _Outcome:
        if len(body) > MAX_BODY_BYTES:
            self.trouble = "the event is too long"
            return "message"
        try:
            reply = self._client.request("POST", "/api/events", body)
        except HubUnreachable as problem:
            return self._away(str(problem))
        return self._outcome(reply)

    def _outcome(self, reply: Reply) -> _Outcome:
        refused = read_refusal(reply)
        if reply.status == 200:
            try:
                msgspec.json.decode(reply.body, type=Taken)
            except msgspec.DecodeError:
                return self._away("no hub answers there")
            self._online()
            return "taken"
        if refused is not None and refused.reason in FINAL_REASONS:
            self._removed(refused.words or refused.reason)
            return "removed"
        if reply.status in (400, 413, 422):
            self.trouble = (refused.words if refused is not None else "") or "not understood"
            return "message"
        return self._away(f"HTTP {reply.status}")

    def _drop(self, rows: Sequence[OutboxRow]) -> None:
        ids = [row.id for row in rows]
        self._taken.update(ids)
        self._sent.extend(ids)
        self.unsent = max(0, self.unsent - len(ids))
        drop = partial(outbox.drop_rows, ids=ids)
        self._store.on_release(lambda: self._store.write(drop))
        if any(row.fact.get("type") not in STATE_KINDS for row in rows):
            self._wake()  # pages say what is sent, and the deletions go to the writer

    def _set_aside(self, row: OutboxRow) -> None:
        """One event that the hub does not take must not keep back those after it."""
        kind, why = str(row.fact.get("type", "")), self.trouble
        log.error("the hub refuses an event (%s, %s): %s", kind, row.id, why)
        self.refused.append(f"{kind}: {why}")
        self._taken.add(row.id)
        self._most = MAX_EVENTS
        move = partial(outbox.set_row_aside, row_id=row.id, why=why)
        self._store.on_release(lambda: self._store.write(move))
        self._wake()

    def _rest(self) -> None:
        """Waits before the next attempt: not long if something new is to be told.

        What only tells how things stand is not worth another attempt.
        """
        last = self._last_lasting()
        ends = time.monotonic() + self._pauses[0].failed()
        soonest = time.monotonic() + self._first_pause
        self._back.clear()
        while not self._ended.is_set() and (left := ends - time.monotonic()) > 0:
            if self._back.is_set():
                return
            self._news.clear()
            self._news.wait(min(left, LOOK_SECONDS))
            self._count()
            if self._last_lasting() > last:
                ends = min(ends, soonest)

    def _last_lasting(self) -> int:
        """The number of the newest row that is no state."""
        return self._store.read(_last_lasting, 0)

    # -- listening ----------------------------------------------------------------------------

    def _listen(self) -> None:
        heard = False
        while not self._ended.is_set() and self.link != "removed":
            began = time.monotonic()
            try:
                # At first at once: what the answer tells besides orders is not to wait.
                wait = MAX_WAIT_SECONDS if heard else 0
                path = f"/api/orders?after={self._after}&wait={wait}"
                reply = self._client.request("GET", path, wait=wait)
                found = self._heard(reply)
            except HubUnreachable as problem:
                self._away(str(problem))
                found = None
            heard = found is not None
            if found is None:
                self._ended.wait(self._pauses[1].failed())
                continue
            self._pauses[1].succeeded()
            while self._orders.qsize() > MAX_EVENTS and not self._ended.is_set():
                self._ended.wait(self._first_pause)
            if not found:
                self._ended.wait(max(0.0, self._first_pause - (time.monotonic() - began)))

    def _heard(self, reply: Reply) -> int | None:
        """Queues the orders of an answer; how many there were, None for no good answer."""
        if reply.status != 200:
            refused = read_refusal(reply)
            if refused is not None and refused.reason in FINAL_REASONS:
                self._removed(refused.words or refused.reason)
            else:
                self._away(f"HTTP {reply.status}")
            return None
        try:
            told = msgspec.json.decode(reply.body, type=_RawOrders)
        except msgspec.DecodeError:
            self._away("no hub answers there")
            return None
        self._online()
        if told.open != self.open:
            self.open = told.open
            self._wake()
        count = 0
        for raw in told.orders[:MAX_EVENTS]:
            order = _read_order(raw)
            if order is not None and order.id > self._after:
                self._after = order.id
                self._orders.put(order)
                count += 1
        if count:
            self._wake()
        return count

    # -- what is known of the hub ---------------------------------------------------------------

    def _online(self) -> None:
        changed = self.link != "online"
        if self.link != "removed":
            self.link, self.trouble = "online", ""
        if changed:
            log.info("the hub answers")
            self._back.set()
            self._news.set()
            self._wake()

    def _away(self, why: str) -> _Outcome:
        if self.link not in ("away", "removed") and not self._ended.is_set():
            log.warning("the hub cannot be reached: %s", why)
            self.link = "away"
            self._wake()
        self.trouble = why
        return "away"

    def _removed(self, why: str) -> None:
        log.error("the hub does not know this table any more: %s", why)
        self.link, self.trouble, self.open = "removed", why, ()
        self._ended.set()
        self._news.set()
        self._wake()


class _RawOrders(msgspec.Struct, frozen=True):
    orders: tuple[msgspec.Raw, ...] = ()
    open: tuple[TournamentOffer, ...] = ()


class _OrderNumber(msgspec.Struct, frozen=True):
    id: int


def _read_order(raw: msgspec.Raw) -> Order | BadOrder | None:
    """One order; None for what is none at all."""
    try:
        return msgspec.json.decode(raw, type=Order)
    except msgspec.DecodeError as problem:
        why = str(problem)
    try:
        return BadOrder(msgspec.json.decode(raw, type=_OrderNumber).id, why)
    except msgspec.DecodeError:
        return None


def _fitting(rows: Sequence[OutboxRow]) -> tuple[Sequence[OutboxRow], bytes]:
    """As many of the rows as one request may hold, but at least one, and its body."""
    parts, size = list[bytes](), len(_HEAD) + len(_TAIL)
    for row in rows:
        event = {"id": row.id, "seq": row.number, "at": row.at[:32], "fact": row.fact}
        part = msgspec.json.encode(event)
        size += len(part) + 1
        if parts and size > MAX_BODY_BYTES:
            break
        parts.append(part)
    return rows[: len(parts)], _HEAD + b",".join(parts) + _TAIL


def _last_lasting(db: Any) -> int:
    marks = ",".join("?" * len(STATE_KINDS))
    asked = f"SELECT number FROM outbox WHERE kind NOT IN ({marks}) ORDER BY number DESC LIMIT 1"
    row = db.execute(asked, STATE_KINDS).fetchone()
    return 0 if row is None else int(row[0])
