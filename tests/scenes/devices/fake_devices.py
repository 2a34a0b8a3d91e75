"""Devices for the tests: what sources would report, and what is asked of them."""

from dataclasses import replace

from tabletop.input.actions import Signal
from tabletop.input.devices import Device, DeviceCommand
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.page import PageScene
from tools.album.devices import BOX, PAD, READER, many

__all__ = ["BOX", "PAD", "READER", "TWIN", "Asked", "Clock", "many", "signal", "words"]

TWIN = replace(BOX, key="usb:2341:0043:2", where="/dev/ttyACM1")


class Clock:
    """A time that goes when it is told."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Asked:
    """Remembers what was asked of each device."""

    def __init__(self, table: AppContext) -> None:
        self.table = table
        self.of: list[tuple[str, DeviceCommand, str]] = []

    def plug(self, *devices: Device) -> None:
        for device in devices:

            def answer(command: DeviceCommand, words: str, key: str = device.key) -> None:
                self.of.append((key, command, words))

            self.table.devices.report(device, answer)


def signal(scene: PageScene, device: Device, control: str = "button:0") -> None:
    """Somebody presses a control, as sources tell of it while a page learns."""
    assert scene.handle(Signal(source="serial", device=device.key, control=control)) is None


def words(scene: PageScene) -> str:
    return " | ".join(str(label.text) for label in scene.labels)
