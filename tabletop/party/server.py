"""The server of the phone pages: the only part of the program that faces strangers.

It owns sockets, limits and secrets, and nothing of a game. `PhoneServer` speaks HTTP and WebSocket
with phones, `serve` connects it with the table by two pipes.
"""

import asyncio
import hmac
import logging
import re
import secrets
import socket
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final, Literal, TypeAlias

import msgspec
from aiohttp import WSMsgType, web
from aiohttp.web_protocol import RequestHandler

from tabletop.languages import catalogue, translate
from tabletop.party.files import (
    IMMUTABLE,
    MAX_DIAGRAMS,
    PAGE,
    REVALIDATED,
    SAFE_HEADERS,
    KeptFiles,
    PageFiles,
    PhoneTexts,
    file_answer,
    home_page,
    json_answer,
    known_language,
    make_file,
    plain_answer,
)
from tabletop.party.limits import CodeTries, Rate, RatesByAddress
from tabletop.party.messages import (
    CODE_LENGTH,
    CODE_TRIES,
    CODE_TRIES_PER_ADDRESS,
    GAME_CODE_TRIES,
    GAME_CODE_TRIES_PER_ADDRESS,
    MAX_HOME_PAGES,
    MAX_LINE_BYTES,
    MAX_MESSAGES_PER_SECOND,
    MAX_PHONE_MESSAGE_BYTES,
    MAX_SOCKETS,
    MAX_SOCKETS_PER_ADDRESS,
    Act,
    Acted,
    Beat,
    Connect,
    DiagramFile,
    Dismiss,
    Failed,
    FindGame,
    FromPhone,
    FromServer,
    HomePage,
    Joining,
    Open,
    Opened,
    PhoneArrived,
    PhoneLeft,
    Ping,
    Pong,
    Refused,
    Show,
    Sit,
    Tell,
    ToPhone,
    ToServer,
    Welcome,
    Write,
)
from tabletop.system.addresses import (
    MAX_CONNECTIONS,
    NoPort,
    machine_addresses,
    machine_names,
    open_port,
)
from tabletop.system.name_filter import is_allowed_name
from tabletop.system.names import clean_name, clean_text

log = logging.getLogger(__name__)

Why: TypeAlias = Literal["token", "full", "closed", "put_out", "flood", "message", "moved"]

BURST: Final = 2 * MAX_MESSAGES_PER_SECOND
MAX_FRAME_BYTES: Final = 2 * MAX_PHONE_MESSAGE_BYTES
"""Beyond this the connection is cut; between the two sizes the phone is told why."""
SOCKET_BUFFER_BYTES: Final = 64 * 1024
"""What the system keeps for a phone that reads slowly; more would be views that nobody needs."""
RESERVED_SOCKETS: Final = 8
"""Beyond the limit, for phones that hold a seat and come back."""
MAX_CONNECTIONS_PER_ADDRESS: Final = 64
"""Browsers open six beside the WebSocket, and phones may share an address."""
MAX_PHONES: Final = 512
"""Phones that are known by their secrets; beyond it the one that was away longest is forgotten."""
MAX_TICKETS: Final = 64
TICKET_SECONDS: Final = 60.0
MAX_BODY_BYTES: Final = 200
MAX_WAITING_LINES: Final = 4096
"""Lines that the table has not read; what people do is dropped beyond it."""
BEAT_SECONDS: Final = 1.0
ADDRESS_SECONDS: Final = 15.0
"""Between two looks at the addresses of this machine."""
SECRET_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts in seconds."""

    connect: float = 5.0
    """From the opening of a WebSocket to its first message."""
    heartbeat: float = 15.0
    """Silence after which a phone is asked whether it is there; it has half of that to answer."""
    drain: float = 10.0
    """For a phone to take a message."""
    goodbye: float = 2.0
    """For a refused phone to read why."""
    idle: float = 15.0
    """For an HTTP connection to send a whole request."""
    http: float = 60.0
    """The longest HTTP connection, busy or not."""


_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?")
_FROM_PHONE: Final = msgspec.json.Decoder(FromPhone)
_TO_SERVER: Final = msgspec.json.Decoder(ToServer)
_ENCODER: Final = msgspec.json.Encoder()
_BAD_JSON: Final = (msgspec.DecodeError, ValueError, RecursionError)


class _CodeTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class _Ended(Exception):
    """A connection ends, and the phone is told why."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Final = why


