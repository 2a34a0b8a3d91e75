"""Tells requests that wait when something has changed, by this process or by another hub."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from tabletop.hub.database import Database
from tabletop.hub.schema import game_table, order, tournament

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.5
"""Between two looks at the database: several hubs may share it."""


class Changes:
    """What changed in the database; `run` keeps it up to date."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changed = asyncio.Condition()
        self._poked = asyncio.Event()
        self._mark: object = None
        self.version = 0
        """Rises with every change that pages show."""
        self.orders: dict[int, int] = {}
        """By table, the number of its newest order that is not done."""

    async def run(self) -> None:
        """Looks for changes until it is cancelled."""
        while True:
            try:
                mark, orders = await self._database.read(_look)
            except SQLAlchemyError:
                log.exception("the database cannot be read")
            else:
                if mark != self._mark or orders != self.orders:
                    self._mark, self.orders = mark, orders
                    async with self._changed:
                        self.version += 1
                        self._changed.notify_all()
            self._poked.clear()
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await self._poked.wait()
            except TimeoutError:
                pass

    def poke(self) -> None:
        """Looks at once: this process has changed something."""
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


def _look(db: Connection) -> tuple[object, dict[int, int]]:
    sums = [
        tuple(db.execute(select(func.count(), func.sum(kind.c.change))).one())
        for kind in (game_table, tournament)
    ]
    newest = db.execute(
        select(order.c.table_id, func.max(order.c.id))
        .where(order.c.done.is_(None))
        .group_by(order.c.table_id)
    )
    return tuple(sums), dict(newest.all())
