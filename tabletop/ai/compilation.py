"""Links a game's functions with the searches, compiles them with numba, and keeps the result.

Linking executes each module again under a name of its own, with every function that it has imported
from `tabletop` replaced by that of the copy. So one source serves several games in one process, and
the copies are what numba compiles.

Compiling a game takes seconds, loading it a few tenths. The name of a cache folder is a hash of all
source files that take part, because numba itself notices only a change of the file in which a
function stands, not of its callees. A file `ready` marks a complete folder. A folder is built in a
process of its own, so that a computer player can answer uncompiled meanwhile:
``python -m tabletop.ai.compilation FOLDER PACKAGE...``
"""

import logging
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
from typing import Final

import platformdirs

from tabletop.ai.search import LinkedGame, warm_up
from tabletop.engine import Game

log = logging.getLogger(__name__)

STUBS: Final = "tabletop.ai.stubs"
THIS_MODULE: Final = "tabletop.ai.compilation"
"""`__name__` differs in the process that compiles."""
SEARCHES: Final = ("tabletop.ai.mcts", "tabletop.ai.alphabeta")

IMPORT_PATTERN: Final = re.compile(r"^from (tabletop\.[\w.]+) import", re.MULTILINE)

ModuleHook = Callable[[ModuleType], None]
"""Called with each copy once it is linked."""


def link_game(game: Game, change: ModuleHook | None = None) -> LinkedGame:
    """A game's kernel, guide and searches; `change` is called with each copied module."""
    copies = _ModuleCopies(game, change)
    kernel, guide = copies.of(f"{game.folder}.kernel"), copies.of(guide_name(game))
    mcts, alphabeta = map(copies.of, SEARCHES)
    return LinkedGame(game.key, kernel, guide, mcts, alphabeta, change is not None)


def guide_name(game: Game) -> str:
    own = f"{game.folder}.guide"
    return own if find_spec(own) is not None else STUBS


def source_files(game: Game) -> tuple[Path, ...]:
    """Every source file of a game's linked functions, in order of their modules' names."""
    found: dict[str, Path] = {}
    wanted = [f"{game.folder}.kernel", guide_name(game), *SEARCHES, THIS_MODULE]
    while wanted:
        name = wanted.pop()
        if name not in found:
            file = import_module(name).__file__
            assert file is not None
            found[name] = Path(file)
            wanted += IMPORT_PATTERN.findall(found[name].read_text(encoding="utf-8"))
    return tuple(found[name] for name in sorted(found))


class _ModuleCopies:
    """The modules copied so far for one game."""

    def __init__(self, game: Game, change: ModuleHook | None) -> None:
        self._game = game
        self._change = change
        self._made: dict[str, ModuleType] = {}

    def of(self, name: str) -> ModuleType:
        """The copy of a module, made on first use."""
        if name not in self._made:
            self._made[name] = self._copy(name)
        return self._made[name]

    def _copy(self, name: str) -> ModuleType:
        original = import_module(name)
        assert original.__file__ is not None
        path = Path(original.__file__)
        # The name becomes part of every compiled symbol, so it must differ between games.
        spec = spec_from_file_location(f"bound.{self._game.key}.{name}", path)
        assert spec is not None
        assert spec.loader is not None
        copy = module_from_spec(spec)
        spec.loader.exec_module(copy)
        self._link(copy, name)
        if self._change is not None:
            sys.modules[copy.__name__] = copy  # numba looks it up there when it loads
            self._change(copy)
        return copy

    def _link(self, copy: ModuleType, original: str) -> None:
        """Replaces imported functions by those of this game."""
        if original == STUBS:  # the guide of a game without one
            for name in ("legal_moves", "random_move", "apply"):
                setattr(copy, name, getattr(self._owner(name), name))
            return
        for name, value in list(vars(copy).items()):
            if isinstance(value, FunctionType):
                if value.__module__ == STUBS:
                    setattr(copy, name, getattr(self._owner(name), name))
                elif value.__module__.startswith("tabletop."):
                    setattr(copy, name, getattr(self.of(value.__module__), value.__name__))
        if original.startswith("tabletop.ai."):
            # By name: a constant does not know where it was imported from.
            for name in ("STATE_SIZE", "MAX_MOVES", "DECIDES"):
                if name in vars(copy):
                    setattr(copy, name, getattr(self._owner(name), name))

    def _owner(self, name: str) -> ModuleType:
        """The module that defines a name: the game's kernel or its guide."""
        kernel = self.of(f"{self._game.folder}.kernel")
        return kernel if hasattr(kernel, name) else self.of(guide_name(self._game))


READY_FILE: Final = "ready"
LOCK_FILE: Final = "making"
"""The file that exists while a process builds a folder."""
STALE_LOCK_SECONDS: Final = 180.0
"""Age in seconds after which a lock is taken to be left behind by a process that was ended."""
DISABLE_COMPILATION_ENV: Final = "TABLETOP_UNCOMPILED"
"""The environment variable that switches numba off."""
MAX_TUPLE_LENGTH: Final = 16
"""Longer tuples become arrays: numba compiles a tuple item by item."""
MAX_CACHE_FOLDERS: Final = 12
"""How many folders of compiled functions are kept, the newest ones."""
CACHE_FOLDER_PATTERN: Final = re.compile(r"\w+-[0-9a-f]{20}")
"""The names of such folders; nothing else is ever removed."""


def can_compile() -> bool:
    """Whether numba is installed and not switched off."""
    return not os.environ.get(DISABLE_COMPILATION_ENV) and find_spec("numba") is not None


