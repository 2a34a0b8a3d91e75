"""A hub that answers over HTTP, and a client that asks it."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from tabletop.hub import auth
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database
from tabletop.hub.server import make_app
from tabletop.hub.web import Hub
from tabletop.system.resources import resource_folder

T = TypeVar("T")
NOON = 1_796_000_000.0


@dataclass
class Clock:
    now: float = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Visitor:
    """A browser: it keeps cookies, and tells where its forms come from."""

    client: TestClient  # type: ignore[type-arg]
    clock: Clock

    async def get(self, path: str) -> tuple[int, str]:
        answer = await self.client.get(path)
        return answer.status, await answer.text()

    async def post(
        self, path: str, *, origin: str | None = "own", **fields: str
    ) -> tuple[ClientResponse, str]:
        """Sends a form; `origin` None: as no browser does it."""
        own = str(self.client.make_url("/").origin())
        headers = {} if origin is None else {"Origin": own if origin == "own" else origin}
        answer = await self.client.post(path, data=fields, headers=headers)
        return answer, await answer.text()

    async def log_in(self, database: Database, role: str = "manager", name: str = "mia") -> str:
        """Logs in as somebody new; gives the token for forms."""
        hashed = auth.hash_password("long password")
        database.do(
            partial(auth.put_user, name=name, role=role, password_hash=hashed, now=self.clock.now)
        )
        await self.post("/login", name=name, password="long password", to="/results")
        _, page = await self.get("/results")
        found = re.search(r'name="token" value="([^"]+)"', page)
        assert found is not None, page
        return found[1]


def browse(database: Database, work: Callable[[Visitor], Awaitable[T]], now: float = NOON) -> T:
    """Runs a hub and what somebody does at its pages."""

    async def run() -> T:
        clock = Clock(now)
        hub = Hub(database, Changes(database), resource_folder("assets"), now=clock)
        async with TestClient(TestServer(make_app(hub))) as client:
            return await work(Visitor(client, clock))

    return asyncio.run(run())


def text_of(page: str) -> str:
    """What a page says, with single blanks."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
