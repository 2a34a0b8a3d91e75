"""Binding a button box from the menu, by touch and by keys."""

import pygame
import pytest

from tabletop.input.actions import Signal
from tabletop.input.devices import BINDINGS_FILE_NAME, Bindings, Device, DeviceHealth
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.devices_page import DevicePage, DevicesPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.ui.core.scene import Scene
from tabletop.ui.widgets.buttons import ButtonGroup
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers, Keys

BOX = Device("usb:1:2:A", "serial", "Box A", "/dev/ttyACM0", "ttl1", DeviceHealth.LIVE, buttons=4)
TWIN = Device("usb:1:2:B", "serial", "Box B", "/dev/ttyACM1", "ttl1", DeviceHealth.LIVE, buttons=4)


def at(room: Room, kind: type[Scene]) -> None:
    """A page of this kind is on top."""
    assert isinstance(room.top, kind)


def press_on(room: Room, device: Device, control: str) -> None:
    """What the source of a box tells while a page learns."""
    assert room.table.devices.bindings.learning
    room.app.scenes.handle(Signal(source="serial", device=device.key, control=control))
    room.turn()


def test_a_box_is_bound_and_a_button_taught_by_fingers(room: Room) -> None:
    fingers = Fingers(room)
    fingers.press("devices")
    at(room, DevicesPage)
    assert "Only the touch screen is connected." in room.said

    # A box that is plugged in now is on the page within half a second.
    empty = room.pixels()
    room.table.devices.report(BOX)
    room.table.devices.report(TWIN)
    room.turn(0.3)
    room.turn(0.3)
    assert "Box A" in room.said
    assert room.pixels() != empty

    fingers.press("bind")
    fingers.press("seat:1")
    waiting = room.pixels()
    press_on(room, TWIN, "button:2")
    bindings = room.table.devices.bindings
    at(room, SeatBindingPage)
    assert (bindings.seat(BOX.key), bindings.seat(TWIN.key)) == (None, 1)
    assert room.pixels() != waiting
    fingers.press("leave")
    assert "Live, for seat 2" in room.said

    fingers.press(f"device:{TWIN.key}")
    at(room, DevicePage)
    fingers.press("rebind")
    fingers.press("does:undo")
    press_on(room, TWIN, "button:0")
    at(room, ControlBindingPage)
    assert bindings.controls(TWIN.key)["button:0"].function == "undo"

    for _ in range(3):
        fingers.press("leave")
    at(room, MenuScene)
    assert not bindings.learning
    assert room.table.store.flush()
    assert Bindings(room.table.data_dir / BINDINGS_FILE_NAME).seat(TWIN.key) == 1


def test_the_same_road_by_keys(room: Room) -> None:
    keys = Keys(room)
    room.table.devices.report(BOX)
    _walk_to(room, keys, "devices")
    at(room, DevicesPage)
    _walk_to(room, keys, "bind")
    _walk_to(room, keys, "seat:3")
    press_on(room, BOX, "button:0")
    assert room.table.devices.bindings.seat(BOX.key) == 3
    _walk_to(room, keys, "seat:0")
    assert room.table.devices.bindings.learning
    for _ in range(3):
        keys.press(pygame.K_ESCAPE)  # the waiting, the page, the devices
    at(room, MenuScene)
    assert not room.table.devices.bindings.learning


def test_at_rest_the_page_draws_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.table.devices.report(BOX)
    Fingers(room).press("devices")
    room.turn(0.3)
    drawn: list[object] = []
    monkeypatch.setattr(pygame.display, "update", drawn.append)
    for _ in range(40):
        room.turn(2.0)
    assert drawn == []


def _walk_to(room: Room, keys: Keys, key: str) -> None:
    """Walks on until the keys stand on a button, and presses it."""
    for _ in range(30):
        buttons = getattr(room.top, "buttons", None)
        assert isinstance(buttons, ButtonGroup)
        if buttons.focus == key:
            keys.press(pygame.K_RETURN)
            return
        keys.press(pygame.K_TAB)
    raise AssertionError(f"the keys never come to {key}")
