"""A table and its phone server in one small program, for tests of the phone pages alone.

It serves the pages as the real server does, lets everybody in, and shows what a test tells it to.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from tabletop.languages import catalogue, translate
from tabletop.party.messages import Act, Connect, FromPhone, Ping, Pong, Refused, Welcome, You
from tabletop.party.views import View
from tabletop.party.words import PHONE_TEXTS

PAGES = Path(__file__).resolve().parents[2] / "assets" / "phone"
POLICY = (
    "default-src 'self'; connect-src 'self' ws:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
TOKEN = "a-token-of-the-qr"
CODE = "BCDF"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


def phone_texts(language: str) -> dict[str, str]:
    """The texts of the pages in a language."""
    known = catalogue(language)
    return {
        key: str(text) if known is None else translate(text, known)
        for key, text in PHONE_TEXTS.items()
    }


@dataclass
class FakePhone:
    """A phone that has been here."""

    number: int
    secret: str
    language: str
    you: You
    view: View | None = None
    socket: web.WebSocketResponse | None = None


@dataclass
class FakeTable:
    """Lets everybody in and shows what it is told to."""

    you: Callable[[], You]
    """Who a new phone is."""
    diagrams: Mapping[str, bytes] = field(default_factory=dict)
    on_act: Callable[[FakePhone, Act], None] | None = None
    phones: dict[str, FakePhone] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    hellos: list[Connect] = field(default_factory=list)
    reachable: bool = True
    port: int = 0
    _runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/static/{name}", self._static)
        app.router.add_get("/words/{language}.json", self._words)
        app.router.add_get("/diagram/{key}.json", self._diagram)
        app.router.add_post("/code", self._code)
        app.router.add_get("/ws", self._socket)
        for path in ("/", "/j/{token}", "/check"):
            app.router.add_get(path, self._page)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        for phone in self.phones.values():
            await self.drop(phone)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/j/{TOKEN}"

    async def show(self, phone: FakePhone, view: View) -> None:
        phone.view = view
        await self._send(phone, b'{"type":"View","view":' + msgspec.json.encode(view) + b"}")

    async def tell(self, phone: FakePhone, you: You) -> None:
        phone.you = you
        await self._send(phone, msgspec.json.encode(you))

    async def dismiss(self, phone: FakePhone, why: Any) -> None:
        await self._send(phone, msgspec.json.encode(Refused(why)))
        await self.drop(phone)

    async def drop(self, phone: FakePhone) -> None:
        """Cuts the connection as a lost network does."""
        if phone.socket is not None:
            with suppress(Exception):
                await phone.socket.close()
            phone.socket = None

    async def _send(self, phone: FakePhone, content: bytes) -> None:
        if phone.socket is not None:
            with suppress(ConnectionError):
                await phone.socket.send_str(content.decode())

    async def _page(self, _: web.Request) -> web.Response:
        return self._file("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.Response:
        path = PAGES / name
        if "/" in name or not path.is_file():
            raise web.HTTPNotFound
        response = web.Response(body=path.read_bytes(), content_type=TYPES.get(path.suffix))
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Cache-Control"] = "no-store"
        response.enable_compression()
        return response

    async def _words(self, request: web.Request) -> web.Response:
        response = web.json_response(phone_texts(request.match_info["language"]))
        response.enable_compression()
        return response

    async def _diagram(self, request: web.Request) -> web.Response:
        content = self.diagrams.get(request.match_info["key"])
        if content is None:
            raise web.HTTPNotFound
        return web.Response(body=content, content_type="application/json")

    async def _code(self, request: web.Request) -> web.Response:
        if (await request.json())["code"] != CODE:
            raise web.HTTPForbidden
        return web.json_response({"ticket": TOKEN})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self.reachable:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        phone: FakePhone | None = None
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            message = msgspec.json.decode(frame.data, type=FromPhone)
            if isinstance(message, Connect):
                phone = await self._arrive(socket, message)
                if phone is None:
                    break
            elif isinstance(message, Ping):
                await socket.send_str(msgspec.json.encode(Pong(message.number)).decode())
            elif phone is not None:
                self.acts.append(message)
                if self.on_act is not None:
                    self.on_act(phone, message)
        if phone is not None and phone.socket is socket:
            phone.socket = None
        await socket.close()
        return socket

    async def _arrive(self, socket: web.WebSocketResponse, hello: Connect) -> FakePhone | None:
        self.hellos.append(hello)
        phone = self.phones.get(hello.secret)
        if phone is None and hello.token != TOKEN:
            await socket.send_str(msgspec.json.encode(Refused("token")).decode())
            return None
        if phone is None:
            number = len(self.phones) + 1
            phone = FakePhone(number, f"secret {number}", hello.language, self.you())
            self.phones[phone.secret] = phone
        phone.socket = socket
        await self._send(phone, msgspec.json.encode(Welcome(phone.number, phone.secret)))
        await self.tell(phone, phone.you)
        if phone.view is not None:
            await self.show(phone, phone.view)
        return phone
