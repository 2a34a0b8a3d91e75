"""A press on a button says what it does."""

import pytest

from tabletop.input.actions import DICE_CONTROL, Button, Buzz, Walk
from tabletop.input.devices import (
    CONTROL_FUNCTIONS,
    ControlBinding,
    ControlFunction,
    Device,
    default_function,
)
from tabletop.scenes.devices.binding_pages import ControlBindingPage
from tabletop.scenes.devices.devices_page import keyboard_device
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.devices.fake_devices import TWIN, signal, words
from tests.scenes.touches import SIZES, button, check_layout, nudge, press, tap
from tools.album.devices import BOX, many


def taught(table: AppContext, device: Device = BOX) -> ControlBindingPage:
    scene = ControlBindingPage(table, device)
    scene.fit(Canvas((1280, 800)))
    return scene


def learning(table: AppContext) -> bool:
    """Whether devices tell of their controls and do nothing else."""
    return table.devices.bindings.learning


@pytest.mark.parametrize("function", CONTROL_FUNCTIONS)
def test_every_function_can_be_taught(table: AppContext, function: ControlFunction) -> None:
    table.devices.report(BOX)
    table.devices.bindings.assign_seat(BOX.key, 1)
    scene = taught(table)
    tap(scene, f"does:{function}")
    assert learning(table)
    signal(scene, BOX, "button:3")
    assert not learning(table)
    assert table.devices.bindings.controls(BOX.key) == {"button:3": ControlBinding(function, 1)}
    assert "Button 4" in scene.listener.message


def test_it_says_what_the_button_did_before(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = taught(table)
    tap(scene, "does:undo")
    signal(scene, BOX, "button:1")
    assert scene.listener.message == "Button 2: Take back, for the player to move. Before: Confirm."
    assert "button 2" in words(scene)


def test_a_press_on_another_box_is_not_taken_for_this_one(table: AppContext) -> None:
    table.devices.report(BOX)
    table.devices.report(TWIN)
    scene = taught(table)
    tap(scene, "does:ok")
    signal(scene, TWIN, "button:0")
    assert "That was Box A. Press a button of Box A." in scene.listener.message
    assert learning(table)
    signal(scene, BOX, "button:0")
    assert table.devices.bindings.controls(TWIN.key) == {}
    assert table.devices.bindings.controls(BOX.key) == {"button:0": ControlBinding("ok")}


def test_dice_are_no_button(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = taught(table)
    tap(scene, "does:ok")
    signal(scene, BOX, DICE_CONTROL)
    assert "Press one of its buttons" in scene.listener.message
    assert table.devices.bindings.controls(BOX.key) == {}
    assert learning(table)


def test_a_call_needs_a_seat(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = taught(table)
    tap(scene, "does:call")
    assert not learning(table)
    assert "First choose the seat" in scene.listener.message
    tap(scene, "seat=3")
    tap(scene, "does:call")
    signal(scene, BOX, "button:0")
    (meaning,) = table.devices.bindings.controls(BOX.key).values()
    assert meaning.action("serial") == Buzz(source="serial", seat=2)


def test_a_call_that_nobody_would_hear_is_told(table: AppContext) -> None:
    table.devices.report(BOX)
    assert "button 4, once it has a seat" in words(taught(table))
    table.devices.bindings.assign_seat(BOX.key, 1)
    assert "once it has a seat" not in words(taught(table))


def test_as_it_was_at_first(table: AppContext) -> None:
    table.devices.report(BOX)
    table.devices.bindings.assign_seat(BOX.key, 1)
    scene = taught(table)
    tap(scene, "does:undo")
    signal(scene, BOX, "button:1")
    tap(scene, "forget")
    bindings = table.devices.bindings
    assert (bindings.seat(BOX.key), dict(bindings.controls(BOX.key))) == (None, {})
    assert bindings.binding_of(
        BOX.key, "button:1", default_function("button:1", 4)
    ) == ControlBinding("ok")


def test_buttons_that_were_taught_go_along_with_their_box(table: AppContext) -> None:
    bindings = table.devices.bindings
    bindings.assign_seat(BOX.key, 0)
    bindings.assign_function(BOX.key, "button:0", ControlBinding("undo", 0))
    bindings.assign_function(BOX.key, "button:1", ControlBinding("call", 3))
    bindings.assign_seat(BOX.key, 1)
    assert bindings.controls(BOX.key) == {
        "button:0": ControlBinding("undo", 1),
        "button:1": ControlBinding("call", 3),
    }


def test_a_key_of_the_keyboard_can_be_taught(table: AppContext) -> None:
    scene = taught(table, keyboard_device(table))
    tap(scene, "seat=2")
    tap(scene, "does:call")
    signal(scene, keyboard_device(table), "key:98")
    assert table.devices.bindings.controls("keyboard") == {"key:98": ControlBinding("call", 1)}
    assert "Key B: Call, for seat 2." in words(scene)


def test_keys_alone_choose_the_function(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = taught(table)
    press(scene, Button.OK)
    for _ in range(20):
        if scene.buttons.focus == "does:undo":
            break
        scene.handle(Walk(source="keyboard", by=1))
    press(scene, Button.OK)
    assert button(scene, "does:undo").style == "chosen"
    nudge(scene, 1, 0)
    assert press(scene, Button.BACK) is None
    assert not learning(table)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    for device in many(5):
        table.devices.report(device)
        table.devices.bindings.assign_seat(device.key, 1)
    page = ControlBindingPage(table, many(2)[0])
    check_layout(page, size, least=60)
    tap(page, "does:undo")
    signal(page, many(2)[0], "button:3")
    check_layout(page, size, least=60)
