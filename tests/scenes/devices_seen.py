"""Devices for the tests: what sources would report, and what is asked of them."""

from dataclasses import replace

from tabletop.input.actions import Signal
from tabletop.input.devices import Command, Device, Health
from tabletop.ui.sheet import Sheet
from tabletop.ui.table import Table

BOX = Device(
    "usb:2341:0043:1", "serial", "Box A", "/dev/ttyACM0", "ttl1", Health.LIVE, buttons=4, lamps=1
)
TWIN = replace(BOX, key="usb:2341:0043:2", where="/dev/ttyACM1")
READER = replace(
    BOX, key="usb:1a86:7523:9", name="DR-7f3a", where="COM5", buttons=0, lamps=0, sides=6
)
PAD = Device("pad:030000005e04:0", "pad", "Gamepad F310", "", "sdl", Health.LIVE, buttons=11)
HEALTHS = (*Health,)


class Clock:
    """A time that goes when it is told."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Asked:
    """Remembers what was asked of each device."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.of: list[tuple[str, Command, str]] = []

    def plug(self, *devices: Device) -> None:
        for device in devices:

            def answer(command: Command, words: str, key: str = device.key) -> None:
                self.of.append((key, command, words))

            self.table.devices.report(device, answer)


def many(count: int) -> list[Device]:
    """So many devices in every state, with long and short names."""
    whys = {Health.LOST: "it was unplugged", Health.TOO_NEW: "it speaks ttl/2"}
    return [
        replace(
            (BOX, READER, PAD)[n % 3],
            key=f"usb:{n}",
            name=("A", "Dice tower of the long table", "DR-7f3a")[n % 3] + f" {n}",
            health=HEALTHS[n % len(HEALTHS)],
            why=whys.get(HEALTHS[n % len(HEALTHS)], ""),
            simulated=n % 4 == 1,
            last="button 3 went down",
            last_at=1000.0 - 7 * n,
            events=12 * n,
            errors=n % 3,
        )
        for n in range(count)
    ]


def signal(scene: Sheet, device: Device, control: str = "button:0") -> None:
    """Somebody presses a control, as sources tell of it while a page learns."""
    assert scene.handle(Signal(source="serial", device=device.key, control=control)) is None


def words(scene: Sheet) -> str:
    return " | ".join(str(label.text) for label in scene.labels)
