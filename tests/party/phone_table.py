"""A phone server in this process with a table that notes what it is told, and phones to join it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from tabletop.party.files import PageFiles
from tabletop.party.messages import FromServer, Open, Opened
from tabletop.party.server import PhoneServer, Timeouts

TOKEN: Final = "0123456789abcdefABCDEF"
CODE: Final = "BCDF"
PATIENCE: Final = 20.0
"""Seconds after which a test gives up."""
OPEN: Final = Open(0, "127.0.0.1", TOKEN, CODE, "en")
QUICK: Final = Timeouts(connect=0.3, heartbeat=0.4, drain=0.5, goodbye=0.3, idle=0.4, http=1.0)
"""For tests that wait for a timeout."""

_Told = TypeVar("_Told")


class Phone:
    """The WebSocket of a phone that has sent its `Connect`."""

    def __init__(self, socket: ClientWebSocketResponse, secret: str = "") -> None:
        self.socket = socket
        self.secret = secret
        self.number = 0

    async def say(self, type: str, **fields: Any) -> None:
        await self.socket.send_json({"type": type, **fields})

    async def hear(self) -> dict[str, Any] | None:
        """The next message; None at the end of the connection."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.receive()
        if frame.type is not WSMsgType.TEXT:
            return None
        message: dict[str, Any] = msgspec.json.decode(frame.data)
        return message

    async def hear_end(self) -> str | None:
        """Why the connection ended; None if the server has not said it."""
        why = None
        while (message := await self.hear()) is not None:
            why = message["why"] if message["type"] == "Refused" else why
        return why

    async def is_served(self) -> bool:
        """Whether the server still answers this phone."""
        await self.say("Ping", number=7)
        while (message := await self.hear()) is not None:
            if message == {"type": "Pong", "number": 7}:
                return True
        return False

    async def close(self) -> None:
        await self.socket.close()


class Table:
    """The table's side, and the network in which phones are."""

    def __init__(self, server: PhoneServer, told: list[FromServer]) -> None:
        self.server = server
        self.told = told
        self.reads = True
        """Whether it takes what people do."""
        self.writers: list[asyncio.StreamWriter] = []
        """Closed at the end."""
        self._sessions: dict[str, ClientSession] = {}
        self._sockets: list[ClientWebSocketResponse] = []

    @property
    def port(self) -> int:
        return next(each.port for each in self.told if isinstance(each, Opened))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def all_told(self, kind: type[_Told]) -> list[_Told]:
        return [each for each in self.told if isinstance(each, kind)]

    async def hears(self, kind: type[_Told], count: int = 1) -> list[_Told]:
        """Waits until it was told so many messages of a kind."""
        async with asyncio.timeout(PATIENCE):
            while len(found := self.all_told(kind)) < count:
                await asyncio.sleep(0.005)
        return found

    def session(self, address: str = "127.0.0.1") -> ClientSession:
        """A phone's browser at an address of its own (any of 127.0.0.0/8)."""
        if address not in self._sessions:
            self._sessions[address] = ClientSession(
                connector=TCPConnector(local_addr=(address, 0), limit=0)
            )
        return self._sessions[address]

    async def knock(
        self, address: str = "127.0.0.1", headers: Mapping[str, str] | None = None
    ) -> Phone:
        """Opens a WebSocket and says nothing."""
        given = {"Origin": self.url} if headers is None else headers
        socket = await self.session(address).ws_connect(f"{self.url}/ws", headers=given)
        self._sockets.append(socket)
        return Phone(socket)

    async def try_to_join(
        self, token: str = TOKEN, secret: str = "", address: str = "127.0.0.1"
    ) -> tuple[Phone, dict[str, Any] | None]:
        """A phone that has connected, and what it was answered."""
        phone = await self.knock(address)
        await phone.say("Connect", token=token, language="en", secret=secret)
        return phone, await phone.hear()

    async def join(self, token: str = TOKEN, secret: str = "", address: str = "127.0.0.1") -> Phone:
        phone, answer = await self.try_to_join(token, secret, address)
        assert answer is not None
        assert answer["type"] == "Welcome", answer
        phone.number, phone.secret = answer["phone"], answer["secret"]
        return phone

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()
        for session in self._sessions.values():
            await session.close()
        for writer in self.writers:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        await self.server.close()


@asynccontextmanager
async def open_table(
    message: Open = OPEN, pages: Path = Path("nowhere"), times: Timeouts | None = None
) -> AsyncIterator[Table]:
    """A table whose server has opened its port."""
    told: list[FromServer] = []
    tables: list[Table] = []

    def tell(what: FromServer) -> bool:
        told.append(what)
        return not tables or tables[0].reads

    table = Table(PhoneServer(tell, PageFiles(pages), times), told)
    tables.append(table)
    table.server.receive(message)
    await table.hears(Opened)
    try:
        yield table
    finally:
        await table.close()
