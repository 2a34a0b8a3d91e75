"""The private Python environment in ``.venv`` that play.py and check.py set up and use.

Written for Python 3.9, so that an older Python than the game needs can still say so.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = (3, 11)
GROUPS = {"play": (), "check": ("check",)}
"""The dependency groups that each kind of environment has beside the game itself."""

_OFFLINE = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "name resolution",
    "getaddrinfo",
    "Network is unreachable",
    "Connection refused",
    "Max retries exceeded",
    "ProxyError",
)


class Trouble(Exception):
    """What keeps us from going on, in one line for the person at the keyboard."""


def python_trouble(version: tuple[int, ...], has_venv: bool) -> str | None:
    """Why a Python cannot be used to set up the game; None if it can."""
    if version < NEEDED:
        found = ".".join(map(str, version[:3]))
        needed = ".".join(map(str, NEEDED))
        return f"Python {needed} or newer is needed; this is Python {found}."
    if not has_venv:
        return (
            "This Python comes without venv; on Debian and Ubuntu "
            "`sudo apt install python3-venv` brings it."
        )
    return None


def interpreter(venv: Path, windows: bool = os.name == "nt") -> Path:
    """The Python inside an environment."""
    return venv / "Scripts" / "python.exe" if windows else venv / "bin" / "python"


def stamp(root: Path, kind: str) -> str:
    """What an environment was made for; another text means that it is out of date."""
    project = hashlib.sha256((root / "pyproject.toml").read_bytes()).hexdigest()
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{kind} python {version} pyproject {project} in {root}\n"


def is_ready(root: Path, kind: str) -> bool:
    """Whether the environment is complete and up to date."""
    venv = root / ".venv"
    try:
        made_for = _stamp_file(venv, kind).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return made_for == stamp(root, kind) and interpreter(venv).exists()


def requirements(root: Path, group: str) -> list[str]:
    """The packages of a dependency group in pyproject.toml, which older pips cannot read."""
    import tomllib

    groups = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return [entry for entry in groups[group] if isinstance(entry, str)]


def prepare(kind: str, root: Path = ROOT) -> Path:
    """Makes sure of the environment for `kind` and gives its Python; Trouble in words.

    When all is up to date nothing is run and no network is touched.
    """
    has_venv = all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))
    trouble = python_trouble(tuple(sys.version_info[:3]), has_venv)
    if trouble:
        raise Trouble(trouble)
    venv = root / ".venv"
    if is_ready(root, kind):
        return interpreter(venv)
    say(f"Setting up {venv} (once; it takes a minute) ...")
    try:
        if not _works(interpreter(venv)):
            _run([sys.executable, "-m", "venv", "--clear", str(venv)])
        _stamp_file(venv, kind).unlink(missing_ok=True)
        packages = [package for group in GROUPS[kind] for package in requirements(root, group)]
        _install(interpreter(venv), root, packages)
        for made in {kind, "play"}:  # whatever else it is for, one can play in it
            _stamp_file(venv, made).write_text(stamp(root, made), "utf-8")
    except OSError as problem:
        raise Trouble(f"{venv} cannot be set up: {problem}") from problem
    return interpreter(venv)


def lacks(*modules: str) -> bool:
    """Whether this Python is too old or lacks one of these modules."""
    missing = any(importlib.util.find_spec(name) is None for name in modules)
    return missing or sys.version_info[:2] < NEEDED


def run_at_home(script: Path, arguments: Sequence[str], kind: str) -> int:
    """Runs a script in the Python of the project's own environment and gives its exit code.

    Trouble in words if there can be no such environment.
    """
    return subprocess.run([str(prepare(kind)), str(script), *arguments]).returncode


def sent_home(
    script: Path, arguments: Sequence[str], kind: str, modules: Sequence[str]
) -> int | None:
    """The exit code of a script that had to run at home for want of modules; None: go on here.

    2, and the trouble is said, where there can be no such environment, or where it lacks them too:
    a script that is at home already is never sent there again.
    """
    if not lacks(*modules):
        return None
    try:
        if Path(sys.prefix).resolve() == (ROOT / ".venv").resolve():
            missing = " and ".join(name for name in modules if lacks(name))
            raise Trouble(f"{ROOT / '.venv'} lacks {missing}: delete that folder and try again.")
        return run_at_home(script, arguments, kind)
    except Trouble as trouble:
        say(str(trouble))
        return 2


def say(words: str) -> None:
    """One line for the person; standard output is left to the program itself."""
    print(words, file=sys.stderr, flush=True)


def _stamp_file(venv: Path, kind: str) -> Path:
    return venv / f".tabletop-{kind}"


def _works(python: Path) -> bool:
    """Whether there is an environment of our own version of Python, with pip."""
    words = "import pip, sys; print(*sys.version_info[:2])"
    try:
        done = subprocess.run([str(python), "-c", words], capture_output=True, text=True)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.split() == list(map(str, sys.version_info[:2]))


def _install(python: Path, root: Path, packages: list[str]) -> None:
    # Wheels only: nobody who plays needs a compiler. The project itself is no wheel, and pip
    # lets a folder pass.
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-input", "--retries", "2", "--only-binary", ":all:"]
    _run([*command, "--editable", str(root), *packages])


def _run(command: list[str]) -> None:
    environment = {**os.environ, "PIP_USER": "0"}  # a user's own setting would break a venv
    environment.pop("PYTHONHOME", None)
    done = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise Trouble(failure(done.stdout))


def failure(output: str) -> str:
    """One line for what a failed venv or pip had to say."""
    if any(sign in output for sign in _OFFLINE):
        return "The packages cannot be fetched: there seems to be no network. Try again with one."
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return f"Setting up failed: {(errors or lines or ['nothing was said'])[0]}"
