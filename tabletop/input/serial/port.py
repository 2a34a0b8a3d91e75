"""One serial port. Its thread opens, reads, writes and closes it, and retries after failures."""

import logging
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event as Flag
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final, TypeAlias

from tabletop.engine import say
from tabletop.input.devices import REPLAY_PREFIX, DeviceHealth
from tabletop.input.serial.driver import (
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    Driver,
    DriverFactory,
    HeartbeatDriver,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.transport import ByteRecorder, Transport, TransportError, open_transport

POLL_SECONDS: Final = 0.05
_FIRST_PAUSE_SECONDS: Final = POLL_SECONDS
_MAX_PAUSE_SECONDS: Final = 2.0
"""The first pause after a failure, and the longest; each is twice the one before."""
_FOUND_PAUSE_SECONDS: Final = 30.0
_NAMED_PAUSE_SECONDS: Final = 1.0
"""Seconds after nothing intelligible has come: from a port that was found, or named by people."""

_Identity: TypeAlias = tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class PortEnd:
    """How an opening of a port ended."""

    reason: str
    health: DeviceHealth
    final: bool = False
    """Whether trying again is useless."""


class RetryBackoff:
    """The pauses between attempts, longer after each failure."""

    def __init__(self, url: str, named: bool) -> None:
        self._path = _path(url)
        self._named = named
        self._pause = 0.0

    def wait(self, ended: PortEnd, worked: bool, stop: Flag) -> None:
        """Returns when the port should be opened again, or when `stop` is set.

        If a device `worked` before the failure, the pauses are short again. A port that is missing
        is opened as soon as it appears again; so is another device in its place.
        """
        before = self._identity()
        until = monotonic() + self._length(ended, worked)
        while not stop.wait(POLL_SECONDS):
            there = self._identity()
            if self._path is not None and there != before:
                if there is None:
                    before = None
                    continue
                self._pause = 0.0
                return
            if (self._path is None or there is not None) and monotonic() >= until:
                return

    def _length(self, ended: PortEnd, worked: bool) -> float:
        if worked:
            self._pause = 0.0
        match ended.health:
            case DeviceHealth.TOO_NEW:
                return _FOUND_PAUSE_SECONDS
            case DeviceHealth.STRANGE:
                return _NAMED_PAUSE_SECONDS if self._named else _FOUND_PAUSE_SECONDS
        self._pause = (
            min(2 * self._pause, _MAX_PAUSE_SECONDS) if self._pause else _FIRST_PAUSE_SECONDS
        )
        return self._pause

    def _identity(self) -> _Identity:
        """The file at the path now; None if there is none, or if it is no path."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except (OSError, ValueError):
            return None
        # The time tells devices apart that got the same number, and notices changed permissions.
        return found.st_dev, found.st_ino, found.st_rdev, found.st_ctime_ns


def _path(url: str) -> Path | None:
    """The path of a port; None on Windows, where ports are no files."""
    if sys.platform == "win32" or "://" in url or url.startswith(REPLAY_PREFIX):
        return None
    return Path(url)


log = logging.getLogger(__name__)

MAX_WAITING_EVENTS: Final = 4096
"""A port with so many waiting events is not read on, so that none is lost."""
_CLOSE_SECONDS: Final = 1.0
"""Seconds that closing waits for the thread, which checks every 50 ms."""
_MAX_UNSENT_BYTES: Final = 4096
"""Bytes that may wait for a device that does not read; more are dropped."""


@dataclass(frozen=True, slots=True)
class PortStatus:
    health: DeviceHealth = DeviceHealth.TRYING
    why: str = ""
    """Why it is lost, too new or strange."""
    driver: str = ""
    """The protocol that is used or tried: `Driver.name`."""
    hello: Hello | None = None
    """The last identification; kept while the device is lost."""
    errors: int = 0
    """Unreadable lines, over all openings."""
    bytes: int = 0
    """Bytes read, over all openings."""
    recording: str = ""
    """The file that its bytes are written to, if any."""


def _nothing() -> None:
    pass


class SerialPort:
    """A port with its thread. All methods are for the main thread.

    It tries the protocols in turn until the device proves that it speaks one, and retries a lost
    device for ever. `wake` is called from the port's thread after new events and changes of state.
    A port that is `named` by people is soon tried again even if nothing intelligible comes from it;
    others pause for half a minute.
    """

    def __init__(
        self,
        url: str,
        languages: Sequence[DriverFactory],
        wake: Callable[[], None] = _nothing,
        *,
        named: bool = False,
        baud: int = 115200,
    ) -> None:
        self.url = url
        self.languages = tuple(languages)
        """Passed on to the port that the same device moves to: they know what it has sent."""
        self._wake = wake
        self._named = named
        self._baud = baud
        self._heard: deque[ReceivedEvent] = deque()
        self._status = PortStatus()
        self._lamps: deque[tuple[int, str]] = deque(maxlen=64)
        self._byte_recorder: ByteRecorder | None = None
        self._lock = Lock()
        self._stop = Flag()
        self._thread = Thread(target=self._run, name=f"port {url}", daemon=True)
        # The thread's own:
        self._lost: PortEnd | None = None
        self._worked = False
        self._earlier_errors = 0
        self._introduction = b""

    def start(self) -> None:
        """Opens it, in its thread. Once only: a closed port stays closed."""
        self._thread.start()

    def events(self) -> list[ReceivedEvent]:
        """What came since the last call, in order; never blocks.

        `DeviceLost` comes once when the device is gone, silent or too new, or was missing at first;
        `DeviceBack` just before the first event after that.
        """
        return [self._heard.popleft() for _ in range(len(self._heard))]

    @property
    def status(self) -> PortStatus:
        return self._status

    @property
    def running(self) -> bool:
        """Whether its thread runs: from `start` until a while after `close`."""
        return self._thread.is_alive()

    def lamp(self, number: int, colour: str) -> None:
        """Sets a lamp to a colour such as ``ff8800``; ignored without a lamp or device."""
        self._lamps.append((number, colour))

    def record(self, path: Path) -> None:
        """Writes all bytes read from now on into a new file; OSError if it cannot be made.

        It begins with the device's identification, so that it can be played by itself.
        """
        tape = ByteRecorder(path)
        if self._introduction:
            with suppress(OSError):  # the next piece will report it
                tape.write(self._introduction)
        self._change_recorder(tape)

    def stop_recording(self) -> None:
        self._change_recorder(None)

    def close(self) -> None:
        """Has the thread close the port and end, and waits for that a moment."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_CLOSE_SECONDS)
        self._change_recorder(None)

    def _change_recorder(self, tape: ByteRecorder | None) -> None:
        with self._lock:
            if self._byte_recorder is not None:
                self._byte_recorder.close()
            self._byte_recorder = tape
        self._show(recording="" if tape is None else str(tape.path))

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._status = replace(self._status, **changes)

    # From here on everything runs in the thread.

    def _run(self) -> None:
        pauses = RetryBackoff(self.url, self._named)
        turn = 0
        while not self._stop.is_set():
            ended = self._open_and_talk(self.languages[turn % len(self.languages)])
            if self._stop.is_set():
                break
            if ended.health is DeviceHealth.STRANGE:
                turn += 1
                if turn % len(self.languages):
                    continue  # the next protocol, before anybody is told
            self._lose(ended)
            if ended.final:
                break
            pauses.wait(ended, self._worked, self._stop)

    def _open_and_talk(self, language: DriverFactory) -> PortEnd:
        driver = language()
        self._worked = False
        self._show(driver=driver.name)
        try:
            line = open_transport(self.url, self._baud)
            try:
                driver.begin(monotonic())
                return self._talk(line, driver)
            finally:
                line.close()
                self._earlier_errors += driver.errors
        except TransportError as problem:
            return PortEnd(str(problem), DeviceHealth.LOST, problem.final)
        except Exception as problem:
            # An error of a driver must not end the connection for good.
            log.exception("port %s failed", self.url)
            why = str(problem) or type(problem).__name__
            return PortEnd(
                say("serial.broken", "the port failed: {why}", why=why), DeviceHealth.LOST
            )

    def _talk(self, line: Transport, driver: Driver) -> PortEnd:
        unsent = bytearray()
        while not self._stop.is_set():
            now = monotonic()
            words = self._outgoing(driver, now)
            if len(unsent) < _MAX_UNSENT_BYTES:
                unsent += words
            if unsent:
                del unsent[: line.write(bytes(unsent))]
            if len(self._heard) >= MAX_WAITING_EVENTS:
                self._stop.wait(POLL_SECONDS / 5)
                continue  # its silence is caused by us
            wait = min(POLL_SECONDS / 5 if unsent else POLL_SECONDS, driver.wakes_in(now))
            data = line.read(wait)
            self._receive(driver, data, monotonic())
            if driver.refused:
                return PortEnd(driver.refused, DeviceHealth.TOO_NEW)
            if reason := driver.silent(monotonic()):
                return PortEnd(reason, DeviceHealth.LOST if driver.known else DeviceHealth.STRANGE)
        return PortEnd("", DeviceHealth.LOST)

    def _outgoing(self, driver: Driver, now: float) -> bytes:
        """The bytes to send to the device now."""
        words = driver.due(now)
        while self._lamps:
            words += driver.lamp(*self._lamps.popleft())
        return words

    def _receive(self, driver: Driver, data: bytes, now: float) -> None:
        events: Sequence[DeviceEvent] = ()
        if data:
            self._write_recording(data)
            events = driver.feed(data, now)
        if not driver.known and self._already_reported(driver.refused):
            events = ()  # it is still too new, which was already reported
        before = self._status
        health, why = before.health, before.why
        if driver.known:
            stale = isinstance(driver, HeartbeatDriver) and driver.stale(now)
            health, why = DeviceHealth.STALE if stale else DeviceHealth.LIVE, ""
            if isinstance(driver, HeartbeatDriver):
                self._introduction = driver.introduction
        self._show(
            health=health,
            why=why,
            hello=next((e for e in reversed(events) if isinstance(e, Hello)), before.hello),
            errors=self._earlier_errors + driver.errors,
            bytes=before.bytes + len(data),
        )
        if events:
            self._push(events, driver.known, now)
        if events or health is not before.health:
            self._wake()

    def _push(self, events: Sequence[DeviceEvent], known: bool, now: float) -> None:
        if known:
            self._worked = True
            if self._lost is not None:
                self._lost = None
                self._heard.append(ReceivedEvent(now, DeviceBack()))
        self._heard.extend(ReceivedEvent(now, event) for event in events)

    def _already_reported(self, refused: str) -> bool:
        """Whether it was already reported that this device is too new."""
        return self._lost is not None and self._lost.reason == refused

    def _lose(self, ended: PortEnd) -> None:
        news = self._lost is None or (
            ended.health is DeviceHealth.TOO_NEW and not self._already_reported(ended.reason)
        )
        if news:
            self._lost = ended
            self._heard.append(ReceivedEvent(monotonic(), DeviceLost(ended.reason)))
        self._show(health=ended.health, why=ended.reason)
        self._wake()

    def _write_recording(self, data: bytes) -> None:
        with self._lock:
            if self._byte_recorder is None:
                return
            try:
                self._byte_recorder.write(data)
                return
            except OSError as problem:
                log.error("the recording %s ends: %s", self._byte_recorder.path, problem)
        self._change_recorder(None)
