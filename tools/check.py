#!/usr/bin/env python3
"""Checks everything that must hold before a change is kept.

``python3 tools/check.py [--fix] [-- ARGUMENTS OF pytest]``
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import ROOT, Trouble, prepare, say


@dataclass(frozen=True)
class Step:
    """One check: what it is called, and the module or program of the environment that does it."""

    name: str
    command: tuple[str, ...]
    talks: bool = False
    """Whether its output is worth showing when all is well."""


@dataclass(frozen=True)
class Done:
    """How a step went."""

    name: str
    passed: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'ok  ' if self.passed else 'FAIL'}  {self.name:8}  {self.seconds:6.1f} s"


def steps(python: Path, fix: bool, pytest: Sequence[str]) -> tuple[Step, ...]:
    """All checks, quick ones first. With `fix` the first two repair what they can."""
    module = (str(python), "-m")
    program = python.with_name("lint-imports" + python.suffix)
    return (
        Step("lint", (*module, "ruff", "check", *(["--fix"] if fix else []), ".")),
        Step("format", (*module, "ruff", "format", *([] if fix else ["--check"]), ".")),
        Step("types", (*module, "mypy")),
        Step("imports", (str(program),)),
        Step("tests", (*module, "pytest", "-n", "2", *pytest), talks=True),
    )


def surroundings(given: Mapping[str, str]) -> dict[str, str]:
    """The environment of the steps: what one process has compiled, those after it load.

    The tests start the program hundreds of times. Where Python is told to leave nothing behind, as
    it often is in containers, each of them would read its whole source anew.
    """
    return {name: value for name, value in given.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(step: Step) -> Done:
    """Carries out one step; its output is shown at once, or only when it failed."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            step.command,
            cwd=ROOT,
            env=surroundings(os.environ),
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
        prog="check.py",
        description="Check everything. What follows -- is handed to pytest.",
    )
    parser.add_argument("--fix", action="store_true", help="format, and repair what can be")
    fix: bool = parser.parse_args(own).fix
    try:
        python = prepare("check")
    except Trouble as trouble:
        say(str(trouble))
        return 2
    all_done = []
    for step in steps(python, fix, pytest):
        print(f"== {step.name}", flush=True)
        all_done.append(run(step))
        print(all_done[-1], flush=True)
    print("== all", *all_done, sep="\n", flush=True)
    return 0 if all(done.passed for done in all_done) else 1


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands before ``--`` and what stands after it."""
    given = list(arguments)
    at = given.index("--") if "--" in given else len(given)
    return given[:at], given[at + 1 :]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
