"""One port: its thread alone opens, reads, writes and closes it; the main thread only asks."""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event as Flag
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

from tabletop.engine import say
from tabletop.input.devices import Health
from tabletop.input.serial.driver import Beating, Driver, Language
from tabletop.input.serial.events import Back, Event, Heard, Hello, Lost
from tabletop.input.serial.pauses import SLICE, Ended, Pauses
from tabletop.input.serial.tape import Tape
from tabletop.input.serial.transport import Transport, TransportError, open_transport

log = logging.getLogger(__name__)

ENOUGH: Final = 4096
"""Events that wait at most; a port with so many is not read on, so that none is lost."""
_PATIENCE: Final = 1.0
"""Seconds that closing waits for the thread, which looks up every 50 ms."""
_UNSENT: Final = 4096
"""Bytes that wait for a device that does not read; what comes on top of them is dropped."""


@dataclass(frozen=True, slots=True)
class Status:
    """How a port fares at one moment."""

    health: Health = Health.TRYING
    why: str = ""
    """Why it is lost, too new or strange, in words."""
    driver: str = ""
    """The language that is spoken or tried: `Driver.name`."""
    hello: Hello | None = None
    """Who the device last said it is; it stays while the device is lost."""
    errors: int = 0
    """How many lines could not be understood, over all openings."""
    bytes: int = 0
    """How many bytes were read, over all openings."""
    recording: str = ""
    """The file that its bytes are written to, if they are."""


def _nothing() -> None:
    pass


