"""Requests to the hub: joining, and everything signed. They wait, so they are for threads only."""

import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Lock, Timer
from typing import Final, TypeVar

import msgspec

from tabletop.event import messages
from tabletop.event.messages import (
    Join,
    Joined,
    KeptMatch,
    Refused,
    SignedUp,
    SignUpRequest,
    VisitorName,
)
from tabletop.event.signing import SIGNATURE_HEADER, TABLE_HEADER, TIME_HEADER, signature

DEFAULT_PORT: Final = 8707
TIMEOUT_SECONDS: Final = 10.0
"""For connecting, and for each part of an answer."""
REQUEST_SECONDS: Final = 40.0
"""For a whole request with its answer, besides the time for which the hub may hold it."""
MAX_ANSWER_BYTES: Final = 4 << 20
_PART_BYTES: Final = 1 << 16
_MAX_REPLAYS: Final = 3
"""How often a request is signed again with a later time."""
_ADDRESS: Final = re.compile(
    r"(?:(https?)://)?([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{1,5}))?/?"
)

T = TypeVar("T")


class HubUnreachable(Exception):
    """The hub did not answer as one; says why in a few words."""


class HubRefused(Exception):
    """The hub has refused a request."""

    def __init__(self, status: int, refused: Refused) -> None:
        super().__init__(refused.words or refused.reason)
        self.status = status
        self.refused = refused


class BadAddress(ValueError):
    """It is no address of a hub."""


