"""The self-test: a light for everything, each with a shape and a sentence."""

from collections.abc import Iterator
from typing import get_args

import pytest

from tabletop.input.actions import Button, Buzz, Down, Press, Roll
from tabletop.input.devices import Device, DeviceHealth
from tabletop.scenes.kiosk.self_test import (
    TEST_NAMES,
    SelfTestScene,
    TouchTest,
    frame_rate_finding,
    touch_finding,
)
from tabletop.system.health import CheckResult, Light
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.draw.icons import put_light
from tests.scenes.kiosk.locked_table import quick_hashes
from tests.scenes.touches import SIZES, check_layout, tap
from tests.sound_listener import listening


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def opened(table: AppContext) -> SelfTestScene:
    scene = SelfTestScene(table)
    scene.fit(Canvas((1280, 800)))
    return scene


def measured(table: AppContext, rate: float = 60.0) -> SelfTestScene:
    scene = opened(table)
    table.store.flush()
    for _ in range(round(3.1 * rate)):
        scene.update(1 / rate)
        scene.draw_content(Frame(scene.canvas))
    return scene


def test_turns_of_the_loop_are_no_pictures(table: AppContext) -> None:
    scene = opened(table)
    for turn in range(3100):
        scene.update(0.001)
        if turn % 100 == 0:
            scene.draw_content(Frame(scene.canvas))
    assert scene.found["frames"].light == "red"


def test_disk_clock_and_picture_are_tested_by_themselves(table: AppContext) -> None:
    scene = measured(table)
    assert scene.found["frames"].light == "green"
    assert scene.found["disk"].light != "waiting"
    assert scene.found["clock"].light != "waiting"
    assert scene.wakes_in() > 1e6


def test_a_disk_that_does_not_answer_is_red(table: AppContext) -> None:
    scene = opened(table)
    scene._answers.clear()
    scene._start_check = lambda *_: None  # type: ignore[method-assign]
    table.store.flush()
    scene._answers.clear()
    for _ in range(110):
        scene.update(0.1)
    assert scene.found["disk"].light == "red"


@pytest.mark.parametrize(("rate", "light"), [(60, "green"), (40, "amber"), (20, "red")])
def test_the_picture_is_judged_by_its_rate(rate: float, light: str) -> None:
    assert frame_rate_finding(rate).light == light


def test_without_devices_dice_and_buttons_are_amber_and_with_them_they_are_waited_for(
    table: AppContext,
) -> None:
    scene = opened(table)
    assert scene.found["dice"].light == scene.found["buttons"].light == "amber"
    box = Device("b", "serial", "BB-1", "", health=DeviceHealth.LIVE, buttons=4)
    table.devices.report(box)
    scene = opened(table)
    assert [scene.found[key].light for key in ("dice", "buttons")] == ["amber", "waiting"]
    table.devices.report(Device("a", "serial", "DR-7f3a", "", health=DeviceHealth.LIVE, sides=6))
    scene = opened(table)
    assert [scene.found[key].light for key in ("dice", "buttons")] == ["waiting"] * 2
    scene.handle(Roll(source="serial", device="a", values=(3, 5)))
    assert scene.found["dice"].light == "green"
    assert "3 5" in scene.found["dice"].words
    scene.handle(Buzz(source="serial", seat=1))
    assert scene.found["buttons"].light == "green"


def test_simulated_dice_are_no_green_light(table: AppContext) -> None:
    scene = opened(table)
    scene.handle(Roll(source="serial", device="a", values=(3,), simulated=True))
    assert scene.found["dice"].light == "amber"


def test_a_button_of_a_box_is_tested_and_presses_nothing(table: AppContext) -> None:
    scene = opened(table)
    assert scene.handle(Press(source="pad", button=Button.BACK)) is None
    assert scene.found["buttons"].light == "green"
    assert isinstance(scene.handle(Press(source="keyboard", button=Button.BACK)), Pop)


@pytest.mark.parametrize(("answer", "light"), [("heard", "green"), ("nothing", "red")])
def test_a_sound_is_played_and_somebody_is_asked(
    table: AppContext, answer: str, light: str
) -> None:
    ear = listening(table)
    ear.works = True
    scene = opened(table)
    tap(scene, "sound")
    assert ear.heard
    assert scene.found["sound"].light == "waiting"
    tap(scene, answer)
    assert scene.found["sound"].light == light


def test_where_no_device_answers_nobody_need_answer(table: AppContext) -> None:
    listening(table)
    scene = measured(table)
    tap(scene, "sound")
    assert scene.wakes_in() < 1.0
    for _ in range(20):
        scene.update(0.1)
    assert scene.found["sound"].light == "red"


def test_where_all_is_quiet_nobody_is_asked(table: AppContext) -> None:
    table.settings = table.settings.but({"sound.volume": 0})
    scene = opened(table)
    tap(scene, "sound")
    assert scene.found["sound"].light == "amber"


def test_five_rings_that_are_touched_where_they_are_make_green(table: AppContext) -> None:
    scene = opened(table)
    change = tap(scene, "touch")
    assert isinstance(change, Push)
    rings = change.scene
    assert isinstance(rings, TouchTest)
    rings.fit(Canvas((1280, 800)))
    for number, (x, y) in enumerate(rings.marks):
        found = rings.handle(Down(source="touch", contact=number, at=(x + 8, y - 8)))
    assert isinstance(found, Pop)
    assert change.then is not None
    change.then(found.result)
    assert scene.found["touch"].light == "green"


def test_touches_that_are_felt_elsewhere_are_amber() -> None:
    rings = TouchTest()
    rings.fit(Canvas((1280, 800)))
    assert rings.handle(Down(source="touch", contact=1, at=rings.canvas.box.centre)) is None
    assert rings.missed == 1
    assert touch_finding(10.0, 1).light == "amber"
    assert touch_finding(80.0, 0).light == "amber"
    assert touch_finding(10.0, 0).light == "green"


def test_no_two_lights_differ_by_colour_alone(table: AppContext) -> None:
    del table
    shapes = set()
    for light in get_args(Light):
        frame = Frame(Canvas((1280, 800)))
        put_light(frame, light, (100.0, 100.0), 90.0)
        picture = frame.blits[0].surface
        alphas = [picture.get_at((x, picture.get_height() // 3)).a for x in range(0, 60, 4)]
        corner = picture.get_at((2, 2)).a
        shapes.add((corner > 0, *[alpha > 128 for alpha in alphas]))
    assert len(shapes) == len(get_args(Light))


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    scene = measured(table)
    for light in ("green", "amber", "red"):
        scene.found |= {name: CheckResult(light, scene.found[name].words) for name in TEST_NAMES}
        check_layout(scene, size, least=44.0)
