"""Counts the code that two taps run through which lay one stone in Trelawney's Glory.

``python3 tools/bench/tap_trace.py [--root CHECKOUT] [--names] [--limits]``

The program of the checkout runs in a real window. The functions of its main thread are counted with
``sys.setprofile`` from the first tap until the program rests, that is, needs hardly any time of the
processor. The trace begins when everything has been prepared. Refreshes of the match are counted
from the second tap on.
Prints one line of JSON; with ``--limits`` the exit code is 1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tools.bench.machine import Size, screen
from tools.environment import ROOT, Trouble, say

SIZE: Final[Size] = (1280, 800)
SPOT: Final = ("766", "184")
"""The pixel of hole e6. The first tap chooses it, the second one lays the stone."""
BESIDE: Final = ("640", "12")
"""A pixel where nothing lies. A tap there hides the goal that a first match begins with."""
OPENING_SECONDS: Final = 60.0
TRACE_SECONDS: Final = 30.0
TAP_SECONDS: Final = 0.08
BETWEEN_TAPS: Final = 0.6
REST_SECONDS: Final = 240.0
SAMPLE_SECONDS: Final = 3.0
REST_SHARE: Final = 0.06
"""The share of a core that the program needs at rest, at most."""
MAX_WAITING_SHARE: Final = 0.15
"""The share of the time that it waits for a core at rest, at most: on a busy machine a program that
works gets little of one."""
FILE_NAME: Final = "tabletop.sqlite3"
BEGIN, BEGIN_PLY, END = (signal.SIGRTMIN + number for number in (1, 2, 3))
"""The signals that `TRACED` listens to; the program itself uses others."""
LIMITS: Final = {"modules": 70, "functions": 450, "refreshes": 1}
"""May be lowered, never raised."""

TRACED: Final = """
import json, signal, sys
from pathlib import Path

REFRESHES = {"_refresh", "refresh"}  # of a match; a call inside another one is not counted
top = str(Path("tabletop").resolve()) + "/"
called, refreshes, depth = set(), 0, 0

def is_refresh(code):
    name = code.co_filename[len(top):]
    return code.co_name in REFRESHES and name.startswith(("scenes/match", "scenes/minded"))

def trace(frame, event, argument):
    global refreshes, depth
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(top):
        called.add((code.co_filename[len(top):-3].replace("/", "."), code.co_qualname))
        if is_refresh(code):
            refreshes, depth = refreshes + (depth == 0), depth + 1
    elif event == "return" and code.co_filename.startswith(top) and is_refresh(code):
        depth -= 1

def begin(*_):
    global refreshes, depth
    called.clear()
    refreshes, depth = 0, 0
    sys.setprofile(trace)

def begin_ply(*_):
    global refreshes
    refreshes = 0

def end(*_):
    sys.setprofile(None)
    Path(out).write_text(json.dumps({"called": sorted(called), "refreshes": refreshes}))

out, *arguments = sys.argv[1:]
signal.signal(signal.SIGRTMIN + 1, begin)
signal.signal(signal.SIGRTMIN + 2, begin_ply)
signal.signal(signal.SIGRTMIN + 3, end)
from tabletop.__main__ import main
sys.exit(main(arguments))
"""
"""The program, which traces itself between two signals. It must run in older checkouts too."""


def count(root: Path) -> dict[str, Any]:
    """Plays one ply and gives the sorted names of what was called, and the refreshes."""
    if shutil.which("xdotool") is None:
        raise Trouble("The pointer is moved by xdotool (apt install xdotool).")
    with tempfile.TemporaryDirectory(prefix="tabletop-tap-") as folder, screen(SIZE) as given:
        environment = {k: v for k, v in given.items() if k != "SDL_VIDEODRIVER"}
        data, out = Path(folder) / "data", Path(folder) / "calls.json"
        command = [sys.executable, "-c", TRACED, str(out), "--data-dir", str(data)]
        program = subprocess.Popen(
            [*command, "play", "trelawney"],
            cwd=root,
            env=environment | {"PYTHONPATH": str(root), "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            return _traced(program, environment, data, out)
        finally:
            program.kill()
            program.communicate()


def _traced(
    program: subprocess.Popen[str], environment: dict[str, str], data: Path, out: Path
) -> dict[str, Any]:
    def point(*words: str) -> None:
        subprocess.run(["xdotool", *words], env=environment, check=True, capture_output=True)

    def wait(seconds: float, what: str, done: Callable[[], bool]) -> None:
        until = time.monotonic() + seconds
        while not done():
            if program.poll() is not None:
                raise Trouble(f"The program has ended: {(program.communicate()[1] or '')[-400:]}")
            if time.monotonic() > until:
                raise Trouble(f"{what} does not come.")
            time.sleep(0.05)

    def tap() -> None:
        point("mousedown", "1")
        time.sleep(TAP_SECONDS)
        point("mouseup", "1")

    def rest() -> None:
        wait(REST_SECONDS, "Rest", lambda: _is_at_rest(program.pid))

    wait(OPENING_SECONDS, "The window", (data / FILE_NAME).exists)
    point("mousemove", *BESIDE)
    program.send_signal(BEGIN)
    rest()
    tap()
    point("mousemove", *SPOT)
    rest()
    program.send_signal(BEGIN)
    tap()
    time.sleep(BETWEEN_TAPS)
    program.send_signal(BEGIN_PLY)
    tap()
    wait(TRACE_SECONDS, "The stone", lambda: _record(data).rstrip().endswith("e6"))
    rest()
    program.send_signal(END)
    wait(TRACE_SECONDS, "The trace", lambda: out.exists() and out.stat().st_size > 0)
    time.sleep(0.1)
    traced: dict[str, Any] = json.loads(out.read_text())
    return traced


def _is_at_rest(process: int) -> bool:
    """Whether a process neither needs a core nor waits for one, over `SAMPLE_SECONDS`."""
    used, waited = _cpu_seconds(process), _waiting_seconds(process)
    time.sleep(SAMPLE_SECONDS)
    used, waited = _cpu_seconds(process) - used, _waiting_seconds(process) - waited
    return used < REST_SHARE * SAMPLE_SECONDS and waited < MAX_WAITING_SHARE * SAMPLE_SECONDS


def _waiting_seconds(process: int) -> float:
    """How long its main thread has waited for a core; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _record(data: Path) -> str:
    """The record of the match; empty where there is none yet."""
    with closing(sqlite3.connect(f"{(data / FILE_NAME).as_uri()}?mode=rw", uri=True)) as database:
        row = database.execute("SELECT record FROM match").fetchone()
    return str(row[0]) if row else ""


def main(arguments: Sequence[str]) -> int:
    """Prints the figures; 1 if a limit is asked for and exceeded, 2 if nothing can be counted."""
    parser = argparse.ArgumentParser(prog="tap_trace.py", description=__doc__.partition("\n")[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to measure")
    parser.add_argument("--names", action="store_true", help="list the functions on stderr")
    parser.add_argument("--limits", action="store_true", help="fail if a limit is exceeded")
    given = parser.parse_args(arguments)
    try:
        traced = count(given.root.resolve())
    except Trouble as trouble:
        say(str(trouble))
        return 2
    called = [tuple(name) for name in traced["called"]]
    figures = {
        "modules": len({module for module, _ in called}),
        "functions": len(called),
        "refreshes": traced["refreshes"],
    }
    if given.names:
        for module, function in called:
            print(f"{module}:{function}", file=sys.stderr)
    print(json.dumps({**figures, "limits": LIMITS}))
    met = all(figures[name] <= limit for name, limit in LIMITS.items())
    return 0 if met or not given.limits else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
