"""The sleep of the main loop."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.input import window as napping
from tabletop.input.window import (
    POLL_SECONDS,
    EventWait,
    drain_wake_socket,
    signal_wake,
    x_connections,
)

PATIENCE = 10.0
"""Seconds after which a wait has failed."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The far end of a connection to a simulated X server."""
    monkeypatch.setattr(napping, "MAX_WAIT_SECONDS", 2 * PATIENCE)
    (tmp_path / ".X11-unix").mkdir()
    where = str(tmp_path / ".X11-unix" / "X7")
    with (
        socket.socket(socket.AF_UNIX) as door,
        socket.socket(socket.AF_UNIX) as window,
    ):
        door.bind(where)
        door.listen()
        window.connect(where)
        far, _ = door.accept()
        assert window.fileno() in x_connections()
        with far:
            yield far


@pytest.fixture
def nap() -> EventWait:
    nap = EventWait()
    nap.find_x_server()
    drain_wake_socket()
    return nap


def slept(nap: EventWait, *, polls: bool = False) -> tuple[bool, float]:
    began = time.monotonic()
    rang = nap.sleep(2 * PATIENCE, polls=polls)
    return rang, time.monotonic() - began


def test_a_word_of_the_x_server_ends_the_sleep(server: socket.socket, nap: EventWait) -> None:
    later = threading.Timer(0.05, server.send, (b"event",))
    later.start()
    rang, seconds = slept(nap)
    later.join()
    assert rang
    assert 0.04 < seconds < PATIENCE


def test_a_thread_that_rings_ends_the_sleep_once(
    server: socket.socket, nap: EventWait, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = threading.Timer(0.05, signal_wake)
    later.start()
    rang, seconds = slept(nap)
    later.join()
    assert rang
    assert seconds < PATIENCE
    monkeypatch.setattr(napping, "MAX_WAIT_SECONDS", 0.01)
    assert not slept(nap)[0]


def test_ringing_without_end_neither_waits_nor_fails(nap: EventWait) -> None:
    for _ in range(100_000):
        signal_wake()
    drain_wake_socket()


def test_a_polling_sleep_is_short_whoever_rings(server: socket.socket, nap: EventWait) -> None:
    server.send(b"event")
    rang, seconds = slept(nap, polls=True)
    assert not rang
    assert POLL_SECONDS * 0.9 < seconds < PATIENCE


def test_without_an_x_server_the_sleep_is_short() -> None:
    nap = EventWait()
    rang, seconds = slept(nap)
    assert not rang
    assert seconds < PATIENCE


def test_a_connection_that_was_closed_is_listened_to_no_more(tmp_path: Path) -> None:
    (tmp_path / ".X11-unix").mkdir()
    where = str(tmp_path / ".X11-unix" / "X7")
    nap = EventWait()
    with socket.socket(socket.AF_UNIX) as door, socket.socket(socket.AF_UNIX) as window:
        door.bind(where)
        door.listen()
        window.connect(where)
        nap.find_x_server()
    began = time.monotonic()
    for _ in range(3):
        nap.sleep(2 * PATIENCE)
    assert time.monotonic() - began < PATIENCE


def test_other_sockets_and_files_are_left_alone(tmp_path: Path) -> None:
    near, far = socket.socketpair()
    with near, far, (tmp_path / "X0").open("w") as file:
        assert not {near.fileno(), far.fileno(), file.fileno()} & {*x_connections()}
        near.send(b"still open")
        assert far.recv(20) == b"still open"
        file.write("still open")
