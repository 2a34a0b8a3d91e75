"""The ways in which people install the wheel: pip in an environment, pipx, uv."""

import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.environment import interpreter
from tools.release.project import PROGRAM
from tools.release.workshop import ReleaseError, Workshop, pip, run

PLAYER: Final = "1000"
"""The number of the user who plays; no account of that number is needed."""

Install = Callable[[Workshop, Path, Path], Path]
"""Installs the wheel for a Python into a folder, and gives the command."""


def with_pip(shop: Workshop, python: Path, folder: Path) -> Path:
    run((python, "-m", "venv", "--without-pip", folder))
    run((*pip(interpreter(folder)), "install", "--only-binary", ":all:", shop.wheel))
    return interpreter(folder).with_name(PROGRAM)


def with_pipx(shop: Workshop, python: Path, folder: Path) -> Path:
    commands = folder / "commands"
    places = {
        "PIPX_HOME": folder / "home",
        "PIPX_BIN_DIR": commands,
        "PIPX_MAN_DIR": folder / "manuals",
    }
    words = (shop.tools_python().with_name("pipx"), "install", "--python", python, shop.wheel)
    run(words, env=_given(places))
    return commands / PROGRAM


def with_uv(shop: Workshop, python: Path, folder: Path) -> Path:
    commands = folder / "commands"
    # Not linked: files that are made read-only here belong to the cache of uv otherwise.
    places: dict[str, Path | str] = {
        "UV_TOOL_DIR": folder / "tools",
        "UV_TOOL_BIN_DIR": commands,
        "UV_LINK_MODE": "copy",
    }
    words = ("tool", "install", "--quiet", "--python", python, shop.wheel)
    run((shop.tools_python().with_name("uv"), *words), env=_given(places))
    return commands / PROGRAM


INSTALLERS: Final[Mapping[str, Install]] = {"pip": with_pip, "pipx": with_pipx, "uv": with_uv}


def as_player() -> tuple[str, ...]:
    """The words that start a program as another user, where root can do that."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return ()
    return ("chroot", "--skip-chdir", f"--userspec={PLAYER}:{PLAYER}", "/")


def player_python() -> Path:
    """A Python that the player can start: the one that runs this, or the system's."""
    if not as_player():
        return Path(sys.executable)
    own = Path(sys.base_prefix, "bin", f"python3.{sys.version_info[1]}")
    for python in (own, Path("/usr/bin/python3")):
        try:
            run((*as_player(), python, "-c", "import sys; assert sys.version_info >= (3, 11)"))
        except ReleaseError:
            continue
        return python
    raise ReleaseError(f"another user than root can start neither {own} nor a Python in /usr/bin")


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing below a folder can be written meanwhile, save by root."""
    paths = [path for path in (folder, *folder.rglob("*")) if not path.is_symlink()]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths}
    try:
        for path, mode in modes.items():
            path.chmod(mode & ~0o222)
        yield
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


def _given(places: Mapping[str, Path | str]) -> dict[str, str]:
    return {**os.environ, **{name: str(place) for name, place in places.items()}}
