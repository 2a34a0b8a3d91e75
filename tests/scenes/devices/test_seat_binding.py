"""A press on a box says whose it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.input.actions import Button, Walk
from tabletop.input.devices import Bindings, Device, Devices
from tabletop.input.serial.protocols import DiceEvent, ReceivedEvent
from tabletop.input.serial.source import event_actions
from tabletop.scenes.devices.binding_pages import (
    LISTEN_TIMEOUT_SECONDS,
    ControlBindingPage,
    SeatBindingPage,
)
from tabletop.scenes.devices.devices_page import keyboard_device
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, SceneStack
from tests.scenes.devices.fake_devices import TWIN, Asked, signal, words
from tests.scenes.touches import SIZES, check_layout, draw, least_size, press, tap
from tools.album.devices import BOX, PAD, READER, many


def opened(table: AppContext, device: Device | None = None) -> SeatBindingPage:
    scene = SeatBindingPage(table, device)
    scene.fit(Canvas((1280, 800)))
    return scene


def taught(table: AppContext, device: Device = BOX) -> ControlBindingPage:
    scene = ControlBindingPage(table, device)
    scene.fit(Canvas((1280, 800)))
    return scene


def learning(table: AppContext) -> bool:
    """Whether devices tell of their controls and do nothing else."""
    return table.devices.bindings.learning


# -- whose it is ----------------------------------------------------------------------------


def test_touch_a_seat_then_press_the_box(table: AppContext) -> None:
    asked = Asked(table)
    asked.plug(BOX, TWIN)
    scene = opened(table)
    assert not learning(table)
    tap(scene, "seat:1")
    assert learning(table)
    assert "Press a button on the box for seat 2" in scene.listener.message
    signal(scene, TWIN)
    # Two equal boxes are told apart by the press alone.
    assert table.devices.bindings.seat(TWIN.key) == 1
    assert table.devices.bindings.seat(BOX.key) is None
    assert not learning(table)
    assert asked.of == [(TWIN.key, "lamp", "")]
    assert "Box A now belongs to seat 2. Before: the player to move." in words(scene)


def test_what_is_simulated_is_marked_wherever_it_is_named(table: AppContext) -> None:
    device = replace(BOX, simulated=True)
    table.devices.report(device)
    scene = opened(table)
    tap(scene, "seat:0")
    signal(scene, device)
    assert words(scene).count("Box A (SIMULATED)") == 2  # the seat's list, and what is said
    assert "Buttons of Box A (SIMULATED)" in words(taught(table, device))
    assert "Box A (SIMULATED) is for" in words(opened(table, device))


def test_the_newest_binding_wins_and_says_so(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    for seat in (1, 3):
        tap(scene, f"seat:{seat}")
        signal(scene, BOX)
    assert table.devices.bindings.seat(BOX.key) == 3
    assert "Before: seat 2." in scene.listener.message
    tap(scene, "seat:3")
    signal(scene, BOX)
    assert "still belongs to seat 4" in scene.listener.message
    tap(scene, "seat:none")
    signal(scene, BOX)
    assert table.devices.bindings.seat(BOX.key) is None


def test_a_reader_without_buttons_is_bound_by_a_throw(table: AppContext) -> None:
    table.devices.report(READER)
    scene = opened(table)
    tap(scene, "seat:0")
    throw = ReceivedEvent(10.0, DiceEvent(6, (3,)))
    for action in event_actions(throw, READER, table.devices.bindings, 10.0):
        scene.handle(action)
    assert table.devices.bindings.seat(READER.key) == 0


def test_a_throw_that_lay_about_for_seconds_binds_nothing(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "seat:0")
    throw = ReceivedEvent(10.0, DiceEvent(6, (3,), age=2.5))
    assert event_actions(throw, READER, table.devices.bindings, 10.0) == []


def test_who_waits_for_a_box_that_is_broken_is_not_stuck(table: AppContext) -> None:
    table.devices.report(BOX)
    table.devices.report(TWIN)
    scene = taught(table)
    tap(scene, "does:ok")
    for _ in range(2):
        scene.update(LISTEN_TIMEOUT_SECONDS - 1)
        assert learning(table)
        signal(scene, TWIN)  # somebody tries another one
    assert scene.wakes_in() == pytest.approx(LISTEN_TIMEOUT_SECONDS)
    scene.update(LISTEN_TIMEOUT_SECONDS)
    assert not learning(table)
    assert "nothing has changed" in scene.listener.message
    assert scene.wakes_in() == float("inf")


def test_opened_for_one_device_a_touch_is_enough(table: AppContext) -> None:
    asked = Asked(table)
    asked.plug(PAD)
    scene = opened(table, PAD)
    assert "Touch the seat that Gamepad F310 is for." in words(scene)
    tap(scene, "seat:2")
    assert table.devices.bindings.seat(PAD.key) == 2
    assert not learning(table)
    assert asked.of == [(PAD.key, "lamp", "")]


def test_a_press_that_nobody_asked_for_binds_nothing(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    signal(scene, BOX)
    tap(scene, "seat:1")
    tap(scene, "seat:1")  # never mind
    signal(scene, BOX)
    assert table.devices.bindings.seat(BOX.key) is None


def test_a_key_does_not_bind_all_keyboards_by_accident(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "seat:1")
    signal(scene, keyboard_device(table), "key:97")
    assert table.devices.bindings.seat("keyboard") is None
    assert "a page of their own" in scene.listener.message
    assert learning(table)
    tap(opened(table, keyboard_device(table)), "seat:1")
    assert table.devices.bindings.seat("keyboard") == 1


def test_going_back_ends_the_waiting_first_and_then_the_page(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "seat:0")
    assert press(scene, Button.BACK) is None
    assert not learning(table)
    assert press(scene, Button.BACK) == Pop()


@pytest.mark.parametrize("kind", [SeatBindingPage, ControlBindingPage])
def test_devices_are_heard_again_when_the_page_goes(
    table: AppContext, kind: type[SeatBindingPage] | type[ControlBindingPage]
) -> None:
    table.devices.report(BOX)
    below = opened(table)
    stack = SceneStack(below, Canvas((1280, 800)))
    scene = kind(table, BOX) if kind is ControlBindingPage else SeatBindingPage(table)
    scene.fit(Canvas((1280, 800)))
    key = "does:ok" if kind is ControlBindingPage else "seat:1"
    tap(scene, key)
    assert learning(table)
    scene.leave()
    assert not learning(table)
    stack.close()


def test_keys_alone_choose_the_seat(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    for _ in range(9):
        scene.handle(Walk(source="keyboard", by=1))
        if scene.buttons.focus == "seat:2":
            break
    assert press(scene, Button.OK) is None
    signal(scene, BOX)
    assert table.devices.bindings.seat(BOX.key) == 2


def test_what_was_bound_flashes_and_comes_to_rest(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    assert scene.wakes_in() == float("inf")
    tap(scene, "seat:0")
    signal(scene, BOX)
    looks, turns = set(), 0
    while scene.wakes_in() < float("inf"):
        assert scene.wakes_in() > 0
        scene.update(scene.wakes_in())
        looks.add(tuple(blit for blit in draw(scene).blits))
        turns += 1
        assert turns < 50
    assert len(looks) == 2
    assert not scene.listener.bright


def test_bindings_that_cannot_be_kept_are_told(table: AppContext, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table.devices = Devices(Bindings(tmp_path / "file" / "devices.json"))
    table.devices.report(BOX)
    scene = opened(table)
    tap(scene, "seat:0")
    signal(scene, BOX)
    assert "could not be saved" in table.operator_notices[0]
    assert "could not be saved" in scene.listener.message
    assert table.devices.bindings.problem == ""
    assert table.devices.bindings.seat(BOX.key) == 0


def test_what_is_bound_is_there_the_next_evening(table: AppContext, tmp_path: Path) -> None:
    path = tmp_path / "devices.json"
    table.devices = Devices(Bindings(path))
    table.devices.report(BOX)
    scene = opened(table)
    tap(scene, "seat:3")
    signal(scene, BOX)
    assert Bindings(path).seat(BOX.key) == 3


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    for device in many(5):
        table.devices.report(device)
        table.devices.bindings.assign_seat(device.key, 1)
    for chosen in (None, many(2)[1]):
        scene = SeatBindingPage(table, chosen)
        check_layout(scene, size, least=80)
        if chosen is None:
            tap(scene, "seat:1")
            check_layout(scene, size, least=80)
            signal(scene, many(2)[1])
        check_layout(scene, size, least=80)
    for device in many(12):
        table.devices.report(replace(device, simulated=True))
        table.devices.bindings.assign_seat(device.key, 1)
    crowded = SeatBindingPage(table)
    check_layout(crowded, size, least=80)
    if min(size) >= 600:
        assert least_size(crowded) >= 18
    assert "A 0 (SIMULATED) and 11 more" in words(crowded)
