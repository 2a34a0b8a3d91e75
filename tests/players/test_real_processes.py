"""Real processes that do not behave as an engine process."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from tabletop.engine.analysis import AnalysisRequest
from tabletop.players.engine_client import EngineProcess, engine_command
from tabletop.players.protocol import Ask, Ready, Stop
from tabletop.system import process
from tabletop.system.child_process import ProcessEnded

Begin = Callable[..., EngineProcess]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Starts a process that runs some lines of Python."""
    begun: list[EngineProcess] = []

    def start(*line: str, ring: Callable[[], None] = lambda: None) -> EngineProcess:
        begun.append(EngineProcess(line, ring))
        return begun[-1]

    yield start
    for child in begun:
        child.kill()
        child.close()


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


def heard(child: EngineProcess) -> list[object]:
    """All that a process says to its end."""
    events: list[object] = []
    until = time.monotonic() + 30
    while time.monotonic() < until:
        events += child.events()
        if events and isinstance(events[-1], ProcessEnded):
            return events
        time.sleep(0.005)
    raise AssertionError(f"it does not end: {events}")


def test_an_interpreter_that_is_missing_is_said(begin: Begin, tmp_path: Path) -> None:
    assert heard(begin(str(tmp_path / "python"))) == [ProcessEnded("No such file or directory")]


def test_a_process_that_ends_is_said_with_its_last_complaint(begin: Begin) -> None:
    (gone,) = heard(begin(*python("print(1 / 0)")))
    assert gone == ProcessEnded("ZeroDivisionError: division by zero")
    assert heard(begin(*python("import sys; sys.exit(7)"))) == [ProcessEnded("it ended with 7")]


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("print('hello')", "it talks nonsense"),
        ('print(\'{"type":"Ready"}x\')', "it talks nonsense"),
        ("import sys; sys.stdout.buffer.write(b'\\xff' * 100 + b'\\n')", "it talks nonsense"),
        ("import sys; sys.stdout.write('x' * (1 << 21))", "a line of it has no end"),
    ],
)
def test_nonsense_ends_the_process(begin: Begin, program: str, why: str) -> None:
    wait = "\nsys.stdout.flush()\nimport time\ntime.sleep(100)"
    (gone,) = heard(begin(*python(f"import sys\n{program}{wait}")))
    assert isinstance(gone, ProcessEnded)
    assert gone.why.startswith(why)


def test_what_was_said_before_the_end_counts_and_half_a_line_does_not(begin: Begin) -> None:
    program = 'import os; os.write(1, b\'{"type":"Ready"}\\n{"beat":\')'
    assert heard(begin(*python(program))) == [Ready(), ProcessEnded("it ended with 0")]


def test_what_it_says_rings_but_signs_of_life_do_not(begin: Begin) -> None:
    rung: list[int] = []
    program = 'print(\'{"type":"EngineHeartbeat","slices":1}\\n\' * 5 + \'{"type":"Ready"}\')'
    heard(begin(*python(program), ring=lambda: rung.append(1)))
    assert len(rung) == 2  # for what it said, and for its end


def test_it_is_told_what_is_said(begin: Begin) -> None:
    program = "import sys; sys.exit(f'{sys.stdin.readline()}')"
    child = begin(*python(program))
    child.say(Stop(42))
    assert heard(child) == [ProcessEnded('{"type":"Stop","number":42}')]


def test_what_cannot_be_said_is_refused_at_once(begin: Begin) -> None:
    child = begin(*python("input()"))
    with pytest.raises(ValueError, match="JSON"):
        child.say(Ask(1, AnalysisRequest("shoo", 2, {}, seconds=float("nan"))))


def test_nothing_waits_for_a_process_that_does_not_read(begin: Begin) -> None:
    child = begin(*python("import time; time.sleep(100)"))
    long = Ask(1, AnalysisRequest("shoo", 2, {}, plies=("+a1",) * 20_000))
    began = time.monotonic()
    for _ in range(20):
        child.say(long)  # more than any pipe holds
    child.kill()
    assert time.monotonic() - began < 5  # it sleeps for a hundred
    assert isinstance(heard(child)[-1], ProcessEnded)


def test_a_kill_before_the_start_is_not_forgotten(begin: Begin) -> None:
    child = begin(*python("import time; time.sleep(100)"))
    child.kill()
    assert isinstance(heard(child)[-1], ProcessEnded)


def test_closing_lets_it_end_by_itself(begin: Begin) -> None:
    child = begin(*python("import sys; sys.stdin.read(); sys.exit('bye')"))
    child.close()
    assert heard(child) == [ProcessEnded("bye")]


def test_closing_ends_one_that_does_not_end(begin: Begin) -> None:
    child = begin(*python("import time; time.sleep(100)"))
    began = time.monotonic()
    child.close()
    assert time.monotonic() - began < 20
    assert isinstance(heard(child)[-1], ProcessEnded)


def test_the_process_finds_this_very_program(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    ready = Event()
    child = begin(*engine_command(tmp_path, 1), ring=ready.set)
    assert ready.wait(60)
    assert child.events() == [Ready()]
    assert child.pid > 0
    assert process.child_environment()["PYTHONPATH"] == str(Path(__file__).parent.parent.parent)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell")
def test_a_process_that_others_kill_is_told_from_one_that_fails(begin: Begin) -> None:
    child = begin(*python('import time; print(\'{"type":"Ready"}\', flush=True); time.sleep(100)'))
    while not child.events():
        time.sleep(0.005)
    os.kill(child.pid, signal.SIGKILL)
    assert heard(child) == [ProcessEnded("it ended with -9", killed=True)]
