"""The pages of devices, of dice and of the screen, with devices that only seem to be there."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tabletop.input.actions import Down, Drop, Pull, Signal, Tap
from tabletop.input.devices import ControlBinding, Device, DeviceHealth
from tabletop.input.viewport import CALIBRATION_TARGETS
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.devices_page import (
    DevicePage,
    DevicesPage,
    InputSettingsPage,
    keyboard_device,
)
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage
from tabletop.scenes.devices.display_pages import DisplayPage, KeystoneScene, TouchCalibrationScene
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Push, SceneStack
from tabletop.ui.display.blackout import Blackout, BlackoutKind
from tabletop.ui.widgets.question_dialog import confirm_change
from tools.album.stage import Stage, State, find, run, touch

BOX: Final = Device(
    "usb:2341:0043:1",
    "serial",
    "Box A",
    "/dev/ttyACM0",
    "ttl1",
    DeviceHealth.LIVE,
    buttons=4,
    lamps=1,
)
READER: Final = replace(
    BOX, key="usb:1a86:7523:9", name="DR-7f3a", where="COM5", buttons=0, lamps=0, sides=6
)
PAD: Final = Device(
    "pad:030000005e04:0", "pad", "Gamepad F310", "", "sdl", DeviceHealth.LIVE, buttons=11
)
HEALTHS: Final = (*DeviceHealth,)
NOW: Final = 1000.0
"""The second at which all pages are looked at."""
ASKEW: Final = ((0.14, 0.06), (0.83, 0.12), (0.88, 0.97), (0.07, 0.85))
"""Where a device feels the four crosses that is mounted a little askew."""


@dataclass(frozen=True, slots=True)
class Covered:
    """What is seen when the host has laid something over it."""

    below: SceneStack
    cover: Blackout

    def draw(self, frame: Frame) -> None:
        if not self.cover.hides:
            self.below.draw(frame)
        self.cover.draw(frame)


def many(count: int) -> list[Device]:
    """So many devices in every state, with long and short names."""
    whys = {DeviceHealth.LOST: "it was unplugged", DeviceHealth.TOO_NEW: "it speaks ttl/2"}
    return [
        replace(
            (BOX, READER, PAD)[n % 3],
            key=f"usb:{n}",
            name=("A", "Dice tower of the long table", "DR-7f3a")[n % 3] + f" {n}",
            health=HEALTHS[n % len(HEALTHS)],
            why=whys.get(HEALTHS[n % len(HEALTHS)], ""),
            simulated=n % 4 == 1,
            last="button 3 went down",
            last_at=NOW - 7 * n,
            events=12 * n,
            errors=n % 3,
        )
        for n in range(count)
    ]


def lost(device: Device) -> Device:
    """The same, after it was pulled out."""
    return replace(device, health=DeviceHealth.LOST, why="it was unplugged")


def devices(stage: Stage) -> Iterator[State]:
    """The page of all devices, of one, and the pages that teach a device."""
    yield "none", stage.shown(DevicesPage(stage.table, lambda: NOW))
    for device in many(8):
        stage.table.devices.report(device, lambda *_: None)
    stack = stage.shown(DevicesPage(stage.table, lambda: NOW))
    yield "many", stack
    if "later" in {button.key for button in _page(stack).buttons.buttons}:
        touch(stack, "later")
        yield "many-2", stack
    stage.table.devices.bindings.assign_function(BOX.key, "button:3", ControlBinding("undo", 0))
    heard = replace(BOX, last="button 2 went down", last_at=940.0, events=31, errors=1)
    for name, device in (
        ("box", heard),
        ("reader-lost", lost(READER)),
        ("pad", PAD),
        ("keyboard", keyboard_device(stage.table)),
        ("simulated", replace(READER, simulated=True, name="Dice tower of the long table")),
        ("recording", replace(BOX, recording="/home/table/recordings/box-a.jsonl")),
    ):
        stage.table.devices.report(device, lambda *_: None)
        yield f"one-{name}", stage.shown(DevicePage(stage.table, device, lambda: NOW))
    yield "touch", stage.shown(InputSettingsPage(stage.table))


def teaching(stage: Stage) -> Iterator[State]:
    """The pages on which a device learns whose it is and what its buttons do."""
    for device in (BOX, READER, *many(5)):
        stage.table.devices.report(device, lambda *_: None)
    stack = stage.shown(SeatBindingPage(stage.table))
    yield "binding", stack
    touch(stack, "seat:1")
    yield "binding-waits", stack
    _signal(stack, BOX)
    yield "binding-done", stack
    yield "binding-one", stage.shown(SeatBindingPage(stage.table, BOX))
    stack = stage.shown(ControlBindingPage(stage.table, BOX))
    yield "rebinding", stack
    touch(stack, "does:undo")
    yield "rebinding-waits", stack
    _signal(stack, BOX)
    yield "rebinding-done", stack
    yield (
        "rebinding-keyboard",
        stage.shown(ControlBindingPage(stage.table, keyboard_device(stage.table))),
    )


def screens(stage: Stage) -> Iterator[State]:
    """How the picture lies on its screen, and how touches of it are put right."""
    page = DisplayPage(stage.table)
    stack = stage.shown(page)
    yield "screen", stack
    stack.apply(Push(confirm_change(stage.table)))
    yield "keep-this", stack
    stack.close()
    for name, places in (("refused", (0, 2, 1, 3)), ("trial", (0, 1, 2, 3))):
        scene = TouchCalibrationScene(stage.table)
        stack = stage.shown(scene)
        if name == "refused":
            yield "crosses", stack
        felt = ASKEW if name == "trial" else CALIBRATION_TARGETS
        for number in places:
            _feel(stack, felt[number])
        yield f"crosses-{name}", stack
        stack.close()
    stack = stage.shown(KeystoneScene(stage.table))
    yield "corners", stack
    _pull(stack, 0, (0.1, 0.06))
    yield "corners-pulled", stack
    _pull(stack, 2, (0.2, 0.2))
    yield "corners-refused", stack
    stack.close()
    covers: tuple[BlackoutKind, ...] = ("dark", "still")
    for what in covers:
        yield f"cover-{what}", Covered(stage.shown(DisplayPage(stage.table)), Blackout(what))


def fairness(stage: Stage) -> Iterator[State]:
    """The counts of the dice, of none and of several sources."""
    yield "none", stage.shown(DiceFairnessPage(stage.table))
    for source, faces in (
        ("screen", (9, 10, 11, 10, 12, 8)),
        ("typed", (2, 2, 2, 2, 2, 2)),
        ("reader:DR-7f3a", (10, 12, 9, 11, 10, 30)),
        ("reader:Dice tower of the long table", (101, 100, 99, 104, 98, 99)),
    ):
        for face, times in enumerate(faces, 1):
            for _ in range(times):
                stage.table.store.note_throw(source, len(faces), (face,))
    stack = stage.shown(DiceFairnessPage(stage.table))
    yield "several", stack
    keys = {button.key for button in _page(stack).buttons.buttons}
    if "later" in keys:
        touch(stack, "later")
        yield "several-2", stack


def _page(stack: SceneStack) -> DiceFairnessPage | DevicesPage:
    assert isinstance(stack.top, DiceFairnessPage | DevicesPage)
    return stack.top


def _signal(stack: SceneStack, device: Device) -> None:
    """Somebody presses a control, as sources tell of it while a page learns."""
    stack.handle(Signal(source="serial", device=device.key, control="button:3"))
    run(stack, 0.1)


def _pull(stack: SceneStack, corner: int, share: tuple[float, float]) -> None:
    """A finger pulls a corner of the picture to a place of the window, as a share of it."""
    button = find(stack, f"corner:{corner}")
    assert isinstance(stack.top, KeystoneScene)
    glass, began = stack.top.table.display_transform, button.centre
    (x, y), (u, v) = glass.share(began), glass.now.corners[corner]
    at = glass.seen((share[0] + x - u, share[1] + y - v))
    stack.handle(Down(source="touch", contact=1, at=began))
    stack.handle(Pull(source="touch", contact=1, at=at, began=began))
    stack.handle(Drop(source="touch", contact=1, at=at, began=began))


def _feel(stack: SceneStack, share: tuple[float, float]) -> None:
    """A cross is touched, and felt there."""
    scene = stack.top
    assert isinstance(scene, TouchCalibrationScene)
    at = scene.table.display_transform.seen(share)
    stack.handle(Down(source="touch", contact=1, at=at))
    stack.handle(Tap(source="touch", contact=1, at=at))