class _Line:
    """The WebSocket of a phone: the newest message of each kind waits until it can be sent."""

    def __init__(
        self, web_socket: web.WebSocketResponse, request: web.BaseRequest, times: Timeouts
    ) -> None:
        self._socket = web_socket
        self._times = times
        self._transport = request.transport
        self.address: Final = request.remote or ""
        self._waiting: dict[str, tuple[bytes, WSMsgType]] = {}
        self._ready = asyncio.Event()
        self._last: bytes | None = None
        self._writer = asyncio.create_task(self._write())

    @property
    def ending(self) -> bool:
        return self._last is not None

    def send(self, message: ToPhone) -> None:
        self.put(type(message).__name__, _ENCODER.encode(message))

    def put(self, kind: str, message: bytes, frame: WSMsgType = WSMsgType.TEXT) -> None:
        """Replaces a message of that kind which was not sent yet."""
        self._waiting[kind] = message, frame
        self._ready.set()

    def end(self, why: Why) -> None:
        """Says why and closes, without waiting for it."""
        if self._last is None:
            self._last = _ENCODER.encode(Refused(why))
            self._ready.set()

    async def close(self) -> None:
        """Cuts the connection; one that is told why has a moment to read it."""
        if self._last is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(2 * self._times.goodbye):
                    await asyncio.wait((self._writer,))
        self._writer.cancel()
        self._cut()

    def _cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()  # a close would wait for what the phone does not read

    async def _write(self) -> None:
        try:
            while self._last is None:
                await self._ready.wait()
                self._ready.clear()
                while self._waiting and self._last is None:
                    message, frame = self._waiting.pop(next(iter(self._waiting)))
                    async with asyncio.timeout(self._times.drain):
                        await self._socket.send_frame(message, frame)
            async with asyncio.timeout(self._times.goodbye):
                await self._socket.send_frame(self._last, WSMsgType.TEXT)
                await self._socket.close()
        except (OSError, TimeoutError, RuntimeError):
            pass  # it is gone, or reads too slowly
        finally:
            self._cut()


@dataclass(slots=True, eq=False)
class _Phone:
    """A phone that is known by its secret."""

    number: int
    secret: str
    line: _Line | None = None
    seated: bool = False
    host: bool = False
    sits: Rate = field(default_factory=lambda: Rate(0.5, 6, 0.0))
    """How often it may change its name: the name filter is slow."""
    watches: Rate = field(default_factory=lambda: Rate(5, 20, 0.0))
    """How much a spectator does that reaches the table."""


