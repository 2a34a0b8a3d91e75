"""``tabletop devices``, run as a process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop.__main__ import main
from tabletop.cli.devices import event_fields, event_text, watch
from tabletop.input.devices import Bindings
from tabletop.input.serial.protocols import ButtonEdge, Capabilities, DiceEvent, Heartbeat, Hello
from tabletop.input.serial.source import NamedDevice
from tabletop.input.serial.transport import PortInfo
from tests.input.serial.spoken import HELLO
from tests.input.serial.wire import Wire

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(tmp_path / "device")
    yield wire
    wire.unplug()


class Listener:
    """The command as a process."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "devices", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[dict[str, Any]] = []

    def read(self, kind: str) -> dict[str, Any]:
        """The next line; it must be of that kind."""
        assert self.process.stdout is not None
        self.said.append(json.loads(self.process.stdout.readline()))
        assert self.said[-1]["kind"] == kind
        return {key: value for key, value in self.said[-1].items() if key not in ("t", "kind")}

    def until(self, **wanted: object) -> dict[str, Any]:
        """The first line that contains all this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(json.loads(line))
            if wanted.items() <= self.said[-1].items():
                return self.said[-1]
        raise AssertionError(self.said)

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        rest, errors = self.process.communicate(timeout=30)
        assert (rest, errors, self.process.returncode) == ("", "", 0)


@pytest.fixture
def listener(wire: Wire) -> Iterator[Listener]:
    listener = Listener("--url", str(wire.path), "--json")
    yield listener
    listener.process.kill()
    listener.process.communicate()


def test_each_event_is_a_line_of_json(wire: Wire, listener: Listener) -> None:
    wire.wait_for(b"?\n")
    began = time.monotonic()
    wire.say(HELLO, "1 BTN 0a 2 2430", "2 ROLL d6 3+4 2734", "2 BEAT A 4000", "3 ERR it is dark")
    told = {"name": "box", "firmware": "1.0", "boot": "c899", "caps": "btn:4,roll:6,led:2,ack"}
    assert listener.read("hello") == {"source": "box", **told}
    assert listener.read("button") == {"source": "box", "held": 10, "changed": 2} | {
        "seq": 1,
        "ms": 2430,
    }
    assert listener.read("roll") == {"source": "box", "die": "d6", "values": [3, 4]} | {
        "seq": 2,
        "ms": 2734,
    }
    assert listener.read("beat") == {"source": "box", "held": 10, "ms": 4000}
    assert listener.read("error") == {"source": "box", "text": "it is dark"}
    assert began <= listener.said[0]["t"] <= listener.said[-1]["t"] <= time.monotonic()
    wire.unplug()
    assert listener.read("lost") == {"source": "box", "reason": "it was unplugged"}
    wire.plug()
    wire.wait_for(b"?\n")
    wire.say(HELLO)
    assert listener.read("back") == {"source": "box"}
    assert listener.read("hello") == {"source": "box", **told}
    listener.end()


def test_a_device_that_is_too_new_is_an_error_and_lost(wire: Wire, listener: Listener) -> None:
    wire.wait_for(b"?\n")
    wire.say("1 BTN 1 1 10", "0 HELLO ttl/2 box", "2 BTN 1 1 20")
    words = "it speaks ttl/2, which is newer than ttl/1"
    assert listener.read("error") == {"source": str(wire.path), "text": words}
    assert listener.read("lost") == {"source": str(wire.path), "reason": words}
    listener.end(signal.SIGINT)


def test_a_port_that_is_not_there_is_said(tmp_path: Path) -> None:
    listener = Listener("--url", str(tmp_path / "none"), "--json")
    assert listener.read("lost")["reason"] == "there is no such port"
    listener.end()


def test_it_ends_quietly_when_nobody_reads_any_more(wire: Wire) -> None:
    listener = Listener("--url", str(wire.path), "--json")
    wire.wait_for(b"?\n")
    assert listener.process.stdout is not None
    assert listener.process.stderr is not None
    listener.process.stdout.close()
    wire.say(HELLO)
    assert listener.process.stderr.read() == ""
    assert listener.process.wait(30) == 0
    listener.process.stderr.close()


def test_it_ends_by_itself_and_keeps_the_bytes(
    wire: Wire, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tape = tmp_path / "tape"
    wire.say(HELLO, "1 BTN 1 1 10", "2 ROLL d6 3+4 20", "3 ERR dark", "3 BEAT 1 30")
    given = ["devices", "--url", str(wire.path), "--record", str(tape), "--seconds", "1.5"]
    assert main(given) == 0
    times_and_words = [line.split(None, 1) for line in capsys.readouterr().out.splitlines()]
    expected = [
        "box  is box 1.0, boot c899, can do btn:4,roll:6,led:2,ack",
        "box  button down 1",
        "box  threw 3 + 4 with d6",
        "box  trouble: dark",
        "box  is there, holds 1",
    ]
    assert [words for _, words in times_and_words] == expected
    assert main(given) == 2
    assert "File exists" in capsys.readouterr().err
    assert main(["devices", "--url", f"replay:{tape}", "--json"]) == 0
    kinds = [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]
    assert kinds == ["hello", "button", "roll", "error", "beat", "lost"]


def test_other_languages_can_be_named(wire: Wire, capsys: pytest.CaptureFixture[str]) -> None:
    wire.say_bytes(b"ROLL 4\r\n")
    given = ["devices", "--url", str(wire.path), "--driver", "loose", "--json", "--seconds", "1"]
    assert main(given) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["kind"] for one in said] == ["hello", "roll"]
    assert said[1]["values"] == [4]


def test_all_that_is_plugged_in_is_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tabletop.cli.devices._pads", lambda: iter(()))
    monkeypatch.setattr("tabletop.cli.devices.list_ports", lambda: ())
    assert main(["devices"]) == 0
    assert "Nothing is plugged in" in capsys.readouterr().out
    port = PortInfo("/dev/ttyACM0", "Uno", 0x2341, 0x43, "75")
    monkeypatch.setattr("tabletop.cli.devices.list_ports", lambda: (port,))
    assert main(["devices"]) == 0
    assert capsys.readouterr().out.split() == ["port", "/dev/ttyACM0", "Uno", "usb:2341:0043:75"]
    assert main(["devices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["key"] == "usb:2341:0043:75"


def test_how_every_device_fares_is_said_again_whenever_it_changes(
    wire: Wire, tmp_path: Path
) -> None:
    wire.plug()
    Bindings(tmp_path / "devices.json").assign_seat(f"url:{wire.path}", 1)
    given = ["--live", "--json", "--device", str(wire.path), "--data-dir", str(tmp_path)]
    listener = Listener(*given)
    try:
        seen = listener.until(state="trying")
        assert (seen["where"], seen["seat"]) == (str(wire.path), 1)
        wire.say(HELLO)
        seen = listener.until(state="live")
        assert (seen["name"], seen["driver"], seen["events"]) == ("box", "ttl/1", 0)
        wire.say("1 BTN 02 02 500")
        seen = listener.until(events=1)
        assert (seen["last"], seen["lately"]) == ("button 2 pressed", 1)
        wire.unplug()
        assert listener.until(state="lost")["why"] == "it was unplugged"
    finally:
        listener.process.send_signal(signal.SIGTERM)
        _, errors = listener.process.communicate(timeout=30)
    assert (errors, listener.process.returncode) == ("", 0)


def test_for_people_a_device_is_one_line(wire: Wire) -> None:
    wire.plug()
    lines: list[str] = []
    bindings = Bindings()

    def say_line(line: str) -> None:
        lines.append(line)
        if "Live" in line:
            os.kill(os.getpid(), signal.SIGTERM)
        elif len(lines) == 1:
            wire.say(HELLO)

    assert watch([NamedDevice(str(wire.path))], bindings, as_json=False, say_line=say_line) == 0
    assert lines[-1].startswith("box | ttl/1 at ")
    assert "| Live | The player to move |" in lines[-1]
    assert lines[-1].endswith("0 events in 5 s, 0 in all | no errors")


def test_live_ends_by_itself_after_so_many_seconds(tmp_path: Path) -> None:
    given = ["devices", "--live", "--seconds", "0.1", "--data-dir", str(tmp_path)]
    assert main(given) == 0


def test_live_is_for_all_devices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--live", "--url", "x"]) == 2
    assert "--device" in capsys.readouterr().err


def test_what_needs_a_url_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--seconds", "1"]) == 2
    assert "need --url" in capsys.readouterr().err


def test_people_count_buttons_from_one() -> None:
    assert event_text(ButtonEdge(0b101, 0b110)) == "button down 3, up 2"
    assert event_text(Heartbeat(0)) == "is there, holds nothing"
    sim = Hello("sim", "1", "0000", Capabilities(simulated=True, text="sim"))
    assert event_text(sim) == "is sim 1, boot 0000, can do sim, SIMULATED"
    assert event_fields(DiceEvent(20, (17,)))["die"] == "d20"


def test_it_needs_no_window(wire: Wire) -> None:
    code = (
        "import sys; import tabletop.cli.devices; "
        "sys.exit(any(m.startswith(('pygame', 'pymunk', 'shapely')) for m in sys.modules))"
    )
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code]) == 0
