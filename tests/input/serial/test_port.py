"""A port on a pseudo-terminal, with a device that is controlled by the test."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.input.devices import DeviceHealth
from tabletop.input.serial import protocols as languages
from tabletop.input.serial import source
from tabletop.input.serial import source as ports
from tabletop.input.serial.protocols import (
    DRIVERS,
    ButtonEdge,
    DeviceBack,
    DeviceFault,
    DeviceLost,
    DiceEvent,
    Heartbeat,
    Hello,
    Ttl1Driver,
)
from tabletop.input.serial.source import SerialPort
from tests.input.serial.spoken import HELLO, line, lines
from tests.input.serial.wire import Ear, Wire, listening, until


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def greet(wire: Wire, ear: Ear, times: int = 1) -> None:
    wire.wait_for(b"?\n")
    wire.say(HELLO)
    ear.wait_for(Hello, times)


def test_a_device_is_asked_heard_and_acknowledged(wire: Wire) -> None:
    with listening(wire.path) as ear:
        assert ear.port.status.health is DeviceHealth.TRYING
        greet(wire, ear)
        said = ("1 BTN 1 1 10", "2 ROLL d6 3 20", "2 BEAT 1 30")
        wire.say(*said[:2])
        assert wire.wait_for(b"\n") == b"A 2\n"
        wire.say(said[1])
        assert wire.wait_for(b"\n") == b"A 2\n"
        wire.say(said[2])
        ear.wait_for(Heartbeat)
        assert [type(event) for event in ear.events] == [Hello, ButtonEdge, DiceEvent, Heartbeat]
        status = ear.port.status
        assert (status.health, status.driver, status.errors) == (DeviceHealth.LIVE, "ttl/1", 0)
        assert status.hello == ear.events[0]
        assert status.bytes == len(lines(HELLO, *said[:2], *said[1:]))


def test_what_was_said_before_anybody_opened_it_counts(wire: Wire) -> None:
    wire.say(HELLO, "1 BTN 1 1 10")
    with listening(wire.path) as ear:
        ear.wait_for(ButtonEdge)
        assert [type(event) for event in ear.events] == [Hello, ButtonEdge]


def test_the_loop_is_woken(wire: Wire) -> None:
    woken = threading.Event()
    port = SerialPort(str(wire.path), DRIVERS["ttl1"](), woken.set)
    port.start()
    try:
        wire.wait_for(b"?")
        assert not woken.is_set()
        wire.say(HELLO)
        assert woken.wait(20)
        until(lambda: port.status.health is DeviceHealth.LIVE)
    finally:
        port.close()


def test_lamps_are_lit(wire: Wire) -> None:
    with listening(wire.path) as ear:
        greet(wire, ear)
        ear.port.lamp(1, "ff8800")
        ear.port.lamp(9, "ff8800")
        ear.port.lamp(0, "000000")
        assert wire.wait_for(b"L 0 000000\n") == b"L 1 ff8800\nL 0 000000\n"


def test_a_device_that_is_unplugged_in_mid_line_comes_back(wire: Wire) -> None:
    with listening(wire.path) as ear:
        greet(wire, ear)
        wire.say_bytes(line("1 ROLL d6 3 20") + line("2 BTN 1 1 30")[:9])
        wire.wait_for(b"A 1\n")
        wire.unplug()
        ear.wait_for(DeviceLost)
        until(lambda: ear.port.status.health is DeviceHealth.LOST)
        wire.plug()
        wire.say("1 ROLL d6 3 20", "2 BTN 1 1 30")
        greet(wire, ear, 2)
        wire.say("3 BTN 0 1 40")
        ear.wait_for(ButtonEdge(0, 1, 3, 40))
        assert [type(e) for e in ear.events] == [
            Hello,
            DiceEvent,
            DeviceLost,
            DeviceBack,
            ButtonEdge,
            Hello,
            ButtonEdge,
        ]
        assert ear.events[2] == DeviceLost("it was unplugged")
        assert ear.port.status.health is DeviceHealth.LIVE


def test_a_port_that_is_not_there_is_waited_for(wire: Wire) -> None:
    wire.unplug()
    with listening(wire.path) as ear:
        ear.wait_for(DeviceLost("there is no such port"))
        wire.plug()
        greet(wire, ear)
        assert [type(event) for event in ear.events] == [DeviceLost, DeviceBack, Hello]


def test_a_silent_device_is_stale_then_lost_and_asked_again(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "_STALE_SECONDS", 0.2)
    monkeypatch.setattr(languages, "_SILENT_SECONDS", 2.0)
    with listening(wire.path) as ear:
        greet(wire, ear)
        until(lambda: ear.port.status.health is DeviceHealth.STALE)
        ear.wait_for(DeviceLost("nothing received for five seconds"))
        greet(wire, ear, 2)
        assert [type(event) for event in ear.events] == [Hello, DeviceLost, DeviceBack, Hello]


def test_a_stranger_is_told_of_once_and_left_alone_if_nobody_named_it(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "_HELLO_SECONDS", 0.2)
    monkeypatch.setattr(source, "_NAMED_PAUSE_SECONDS", 0.1)
    with listening(wire.path) as ear:
        for _ in range(3):
            wire.wait_for(b"?\n")
            until(lambda: ear.port.status.health is DeviceHealth.STRANGE)
        assert ear.listen() == [DeviceLost("no device there speaks ttl/1")]
        greet(wire, ear)
        assert [type(event) for event in ear.events] == [DeviceLost, DeviceBack, Hello]
    with listening(wire.path, named=False) as ear:
        wire.wait_for(b"?\n")
        until(lambda: ear.port.status.health is DeviceHealth.STRANGE)
        wire.asked()
        assert not threading.Event().wait(0.6)
        assert wire.asked() == b""
        wire.unplug()  # another device in its place is asked at once
        wire.plug()
        greet(wire, ear)


def test_of_a_device_that_is_too_new_there_is_an_error_and_a_loss(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "_FOUND_PAUSE_SECONDS", 0.1)
    words = "it speaks ttl/2, which is newer than ttl/1"
    with listening(wire.path) as ear:
        for _ in range(3):
            wire.wait_for(b"?\n")
            wire.say("0 HELLO ttl/2 box", "1 BTN 1 1 10")
            until(lambda: ear.port.status.health is DeviceHealth.TOO_NEW)
        assert ear.listen() == [DeviceFault(words), DeviceLost(words)]
        wire.unplug()
        wire.plug()
        greet(wire, ear)
        assert [type(event) for event in ear.events] == [DeviceFault, DeviceLost, DeviceBack, Hello]


def test_a_port_whose_events_nobody_takes_is_not_read_on_and_loses_none(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "MAX_WAITING_EVENTS", 50)
    monkeypatch.setattr(languages, "_SILENT_SECONDS", 1.2)
    with listening(wire.path) as ear:
        greet(wire, ear)
        for first in range(1, 301, 100):
            wire.say(*(f"{n} BTN 1 1 {n}" for n in range(first, first + 100)))
            assert not threading.Event().wait(0.5)
        assert ear.port.status.bytes < 250 * len(line("300 BTN 1 1 300"))
        ear.wait_for(ButtonEdge, 300)
        assert [e.seq for e in ear.events if isinstance(e, ButtonEdge)] == list(range(1, 301))
        assert DeviceLost not in [type(event) for event in ear.events]


def test_a_device_that_reads_nothing_is_still_heard(wire: Wire) -> None:
    with listening(wire.path) as ear:
        greet(wire, ear)
        for n in range(1, 6000):  # many more answers than the line holds
            wire.say_bytes(line(f"{n} ROLL d6 1 {n}"))
            if not n % 500:
                ear.wait_for(DiceEvent, n)
        ear.wait_for(DiceEvent, 5999)
        assert len(ear.events) == 6000
        assert ear.port.status.health is DeviceHealth.LIVE


def test_a_driver_that_trips_does_not_end_the_port(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = Ttl1Driver.feed

    def trip(self: Ttl1Driver, data: bytes, now: float) -> object:
        if b"trip" in data:
            raise ZeroDivisionError("over a byte")
        return feed(self, data, now)

    monkeypatch.setattr(Ttl1Driver, "feed", trip)
    with listening(wire.path) as ear:
        greet(wire, ear)
        wire.say("1 ERR trip")
        ear.wait_for(DeviceLost("the port failed: over a byte"))
        greet(wire, ear, 2)


def test_a_recording_can_be_played_again(wire: Wire, tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    with listening(wire.path) as ear:
        greet(wire, ear)
        wire.say("1 BTN 1 1 10")
        ear.wait_for(ButtonEdge)
        ear.port.record(tape)
        assert ear.port.status.recording == str(tape)
        with pytest.raises(FileExistsError):
            ear.port.record(tape)
        wire.say("2 BTN 0 1 20", "3 ROLL d6 3+4 30")
        ear.wait_for(DiceEvent)
        ear.port.stop_recording()
        assert ear.port.status.recording == ""
        wire.say("4 BTN 1 1 40")
        ear.wait_for(ButtonEdge, 3)
    with listening(f"replay:{tape}") as again:
        again.wait_for(DeviceLost("the recording has ended"))
        until(lambda: not again.port.running)
        played = [replace(e, age=0.0) if isinstance(e, DiceEvent) else e for e in again.events]
        hello = ear.events[0]
        assert played == [
            hello,
            ButtonEdge(0, 1, 2, 20),
            DiceEvent(6, (3, 4), 3, 30),
            DeviceLost("the recording has ended"),
        ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_full_disk_ends_the_recording_and_nothing_else(
    wire: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(wire.path) as ear:
        greet(wire, ear)
        full = Path("/dev/full").open("w", encoding="ascii", buffering=1)  # noqa: SIM115
        monkeypatch.setattr(Path, "open", lambda *_, **__: full)
        ear.port.record(tmp_path / "tape")
        monkeypatch.undo()
        wire.say("1 BTN 1 1 10")
        ear.wait_for(ButtonEdge)
        until(lambda: ear.port.status.recording == "")
        assert full.closed
        wire.say("2 BTN 0 1 20")
        ear.wait_for(ButtonEdge, 2)


@pytest.mark.parametrize("end", ["unplugged", "closed"])
def test_nothing_is_left_behind(wire: Wire, end: str) -> None:
    threads, files = threading.active_count(), descriptors()
    for _ in range(3):
        with listening(wire.path) as ear:
            greet(wire, ear)
            if end == "unplugged":
                wire.unplug()
                ear.wait_for(DeviceLost)
                wire.plug()
    assert threading.active_count() == threads
    assert descriptors() == files
