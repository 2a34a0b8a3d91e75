"""Gamepads, encoders and button boxes reach the scenes."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.input.devices import (
    BINDINGS_FILE_NAME,
    Bindings,
    ControlBinding,
    Device,
    DeviceHealth,
)
from tabletop.input.keyboard import KEYBOARD_DEVICE_KEY
from tabletop.input.serial.source import NamedDevice, SerialSource
from tabletop.input.window import wake
from tabletop.ui.core.frame import Frame
from tests.end_to_end.app_window import Room
from tests.input.virtual_pads import STANDARD, VirtualPad
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path) as room:
        room.rest()
        yield room


def key(code: int) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))


def test_a_pad_walks_through_the_menu(room: Room) -> None:
    pad = VirtualPad(STANDARD)
    room.turn()
    before = room.pixels()
    pad.button(10, True)
    room.turn()
    room.rest()
    assert room.pixels() != before
    pad.unplug()
    room.turn()
    assert [device.health for device in room.table.devices.all] == [DeviceHealth.LOST]


def test_the_keys_of_an_encoder_mean_what_the_setting_says_from_then_on(room: Room) -> None:
    before = room.pixels()
    key(pygame.K_g)
    room.turn()
    assert room.pixels() == before
    room.table.change("devices.keyboard", "ipac")
    key(pygame.K_g)
    room.turn()
    room.rest()
    assert room.pixels() != before
    device = room.table.devices.find(KEYBOARD_DEVICE_KEY)
    assert device is not None
    assert device.driver == "ipac"


def test_what_a_key_was_taught_is_kept_for_the_next_evening(tmp_path: Path) -> None:
    Bindings(tmp_path / BINDINGS_FILE_NAME).assign_function(
        KEYBOARD_DEVICE_KEY, f"key:{pygame.K_o}", ControlBinding("right")
    )
    with Room(tmp_path) as room:
        room.rest()
        before = room.pixels()
        key(pygame.K_o)
        room.turn()
        room.rest()
        assert room.pixels() != before


def test_damaged_bindings_are_told_and_set_aside(tmp_path: Path) -> None:
    (tmp_path / BINDINGS_FILE_NAME).write_text("{")
    with Room(tmp_path) as room:
        assert any(BINDINGS_FILE_NAME in said for said in room.table.operator_notices)


def test_a_device_that_comes_without_a_word_is_drawn_at_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Frame] = []
    monkeypatch.setattr(room.app.scenes.top, "draw", drawn.append)
    room.turn(0.0)
    drawn.clear()
    room.table.devices.report(Device("x", "serial", "x", "/dev/x"))
    room.turn(0.0)
    assert drawn


@pytest.mark.skipif(sys.platform != "linux", reason="pseudo-terminals")
def test_a_box_walks_through_the_menu(tmp_path: Path) -> None:
    path = str(tmp_path / "box")
    with (
        PtyDevice(SimulatedDevice("box"), tmp_path / "box") as box,
        Room(
            tmp_path,
            sources=lambda table: [
                SerialSource(table.devices, wake, auto=False, named=[NamedDevice(path)])
            ],
        ) as room,
    ):
        until(room, lambda: bool(room.table.devices.readers))
        before = room.pixels()
        box.tap(2)
        until(room, lambda: room.pixels() != before)


def until(room: Room, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)
        room.turn()