@cache
def compilation_cache(folder: Path | None = None) -> "CompilationCache":
    """The cache in a folder (the data folder's `compiled`), one for the whole process."""
    return CompilationCache(folder or Path(platformdirs.user_data_dir("tabletop")) / "compiled")


class CompilationCache:
    """Compiled functions of games: kept in a folder, and those that this process has loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._builds: dict[Path, subprocess.Popen[bytes]] = {}
        self._loaded: dict[Path, LinkedGame] = {}  # loading again would take memory again, for good
        self._copies: list[TemporaryDirectory[str]] = []

    def game_folder(self, game: Game) -> Path:
        """The folder of a game's compiled functions, whether it exists or not.

        Its name depends on the paths and times of the sources too, because numba's files do.
        """
        digest = sha256()
        for part in (sys.version, platform.machine(), _version("numba"), _version("llvmlite")):
            digest.update(part.encode())
        for path in source_files(game):
            about = path.stat()
            digest.update(f"{path} {about.st_mtime_ns} {about.st_size}".encode())
            digest.update(path.read_bytes())
        return self.folder / f"{game.key}-{digest.hexdigest()[:20]}"

    def is_ready(self, game: Game) -> bool:
        """Whether a game's functions can be loaded without compiling."""
        return can_compile() and (self.game_folder(game) / READY_FILE).exists()

    def load(self, game: Game) -> LinkedGame:
        """A game's functions, compiled when they are first called."""
        home = self.game_folder(game)
        if home not in self._loaded:
            self._loaded[home] = compile_game(game, home)
        return self._loaded[home]

    def load_verified(self, game: Game) -> LinkedGame | None:
        """A game's functions, loaded and called once; None if the files are damaged.

        Damaged files are removed, so that the game is compiled again.
        """
        home = self.game_folder(game)
        if home in self._loaded:
            return self._loaded[home]
        source = home
        try:
            if not _can_write(home):  # numba loads only from a writable folder
                folder = TemporaryDirectory(prefix="tabletop-", ignore_cleanup_errors=True)
                self._copies.append(folder)  # it lasts as long as the process
                source = Path(shutil.copytree(home, Path(folder.name) / home.name))
            found = compile_game(game, source)
            warm_up(found, game)
        except Exception:  # numba reads the files with pickle, which may fail in any way
            log.exception("the compiled functions of %s cannot be loaded", game.key)
            (home / READY_FILE).unlink(missing_ok=True)
            shutil.rmtree(home, ignore_errors=True)
            self._builds.pop(home, None)
            return None
        self._loaded[home] = found
        return found

    def build(self, game: Game) -> bool:
        """Compiles all that a search of this game calls; False if another process is doing it."""
        home = self.game_folder(game)
        with build_lock(home) as alone:
            if alone:
                warm_up(compile_game(game, home), game)
                for path in home.rglob("*"):
                    _fsync(path)  # before the mark, which must not survive a power cut alone
                (home / READY_FILE).write_text("", encoding="utf-8")
                remove_old_folders(home)
            return alone

    def start_build(self, game: Game) -> None:
        """Starts a process that compiles a game, once; `is_ready` tells when it is done."""
        home = self.game_folder(game)
        if home not in self._builds:
            worker = (sys.executable, "-m", THIS_MODULE)
            nothing = subprocess.DEVNULL
            self._builds[home] = subprocess.Popen(
                [*worker, str(self.folder), game.folder],
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
            )

    def build_failed(self, game: Game) -> bool:
        """Whether that process has failed, as where nothing can be written."""
        build = self._builds.get(self.game_folder(game))
        return build is not None and bool(build.poll())


def compile_game(game: Game, home: Path) -> LinkedGame:
    """A game's functions, loaded from `home`, or compiled when they are first called.

    Where `home` cannot be written nothing is kept: numba would write beside the sources, and use
    that even after a callee has changed.
    """
    import numba
    import numpy as np

    vars(numba.config)["CACHE_DIR"] = str(home)  # read when a function is decorated
    compile_one = numba.njit(cache=_can_write(home), nogil=True, error_model="numpy")

    def compile_module(copy: ModuleType) -> None:
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

    return link_game(game, compile_module)


@contextmanager
def build_lock(home: Path) -> Iterator[bool]:
    """Gives whether this process is the only one that builds a folder."""
    home.mkdir(parents=True, exist_ok=True)
    lock = home / LOCK_FILE
    with suppress(OSError):
        if time.time() - lock.stat().st_mtime > STALE_LOCK_SECONDS:
            lock.unlink()
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        yield False
        return
    try:
        yield True
    finally:
        lock.unlink(missing_ok=True)


def remove_old_folders(home: Path) -> None:
    """Removes all but the newest cache folders beside this one."""
    try:
        homes = [
            path for path in home.parent.iterdir() if CACHE_FOLDER_PATTERN.fullmatch(path.name)
        ]
        homes.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for old in homes[MAX_CACHE_FOLDERS:]:
            if old != home:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return  # another process removes them


def _can_write(home: Path) -> bool:
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
    return os.access(home, os.W_OK)


def _fsync(path: Path) -> None:
    with suppress(OSError):  # not every system does it for every kind of file
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


POLL_SECONDS: Final = 2.0
"""How often to look whether another process is still compiling the game."""


def main(words: list[str]) -> int:
    """Compiles the games of these packages, unless they are compiled already."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(10)
    cache = CompilationCache(Path(words[0]))
    for package in words[1:]:
        game = import_module(package).GAME
        while not cache.is_ready(game) and not cache.build(game):
            time.sleep(POLL_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
