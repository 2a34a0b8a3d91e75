#!/usr/bin/env python3
"""Runs fast tests with the lowest versions of all dependencies that pyproject.toml allows.

Needs `uv`, on the path or as a module; it is installed into the environment otherwise.
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.environment import ROOT, interpreter, requirements

VENV = ROOT / "build" / "lowest"
TESTS = tuple(
    f"tests/{name}"
    for name in (
        *("cli", "engine", "games", "ai", "players", "settings", "storage"),
        "ui/display",  # OpenCV
    )
)
CHECKERS = ("pytest", "hypothesis", "numpy", "hatchling")
"""What the tests need of the `check` group; its lowest versions are not tried."""


def main() -> int:
    """Sets up the environment and gives pytest's exit code."""
    python = interpreter(VENV)
    if not python.exists():
        _run(sys.executable, "-m", "venv", str(VENV))
    _run(str(python), "-m", "pip", "install", "--quiet", "uv")
    install = (str(python), "-m", "uv", "pip", "install", "--python", str(python), "--quiet")
    _run(*install, "--only-binary", ":all:", *_checkers())
    # uv is asked last, so that the lowest versions are what stays.
    lowest = ("--resolution", "lowest-direct", "--only-binary", ":all:")
    _run(*install, *lowest, "--requirement", "pyproject.toml")
    _run(str(python), "-m", "uv", "pip", "list", "--python", str(python))
    tests = (str(python), "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", *TESTS)
    return subprocess.run(tests, cwd=ROOT, check=False).returncode


def _checkers() -> list[str]:
    return [words for words in requirements(ROOT, "check") if words.split(">")[0] in CHECKERS]


def _run(*words: str) -> None:
    subprocess.run(words, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
