"""What a release is made of: version, dependencies, changes and names of the artefacts."""

import platform
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.environment import ROOT

VERSION_FILE: Final = "tabletop/__init__.py"
PROGRAM: Final = "tabletop.exe" if sys.platform == "win32" else "tabletop"
"""The file name of the command."""
_VERSION: Final = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_REQUIREMENT: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Project:
    """The project of a checkout, as its own files describe it."""

    root: Path
    distribution: str
    """The name on the package index, which is also the name of the Debian package."""
    version: str
    summary: str
    homepage: str
    """Empty if pyproject.toml names none."""
    maintainer: str
    """`Name <address>`; empty if pyproject.toml names none."""
    dependencies: tuple[str, ...]
    """Names only, normalised."""
    changes: str
    """The section of this version in CHANGELOG.md; empty if there is none."""
    epoch: int
    """The time of the release in seconds, for reproducible archives."""

    @property
    def wheel_stem(self) -> str:
        return f"{self.distribution.replace('-', '_')}-{self.version}"

    @property
    def bundle_stem(self) -> str:
        """The name of the bundle for this machine, such as `tabletop-1.0.0-linux-x86_64`."""
        return f"tabletop-{self.version}-{system_name()}"

    @property
    def deb_name(self) -> str:
        return f"{self.distribution}_{self.version}_{debian_architecture()}.deb"


def read_project(root: Path = ROOT) -> Project:
    document = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    table: Mapping[str, Any] = document["project"]
    version = read_version(root)
    return Project(
        root=root,
        distribution=table["name"],
        version=version,
        summary=table["description"],
        homepage=table.get("urls", {}).get("Homepage", ""),
        maintainer=_maintainer(table),
        dependencies=tuple(requirement_name(words) for words in table["dependencies"]),
        changes=changelog_section((root / "CHANGELOG.md").read_text("utf-8"), version),
        epoch=release_epoch(root),
    )


def _maintainer(table: Mapping[str, Any]) -> str:
    people = [*table.get("maintainers", ()), *table.get("authors", ())]
    named = [f"{each['name']} <{each['email']}>" for each in people if {"name", "email"} <= {*each}]
    return named[0] if named else ""


def read_version(root: Path) -> str:
    found = _VERSION.search((root / VERSION_FILE).read_text("utf-8"))
    if found is None:
        raise ValueError(f"{VERSION_FILE} has no __version__")
    return found[1]


def requirement_name(requirement: str) -> str:
    """The normalised name of a requirement: `Foo_bar>=2` is foo-bar."""
    found = _REQUIREMENT.match(requirement)
    if found is None:
        raise ValueError(f"{requirement!r} names no package")
    return normalised(found[0])


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def changelog_section(text: str, version: str) -> str:
    """The text below the heading `## [VERSION]`, up to the next heading of that kind."""
    pattern = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def release_epoch(root: Path) -> int:
    """The time of the last commit; of the changelog where there is no repository."""
    command = ("git", "log", "-1", "--format=%ct")
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        return int(done.stdout)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return int((root / "CHANGELOG.md").stat().st_mtime)


def problems(project: Project) -> list[str]:
    """Why this checkout cannot be released."""
    found = []
    if not project.changes:
        found.append(f"CHANGELOG.md has no section for version {project.version}")
    document = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))
    if "version" in document["project"]:
        found.append(f"pyproject.toml has a version of its own; it belongs into {VERSION_FILE}")
    cited = (project.root / "CITATION.cff").read_text("utf-8")
    if f"version: {project.version}" not in cited.splitlines():
        found.append(f"CITATION.cff is not of version {project.version}")
    return found


def system_name() -> str:
    """The system in the names of bundles: linux-x86_64, windows-x86_64, macos-arm64."""
    system = {"linux": "linux", "win32": "windows", "darwin": "macos"}.get(
        sys.platform, sys.platform
    )
    machine = platform.machine().lower()
    return f"{system}-{'x86_64' if machine == 'amd64' else machine}"


def debian_architecture() -> str:
    machine = platform.machine().lower()
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(machine, machine)
