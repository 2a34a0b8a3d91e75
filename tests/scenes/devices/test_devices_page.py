"""The page of all devices: what it shows, when it draws, and where it leads."""

from dataclasses import replace
from typing import Final

import pytest

from tabletop.engine import say
from tabletop.input.actions import Button
from tabletop.input.devices import MAX_NAME_LENGTH, DeviceHealth, printable_text
from tabletop.scenes.device_text import control_text, elapsed_text, elapsed_text_changes_in
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.devices_page import (
    INPUT_CHOICES,
    DevicePage,
    DevicesPage,
    InputSettingsPage,
)
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage
from tabletop.scenes.devices.display_pages import DisplayPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tests.scenes.devices.fake_devices import Clock, words
from tests.scenes.touches import (
    SIZES,
    button,
    check_layout,
    draw,
    keys,
    least_size,
    nudge,
    press,
    tap,
)
from tools.album.devices import BOX, PAD, READER, many


def opened(
    table: AppContext, clock: Clock | None = None, size: tuple[int, int] = (1280, 800)
) -> DevicesPage:
    scene = DevicesPage(table, clock or Clock())
    scene.fit(Canvas(size))
    return scene


def cards(scene: DevicesPage) -> list[str]:
    return [key.partition(":")[2] for key in keys(scene) if key.startswith("device:")]


def test_without_devices_it_says_what_can_be_plugged_in(table: AppContext) -> None:
    scene = opened(table)
    assert "Only the touch screen is connected" in words(scene)
    assert "Plug a dice reader" in words(scene)
    assert cards(scene) == ["keyboard"]


def test_each_device_says_how_it_fares_and_whose_it_is(table: AppContext) -> None:
    table.devices.report(replace(BOX, last="button 2 went down", last_at=996.0, errors=2))
    table.devices.report(replace(READER, health=DeviceHealth.LOST, why="it was unplugged"))
    table.devices.bindings.assign_seat(BOX.key, 1)
    scene = opened(table)
    assert cards(scene) == [BOX.key, READER.key, "keyboard"]
    assert "Live, for seat 2" in words(scene)
    assert "button 2 went down, 4 s ago. 2 errors" in words(scene)
    assert "Lost: it was unplugged" in words(scene)
    assert "2 plugged in or seen before, 1 not working" in words(scene)
    assert "keys: plain keyboard" in words(scene)


def test_each_state_has_a_form_of_its_own(table: AppContext) -> None:
    pictures = set()
    for health in DeviceHealth:
        table.devices.report(replace(BOX, health=health))
        # One of the colours is enough to tell the forms apart.
        pictures.add(_sign(table))
    assert len(pictures) == len(DeviceHealth)


def _sign(table: AppContext) -> bytes:
    """The sign without its colour: which of its pixels are inked at all."""
    from tabletop.scenes.device_text import HEALTH_ICONS
    from tabletop.ui.draw.icons import icon

    (device,) = table.devices.all
    name, _ = HEALTH_ICONS[device.health]
    picture = icon(name, 60, (255, 255, 255))
    return bytes(picture.get_at((x, y)).a > 127 for x in range(60) for y in range(60))


def test_what_is_simulated_is_marked(table: AppContext) -> None:
    table.devices.report(BOX)
    plain = draw(opened(table)).blits
    table.devices.report(replace(BOX, simulated=True))
    marked = draw(opened(table)).blits
    assert len(marked) == len(plain) + 2  # the word and its plate


def test_twelve_devices_need_pages_and_all_are_reached(table: AppContext) -> None:
    for device in many(12):
        table.devices.report(device)
    scene = opened(table)
    seen = cards(scene)
    while button(scene, "later").enabled:
        tap(scene, "later")
        seen += cards(scene)
    assert seen == [*(device.key for device in many(12)), "keyboard"]
    press(scene, Button.EARLIER)
    assert cards(scene) == seen[6:12]
    # Devices that go take their pages along.
    for device in many(12):
        table.devices.forget(device.key)
    scene.lay_out()
    assert cards(scene) == ["keyboard"]


def test_it_changes_when_a_device_does_and_at_most_four_times_a_second(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    table.devices.report(replace(BOX, health=DeviceHealth.LOST, why="gone"))
    scene.update(0.1)
    assert "Lost" not in words(scene)
    assert scene.wakes_in() == pytest.approx(0.15)
    scene.update(0.15)
    assert "Lost: gone" in words(scene)


def test_at_rest_it_neither_wakes_nor_lays_out(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    assert scene.wakes_in() == float("inf")
    first = draw(scene)
    monkeypatch.setattr(scene, "lay_out", lambda: pytest.fail("nothing changed"))
    # A heartbeat changes the version, but no word.
    table.devices.report(replace(BOX, where="/dev/ttyACM0"))
    table.devices.report(replace(BOX, driver="ttl1 "))
    for _ in range(8):
        scene.update(0.25)
    assert list(draw(scene).blits) == list(first.blits)


def test_it_wakes_when_the_words_for_the_time_change(table: AppContext) -> None:
    clock = Clock()
    table.devices.report(replace(BOX, last="button 1 went down", last_at=1000.0))
    scene = opened(table, clock)
    assert "just now" in words(scene)
    assert scene.wakes_in() == pytest.approx(2.0)
    clock.at += 2.0
    scene.update(2.0)
    assert "2 s ago" in words(scene)
    assert scene.wakes_in() == pytest.approx(1.0)


def test_the_rate_counts_the_last_seconds(table: AppContext) -> None:
    clock = Clock()
    table.devices.report(replace(BOX, events=100))
    scene = opened(table, clock)
    for _ in range(7):
        clock.at += 0.5
        table.devices.note(BOX.key, "button 1 went down", clock.at)
        scene.update(0.5)
    assert "7 events in 5 s" in words(scene)
    clock.at += 3.5
    scene.update(3.5)
    assert "3 events in 5 s" in words(scene)
    clock.at += 6
    scene.update(6.0)
    assert " in 5 s" not in words(scene)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.1, "just now"), (2, "2 s ago"), (9.9, "9 s ago"), (34, "30 s ago"), (61, "1 min ago"),
     (3599, "59 min ago"), (7300, "2 h ago")],
)  # fmt: skip
def test_ages_are_said_the_more_roughly_the_longer(seconds: float, said: str) -> None:
    assert elapsed_text(seconds) == said
    later = seconds + elapsed_text_changes_in(seconds)
    assert elapsed_text(later + 0.001) != said
    assert elapsed_text(later - 0.001) == said


