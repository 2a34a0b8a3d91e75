"""Named devices: from their lines to actions, and back to their lamps."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.input.actions import DICE_CONTROL, Button, Buzz, Lost, Press, Roll, Signal, Walk
from tabletop.input.devices import ControlBinding, Device, DeviceHealth
from tabletop.input.serial.source import (
    BLINK_COUNT,
    BLINK_SECONDS,
    DARK,
    SEAT_COLOURS,
    NamedDevice,
    SerialSource,
)
from tests.input.serial.plugs import Plugs, descriptors, threads
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

if sys.platform != "linux":
    pytest.skip("pseudo-terminals", allow_module_level=True)


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "box")


@pytest.fixture
def plugs(tmp_path: Path, place: str) -> Iterator[Plugs]:
    plugs = Plugs(tmp_path, [NamedDevice(place)], auto=False)
    yield plugs
    plugs.stop()


@pytest.fixture
def box(plugs: Plugs) -> PtyDevice:
    """One with four buttons and a die, plugged in and found."""
    box = plugs.device("DR-1", "box")
    plugs.source.start()
    plugs.until(lambda: device(plugs).health is DeviceHealth.LIVE)
    plugs.seen.clear()
    return box


def device(plugs: Plugs) -> Device:
    (found,) = plugs.devices.all
    return found


def test_a_named_device_is_opened_and_says_who_it_is(plugs: Plugs, box: PtyDevice) -> None:
    found = device(plugs)
    assert (found.name, found.kind, found.driver) == ("DR-1", "serial", "ttl/1")
    assert (found.buttons, found.sides, found.lamps, found.simulated) == (4, 6, 1, True)
    assert plugs.devices.readers == (found,)


def test_a_button_gives_its_signal_then_its_meaning_and_letting_go_gives_nothing(
    plugs: Plugs, box: PtyDevice
) -> None:
    at = box.tap(1)
    plugs.until(lambda: device(plugs).events == 2)
    signal, press = plugs.seen
    assert isinstance(signal, Signal)
    assert (signal.device, signal.control) == (device(plugs).key, "button:1")
    assert isinstance(press, Press)
    assert (press.button, press.seat) == (Button.OK, None)
    assert at <= press.when == signal.when  # heard by the port's own thread


def test_the_buttons_of_a_box_belong_to_its_seat(plugs: Plugs, box: PtyDevice) -> None:
    plugs.devices.bindings.assign_seat(device(plugs).key, 1)
    box.tap(0)
    (walk,) = plugs.does()
    assert isinstance(walk, Walk)
    assert (walk.by, walk.seat) == (-1, 1)
    box.tap(3)
    (buzz,) = plugs.does()
    assert isinstance(buzz, Buzz)
    assert buzz.seat == 1
    assert buzz.when > 0


def test_a_taught_button_does_what_it_was_taught(plugs: Plugs, box: PtyDevice) -> None:
    plugs.devices.bindings.assign_function(
        device(plugs).key, "button:2", ControlBinding("pause", 0)
    )
    box.tap(2)
    (press,) = plugs.does()
    assert isinstance(press, Press)
    assert (press.button, press.seat) == (Button.MENU, 0)


def test_while_a_page_learns_a_box_only_signals(plugs: Plugs, box: PtyDevice) -> None:
    plugs.devices.bindings.learning = True
    box.tap(1)
    box.roll(3)
    plugs.until(lambda: device(plugs).last.startswith("rolled"))
    signals = [action for action in plugs.seen if isinstance(action, Signal)]
    # A reader without buttons can only be recognised by its throw.
    assert plugs.seen == signals
    assert [signal.control for signal in signals] == ["button:1", DICE_CONTROL]


def test_a_throw_is_a_roll_with_its_label(plugs: Plugs, box: PtyDevice) -> None:
    box.roll(5)
    (roll,) = plugs.does()
    assert isinstance(roll, Roll)
    assert (roll.values, roll.sides, roll.label) == ((5,), 6, "simulated:DR-1")
    assert roll.simulated
    assert not roll.late
    assert device(plugs).last == "rolled 5"


def test_what_is_held_when_it_is_plugged_in_was_not_pressed(tmp_path: Path, plugs: Plugs) -> None:
    box = plugs.device("DR-1", "box")
    box.press(1)
    plugs.source.start()
    plugs.until(lambda: plugs.devices.all and device(plugs).health is DeviceHealth.LIVE)
    assert plugs.rest(1.5) == []  # longer than a beat
    box.release(1)
    box.tap(1)
    assert len(plugs.does()) == 1


def test_a_loss_is_told_once_and_the_device_comes_back_live(plugs: Plugs, box: PtyDevice) -> None:
    for button in range(2):  # another each time: the same line twice in 5 s is a repeat
        box.unplug()
        (lost,) = plugs.does()
        assert isinstance(lost, Lost)
        assert (lost.source, bool(lost.reason)) == ("DR-1", True)
        assert device(plugs).health is DeviceHealth.LOST
        assert device(plugs).why == lost.reason
        assert plugs.devices.readers == ()
        assert plugs.rest(0.2) == []
        box.plug()
        plugs.until(lambda: device(plugs).health is DeviceHealth.LIVE)
        box.tap(button)
        assert len(plugs.does()) == 1


def test_a_device_that_was_never_there_is_shown_but_no_loss(plugs: Plugs) -> None:
    plugs.source.start()
    plugs.until(lambda: device(plugs).health is DeviceHealth.LOST)
    assert device(plugs).why
    assert plugs.rest(0.2) == []


def test_a_device_that_is_too_new_is_no_loss_either(plugs: Plugs) -> None:
    plugs.device("DR-2", "box", SimulatedDevice("DR-2", version="ttl/2"))
    plugs.source.start()
    plugs.until(lambda: plugs.devices.all and device(plugs).health is DeviceHealth.TOO_NEW)
    assert plugs.seen == []
    assert device(plugs).why


def test_the_lamps_blink_in_the_colour_of_the_seat_and_the_loop_is_woken(
    plugs: Plugs, box: PtyDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    asked: list[float] = []
    alarm = plugs.source._alarm
    line = plugs.source._open_devices[device(plugs).key]

    def noted(after: float) -> None:
        asked.append(after)
        alarm(after)

    monkeypatch.setattr(line, "_alarm", noted)
    box.device.notes = shown.append
    plugs.devices.bindings.assign_seat(device(plugs).key, 1)
    plugs.devices.ask(device(plugs).key, "lamp")

    plugs.until_woken(lambda: len(lit(shown)) == 2 * BLINK_COUNT)
    assert lit(shown) == [SEAT_COLOURS[1], DARK] * BLINK_COUNT
    # Not by the heartbeats of the device, which wake it too.
    assert len(asked) >= 2 * BLINK_COUNT - 1
    assert max(asked) <= BLINK_SECONDS


def lit(shown: list[str]) -> list[str]:
    return [words.rpartition(" ")[2] for words in shown if "lamp" in words]


def test_a_recording_is_begun_and_ended(plugs: Plugs, box: PtyDevice, tmp_path: Path) -> None:
    path = tmp_path / "recordings" / "evening.jsonl"
    plugs.devices.ask(device(plugs).key, "record", str(path))
    plugs.until(lambda: device(plugs).recording == str(path))
    box.tap(1)
    plugs.does()
    plugs.devices.ask(device(plugs).key, "stop")
    plugs.until(lambda: not device(plugs).recording)
    assert path.read_text().count("\n") > 0


def test_a_recording_is_played_back_as_a_device_of_its_own_as_often_as_one_likes(
    plugs: Plugs, box: PtyDevice, tmp_path: Path
) -> None:
    path = tmp_path / "evening.jsonl"
    plugs.devices.ask(device(plugs).key, "record", str(path))
    plugs.until(lambda: device(plugs).recording == str(path))
    box.roll(5)
    plugs.does()
    plugs.devices.ask(device(plugs).key, "stop")
    plugs.until(lambda: not device(plugs).recording)
    for _ in range(2):
        plugs.devices.open(f"replay:{path}")
        roll, lost = plugs.does(2)
        assert isinstance(roll, Roll)
        assert (roll.values, roll.label) == ((5,), "replayed")
        assert isinstance(lost, Lost)
    copy = plugs.devices.find(f"url:replay:{path}")
    assert copy is not None
    assert copy.replayed
    original, _ = plugs.devices.all
    assert original.works
    plugs.source.stop()
    assert plugs.devices.opener is None


def test_a_recording_that_cannot_be_made_is_told(
    plugs: Plugs, box: PtyDevice, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    plugs.devices.ask(device(plugs).key, "record", str(tmp_path / "file" / "x"))
    assert "recording" in device(plugs).last
    assert device(plugs).last_at > 0  # pages show nothing of what never was


def test_a_device_can_be_taken_off_the_list(plugs: Plugs, box: PtyDevice) -> None:
    plugs.devices.ask(device(plugs).key, "close")
    assert plugs.devices.all == ()
    box.tap(1)
    assert plugs.rest(0.2) == []


def test_stopping_ends_all_threads_and_leaves_no_descriptor(plugs: Plugs, place: str) -> None:
    box = plugs.device("DR-1", "box")
    before = descriptors(), threads()
    for _ in range(3):
        plugs.source.start()
        plugs.until(lambda: device(plugs).health is DeviceHealth.LIVE)
        box.tap(1)
        plugs.does()
        plugs.source.stop()
    assert threads() == before[1]
    assert descriptors() <= before[0]
    plugs.source.stop()


def test_a_babbling_device_wakes_the_loop_once_until_it_looks(plugs: Plugs, box: PtyDevice) -> None:
    plugs.poll()
    plugs.woken = 0
    for _ in range(5):
        box.tap(1)
    time.sleep(0.2)
    assert plugs.woken == 1


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("/dev/ttyUSB0", NamedDevice("/dev/ttyUSB0")),
        ("/dev/odd=name", NamedDevice("/dev/odd=name")),
        ("socket://localhost:7?x=1", NamedDevice("socket://localhost:7?x=1")),
        ("ttl1=COM5", NamedDevice("COM5", "ttl1")),
    ],
)
def test_a_name_is_a_url_with_its_driver_before_it(text: str, named: NamedDevice) -> None:
    assert NamedDevice.read(text) == named


@pytest.mark.parametrize("text", ["", "two words", "morse=COM5"])
def test_a_name_that_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"driver"):
        NamedDevice.read(text)


def test_a_source_without_devices_does_nothing(plugs: Plugs) -> None:
    source = SerialSource(plugs.devices, lambda: None, auto=False)
    source.start()
    assert source.poll() == []
    source.stop()
    source.stop()


def test_a_noisy_line_does_not_have_the_pages_drawn_at_every_error(
    plugs: Plugs, box: PtyDevice
) -> None:
    before, changes = plugs.devices.version, 0
    began = time.monotonic()
    while (lasted := time.monotonic() - began) < 0.4:
        box.do(lambda simulated, now: simulated.say("no line of ours", now))
        time.sleep(0.01)
        plugs.poll()
    changes = plugs.devices.version - before
    assert changes <= 2 + 2 * lasted  # a beat may have come, too
    plugs.until(lambda: device(plugs).errors >= 10)  # and yet they are all told in the end
