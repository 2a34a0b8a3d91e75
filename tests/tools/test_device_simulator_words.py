"""The command line of the simulated device: scripts and keys."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cable import PATIENCE, opened, read_until
from tools.device_simulator import main
from tools.environment import ROOT
from tools.simulated import keyboard_control, script
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice
from tools.simulated.script import BadScript, Step


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[PtyDevice]:
    with PtyDevice(SimulatedDevice(seed=1), tmp_path / "box") as made:
        yield made


def test_a_script_is_read_with_its_comments() -> None:
    text = "# a game\nwait 0.5\n\nroll 3 4  # two dice\nflood 2\nversion ttl/2\nquit\n"
    assert script.read_all(text) == (
        Step("wait", (0.5,)),
        Step("roll", (3, 4)),
        Step("flood", (2,)),
        Step("version", text="ttl/2"),
        Step("quit"),
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("jump", "there is no 'jump'"),
        ("press", "press wants one number"),
        ("press x", "press wants numbers, not 'x'"),
        ("press 1.5", "press wants whole numbers"),
        ("wait -1", "numbers from 0 on"),
        ("wait nan", "numbers from 0 on"),
        ("quit 1", "quit wants no number"),
        ("tap 1 2 3", "tap wants 1 to 2 numbers"),
        ("version", "version wants a text"),
        ("err caf\u00e9", "plain letters"),
    ],
)
def test_a_wrong_line_is_named(line: str, complaint: str) -> None:
    with pytest.raises(BadScript, match=f"^line 2: .*{re.escape(complaint)}"):
        script.read_all(f"wait 1\n{line}\n")


def test_every_step_does_what_it_says(plugged: PtyDevice) -> None:
    def do(line: str) -> bool:
        step = script.read(line)
        assert step is not None
        return script.perform(plugged, step)

    made = plugged.device
    assert all(map(do, ("press 1", "tap 2 0", "release 1", "roll 6", "err stuck", "say 9 HUM")))
    verbs = [body.split()[1:3] for body in made.said]
    held = [["BTN", "01"], ["BTN", "03"], ["BTN", "01"], ["BTN", "00"]]
    assert verbs == [*held, ["ROLL", "d6"], ["ERR", "stuck"]]
    assert all(map(do, ("lose-acks 2", "cut", "cut 2", "merge", "twice 3", "drip 0.5")))
    assert made.lose_acks == 2
    assert (made.line.cut, made.line.merge, made.line.twice) == (3, 1, 3)
    assert made.line.drip == 0.5
    assert all(map(do, ("noise 5", "nul 5", "flood 0.001 100", "silence 1", "wait 0")))
    boot = made.boot
    assert all(map(do, ("unplug 0", "unplug", "plug", "restart", "version ttl/2")))
    assert made.boot != boot
    assert made.version == "ttl/2"
    assert not do("quit")
    for wrong in ("press 0", "press 5"):
        with pytest.raises(BadScript, match=f"there is no button {wrong[-1]}; there are 4"):
            do(wrong)


def test_the_help_names_every_step() -> None:
    told = set(re.findall(r"^[a-z-]+|(?<= / )[a-z-]+", script.HELP, re.MULTILINE))
    assert told == set(script.VERBS)


def test_keys_press_buttons_and_throw_dice(plugged: PtyDevice) -> None:
    told: list[str] = []
    keyboard_control.play(plugged, iter([*"hh9z2rq", "r"]).__next__, told.append)
    assert [body.split()[1] for body in plugged.device.said] == ["BTN"] * 4 + ["ROLL"]
    assert told == ["there is no button 9; there are 4, from 1 on", keyboard_control.HELP]


def test_the_program_does_what_its_script_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "script").write_text("roll 4\nlose-acks\nquit\nroll 5\n")
    link = tmp_path / "box"
    assert main(["--link", str(link), "--script", str(tmp_path / "script"), "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert out == f"{link}\n"
    assert "says 1 ROLL d6 4 " in err
    assert "d6 5" not in err
    assert not link.is_symlink()


def test_a_script_that_cannot_be_read_or_done_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "script"
    wrong.write_text("jump\n")
    assert main(["--script", str(wrong)]) == 2
    assert "line 1: there is no 'jump'" in capsys.readouterr().err
    wrong.write_text("press 5\n")
    assert main(["--script", str(wrong), "--quiet"]) == 1
    assert "there is no button 5" in capsys.readouterr().err
    assert main(["--script", str(tmp_path / "none")]) == 2


def program(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "tools" / "device_simulator.py"), *arguments]


def test_the_program_obeys_its_standard_input(tmp_path: Path) -> None:
    words = "press 9\njump\nroll 2\n"
    done = subprocess.run(
        program("--tcp", "0"), input=words, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert done.stdout.startswith("socket://127.0.0.1:")
    assert "there is no button 9" in done.stderr
    assert "there is no 'jump'" in done.stderr
    assert "says 1 ROLL d6 2 " in done.stderr


def test_the_program_obeys_the_keys_of_a_terminal(tmp_path: Path) -> None:
    link = tmp_path / "box"
    terminal, inner = pty.openpty()
    running = subprocess.Popen(
        program("--link", str(link)), stdin=inner, stdout=inner, stderr=inner, close_fds=True
    )
    os.close(inner)
    try:
        read_until(terminal, b"q        ends")
        host = opened(str(link))
        os.write(terminal, b"2")
        read_until(host, b"BTN 02 02 ")
        read_until(host, b"BTN 00 02 ")
        os.close(host)
        os.write(terminal, b"q")
        assert running.wait(PATIENCE) == 0
    finally:
        running.kill()
        running.wait()
        os.close(terminal)
    assert not link.is_symlink()
