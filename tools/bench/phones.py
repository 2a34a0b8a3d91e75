"""Sixty-four phones at a table: what their server takes, and what the table notices of it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import Any, Final

import msgspec

from tabletop.party.messages import (
    MAX_SOCKETS,
    Acted,
    FromServer,
    Open,
    Opened,
    PhoneArrived,
    Show,
    ToServer,
    Touch,
)
from tabletop.system import process
from tools.bench.phone_crowd import Options
from tools.bench.summaries import judged
from tools.environment import ROOT, Trouble

SECONDS: Final = 20.0
RATE: Final = 20.0
"""Messages of each phone a second."""
TOKEN: Final = "a-token-for-measuring"
VIEW_BYTES: Final = 3000
"""A view of a board game has about as many."""
ANSWER_BAR: Final = 50.0
"""Milliseconds from a touch through the server to the table and back."""
GROWTH_BAR: Final = 2.0
"""Megabytes by which the server may grow between the first third and the end."""
TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """The server alone, with a table that answers every touch at once."""
    if sys.platform != "linux":
        return {"skipped": "only Linux has an address for each phone on its own network"}
    return {"runs": [measure_server(seconds)]}


class EchoTable:
    """Starts the server process and answers each touch with a view for that phone."""

    def __init__(self) -> None:
        self.acts = 0
        self.port = 0
        self.arrived = 0
        self._child = subprocess.Popen(
            process.module_command("tabletop.cli.party_process"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=process.child_environment(),
        )
        self._filling = "x" * VIEW_BYTES
        self._tell(Open(0, "127.0.0.1", TOKEN, "BCDF", "en"))
        self._thread = Thread(target=self._answer, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._child.pid

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
        self._thread.join()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()

    def _tell(self, message: ToServer) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(msgspec.json.encode(message) + b"\n")
        self._child.stdin.flush()

    def _answer(self) -> None:
        assert self._child.stdout is not None
        decoder = msgspec.json.Decoder[FromServer](FromServer)
        for line in self._child.stdout:
            match decoder.decode(line):
                case Opened(port, _):
                    self.port = port
                case PhoneArrived():
                    self.arrived += 1
                case Acted(phone, Touch(spot)):
                    self.acts += 1
                    view = {"type": "wait", "title": spot, "text": self._filling}
                    self._tell(Show((phone,), msgspec.Raw(msgspec.json.encode(view))))


def measure_server(seconds: float, phones: int = MAX_SOCKETS, rate: float = RATE) -> dict[str, Any]:
    """All phones touch at a pace; each touch is answered with a view."""
    table = EchoTable()
    try:
        while not table.port:
            sleep(0.01)
        with crowd(Options(table.port, TOKEN, phones, rate, seconds)) as people:
            people.wait_until_ready()
            began, cpu = perf_counter(), cpu_seconds(table.pid)
            sizes = [resident_megabytes(table.pid)]
            while not people.ended(1.0):
                sizes.append(resident_megabytes(table.pid))
            share = (cpu_seconds(table.pid) - cpu) / (perf_counter() - began)
            told = people.told
    finally:
        table.close()
    third = sizes[len(sizes) // 3]
    figures = {
        "phones": phones,
        "messages_per_second": round(told["sent"] / seconds, 1),
        "lost_connections": told["lost"],
        "lost_messages": told["sent"] - table.acts,
        "superseded_views": told["sent"] - told["views"],
        "answers": told["answers"],
        "answer_p99_ms": told["answers"]["p99_ms"],
        "share_of_a_core": round(share, 3),
        "megabytes": [round(size, 1) for size in sizes[:: max(1, len(sizes) // 10)]],
        "growth_mb": round(sizes[-1] - third, 2),
    }
    bars = {
        "answer_p99_ms": ANSWER_BAR,
        "lost_connections": 0.0,
        "lost_messages": 0.0,
        "growth_mb": GROWTH_BAR,
    }
    return {"part": "server", **judged(figures, **bars)}


class People:
    """The process of the phones."""

    def __init__(self, child: "subprocess.Popen[str]") -> None:
        self._child = child
        self.told: dict[str, Any] = {}

    def wait_until_ready(self) -> None:
        """Until all have joined."""
        assert self._child.stdout is not None
        if self._child.stdout.readline().strip() != "ready":
            raise Trouble("The phones could not join.")

    def ended(self, patience: float) -> bool:
        """Whether all phones have left within so many seconds."""
        try:
            out, _ = self._child.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            return False
        self.told = msgspec.json.decode(out)
        return True


@contextmanager
def crowd(options: Options) -> Iterator[People]:
    """Phones in a process of their own."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tools.bench.phone_crowd", msgspec.json.encode(options).decode()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield People(child)
    finally:
        child.kill()
        child.communicate()


def cpu_seconds(pid: int) -> float:
    """The seconds that a process has computed."""
    words = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


def resident_megabytes(pid: int) -> float:
    """The memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
