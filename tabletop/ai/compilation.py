"""The same functions, compiled by numba, and where the compiled ones are kept.

Compiling a game takes seconds, loading what was compiled before a few tenths. What was compiled
lies in a folder whose name is made from every source that took part: numba itself notices only a
change of the very file in which a function stands, and would go on with an old callee. A file
`ready` says that a folder is whole; without it nobody waits for it, and `build` makes it in a
process of its own, so that whoever is asked for a ply can answer meanwhile without it.
"""

import logging
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
from typing import Final

import platformdirs

from tabletop.ai.linker import LinkedGame, link_game, source_files
from tabletop.engine import Game

log = logging.getLogger(__name__)

READY_FILE: Final = "ready"
LOCK_FILE: Final = "making"
"""The file that says that somebody is making a folder."""
STALE_LOCK_SECONDS: Final = 180.0
"""Seconds after which nobody is believed to be making it still."""
DISABLE_COMPILATION_ENV: Final = "TABLETOP_UNCOMPILED"
"""The environment variable that does without numba."""
MAX_TUPLE_LENGTH: Final = 16
"""Tuples longer than this become arrays: numba compiles a tuple item by item."""
MAX_CACHE_FOLDERS: Final = 12
"""Folders of compiled functions that are kept, the newest ones."""
CACHE_FOLDER_PATTERN: Final = re.compile(r"\w+-[0-9a-f]{20}")
"""What such a folder is called; whatever else lies beside them is none of ours."""

_cache_folder: Path | None = None
_builders: "dict[Path, subprocess.Popen[bytes]]" = {}
"""The processes that were begun, by what they make; none is begun twice."""
_loaded: dict[Path, LinkedGame] = {}
"""What this process has loaded. Loaded again it would take its memory again, for good."""

_temporary_copies: list["TemporaryDirectory[str]"] = []


def set_cache_folder(path: Path) -> None:
    """Keeps compiled functions in this folder from now on."""
    global _cache_folder
    _cache_folder = path


def cache_folder() -> Path:
    """Where compiled functions are kept: the data folder's `compiled`, unless told otherwise."""
    if _cache_folder is not None:
        return _cache_folder
    return Path(platformdirs.user_data_dir("tabletop")) / "compiled"


def can_compile() -> bool:
    """Whether numba is installed and wanted."""
    return not os.environ.get(DISABLE_COMPILATION_ENV) and find_spec("numba") is not None


def game_cache_folder(game: Game) -> Path:
    """The folder of a game's compiled functions, whether it is there yet or not.

    Its name tells the files' places and times too: what numba keeps is good for those alone.
    """
    seal = sha256()
    for part in (sys.version, platform.machine(), _version("numba"), _version("llvmlite")):
        seal.update(part.encode())
    for path in source_files(game):
        about = path.stat()
        seal.update(f"{path} {about.st_mtime_ns} {about.st_size}".encode())
        seal.update(path.read_bytes())
    return cache_folder() / f"{game.key}-{seal.hexdigest()[:20]}"


def is_ready(game: Game) -> bool:
    """Whether a game's functions can be loaded without compiling."""
    return can_compile() and (game_cache_folder(game) / READY_FILE).exists()


def compile_game(game: Game, home: Path) -> LinkedGame:
    """A game's functions, compiled when they are first called, or loaded from `home`.

    Where `home` cannot be written nothing is kept: numba would keep it beside the sources, and take
    it for good when a function that it calls has changed.
    """
    import numba
    import numpy as np

    vars(numba.config)["CACHE_DIR"] = str(home)  # asked when a function is decorated
    compile_one = numba.njit(cache=_can_write(home), nogil=True, error_model="numpy")

    def change(copy: ModuleType) -> None:
        for name, value in list(vars(copy).items()):
            if (
                isinstance(value, tuple)
                and len(value) > MAX_TUPLE_LENGTH
                and not isinstance(value[0], str)
            ):
                kind = np.float64 if any(isinstance(item, float) for item in value) else np.int64
                setattr(copy, name, np.array(value, dtype=kind))
            elif isinstance(value, FunctionType) and value.__module__ == copy.__name__:
                setattr(copy, name, compile_one(value))

    return link_game(game, change)


