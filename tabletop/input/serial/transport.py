"""Bytes to and from a port, whatever it is; the only module that knows pyserial."""

import errno
import os
import select
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

import serial
from serial.tools import list_ports as listing

from tabletop.engine import say
from tabletop.input.devices import REPLAY

if sys.platform == "win32":
    _TERMIOS: tuple[type[Exception], ...] = ()
else:
    import termios

    _TERMIOS = (termios.error,)

_FAILURES: Final = (serial.SerialException, OSError, TypeError, ValueError, *_TERMIOS)
"""All that pyserial raises when a device goes; termios.error is no OSError."""
MOST: Final = 65536
"""Bytes that one reading gives at most."""
_SOCKET: Final = "socket://"


class TransportError(Exception):
    """A port cannot be opened, or is gone, and why, in words."""

    def __init__(self, words: str, *, final: bool = False) -> None:
        super().__init__(words)
        self.final = final
        """Whether trying again is no use."""


class Transport(Protocol):
    """An open port. Only one thread may use it, and close it."""

    def read(self, wait: float) -> bytes:
        """All that is there, as soon as anything is; empty after `wait` seconds of nothing.

        TransportError when the other end is gone.
        """
        ...

    def write(self, data: bytes) -> int:
        """Hands over as much as goes without waiting and says how many bytes; TransportError."""
        ...

    def close(self) -> None:
        """Closes it; never fails, and does nothing when it is closed."""
        ...

    def describe(self) -> str:
        """What it is, in words."""
        ...


def open_transport(url: str, baud: int = 115200) -> Transport:
    """Opens a device's path, ``COM5``, a URL of pyserial, or ``replay:FILE``; TransportError."""
    if url.startswith(REPLAY):
        from tabletop.input.serial.tape import Player

        return Player(url.removeprefix(REPLAY))
    if url.startswith(_SOCKET):
        from tabletop.input.serial.socket_line import SocketLine

        return SocketLine(url.removeprefix(_SOCKET))
    return _Line(url, baud)


class _Line:
    """A port that pyserial opens."""

    def __init__(self, url: str, baud: int) -> None:
        try:
            # DTR and RTS must be right from the first moment, for they reset boards.
            line = serial.serial_for_url(
                url, baud, timeout=0, write_timeout=0.5, exclusive=True, do_not_open=True
            )
            line.dtr = line.rts = True
            # What a device said before we came is kept: it may be an event.
            vars(line)["_reset_input_buffer"] = lambda: None
            line.open()
        except _FAILURES as problem:
            raise TransportError(_why_shut(problem)) from problem
        self._line = line
        self._url = url
        self._fd = self._descriptor()

    def _descriptor(self) -> int:
        """The number by which the system knows it; -1 where there is none to be waited for."""
        if sys.platform == "win32":
            return -1
        try:
            return int(self._line.fileno())
        except (*_FAILURES, AttributeError):
            return -1

    def read(self, wait: float) -> bytes:
        try:
            return self._read_there(wait) if self._fd >= 0 else self._read_any(wait)
        except _FAILURES as problem:
            raise TransportError(gone(problem)) from problem

    def _read_there(self, wait: float) -> bytes:
        if not select.select([self._fd], (), (), wait)[0]:
            return b""
        try:
            data = os.read(self._fd, MOST)
        except BlockingIOError:
            return b""
        if not data:  # ready, and yet nothing there: that is how an unplugged device looks
            raise OSError(errno.ENODEV, "it was unplugged")
        return data

    def _read_any(self, wait: float) -> bytes:
        # Waits for one byte, then takes what has come with it.
        self._line.timeout = wait
        first = bytes(self._line.read(1))
        if not first:
            return b""
        self._line.timeout = 0
        return first + bytes(self._line.read(min(self._line.in_waiting, MOST)))

    def write(self, data: bytes) -> int:
        try:
            if self._fd < 0:
                with suppress(serial.SerialTimeoutException):
                    self._line.write(data)
                return len(data)  # what did not go is not sent twice
            # Not by pyserial, which spins for ever on a full line if it may not wait.
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except _FAILURES as problem:
            raise TransportError(gone(problem)) from problem

    def close(self) -> None:
        self._fd = -1
        with suppress(*_FAILURES, AttributeError):
            self._line.close()

    def describe(self) -> str:
        return self._url


def _why_shut(problem: BaseException) -> str:
    """Why a port cannot be opened."""
    match getattr(problem, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return say("serial.none", "there is no such port")
        case errno.EACCES | errno.EPERM:
            return say("serial.rights", "the port may not be opened (no rights)")
        case errno.EBUSY | errno.EAGAIN:
            return say("serial.busy", "another program holds the port")
    return say("serial.shut", "the port cannot be opened: {why}", why=_words(problem))


def gone(problem: BaseException) -> str:
    """Why an open port works no more."""
    match getattr(problem, "errno", None):
        case errno.EIO | errno.ENODEV | errno.ENXIO | errno.EBADF:
            return say("serial.unplugged", "it was unplugged")
        case errno.ECONNRESET | errno.EPIPE:
            return say("serial.hung-up", "the other side hung up")
    return say("serial.broken", "the port failed: {why}", why=_words(problem))


def _words(problem: BaseException) -> str:
    """What an exception says, in one line."""
    words = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return " ".join(str(words).split())


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A port of this machine."""

    device: str
    """What to open: ``/dev/ttyACM0``, ``COM5``."""
    description: str = ""
    vid: int | None = None
    pid: int | None = None
    serial_number: str = ""
    location: str = ""
    """Its place on the bus."""

    @property
    def key(self) -> str:
        """Names the device for good, as well as it can be named."""
        if self.vid is not None and self.pid is not None and self.serial_number:
            return f"usb:{self.vid:04X}:{self.pid:04X}:{self.serial_number}"
        if self.location:
            return f"path:{self.location}"
        return f"url:{self.device}"


def list_ports() -> tuple[PortInfo, ...]:
    """All ports of this machine; takes up to ten seconds on Windows, never the main thread's."""
    try:
        found = list(listing.comports())
    except _FAILURES:
        return ()
    return tuple(
        PortInfo(
            device=port.device,
            description=port.description if port.description not in (None, "n/a") else "",
            vid=port.vid,
            pid=port.pid,
            serial_number=port.serial_number or "",
            location=port.location or "",
        )
        for port in sorted(found, key=lambda port: str(port.device))
    )
