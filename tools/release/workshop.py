"""Where a release is built: its folders, its Python environments, and the commands that it runs."""

import hashlib
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.environment import interpreter, requirements
from tools.release.project import Project


class ReleaseError(Exception):
    """A step that failed, in one line or with the output of its command."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """The folders of one run."""

    project: Project
    output: Path
    """Where the artefacts are put."""
    work: Path
    """Environments and unfinished things; it can be deleted at any time."""
    quick: bool = False
    """Compress less, to save minutes."""

    @property
    def wheel(self) -> Path:
        return self.output / f"{self.project.wheel_stem}-py3-none-any.whl"

    @property
    def sdist(self) -> Path:
        return self.output / f"{self.project.wheel_stem}.tar.gz"

    @property
    def sbom(self) -> Path:
        return self.output / f"tabletop-{self.project.version}.cdx.json"

    @property
    def licences(self) -> Path:
        return self.output / "THIRD-PARTY-LICENSES.txt"

    @property
    def bundle(self) -> Path:
        """The folder of the bundle."""
        return self.work / "bundle" / "tabletop"

    @property
    def archive(self) -> Path:
        kind = "zip" if sys.platform == "win32" else "tar.xz"
        return self.output / f"{self.project.bundle_stem}.{kind}"

    @property
    def single_file(self) -> Path:
        return self.output / f"{self.project.bundle_stem}.run"

    @property
    def deb(self) -> Path:
        return self.output / self.project.deb_name

    @property
    def sums(self) -> Path:
        return self.output / "SHA256SUMS"

    def installed_python(self) -> Path:
        """The Python of an environment that holds the wheel and what it needs, and nothing else."""
        venv = self.work / "installed"
        python = interpreter(venv)
        stamp = hashlib.sha256(self.wheel.read_bytes()).hexdigest()
        if not _has_stamp(venv, stamp):
            run((sys.executable, "-m", "venv", "--clear", "--without-pip", venv))
            run((*pip(python), "install", "--only-binary", ":all:", self.wheel))
            _write_stamp(venv, stamp)
        return python

    def tools_python(self) -> Path:
        """The Python of an environment with the `release` group of pyproject.toml."""
        venv = self.work / "tools"
        packages = requirements(self.project.root, "release")
        return _environment(venv, packages)

    def bundle_python(self) -> Path:
        """The Python of an environment with PyInstaller and what the program needs."""
        document = tomllib.loads((self.project.root / "pyproject.toml").read_text("utf-8"))
        tools = [
            words
            for words in requirements(self.project.root, "release")
            if words.startswith("pyinstaller")
        ]
        return _environment(
            self.work / "bundle-tools", [*document["project"]["dependencies"], *tools]
        )


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    said: str | None = None,
    seconds: float | None = None,
) -> str:
    """What a command prints; ReleaseError with all of its output if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env=None if env is None else dict(env),
            input=said,
            stdin=subprocess.DEVNULL if said is None else None,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as problem:
        raise ReleaseError(f"{shlex.join(words)}: not done after {seconds:.0f} s") from problem
    except OSError as problem:
        raise ReleaseError(f"{words[0]}: {problem.strerror}") from problem
    if done.returncode:
        output = (done.stdout + done.stderr).strip()
        raise ReleaseError(f"{shlex.join(words)}: exit code {done.returncode}\n{output}")
    return done.stdout


def build_environment(project: Project) -> dict[str, str]:
    """The environment of builds: reproducible times and hashes."""
    return {**os.environ, "SOURCE_DATE_EPOCH": str(project.epoch), "PYTHONHASHSEED": "0"}


def _environment(venv: Path, packages: Sequence[str]) -> Path:
    """The Python of an environment with these packages, made anew when they have changed."""
    python = interpreter(venv)
    stamp = "\n".join(sorted(packages))
    if not _has_stamp(venv, stamp):
        run((sys.executable, "-m", "venv", "--clear", venv))
        run((*pip(python), "install", "--only-binary", ":all:", *packages))
        _write_stamp(venv, stamp)
    return python


def pip(python: Path) -> tuple[str | Path, ...]:
    """The words that start this Python's pip for another one, which may have none."""
    own = (sys.executable, "-m", "pip")
    return (*own, "--python", python, "--quiet", "--disable-pip-version-check", "--no-input")


def _has_stamp(venv: Path, stamp: str) -> bool:
    try:
        return (venv / "stamp").read_text("utf-8") == stamp
    except OSError:
        return False


def _write_stamp(venv: Path, stamp: str) -> None:
    (venv / "stamp").write_text(stamp, "utf-8")
