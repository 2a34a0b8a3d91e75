"""Tells requests that wait when something has changed, by this process or by another hub."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from tabletop.hub.database import Database
from tabletop.hub.schema import game_table, order, slide, tournament

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.5
"""Between two looks at the database: several hubs may share it."""
OFFLINE_SECONDS: Final = 30.0
"""After which a table that is not heard from is offline: it always holds a request for orders."""
ASLEEP_SECONDS: Final = 10.0
"""If the last look is so long ago, this computer slept, and the tables could not be heard."""


class Changes:
    """What changed in the database; `run` keeps it up to date."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now
        self._awake_since = self._looked = now()
        self._looking = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._poked = asyncio.Event()
        self._mark: object = None
        self.version = 0
        """Rises with every change that pages show."""
        self.orders: dict[int, int] = {}
        """By table, the number of its newest order that is not done."""
        self.offline: frozenset[int] = frozenset()
        """The tables that are not heard from."""

    async def run(self) -> None:
        """Looks for changes until it is cancelled."""
        while True:
            self._poked.clear()
            try:
                await self.look()
            except SQLAlchemyError:
                log.exception("the database cannot be read")
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await self._poked.wait()
            except TimeoutError:
                pass

    async def look(self) -> None:
        """Brings all of it up to date with the database."""
        async with self._looking:
            now, self._looked, before = self._now(), self._now(), self._looked
            if now - before > ASLEEP_SECONDS:
                self._awake_since = now
            # Tables need their time to come back to a hub that was away.
            since = now - OFFLINE_SECONDS if now - self._awake_since >= OFFLINE_SECONDS else 0.0
            mark, orders, offline = await self._database.read(partial(_look, since=since))
            if (mark, orders, offline) != (self._mark, self.orders, self.offline):
                self._mark, self.orders, self.offline = mark, orders, offline
                async with self._changed:
                    self.version += 1
                    self._changed.notify_all()

    def poke(self) -> None:
        """Makes `run` look at once: this process has changed something."""
        self._poked.set()

    async def wait(self, until: Callable[[], bool], seconds: float) -> None:
        """Waits until something is so, at most for so many seconds."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(until)
        except TimeoutError:
            pass

    async def wait_after(self, version: int, seconds: float) -> None:
        """Waits for a version other than this one, at most for so many seconds."""
        await self.wait(lambda: self.version != version, seconds)


def _look(db: Connection, since: float) -> tuple[object, dict[int, int], frozenset[int]]:
    """A mark of all that pages show, the newest orders, and the tables not seen since a time."""
    sums = [
        tuple(db.execute(select(func.count(), func.sum(kind.c.change))).one())
        for kind in (game_table, tournament)
    ]
    sums.append(tuple(db.execute(select(func.count(), func.sum(slide.c.made))).one()))
    newest = db.execute(
        select(order.c.table_id, func.max(order.c.id))
        .where(order.c.done.is_(None))
        .group_by(order.c.table_id)
    )
    away = select(game_table.c.id).where(game_table.c.removed.is_(None), game_table.c.seen < since)
    return tuple(sums), dict(newest.all()), frozenset(db.execute(away).scalars())
