from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.actions import Button, Buzz, Press, Roll, Signal
from tabletop.input.devices import Bindings, ControlBinding, Device
from tabletop.input.serial.protocols import (
    ButtonEdge,
    Capabilities,
    DeviceBack,
    DeviceEvent,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Heartbeat,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.source import LATE_SECONDS, event_actions, event_text

BOX = Device("box", "serial", "Box no. 1", "/dev/x", buttons=4, sides=6)


def told(event: DeviceEvent, *, at: float = 10.0, now: float = 10.0) -> list[object]:
    return list(event_actions(ReceivedEvent(at, event), BOX, Bindings(), now))


def test_only_what_went_down_is_pressed() -> None:
    (signal,) = [a for a in told(ButtonEdge(held=0b1011, changed=0b1100)) if isinstance(a, Signal)]
    assert signal.control == "button:3"
    assert told(ButtonEdge(held=0b0011, changed=0b0100)) == []
    assert told(ButtonEdge(held=0b0011, changed=0)) == []


def test_a_buzzer_that_is_nobody_s_confirms_and_calls_once_it_has_a_seat() -> None:
    bindings, buzzer = Bindings(), replace(BOX, buttons=1)
    pressed = ReceivedEvent(10.0, ButtonEdge(held=1, changed=1))
    _, does = event_actions(pressed, buzzer, bindings, 10.0)
    assert does == Press(source="serial", when=10.0, button=Button.OK)
    bindings.assign_seat(buzzer.key, 1)
    _, does = event_actions(pressed, buzzer, bindings, 10.0)
    assert does == Buzz(source="serial", seat=1, when=10.0)


def test_a_heartbeat_presses_nothing_whatever_is_held() -> None:
    assert told(Heartbeat(held=0b1111)) == []
    assert event_text(Heartbeat(held=0b1111)) is None


def test_a_throw_is_late_by_its_own_age_and_by_how_long_it_lay_here() -> None:
    def late(age: float, waited: float) -> bool:
        throw = DiceEvent(6, (3,), age=age)
        (roll,) = told(throw, now=10.0 + waited)
        assert isinstance(roll, Roll)
        return roll.late

    assert not late(0.0, 0.0)
    assert not late(LATE_SECONDS / 2, LATE_SECONDS / 2)
    assert late(LATE_SECONDS + 0.01, 0.0)
    assert late(0.0, LATE_SECONDS + 0.01)
    assert late(LATE_SECONDS / 2, LATE_SECONDS / 2 + 0.01)


def test_a_real_reader_has_its_name_on_its_throws() -> None:
    (roll,) = told(DiceEvent(6, (2, 5)))
    assert isinstance(roll, Roll)
    assert (roll.label, roll.values, roll.simulated) == ("reader:Box-no.-1", (2, 5), False)


def test_the_throws_of_a_recording_are_told_as_replayed_and_never_as_a_reader_s() -> None:
    for simulated in (False, True):
        tape = replace(BOX, where="replay:evening.jsonl", simulated=simulated)
        (roll,) = event_actions(ReceivedEvent(10.0, DiceEvent(6, (2, 5))), tape, Bindings(), 10.0)
        assert isinstance(roll, Roll)
        assert (roll.label, roll.simulated) == ("replayed", simulated)


def test_a_buzzer_confirms_until_it_belongs_to_somebody_and_then_calls() -> None:
    buzzer, bindings = replace(BOX, buttons=1), Bindings()
    press = ReceivedEvent(10.0, ButtonEdge(held=1, changed=1))

    def done() -> object:
        _, action = event_actions(press, buzzer, bindings, 10.0)
        return action

    assert done() == Press(source="serial", when=10.0, button=Button.OK)
    bindings.assign_seat(buzzer.key, 1)
    assert done() == Buzz(source="serial", when=10.0, seat=1)


def test_events_have_words() -> None:
    assert event_text(ButtonEdge(held=0b110, changed=0b110)) == "button 2, 3 pressed"
    assert event_text(ButtonEdge(held=0, changed=0b1)) == "button 1 released"
    assert event_text(DiceEvent(6, (2, 5))) == "rolled 2, 5"
    assert event_text(DeviceFault("no die")) == "reports: no die"


events: st.SearchStrategy[DeviceEvent] = st.one_of(
    st.builds(ButtonEdge, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)),
    st.builds(DiceEvent, st.integers(1, 100), st.lists(st.integers(1, 100), max_size=4).map(tuple)),
    st.builds(Heartbeat, st.integers(0, 2**32 - 1)),
    st.builds(DeviceFault, st.text()),
    st.builds(DeviceLost, st.text()),
    st.just(DeviceBack()),
    st.just(Hello("x", "1", "0000", Capabilities())),
)


@given(events, st.booleans(), st.one_of(st.none(), st.integers(0, 3)))
def test_no_event_is_too_strange(event: DeviceEvent, learning: bool, seat: int | None) -> None:
    bindings = Bindings()
    bindings.learning = learning
    bindings.assign_seat("box", seat)
    for number in range(4):
        bindings.assign_function("box", f"button:{number}", ControlBinding("call", seat))
    done = event_actions(ReceivedEvent(1.0, event), BOX, bindings, 1.0)
    event_text(event)
    assert all(action.seat == seat for action in done)
    if learning:
        assert all(isinstance(action, Signal) for action in done)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("usb:1A86:7523:A50285BI", "reader:DR-1#A50285BI"),
        ("path:1-1.4:1.0", "reader:DR-1#1-1.4-1.0"),
        ("url:/dev/ttyUSB0", "reader:DR-1"),
    ],
)
def test_two_readers_of_one_name_are_told_apart_in_records(key: str, label: str) -> None:
    assert Device(key, "serial", "DR-1", "/dev/ttyUSB0", sides=6).label == label
