from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from tabletop.input.actions import Action, Button, Buzz, Lost, Nudge, Press, Signal, Walk
from tabletop.input.devices import Bindings, ControlBinding, DeviceHealth, Devices
from tabletop.input.gamepad import MAX_HOLD_SECONDS, UNMAPPED_BUTTON_OFFSET, Gamepads
from tabletop.input.hub import Hub
from tabletop.input.keyboard import REPEAT_DELAY_SECONDS, REPEAT_INTERVAL_SECONDS
from tabletop.input.window import WindowSource
from tests.input.conftest import Clock
from tests.input.posted_events import to_canvas
from tests.input.virtual_pads import JOYSTICK, STANDARD, VirtualPad


class Bench:
    """A window and its pads on a hub, as in the program."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.devices = Devices(Bindings())
        self.pads = Gamepads(self.devices, clock)
        self.window = WindowSource(to_canvas, clock, pads=self.pads)
        self.hub = Hub([self.window, self.pads], clock)
        self.hub.poll()
        self.plugged: list[VirtualPad] = []

    def plug(self, kind: int, axes: int = 6, buttons: int = 15, hats: int = 1) -> VirtualPad:
        pad = VirtualPad(kind, axes, buttons, hats)
        self.plugged.append(pad)
        assert self.does() == []
        return pad

    def does(self) -> list[Action]:
        """The resulting actions, without signals."""
        return [action for action in self.hub.poll() if not isinstance(action, Signal)]

    def key(self) -> str:
        """The key of the device that came last."""
        return self.devices.all[-1].key


@pytest.fixture
def bench(screen: pygame.Surface, clock: Clock) -> Iterator[Bench]:
    bench = Bench(clock)
    yield bench
    for pad in bench.plugged:
        pad.unplug()
    pygame.event.get()
    bench.hub.stop()


def press(button: Button, when: float, seat: int | None = None) -> Action:
    return Press(source="pad", button=button, when=when, seat=seat)


def test_a_standard_pad_means_what_its_buttons_say(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    now = bench.clock()
    seen = []
    for number in (0, 1, 3, 6):
        pad.button(number, True)
        seen += bench.does()
        pad.button(number, False)
        assert bench.does() == []
    meant = (Button.OK, Button.BACK, Button.UNDO, Button.MENU)
    assert seen == [press(button, now) for button in meant]


def test_shoulders_walk_and_the_cross_moves_the_cursor(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    now = bench.clock()
    for number, does in {
        9: Walk(source="pad", when=now, by=-1),
        10: Walk(source="pad", when=now, by=1),
        11: Nudge(source="pad", when=now, dx=0, dy=-1),
        12: Nudge(source="pad", when=now, dx=0, dy=1),
        13: Nudge(source="pad", when=now, dx=-1, dy=0),
        14: Nudge(source="pad", when=now, dx=1, dy=0),
    }.items():
        pad.button(number, True)
        assert bench.does() == [does]
        pad.button(number, False)
        assert bench.does() == []


def test_a_call_needs_a_seat_and_carries_the_time(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.button(2, True)
    assert bench.does() == []
    pad.button(2, False)
    bench.does()
    bench.devices.bindings.assign_seat(bench.key(), 1)
    pad.button(2, True)
    assert bench.does() == [Buzz(source="pad", seat=1, when=bench.clock())]


def test_a_held_stick_moves_at_once_and_repeats_like_a_key_until_it_is_let_go(
    bench: Bench,
) -> None:
    pad = bench.plug(STANDARD)

    def east() -> Action:
        return Nudge(source="pad", when=bench.clock(), dx=1, dy=0)

    pad.axis(0, 0.9)
    assert bench.does() == [east()]
    assert bench.pads.next_at == bench.clock() + REPEAT_DELAY_SECONDS
    bench.clock.tick(REPEAT_DELAY_SECONDS + 0.01)
    assert bench.does() == [east()]
    assert bench.does() == []
    bench.clock.tick(REPEAT_INTERVAL_SECONDS)
    assert bench.does() == [east()]
    bench.clock.tick(5 * REPEAT_INTERVAL_SECONDS)  # one after a stall
    assert bench.does() == [east()]
    pad.axis(0, 0.1)
    bench.does()
    bench.clock.tick(5)
    assert bench.does() == []
    assert bench.pads.next_at == float("inf")


def test_what_was_held_before_goes_on_when_the_later_direction_is_let_go(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.axis(0, 1)
    pad.axis(1, -1)
    assert len(bench.does()) == 2
    bench.clock.tick(REPEAT_DELAY_SECONDS + 0.01)
    assert bench.does() == [Nudge(source="pad", when=bench.clock(), dx=0, dy=-1)]
    pad.axis(1, 0)
    assert bench.does() == []
    bench.clock.tick(REPEAT_DELAY_SECONDS + 0.01)
    assert bench.does() == [Nudge(source="pad", when=bench.clock(), dx=1, dy=0)]


def test_a_stick_that_trembles_at_the_threshold_moves_once(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    moved: list[Action] = []
    for step in range(100):
        pad.axis(0, 0.55 if step % 2 else 0.45)
        moved += bench.does()
        bench.clock.tick(0.001)
    assert len(moved) == 1


def test_a_stick_that_hangs_stops_repeating(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.axis(1, 1)
    moved = 0
    for _ in range(1000):
        moved += len(bench.does())
        bench.clock.tick(REPEAT_INTERVAL_SECONDS)
    assert 1 < moved <= MAX_HOLD_SECONDS / REPEAT_INTERVAL_SECONDS
    assert bench.pads.next_at == float("inf")


def test_a_trembling_stick_does_not_keep_the_loop_awake(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = bench.plug(STANDARD)
    naps = []

    def nap(_: float) -> None:
        naps.append(1)
        bench.clock.tick(0.004)
        pad.axis(0, 0.2 if len(naps) % 2 else 0.1)
        if len(naps) == 50:
            pad.button(0, True)

    monkeypatch.setattr("tabletop.input.window.time.sleep", nap)
    monkeypatch.setattr("tabletop.input.window.time.monotonic", bench.clock)
    bench.window.wait(10.0)
    assert len(naps) == 50  # it slept through all of it, and woke for the button
    assert bench.does() == [press(Button.OK, bench.clock())]


def test_a_plain_joystick_is_a_box_with_a_stick(bench: Bench) -> None:
    pad = bench.plug(JOYSTICK, axes=2, buttons=12)
    assert bench.devices.all[-1].driver == "joystick"
    now = bench.clock()
    pad.button(1, True)
    assert bench.does() == [press(Button.OK, now)]
    pad.hat(0, 8)
    assert bench.does() == [Nudge(source="pad", when=now, dx=-1, dy=0)]
    pad.axis(1, -1)
    assert bench.does() == [Nudge(source="pad", when=now, dx=0, dy=-1)]
    pad.button(11, True)  # it has no function until it is assigned
    assert bench.does() == []


def test_a_taught_control_wins_over_the_usual_and_says_whose_it_is(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    bench.devices.bindings.assign_function(bench.key(), "button:0", ControlBinding("undo", seat=2))
    pad.button(0, True)
    assert bench.does() == [press(Button.UNDO, bench.clock(), seat=2)]


def test_while_a_page_learns_only_signals_come(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.axis(0, 1)
    bench.does()
    bench.devices.bindings.learning = True
    pad.button(0, True)
    bench.clock.tick(1)
    assert bench.hub.poll() == [
        Signal(source="pad", when=bench.clock(), device=bench.key(), control="button:0")
    ]
    bench.clock.tick(1)
    assert bench.hub.poll() == []  # nor does what was held repeat


def test_every_press_gives_its_signal_first(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.button(1, True)
    first, second = bench.hub.poll()
    assert isinstance(first, Signal)
    assert first.control == "button:1"
    assert isinstance(second, Press)


def test_equal_pads_are_told_apart_and_a_free_place_is_taken_again(bench: Bench) -> None:
    one, two = bench.plug(STANDARD), bench.plug(STANDARD)
    keys = [device.key for device in bench.devices.all]
    names = [device.name for device in bench.devices.all]
    assert len({*keys}) == len({*names}) == 2
    bench.devices.bindings.assign_seat(keys[0], 0)
    bench.devices.bindings.assign_seat(keys[1], 1)
    now = bench.clock()
    one.button(0, True)
    two.button(0, True)
    seen = {action.seat for action in bench.does()}
    assert seen == {0, 1}
    one.unplug()
    assert len(bench.does()) == 1
    assert [device.health for device in bench.devices.all] == [DeviceHealth.LOST, DeviceHealth.LIVE]
    again = bench.plug(STANDARD)
    assert [device.key for device in bench.devices.all] == keys
    again.button(0, True)
    assert bench.does() == [press(Button.OK, now, seat=0)]


def test_a_pad_that_is_pulled_out_is_told_if_it_was_used_and_repeats_no_more(
    bench: Bench,
) -> None:
    idle, used = bench.plug(STANDARD), bench.plug(STANDARD)
    used.axis(0, 1)
    bench.does()
    idle.unplug()
    assert bench.does() == []
    used.unplug()
    (lost,) = bench.does()
    assert isinstance(lost, Lost)
    bench.clock.tick(5)
    assert bench.does() == []
    assert {device.health for device in bench.devices.all} == {DeviceHealth.LOST}


def test_a_lost_pad_is_called_what_the_devices_call_it(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    pad.button(0, True)
    bench.does()
    shown = replace(bench.devices.all[-1], name="as it is shown")
    bench.devices.report(shown)
    pad.unplug()
    (lost,) = bench.does()
    assert lost.source == shown.name


def test_the_devices_know_what_a_pad_did_last(bench: Bench) -> None:
    pad = bench.plug(STANDARD)
    bench.clock.tick(3)
    pad.button(7, True)
    bench.does()
    device = bench.devices.all[-1]
    assert (device.last, device.last_at, device.events) == (
        "button left stick pressed",
        bench.clock(),
        1,
    )


def test_pads_that_were_there_before_the_start_are_found(
    screen: pygame.Surface, clock: Clock
) -> None:
    before, bench = VirtualPad(STANDARD), Bench(clock)
    try:
        assert len(bench.devices.all) == 1
        bench.does()
        assert len(bench.devices.all) == 1
        before.button(0, True)
        assert len(bench.does()) == 1
    finally:
        before.unplug()
        bench.hub.stop()


def test_where_sdl_knows_no_joysticks_there_are_none(
    screen: pygame.Surface, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise pygame.error("no joysticks here")

    monkeypatch.setattr(pygame.joystick, "init", fails)
    pads = Gamepads(Devices(Bindings()), clock)
    pads.start()
    assert pads.poll() == []
    pads.stop()
    pads.stop()


def test_a_button_that_sdl_leaves_out_of_a_standard_pad_is_heard_too(bench: Bench) -> None:
    pad = bench.plug(STANDARD, buttons=25)
    pad.button(24, True)
    heard = [action.control for action in bench.hub.poll() if isinstance(action, Signal)]
    assert heard == [f"button:{24 + UNMAPPED_BUTTON_OFFSET}"]
