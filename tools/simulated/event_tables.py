"""Many game tables at once, as a hub sees them: each sends its outbox in order until it is taken.

Their network is bad on purpose: replies are lost, and tables are offline for a time.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from random import Random
from time import perf_counter
from typing import Final

import aiohttp
import msgspec

from tabletop.engine.game import Outcome
from tabletop.engine.record import Record, format_result
from tabletop.event import messages as wire
from tabletop.event.signing import SIGNATURE_HEADER, TABLE_HEADER, TIME_HEADER, signature

EVENTS_PATH: Final = "/api/events"
RETRY_SECONDS: Final = 0.2
GAMES: Final = ("shoo", "shout7", "super7", "trelawney", "sevens")


@dataclass(frozen=True, slots=True)
class Played:
    """What a table knows of a match that it has told the hub."""

    match: str
    game: str
    visitors: tuple[str, ...]
    winners: tuple[int, ...]

    @property
    def record(self) -> Record:
        outcome = Outcome(self.winners, "simulated")
        return Record(
            game=self.game,
            seats=len(self.visitors),
            result=format_result(outcome),
            reason=outcome.reason,
            plies=("pass",) * 20,
            extra=(("Names", ",".join(self.visitors)),),
        )

    @property
    def result(self) -> wire.MatchResult:
        return wire.MatchResult(self.match, self.record.to_text(), visitors=self.visitors)


def play_matches(random: Random, visitors: Sequence[str], number: int) -> list[Played]:
    """So many matches between visitors; Shout 7 is played by up to four."""
    found = []
    for n in range(number):
        game = random.choice(GAMES)
        seats = random.choice((2, 3, 4)) if game == "shout7" else 2
        players = tuple(random.sample(visitors, seats))
        draw = random.random() < 0.05
        winners = () if draw else (random.randrange(seats),)
        found.append(Played(f"{random.getrandbits(64):016x}-{n}", game, players, winners))
    return found


@dataclass
class SimulatedTable:
    """A joined table with its outbox."""

    joined: wire.Joined
    urls: Sequence[str]
    """Of the hub's processes; after an error the next one is asked."""
    random: Random
    lost_replies: float = 0.0
    """The share of replies that do not arrive."""
    outbox: list[wire.Event] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """From sending a batch to its reply, by batch."""
    online: asyncio.Event = field(default_factory=asyncio.Event)
    clock: datetime = datetime(2026, 11, 27, 10, tzinfo=UTC)
    """The simulated time at the table; whoever runs it sets it forward."""
    _seq: "count[int]" = field(default_factory=lambda: count(1))
    _time: int = 0
    _filled: asyncio.Event = field(default_factory=asyncio.Event)
    _emptied: asyncio.Event = field(default_factory=asyncio.Event)

    def queue(self, *facts: wire.Fact) -> None:
        at = f"{self.clock:%Y-%m-%dT%H:%M:%SZ}"
        for fact in facts:
            uuid = f"{self.random.getrandbits(128):032x}"
            self.outbox.append(wire.Event(uuid, next(self._seq), at, fact))
        self._emptied.clear()
        self._filled.set()

    async def empty(self) -> None:
        """Waits until everything was taken."""
        if self.outbox:
            await self._emptied.wait()

    async def run(self, client: aiohttp.ClientSession) -> None:
        """Sends until it is cancelled."""
        while True:
            await self._filled.wait()
            await self.online.wait()
            batch = self.outbox[: wire.MAX_EVENTS]
            if await self._post(client, wire.Events(tuple(batch))):
                del self.outbox[: len(batch)]
                if not self.outbox:
                    self._filled.clear()
                    self._emptied.set()
            else:
                await asyncio.sleep(RETRY_SECONDS * (0.5 + self.random.random()))

    async def _post(self, client: aiohttp.ClientSession, events: wire.Events) -> bool:
        body = wire.encode(events)
        self._time = max(self._time + 1, int(self.clock.timestamp()) * 10**9)
        signed = signature(self.joined.key, "POST", EVENTS_PATH, self._time, body)
        headers = {
            TABLE_HEADER: str(self.joined.table),
            TIME_HEADER: str(self._time),
            SIGNATURE_HEADER: signed,
        }
        url = self.random.choice(self.urls) + EVENTS_PATH
        began = perf_counter()
        try:
            async with client.post(url, data=body, headers=headers) as reply:
                answer = await reply.read()
        except (aiohttp.ClientError, TimeoutError, OSError):
            return False
        if self.random.random() < self.lost_replies:
            return False
        self.seconds.append(perf_counter() - began)
        if reply.status == 409:  # the clock of the table had been set back
            self._time = max(self._time, msgspec.json.decode(answer, type=wire.Refused).last)
        return reply.status == 200


async def join_tables(
    client: aiohttp.ClientSession,
    urls: Sequence[str],
    code: str,
    number: int,
    make: Callable[[wire.Joined, Random], SimulatedTable],
    random: Random,
) -> list[SimulatedTable]:
    """Joins so many tables, named after trees and numbers."""
    found = []
    for n in range(number):
        body = wire.encode(wire.Join(code, f"Table {n + 1}", "simulated"))
        async with client.post(f"{urls[n % len(urls)]}/api/join", data=body) as reply:
            joined = msgspec.json.decode(await reply.read(), type=wire.Joined)
        found.append(make(joined, Random(random.random())))
    return found


async def all_taken(tables: Iterable[SimulatedTable]) -> None:
    for table in tables:
        await table.empty()
