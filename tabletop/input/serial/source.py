"""The source of all serial devices: finds their ports in a thread, and opens them."""

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from re import fullmatch
from threading import Event as Flag
from threading import Thread, Timer
from time import monotonic
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.engine import listed, say
from tabletop.input.actions import Action
from tabletop.input.devices import Devices
from tabletop.input.hub import wake
from tabletop.input.serial.device import SerialDevice, close_in_background
from tabletop.input.serial.port import SerialPort
from tabletop.input.serial.protocols.registry import DRIVERS, driver_factory
from tabletop.input.serial.transport import PortInfo, list_ports

log = logging.getLogger(__name__)

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
    told: dict[str, PortInfo] = {}
    fresh: list[PortInfo] = []
    for port in ports:
        key = known.get(port.device, "")
        if key and key.partition("@")[0] == port.key and key not in told:
            told[key] = port
        else:
            fresh.append(port)
    for port in fresh:
        keys = (port.key, f"{port.key}@{port.location}", f"{port.key}@{port.device}")
        told[next(key for key in keys if key not in told)] = port
    return told


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
        self._hurry = Flag()
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
        self._hurry.set()

    def stop(self) -> None:
        self._stopped = True
        self._hurry.set()
        if self._thread.is_alive():
            self._thread.join(WATCHER_STOP_SECONDS)

    def _run(self) -> None:
        seen: PortNames | None = None
        known: tuple[PortInfo, ...] | None = None
        looks = 0
        while not self._stopped:
            hurried = self._hurry.is_set()
            self._hurry.clear()
            began, names = monotonic(), self._port_names()
            if names is None or names != seen or hurried:
                looks = 2  # once more later: what is new may lack its links and permissions yet
            seen = names
            if looks:
                looks -= 1
                found = self._list()
                settled = looks == 0 and names is not None
                if found is not None and (settled or found != known) and not self._stopped:
                    known = self._found = found
                    self._wake()
            self._hurry.wait(max(self._every, (monotonic() - began) / MAX_SCAN_SHARE))

    def _list(self) -> tuple[PortInfo, ...] | None:
        try:
            return self._list_ports()
        except Exception:  # whatever the list raises, the next one may be whole
            log.warning("the ports cannot be listed", exc_info=True)
            return None


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
                words = "a device is written URL or driver=URL, not {text}"
                raise ValueError(say("devices.no_url", words, text=repr(text[:60])))
            return cls(text)
        if match[1] not in DRIVERS:
            words = "there is no driver {name}; there are {known}"
            raise ValueError(say("devices.no_driver", words, name=match[1], known=listed(DRIVERS)))
        return cls(match[2], match[1])


def _make_watcher(wake: Callable[[], None]) -> PortWatcher:
    return PortWatcher(list_ports, wake)


class SerialSource:
    """All serial devices: those that were named, and those that were found."""

    name = "serial"

    def __init__(
        self,
        devices: Devices,
        *,
        auto: bool = True,
        named: Sequence[NamedDevice] = (),
        watch: Callable[[Callable[[], None]], PortWatcher] = _make_watcher,
        wake: Callable[[], None] = wake,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`auto` finds devices that nobody named.

        `watch` makes the watcher, given the function that wakes this source. `wake` is called from
        other threads when there is something to poll.
        """
        self._devices = devices
        self._auto = auto
        self._named = tuple(dict.fromkeys(named))
        self._new_watch = watch
        self._wake = wake
        self._now = now
        self._stirred = False
        self._watch: PortWatcher | None = None
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
            self._watch = self._new_watch(self._wake_once)
            self._watch.start()

    def poll(self) -> list[Action]:
        """The actions of all devices since the last call; updates the list of devices."""
        self._stirred = False  # first: what comes meanwhile is seen at the next poll
        seen: list[Action] = []
        if self._watch is not None and (found := self._watch.take()) is not None:
            seen += self._adopt(found)
        now = self._now()
        for device in tuple(self._open_devices.values()):
            done, back = device.poll(now)
            seen += done
            if back and self._watch is not None:
                self._watch.scan_now()  # the same device, or another at the same place?
        return seen

    def stop(self) -> None:
        """Closes all ports and ends all threads."""
        self._devices.opener = None
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
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
        seen: list[Action] = []
        for device in tuple(self._open_devices.values()):
            stays = device.spoken and os.path.realpath(device.port.url) not in others
            if device.key not in kept and not stays:
                seen += self._drop(device)
        for key, port in ours.items():
            if key not in self._dismissed:
                seen += self._open(key, port)
        return seen

    def _open(self, key: str, port: PortInfo) -> list[Action]:
        device = self._open_devices.get(key)
        if device is None:
            self._add(key, NamedDevice(port.device), port)
        elif device.port.url != port.device:
            return device.move(port.device, self._now())
        return []

    def _drop(self, device: SerialDevice) -> list[Action]:
        """Drops a device that is gone.

        One that was identified stays until another takes its place: its own thread sees it return
        much sooner than a scan.
        """
        done, _ = device.poll(self._now())
        del self._open_devices[device.key]
        if device.spoken:
            device.leave(say("devices.serial.unplugged", "it was unplugged"))
        else:
            close_in_background(device.port)
            self._devices.forget(device.key)
        return done

    def _add(self, key: str, asked: NamedDevice, found: PortInfo | None = None) -> None:
        languages = [driver_factory(asked.driver)]
        self._open_devices[key] = SerialDevice(
            key,
            asked.url,
            lambda url: SerialPort(url, languages, self._wake_once, named=found is None),
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
        if not self._stirred:
            self._stirred = True
            self._wake()

    def _alarm(self, seconds: float) -> None:
        """Wakes the loop after so many seconds."""
        self._alarms = [alarm for alarm in self._alarms if alarm.is_alive()]
        timer = Timer(max(0.0, seconds), self._wake_once)
        timer.daemon = True
        timer.start()
        self._alarms.append(timer)
