"""The simulated device on a pseudo-terminal or a socket."""

import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cable import PATIENCE, asked, opened, read_until
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice, TcpDevice


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[PtyDevice]:
    with PtyDevice(SimulatedDevice(seed=1), tmp_path / "box") as made:
        yield made


def test_a_pseudo_terminal_carries_both_ways(plugged: PtyDevice) -> None:
    host = opened(plugged.where)
    try:
        assert b"HELLO ttl/1 simulated" in asked(host)
        plugged.press(2)
        assert b"$1 BTN 04 04" in read_until(host, b"BTN 04 04 ")
        assert plugged.roll(6) == (6,)
        read_until(host, b"$2 ROLL d6 6 ")
        os.write(host, b"A 2\n")
        end = time.monotonic() + PATIENCE
        while plugged.device.acknowledged != [2]:
            assert time.monotonic() < end
            time.sleep(0.002)
    finally:
        os.close(host)


def test_what_is_said_while_nobody_listens_is_lost(plugged: PtyDevice) -> None:
    os.close(opened(plugged.where))
    plugged.press(0)
    end = time.monotonic() + PATIENCE
    while plugged.device.wakes_in(time.monotonic()) == 0.0:  # until it was thrown away
        assert time.monotonic() < end
        time.sleep(0.002)
    host = opened(plugged.where)
    try:
        assert b"BTN" not in asked(host)
    finally:
        os.close(host)


def has_ended(host: int) -> bool:
    """Whether a line ends after what was said before the plug was pulled."""
    try:
        while os.read(host, 1000):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def test_a_pulled_plug_ends_the_line_and_the_link_leads_to_the_next_one(plugged: PtyDevice) -> None:
    link = Path(plugged.where)
    boot = plugged.device.boot
    host = opened(plugged.where)
    plugged.unplug()
    assert not link.is_symlink()
    assert has_ended(host)
    assert not plugged.device.powered
    plugged.plug()
    os.close(host)
    assert link.is_symlink()
    assert plugged.device.boot != boot
    host = opened(plugged.where)
    try:
        assert f"{plugged.device.boot:04x}".encode() in asked(host)
    finally:
        os.close(host)


def test_a_device_with_power_of_its_own_repeats_a_throw_of_the_time_without_a_cable() -> None:
    with PtyDevice(SimulatedDevice(), own_power=True) as plugged:
        plugged.unplug()
        plugged.roll(5)
        plugged.plug()
        host = opened(plugged.where)
        try:
            assert b"$1 ROLL d6 5 " in read_until(host, b"ROLL d6 5 ")
        finally:
            os.close(host)


def test_opening_resets_a_board_with_a_bootloader() -> None:
    with PtyDevice(SimulatedDevice(), bootloader=0.0) as plugged:
        boot = plugged.device.boot
        host = opened(plugged.where)
        try:
            hello = read_until(host, b"\r\n")
            assert f"{boot:04x}".encode() not in hello
        finally:
            os.close(host)


def test_unplugging_again_and_again_leaks_neither_threads_nor_descriptors(tmp_path: Path) -> None:
    def count() -> tuple[int, int]:
        return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))

    before = count()
    with PtyDevice(link=tmp_path / "box") as plugged:
        for _ in range(50):
            host = opened(plugged.where)
            plugged.press(0)
            plugged.replug(0.0)
            os.close(host)
    assert count() == before
    assert not (tmp_path / "box").is_symlink()


def test_a_socket_carries_both_ways_and_keeps_its_port_over_replugging() -> None:
    with TcpDevice(SimulatedDevice(name="box")) as plugged:
        found = re.fullmatch(r"socket://127\.0\.0\.1:(\d+)", plugged.where)
        assert found is not None
        address = ("127.0.0.1", int(found[1]))
        for _ in range(2):
            with socket.create_connection(address, timeout=PATIENCE) as host:
                host.sendall(b"?\n")
                assert b"HELLO ttl/1 box" in read_until(host.fileno(), b"\r\n")
                plugged.replug(0.01)
        assert plugged.where == f"socket://127.0.0.1:{address[1]}"
