"""Sixty-four phones at a table: what their server takes, and what the table notices of it."""

import os
import subprocess
import sys
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any, Final

import msgspec

from tabletop.app.navigation import new_match_scene
from tabletop.games import find_game
from tabletop.party.messages import (
    MAX_SOCKETS,
    Acted,
    FromServer,
    Open,
    Opened,
    PhoneArrived,
    Show,
    Tell,
    ToServer,
    Touch,
    You,
)
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Value
from tabletop.system import process
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, Scene
from tools.bench.machine import inside, screen, sizes
from tools.bench.measured_app import Drawn, WatchedApp, opened, window_facts
from tools.bench.phone_crowd import Options
from tools.bench.posted_fingers import Fingers
from tools.bench.summaries import judged, milliseconds, percentile, summary
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
TOUCH_BAR: Final = 100.0
"""Milliseconds from a touch on a phone to changed pixels on the screen."""
SEGMENTS: Final = 5
"""Of the frames: without phones, with, and so on; neighbours share the machine's mood."""
START_SECONDS: Final = 30.0
BOARD_GAMES: Final = ("shoo", "trelawney")
TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """The server alone, with a table that answers every touch at once; then with a window."""
    if sys.platform != "linux":
        return {"skipped": "only Linux has an address for each phone on its own network"}
    runs = [measure_server(seconds)]
    with screen(sizes()[0]) as environment:
        for game in BOARD_GAMES:
            runs.append(inside("phones", environment, part="frames", key=game, seconds=seconds))
            runs.append(inside("phones", environment, part="touches", key=game, seconds=60.0))
    return {"runs": runs}


