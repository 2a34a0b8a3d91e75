"""A game's weights: how its search is set and what its guide counts for, read from its folder."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final

from tabletop.ai.levels import USUAL, Level
from tabletop.engine import Game

FILE: Final = "weights.json"

PARAMETERS: Final[Mapping[str, float]] = {
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
"""The parameters of the tree search in the order of its buffer `how`, and their usual values.

`plain` 1 is UCB1 over random play-outs. `explore` weighs rarely tried plies, `heat` evens out
the guide's leanings, `rave` is how many visits rapid estimates outlive (0: none), `first` how much
less than its siblings an untried ply is taken to be worth, `plies` the length of play-outs before
they are judged, `judge` the share of the guide's evaluation of the leaf itself (1: no play-outs),
`expand` the visits after which a node grows, `sees` 1 has plies that win at once seen before
anything is tried.
"""

PLAIN: Final = {**PARAMETERS, "plain": 1.0}
"""Plain UCT, as computers are measured against it."""


class BadWeights(ValueError):
    """A weights file that does not fit its game, with what is wrong."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How one game is searched."""

    search: Mapping[str, float] = field(default_factory=lambda: dict(PARAMETERS))
    guide: Mapping[str, float] = field(default_factory=dict)
    method: str = "tree"
    """The search that plays it best: ``tree``, or ``alphabeta``."""
    levels: tuple[Level, ...] = USUAL
    """What the levels are in this game, weakest first."""

    @property
    def how(self) -> list[float]:
        """The search's parameters as its buffer."""
        return [self.search[name] for name in PARAMETERS]

    def w(self, names: Sequence[str]) -> list[float]:
        """The guide's weights as its buffer; never empty, for a buffer has to have a type."""
        return [self.guide[name] for name in names] or [0.0]

    def but(self, changed: Mapping[str, float]) -> "Weights":
        """With some values changed, of the search or of the guide; BadWeights for unknown names."""
        search, guide = dict(self.search), dict(self.guide)
        for name, value in changed.items():
            if name in search:
                search[name] = float(value)
            elif name in guide:
                guide[name] = float(value)
            else:
                known = ", ".join((*search, *guide))
                raise BadWeights(f"there is no weight {name!r}; there are {known}")
        return Weights(search, guide, self.method, self.levels)


def plain(weights: Weights) -> Weights:
    """The same guide, unused: plain UCT."""
    return Weights(dict(PLAIN), weights.guide, "tree", weights.levels)


def weights_of(game: Game, names: Sequence[str]) -> Weights:
    """The weights in a game's folder; BadWeights if they are not those that its guide names."""
    file = files(game.folder) / FILE
    if not file.is_file() and not names:
        return Weights()
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BadWeights(f"the weights of {game.title} cannot be read: {problem}") from problem
    return read_weights(told, names)


def read_weights(told: Any, names: Sequence[str]) -> Weights:
    """Weights from a file's contents; BadWeights in words."""
    if not isinstance(told, dict):
        raise BadWeights("a weights file holds an object")
    search = dict(PARAMETERS)
    given = _numbers(told.get("search", {}), "search")
    unknown = sorted(set(given) - set(search))
    if unknown:
        raise BadWeights(f"the search has no parameter {unknown[0]!r}")
    search.update(given)
    guide = _numbers(told.get("weights", {}), "weights")
    if set(guide) != set(names):
        odd = ", ".join(sorted(set(guide) ^ set(names)))
        raise BadWeights(f"the guide and its weights differ in {odd}")
    method = told.get("method", "tree")
    if method not in ("tree", "alphabeta"):
        raise BadWeights(f"there is no search {method!r}; there are tree, alphabeta")
    return Weights(search, guide, method, _levels(told.get("levels", [])))


def _levels(told: Any) -> tuple[Level, ...]:
    """The game's own levels; what one does not say is as usual."""
    if told == []:
        return USUAL
    if not isinstance(told, list) or len(told) != len(USUAL):
        raise BadWeights(f"levels holds {len(USUAL)} objects, or none")
    return tuple(usual.but(_numbers(one, "levels")) for usual, one in zip(USUAL, told, strict=True))


def _numbers(told: Any, where: str) -> dict[str, float]:
    if not isinstance(told, dict):
        raise BadWeights(f"{where} holds an object")
    for name, value in told.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadWeights(f"{where}: {name} is no number")
    return {str(name): float(value) for name, value in told.items()}