def test_controls_have_names_that_people_count_by() -> None:
    assert control_text("button:2") == "button 3"
    assert control_text("axis:0+") == "stick 1 +"
    assert control_text("hat:0:up") == "cross up"
    assert control_text("key:97") == "key A"
    assert control_text("something new") == "something new"


def test_it_leads_to_the_other_pages_and_back(table: AppContext) -> None:
    table.devices.report(PAD)
    scene = opened(table)
    for key, page in {
        f"device:{PAD.key}": DevicePage,
        "device:keyboard": DevicePage,
        "bind": SeatBindingPage,
        "settings": InputSettingsPage,
        "fairness": DiceFairnessPage,
        "screen": DisplayPage,
    }.items():
        change = tap(scene, key)
        assert isinstance(change, Push)
        assert isinstance(change.scene, page)
    assert tap(scene, "leave") == Pop()
    assert press(scene, Button.BACK) == Pop()


def test_keys_walk_to_a_card_and_open_it(table: AppContext) -> None:
    table.devices.report(BOX)
    scene = opened(table)
    press(scene, Button.OK)
    for _ in range(9):
        if scene.buttons.focus == f"device:{BOX.key}":
            break
        nudge(scene, 0, 1)
    change = press(scene, Button.OK)
    assert isinstance(change, Push)
    assert isinstance(change.scene, DevicePage)


def test_trouble_with_the_bindings_is_told_once(table: AppContext) -> None:
    table.devices.bindings.problem = "devices.json was damaged"
    opened(table)
    opened(table)
    assert table.operator_notices == ["devices.json was damaged"]
    assert table.devices.bindings.problem == ""


STRANGE: Final = (
    "Z" * 200,
    "line\nline\r\n\ttab " * 12,
    "a\0b" * 60,
    "\u0642\u0627\u0631\u0626 \u202eabc " * 20,
    "\U0001f3b2\ufe0f" * 90,
    "Z\u0338\u0321a\u0337" * 50,
    "\ud800\udfff" * 40,
    "\x01\x1b\x7f",
    "   ",
    "",
)
"""What a device may call itself."""


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
def test_a_device_may_call_itself_anything(
    table: AppContext, name: str, size: tuple[int, int]
) -> None:
    strange = replace(
        BOX, name=name, where=name, last=name, last_at=999.0, driver=name, simulated=True
    )
    for health in (DeviceHealth.LIVE, DeviceHealth.LOST):
        table.devices.report(replace(strange, health=health, why=name))
        (device,) = table.devices.all
        assert 0 < len(device.name) <= MAX_NAME_LENGTH
        for scene in (
            DevicesPage(table, Clock()),
            DevicePage(table, device, Clock()),
            SeatBindingPage(table, device),
            ControlBindingPage(table, device),
        ):
            check_layout(scene, size, least=60)
            draw(scene)
            # Whatever it says: it can be read from where one stands.
            assert least_size(scene) >= 18


def test_what_is_presentable_stays_as_it_is() -> None:
    for name in ("DR-7f3a", "W\u00fcrfel", say("a.key", "Keyboard")):
        assert printable_text(name) is name


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 4, 12])
def test_it_fits_every_window(table: AppContext, size: tuple[int, int], count: int) -> None:
    for device in many(count):
        table.devices.report(device)
    check_layout(DevicesPage(table, Clock()), size, least=80)


# -- how hands count ------------------------------------------------------------------------


def test_each_setting_counts_and_is_kept_at_once(table: AppContext) -> None:
    scene = InputSettingsPage(table)
    scene.fit(Canvas((1280, 800)))
    wanted = {"input.own_hands": 1, "dice.source": 2, "devices.keyboard": 1, "input.tuio": 1}
    assert set(wanted) == set(INPUT_CHOICES)
    for key, number in wanted.items():
        assert tap(scene, f"{key}={number}") is None
    values = table.settings
    assert (values["input.own_hands"], values["dice.source"]) == (False, "typed")
    assert (values["devices.keyboard"], values["input.tuio"]) == ("ipac", "loopback")
    assert table.store.flush()
    kept = (table.data_dir / "settings.toml").read_text()
    assert 'source = "typed"' in kept
    assert "next start" in words(scene)
    assert tap(scene, "leave") == Pop()


@pytest.mark.parametrize("size", SIZES)
def test_the_settings_fit_every_window(table: AppContext, size: tuple[int, int]) -> None:
    check_layout(InputSettingsPage(table), size)
