"""Looks which ports there are, off the main thread, and which of them may be ours."""

import logging
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from threading import Event as Flag
from threading import Thread
from time import monotonic
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.input.serial.transport import PortInfo

log = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two looks."""
SHARE: Final = 0.1
"""How much of its time the watch may spend looking: a list that takes 10 s is made less often."""
PATIENCE: Final = 1.0
"""Seconds that stopping waits; the list may take longer, and then its thread ends by itself."""

MODEMS: Final = frozenset(
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
"""Makers of radio modems and satellite receivers. Dice readers are none of theirs."""

Names: TypeAlias = frozenset[str]


def may_be_ours(port: PortInfo) -> bool:
    """Whether a port is tried without being named: it is on USB, and of no maker of modems.

    So neither the sockets on the board (which are there with nothing in them, or carry a console)
    nor Bluetooth ports (which take long to open, and wake up somebody's telephone) are touched.
    """
    return port.vid is not None and port.vid not in MODEMS


def by_key(
    ports: Iterable[PortInfo], known: Mapping[str, str] = MappingProxyType({})
) -> Mapping[str, PortInfo]:
    """The ports by what names their devices for good.

    Clones with the same serial number are told apart by where they are plugged in: the first has
    the plain key, and each keeps the key by which it is `known` at its port.
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


def glimpse() -> Names | None:
    """What there is by name, at a glance; None where only the whole list can tell."""
    if sys.platform == "win32":
        return None
    try:
        with os.scandir("/dev") as entries:
            names = [entry.name for entry in entries]
    except OSError:
        return None
    return frozenset(name for name in names if name.startswith(("tty", "cu.")))


class Watch:
    """Changes as ports come and go. Its thread lists them, only when something may have changed."""

    def __init__(
        self,
        list_ports: Callable[[], tuple[PortInfo, ...]],
        wake: Callable[[], None],
        *,
        every: float = EVERY,
        glimpse: Callable[[], Names | None] = glimpse,
    ) -> None:
        """`wake` is called from the thread when there is another list to `take`."""
        self._list_ports = list_ports
        self._wake = wake
        self._every = every
        self._glimpse = glimpse
        self._found: tuple[PortInfo, ...] | None = None
        self._hurry = Flag()
        self._stopped = False
        self._thread = Thread(target=self._run, name="watch over ports", daemon=True)

    def start(self) -> None:
        """Begins to look. Once only."""
        self._thread.start()

    def take(self) -> tuple[PortInfo, ...] | None:
        """The newest list that has changed, or has settled after that; only once."""
        found, self._found = self._found, None
        return found

    def hurry(self) -> None:
        """Looks now, at the whole list."""
        self._hurry.set()

    def stop(self) -> None:
        """Looks no more."""
        self._stopped = True
        self._hurry.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        seen: Names | None = None
        known: tuple[PortInfo, ...] | None = None
        looks = 0
        while not self._stopped:
            hurried = self._hurry.is_set()
            self._hurry.clear()
            began, names = monotonic(), self._glimpse()
            if names is None or names != seen or hurried:
                looks = 2  # once more later: what is new may lack its links and rights yet
            seen = names
            if looks:
                looks -= 1
                found = self._list()
                settled = looks == 0 and names is not None
                if found is not None and (settled or found != known) and not self._stopped:
                    known = self._found = found
                    self._wake()
            self._hurry.wait(max(self._every, (monotonic() - began) / SHARE))

    def _list(self) -> tuple[PortInfo, ...] | None:
        try:
            return self._list_ports()
        except Exception:  # whatever a system's list trips over, the next one may be whole
            log.warning("the ports cannot be listed", exc_info=True)
            return None
