#!/usr/bin/env python3
"""Runs fast tests with the Python that runs this, and with other versions of the dependencies.

`python3.13 tools/release/versions.py` takes the newest versions that pyproject.toml allows,
`tools/release/versions.py --lowest` the lowest ones. It needs the network, and no environment.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.environment import ROOT, interpreter, requirements

TESTS = tuple(
    f"tests/{name}"
    for name in (
        *("app", "cli", "engine", "games", "ai", "input", "languages", "players"),
        *("settings", "storage", "system", "ui", "event", "hub", "party"),
    )
)
CHECKERS = ("pytest", "hypothesis", "numpy", "hatchling", "playwright")
"""What the tests need of the `check` group; its lowest versions are not tried."""


def main() -> int:
    """Sets up the environment and gives pytest's exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lowest", action="store_true", help="the lowest versions allowed")
    parser.add_argument("tests", nargs="*", metavar="TEST", default=TESTS, help="instead of all")
    given = parser.parse_args()
    lowest = given.lowest
    venv = ROOT / "build" / f"python{sys.version_info[1]}-{'lowest' if lowest else 'newest'}"
    python = interpreter(venv)
    if not python.exists():
        _run(sys.executable, "-m", "venv", str(venv))
    _run(str(python), "-m", "pip", "install", "--quiet", "uv")
    install = (str(python), "-m", "uv", "pip", "install", "--python", str(python), "--quiet")
    only = ("--only-binary", ":all:")
    _run(*install, *only, *_checkers())
    # Our own requirements are asked for last, so that their versions are what stays.
    kind = ("--resolution", "lowest-direct") if lowest else ("--upgrade",)
    _run(*install, *kind, *only, "--requirement", "pyproject.toml")
    _run(str(python), "-m", "uv", "pip", "list", "--python", str(python))
    words = ("-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", *given.tests)
    return subprocess.run((str(python), *words), cwd=ROOT, check=False).returncode


def _checkers() -> list[str]:
    return [words for words in requirements(ROOT, "check") if words.split(">")[0] in CHECKERS]


def _run(*words: str) -> None:
    subprocess.run(words, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
