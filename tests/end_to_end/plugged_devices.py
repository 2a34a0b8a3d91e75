"""The main loop with simulated devices on pseudo-terminals."""

import time
from collections.abc import Callable
from pathlib import Path

from tabletop.app.main_loop import App
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.scenes.home.menu_page import MenuScene
from tests.end_to_end.app_window import TURN, Room
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

PATIENCE = 20.0
"""Seconds after which what should come will not come any more."""


class PluggedRoom(Room):
    """The real loop, with a real serial source whose devices are simulated."""

    def __init__(self, data_dir: Path, *devices: SimulatedDevice) -> None:
        super().__init__(data_dir, look_speed="off")
        self.devices: list[PtyDevice] = []
        for number, device in enumerate(devices):
            self.devices.append(PtyDevice(device, data_dir / f"device{number}").start())
        named = [NamedDevice(device.where) for device in self.devices]
        self.serial = SerialSource(self.table.devices, wake, auto=False, named=named)
        menu = MenuScene(self.table)
        self.app = App(
            self.display, self.table, menu, now=lambda: self.time, sources=(self.serial,)
        )
        self.turn()
        self.wait("all devices", lambda: self.live == len(devices))

    def close(self) -> None:
        super().close()
        self.serial.stop()
        for device in self.devices:
            device.stop()

    @property
    def live(self) -> int:
        """How many devices work."""
        return sum(device.works for device in self.table.devices.all)

    def seat(self, number: int, seat: int) -> None:
        """One of the devices belongs to a seat."""
        key = NamedDevice(self.devices[number].where).key
        assert self.table.devices.find(key) is not None
        self.table.devices.bindings.assign_seat(key, seat)

    def wait(self, what: str, seen: Callable[[], bool]) -> None:
        """Turns, as time really goes by, until something is so."""
        until = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < until, f"{what} never came"
            time.sleep(0.002)
            self.turn(TURN)
