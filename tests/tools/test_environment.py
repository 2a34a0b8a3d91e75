"""Setting up the environment and running the checks, without a network."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools import check, environment, play
from tools.check import Step, slow_steps, split, steps
from tools.environment import (
    ROOT,
    Trouble,
    failure,
    interpreter,
    is_ready,
    prepare,
    python_trouble,
    requirements,
    stamp,
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a pyproject.toml of its own."""
    (tmp_path / "pyproject.toml").write_text('[dependency-groups]\ncheck = ["one>=1", "two"]\n')
    return tmp_path


class Machine:
    """Stands in for `subprocess.run`: notes the commands, and makes what venv would make."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[list[str]] = []
        self.says = ""

    def run(self, command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[str]:
        words = list(command)
        if words[1] == "-c":  # is the environment in order?
            if not interpreter(self.root / ".venv").exists():
                raise FileNotFoundError(words[0])
            version = f"{sys.version_info[0]} {sys.version_info[1]}\n"
            return subprocess.CompletedProcess(words, 0, version)
        self.ran.append(words)
        if words[1:3] == ["-m", "venv"]:
            python = interpreter(self.root / ".venv")
            python.parent.mkdir(parents=True)
            python.touch()
        return subprocess.CompletedProcess(words, 1 if self.says else 0, self.says)


@pytest.fixture
def machine(project: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    stand_in = Machine(project)
    monkeypatch.setattr("tools.environment.subprocess.run", stand_in.run)
    return stand_in


def test_an_older_python_is_told_what_is_needed() -> None:
    assert python_trouble((3, 10, 13), True) == (
        "Python 3.11 or newer is needed; this is Python 3.10.13."
    )
    assert python_trouble((3, 11, 0), True) is None
    assert python_trouble((4, 0, 0), True) is None


def test_a_python_without_venv_is_told_how_to_get_it() -> None:
    assert "apt install python3-venv" in str(python_trouble((3, 11, 2), False))


def test_the_interpreter_is_where_the_system_has_it(tmp_path: Path) -> None:
    assert interpreter(tmp_path, windows=True) == tmp_path / "Scripts" / "python.exe"
    assert interpreter(tmp_path, windows=False) == tmp_path / "bin" / "python"


def test_the_stamp_tells_projects_and_purposes_apart(project: Path) -> None:
    before = stamp(project, "play")
    assert before == stamp(project, "play")
    assert before != stamp(project, "check")
    (project / "pyproject.toml").write_text("changed")
    assert before != stamp(project, "play")


def test_the_first_time_all_is_installed_and_the_second_time_nothing(
    project: Path, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    python = prepare("play", project)
    assert python == interpreter(project / ".venv")
    assert [command[1:4] for command in machine.ran] == [
        ["-m", "venv", "--clear"],
        ["-m", "pip", "install"],
    ]
    assert machine.ran[1][-2:] == ["--editable", str(project)]
    assert "--only-binary" in machine.ran[1]
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    machine.ran.clear()
    assert prepare("play", project) == python
    assert machine.ran == []
    assert capsys.readouterr() == ("", "")


def test_checking_brings_its_group_and_is_enough_to_play(project: Path, machine: Machine) -> None:
    prepare("check", project)
    assert machine.ran[-1][-2:] == ["one>=1", "two"]
    assert is_ready(project, "check")
    assert is_ready(project, "play")


def test_a_script_that_is_at_home_is_never_sent_there_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sent: list[Path] = []

    def run(script: Path, *_: object) -> int:
        sent.append(script)
        return 0

    monkeypatch.setattr(environment, "run_at_home", run)
    monkeypatch.setattr(sys, "prefix", "elsewhere")
    script = Path("tool.py")
    assert environment.sent_home(script, (), "play", ("json",)) is None
    assert environment.sent_home(script, (), "play", ("no_such_module",)) == 0
    assert sent == [script]
    monkeypatch.setattr(sys, "prefix", str(environment.ROOT / ".venv"))
    assert environment.sent_home(script, (), "play", ("json", "no_such_module")) == 2
    assert sent == [script]
    assert "lacks no_such_module: delete that folder" in capsys.readouterr().err


def test_a_changed_project_is_installed_into_the_same_environment(
    project: Path, machine: Machine
) -> None:
    prepare("play", project)
    machine.ran.clear()
    (project / "pyproject.toml").write_text("[project]")
    prepare("play", project)
    assert [command[1:3] for command in machine.ran] == [["-m", "pip"]]


def test_an_environment_without_its_python_is_made_anew(project: Path, machine: Machine) -> None:
    prepare("play", project)
    machine.ran.clear()
    interpreter(project / ".venv").unlink()
    interpreter(project / ".venv").parent.rmdir()
    prepare("play", project)
    assert [command[1:3] for command in machine.ran] == [["-m", "venv"], ["-m", "pip"]]


def test_an_installation_that_failed_is_tried_again(project: Path, machine: Machine) -> None:
    machine.says = "WARNING: Retrying\nERROR: no such wheel\nmore"
    with pytest.raises(Trouble, match=r"^Setting up failed: ERROR: no such wheel$"):
        prepare("play", project)
    assert not is_ready(project, "play")
    machine.says = ""
    prepare("play", project)
    assert is_ready(project, "play")


def test_a_missing_network_is_named() -> None:
    said = failure("WARNING: ... NewConnectionError('...: Name or service not known')\nERROR: x")
    assert (
        said == "The packages cannot be fetched: there seems to be no network. Try again with one."
    )
    assert failure("") == "Setting up failed: nothing was said"


def test_play_says_the_trouble_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def trouble(*_: object, **__: object) -> Path:
        raise Trouble("No.")

    for tool in (play, check):
        monkeypatch.setattr(tool, "prepare", trouble)
        assert tool.main([]) == 2
        assert capsys.readouterr() == ("", "No.\n")


def test_play_hands_every_argument_on() -> None:
    assert play.command(Path("py"), ["--demo", "a b"]) == [
        *("py", "-P", "-m", "tabletop"),
        *("--demo", "a b"),
    ]


def test_the_group_of_the_project_itself_can_be_read() -> None:
    assert any(package.startswith("pytest") for package in requirements(ROOT, "check"))


def test_what_follows_two_dashes_goes_to_pytest() -> None:
    assert split(["--fix", "--", "-k", "x"]) == (["--fix"], ["-k", "x"])
    assert split(["--fix"]) == (["--fix"], [])
    tests = steps(Path("py"), False, ["-k", "x"])[-1]
    assert tests.command[-2:] == ("-k", "x")
    assert slow_steps(Path("py"), ["-k", "x"])[0].command[-2:] == ("-k", "x")


def test_every_test_is_in_one_of_the_two_lanes() -> None:
    fast, slow = steps(Path("py"), False, [])[-1], slow_steps(Path("py"), [])[0]
    assert fast.command[fast.command.index("-m", 2) + 1] == "not slow"
    assert slow.command[slow.command.index("-m", 2) + 1] == "slow or hypothesis"


def test_the_slow_lane_runs_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = Step("one", (sys.executable, "-c", "")), Step("one", ("/no/such/program",))
    monkeypatch.setattr(check, "prepare", lambda *_, **__: Path("py"))
    monkeypatch.setattr(check, "steps", lambda *_: (good,))
    monkeypatch.setattr(check, "slow_steps", lambda *_: (bad,))
    assert check.main([]) == 0
    assert check.main(["--slow"]) == 1


def test_only_fix_changes_files() -> None:
    def commands(fix: bool) -> list[tuple[str, ...]]:
        return [step.command[2:] for step in steps(Path("py"), fix, [])[:2]]

    assert commands(False) == [("ruff", "check", "."), ("ruff", "format", "--check", ".")]
    assert commands(True) == [("ruff", "check", "--fix", "."), ("ruff", "format", ".")]


def test_a_check_goes_on_after_a_failure_and_fails_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    good, bad = (sys.executable, "-c", "print('quiet')"), (sys.executable, "-c", "exit('loud')")
    made = (Step("bad", bad), Step("good", good), Step("gone", ("/no/such/program",)))
    monkeypatch.setattr(check, "prepare", lambda *_, **__: Path("py"))
    monkeypatch.setattr(check, "steps", lambda *_: made)
    assert check.main([]) == 1
    out, _ = capfd.readouterr()
    assert "loud" in out
    assert "quiet" not in out
    assert "/no/such/program: No such file or directory" in out
    summary = [line.split()[:2] for line in out.partition("== all\n")[2].splitlines()]
    assert summary == [["FAIL", "bad"], ["ok", "good"], ["FAIL", "gone"]]


def test_what_one_step_has_compiled_the_next_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asks = "import sys; sys.exit(sys.dont_write_bytecode)"
    assert check.run(Step("one", (sys.executable, "-c", asks))).passed


def test_a_check_in_which_all_is_well_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "prepare", lambda *_, **__: Path("py"))
    monkeypatch.setattr(check, "steps", lambda *_: (Step("one", (sys.executable, "-c", "")),))
    assert check.main([]) == 0
