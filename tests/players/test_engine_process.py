"""The real engine process with the real search: requests, kills and stops."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tabletop.ai.compilation import DISABLE_COMPILATION_ENV
from tabletop.cli.engine_process import NICENESS
from tabletop.engine.analysis import AnalysisRequest
from tabletop.players.engine_client import EngineTimeouts
from tests.players.real_engine import Process, legal, plies

LONG = AnalysisRequest("trelawney", 2, {}, level="Full strength", seconds=30.0)
ROOT = Path(__file__).parent.parent.parent
FEW = 8
MANY = int(os.environ.get("TABLETOP_KILLS", FEW))
"""How often the process is killed; a hundred times takes a minute or two."""


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DISABLE_COMPILATION_ENV, "1")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    opened = Process(tmp_path)
    yield opened
    opened.computers.close()


def test_it_answers_with_a_legal_ply_and_says_that_it_is_not_compiled(process: Process) -> None:
    asked = AnalysisRequest("trelawney", 2, {}, level="Keen", playouts=50)
    progress = process.answer(process.computers.ask(asked))
    assert progress.problem == ""
    assert progress.thought is not None
    assert progress.thought.move in legal(asked)
    assert progress.thought.sims == 50
    assert not progress.thought.compiled
    assert not progress.thought.guessed
    process.until(lambda: process.health.slow != "")
    assert "Numba is missing" in process.health.slow
    assert process.health.running


def test_a_budget_of_playouts_gives_the_same_thought_in_another_process(tmp_path: Path) -> None:
    asked = AnalysisRequest("shoo", 2, {}, level="Steady", playouts=30, seed=3)
    thoughts = []
    for _ in range(2):
        process = Process(tmp_path)
        thoughts.append(process.answer(process.computers.ask(asked)).thought)
        process.computers.close()
    first, second = thoughts
    assert first is not None
    assert second is not None
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_it_tells_how_far_it_is_and_stops_when_it_is_told_to(process: Process) -> None:
    number = process.computers.ask(LONG)
    process.until(lambda: process.computers.progress(number).thought is not None)
    assert not process.computers.progress(number).done
    process.computers.stop(number)
    thought = process.answer(number).thought
    assert thought is not None
    assert thought.seconds < 25


def test_a_dropped_thought_makes_room_for_the_next(process: Process) -> None:
    first = process.computers.ask(LONG)
    second = process.computers.ask(replace(LONG, seconds=None, playouts=20))
    process.computers.drop(first)
    assert process.computers.progress(first).problem == "The analysis was stopped."
    assert process.answer(second).thought is not None


WINDOW = """
import sys, time
from pathlib import Path
from tests.players.real_engine import Process
from tests.players.test_engine_process import LONG

process = Process(Path(sys.argv[1]))
process.computers.ask(LONG)
process.until(lambda: process.health.running)
print(process.pid, flush=True)
time.sleep(100)
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for the process as Linux does")
def test_it_ends_with_a_window_that_is_killed(tmp_path: Path) -> None:
    window = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    with window:
        assert window.stdout is not None
        pid = int(window.stdout.readline())
        os.kill(pid, 0)
        window.kill()
    late = time.monotonic() + 30
    while alive(pid):
        assert time.monotonic() < late
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has buried yet does not."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_it_ends_with_the_window(process: Process) -> None:
    process.computers.ask(LONG)
    process.until(lambda: process.health.running)
    pid = process.pid
    process.computers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


class Killer:
    """Kills the process at random moments: as it begins, loads, thinks, or rests."""

    def __init__(self, process: Process, seed: str, lives: float) -> None:
        """`lives` is how many seconds a process lives at most."""
        self.kills = 0
        self._lives = lives
        self._process = process
        self._luck = Random(seed)
        self._at = 0.0
        self._waits = True

    def look(self) -> None:
        """Kills, if it is time."""
        process, now = self._process, time.monotonic()
        if len(process.runs) != self.kills + 1 or not process.pid:
            return  # the last one is not noticed yet
        if self._waits:
            as_it_begins = self._luck.random() < 0.2
            if as_it_begins or process.health.running:
                self._waits = False
                self._at = now + self._luck.uniform(0.0, self._lives)
        elif now >= self._at:
            os.kill(process.pid, signal.SIGKILL)
            self.kills += 1
            self._waits = True


@pytest.mark.slow
@pytest.mark.parametrize("key", ["trelawney", "shoo"])
def test_killed_at_random_moments_it_answers_every_question(process: Process, key: str) -> None:
    """The bar: no question is lost, and a kill costs one thought that is repeated at most."""
    questions = plies(key, 1)
    began = time.monotonic()
    process.answer(process.computers.ask(next(questions)))
    killer = Killer(process, key, 3 * (time.monotonic() - began))  # however slow the machine is
    while killer.kills < MANY:
        question = next(questions)
        number = process.computers.ask(question)
        while not process.computers.progress(number).done:
            if killer.kills < MANY:
                killer.look()
            process.turn()
        progress = process.answer(number)
        assert progress.thought is not None, progress.problem
        assert progress.thought.move in legal(question)
        assert not progress.thought.guessed
    process.until(lambda: process.health.restarts == MANY)
    assert len(process.runs) == MANY + 1


def test_one_that_hangs_is_replaced(tmp_path: Path) -> None:
    process = Process(tmp_path, EngineTimeouts(quiet=2.5))
    number = process.computers.ask(LONG)
    process.until(lambda: process.computers.progress(number).thought is not None)
    stopped = process.pid
    os.kill(stopped, signal.SIGSTOP)
    process.until(lambda: process.health.restarts == 1)
    process.until(lambda: process.computers.progress(number).thought is not None)
    process.computers.stop(number)
    assert process.answer(number).thought is not None
    assert process.pid != stopped
    process.computers.close()


def test_where_there_is_no_process_the_game_goes_on(tmp_path: Path) -> None:
    quick = EngineTimeouts(first_pause=0.01)
    process = Process(tmp_path, quick, line=[str(tmp_path / "python")])
    for question, _ in zip(plies("trelawney", 2), range(30), strict=False):
        progress = process.answer(process.computers.ask(question))
        assert progress.thought is not None
        assert progress.thought.guessed
        assert progress.thought.move in legal(question)
    assert "can’t start: No such file or directory" in process.health.slow
    process.computers.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no niceness")
def test_it_gives_way_to_the_window(process: Process) -> None:
    process.computers.warm("trelawney")
    process.until(lambda: process.health.running)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == max(NICENESS, ours)
    if sys.platform == "linux":
        assert os.sched_getscheduler(process.pid) == os.SCHED_BATCH
