"""Links a game's kernel and guide with the searches into one set of functions.

Each module is executed again under a name of its own, and every function that it has imported from
`tabletop` is replaced by that of the copy. So one source serves several games in one process, and
the copies are what numba compiles (`compilation.py`).
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final

from tabletop.engine import Game

STUBS: Final = "tabletop.ai.stubs"
DEFAULT_GUIDE: Final = "tabletop.ai.default_guide"
SEARCHES: Final = ("tabletop.ai.mcts", "tabletop.ai.forced_wins", "tabletop.ai.alphabeta")

IMPORT_PATTERN: Final = re.compile(r"^from (tabletop\.[\w.]+) import", re.MULTILINE)

ModuleHook = Callable[[ModuleType], None]
"""Called with each copy once it is linked; `compilation.py` compiles it."""


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """The functions of one game, ready to be searched with."""

    key: str
    kernel: ModuleType
    guide: ModuleType
    mcts: ModuleType
    forced_wins: ModuleType
    alphabeta: ModuleType
    compiled: bool = False


def link_game(game: Game, change: ModuleHook | None = None) -> LinkedGame:
    """A game's kernel, guide and searches; `change` is called with each copied module."""
    copies = _ModuleCopies(game, change)
    kernel, guide = copies.of(f"{game.folder}.kernel"), copies.of(guide_name(game))
    mcts, forced_wins, alphabeta = map(copies.of, SEARCHES)
    return LinkedGame(game.key, kernel, guide, mcts, forced_wins, alphabeta, change is not None)


def guide_name(game: Game) -> str:
    """The name of the guide's module."""
    own = f"{game.folder}.guide"
    return own if find_spec(own) is not None else DEFAULT_GUIDE


def source_files(game: Game) -> tuple[Path, ...]:
    """Every source file of a game's linked functions, in order of their modules' names."""
    found: dict[str, Path] = {}
    wanted = [f"{game.folder}.kernel", guide_name(game), *SEARCHES, __name__]
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
        for name, value in list(vars(copy).items()):
            if isinstance(value, FunctionType):
                if value.__module__ == STUBS:
                    setattr(copy, name, getattr(self._owner(name), name))
                elif value.__module__.startswith("tabletop."):
                    setattr(copy, name, getattr(self.of(value.__module__), value.__name__))
        if original.startswith("tabletop.ai.") and original != DEFAULT_GUIDE:
            self._link_constants(copy)

    def _link_constants(self, copy: ModuleType) -> None:
        """Replaces constants by name: a constant does not know where it was imported from."""
        for name in ("STATE_SIZE", "MAX_MOVES", "DECIDES"):
            if name in vars(copy):
                setattr(copy, name, getattr(self._owner(name), name))

    def _owner(self, name: str) -> ModuleType:
        """The module that defines a name: the game's kernel or its guide."""
        kernel = self.of(f"{self._game.folder}.kernel")
        return kernel if hasattr(kernel, name) else self.of(guide_name(self._game))