@dataclass(frozen=True, slots=True)
class HubAddress:
    host: str
    port: int = DEFAULT_PORT
    secure: bool = False

    @classmethod
    def read(cls, text: str) -> "HubAddress":
        """From ``hub.local``, ``10.0.0.5:8100`` or ``https://hub.example``; raises BadAddress."""
        found = _ADDRESS.fullmatch(text.strip())
        if found is None or int(found[3] or 1) not in range(1, 65536):
            raise BadAddress(text)
        secure = found[1] == "https"
        usual = 443 if secure else DEFAULT_PORT
        return cls(found[2].strip("[]"), int(found[3] or usual), secure)

    @property
    def url(self) -> str:
        """The beginning of the addresses of the hub's pages."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == (443 if self.secure else 80)
        return f"http{'s' * self.secure}://{host}{'' if usual else f':{self.port}'}"


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes


class HubClient:
    """One hub, as one table speaks to it. Its methods may be called from several threads."""

    def __init__(
        self,
        address: HubAddress,
        table: int = 0,
        key: str = "",
        *,
        now: Callable[[], int] = time.time_ns,
        timeout: float = TIMEOUT_SECONDS,
        longest: float = REQUEST_SECONDS,
    ) -> None:
        """`now` gives nanoseconds of the table's clock."""
        self.address = address
        self._table, self._key = table, key
        self._now = now
        self._timeout, self._longest = timeout, longest
        self._lock = Lock()
        self._last = 0
        """The time of the last request."""
        self._open = set[HTTPConnection]()
        self._closed = False

    def join(self, code: str, name: str, version: str) -> Joined:
        """Asks to join; raises HubRefused, HubUnreachable, or ValidationError for a bad name."""
        asked = msgspec.convert({"code": code, "name": name, "version": version}, Join)
        body = messages.encode(asked)
        return _decoded(self._checked(self._exchange("POST", "/api/join", body, {}, 0.0)), Joined)

    def kept(self, code: str) -> KeptMatch | None:
        """The match that is kept under a code at any table; None for none."""
        reply = self.request("GET", f"/api/kept/{code}")
        if reply.status == 404:
            return None
        return _decoded(self._checked(reply), KeptMatch)

    def visitor(self, code: str) -> VisitorName | None:
        """Whose code it is; None for nobody's. HubRefused after too many wrong ones."""
        reply = self.request("GET", f"/api/visitor/{code}")
        if reply.status == 404:
            return None
        return _decoded(self._checked(reply), VisitorName)

    def sign_up(self, asked: SignUpRequest) -> SignedUp:
        """Signs somebody up for a tournament; HubRefused says why not."""
        reply = self.request("POST", "/api/sign-up", messages.encode(asked))
        return _decoded(self._checked(reply), SignedUp)

    def request(self, method: str, path: str, body: bytes = b"", wait: float = 0.0) -> Reply:
        """A signed request; raises HubUnreachable.

        `wait`: seconds for which the hub may hold it. The same time twice is refused: then it is
        signed again with a later one.
        """
        for _ in range(_MAX_REPLAYS):
            at = self._next_time()
            headers = {
                TABLE_HEADER: str(self._table),
                TIME_HEADER: str(at),
                SIGNATURE_HEADER: signature(self._key, method, path, at, body),
            }
            reply = self._exchange(method, path, body, headers, wait)
            refused = read_refusal(reply)
            if refused is None or refused.reason != "replay":
                break
            with self._lock:
                self._last = max(self._last, refused.last)
        return reply

    def close(self) -> None:
        """Breaks off what waits; nothing can be asked any more."""
        with self._lock:
            self._closed = True
            for connection in self._open:
                _break_off(connection)

    def _next_time(self) -> int:
        """A time for a request: now, but later than all before."""
        with self._lock:
            self._last = max(self._now(), self._last + 1)
            return self._last

    def _exchange(
        self, method: str, path: str, body: bytes, headers: dict[str, str], wait: float
    ) -> Reply:
        kind = HTTPSConnection if self.address.secure else HTTPConnection
        connection = kind(self.address.host, self.address.port, timeout=self._timeout)
        with self._lock:
            if self._closed:
                raise HubUnreachable("closed")
            self._open.add(connection)
        # A hub that sends a byte now and then would never run into the limit of one read.
        too_long = Event()

        def end() -> None:
            too_long.set()
            _break_off(connection)

        limit = Timer(self._longest + wait, end)
        limit.daemon = True
        limit.start()
        try:
            connection.connect()
            if connection.sock is not None:
                connection.sock.settimeout(self._timeout + wait)
            more = {"Content-Type": "application/json", "Connection": "close"}
            connection.request(method, path, body or None, {**more, **headers})
            reply = _read(connection, self._timeout)
            if too_long.is_set():
                raise HTTPException("cut off")
            return reply
        except (OSError, HTTPException, UnicodeError) as problem:
            why = "the answer takes too long" if too_long.is_set() else _why(problem)
            raise HubUnreachable(why) from problem
        finally:
            limit.cancel()
            connection.close()
            with self._lock:
                self._open.discard(connection)

    def _checked(self, reply: Reply) -> Reply:
        """A reply that is none of a refusal."""
        if reply.status < 400:
            return reply
        refused = read_refusal(reply)
        if refused is None:
            raise HubUnreachable(f"HTTP {reply.status}")
        raise HubRefused(reply.status, refused)


def read_refusal(reply: Reply) -> Refused | None:
    """What a hub refuses; None for other answers, as those of some other server."""
    if reply.status < 400:
        return None
    try:
        return msgspec.json.decode(reply.body, type=Refused)
    except msgspec.DecodeError:
        return None


def _read(connection: HTTPConnection, timeout: float) -> Reply:
    """The whole answer, if it is not too long."""
    response = connection.getresponse()
    if connection.sock is not None:
        connection.sock.settimeout(timeout)
    parts, size = list[bytes](), 0
    while part := response.read1(_PART_BYTES):
        parts.append(part)
        size += len(part)
        if size > MAX_ANSWER_BYTES:
            raise HTTPException("the answer is too long")
    return Reply(response.status, b"".join(parts))


def _break_off(connection: HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def _decoded(reply: Reply, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.DecodeError as problem:
        raise HubUnreachable("no hub answers there") from problem


def _why(problem: Exception) -> str:
    if isinstance(problem, TimeoutError):
        return "no answer"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return str(problem) or type(problem).__name__
