"""Bytes to and from a port: serial, TCP, or a recording. The only module that imports pyserial.

TCP does not use pyserial's own, which takes 0.3 s to close and drops what came first. A recording
is lines of JSON with seconds since the start and the bytes.
"""

import errno
import json
import os
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Protocol
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports as listing

from tabletop.engine import say
from tabletop.input.devices import REPLAY_PREFIX

if sys.platform == "win32":
    _TERMIOS: tuple[type[Exception], ...] = ()
else:
    import termios

    _TERMIOS = (termios.error,)

_FAILURES: Final = (serial.SerialException, OSError, TypeError, ValueError, *_TERMIOS)
"""All that pyserial raises when a device goes; termios.error is no OSError."""
BAUD: Final = 115200
MAX_READ_BYTES: Final = 65536
"""The most bytes of one read."""
_SOCKET_SCHEME: Final = "socket://"


class TransportError(Exception):
    """A port cannot be opened, or is gone, and why."""

    def __init__(self, words: str, *, final: bool = False) -> None:
        super().__init__(words)
        self.final = final
        """Whether trying again is useless."""


class Transport(Protocol):
    """An open port. Only one thread may use it, and close it."""

    def read(self, wait: float) -> bytes:
        """All that is there, as soon as anything is; empty after `wait` seconds.

        TransportError when the other end is gone.
        """
        ...

    def write(self, data: bytes) -> int:
        """Writes as much as possible without blocking and returns the number of bytes;
        TransportError.
        """
        ...

    def close(self) -> None:
        """Never fails; may be repeated."""
        ...


def open_transport(url: str) -> Transport:
    """Opens a path, ``COM5``, a URL of pyserial, or ``replay:FILE``; TransportError."""
    if url.startswith(REPLAY_PREFIX):
        return ByteReplay(url.removeprefix(REPLAY_PREFIX))
    if url.startswith(_SOCKET_SCHEME):
        return SocketTransport(url.removeprefix(_SOCKET_SCHEME))
    return _SerialTransport(url)


class _SerialTransport:
    def __init__(self, url: str) -> None:
        try:
            # DTR and RTS must be right from the first moment, because they reset boards.
            line = serial.serial_for_url(
                url, BAUD, timeout=0, write_timeout=0.5, exclusive=True, do_not_open=True
            )
            line.dtr = line.rts = True
            # What the device sent before is kept: it may be an event.
            vars(line)["_reset_input_buffer"] = lambda: None
            line.open()
        except _FAILURES as problem:
            raise TransportError(_open_error(problem)) from problem
        self._line = line
        self._fd = self._descriptor()

    def _descriptor(self) -> int:
        """Its descriptor; -1 if there is none to wait on."""
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
            raise TransportError(disconnect_reason(problem)) from problem

    def _read_there(self, wait: float) -> bytes:
        if not select.select([self._fd], (), (), wait)[0]:
            return b""
        try:
            data = os.read(self._fd, MAX_READ_BYTES)
        except BlockingIOError:
            return b""
        if not data:  # readable without data: the device was unplugged
            raise OSError(errno.ENODEV, "it was unplugged")
        return data

    def _read_any(self, wait: float) -> bytes:
        # Waits for one byte, then takes what has come with it.
        self._line.timeout = wait
        first = bytes(self._line.read(1))
        if not first:
            return b""
        self._line.timeout = 0
        return first + bytes(self._line.read(min(self._line.in_waiting, MAX_READ_BYTES)))

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
            raise TransportError(disconnect_reason(problem)) from problem

    def close(self) -> None:
        self._fd = -1
        with suppress(*_FAILURES, AttributeError):
            self._line.close()


