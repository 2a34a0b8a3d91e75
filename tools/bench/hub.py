"""The hub of a large event: how long it takes to take an event, and a page to show it."""

import asyncio
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import aiohttp

from tabletop.event import messages as wire
from tools.bench.summaries import judged, milliseconds, percentile
from tools.environment import Trouble
from tools.simulated.event_tables import SimulatedTable, all_taken, join_tables, play_matches
from tools.simulated.hub_process import HubProcess
from tools.simulated.postgres import postgres_server, server_programs

TABLES: Final = 200
RATE: Final = 100.0
"""Events a second, of all tables together."""
SECONDS: Final = 30.0
ACCEPTANCE_BAR: Final = 50.0
"""Milliseconds from sending an event to the reply that it was taken, p99."""
RESULTS: Final = 0.1
"""The share of events that are results; the others are states of matches."""


def run() -> dict[str, Any]:
    """Two hubs before one PostgreSQL, and one with SQLite."""
    if server_programs() is None:
        raise Trouble("PostgreSQL is not installed")
    with TemporaryDirectory(prefix="tabletop-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        url = stack.enter_context(postgres_server())
        return {
            "runs": [
                {"database": "postgresql", **_measure([HubProcess(folder, url) for _ in "12"])},
                {"database": "sqlite", **_measure([HubProcess(folder)])},
            ]
        }


def _measure(hubs: list[HubProcess]) -> dict[str, Any]:
    with ExitStack() as stack:
        for hub in hubs:
            hub.start()
            stack.callback(hub.kill)
        seconds = asyncio.run(_send(hubs))
    figures = {
        "hubs": len(hubs),
        "tables": TABLES,
        "events": len(seconds),
        "p50_ms": milliseconds(percentile(seconds, 0.5)),
        "p99_ms": milliseconds(percentile(seconds, 0.99)),
    }
    return judged(figures, p99_ms=ACCEPTANCE_BAR)


async def _send(hubs: list[HubProcess]) -> list[float]:
    """Sends at the rate, each event alone; gives the seconds of each."""
    random = Random(7)
    urls = [hub.url for hub in hubs]
    matches = iter(play_matches(random, [f"V{n}" for n in range(1000)], int(RATE * SECONDS)))
    async with aiohttp.ClientSession() as client:
        tables = await join_tables(
            client,
            urls,
            hubs[0].pairing_code,
            TABLES,
            lambda joined, luck: SimulatedTable(joined, urls, luck),
            random,
        )
        tasks = [asyncio.create_task(table.run(client)) for table in tables]
        began, sent = perf_counter(), 0
        for table in tables:
            table.online.set()
        while (passed := perf_counter() - began) < SECONDS:
            while sent < passed * RATE:
                played = next(matches)
                is_result = random.random() < RESULTS
                state = wire.MatchState(played.match, played.game, plies=sent)
                random.choice(tables).queue(played.result if is_result else state)
                sent += 1
            await asyncio.sleep(0.005)
        await all_taken(tables)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [second for table in tables for second in table.seconds]
