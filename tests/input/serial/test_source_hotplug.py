"""Devices that nobody named: found, followed to other ports, and ignored if they are not ours."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.input.actions import Lost, Press, Roll
from tabletop.input.devices import DeviceHealth
from tabletop.input.serial.source import NamedDevice
from tabletop.input.serial.transport import PortInfo
from tests.input.serial.plugs import Plugs, descriptors, threads
from tests.input.serial.wire import until
from tools.simulated.device import SimulatedDevice

if sys.platform != "linux":
    pytest.skip("pseudo-terminals", allow_module_level=True)


@pytest.fixture
def plugs(tmp_path: Path) -> Iterator[Plugs]:
    plugs = Plugs(tmp_path)
    plugs.source.start()
    yield plugs
    plugs.stop()


class Counted(SimulatedDevice):
    """Counts how often it was asked to identify itself."""

    asked = 0

    def feed(self, data: bytes, now: float) -> None:
        self.asked += data.count(b"?")
        super().feed(data, now)


class Mute(Counted):
    """Something that never answers."""

    def feed(self, data: bytes, _: float) -> None:
        self.asked += data.count(b"?")

    def due(self, now: float) -> bytes:
        super().due(now)
        return b""


def test_a_device_is_found_when_it_is_plugged_in(plugs: Plugs) -> None:
    assert plugs.rest(0.1) == []
    assert plugs.devices.all == ()
    box = plugs.device("box", "a")
    plugs.listed(a="S1")
    plugs.live("S1")
    box.tap(1)
    (press,) = plugs.does()
    assert isinstance(press, Press)


def test_two_boxes_are_told_apart(plugs: Plugs) -> None:
    one, two = plugs.device("box", "a"), plugs.device("box", "b")
    plugs.listed(a="S1", b="S2")
    plugs.live("S1")
    plugs.live("S2")
    for seat, serial in enumerate(("S1", "S2")):
        found = plugs.find(serial)
        assert found is not None
        plugs.devices.bindings.assign_seat(found.key, seat)
    for seat, box in enumerate((one, two)):
        box.tap(1)
        (press,) = plugs.does()
        assert isinstance(press, Press)
        assert press.seat == seat


def test_a_working_port_is_never_opened_again(plugs: Plugs) -> None:
    device = Counted("box")
    plugs.device("box", "a", device)
    plugs.listed(a="S1")
    plugs.live("S1")
    asked = device.asked
    for _ in range(5):
        plugs.listed(a="S1", b="gone")
        plugs.rest(0.05)
        plugs.listed(a="S1")
        plugs.rest(0.05)
    assert device.asked == asked
    assert plugs.health("S1") is DeviceHealth.LIVE


def test_a_port_that_says_nothing_is_strange_no_loss_and_left_alone(plugs: Plugs) -> None:
    mute = Mute()
    plugs.device("printer", "a", mute)
    plugs.listed(a="P1")
    plugs.until(lambda: plugs.health("P1") is DeviceHealth.STRANGE)
    asked = mute.asked
    assert 1 <= asked <= 3
    assert plugs.rest(2.0) == []
    assert mute.asked == asked
    plugs.listed()
    plugs.until(lambda: plugs.devices.all == ())
    assert plugs.seen == []


def test_ports_that_are_not_on_usb_are_not_touched(plugs: Plugs) -> None:
    device = Counted("box")
    plugs.device("box", "a", device)
    plugs.ports = (PortInfo(str(plugs.folder / "a"), "ttyS0"),)
    plugs.rest(0.3)
    assert device.asked == 0
    assert plugs.devices.all == ()


def test_a_box_that_changes_its_socket_is_the_same_box(plugs: Plugs) -> None:
    box = plugs.device("box", "a")
    plugs.listed(a="S1")
    plugs.live("S1")
    key = plugs.devices.all[0].key
    plugs.devices.bindings.assign_seat(key, 1)
    box.stop()
    again = plugs.device("box", "b")
    plugs.listed(b="S1")
    plugs.until(lambda: str(plugs.devices.all[0].where).endswith("/b"))
    plugs.live("S1")
    assert [type(action) for action in plugs.seen] == [Lost]
    assert len(plugs.devices.all) == 1
    again.tap(1)
    (press,) = plugs.does()
    assert isinstance(press, Press)
    assert press.seat == 1


def test_another_box_in_the_same_socket_is_another_box(plugs: Plugs) -> None:
    box = plugs.device("old", "a")
    plugs.listed(a="S1")
    plugs.live("S1")
    plugs.devices.bindings.assign_seat(plugs.devices.all[0].key, 1)
    box.stop()
    new = plugs.device("new", "a")
    plugs.listed(a="S2")
    plugs.live("S2")
    assert plugs.health("S1") is DeviceHealth.LOST
    assert len([action for action in plugs.seen if isinstance(action, Lost)]) == 1
    new.tap(1)
    (press,) = plugs.does()
    assert isinstance(press, Press)
    assert press.seat is None


def test_a_box_that_comes_back_in_its_socket_is_taken_up_before_it_is_listed(
    plugs: Plugs,
) -> None:
    box = plugs.device("box", "a")
    plugs.listed(a="S1")
    plugs.live("S1")
    box.unplug()
    plugs.listed()
    plugs.until(lambda: plugs.health("S1") is DeviceHealth.LOST)
    plugs.rest(0.1)
    box.plug()
    plugs.live("S1")  # and yet the list is empty


def test_a_box_that_is_taken_off_the_list_stays_off_until_it_is_plugged_in_anew(
    plugs: Plugs,
) -> None:
    plugs.device("box", "a")
    plugs.listed(a="S1")
    plugs.live("S1")
    plugs.devices.ask(plugs.devices.all[0].key, "close")
    plugs.listed(a="S1", b="S9")
    plugs.rest(0.2)
    assert plugs.find("S1") is None
    plugs.listed()
    plugs.rest(0.2)
    plugs.listed(a="S1")
    plugs.live("S1")


def test_a_port_that_is_named_is_not_also_found(tmp_path: Path) -> None:
    link = tmp_path / "by-id"
    plugs = Plugs(tmp_path, [NamedDevice(str(link))])
    device = Counted("box")
    plugs.device("box", "a", device)
    link.symlink_to(tmp_path / "a")
    plugs.listed(a="S1")
    plugs.source.start()
    plugs.until(lambda: plugs.devices.all and plugs.devices.all[0].health is DeviceHealth.LIVE)
    plugs.rest(0.3)
    assert [found.key for found in plugs.devices.all] == [f"url:{link}"]
    plugs.stop()


def test_a_name_that_appears_later_takes_its_port_over(tmp_path: Path) -> None:
    link = tmp_path / "by-id"
    plugs = Plugs(tmp_path, [NamedDevice(str(link))])
    plugs.device("box", "a")
    plugs.listed(a="S1")
    plugs.source.start()
    plugs.live("S1")
    link.symlink_to(tmp_path / "a")
    plugs.listed(a="S1", b="S9")  # the settled list, as the watch would give it
    plugs.until(
        lambda: any(
            found.key == f"url:{link}" and found.health is DeviceHealth.LIVE
            for found in plugs.devices.all
        )
    )
    assert plugs.health("S1") is not DeviceHealth.LIVE
    plugs.stop()


def test_unplugging_again_and_again_loses_nothing_and_leaves_nothing(plugs: Plugs) -> None:
    # Its clock runs on: one that began again could send the same line twice, by chance.
    box = plugs.device("box", "a", own_power=True)
    plugs.listed(a="S1")
    plugs.live("S1")
    before = descriptors(), threads()
    for cycle in range(10):
        box.unplug()
        plugs.until(lambda: plugs.health("S1") is DeviceHealth.LOST)
        time.sleep(0.001 * cycle)
        box.plug()
        plugs.live("S1")
        box.tap(cycle % 4)
    plugs.until(lambda: len(plugs.seen) - len(plugs.meant) == 10)  # a signal for each press
    assert len([action for action in plugs.seen if isinstance(action, Lost)]) == 10
    assert threads() == before[1]
    assert descriptors() <= before[0]


def test_what_a_device_did_just_before_it_was_found_elsewhere_is_not_lost(plugs: Plugs) -> None:
    box = plugs.device("box", "a")
    plugs.device("box", "b")
    plugs.listed(a="S1")
    plugs.live("S1")
    box.roll(4)
    until(lambda: box.device.acknowledged)  # so it will not be said again
    plugs.listed(b="S1")
    time.sleep(0.2)  # the list is there before anybody has looked at the throw
    (roll,) = plugs.does()
    assert isinstance(roll, Roll)
    assert roll.values == (4,)