def load_compiled(game: Game) -> LinkedGame:
    """A game's functions, compiled when they are first called; the same ones for everybody."""
    home = game_cache_folder(game)
    if home not in _loaded:
        _loaded[home] = compile_game(game, home)
    return _loaded[home]


def load_verified(game: Game) -> LinkedGame | None:
    """A game's functions, loaded and tried; None if what was kept is damaged, as by a power cut.

    What is damaged is thrown away, so that it is compiled anew.
    """
    from tabletop.ai.jit_warmup import warm_up

    home = game_cache_folder(game)
    if home in _loaded:
        return _loaded[home]
    try:
        found = compile_game(game, home if _can_write(home) else _temporary_copy(home))
        warm_up(found, game)
    except Exception:  # numba reads what lies there with pickle, which may fail in any way
        log.exception("what was compiled for %s cannot be loaded", game.key)
        (home / READY_FILE).unlink(missing_ok=True)
        shutil.rmtree(home, ignore_errors=True)
        _builders.pop(home, None)
        return None
    _loaded[home] = found
    return found


def _can_write(home: Path) -> bool:
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
    return os.access(home, os.W_OK)


def _temporary_copy(home: Path) -> Path:
    """A copy that goes when this process ends: numba loads nothing from where it cannot write."""
    folder = TemporaryDirectory(prefix="tabletop-", ignore_cleanup_errors=True)
    _temporary_copies.append(folder)
    return Path(shutil.copytree(home, Path(folder.name) / home.name))


def build_cache(game: Game) -> bool:
    """Compiles all that a search of this game calls, and keeps it; False if somebody else does."""
    home = game_cache_folder(game)
    with build_lock(home) as alone:
        if alone:
            _build_cache(game, home)
        return alone


def _build_cache(game: Game, home: Path) -> None:
    from tabletop.ai.jit_warmup import warm_up

    warm_up(compile_game(game, home), game)
    for path in home.rglob("*"):
        _fsync(path)  # or a power cut leaves the mark and not what it stands for
    (home / READY_FILE).write_text("", encoding="utf-8")
    _remove_old_caches(home)


def _fsync(path: Path) -> None:
    with suppress(OSError):  # not every system does it for every kind of file
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


@contextmanager
def build_lock(home: Path) -> Iterator[bool]:
    """Whether this process is the only one that makes a folder; others then need not."""
    home.mkdir(parents=True, exist_ok=True)
    mark = home / LOCK_FILE
    with suppress(OSError):
        if time.time() - mark.stat().st_mtime > STALE_LOCK_SECONDS:
            mark.unlink()  # whoever made it was ended
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        yield False
        return
    try:
        yield True
    finally:
        mark.unlink(missing_ok=True)


def start_background_build(game: Game) -> None:
    """Has a process of its own compile a game, unless one does; `is_ready` tells when it has."""
    home = game_cache_folder(game)
    if home not in _builders:
        words = [
            sys.executable,
            "-m",
            "tabletop.ai.compile_worker",
            str(cache_folder()),
            game.folder,
        ]
        nothing = subprocess.DEVNULL
        _builders[home] = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing)


def background_build_failed(game: Game) -> bool:
    """Whether compiling a game aside has failed, as where nothing can be written."""
    builder = _builders.get(game_cache_folder(game))
    return builder is not None and bool(builder.poll())


def _remove_old_caches(home: Path) -> None:
    """Removes what was compiled from sources that are long gone."""
    try:
        homes = [
            path for path in home.parent.iterdir() if CACHE_FOLDER_PATTERN.fullmatch(path.name)
        ]
        homes.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for old in homes[MAX_CACHE_FOLDERS:]:
            if old != home:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return  # somebody else tidies up; there is nothing to lose


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
