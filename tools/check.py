#!/usr/bin/env python3
"""Runs the checks that every change must pass.

``python3 tools/check.py [--fix] [-- PYTEST ARGUMENTS]`` runs the fast lane: linters, types,
imports, structure, and all tests that are not marked `slow`.

``python3 tools/check.py --slow [-- PYTEST ARGUMENTS]`` runs the slow lane: the tests marked `slow`
(whole games by a real mouse, programs killed and data damaged at random, small benchmarks), random
input, a simulated day, and the code that two taps run through.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import ROOT, Trouble, prepare, say

KILLS = "80"
DAMAGES = "300"
RANDOM_EVENTS = "60000"
SIMULATED_HOURS = "2"
WORKERS = ("-n", "4", "--dist", "worksteal")
"""Two processes more than the two cores of a small machine: many tests wait for something."""
MEMORY_FOLDER = Path("/dev/shm")
"""A file system in memory, on Linux; pytest makes a folder of its own in it."""
MIN_MEMORY_BYTES = 4 * 2**30
LEFT_OUT = "TABLETOP_LEFT_OUT"
"""The file to which pytest writes the tests that it left out (`tests/left_out.py`)."""


@dataclass(frozen=True)
class Step:
    """One check: its name and the command that runs it."""

    name: str
    command: tuple[str, ...]
    talks: bool = False
    """Whether the output is shown as it comes, and not only after a failure."""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """The result of a step."""

    name: str
    passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'ok  ' if self.passed else 'FAIL'}  {self.name:9}  {self.seconds:6.1f} s"


def steps(python: Path, fix: bool, pytest: Sequence[str]) -> tuple[Step, ...]:
    """The fast lane, quick checks first. With `fix` the first two repair what they can."""
    module = (str(python), "-m")
    lint_imports = python.with_name("lint-imports" + python.suffix)
    tests = (*module, "pytest", "-m", "not slow", *WORKERS)
    return (
        Step("lint", (*module, "ruff", "check", *(["--fix"] if fix else []), ".")),
        Step("format", (*module, "ruff", "format", *([] if fix else ["--check"]), ".")),
        Step("types", (*module, "mypy")),
        Step("imports", (str(lint_imports),)),
        Step("structure", (str(python), "tools/house.py", "--details")),
        Step("tests", (*tests, *pytest), talks=True, environment=in_memory(MEMORY_FOLDER)),
    )


def in_memory(folder: Path) -> dict[str, str]:
    """The environment in which temporary files lie in this folder, if it has room for them.

    The fast lane opens some thousand databases: a disk that is flushed is slow. The slow lane uses
    the disk.
    """
    try:
        room = shutil.disk_usage(folder).free
    except OSError:
        return {}
    return {"TMPDIR": str(folder)} if room >= MIN_MEMORY_BYTES else {}


def slow_steps(python: Path, pytest: Sequence[str]) -> tuple[Step, ...]:
    """The slow lane."""
    thorough = {"TABLETOP_KILLS": KILLS, "TABLETOP_DAMAGES": DAMAGES, "TABLETOP_THOROUGH": "1"}
    tests = (
        str(python),
        "-m",
        "pytest",
        "-m",
        "slow or hypothesis",
        "-n",
        "3",
        "--dist",
        "worksteal",
    )

    def tool(*words: str) -> tuple[str, ...]:
        return (str(python), f"tools/{words[0]}", *words[1:])

    return (
        Step("tests", (*tests, *pytest), talks=True, environment=thorough),
        Step("monkey", tool("monkey.py", "--events", RANDOM_EVENTS, "--jobs", "2"), talks=True),
        Step("soak", tool("soak.py", "--hours", SIMULATED_HOURS), talks=True),
        Step("taps", tool("bench/tap_trace.py", "--limits"), talks=True),
    )


def step_environment(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of the steps, in which Python keeps its compiled modules.

    The tests start the program hundreds of times. With PYTHONDONTWRITEBYTECODE, which containers
    often set, each start would compile all modules again.
    """
    return {name: value for name, value in given.items() if name != "PYTHONDONTWRITEBYTECODE"}


def left_out_lines(path: Path) -> list[str]:
    """The tests that were left out, each once: every process of pytest has named them."""
    if not path.exists():
        return []
    return sorted(set(path.read_text(encoding="utf-8").splitlines()))


def run(step: Step, environment: Mapping[str, str] = MappingProxyType({})) -> Done:
    """Runs one step; its output is shown at once, or only if it fails."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            step.command,
            cwd=ROOT,
            env={**step_environment(os.environ), **environment, **step.environment},
            stdin=subprocess.DEVNULL,
            stdout=None if step.talks else subprocess.PIPE,
            stderr=None if step.talks else subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        passed, output = done.returncode == 0, done.stdout or ""
    except OSError as problem:
        passed, output = False, f"{step.command[0]}: {problem.strerror}"
    if not passed:
        print(output, end="" if output.endswith("\n") else "\n", flush=True)
    return Done(step.name, passed, time.monotonic() - began)


def main(arguments: Sequence[str]) -> int:
    """Runs every step, also after one has failed; 1 if any did."""
    own, pytest = split(arguments)
    parser = argparse.ArgumentParser(
        prog="check.py", description="Run all checks. What follows -- is passed to pytest."
    )
    parser.add_argument("--fix", action="store_true", help="format, and repair what can be")
    parser.add_argument("--slow", action="store_true", help="run the slow lane instead")
    given = parser.parse_args(own)
    try:
        python = prepare("check")
    except Trouble as trouble:
        say(str(trouble))
        return 2
    lane = slow_steps(python, pytest) if given.slow else steps(python, given.fix, pytest)
    all_done = []
    with TemporaryDirectory() as folder:
        left_out = Path(folder) / "left_out"
        for step in lane:
            print(f"== {step.name}", flush=True)
            all_done.append(run(step, {LEFT_OUT: str(left_out)}))
            print(all_done[-1], flush=True)
        lines = left_out_lines(left_out)
    if lines:
        print("== left out, because this machine lacks what they need", *lines, sep="\n")
    print("== all", *all_done, sep="\n", flush=True)
    return 0 if all(done.passed for done in all_done) else 1


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments before ``--`` and those after it."""
    given = list(arguments)
    at = given.index("--") if "--" in given else len(given)
    return given[:at], given[at + 1 :]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
