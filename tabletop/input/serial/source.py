"""All serial devices as one source of actions: `SerialSource`.

What happens to a line from a dice reader:

1. `SerialPort`, in the thread of its port, reads bytes (`_talk`) and feeds them to the driver of
   its protocol (`_receive`). The driver, for our own readers `Ttl1Driver` in `protocols.py`, checks
   the line, drops repeats, and gives a `DiceEvent`. The port queues it and wakes the main loop.
2. In the main loop `Hub.poll` (`input/hub.py`) calls `SerialSource.poll`, which polls each
   `SerialDevice`; its `_handle` has `event_actions` turn the event into the action `Roll`.
3. The match plays a `Roll` in `scenes/match/dice.py`, and its timeline animates the dice.

Ports are found by `PortWatcher`, in a thread of its own. They are opened in `transport.py`.
"""

import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from re import fullmatch
from threading import Event as Flag
from threading import Lock, Thread, Timer
from time import monotonic
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from tabletop.engine import Text, listed, say
from tabletop.input.actions import DICE_CONTROL, Action, Button, Press, Roll
from tabletop.input.actions import Lost as LostSource
from tabletop.input.devices import (
    REPLAY_PREFIX,
    Bindings,
    ControlBinding,
    Device,
    DeviceCommand,
    DeviceHealth,
    Devices,
    default_function,
    printable_text,
)
from tabletop.input.serial.protocols import (
    DRIVERS,
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Driver,
    DriverFactory,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.transport import (
    ByteRecorder,
    PortInfo,
    Transport,
    TransportError,
    list_ports,
    open_transport,
)

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


class SerialPort:
    """A port with its thread. All methods are for the main thread.

    It opens a lost device again and again. `wake` is called from the port's thread after new events
    and changes of state. A port that is `named` by people is soon tried again even if nothing
    intelligible comes from it; others pause for half a minute.
    """

    def __init__(
        self,
        url: str,
        new_driver: DriverFactory,
        wake: Callable[[], None] = lambda: None,
        *,
        named: bool = False,
    ) -> None:
        self.url = url
        self._new_driver = new_driver
        self._wake = wake
        self._named = named
        self._events: deque[ReceivedEvent] = deque()
        self._status = PortStatus()
        self._lamps: deque[tuple[int, str]] = deque(maxlen=64)
        self._recorder: ByteRecorder | None = None
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
        return [self._events.popleft() for _ in range(len(self._events))]

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
        recorder = ByteRecorder(path)
        if self._introduction:
            with suppress(OSError):  # the next piece will report it
                recorder.write(self._introduction)
        self._change_recorder(recorder)

    def stop_recording(self) -> None:
        self._change_recorder(None)

    def close(self) -> None:
        """Has the thread close the port and end, and waits for that a moment."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_CLOSE_SECONDS)
        self._change_recorder(None)

    def _change_recorder(self, recorder: ByteRecorder | None) -> None:
        with self._lock:
            if self._recorder is not None:
                self._recorder.close()
            self._recorder = recorder
        self._show(recording="" if recorder is None else str(recorder.path))

    def _show(self, **changes: Any) -> None:
        with self._lock:
            self._status = replace(self._status, **changes)

    # From here on everything runs in the thread.

    def _run(self) -> None:
        pauses = RetryBackoff(self.url, self._named)
        while not self._stop.is_set():
            ended = self._open_and_talk()
            if self._stop.is_set():
                break
            self._lose(ended)
            if ended.final:
                break
            pauses.wait(ended, self._worked, self._stop)

    def _open_and_talk(self) -> PortEnd:
        driver = self._new_driver()
        self._worked = False
        self._show(driver=driver.name)
        try:
            transport = open_transport(self.url)
            try:
                driver.begin(monotonic())
                return self._talk(transport, driver)
            finally:
                transport.close()
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

    def _talk(self, transport: Transport, driver: Driver) -> PortEnd:
        """Writes and reads until the device is gone or given up, or the port is closed."""
        unsent = bytearray()
        while not self._stop.is_set():
            now = monotonic()
            output = driver.due(now)
            while self._lamps:
                output += driver.lamp(*self._lamps.popleft())
            if len(unsent) < _MAX_UNSENT_BYTES:
                unsent += output
            if unsent:
                del unsent[: transport.write(bytes(unsent))]
            if len(self._events) >= MAX_WAITING_EVENTS:
                self._stop.wait(POLL_SECONDS / 5)
                continue  # its silence is caused by us
            wait = min(POLL_SECONDS / 5 if unsent else POLL_SECONDS, driver.wakes_in(now))
            self._receive(driver, transport.read(wait), monotonic())
            if driver.refused:
                return PortEnd(driver.refused, DeviceHealth.TOO_NEW)
            if reason := driver.silent(monotonic()):
                return PortEnd(reason, DeviceHealth.LOST if driver.known else DeviceHealth.STRANGE)
        return PortEnd("", DeviceHealth.LOST)

    def _receive(self, driver: Driver, data: bytes, now: float) -> None:
        """Feeds the driver, updates the status, and queues the events for the main thread."""
        events: Sequence[DeviceEvent] = ()
        if data:
            self._write_recording(data)
            events = driver.feed(data, now)
        if not driver.known and self._already_reported(driver.refused):
            events = ()  # it is still too new, which was already reported
        before = self._status
        health, why = before.health, before.why
        if driver.known:
            health, why = DeviceHealth.STALE if driver.stale(now) else DeviceHealth.LIVE, ""
            self._introduction = driver.introduction
        self._show(
            health=health,
            why=why,
            hello=next((e for e in reversed(events) if isinstance(e, Hello)), before.hello),
            errors=self._earlier_errors + driver.errors,
            bytes=before.bytes + len(data),
        )
        if events and driver.known:
            self._worked = True
            if self._lost is not None:
                self._lost = None
                self._events.append(ReceivedEvent(now, DeviceBack()))
        self._events.extend(ReceivedEvent(now, event) for event in events)
        if events or health is not before.health:
            self._wake()

    def _already_reported(self, refused: str) -> bool:
        """Whether it was already reported that this device is too new."""
        return self._lost is not None and self._lost.reason == refused

    def _lose(self, ended: PortEnd) -> None:
        news = self._lost is None or (
            ended.health is DeviceHealth.TOO_NEW and not self._already_reported(ended.reason)
        )
        if news:
            self._lost = ended
            self._events.append(ReceivedEvent(monotonic(), DeviceLost(ended.reason)))
        self._show(health=ended.health, why=ended.reason)
        self._wake()

    def _write_recording(self, data: bytes) -> None:
        with self._lock:
            if self._recorder is None:
                return
            try:
                self._recorder.write(data)
                return
            except OSError as problem:
                log.error("the recording %s ends: %s", self._recorder.path, problem)
        self._change_recorder(None)


SERIAL_SOURCE = "serial"
LATE_SECONDS = 2.0
"""Seconds after which a throw is shown but not played."""


def event_actions(
    received: ReceivedEvent, device: Device, bindings: Bindings, now: float
) -> list[Action]:
    """The actions of an event.

    Only a reported press acts, not a button that was held when the device was plugged in or when a
    lost line was made up for. While a page assigns controls, a throw only identifies its reader.
    """
    event, at = received.event, received.at
    if isinstance(event, ButtonEdge):
        return [
            action
            for number in _bits(event.held & event.changed)
            for action in _pressed(f"button:{number}", at, device, bindings)
        ]
    if not isinstance(event, DiceEvent):
        return []
    late = event.age + max(0.0, now - at) > LATE_SECONDS
    if bindings.learning:
        signal = bindings.signal(SERIAL_SOURCE, device.key, DICE_CONTROL, at)
        return [] if late else [signal]
    roll = Roll(
        source=SERIAL_SOURCE,
        seat=bindings.seat(device.key),
        when=at,
        device=device.key,
        values=event.values,
        sides=event.sides,
        label=device.label,
        late=late,
        simulated=device.simulated,
    )
    return [roll]


def _pressed(control: str, at: float, device: Device, bindings: Bindings) -> Iterator[Action]:
    yield bindings.signal(SERIAL_SOURCE, device.key, control, at)
    if bindings.learning:
        return
    meaning = bindings.binding_of(device.key, control, default_function(control, device.buttons))
    if meaning == ControlBinding("call") and device.buttons == 1:
        # A call without a seat has no effect, and a buzzer has no other button.
        meaning = ControlBinding("ok")
    action = meaning.action(SERIAL_SOURCE, at) if meaning is not None else None
    if action is not None:
        yield action
    elif meaning is not None and device.buttons == 1:
        # A call without a seat; but a box whose only button does nothing seems broken.
        yield Press(source=SERIAL_SOURCE, when=at, button=Button.OK)


def event_text(event: DeviceEvent) -> Text | None:
    """An event as text; None if it is not worth showing.

    Buttons are counted from 1.
    """
    match event:
        case ButtonEdge(held=held, changed=changed):
            down = [number + 1 for number in _bits(held & changed)]
            up = [number + 1 for number in _bits(changed & ~held)]
            if down:
                return say("devices.down", "button {numbers} pressed", numbers=_listed(down))
            return (
                say("devices.up", "button {numbers} released", numbers=_listed(up)) if up else None
            )
        case DiceEvent(values=values):
            return say("devices.threw", "rolled {values}", values=_listed(values))
        case DeviceFault(text=text):
            return say("devices.trouble", "reports: {text}", text=text)
        case _:
            return None


def _listed(numbers: list[int] | tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in numbers)


def _bits(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


BLINK_COUNT: Final = 3
BLINK_SECONDS: Final = 0.25
"""The number of blinks of a lamp test, and the seconds of each on and off."""
ERROR_REPORT_SECONDS: Final = 0.5
"""The least seconds between two reports of a mere error count: pages redraw with each."""
SEAT_COLOURS: Final = ("2461b8", "c8351f", "35be95", "f2d9a6")
"""The lamps of the seats, and white for no seat."""
WHITE, DARK = "ffffff", "000000"


class SerialDevice:
    """One device and its port; used on the main thread.

    It makes actions of the port's events, and reports the state of the device to `Devices`.
    """

    def __init__(
        self,
        key: str,
        url: str,
        make: Callable[[str], SerialPort],
        devices: Devices,
        *,
        name: str = "",
        alarm: Callable[[float], None],
        dismiss: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`make` makes a port at a URL, with the same driver factory for each port of the device.

        `alarm` has `poll` called after so many seconds; `dismiss` removes the device of a key.
        """
        self.key = key
        self.port = make(url)
        self._make = make
        self.identified = False
        """Whether it has ever identified itself; before that its loss is not reported."""
        self._lost = False
        self._devices = devices
        self._alarm = alarm
        self._dismiss = dismiss
        self._now = now
        self._status: PortStatus | None = None
        self._counted = 0.0
        """When the errors were last reported."""
        self._blinks: list[tuple[float, str]] = []
        """The lamp test: colours, and the moments at which they are shown."""
        self._name = name or url
        self.port.start()
        self._report(self.port.status)

    def move(self, url: str, now: float) -> list[Action]:
        """The device is at another port now; the old one is closed.

        What it sent there was acknowledged, and will not be sent again.
        """
        actions, _ = self.poll(now)
        close_in_background(self.port)
        self.port = self._make(url)
        self.port.start()
        self._report(replace(self.port.status, hello=self._status.hello if self._status else None))
        return actions

    def poll(self, now: float) -> tuple[list[Action], bool]:
        """Its actions since the last call, and whether it is back after it was lost."""
        # Before the events too: those from before the hello are of the same device.
        self._report_changes(now)
        back = False
        actions: list[Action] = []
        for received in self.port.events():
            back = back or isinstance(received.event, DeviceBack)
            actions += self._handle(received, now)
        self._report_changes(now)
        if self._blinks and self._blinks[0][0] <= now:
            self._update_lamps(now)
        return actions, back

    def leave(self, why: str) -> None:
        """Closes it; it stays in the list of devices."""
        close_in_background(self.port)
        device = self.device
        if device is not None:
            self._devices.report(replace(device, health=DeviceHealth.LOST, why=why, recording=""))

    @property
    def device(self) -> Device | None:
        """Its state for the list of devices."""
        return self._devices.find(self.key)

    def _report_changes(self, now: float) -> None:
        status, last = self.port.status, self._status
        if status == last:
            return
        if last is not None and replace(status, errors=last.errors, bytes=last.bytes) == last:
            if now - self._counted < ERROR_REPORT_SECONDS:
                return
            self._counted = now
        self._report(status)

    def _handle(self, received: ReceivedEvent, now: float) -> list[Action]:
        match received.event:
            case Hello() as hello:
                self._lost = False
                self._report(replace(self.port.status, hello=hello))
            case DeviceLost(reason=reason) if self.identified and not self._lost:
                self._lost = True
                return [LostSource(source=self._name, when=received.at, reason=reason)]
            case event:
                text = event_text(event)
                if text is not None:
                    self._devices.note(self.key, text, received.at)
        device = self.device
        if device is None:
            return []
        return event_actions(received, device, self._devices.bindings, now)

    def _report(self, status: PortStatus) -> None:
        known = self.device or Device(self.key, "serial", self._name, self.port.url)
        device = replace(
            known,
            where=self.port.url,
            driver=status.driver,
            health=status.health,
            why=status.why,
            errors=status.errors,
            recording=status.recording,
        )
        if status.hello is not None:
            self.identified = True
            caps = status.hello.caps
            self._name = printable_text(status.hello.name)
            device = replace(
                device,
                name=self._name,
                buttons=caps.buttons,
                sides=caps.sides,
                lamps=caps.lamps,
                simulated=caps.simulated,
            )
        self._status = status
        self._devices.report(device, self._answer)

    # -- requests ---------------------------------------------------------------------------------

    def _answer(self, command: DeviceCommand, given: str) -> None:
        match command:
            case "lamp":
                self._blink(given)
            case "record":
                path = Path(given)
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    self.port.record(path)
                except OSError as problem:
                    why = problem.strerror or str(problem)
                    text = say("devices.unrecorded", "recording failed: {why}", why=why)
                    if (device := self.device) is not None:
                        self._devices.report(replace(device, last=text, last_at=self._now()))
            case "stop":
                self.port.stop_recording()
            case "close":
                self._dismiss(self.key)

    def _blink(self, colour: str) -> None:
        """Blinks its lamps, in a colour given as ``ff8800`` or in that of its seat."""
        seat = self._devices.bindings.seat(self.key)
        bright = colour or (
            SEAT_COLOURS[seat] if seat is not None and seat < len(SEAT_COLOURS) else WHITE
        )
        now = self._now()
        self._blinks = [
            (now + step * BLINK_SECONDS, DARK if step % 2 else bright)
            for step in range(2 * BLINK_COUNT)
        ]
        self._update_lamps(now)

    def _update_lamps(self, now: float) -> None:
        """Sets the lamps to the colour of the moment, and has the next change called."""
        while self._blinks and self._blinks[0][0] <= now:
            _, colour = self._blinks.pop(0)
            device = self.device
            for number in range(device.lamps if device is not None else 0):
                self.port.lamp(number, colour)
        if self._blinks:
            self._alarm(self._blinks[0][0] - now)


def close_in_background(port: SerialPort) -> None:
    Thread(target=port.close, name=f"closing {port.url}", daemon=True).start()


SCAN_SECONDS: Final = 1.0
MAX_SCAN_SHARE: Final = 0.1
"""The share of time that may be spent scanning: a list that takes 10 s is made less often."""
WATCHER_STOP_SECONDS: Final = 1.0
"""Seconds that stopping waits; the list may take longer, and then its thread ends by itself."""

MODEM_VENDORS: Final = frozenset(
    {
        0x0F3D,  # Sierra Wireless
        0x1199,  # Sierra Wireless
        0x12D1,  # Huawei
        0x1546,  # u-blox
        0x19D2,  # ZTE
        0x1BC7,  # Telit
        0x1E0E,  # SIMCom
        0x2C7C,  # Quectel
    }
)
"""Makers of radio modems and satellite receivers, which are not dice readers."""

PortNames: TypeAlias = frozenset[str]


def is_candidate(port: PortInfo) -> bool:
    """Whether a port is tried without being named: on USB, and not of a modem's maker.

    Ports on the board are always there or carry a console, and Bluetooth ports take long to open
    and wake up telephones.
    """
    return port.vid is not None and port.vid not in MODEM_VENDORS


def ports_by_key(
    ports: Iterable[PortInfo], known: Mapping[str, str] = MappingProxyType({})
) -> Mapping[str, PortInfo]:
    """The ports by the permanent keys of their devices.

    Clones with the same serial number are told apart by their place: the first has the plain key,
    and each keeps the key by which it is `known` at its port.
    """
    found: dict[str, PortInfo] = {}
    fresh: list[PortInfo] = []
    for port in ports:
        key = known.get(port.device, "")
        if key and key.partition("@")[0] == port.key and key not in found:
            found[key] = port
        else:
            fresh.append(port)
    for port in fresh:
        keys = (port.key, f"{port.key}@{port.location}", f"{port.key}@{port.device}")
        found[next(key for key in keys if key not in found)] = port
    return found


def port_names() -> PortNames | None:
    """The names of ports, quickly; None where only the whole list tells."""
    if sys.platform == "win32":
        return None
    try:
        with os.scandir("/dev") as entries:
            names = [entry.name for entry in entries]
    except OSError:
        return None
    return frozenset(name for name in names if name.startswith(("tty", "cu.")))


class PortWatcher:
    """Scans for ports in a thread, only when something may have changed."""

    def __init__(
        self,
        list_ports: Callable[[], tuple[PortInfo, ...]],
        wake: Callable[[], None],
        *,
        every: float = SCAN_SECONDS,
        port_names: Callable[[], PortNames | None] = port_names,
    ) -> None:
        """`wake` is called from the thread when there is a new list to `take`."""
        self._list_ports = list_ports
        self._wake = wake
        self._every = every
        self._port_names = port_names
        self._found: tuple[PortInfo, ...] | None = None
        self._scan_requested = Flag()
        self._stopped = False
        self._thread = Thread(target=self._run, name="watch over ports", daemon=True)

    def start(self) -> None:
        """Once only."""
        self._thread.start()

    def take(self) -> tuple[PortInfo, ...] | None:
        """The newest list that has changed, or has settled after that; given once."""
        found, self._found = self._found, None
        return found

    def scan_now(self) -> None:
        self._scan_requested.set()

    def stop(self) -> None:
        self._stopped = True
        self._scan_requested.set()
        if self._thread.is_alive():
            self._thread.join(WATCHER_STOP_SECONDS)

    def _run(self) -> None:
        seen: PortNames | None = None
        known: tuple[PortInfo, ...] | None = None
        scans = 0
        while not self._stopped:
            requested = self._scan_requested.is_set()
            self._scan_requested.clear()
            began, names = monotonic(), self._port_names()
            if names is None or names != seen or requested:
                # Twice: a new port may not have its links and permissions yet.
                scans = 2
            seen = names
            if scans:
                scans -= 1
                try:
                    found: tuple[PortInfo, ...] | None = self._list_ports()
                except Exception:  # whatever the list raises, the next one may be whole
                    log.warning("the ports cannot be listed", exc_info=True)
                    found = None
                settled = scans == 0 and names is not None
                if found is not None and (settled or found != known) and not self._stopped:
                    known = self._found = found
                    self._wake()
            self._scan_requested.wait(max(self._every, (monotonic() - began) / MAX_SCAN_SHARE))


DEFAULT_DRIVER: Final = "ttl1"
"""The driver of a port that was named without one. The others cannot recognise their devices."""
STOP_SECONDS: Final = 2.0
"""Seconds that stopping waits for all ports together."""


@dataclass(frozen=True, slots=True)
class NamedDevice:
    """A device named by people, and so opened whatever it is."""

    url: str
    driver: str = DEFAULT_DRIVER

    @property
    def key(self) -> str:
        """The device's permanent key."""
        return f"url:{self.url}"

    @classmethod
    def read(cls, text: str) -> "NamedDevice":
        """Reads ``URL`` or ``driver=URL``; ValueError names the known drivers."""
        match = fullmatch(r"([A-Za-z0-9/]{1,12})=(.+)", text)
        if match is None or match[1].startswith("/"):
            if not text or any(sign.isspace() for sign in text):
                words = "write a device as URL or driver=URL, not {text}"
                raise ValueError(say("devices.no_url", words, text=repr(text[:60])))
            return cls(text)
        if match[1] not in DRIVERS:
            words = "there is no driver {name}; choose from {known}"
            raise ValueError(say("devices.no_driver", words, name=match[1], known=listed(DRIVERS)))
        return cls(match[2], match[1])


class SerialSource:
    """All serial devices: those that were named, and those that were found."""

    name = "serial"

    def __init__(
        self,
        devices: Devices,
        wake: Callable[[], None],
        *,
        auto: bool = True,
        named: Sequence[NamedDevice] = (),
        watcher: Callable[[Callable[[], None]], PortWatcher] = lambda wake: PortWatcher(
            list_ports, wake
        ),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`wake` is called from other threads when there is something to poll.

        `auto` finds devices that nobody named. `watcher` makes the watcher, given the function that
        wakes this source.
        """
        self._devices = devices
        self._auto = auto
        self._named = tuple(dict.fromkeys(named))
        self._new_watcher = watcher
        self._wake = wake
        self._now = now
        self._woken = False
        self._watcher: PortWatcher | None = None
        self._open_devices: dict[str, SerialDevice] = {}
        self._dismissed: set[str] = set()
        """Devices that people removed from the list, until they are plugged in again."""
        self._alarms: list[Timer] = []

    def start(self) -> None:
        """Opens what was named, and starts the watcher."""
        self._dismissed.clear()
        self._devices.opener = self.name_one
        for named in self._named:
            self._add(named.key, named)
        if self._auto:
            self._watcher = self._new_watcher(self._wake_once)
            self._watcher.start()

    def poll(self) -> list[Action]:
        """The actions of all devices since the last call; updates the list of devices."""
        self._woken = False  # first: what comes meanwhile wakes the loop again
        actions: list[Action] = []
        if self._watcher is not None and (found := self._watcher.take()) is not None:
            actions += self._adopt(found)
        now = self._now()
        for device in tuple(self._open_devices.values()):
            done, back = device.poll(now)
            actions += done
            if back and self._watcher is not None:
                self._watcher.scan_now()  # the same device, or another at the same place?
        return actions

    def stop(self) -> None:
        """Closes all ports and ends all threads."""
        self._devices.opener = None
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None
        for alarm in self._alarms:
            alarm.cancel()
        devices, self._open_devices, self._alarms = tuple(self._open_devices.values()), {}, []
        closing = [Thread(target=device.port.close, daemon=True) for device in devices]
        for thread in closing:
            thread.start()
        until = time.monotonic() + STOP_SECONDS
        for thread in closing:
            thread.join(max(0.0, until - time.monotonic()))

    def name_one(self, url: str) -> None:
        """Opens a device by its URL, again if it is open already."""
        named = NamedDevice(url)
        self._dismiss(named.key)
        self._dismissed.discard(named.key)
        if named not in self._named:
            self._named = (*self._named, named)
        self._add(named.key, named)

    # -- ports ------------------------------------------------------------------------------------

    def _adopt(self, found: tuple[PortInfo, ...]) -> list[Action]:
        """Opens new ports, follows devices that moved, and drops ports without a known device."""
        taken = {os.path.realpath(named.url) for named in self._named}
        free = [
            port
            for port in found
            if is_candidate(port) and os.path.realpath(port.device) not in taken
        ]
        ours = ports_by_key(
            free, {device.port.url: device.key for device in self._open_devices.values()}
        )
        self._dismissed &= ours.keys()
        kept = ours.keys() | {named.key for named in self._named}
        others = taken | {os.path.realpath(port.device) for port in ours.values()}
        actions: list[Action] = []
        for device in tuple(self._open_devices.values()):
            stays = device.identified and os.path.realpath(device.port.url) not in others
            if device.key not in kept and not stays:
                actions += self._drop(device)
        for key, port in ours.items():
            if key not in self._dismissed:
                open_device = self._open_devices.get(key)
                if open_device is None:
                    self._add(key, NamedDevice(port.device), port)
                elif open_device.port.url != port.device:
                    actions += open_device.move(port.device, self._now())
        return actions

    def _drop(self, device: SerialDevice) -> list[Action]:
        """Drops a device that is gone.

        One that was identified stays until another takes its place: its own thread sees it return
        much sooner than a scan.
        """
        actions, _ = device.poll(self._now())
        del self._open_devices[device.key]
        if device.identified:
            device.leave(say("devices.serial.unplugged", "it was unplugged"))
        else:
            close_in_background(device.port)
            self._devices.forget(device.key)
        return actions

    def _add(self, key: str, asked: NamedDevice, found: PortInfo | None = None) -> None:
        new_driver = DRIVERS[asked.driver]()  # one for all ports that the device moves to
        self._open_devices[key] = SerialDevice(
            key,
            asked.url,
            lambda url: SerialPort(url, new_driver, self._wake_once, named=found is None),
            self._devices,
            name=found.description if found is not None else "",
            alarm=self._alarm,
            dismiss=self._dismiss,
            now=self._now,
        )

    def _dismiss(self, key: str) -> None:
        device = self._open_devices.pop(key, None)
        if device is not None:
            close_in_background(device.port)
        self._dismissed.add(key)
        self._devices.forget(key)

    # -- waking --------------------------------------------------------------------------------

    def _wake_once(self) -> None:
        """Wakes the loop once until it polls, so that a device that never stops does not fill its
        queue.
        """
        if not self._woken:
            self._woken = True
            self._wake()

    def _alarm(self, seconds: float) -> None:
        """Wakes the loop after so many seconds."""
        self._alarms = [alarm for alarm in self._alarms if alarm.is_alive()]
        timer = Timer(max(0.0, seconds), self._wake_once)
        timer.daemon = True
        timer.start()
        self._alarms.append(timer)
