import errno
import socket
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletop.input.serial.transport import (
    PortInfo,
    Transport,
    TransportError,
    list_ports,
    open_transport,
)
from tests.input.serial.wire import Wire, until


def read_on(line: Transport) -> None:
    while True:
        line.read(5.0)


def why_shut(url: str) -> str:
    with pytest.raises(TransportError) as caught:
        open_transport(url)
    return str(caught.value)


def test_it_reads_all_that_is_there_as_soon_as_anything_is(wire: Wire) -> None:
    line = open_transport(str(wire.path))
    assert line.read(0.0) == b""
    wire.say_bytes(b"x" * 1000)
    heard = bytearray()

    def all_there() -> bool:
        heard.extend(line.read(5.0))
        return len(heard) == 1000

    until(all_there)
    assert line.write(b"?\n") == 2
    assert wire.wait_for(b"\n") == b"?\n"
    line.close()
    line.close()


def test_bytes_that_came_before_it_was_opened_are_kept(wire: Wire) -> None:
    wire.say_bytes(b"early")
    line = open_transport(str(wire.path))
    assert line.read(5.0) == b"early"
    line.close()


def test_a_line_that_is_full_takes_what_it_can_and_does_not_wait(wire: Wire) -> None:
    line = open_transport(str(wire.path))
    sent = [line.write(b"x" * 4096) for _ in range(100)]
    assert sent[-1] == 0
    line.close()


def test_an_unplugged_device_says_so(wire: Wire) -> None:
    line = open_transport(str(wire.path))
    wire.unplug()
    with pytest.raises(TransportError, match="it was unplugged"):
        line.read(5.0)
    with pytest.raises(TransportError, match="it was unplugged"):
        line.write(b"?\n")
    line.close()
    with pytest.raises(TransportError):
        line.read(0.0)


def test_why_a_port_cannot_be_opened_is_said_in_words(tmp_path: Path, wire: Wire) -> None:
    assert why_shut(str(tmp_path / "nothing")) == "there is no such port"
    (tmp_path / "file").touch()
    assert "cannot be opened" in why_shut(str(tmp_path / "file"))
    assert "cannot be opened" in why_shut("smoke://signals")
    holder = open_transport(str(wire.path))
    assert why_shut(str(wire.path)) == "another program is using the port"
    holder.close()


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (termios.error(5, "Input/output error"), "the port failed: (5, 'Input/output error')"),
        (TypeError("'NoneType' object"), "the port failed: 'NoneType' object"),
        (OSError(errno.EIO, "Input/output error"), "it was unplugged"),
        (ValueError(), "the port failed: ValueError"),
    ],
)
def test_whatever_pyserial_raises_is_one_error(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, problem: Exception, words: str
) -> None:
    def fail(*_: object) -> bytes:
        raise problem

    line = open_transport(str(wire.path))
    monkeypatch.setattr("os.read", fail)
    wire.say_bytes(b"x")
    with pytest.raises(TransportError) as caught:
        line.read(5.0)
    assert str(caught.value) == words
    line.close()


def test_rights_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    assert why_shut("/dev/ttyACM0") == "no permission to open the port"


def test_a_port_without_a_descriptor_is_read_as_well() -> None:
    line = open_transport("loop://")
    assert line.read(0.0) == b""
    assert line.write(b"hello") == 5
    assert line.read(5.0) == b"hello"
    line.close()


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        yield server


def test_a_socket_is_read_in_large_pieces(server: socket.socket) -> None:
    line = open_transport(f"socket://127.0.0.1:{server.getsockname()[1]}")
    other, _ = server.accept()
    with other:
        assert line.read(0.0) == b""
        other.sendall(b"y" * 5000)
        assert len(line.read(5.0)) > 1
        assert line.write(b"?\n") == 2
        assert other.recv(10) == b"?\n"
    with pytest.raises(TransportError, match="the other side closed the connection"):
        read_on(line)
    line.close()
    line.close()


def test_a_socket_that_nobody_answers_at_says_so(server: socket.socket) -> None:
    port = server.getsockname()[1]
    server.close()
    assert why_shut(f"socket://127.0.0.1:{port}").startswith(f"nothing answers at 127.0.0.1:{port}")
    for wrong in ("socket://", "socket://host", "socket://host:port", "socket://host:99999"):
        assert why_shut(wrong).startswith("write a socket as socket://host:port")


def test_ports_are_known_by_their_serial_number_or_their_place() -> None:
    usb = PortInfo("/dev/ttyACM0", "Uno", 0x2341, 0x43, "7573", "1-1.2")
    assert usb.key == "usb:2341:0043:7573"
    assert PortInfo("/dev/ttyUSB0", "", 0x1A86, 0x7523, "", "1-1.2").key == "path:1-1.2"
    assert PortInfo("COM5").key == "url:COM5"


def test_ports_are_listed_in_the_order_of_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def port(device: str, **known: object) -> SimpleNamespace:
        empty: dict[str, object] = dict.fromkeys(("vid", "pid", "serial_number", "location"))
        return SimpleNamespace(device=device, **{"description": "n/a", **empty, **known})

    found = [port("/dev/b", vid=1, pid=2, serial_number="x", description="box"), port("/dev/a")]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert list_ports() == (PortInfo("/dev/a"), PortInfo("/dev/b", "box", 1, 2, "x"))


def test_a_machine_that_cannot_list_its_ports_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no such folder")

    monkeypatch.setattr("serial.tools.list_ports.comports", fail)
    assert list_ports() == ()


def test_only_posix_waits_on_descriptors(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    line = open_transport(str(wire.path))
    monkeypatch.undo()
    wire.say_bytes(b"abc")
    assert line.read(5.0)[:1] == b"a"
    assert line.write(b"?") == 1
    line.close()