def _open_error(problem: BaseException) -> str:
    """Why a port cannot be opened."""
    match getattr(problem, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return say("serial.none", "there is no such port")
        case errno.EACCES | errno.EPERM:
            return say("serial.rights", "no permission to open the port")
        case errno.EBUSY | errno.EAGAIN:
            return say("serial.busy", "another program is using the port")
    return say("serial.shut", "the port cannot be opened: {why}", why=_error_line(problem))


def disconnect_reason(problem: BaseException) -> str:
    """Why an open port has failed."""
    match getattr(problem, "errno", None):
        case errno.EIO | errno.ENODEV | errno.ENXIO | errno.EBADF:
            return say("serial.unplugged", "it was unplugged")
        case errno.ECONNRESET | errno.EPIPE:
            return say("serial.hung-up", "the other side closed the connection")
    return say("serial.broken", "the port failed: {why}", why=_error_line(problem))


def _error_line(problem: BaseException) -> str:
    """An exception's message in one line."""
    words = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
    return " ".join(str(words).split())


@dataclass(frozen=True, slots=True)
class PortInfo:
    device: str
    """What to open: ``/dev/ttyACM0``, ``COM5``."""
    description: str = ""
    vid: int | None = None
    pid: int | None = None
    serial_number: str = ""
    location: str = ""

    @property
    def key(self) -> str:
        """The device's key, as permanent as possible."""
        if self.vid is not None and self.pid is not None and self.serial_number:
            return f"usb:{self.vid:04X}:{self.pid:04X}:{self.serial_number}"
        if self.location:
            return f"path:{self.location}"
        return f"url:{self.device}"


def list_ports() -> tuple[PortInfo, ...]:
    """All ports; takes up to ten seconds on Windows, so never call it on the main thread."""
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


_CONNECT_SECONDS: Final = 3.0
"""Seconds that a connection may take."""


class SocketTransport:
    """A transport over TCP, such as a bridge to Bluetooth dice."""

    def __init__(self, place: str) -> None:
        host, port = _parse_address(place)
        try:
            self._socket = socket.create_connection((host, port), timeout=_CONNECT_SECONDS)
        except (OSError, UnicodeError) as problem:
            why = getattr(problem, "strerror", None) or str(problem)
            words = say(
                "serial.no-answer", "nothing answers at {place}: {why}", place=place, why=why
            )
            raise TransportError(words) from problem
        with suppress(OSError):
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)

    def read(self, wait: float) -> bytes:
        try:
            if not select.select([self._socket], (), (), wait)[0]:
                return b""
            data = self._socket.recv(MAX_READ_BYTES)
        except BlockingIOError:
            return b""
        except (OSError, ValueError) as problem:
            raise TransportError(disconnect_reason(problem)) from problem
        if not data:
            raise TransportError(say("serial.hung-up", "the other side closed the connection"))
        return data

    def write(self, data: bytes) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as problem:
            raise TransportError(disconnect_reason(problem)) from problem

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()


def _parse_address(place: str) -> tuple[str, int]:
    with suppress(ValueError):
        parts = urlsplit(f"//{place}")
        if parts.hostname and parts.port:
            return parts.hostname, parts.port
    raise TransportError(
        say("serial.place", "write a socket as socket://host:port, not {place}", place=place),
        final=True,
    )


class ByteRecorder:
    """Records bytes. Every piece is in the file as soon as it is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # A new file only: no recording is overwritten.
        self._file = path.open("x", encoding="ascii", buffering=1)
        self._began = monotonic()

    def write(self, data: bytes) -> None:
        """OSError if the disk is full."""
        since = round(monotonic() - self._began, 6)
        self._file.write(json.dumps({"t": since, "hex": data.hex()}) + "\n")

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()


class ByteReplay:
    """Plays a recording in its own time, ignores what is written, and then ends."""

    def __init__(self, path: str) -> None:
        # Read as a whole: damage is reported before anything is played.
        self._pieces = iter(list(_read_pieces(Path(path))))
        self._next = next(self._pieces, None)
        self._began = monotonic()

    def read(self, wait: float) -> bytes:
        if self._next is None:
            words = say("serial.over", "the recording has ended")
            raise TransportError(words, final=True)
        at, data = self._next
        left = self._began + at - monotonic()
        if left > wait:
            sleep(wait)
            return b""
        sleep(max(0.0, left))
        self._next = next(self._pieces, None)
        return data

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        self._next = None


def _read_pieces(path: Path) -> Iterator[tuple[float, bytes]]:
    """All pieces of a recording, in order; TransportError at the first invalid line.

    The last line may be incomplete.
    """
    try:
        lines = path.read_text("ascii").splitlines(keepends=True)
    except (OSError, ValueError) as problem:
        raise TransportError(_recording_error(path, problem), final=True) from problem
    for number, line in enumerate(lines, start=1):
        try:
            piece = json.loads(line)
            at, data = float(piece["t"]), bytes.fromhex(piece["hex"])
            if not 0 <= at <= 1e6:
                raise ValueError(f"a time of {at}")
        except (ValueError, TypeError, KeyError, RecursionError) as problem:
            if number == len(lines) and not line.endswith("\n"):
                return
            raise TransportError(_recording_error(path, problem, number), final=True) from problem
        yield at, data


def _recording_error(path: Path, problem: Exception, line: int = 1) -> str:
    if isinstance(problem, OSError):
        why = problem.strerror or str(problem)
        return say("serial.no-file", "{path} cannot be read: {why}", path=str(path), why=why)
    words = "{path} is not a recording (line {line})"
    return say("serial.no-recording", words, path=str(path), line=line)