class People:
    """A process of phones, which says when all have joined and at last what became of them."""

    def __init__(self, program: str, *words: str) -> None:
        self.ready = Event()
        self.told: Any = None
        self._child = subprocess.Popen(
            [sys.executable, "-m", f"tools.bench.{program}", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def has_ended(self) -> bool:
        """Whether all phones have left."""
        return not self._thread.is_alive()

    def close(self) -> None:
        """Ends the process."""
        self._child.kill()
        self._child.wait()
        self._thread.join()

    def _read(self) -> None:
        assert self._child.stdout is not None
        with self._child.stdout as lines:
            for line in lines:
                if line.strip() == "ready":
                    self.ready.set()
                else:
                    self.told = msgspec.json.decode(line)
        self.ready.set()


class EchoTable:
    """Starts the server process and answers each touch with a view for that phone."""

    def __init__(self) -> None:
        self.acts = 0
        self.port = 0
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
                case PhoneArrived(phone, _, _, _):
                    # Of a spectator not all would be passed on.
                    self._tell(Tell(phone, You(0, "", "", (), joined=True)))
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
        with people(*spectators(Options(table.port, TOKEN, phones, rate, seconds))) as crowd:
            crowd.ready.wait()
            began, cpu = perf_counter(), cpu_seconds(table.pid)
            sizes = [resident_megabytes(table.pid)]
            while not crowd.has_ended():
                sleep(0.5)
                sizes.append(resident_megabytes(table.pid))
            share = (cpu_seconds(table.pid) - cpu) / (perf_counter() - began)
            told = _told(crowd)
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


def measure(folder: Path, part: str, **options: Any) -> dict[str, Any]:
    """A part with a window, in a process of its own."""
    return (measure_frames if part == "frames" else measure_touches)(folder, **options)


@contextmanager
def open_match(folder: Path, key: str, changes: dict[str, Value]) -> Iterator[WatchedApp]:
    """A table with a match and its phones on."""

    def first(table: AppContext) -> Scene:
        return fresh_match(table, key)

    with opened(folder, first, party__on=True, party__host="127.0.0.1", **changes) as app:
        _turn(app, lambda: app.table.phones.state.status == "open", START_SECONDS)
        yield app


def fresh_match(table: AppContext, key: str) -> Scene:
    return new_match_scene(table, key, find_game(key).seats[0], {})


def measure_frames(
    folder: Path,
    key: str,
    seconds: float,
    phones: int = MAX_SOCKETS,
    rate: float = RATE,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """Frames of matches played by fingers: without phones, among many of them, and without."""
    luck, segments = Random(1), list[list[Drawn]]()
    with open_match(folder, key, changes or {}) as app:
        for number in range(SEGMENTS):
            if number % 2 == 0:
                segments.append(_play(app, key, luck, for_seconds(seconds)))
                continue
            state = app.table.phones.state
            options = Options(state.port, app.table.phones.token, phones, rate, seconds, joins=True)
            with people(*spectators(options)) as crowd:
                _turn(app, crowd.ready.is_set, START_SECONDS)
                segments.append(_play(app, key, luck, crowd.has_ended))
                told = _told(crowd)
            _turn(app, lambda: not app.table.phones.state.watching, START_SECONDS)
        about = window_facts(app)
    alone, among = (list(chain.from_iterable(segments[n::2])) for n in (0, 1))
    without, with_phones = p99(alone), p99(among)
    figures = {
        "alone": summary([frame.seconds for frame in alone]),
        "among_phones": summary([frame.seconds for frame in among]),
        "p99_ms_of_segments": [milliseconds(p99(each)) for each in segments],
        # What the loop itself computed, whoever else had the cores.
        "alone_cpu": summary([frame.cpu for frame in alone]),
        "among_phones_cpu": summary([frame.cpu for frame in among]),
        "messages_per_second": round(told["sent"] / seconds, 1),
        "views_per_phone": round(told["views"] / phones, 1),
        "lost_connections": told["lost"],
        "p99_more": round(with_phones / without - 1, 3) if without else 0.0,
    }
    return {"part": "frames", "game": key, **about, **judged(figures, p99_more=0.1)}


def measure_touches(
    folder: Path, key: str, seconds: float, changes: dict[str, Value] | None = None
) -> dict[str, Any]:
    """From a touch on a phone to the first frame after it, on a table where nothing else moves."""
    with open_match(folder, key, changes or {}) as app:
        state = app.table.phones.state
        words = str(state.port), app.table.phones.token, str(seconds)
        with people("phone_players", *words) as players:
            _turn(app, players.ready.is_set, START_SECONDS)
            app.frames.clear()
            while not players.has_ended():
                app.sleep_and_turn()
                scene = app.scenes.top
                if isinstance(scene, MatchScene) and scene.match.outcome is None:
                    continue
                app.scenes.apply(Reset(fresh_match(app.table, key)))
            touches = _told(players)
        shown = [frame.ended for frame in app.frames if frame.rects]
        about = window_facts(app)
    waits = []
    for at in touches:
        later = bisect(shown, at)
        if later < len(shown):
            waits.append(shown[later] - at)
    figures = {**summary(waits), "touches": len(touches)}
    return {"part": "touches", "game": key, **about, **judged(figures, p99_ms=TOUCH_BAR)}


def p99(frames: Sequence[Drawn]) -> float:
    return percentile([frame.seconds for frame in frames], 0.99)


def _play(app: WatchedApp, key: str, luck: Random, over: Callable[[], bool]) -> list[Drawn]:
    """Plays matches by fingers until it is over; gives the frames."""
    app.frames.clear()
    while True:
        app.scenes.apply(Reset(fresh_match(app.table, key)))
        scene: Any = app.scenes.top
        app.step()
        for _ in Fingers(scene, app.table.display_transform, luck).deeds():
            app.step()
            if over():
                return list(app.frames)


def for_seconds(seconds: float) -> Callable[[], bool]:
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end


def _turn(app: WatchedApp, done: Callable[[], bool], patience: float) -> None:
    """Turns the loop until it is so."""
    if not app.turn_until(done, patience):
        raise Trouble("The phones did not come or go in time.")


def _told(phones: People) -> Any:
    if phones.told is None:
        raise Trouble("The phones have failed.")
    return phones.told


@contextmanager
def people(program: str, *words: str) -> Iterator[People]:
    """Phones in a process of their own."""
    found = People(program, *words)
    try:
        yield found
    finally:
        found.close()


def spectators(options: Options) -> tuple[str, str]:
    """The process of a crowd."""
    return "phone_crowd", msgspec.json.encode(options).decode()


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
