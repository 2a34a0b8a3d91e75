"""An event with a bad network and a hub that is killed: every result counts exactly once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

import aiohttp
import pytest
from sqlalchemy import select

from tabletop.event import messages as wire
from tabletop.hub.database import Database
from tabletop.hub.schema import result, result_seat
from tools.simulated.event_tables import (
    Played,
    SimulatedTable,
    all_taken,
    join_tables,
    play_matches,
)
from tools.simulated.hub_process import HubProcess

TABLES = 200
MATCHES = 2500
"""Of two to four visitors each: over 5,000 seats."""
KILLS = 5
AWAY = timedelta(hours=1)
"""The simulated time for which some tables are offline, all of it while others play on."""


@contextmanager
def _hubs(database_url: str, folder: Path, number: int) -> Iterator[list[HubProcess]]:
    hubs = [HubProcess(folder, database_url) for _ in range(number)]
    for hub in hubs:
        hub.start()
    try:
        yield hubs
    finally:
        for hub in hubs:
            hub.kill()


async def _play(hubs: list[HubProcess], matches: list[Played], random: Random) -> None:
    """Sends all results while hubs are killed and tables lose replies or are offline."""
    urls = [hub.url for hub in hubs]
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as client:
        tables = await join_tables(
            client,
            urls,
            hubs[0].pairing_code,
            TABLES,
            lambda joined, luck: SimulatedTable(joined, urls, luck, lost_replies=0.1),
            random,
        )
        tasks = [asyncio.create_task(table.run(client)) for table in tables]
        away = set(random.sample(range(TABLES), TABLES // 20))
        for n, table in enumerate(tables):
            if n not in away:
                table.online.set()
        batches = KILLS + 1
        share = len(matches) // batches + 1
        for batch in range(batches):
            for played in matches[batch * share : (batch + 1) * share]:
                table = random.choice(tables)
                state = wire.MatchState(played.match, played.game)
                table.queue(state, played.result, wire.Health(uptime=batch))
            for table in tables:
                table.clock += AWAY / batches
            await asyncio.sleep(0.3 + random.random() / 2)
            if batch < KILLS:
                hub = random.choice(hubs)
                await asyncio.to_thread(hub.kill)
                await asyncio.to_thread(hub.start)
        for n in away:  # they catch up
            tables[n].online.set()
        await asyncio.wait_for(all_taken(tables), timeout=300)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.slow
def test_every_result_counts_exactly_once(database_url: str, tmp_path: Path) -> None:
    random = Random(22)
    visitors = [f"V{n:04}" for n in range(5000)]
    matches = play_matches(random, visitors, MATCHES)
    sqlite = database_url.startswith("sqlite")
    with _hubs(database_url, tmp_path, 1 if sqlite else 2) as hubs:
        asyncio.run(_play(hubs, matches, random))
    database = Database(database_url)
    rows = database.look(
        lambda db: db.execute(
            select(result.c.match, result.c.game, result_seat.c.visitor, result_seat.c.place).join(
                result_seat, result_seat.c.result_id == result.c.id
            )
        ).all()
    )
    database.close()
    told = sorted((row.match, row.game, row.visitor, row.place == 1) for row in rows)
    assert told == sorted(
        (each.match, each.game, visitor, not each.winners or seat in each.winners)
        for each in matches
        for seat, visitor in enumerate(each.visitors)
    )
