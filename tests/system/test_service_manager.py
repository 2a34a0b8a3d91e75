"""Messages to systemd, which is replaced by a socket."""

import errno
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.system.supervisor import ALIVE_SECONDS, ServiceNotifier

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "AF_UNIX") or sys.platform == "win32", reason="there is no systemd here"
)


class Manager:
    """A socket in place of systemd, and a clock that the test moves."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{path[1:]}" if path.startswith("@") else path)
        self.socket.setblocking(False)
        self.address = path
        self.time = 100.0

    def notifier(self, watchdog: float | None = 15.0) -> ServiceNotifier:
        return ServiceNotifier(self.address, watchdog, lambda: self.time)

    def heard(self) -> list[str]:
        found = []
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify"))
    yield made
    made.socket.close()


def test_ready_status_and_the_end_are_told_at_once(manager: Manager) -> None:
    notifier = manager.notifier()
    notifier.ready("All is\nwell.")
    notifier.tell("The disk\tis full.")
    notifier.stopping()
    assert manager.heard() == [
        "READY=1\nSTATUS=All is well.", "STATUS=The disk is full.", "STOPPING=1",
    ]  # fmt: skip
    notifier.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="abstract names are Linux's")
def test_an_abstract_name_is_a_name_too(tmp_path: Path) -> None:
    manager = Manager(f"@tabletop-{tmp_path.name}-{id(tmp_path)}")
    notifier = manager.notifier()
    notifier.ready("open")
    assert manager.heard() == ["READY=1\nSTATUS=open"]
    notifier.close()
    manager.socket.close()


def test_a_sign_of_life_comes_at_most_every_two_seconds(manager: Manager) -> None:
    notifier = manager.notifier()
    for _ in range(60 * 10):
        notifier.alive()
        manager.time += 1 / 60
    assert manager.heard() == ["WATCHDOG=1"] * 5
    notifier.close()


def test_a_watchdog_in_a_hurry_is_fed_twice_in_its_time(manager: Manager) -> None:
    notifier = manager.notifier(watchdog=1.0)
    heard = []
    for _ in range(100):
        notifier.alive()
        heard += manager.heard()  # few datagrams wait for a receiver that does not read
        manager.time += 0.1
    assert 16 <= len(heard) <= 20
    notifier.close()


def test_without_a_watchdog_there_is_no_sign_of_life(manager: Manager) -> None:
    notifier = manager.notifier(watchdog=None)
    notifier.alive()
    manager.time += 100
    notifier.alive()
    assert manager.heard() == []
    notifier.close()


def test_nobody_who_reads_makes_nobody_wait_and_what_matters_is_said_later(
    manager: Manager,
) -> None:
    notifier = manager.notifier()
    for _ in range(1000):  # far more than any buffer of datagrams holds
        manager.time += ALIVE_SECONDS
        notifier.alive()
    notifier.ready("open")
    notifier.tell("late")
    before = manager.heard()
    assert set(before) == {"WATCHDOG=1"}
    assert len(before) < 1000
    notifier.alive()
    assert manager.heard() == ["READY=1\nSTATUS=late\nWATCHDOG=1"]
    notifier.alive()
    assert manager.heard() == []
    notifier.close()


def test_a_manager_that_is_gone_for_a_moment_does_no_harm(manager: Manager) -> None:
    notifier = manager.notifier()
    manager.socket.close()
    Path(manager.address).unlink()
    notifier.ready("open")
    notifier.alive()
    again = Manager(manager.address)
    manager.time += ALIVE_SECONDS
    notifier.alive()
    assert again.heard() == ["READY=1\nSTATUS=open\nWATCHDOG=1"]
    again.socket.close()
    notifier.close()


def test_a_helper_cannot_say_that_the_main_loop_lives(manager: Manager) -> None:
    notifier = manager.notifier()
    caught: list[BaseException] = []

    def feed() -> None:
        try:
            notifier.alive()
        except RuntimeError as refused:
            caught.append(refused)

    thread = threading.Thread(target=feed)
    thread.start()
    thread.join()
    assert len(caught) == 1
    assert manager.heard() == []
    notifier.close()


def test_the_environment_is_read_and_emptied_for_the_processes_that_we_start(
    manager: Manager,
) -> None:
    environment = {
        "NOTIFY_SOCKET": manager.address,
        "WATCHDOG_USEC": "15000000",
        "WATCHDOG_PID": "1",  # the compositor's, which runs this program
        "HOME": "/home",
    }
    notifier = ServiceNotifier.of(environment, lambda: manager.time)
    assert environment == {"HOME": "/home"}
    assert notifier.listened
    notifier.alive()
    assert manager.heard() == ["WATCHDOG=1"]
    notifier.close()


@pytest.mark.parametrize("address", ["", "vsock:2:1234", "relative/path"])
@pytest.mark.parametrize("watchdog", ["", "soon", "-1", "0", "²"])
def test_where_nobody_listens_nothing_is_said(address: str, watchdog: str) -> None:
    notifier = ServiceNotifier.of({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": watchdog})
    assert not notifier.listened
    notifier.ready("open")
    notifier.alive()
    notifier.stopping()
    notifier.close()


def test_an_error_of_the_socket_is_no_error_of_the_table(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifier = manager.notifier()

    class Broken:
        def sendto(self, *_: object) -> None:
            raise OSError(errno.ENOBUFS, "no room")

        def close(self) -> None: ...

    notifier.close()
    monkeypatch.setattr(notifier, "_socket", Broken())
    notifier.ready("open")
    notifier.alive()
