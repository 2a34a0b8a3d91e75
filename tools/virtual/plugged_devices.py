"""Simulated devices on real pseudo-terminals, plugged in and unplugged."""

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self

from tabletop.input.hub import InputSource
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.ui.core.app_context import AppContext
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

MOMENT: Final = 0.15
"""Seconds of the world's time that a plug needs; the day's clock stands meanwhile."""


class Plugs:
    """A dice reader and a button box. It changes as they are plugged in, used and pulled."""

    def __init__(self, folder: Path, devices: int = 2) -> None:
        """`folder` is for the names of the devices, which stay while they come and go."""
        self._devices = [
            PtyDevice(SimulatedDevice(f"soak{number}"), folder / f"device{number}")
            for number in range(devices)
        ]
        self.at_rest = False
        """Whether all are plugged in, and nobody uses them."""

    def __enter__(self) -> Self:
        for device in self._devices:
            device.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for device in self._devices:
            device.stop()

    def sources(self, table: AppContext) -> Sequence[InputSource]:
        """What a table listens to."""
        named = [NamedDevice(device.where) for device in self._devices]
        return [SerialSource(table.devices, wake, auto=False, named=named)]

    def change(self, luck: Random) -> None:
        """Something is plugged in, pulled, thrown or pressed, or makes noise."""
        self.at_rest = False
        device = luck.choice(self._devices)
        match luck.choice(("pull", "throw", "press", "noise")):
            case "pull":
                device.unplug()
            case "throw":
                device.roll(*(luck.randrange(1, 7) for _ in range(2)))
            case "press":
                device.press(luck.randrange(3))
            case _:
                noise = "".join(chr(luck.randrange(33, 127)) for _ in range(200))
                device.do(lambda simulated, now: simulated.say(noise, now))
        time.sleep(MOMENT)

    def rest(self) -> None:
        """All are plugged in again."""
        for device in self._devices:
            device.plug()
        time.sleep(MOMENT)
        self.at_rest = True
