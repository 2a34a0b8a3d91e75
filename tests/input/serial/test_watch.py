import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.source import (
    MODEM_VENDORS,
    PortNames,
    PortWatcher,
    is_candidate,
    port_names,
    ports_by_key,
)
from tabletop.input.serial.transport import PortInfo

BOX = PortInfo("/dev/ttyACM0", "box", 0x2341, 0x0043, "A1", "1-2")
CLONE = PortInfo("/dev/ttyUSB0", "clone", 0x1A86, 0x7523, "", "1-3:1.0")


class Desk:
    """What is plugged in, and how often it was listed."""

    def __init__(self, *ports: PortInfo) -> None:
        self.ports = ports
        self.names: PortNames | None = frozenset({"tty"})
        self.lists = 0
        self.fails = False
        self.woken = threading.Event()

    def list_ports(self) -> tuple[PortInfo, ...]:
        self.lists += 1
        if self.fails:
            raise OSError("the list is torn")
        return self.ports


@pytest.fixture
def desk() -> Desk:
    return Desk(BOX)


@pytest.fixture
def watch(desk: Desk) -> Iterator[PortWatcher]:
    watch = PortWatcher(desk.list_ports, desk.woken.set, every=0.005, port_names=lambda: desk.names)
    watch.start()
    yield watch
    watch.stop()


def until(true: Callable[[], object], patience: float = 20.0) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_what_is_there_is_told_and_wakes_the_loop(desk: Desk, watch: PortWatcher) -> None:
    assert desk.woken.wait(20)
    assert watch.take() == (BOX,)


def test_a_list_is_given_when_it_is_new_and_again_when_it_has_settled(desk: Desk) -> None:
    taken = threading.Event()

    def list_ports() -> tuple[PortInfo, ...]:
        if desk.lists:
            taken.wait(20)
        return desk.list_ports()

    watch = PortWatcher(list_ports, desk.woken.set, every=0.005, port_names=lambda: desk.names)
    watch.start()
    until(lambda: watch.take() == (BOX,))
    taken.set()
    until(lambda: watch.take() == (BOX,))
    assert desk.lists == 2
    time.sleep(0.1)
    assert watch.take() is None
    watch.stop()


def test_nothing_is_listed_while_the_names_stay_the_same(desk: Desk, watch: PortWatcher) -> None:
    until(lambda: desk.lists == 2)
    time.sleep(0.1)
    assert desk.lists == 2
    desk.ports, desk.names = (BOX, CLONE), frozenset({"tty", "ttyUSB0"})
    until(lambda: watch.take() == (BOX, CLONE))


def test_where_names_tell_nothing_the_list_is_made_again_and_again(desk: Desk) -> None:
    desk.names = None
    watch = PortWatcher(desk.list_ports, desk.woken.set, every=0.005, port_names=lambda: desk.names)
    watch.start()
    until(lambda: desk.lists > 5)
    watch.take()
    desk.ports = ()
    until(lambda: watch.take() == ())
    watch.stop()


def test_it_looks_at_once_when_it_is_hurried(desk: Desk) -> None:
    watch = PortWatcher(desk.list_ports, desk.woken.set, every=3600, port_names=lambda: desk.names)
    watch.start()
    until(lambda: watch.take() == (BOX,))
    desk.ports = (CLONE,)
    watch.scan_now()
    until(lambda: watch.take() == (CLONE,))
    watch.stop()


def test_a_slow_list_is_made_less_often() -> None:
    begun: list[float] = []

    def slow() -> tuple[PortInfo, ...]:
        begun.append(time.monotonic())
        time.sleep(0.05)
        return ()

    watch = PortWatcher(slow, lambda: None, every=0.001, port_names=lambda: None)
    watch.start()
    until(lambda: len(begun) >= 3)
    watch.stop()
    assert min(later - sooner for sooner, later in pairwise(begun)) > 0.4


def test_a_list_that_cannot_be_made_is_tried_again(desk: Desk) -> None:
    desk.fails, desk.names = True, None
    watch = PortWatcher(desk.list_ports, desk.woken.set, every=0.005, port_names=lambda: desk.names)
    watch.start()
    until(lambda: desk.lists > 3)
    assert watch.take() is None
    desk.fails = False
    until(lambda: watch.take() == (BOX,))
    watch.stop()


def test_stopping_ends_the_thread(desk: Desk, watch: PortWatcher) -> None:
    until(lambda: desk.lists)
    watch.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "watch over ports"]
    watch.stop()


@pytest.mark.parametrize(
    ("port", "ours"),
    [
        (BOX, True),
        (CLONE, True),
        (PortInfo("/dev/ttyS0", "ttyS0"), False),
        (PortInfo("/dev/ttyAMA0", "ttyAMA0"), False),
        (PortInfo("COM3", "Standard Serial over Bluetooth link"), False),
        (PortInfo("/dev/rfcomm0"), False),
        (PortInfo("/dev/ttyUSB2", "modem", min(MODEM_VENDORS), 1), False),
    ],
)
def test_only_usb_ports_that_are_no_modem_are_tried(port: PortInfo, ours: bool) -> None:
    assert is_candidate(port) == ours


def test_clones_with_one_serial_number_have_keys_of_their_own() -> None:
    other = PortInfo("/dev/ttyACM1", "box", 0x2341, 0x0043, "A1", "1-5")
    assert set(ports_by_key([BOX, other])) == {"usb:2341:0043:A1", "usb:2341:0043:A1@1-5"}


def test_a_clone_keeps_its_key_when_the_other_is_pulled_out() -> None:
    other = PortInfo("/dev/ttyACM1", "box", 0x2341, 0x0043, "A1", "1-5")
    known = {port.device: key for key, port in ports_by_key([BOX, other]).items()}
    assert ports_by_key([other], known) == {"usb:2341:0043:A1@1-5": other}
    assert set(ports_by_key([BOX, other], {other.device: known[other.device]})) == set(
        known.values()
    )


ids = st.one_of(st.none(), st.integers(0, 3))
ports = st.builds(
    PortInfo,
    st.sampled_from(["/dev/a", "/dev/b", "/dev/c"]),
    st.just(""),
    ids,
    ids,
    st.sampled_from(["", "A"]),
    st.sampled_from(["", "1-1", "1-2"]),
)


@given(st.lists(ports, max_size=6, unique_by=lambda port: port.device))
def test_no_port_is_lost_among_its_likes(found: list[PortInfo]) -> None:
    assert sorted(port.device for port in ports_by_key(found).values()) == sorted(
        port.device for port in found
    )


def test_a_glance_at_this_machine_does_no_harm() -> None:
    names = port_names()
    assert names is None or all(name.startswith(("tty", "cu.")) for name in names)
