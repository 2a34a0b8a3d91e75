"""Puts a game's rules, its guide and a search together into one set of functions.

The modules are copied: each copy is executed anew under a name of its own, and wherever it had
imported a function of the table, it gets the copy's. So one source serves several games in one
process, and the same copies are what numba compiles (`compiled.py`).
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
SEARCHES: Final = (
    "tabletop.ai.mcts",
    "tabletop.ai.mcts",
    "tabletop.ai.mcts",
    "tabletop.ai.forced_wins",
    "tabletop.ai.alphabeta",
)
"""The searches that are bound to every game, and their parts."""

IMPORT_PATTERN: Final = re.compile(r"^from (tabletop\.[\w.]+) import", re.MULTILINE)

ModuleHook = Callable[[ModuleType], None]
"""Does something with a copy once it is bound; `compiled.py` compiles it."""


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """The functions of one game, ready to be searched with."""

    key: str
    kernel: ModuleType
    guide: ModuleType
    tree: ModuleType
    growth: ModuleType
    rollouts: ModuleType
    proving: ModuleType
    alphabeta: ModuleType
    compiled: bool = False


def link_game(game: Game, change: ModuleHook | None = None) -> LinkedGame:
    """A game's rules, guide and searches; `change` sees each copied module when it is bound."""
    copies = _ModuleCopies(game, change)
    kernel, guide = copies.of(f"{game.folder}.kernel"), copies.of(guide_name(game))
    tree, growth, rollouts, proving, alphabeta = map(copies.of, SEARCHES)
    return LinkedGame(
        game.key, kernel, guide, tree, growth, rollouts, proving, alphabeta, change is not None
    )


def guide_name(game: Game) -> str:
    """The module that guides a search of this game."""
    own = f"{game.folder}.guide"
    return own if find_spec(own) is not None else DEFAULT_GUIDE


def source_files(game: Game) -> tuple[Path, ...]:
    """Every file that a game's bound functions come from, in order of their names."""
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
        """The copy of a module, made when it is first asked for."""
        if name not in self._made:
            self._made[name] = self._copy(name)
        return self._made[name]

    def _copy(self, name: str) -> ModuleType:
        original = import_module(name)
        assert original.__file__ is not None
        path = Path(original.__file__)
        # The name is part of every compiled symbol: two games must not share one.
        spec = spec_from_file_location(f"bound.{self._game.key}.{name}", path)
        assert spec is not None
        assert spec.loader is not None
        copy = module_from_spec(spec)
        spec.loader.exec_module(copy)
        self._bind(copy, name)
        if self._change is not None:
            sys.modules[copy.__name__] = copy  # where numba looks when it loads what was compiled
            self._change(copy)
        return copy

    def _bind(self, copy: ModuleType, original: str) -> None:
        """Replaces what the copy has imported by what belongs to this game."""
        for name, value in list(vars(copy).items()):
            if isinstance(value, FunctionType):
                if value.__module__ == STUBS:
                    setattr(copy, name, getattr(self._side(name), name))
                elif value.__module__.startswith("tabletop."):
                    setattr(copy, name, getattr(self.of(value.__module__), value.__name__))
        if original.startswith("tabletop.ai.") and original != DEFAULT_GUIDE:
            self._bind_numbers(copy)

    def _bind_numbers(self, copy: ModuleType) -> None:
        """A constant does not tell where it was imported from, so these go by their names."""
        for name in ("STATE_SIZE", "MAX_MOVES", "DECIDES"):
            if name in vars(copy):
                setattr(copy, name, getattr(self._side(name), name))

    def _side(self, name: str) -> ModuleType:
        """The module of the game that a name stands in: its kernel or its guide."""
        kernel = self.of(f"{self._game.folder}.kernel")
        return kernel if hasattr(kernel, name) else self.of(guide_name(self._game))
