import errno
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tabletop.input import tuio as tuio_module
from tabletop.input.actions import Action, Lost
from tabletop.input.hub import Hub
from tabletop.input.tuio import TuioSource
from tests.input.conftest import Clock
from tests.input.posted_events import kinds
from tests.input.tuio_client import SIZE, frame, to_canvas


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when the main loop has been woken."""
    event = threading.Event()
    monkeypatch.setattr(tuio_module, "wake", event.set)
    return event


@pytest.fixture
def tuio(woken: threading.Event) -> Iterator[TuioSource]:
    source = TuioSource(to_canvas, lambda: SIZE, port=0)
    source.start()
    yield source
    source.stop()


def send(port: int, *datagrams: bytes) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        for data in datagrams:
            client.sendto(data, ("127.0.0.1", port))


def until(found: Callable[[], object]) -> None:
    end = time.monotonic() + 15
    while not found():
        assert time.monotonic() < end
        time.sleep(0.005)


def listening() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("udp")]


def test_a_datagram_on_the_port_wakes_the_loop_and_is_a_touch(
    tuio: TuioSource, woken: threading.Event
) -> None:
    send(tuio.port, frame(1, {5: (0.25, 0.5)}))
    assert woken.wait(15)
    assert kinds(tuio.poll()) == ["Down"]


def test_silence_wakes_the_loop_so_that_it_is_noticed(
    tuio: TuioSource, woken: threading.Event
) -> None:
    send(tuio.port, frame(1, {5: (0.25, 0.5)}))
    assert woken.wait(15)
    tuio.poll()
    woken.clear()
    assert woken.wait(15)
    until(lambda: kinds(tuio.poll()) == ["Cancel"])


def test_a_flood_is_read_in_bites_and_the_newest_stays(tuio: TuioSource) -> None:
    rubbish = b"\xff" * 4000
    for _ in range(40):
        send(tuio.port, *[rubbish] * 50)
        started = tuio.damaged
        tuio.poll()
        assert tuio.damaged - started <= 9
    send(tuio.port, frame(1, {5: (0.25, 0.5)}))
    until(lambda: kinds(tuio.poll()) == ["Down"])


def test_a_datagram_that_is_too_long_is_dropped(tuio: TuioSource) -> None:
    send(tuio.port, frame(1, dict.fromkeys(range(200), (0.5, 0.5))))
    send(tuio.port, frame(2, {5: (0.25, 0.5)}))
    seen: list[Action] = []

    def heard() -> bool:
        seen.extend(tuio.poll())
        return bool(seen)

    until(heard)
    assert kinds(seen) == ["Down"]


class Windows(socket.socket):
    """A port as on Windows: a longer datagram is an error."""

    def recvfrom(self, *args: Any) -> Any:
        data, sender = super().recvfrom(65535)
        if len(data) > args[0]:
            raise OSError(errno.EMSGSIZE, "the message was larger than the buffer")
        return data, sender


def test_a_datagram_that_is_too_long_does_not_break_the_port_on_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(socket, "socket", Windows)
        listener = tuio_module.UdpListener("127.0.0.1", 0)
    taken: list[tuio_module.Datagram] = []
    send(listener.port, b"x" * (tuio_module.MAX_DATAGRAM_BYTES + 2), b"short")

    def heard() -> bool:
        taken.extend(listener.take(100))
        return bool(taken)

    until(heard)
    assert [datagram.data for datagram in taken] == [b"short"]
    listener.close()


def test_stopping_leaves_no_thread_and_frees_the_port(tuio: TuioSource) -> None:
    port = tuio.port
    assert listening()
    tuio.stop()
    assert listening() == []
    again = TuioSource(to_canvas, lambda: SIZE, port=port)
    again.start()
    assert again.port == port
    again.stop()
    again.stop()
    assert listening() == []


def test_a_port_that_is_taken_is_said_in_words_and_tried_again(
    tuio: TuioSource, clock: Clock
) -> None:
    port = tuio.port
    second = TuioSource(to_canvas, lambda: SIZE, clock, port=port)
    hub = Hub([second], clock)
    (lost,) = hub.poll()
    words = f"Another program is using UDP port {port}, or it may not be opened"
    assert lost == Lost(source="tuio", reason=words)
    clock.tick(1)
    assert hub.poll() == []
    tuio.stop()
    clock.tick(5)
    hub.poll()
    assert second.port == port
    hub.stop()
    assert listening() == []


def test_other_machines_are_heard_only_if_wanted() -> None:
    for network, host in ((False, "127.0.0.1"), (True, "0.0.0.0")):
        source = TuioSource(to_canvas, lambda: SIZE, port=0, network=network)
        source.start()
        assert source._listener is not None
        assert source._listener._socket.getsockname()[0] == host
        source.stop()
