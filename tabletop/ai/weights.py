"""A game's weights, from `weights.json` in its folder: parameters of its search and its guide."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from tabletop.ai.levels import DEFAULT_LEVELS, Level
from tabletop.engine import Game

WEIGHTS_FILE: Final = "weights.json"

MCTS_PARAMETERS: Final[Mapping[str, float]] = {
    "plain": 0.0,
    "explore": 1.0,
    "heat": 1.0,
    "rave": 0.0,
    "first": 0.1,
    "plies": 1000.0,
    "judge": 0.0,
    "expand": 1.0,
    "sees": 1.0,
}
"""The parameters of the tree search in the order of its buffer `how`, and their defaults.

`plain` 1 is UCB1 over random play-outs. `explore` weighs rarely tried plies, `heat` evens out
the guide's priors, `rave` is how many visits rapid estimates outlive (0: none), `first` how much
less than its siblings an untried ply is taken to be worth, `plies` the length of play-outs before
they are judged, `judge` the share of the guide's evaluation of the leaf itself (1: no play-outs),
`expand` the visits after which a node grows, `sees` 1 has plies that win at once seen before
anything is tried.
"""

ALPHABETA_PARAMETERS: Final[Mapping[str, float]] = {
    "width": 0.0,
    "late": 4.0,
    "steep": 3.0,
    "habit": 1.0,
    "kills": 3.0,
    "forced": 1.0,
    "most": 24.0,
}
"""The parameters of the alpha-beta search (see `alphabeta.py`), and their defaults."""

PLAIN_UCT_PARAMETERS: Final = {**MCTS_PARAMETERS, "plain": 1.0}
"""Plain UCT, the opponent in strength tests."""


class BadWeights(ValueError):
    """A weights file that does not fit its game; says what is wrong."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of the search of one game."""

    search: Mapping[str, float] = field(default_factory=lambda: dict(MCTS_PARAMETERS))
    guide: Mapping[str, float] = field(default_factory=dict)
    deepening: Mapping[str, float] = field(default_factory=lambda: dict(ALPHABETA_PARAMETERS))
    method: str = "tree"
    """The search: ``tree`` or ``alphabeta``."""
    levels: tuple[Level, ...] = DEFAULT_LEVELS
    """The levels in this game, weakest first."""

    @property
    def how(self) -> list[float]:
        """The parameters of the tree search as its buffer."""
        return [self.search[name] for name in MCTS_PARAMETERS]

    def steps(self, spread: int) -> list[float]:
        """The parameters of the alpha-beta search as its buffer."""
        data = self.deepening
        return [
            *(data[name] for name in list(ALPHABETA_PARAMETERS)[:-1]),
            float(spread),
            data["most"],
        ]

    def w(self, names: Sequence[str]) -> list[float]:
        """The guide's weights as its buffer; never empty, because a buffer needs a type."""
        return [self.guide[name] for name in names] or [0.0]

    def but(self, changed: Mapping[str, float]) -> "Weights":
        """A copy with some values changed by name; BadWeights for unknown names.

        `deepen` 1 or 0 chooses between the searches; `level.heat` and its like change all levels.
        """
        search, guide = dict(self.search), dict(self.guide)
        deepening = dict(self.deepening)
        parts = (search, guide, deepening)
        method = self.method
        of_levels: dict[str, float] = {}
        for name, value in changed.items():
            owner = next((part for part in parts if name in part), None)
            if name == "deepen":
                method = "alphabeta" if value else "tree"
            elif name.startswith("level."):
                of_levels[name.removeprefix("level.")] = float(value)
            elif owner is None:
                known = ", ".join(name for part in parts for name in part)
                raise BadWeights(f"there is no weight {name!r}; there are {known}")
            else:
                owner[name] = float(value)
        levels = tuple(level.but(of_levels) for level in self.levels)
        return Weights(search, guide, deepening, method, levels)


def plain_uct_weights(weights: Weights) -> Weights:
    """Parameters for plain UCT, which ignores the guide."""
    return replace(weights, search=dict(PLAIN_UCT_PARAMETERS), method="tree")


# The file does not change while the program runs.
@cache
def load_weights(game: Game, names: Sequence[str]) -> Weights:
    """The weights in a game's folder; BadWeights if their names are not the guide's."""
    file = files(game.folder) / WEIGHTS_FILE
    if not file.is_file() and not names:
        return Weights()
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadWeights(f"the weights of {game.title} cannot be read: {problem}") from problem
    return parse_weights(data, names)


def parse_weights(data: Any, names: Sequence[str]) -> Weights:
    """Weights from the content of a file; BadWeights says what is wrong."""
    if not isinstance(data, dict):
        raise BadWeights("a weights file holds an object")
    search = _merge_defaults(MCTS_PARAMETERS, data.get("search", {}), "search")
    deepening = _merge_defaults(ALPHABETA_PARAMETERS, data.get("deepening", {}), "deepening")
    guide = _numbers(data.get("weights", {}), "weights")
    if set(guide) != set(names):
        odd = ", ".join(sorted(set(guide) ^ set(names)))
        raise BadWeights(f"the guide and its weights differ in {odd}")
    method = data.get("method", "tree")
    if method not in ("tree", "alphabeta"):
        raise BadWeights(f"there is no search {method!r}; there are tree, alphabeta")
    return Weights(search, guide, deepening, method, _levels(data.get("levels", [])))


def _merge_defaults(usual: Mapping[str, float], data: Any, where: str) -> dict[str, float]:
    """The defaults, overridden by the values in a file."""
    given = _numbers(data, where)
    unknown = sorted(set(given) - set(usual))
    if unknown:
        raise BadWeights(f"{where} has no parameter {unknown[0]!r}")
    return {**usual, **given}


def _levels(data: Any) -> tuple[Level, ...]:
    """The game's own levels; missing values are the defaults."""
    if data == []:
        return DEFAULT_LEVELS
    if not isinstance(data, list) or len(data) != len(DEFAULT_LEVELS):
        raise BadWeights(f"levels holds {len(DEFAULT_LEVELS)} objects, or none")
    return tuple(
        usual.but(_numbers(one, "levels")) for usual, one in zip(DEFAULT_LEVELS, data, strict=True)
    )


def _numbers(data: Any, where: str) -> dict[str, float]:
    if not isinstance(data, dict):
        raise BadWeights(f"{where} holds an object")
    for name, value in data.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadWeights(f"{where}: {name} is no number")
    return {str(name): float(value) for name, value in data.items()}
