"""A device behind a socket, such as a bridge to Bluetooth dice.

Not by pyserial, whose own waits a third of a second when it closes, and drops what came first.
"""

import select
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from tabletop.engine import say
from tabletop.input.serial.transport import MOST, TransportError, gone

_PATIENCE: Final = 3.0
"""Seconds that a connection may take."""


class SocketLine:
    """A transport over TCP."""

    def __init__(self, place: str) -> None:
        host, port = _read_place(place)
        try:
            self._socket = socket.create_connection((host, port), timeout=_PATIENCE)
        except (OSError, UnicodeError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            words = say(
                "serial.no-answer", "nothing answers at {place}: {why}", place=place, why=why
            )
            raise TransportError(words) from problem
        self._place = place
        with suppress(OSError):
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)

    def read(self, wait: float) -> bytes:
        try:
            if not select.select([self._socket], (), (), wait)[0]:
                return b""
            data = self._socket.recv(MOST)
        except BlockingIOError:
            return b""
        except (OSError, ValueError) as problem:
            raise TransportError(gone(problem)) from problem
        if not data:
            raise TransportError(say("serial.hung-up", "the other side hung up"))
        return data

    def write(self, data: bytes) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as problem:
            raise TransportError(gone(problem)) from problem

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()

    def describe(self) -> str:
        return f"socket://{self._place}"


def _read_place(place: str) -> tuple[str, int]:
    with suppress(ValueError):
        parts = urlsplit(f"//{place}")
        if parts.hostname and parts.port:
            return parts.hostname, parts.port
    raise TransportError(
        say("serial.place", "a socket is written socket://host:port, not {place}", place=place),
        final=True,
    )
