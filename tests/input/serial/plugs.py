"""A table with simulated devices on pseudo-terminals, and the source that finds them."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tabletop.input.actions import Action, Signal
from tabletop.input.devices import Bindings, Device, DeviceHealth, Devices
from tabletop.input.serial.source import NamedDevice, PortWatcher, SerialSource
from tabletop.input.serial.transport import PortInfo
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

PATIENCE = 30.0


class Plugs:
    """Devices by name, each with its own path; those that are plugged in are listed."""

    def __init__(
        self, folder: Path, named: Sequence[NamedDevice] = (), *, auto: bool = True
    ) -> None:
        self.folder = folder
        self.devices = Devices(Bindings())
        self.ports: tuple[PortInfo, ...] = ()
        self.woken = 0
        self.seen: list[Action] = []
        self._plugged: list[PtyDevice] = []
        self.source = SerialSource(
            self.devices, self._wake, auto=auto, named=named, watcher=self._watch
        )

    def _watch(self, wake: Callable[[], None]) -> PortWatcher:
        return PortWatcher(lambda: self.ports, wake, every=0.02, port_names=lambda: None)

    def _wake(self) -> None:
        self.woken += 1

    def device(
        self,
        name: str,
        place: str,
        simulated: SimulatedDevice | None = None,
        *,
        own_power: bool = False,
    ) -> PtyDevice:
        """A device at a place; not listed yet."""
        device = PtyDevice(
            simulated or SimulatedDevice(name), self.folder / place, own_power=own_power
        )
        self._plugged.append(device.start())
        return device

    def listed(self, **places: str) -> None:
        """Sets what the system lists: serial numbers by place."""
        self.ports = tuple(
            PortInfo(str(self.folder / place), place, 0x2341, 0x43, serial, place)
            for place, serial in places.items()
        )

    def find(self, serial: str) -> Device | None:
        return self.devices.find(f"usb:2341:0043:{serial}")

    def health(self, serial: str) -> DeviceHealth | None:
        device = self.find(serial)
        return device.health if device is not None else None

    def poll(self) -> list[Action]:
        done = self.source.poll()
        self.seen += done
        return done

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, (self.seen, self.devices.all)
            self.poll()
            time.sleep(0.002)

    def until_woken(self, true: Callable[[], object]) -> None:
        """Polls as the loop does, only when it is woken."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.seen
            if self.woken:
                self.woken = 0
                self.poll()
            time.sleep(0.002)

    def live(self, serial: str) -> None:
        self.until(lambda: self.health(serial) is DeviceHealth.LIVE)

    def does(self, count: int = 1) -> list[Action]:
        """The next actions that are no signals."""
        self.seen.clear()
        self.until(lambda: len(self.meant) >= count)
        return self.meant

    @property
    def meant(self) -> list[Action]:
        return [action for action in self.seen if not isinstance(action, Signal)]

    def rest(self, seconds: float) -> list[Action]:
        """What comes in that time."""
        self.seen.clear()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.poll()
            time.sleep(0.002)
        return list(self.seen)

    def stop(self) -> None:
        self.source.stop()
        for device in self._plugged:
            device.stop()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - only counted


def threads() -> int:
    return threading.active_count()
