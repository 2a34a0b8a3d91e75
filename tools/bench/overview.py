"""The overview of a large event: how soon a change at a table is on every viewer's page."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

import aiohttp

from tabletop.event import messages as wire
from tools.bench.summaries import judged, milliseconds, percentile
from tools.simulated.event_tables import SimulatedTable, all_taken, join_tables
from tools.simulated.hub_process import HubProcess

TABLES: Final = 200
VIEWERS: Final = 50
RATE: Final = 40.0
"""States of matches a second, of all tables together: each plays a ply in five seconds."""
SECONDS: Final = 30.0
BAR: Final = 2000.0
"""Milliseconds from a change at a table to each viewer's page, p99."""
MARK: Final = re.compile(r"Mark (\d+)\.")
FIRST_USER: Final = "host"


@dataclass
class _Marks:
    """When each change was made, and the seconds until each viewer had it."""

    made: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def run(tables: int = TABLES, viewers: int = VIEWERS, seconds: float = SECONDS) -> dict[str, Any]:
    """One hub with SQLite; viewers fetch what their pages' script fetches."""
    with TemporaryDirectory(prefix="tabletop-bench-") as name:
        hub = HubProcess(Path(name))
        hub.start()
        try:
            marks = asyncio.run(_measure(hub, tables, viewers, seconds))
        finally:
            hub.kill()
    figures = {
        "tables": tables,
        "viewers": viewers,
        "changes": len(marks.made),
        "seen": len(marks.seconds),
        "p50_ms": milliseconds(percentile(marks.seconds, 0.5)),
        "p99_ms": milliseconds(percentile(marks.seconds, 0.99)),
        "worst_ms": milliseconds(max(marks.seconds, default=0.0)),
    }
    return judged(figures, p99_ms=BAR)


async def _measure(hub: HubProcess, count: int, viewers: int, seconds: float) -> _Marks:
    marks, random = _Marks(), Random(7)
    jar = aiohttp.CookieJar(unsafe=True)  # the hub is an address without a name
    async with aiohttp.ClientSession() as client, aiohttp.ClientSession(cookie_jar=jar) as staff:
        tables = await join_tables(
            client,
            [hub.url],
            hub.pairing_code,
            count,
            lambda joined, luck: SimulatedTable(joined, [hub.url], luck),
            random,
        )
        login = {"name": FIRST_USER, "password": hub.password}
        async with staff.post(f"{hub.url}/login", data=login, allow_redirects=False) as answer:
            assert answer.status == 303
        tasks = [asyncio.create_task(table.run(client)) for table in tables]
        tasks += [asyncio.create_task(_view(staff, hub.url, marks)) for _ in range(viewers)]
        for table in tables:
            table.online.set()
        began = perf_counter()
        while (passed := perf_counter() - began) < seconds:
            while len(marks.made) < passed * RATE:
                mark = f"Mark {len(marks.made)}."
                seats = (wire.SeatState(name=mark), wire.SeatState(name="Bo"))
                marks.made.append(perf_counter())
                random.choice(tables).queue(wire.MatchState(mark, "shoo", seats))
            await asyncio.sleep(0.005)
        await all_taken(tables)
        await asyncio.sleep(BAR / 1000)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return marks


async def _view(client: aiohttp.ClientSession, url: str, marks: _Marks) -> None:
    """Follows the overview as ``assets/hub/live.js`` does."""
    told = asyncio.Event()
    timeout = aiohttp.ClientTimeout(total=None)

    async def listen() -> None:
        async with client.get(f"{url}/live", timeout=timeout) as stream:
            async for line in stream.content:
                if line.startswith(b"data:"):
                    told.set()

    task = asyncio.create_task(listen())
    known: set[str] = set()
    try:
        while True:
            await told.wait()
            told.clear()
            async with client.get(f"{url}/tables", headers={"Hub-Part": "1"}) as answer:
                shown = set(MARK.findall(await answer.text()))
            now = perf_counter()
            marks.seconds += [now - marks.made[int(mark)] for mark in shown - known]
            known |= shown
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, aiohttp.ClientError):
            await task
