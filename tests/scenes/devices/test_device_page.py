"""The page of one device: what is known of it, and what can be asked of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.input.devices import ControlBinding, Device, DeviceHealth
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.devices_page import DevicePage, keyboard_device
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tests.scenes.devices.fake_devices import Asked, Clock, words
from tests.scenes.touches import SIZES, check_layout, draw, keys, tap
from tools.album.devices import BOX, PAD, READER, many


def opened(table: AppContext, device: Device) -> DevicePage:
    scene = DevicePage(table, device, Clock())
    scene.fit(Canvas((1280, 800)))
    return scene


def test_it_says_all_that_is_known(table: AppContext) -> None:
    device = replace(BOX, last="button 2 went down", last_at=940.0, events=31, errors=1)
    table.devices.report(device)
    table.devices.bindings.assign_seat(BOX.key, 0)
    table.devices.bindings.assign_function(BOX.key, "button:3", ControlBinding("undo", 0))
    said = words(opened(table, device))
    for part in (
        "Box A",
        "Live",
        "Seat 1",
        "/dev/ttyACM0",
        "ttl1",
        "4 buttons, 1 lamp",
        "button 2 went down, 1 min ago",
        "0 in the last 5 s, 1 error, 31 in all",
        "1 assigned by hand",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("device", "offered"),
    [
        (BOX, ["lamp", "whose", "rebind", "record"]),
        (replace(BOX, recording="/x/y.jsonl"), ["lamp", "whose", "rebind", "stop"]),
        (READER, ["whose", "record"]),
        (replace(READER, health=DeviceHealth.LOST), ["whose", "forget"]),
        (replace(BOX, health=DeviceHealth.TOO_NEW, lamps=0), ["whose", "rebind", "forget"]),
        (PAD, ["whose", "rebind"]),
        (Device("touch", "touch", "One touch screen", "", health=DeviceHealth.LIVE), []),
    ],
)
def test_only_what_a_device_can_do_is_offered(
    table: AppContext, device: Device, offered: list[str]
) -> None:
    table.devices.report(device)
    assert keys(opened(table, device)) == ["leave", *offered]


def test_lamps_are_tested_by_the_device(table: AppContext) -> None:
    asked = Asked(table)
    asked.plug(BOX)
    assert tap(opened(table, BOX), "lamp") is None
    assert asked.of == [(BOX.key, "lamp", "")]


def test_a_recording_gets_a_file_of_its_own(table: AppContext, tmp_path: Path) -> None:
    asked = Asked(table)
    asked.plug(replace(BOX, name="Box / A"))
    scene = opened(table, BOX)
    folder = tmp_path / "recordings"
    tap(scene, "record")
    first = folder / "2030-01-01-Box---A-1.jsonl"
    assert asked.of == [(BOX.key, "record", str(first))]
    folder.mkdir()
    first.touch()
    table.devices.report(replace(BOX, recording=str(first)))
    scene.update(1.0)
    assert first.name in words(scene)
    tap(scene, "stop")
    assert asked.of[-1] == (BOX.key, "stop", "")
    table.devices.report(replace(BOX, name="Box / A"))
    scene.update(1.0)
    assert f"saved as {first.name} in " in words(scene)
    tap(scene, "record")
    assert asked.of[-1][2].endswith("2030-01-01-Box---A-2.jsonl")


def test_a_recording_that_was_kept_can_be_played_back(table: AppContext) -> None:
    opened_urls: list[str] = []
    table.devices.opener = opened_urls.append
    table.devices.report(replace(BOX, recording="/x/evening.jsonl"))
    scene = opened(table, BOX)
    assert "play" not in keys(scene)
    table.devices.report(BOX)
    scene.update(1.0)
    assert tap(scene, "play") == Pop()
    assert opened_urls == ["replay:/x/evening.jsonl"]
    table.devices.opener = None  # as when an evening is lived again
    scene.lay_out()
    assert "play" not in keys(scene)


def test_a_lost_device_can_be_forgotten_and_keeps_its_seat(table: AppContext) -> None:
    asked = Asked(table)
    asked.plug(replace(BOX, health=DeviceHealth.LOST))
    table.devices.bindings.assign_seat(BOX.key, 2)
    assert tap(opened(table, BOX), "forget") == Pop()
    assert asked.of == [(BOX.key, "close", "")]
    assert table.devices.all == ()
    assert table.devices.bindings.seat(BOX.key) == 2


def test_it_leads_to_its_seat_and_its_buttons(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table, BOX)
    whose, rebind = tap(scene, "whose"), tap(scene, "rebind")
    assert isinstance(whose, Push)
    assert isinstance(whose.scene, SeatBindingPage)
    assert whose.scene.device == BOX
    assert isinstance(rebind, Push)
    assert isinstance(rebind.scene, ControlBindingPage)


def test_a_device_that_goes_while_it_is_shown_stays_on_the_page(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table, BOX)
    table.devices.forget(BOX.key)
    scene.update(1.0)
    assert "Box A" in words(scene)
    assert "Lost: it was removed" in words(scene)
    assert "record" not in keys(scene)


def test_what_is_simulated_is_marked(table: AppContext) -> None:
    plain = len(draw(opened(table, BOX)).blits)
    assert len(draw(opened(table, replace(BOX, simulated=True))).blits) == plain + 2


@pytest.mark.parametrize(
    ("preset", "part"),
    [("plain", "plain keyboard"), ("ipac", "left ctrl: confirm")],
)
def test_the_map_of_the_keys_in_force_is_shown(table: AppContext, preset: str, part: str) -> None:
    table.change("devices.keyboard", preset)
    table.devices.bindings.assign_function("keyboard", "key:98", ControlBinding("call", 3))
    said = words(opened(table, keyboard_device(table)))
    assert part in said
    assert "key B: Call (Seat 4)" in said


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    table.change("devices.keyboard", "ipac")
    for device in (*many(6), replace(BOX, where="/dev/serial/by-id/" + "x" * 80)):
        check_layout(DevicePage(table, device, Clock()), size, least=80)
    check_layout(DevicePage(table, keyboard_device(table), Clock()), size, least=80)
