"""No sequence of pad events raises an error or floods the loop."""

import math
from typing import Any

import pygame
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Signal
from tabletop.input.devices import Bindings, Devices
from tabletop.input.gamepad import (
    AXIS_PRESS_THRESHOLD,
    AXIS_RELEASE_THRESHOLD,
    GAMEPAD_EVENTS,
    MIN_REPRESS_SECONDS,
    Gamepads,
    PadControls,
    control_text,
)

numbers = st.one_of(st.integers(-5, 40), st.integers())
anything: st.SearchStrategy[Any] = st.one_of(
    numbers,
    st.floats(),
    st.none(),
    st.text(max_size=3),
    st.tuples(numbers, numbers),
    st.tuples(st.floats()),
)
fields = st.dictionaries(
    st.sampled_from(["instance_id", "button", "axis", "hat", "value", "device_index", "guid"]),
    anything,
)


@given(st.lists(st.tuples(st.sampled_from(sorted(GAMEPAD_EVENTS)), fields), max_size=30))
def test_any_event_of_an_unknown_pad_means_nothing(
    events: list[tuple[int, dict[str, Any]]],
) -> None:
    pads = Gamepads(Devices(Bindings()), lambda: 0.0)
    for kind, told in events:
        pads.read(pygame.event.Event(kind, told), 0.0)
    assert pads.poll() == []
    assert pads.next_at == math.inf


report = st.one_of(
    st.tuples(st.just("button"), numbers, st.booleans()),
    st.tuples(st.just("axis"), numbers, st.floats()),
    st.tuples(st.just("hat"), numbers, st.tuples(numbers, numbers)),
)


@given(st.booleans(), st.lists(report, max_size=60))
def test_controls_go_down_and_up_in_turn_whatever_is_reported(
    standard: bool, reports: list[tuple[str, int, Any]]
) -> None:
    controls = PadControls(standard)
    down: set[str] = set()
    for now, (kind, number, value) in enumerate(reports):
        if kind == "button":
            changes = controls.button(number, value)
        elif kind == "axis":
            changes = controls.axis(number, value, now)
        else:
            changes = controls.hat(number, *value)
        for control, pressed in changes:
            assert control_text(control, standard)
            assert (control in down) != pressed
            (down.add if pressed else down.discard)(control)
        assert controls.down == down


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=200), st.sampled_from([0, 1, 2, 5]))
def test_a_shaking_axis_is_pushed_at_most_so_often(values: list[float], number: int) -> None:
    controls = PadControls(standard=False)
    step, pushes = 0.001, {"+": 0, "-": 0}
    for turn, value in enumerate(values):
        for control, pressed in controls.axis(number, value, turn * step):
            pushes[control[-1]] += pressed
    most = len(values) * step / MIN_REPRESS_SECONDS + 1
    assert all(count <= most for count in pushes.values())


dead = st.floats(-AXIS_PRESS_THRESHOLD, AXIS_PRESS_THRESHOLD, exclude_min=True, exclude_max=True)


@given(st.lists(dead, max_size=50))
def test_an_axis_in_its_dead_zone_pushes_nothing(values: list[float]) -> None:
    controls = PadControls(standard=False)
    assert all(controls.axis(0, value, now) == [] for now, value in enumerate(values))


def test_a_trigger_that_rests_at_its_end_is_pushed_only_by_a_push() -> None:
    controls = PadControls(standard=False)
    seen = [controls.axis(5, value, now) for now, value in enumerate((-1, -0.9, 1, -1, 1, 0, -1))]
    down, up = [("axis:5+", True)], [("axis:5+", False)]
    assert seen == [[], [], down, up, down, up, []]


def test_an_axis_swings_from_one_side_to_the_other_by_way_of_neither() -> None:
    controls = PadControls(standard=True)
    assert controls.axis(0, 1.0, 0.0) == [("axis:0+", True)]
    assert controls.axis(0, -1.0, 1.0) == [("axis:0+", False), ("axis:0-", True)]
    assert controls.axis(0, -AXIS_RELEASE_THRESHOLD - 0.01, 2.0) == []
    assert controls.axis(0, -AXIS_RELEASE_THRESHOLD + 0.01, 3.0) == [("axis:0-", False)]


def test_a_joystick_whose_stick_is_held_when_it_is_found_invents_nothing() -> None:
    controls = PadControls(standard=False)
    assert controls.axis(0, -1.0, 0.0) == []
    assert controls.axis(0, -0.98, 1.0) == []
    assert controls.axis(0, 0.0, 2.0) == []
    assert controls.axis(0, -1.0, 3.0) == [("axis:0-", True)]


def test_signals_name_what_bindings_can_keep() -> None:
    controls = PadControls(standard=False)
    controls.hat(0, 1, 1)
    controls.button(3, True)
    assert controls.down == {"hat:0:up", "hat:0:right", "button:3"}
    assert Signal(source="pad", device="x", control="button:3").control in controls.down
