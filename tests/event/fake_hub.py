"""A small hub for the tests of the table's side: it checks and keeps what it gets, in memory."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from tabletop.event.messages import Event, Events, Join, KeptMatch, SignUpRequest
from tabletop.event.signing import SIGNATURE_HEADER, TABLE_HEADER, TIME_HEADER, is_signed

KEY = "5a" * 32
PAIRING_CODE = "480271"


@dataclass
class FakeHub:
    """Listens at a free port of this machine while its ``with`` block runs."""

    fails: Callable[[str], str] = lambda _: ""
    """What goes wrong with a request to a path: ``drop`` (taken, but not answered), ``error``
    (500), ``hang``, ``drip`` (a header now and then, for ever), or nothing."""
    refuses: Callable[[Event], bool] = lambda _: False
    """Whether an event is none that the hub understands."""
    events: list[Event] = field(default_factory=list)
    """In the order in which they came, each id once."""
    doubled: int = 0
    """Events that came again."""
    requests: int = 0
    orders: list[dict[str, Any]] = field(default_factory=list)
    kept: dict[str, KeptMatch] = field(default_factory=dict)
    visitors: dict[str, str] = field(default_factory=dict)
    """The names of visitors by their codes."""
    open: list[dict[str, Any]] = field(default_factory=list)
    """The tournaments that can be signed up for."""
    sign_ups: list[SignUpRequest] = field(default_factory=list)
    joined: list[Join] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    """The time of the last request to each path."""
    removed: bool = False
    released: threading.Event = field(default_factory=threading.Event)
    """Lets requests that hang go on."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __enter__(self) -> "FakeHub":
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                _answer(hub, self)

            def do_POST(self) -> None:
                _answer(hub, self)

            def log_message(self, format: str, *args: object) -> None:
                del format, args

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server.server_port}"

    def facts(self, kind: str) -> list[Any]:
        """The facts of a kind that have come."""
        with self.lock:
            return [each.fact for each in self.events if type(each.fact).__name__ == kind]

    def order(self, **command: object) -> int:
        """Gives an order; returns its number."""
        with self.lock:
            self.orders.append({"id": len(self.orders) + 1, "command": command})
            return len(self.orders)


def wait_until(true: Callable[[], object], seconds: float = 20.0) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "nothing came of it"
        time.sleep(0.01)


def _answer(hub: FakeHub, request: BaseHTTPRequestHandler) -> None:
    body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
    path, fault = urlsplit(request.path).path, hub.fails(urlsplit(request.path).path)
    with hub.lock:
        hub.requests += 1
    if fault == "hang":
        hub.released.wait()
        return
    if fault == "drip":
        _drip(hub, request)
        return
    if fault == "error":
        _reply(request, 500, {})
        return
    status, told = _checked(hub, request, path, body)
    if fault == "drop":
        request.close_connection = True
        return
    _reply(request, status, told)


def _drip(hub: FakeHub, request: BaseHTTPRequestHandler) -> None:
    request.close_connection = True
    with suppress(OSError):  # the table has left
        request.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not hub.released.wait(0.02):
            request.wfile.write(b"X: y\r\n")


def _checked(
    hub: FakeHub, request: BaseHTTPRequestHandler, path: str, body: bytes
) -> tuple[int, Any]:
    if path == "/api/join":
        return _join(hub, body)
    if hub.removed:
        return 403, {"reason": "removed", "words": "This table was removed."}
    at = int(request.headers[TIME_HEADER])
    signed = (KEY, request.command, request.path, at, body, request.headers[SIGNATURE_HEADER])
    if request.headers[TABLE_HEADER] != "7" or not is_signed(*signed):
        return 401, {"reason": "signature"}
    with hub.lock:
        if at <= hub.last.get(path, 0):
            return 409, {"reason": "replay", "last": hub.last[path]}
        hub.last[path] = at
    match path.split("/"):
        case ["", "api", "events"]:
            return _take(hub, body)
        case ["", "api", "orders"]:
            asked = parse_qs(urlsplit(request.path).query)
            return _give_orders(hub, int(asked["after"][0]))
        case ["", "api", "kept", code] if code in hub.kept:
            return 200, msgspec.to_builtins(hub.kept[code])
        case ["", "api", "visitor", code] if code in hub.visitors:
            return 200, {"code": code, "name": hub.visitors[code]}
        case ["", "api", "sign-up"]:
            asked = msgspec.json.decode(body, type=SignUpRequest)
            hub.sign_ups.append(asked)
            return 200, {"code": asked.visitor or "BCD234", "name": asked.name or "Ada"}
    return 404, {"reason": "unknown"}


def _take(hub: FakeHub, body: bytes) -> tuple[int, Any]:
    try:
        events = msgspec.json.decode(body, type=Events).events
    except msgspec.DecodeError as problem:
        return 400, {"reason": "message", "words": str(problem)[:400]}
    if any(hub.refuses(event) for event in events):
        return 400, {"reason": "message", "words": "what is that?"}
    with hub.lock:
        known = {event.id for event in hub.events}
        hub.events += [event for event in events if event.id not in known]
        hub.doubled += sum(event.id in known for event in events)
    return 200, {"count": len(events)}


def _give_orders(hub: FakeHub, after: int) -> tuple[int, Any]:
    ends = time.monotonic() + 0.3
    while time.monotonic() < ends:
        with hub.lock:
            found = [order for order in hub.orders if order["id"] > after]
        if found:
            return 200, {"orders": found, "open": hub.open}
        time.sleep(0.01)
    return 200, {"orders": [], "open": hub.open}


def _join(hub: FakeHub, body: bytes) -> tuple[int, Any]:
    asked = msgspec.json.decode(body, type=Join)
    if asked.code != PAIRING_CODE:
        return 403, {"reason": "code", "words": "That is not the pairing code."}
    hub.joined.append(asked)
    return 200, {"table": 7, "key": KEY, "hub": "Harbour Games Fair", "tables": 12}


def _reply(request: BaseHTTPRequestHandler, status: int, told: Any) -> None:
    content = json.dumps(told).encode()
    try:
        request.send_response(status)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)
    except OSError:
        pass  # the table has gone