class _Connection(RequestHandler):
    """A connection whose errors are answered without the bytes that caused them."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - it may quote the request
    ) -> web.StreamResponse:
        if status >= 500:
            log.error("a request could not be answered", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun")
        return plain_answer(status, "This is no request that the table understands.")


class _Doorman(web.Server):
    """Limits the connections, in all and of an address, before anything is read from them."""

    def __init__(
        self,
        handler: Callable[[web.BaseRequest], object],
        refused: Callable[[], None],
        times: Timeouts,
    ) -> None:
        super().__init__(
            handler,  # type: ignore[arg-type] # it is a coroutine function
            keepalive_timeout=times.idle,
            lingering_time=1.0,
            access_log=None,
            auto_decompress=False,
            max_headers=64,
        )
        self._refused = refused
        self._times = times
        self._by_address: Counter[str] = Counter()
        self._open: dict[RequestHandler, tuple[str, asyncio.TimerHandle]] = {}

    def __call__(self) -> RequestHandler:
        return _Connection(self, loop=self._loop, **self._kwargs)

    def connection_made(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        timer = asyncio.get_running_loop().call_later(self._times.http, transport.abort)
        self._open[handler] = address, timer
        self._by_address[address] += 1
        if (
            len(self._open) > MAX_CONNECTIONS
            or self._by_address[address] > MAX_CONNECTIONS_PER_ADDRESS
        ):
            self._refused()
            transport.abort()

    def connection_lost(self, handler: RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        if (known := self._open.pop(handler, None)) is not None:
            address, timer = known
            timer.cancel()
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def let_stay(self, handler: RequestHandler) -> None:
        """A connection that is no longer HTTP."""
        if (known := self._open.get(handler)) is not None:
            known[1].cancel()


class PhoneServer:
    """Lets phones in and passes messages between them and the table."""

    def __init__(
        self, tell: Callable[[FromServer], bool], pages: PageFiles, times: Timeouts | None = None
    ) -> None:
        """`tell` sends a message to the table; False if the table reads too slowly."""
        self.failed: Final = asyncio.Event()
        """Set when the port could not be opened and the table was told why."""
        self._tell = tell
        self._pages = pages
        self._times = times or Timeouts()
        self._texts = PhoneTexts()
        self._diagrams = KeptFiles(MAX_DIAGRAMS)
        self._home = KeptFiles(MAX_HOME_PAGES)
        self._opened: Open | None = None
        self._token = self._code = ""
        self._joining = False
        self._port = 0
        self._addresses: tuple[str, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._runner: web.ServerRunner | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused = 0
        self._phones: OrderedDict[int, _Phone] = OrderedDict()
        """By number, those first that were heard of longest ago."""
        self._by_secret: dict[str, _Phone] = {}
        self._next_phone = 1
        self._put_out: deque[str] = deque(maxlen=MAX_SOCKETS)
        """Secrets of phones that were put out."""
        self._strangers: dict[_Line, None] = {}
        """Sockets that have not said who they are, oldest first."""
        self._tickets: OrderedDict[str, float] = OrderedDict()
        """One-use tokens for typed codes, and until when they are good."""
        self._wrong_codes = CodeTries(CODE_TRIES_PER_ADDRESS, CODE_TRIES)
        self._game_codes = CodeTries(GAME_CODE_TRIES_PER_ADDRESS, GAME_CODE_TRIES)
        self._requests = RatesByAddress(40, 200)
        self._handshakes = RatesByAddress(2, 30)
        self._arrivals = RatesByAddress(0.5, 30)
        self._doorman: _Doorman | None = None

    # -- from the table -----------------------------------------------------------------------

    def receive(self, message: ToServer) -> None:
        """Does what the table says."""
        if self._opened is None and not isinstance(message, Open):
            log.warning("the first message of the table must be Open")
            return
        match message:
            case Open():
                if self._opened is None:
                    self._begin(message)
            case Joining(on, token, code):
                if token != self._token:
                    self._tickets.clear()
                    self._put_out.clear()
                self._joining, self._token, self._code = on, token, code
            case Tell(number, you):
                if (phone := self._phones.get(number)) is not None:
                    phone.seated, phone.host = you.seat is not None, you.host
                    if phone.line is not None:
                        phone.line.send(you)
            case Show(numbers, view):
                text = b'{"type":"View","view":' + bytes(view) + b"}"
                for number in numbers:
                    phone = self._phones.get(number)
                    if phone is not None and phone.line is not None:
                        phone.line.put("View", text)
            case DiagramFile(key, content):
                self._diagrams.add(key, make_file(bytes(content), ".json"))
            case HomePage(key, html):
                self._home.add(key, home_page(html))
            case Dismiss(number, why):
                self._dismiss(number, why)

    def _begin(self, message: Open) -> None:
        self._opened = message
        self._token, self._code = message.token, message.code
        self._joining = message.joining
        for entry in message.roster:
            self._know(entry.phone, entry.secret).seated = entry.seated
        self._spawn(self._listen(message))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _dismiss(self, number: int, why: Literal["put_out", "moved", "closed"]) -> None:
        phone = self._phones.get(number)
        if phone is None:
            return
        self._forget(phone)
        if why == "put_out":
            self._put_out.append(phone.secret)
        if phone.line is not None:
            phone.line.end(why)

    # -- the port -----------------------------------------------------------------------------

    async def _listen(self, message: Open) -> None:
        try:
            sockets = open_port(message.host, message.port)
        except NoPort as problem:
            known = catalogue(known_language(message.language))
            why = str(problem.why) if known is None else translate(problem.why, known)
            self._tell(Failed(why))
            self.failed.set()
            return
        self._port = sockets[0].getsockname()[1]
        self._names = machine_names() | {"localhost", message.host.lower()}
        self._doorman = _Doorman(self._answer, self._count_refused, self._times)
        self._runner = web.ServerRunner(self._doorman, shutdown_timeout=self._times.goodbye)
        await self._runner.setup()
        for each in sockets:
            await web.SockSite(self._runner, each, backlog=MAX_CONNECTIONS).start()
        await self._run(message.host)

    async def _run(self, host: str) -> None:
        """Tells the table where phones find the server, and every second that it is alive."""
        looked, told = -ADDRESS_SECONDS, None
        while True:
            now = asyncio.get_running_loop().time()
            if now - looked >= ADDRESS_SECONDS:
                looked = now
                self._addresses = (host,) if host else await asyncio.to_thread(machine_addresses)
                if self._addresses != told:
                    told = self._addresses
                    self._tell(Opened(self._port, self._addresses))
            sockets = len(self._strangers) + self._connected
            self._tell(Beat(sockets, self._refused))
            await asyncio.sleep(BEAT_SECONDS)

    async def close(self) -> None:
        """Ends all connections and closes the port."""
        for task in list(self._tasks):
            task.cancel()
        for line in [*self._strangers, *(each.line for each in self._phones.values())]:
            if line is not None:
                await line.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _count_refused(self) -> None:
        self._refused += 1

    # -- HTTP ---------------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        address = request.remote or ""
        if not self._requests.allows(address, _now()):
            self._refused += 1
            return plain_answer(429, "Too many requests. Try again in a moment.")
        host = self._host(request)
        if host is None:
            self._refused += 1
            return plain_answer(421, "This is not an address of the table.")
        origins = request.headers.getall("Origin", [])
        needed = request.path == "/ws" or request.method not in ("GET", "HEAD")
        if origins != [f"http://{host}"] and (origins or needed):
            self._refused += 1
            return plain_answer(403, "Another page has sent this.")
        if request.path == "/code" and request.method == "POST":
            return await self._try_code(request, address)
        if request.method not in ("GET", "HEAD"):
            return plain_answer(405, "There is nothing to do this with.")
        if request.path == "/ws":
            return await self._talk(request)
        return self._find(request, host)

    def _host(self, request: web.BaseRequest) -> str | None:
        """The `Host` header if it names this machine.

        A page of another server, whose name was made to point here, would send that name.
        """
        given = request.headers.getall("Host", [])
        host = given[0].lower() if len(given) == 1 else ""
        found = _HOST.fullmatch(host)
        if found is None or int(found[2] or 80) != self._port:
            return None
        name = found[1].strip("[]")
        # The address that the phone has dialled is right, even if it is new.
        transport = request.transport
        own = transport.get_extra_info("sockname") if transport is not None else None
        known = name in self._names or name in self._addresses
        return host if known or (own is not None and name == own[0]) else None

    def _find(self, request: web.BaseRequest, host: str) -> web.Response:
        match request.path.split("/")[1:]:
            case [""] | ["j", _]:
                if (page := self._pages.find(PAGE)) is None:
                    return plain_answer(404, "The phone pages are missing from this installation.")
                return file_answer(request, host, page, REVALIDATED)
            case ["static", name]:
                version = request.rel_url.query.get("v")
                lasting = IMMUTABLE if version == self._pages.version else REVALIDATED
                return file_answer(request, host, self._pages.find(name), lasting)
            case ["words", name] if name.endswith(".json"):
                return file_answer(
                    request, host, self._texts.find(name.removesuffix(".json")), REVALIDATED
                )
            case ["diagram", name] if name.endswith(".json"):
                found = self._diagrams.find(name.removesuffix(".json"))
                return file_answer(request, host, found, IMMUTABLE)
            case ["home", key]:
                response = file_answer(request, host, self._home.find(key), REVALIDATED)
                if "save" in request.rel_url.query and response.status == 200:
                    response.headers["Content-Disposition"] = 'attachment; filename="tabletop.html"'
                return response
            case ["check"]:
                return json_answer(200, {"table": True, "joining": self._joining})
        return plain_answer(404, "There is nothing here.")

    async def _try_code(self, request: web.BaseRequest, address: str) -> web.Response:
        """A ticket for the typed code: it is good for one connection within a minute."""
        if self._wrong_codes.too_many(address, _now()):
            self._refused += 1
            return json_answer(429, {"refused": "tries"})
        try:
            async with asyncio.timeout(self._times.connect):
                body = b""
                while len(body) <= MAX_BODY_BYTES and (part := await request.content.readany()):
                    body += part
            code = msgspec.json.decode(body, type=_CodeTry).code.strip().upper()
        except (*_BAD_JSON, TimeoutError):
            self._refused += 1
            return json_answer(400, {"refused": "message"})
        # Again: others may have tried meanwhile.
        if self._wrong_codes.too_many(address, _now()):
            self._refused += 1
            return json_answer(429, {"refused": "tries"})
        if not _same(code, self._code) or len(self._code) < CODE_LENGTH:
            self._wrong_codes.add(address, _now())
            self._refused += 1
            return json_answer(403, {"refused": "code"})
        if not self._joining:
            return json_answer(403, {"refused": "closed"})
        ticket = secrets.token_urlsafe(SECRET_BYTES)
        self._tickets[ticket] = _now() + TICKET_SECONDS
        if len(self._tickets) > MAX_TICKETS:
            self._tickets.popitem(last=False)
        return json_answer(200, {"ticket": ticket})

    # -- WebSocket ----------------------------------------------------------------------------

    async def _talk(self, request: web.BaseRequest) -> web.StreamResponse:
        """One connection of a phone, from its first message to its end."""
        address = request.remote or ""
        if not self._handshakes.allows(address, _now()):
            self._refused += 1
            return plain_answer(429, "Too many connections. Try again in a moment.")
        web_socket = web.WebSocketResponse(
            timeout=self._times.goodbye,
            heartbeat=self._times.heartbeat,
            autoping=False,  # pings count as messages
            compress=False,
            max_msg_size=MAX_FRAME_BYTES,
            writer_limit=0,  # each message waits until the system has taken the one before
        )
        web_socket.headers.update(SAFE_HEADERS)
        if not web_socket.can_prepare(request).ok:
            return plain_answer(400, "Only the phone page connects here.")
        await web_socket.prepare(request)
        if self._doorman is not None:
            self._doorman.let_stay(request.protocol)
        if (transport := request.transport) is not None:
            transport.set_write_buffer_limits(0)
            with suppress(OSError):
                transport.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER_BYTES
                )
        line = _Line(web_socket, request, self._times)
        phone: _Phone | None = None
        try:
            phone = self._recognise(await self._first_message(web_socket, line), line)
            await self._pass_on(web_socket, line, phone)
        except _Ended as end:
            self._refused += 1
            line.end(end.why)
        finally:
            self._strangers.pop(line, None)
            if phone is not None and phone.line is line:
                phone.line = None
                if self._phones.get(phone.number) is phone:
                    self._phones.move_to_end(phone.number)
                    self._tell(PhoneLeft(phone.number))
            await line.close()
        return web_socket

    async def _first_message(self, web_socket: web.WebSocketResponse, line: _Line) -> Connect:
        self._strangers[line] = None
        if sum(each.address == line.address for each in self._strangers) > MAX_SOCKETS_PER_ADDRESS:
            raise _Ended("full")
        if len(self._strangers) > MAX_SOCKETS:
            oldest = next(iter(self._strangers))
            oldest.end("full")
            del self._strangers[oldest]
        try:
            async with asyncio.timeout(self._times.connect):
                message = await _next_message(web_socket, line, Rate(1, 5, _now()))
        except TimeoutError:
            raise _Ended("message") from None
        if not isinstance(message, Connect) or line.ending:
            raise _Ended("message")
        return message

    def _recognise(self, hello: Connect, line: _Line) -> _Phone:
        """The phone with that secret, or a new one that has the token or a ticket."""
        phone = self._by_secret.get(hello.secret)
        known = phone is not None
        if phone is None:
            self._check_newcomer(hello, line)
        self._check_room(phone, line)
        if phone is None:
            self._tickets.pop(hello.token, None)
            phone = self._know(self._next_phone, secrets.token_urlsafe(SECRET_BYTES))
        del self._strangers[line]
        if phone.line is not None:
            phone.line.end("moved")
        phone.line = line
        line.send(Welcome(phone.number, phone.secret))
        self._tell(PhoneArrived(phone.number, phone.secret, hello.language, known))
        return phone

    def _check_newcomer(self, hello: Connect, line: _Line) -> None:
        if hello.secret in self._put_out:
            raise _Ended("put_out")
        # Python's hash of a text is keyed: the time of a look-up tells nothing of a ticket.
        has_ticket = self._tickets.get(hello.token, 0.0) > _now()
        if not has_ticket and not (self._token and _same(hello.token, self._token)):
            raise _Ended("token")
        if not self._joining:
            raise _Ended("closed")
        if not self._arrivals.allows(line.address, _now()):
            raise _Ended("flood")

    def _check_room(self, phone: _Phone | None, line: _Line) -> None:
        lines = [
            each.line
            for each in self._phones.values()
            if each.line is not None and each is not phone
        ]
        seated = phone is not None and phone.seated
        most = MAX_SOCKETS + (RESERVED_SOCKETS if seated else 0)
        of_address = sum(each.address == line.address for each in lines)
        if len(lines) >= most or of_address >= MAX_SOCKETS_PER_ADDRESS:
            raise _Ended("full")

    @property
    def _connected(self) -> int:
        return sum(each.line is not None for each in self._phones.values())

    def _know(self, number: int, secret: str) -> _Phone:
        phone = _Phone(number, secret)
        self._phones[number] = self._by_secret[secret] = phone
        self._next_phone = max(self._next_phone, number + 1)
        if len(self._phones) > MAX_PHONES:
            away = (each for each in self._phones.values() if each.line is None and not each.seated)
            if (longest := next(away, None)) is not None and longest is not phone:
                self._forget(longest)
        return phone

    def _forget(self, phone: _Phone) -> None:
        self._phones.pop(phone.number, None)
        self._by_secret.pop(phone.secret, None)

    async def _pass_on(self, web_socket: web.WebSocketResponse, line: _Line, phone: _Phone) -> None:
        """Passes what people do to the table, until the connection ends."""
        rate = Rate(MAX_MESSAGES_PER_SECOND, BURST, _now())
        while (message := await _next_message(web_socket, line, rate)) is not None:
            if line.ending:
                return
            match message:
                case Ping(number):
                    line.send(Pong(number))
                case Connect():
                    raise _Ended("message")
                case FindGame():
                    self._act(phone, self._limit_codes(message, line.address))
                case _:
                    self._act(phone, message)

    def _limit_codes(self, act: FindGame, address: str) -> FindGame:
        """The code to look up; "" if too many were. Only the table knows which were right."""
        if self._game_codes.too_many(address, _now()):
            self._refused += 1
            return FindGame("")
        self._game_codes.add(address, _now())
        return act

    def _act(self, phone: _Phone, act: Act) -> None:
        # Sixty spectators must not keep the table busy, whatever they tap.
        if not (phone.seated or phone.host or phone.watches.allows(_now())):
            self._refused += 1
            return
        if isinstance(act, Sit):
            if not phone.sits.allows(_now()):
                raise _Ended("flood")
            act = msgspec.structs.replace(act, name=self._fit_name(act.name))
        elif isinstance(act, Write):
            act = msgspec.structs.replace(act, text=clean_text(act.text))
        if not self._tell(Acted(phone.number, act)):
            self._refused += 1

    def _fit_name(self, name: str) -> str:
        """The name as it may be shown; "" if it may not."""
        name = clean_name(name)
        filtered = self._opened is not None and self._opened.filtered
        return "" if filtered and name and not is_allowed_name(name) else name


async def _next_message(
    web_socket: web.WebSocketResponse, line: _Line, rate: Rate
) -> FromPhone | None:
    """The next valid message; None at the end of the connection."""
    while True:
        frame = await web_socket.receive()
        if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG):
            return None
        if not rate.allows(_now()):
            raise _Ended("flood")
        if frame.type is WSMsgType.PING:
            line.put("pong", bytes(frame.data), WSMsgType.PONG)
        elif frame.type is not WSMsgType.PONG:
            data = frame.data
            if isinstance(data, str):
                data = data.encode()
            if len(data) > MAX_PHONE_MESSAGE_BYTES:
                raise _Ended("message")
            try:
                message: FromPhone = _FROM_PHONE.decode(data)
            except _BAD_JSON:
                raise _Ended("message") from None
            return message


def _now() -> float:
    return asyncio.get_running_loop().time()


def _same(one: str, other: str) -> bool:
    """Compares in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class TablePipe:
    """The way to the table: a thread writes, so that a full pipe delays no phone."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._write, name="to the table", daemon=True)
        self._thread.start()

    def tell(self, message: FromServer) -> bool:
        """Queues a message. False: too many wait, and what somebody did is dropped."""
        if isinstance(message, Acted) and self._lines.qsize() >= MAX_WAITING_LINES:
            return False
        self._lines.put(_ENCODER.encode(message) + b"\n")
        return True

    def close(self) -> None:
        """Writes what waits."""
        self._lines.put(None)
        self._thread.join(BEAT_SECONDS)

    def _write(self) -> None:
        with suppress(OSError, ValueError):  # the table has ended
            while (line := self._lines.get()) is not None:
                self._out.write(line)
                if self._lines.empty():
                    self._out.flush()
            self._out.flush()


async def serve(lines: IO[bytes], out: IO[bytes], folder: Path, gone: Callable[[], None]) -> None:
    """Serves phones until the port cannot be opened.

    `gone` is called from another thread when `lines` end. `folder` holds the phone pages.
    """
    loop = asyncio.get_running_loop()
    pipe = TablePipe(out)
    server = PhoneServer(pipe.tell, PageFiles(folder))

    def listen() -> None:
        try:
            while line := lines.readline(MAX_LINE_BYTES):
                try:
                    message = _TO_SERVER.decode(line)
                except _BAD_JSON as problem:
                    log.error("the table says nonsense: %s", problem)
                else:
                    loop.call_soon_threadsafe(server.receive, message)
        finally:
            gone()

    Thread(target=listen, name="from the table", daemon=True).start()
    await server.failed.wait()
    await server.close()
    pipe.close()