class Port:
    """Changes as its device comes, speaks and goes. All methods are for the main thread.

    It tries the languages in turn until the device proves that it speaks one, and looks for a lost
    device again for ever. `wake` is called from the port's thread after new events and when the
    device fares otherwise. A port that is `named` by people is tried again soon even if nothing
    that is understood comes out of it; one that was only found is left alone for half a minute.
    """

    def __init__(
        self,
        url: str,
        languages: Sequence[Language],
        wake: Callable[[], None] = _nothing,
        *,
        named: bool = False,
        baud: int = 115200,
    ) -> None:
        self.url = url
        self.languages = tuple(languages)
        """Hand them on to the port that the same device moves to: they know what it has said."""
        self._wake = wake
        self._named = named
        self._baud = baud
        self._heard: deque[Heard] = deque()
        self._status = Status()
        self._lamps: deque[tuple[int, str]] = deque(maxlen=64)
        self._tape: Tape | None = None
        self._lock = Lock()
        self._stop = Flag()
        self._thread = Thread(target=self._run, name=f"port {url}", daemon=True)
        # The thread's own:
        self._lost: Ended | None = None
        self._worked = False
        self._earlier_errors = 0
        self._introduction = b""

    def start(self) -> None:
        """Begins to open it, in its thread. Once only: a closed port stays closed."""
        self._thread.start()

    def events(self) -> list[Heard]:
        """What came since the last call, in order; never waits.

        `Lost` comes once when the device is gone, silent or too new, or was not there at the first
        try; `Back` just before the first other event after that.
        """
        return [self._heard.popleft() for _ in range(len(self._heard))]

    @property
    def status(self) -> Status:
        """How it fares now."""
        return self._status

    @property
    def running(self) -> bool:
        """Whether its thread is at work: from `start` until a while after `close`."""
        return self._thread.is_alive()

    def lamp(self, number: int, colour: str) -> None:
        """Gives a lamp a colour such as ``ff8800``; does nothing if there is none, or no device."""
        self._lamps.append((number, colour))

    def record(self, path: Path) -> None:
        """Writes all bytes read from now on into a new file; OSError if it cannot be made.

        It begins with the device's introduction, so that it can be played by itself.
        """
        tape = Tape(path)
        if self._introduction:
            with suppress(OSError):  # the next piece will tell
                tape.write(self._introduction)
        self._change_tape(tape)

    def stop_recording(self) -> None:
        """Ends the recording, if there is one."""
        self._change_tape(None)

    def close(self) -> None:
        """Asks the thread to close the port and end, and waits for that a moment."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)
        self._change_tape(None)

    def _change_tape(self, tape: Tape | None) -> None:
        with self._lock:
            if self._tape is not None:
                self._tape.close()
            self._tape = tape
        self._show(recording="" if tape is None else str(tape.path))

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._status = replace(self._status, **changes)

    # From here on everything runs in the thread.

    def _run(self) -> None:
        pauses = Pauses(self.url, self._named)
        turn = 0
        while not self._stop.is_set():
            ended = self._open_and_talk(self.languages[turn % len(self.languages)])
            if self._stop.is_set():
                break
            if ended.health is Health.STRANGE:
                turn += 1
                if turn % len(self.languages):
                    continue  # the next language, before anybody is told
            self._lose(ended)
            if ended.final:
                break
            pauses.wait(ended, self._worked, self._stop)

    def _open_and_talk(self, language: Language) -> Ended:
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
            return Ended(str(problem), Health.LOST, problem.final)
        except Exception as problem:
            # A driver that trips over a byte must not end the evening for its device.
            log.exception("port %s failed", self.url)
            why = str(problem) or type(problem).__name__
            return Ended(say("serial.broken", "the port failed: {why}", why=why), Health.LOST)

    def _talk(self, line: Transport, driver: Driver) -> Ended:
        unsent = bytearray()
        while not self._stop.is_set():
            now = monotonic()
            words = self._words(driver, now)
            if len(unsent) < _UNSENT:
                unsent += words
            if unsent:
                del unsent[: line.write(bytes(unsent))]
            if len(self._heard) >= ENOUGH:
                self._stop.wait(SLICE / 5)
                continue  # its silence is our own doing
            wait = min(SLICE / 5 if unsent else SLICE, driver.wakes_in(now))
            data = line.read(wait)
            self._hear(driver, data, monotonic())
            if driver.refused:
                return Ended(driver.refused, Health.TOO_NEW)
            if reason := driver.silent(monotonic()):
                return Ended(reason, Health.LOST if driver.known else Health.STRANGE)
        return Ended("", Health.LOST)

    def _words(self, driver: Driver, now: float) -> bytes:
        """What is to be said to the device now."""
        words = driver.due(now)
        while self._lamps:
            words += driver.lamp(*self._lamps.popleft())
        return words

    def _hear(self, driver: Driver, data: bytes, now: float) -> None:
        events: Sequence[Event] = ()
        if data:
            self._write_tape(data)
            events = driver.feed(data, now)
        if not driver.known and self._knows(driver.refused):
            events = ()  # it is still too new, as people have been told
        before = self._status
        health, why = before.health, before.why
        if driver.known:
            stale = isinstance(driver, Beating) and driver.stale(now)
            health, why = Health.STALE if stale else Health.LIVE, ""
            if isinstance(driver, Beating):
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

    def _push(self, events: Sequence[Event], known: bool, now: float) -> None:
        if known:
            self._worked = True
            if self._lost is not None:
                self._lost = None
                self._heard.append(Heard(now, Back()))
        self._heard.extend(Heard(now, event) for event in events)

    def _knows(self, refused: str) -> bool:
        """Whether people have been told already that this device is too new."""
        return self._lost is not None and self._lost.reason == refused

    def _lose(self, ended: Ended) -> None:
        news = self._lost is None or (
            ended.health is Health.TOO_NEW and not self._knows(ended.reason)
        )
        if news:
            self._lost = ended
            self._heard.append(Heard(monotonic(), Lost(ended.reason)))
        self._show(health=ended.health, why=ended.reason)
        self._wake()

    def _write_tape(self, data: bytes) -> None:
        with self._lock:
            if self._tape is None:
                return
            try:
                self._tape.write(data)
                return
            except OSError as problem:
                log.error("the recording %s ends: %s", self._tape.path, problem)
        self._change_tape(None)
