"""A hub with its pages, reached by HTTP as browsers and tables reach it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import time

import aiohttp
from aiohttp.test_utils import TestClient, TestServer
from sqlalchemy import Connection

from tabletop.event import messages as wire
from tabletop.hub import auth, intake
from tabletop.hub.changes import Changes
from tabletop.hub.database import Database, file_url
from tabletop.hub.server import make_app
from tabletop.hub.web import COOKIE, Hub
from tabletop.system.resources import resource_folder
from tests.hub.table_client import TableClient, join_table

HASH = auth.hash_password("correct-horse")
"""Made once: it takes long."""
PASSWORD = "correct-horse"
ROLES = {"Mira": "manager", "Ines": "staff", "Rolf": "referee"}


class Clock:
    """The hub's clock: the real one, put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time() + self.ahead


@dataclass
class HubSite:
    """A running hub. `user` is who sends the next requests; "" for nobody."""

    hub: Hub
    client: "TestClient[aiohttp.web.Request, aiohttp.web.Application]"
    clock: Clock
    tokens: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def database(self) -> Database:
        return self.hub.database

    def table(self, name: str) -> TableClient:
        client = join_table(self.database, name, self.clock())
        client.now = self.clock()
        return client

    async def send(self, table: TableClient, *facts: wire.Fact) -> None:
        """As a table does; pages can show it then."""
        table.now = self.clock()
        await asyncio.to_thread(table.send, *facts)
        await self.hub.changes.look()

    async def log_in(self, name: str) -> tuple[str, str]:
        """The cookie and the form token of a session."""
        if name not in self.tokens:
            cookie = await self.database.write(
                lambda db: auth.finish_login(db, name, "127.0.0.1", self.clock())
            )
            user = await self.database.read(lambda db: auth.find_user(db, cookie, self.clock()))
            assert user is not None
            self.tokens[name] = (cookie, user.form_token)
        return self.tokens[name]

    async def get(
        self, path: str, user: str = "", headers: dict[str, str] | None = None
    ) -> aiohttp.ClientResponse:
        cookies = {COOKIE: (await self.log_in(user))[0]} if user else {}
        return await self.client.get(path, cookies=cookies, headers=headers, allow_redirects=False)

    async def text(self, path: str, user: str = "") -> str:
        answer = await self.get(path, user)
        assert answer.status == 200, (path, answer.status)
        return await answer.text()

    async def post(
        self,
        path: str,
        user: str = "",
        fields: Mapping[str, str] | None = None,
        /,
        *,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        **more: str,
    ) -> aiohttp.ClientResponse:
        """Sends a form, with the token of the session unless another one is given."""
        cookies, data = {}, {**(fields or {}), **more}
        if user:
            cookie, own = await self.log_in(user)
            cookies[COOKIE] = cookie
            data["token"] = own if token is None else token
        return await self.client.post(
            path, data=data, cookies=cookies, headers=headers, allow_redirects=False
        )


@asynccontextmanager
async def running_hub(folder: Path, url: str = "") -> AsyncIterator[HubSite]:
    """A new hub with people of each role; with a database in the folder if there is no URL."""
    database = Database(url or file_url(folder / "hub.db"))
    clock = Clock()
    hub = Hub(database, Changes(database, clock), resource_folder("assets"), now=clock)

    def prepare(db: Connection) -> None:
        intake.set_setting(db, intake.EVENT_NAME, "Harbour Fair")
        for name, role in ROLES.items():
            auth.put_user(db, name, role, HASH, clock())

    database.do(prepare)
    jar = aiohttp.DummyCookieJar()
    client = TestClient(TestServer(make_app(hub)), cookie_jar=jar)
    try:
        await client.start_server()
        yield HubSite(hub, client, clock)
    finally:
        await client.close()
        database.close()


def with_hub(folder: Path, work: Callable[[HubSite], Awaitable[None]], url: str = "") -> None:
    """Runs a test on a new hub."""

    async def run() -> None:
        async with running_hub(folder, url) as site:
            await work(site)

    asyncio.run(run())


def headline(html: str) -> str:
    found = re.search(r'id="headline" data-live>([^<]*)<', html)
    assert found, html
    return found[1]
