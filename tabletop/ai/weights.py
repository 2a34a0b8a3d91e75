"""A game's weights, from `weights.json` in its folder: parameters of its search, guide and levels.

A level is a budget and the way in which it errs: a weaker one searches less, overlooks some plies
as a person does, and may choose a ply that seems about as good as the best.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from math import exp
from random import Random
from typing import Any, Final

from tabletop.engine import Game, Text, say


@dataclass(frozen=True, slots=True)
class LevelNames:
    """What a level is called: in records, in settings and statistics, and on the screen."""

    stored: str
    """In records and in questions to the engine."""
    key: str
    """In settings, high scores and usage metrics."""
    title: Text
    note: Text
    """What to expect of it, in one sentence."""


LEVEL_NAMES: Final = (
    LevelNames(
        "Beginner",
        "beginner",
        say("level.beginner", "Beginner"),
        say("level.beginner.note", "Makes many mistakes. Made for a first game."),
    ),
    LevelNames(
        "Easygoing",
        "easy",
        say("level.easy", "Easy"),
        say("level.easy.note", "Plays sensibly, but often misses something."),
    ),
    LevelNames(
        "Steady",
        "steady",
        say("level.medium", "Medium"),
        say("level.medium.note", "Misses little. You need a plan."),
    ),
    LevelNames(
        "Keen",
        "keen",
        say("level.hard", "Hard"),
        say("level.hard.note", "Makes few mistakes. For practised players."),
    ),
    LevelNames(
        "Sharp",
        "sharp",
        say("level.expert", "Expert"),
        say("level.expert.note", "Hardly ever makes a mistake."),
    ),
    LevelNames(
        "Full strength",
        "full",
        say("level.full", "Full strength"),
        say("level.full.note", "Plays as well as it can."),
    ),
)
"""The names of the levels, weakest first."""

LEVELS: Final = tuple(names.stored for names in LEVEL_NAMES)
"""The levels by their stored names, weakest first."""


def level_names(level: str) -> LevelNames:
    """All names of a level of `LEVELS`."""
    return LEVEL_NAMES[LEVELS.index(level)]


def level_of_key(key: str) -> str | None:
    """The level with a `LevelNames.key`; None for an unknown key."""
    return next((names.stored for names in LEVEL_NAMES if names.key == key), None)


def level_title(key: str) -> Text:
    """The name on the screen of the level with a `LevelNames.key`."""
    return next(names.title for names in LEVEL_NAMES if names.key == key)


WIN_MISS_FACTOR: Final = 0.75
"""How often a win is overlooked, relative to other plies."""


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a computer player."""

    sims: float
    """The most simulations for a ply."""
    seconds: float
    """The most seconds for a ply."""
    heat: float = 0.0
    """The temperature: a ply whose value is lower by `heat` is chosen e times less often."""
    misses: float = 0.0
    """The share of plies that it overlooks, 0 to 1; wins less often. It overlooks with the same
    probability that a ply is a certain loss."""
    slack: float = 1.0
    """A ply whose value is lower than the best by more than this is never chosen."""
    width: float = 1000.0
    """How many of the most visited plies it chooses from."""
    drive: float = 0.0
    """How much better a ply looks to it that the guide's prior calls a gain, or worse if a loss.
    Far ahead or behind all plies have about the same value, so that it would wander."""

    def but(self, changed: Mapping[str, float]) -> "Level":
        """A copy with some numbers changed; ValueError names an unknown one."""
        known = {part.name for part in fields(self)}
        odd = sorted(set(changed) - known)
        if odd:
            raise ValueError(f"a level has no {odd[0]!r}; it has {', '.join(sorted(known))}")
        return replace(self, **changed)


DEFAULT_LEVELS: Final = (
    Level(60, 0.5, heat=2.0, misses=0.8),
    Level(60, 0.5, heat=0.25, misses=0.3, slack=0.6),
    Level(150, 0.7, heat=0.1, misses=0.15, slack=0.3, width=20),
    Level(600, 1.0, heat=0.04, misses=0.05, slack=0.15, width=10),
    Level(4_000, 1.2),
    Level(1e9, 1.5),
)
"""The levels of a game without its own, weakest first."""


@dataclass(frozen=True, slots=True)
class LevelCandidate:
    """A ply that a level chooses from."""

    code: int
    visits: int
    promise: float
    """The mover's chance of winning after it."""
    proven: bool
    gain: float = 0.0
    """The prior of the game's guide, -1 to 1."""


def choose_candidate(
    level: Level, choices: Sequence[LevelCandidate], rng: Random
) -> LevelCandidate:
    """The choice of a level among candidates, which are sorted, best first.

    It always plays a certain win that it does not overlook, and never a certain loss.
    """
    if level.heat == 0.0 and level.misses == 0.0:
        return choices[0]
    known = choices[: int(level.width)]
    seen = _considered(level, known, rng)
    if not seen:
        return rng.choice(known)
    wins = [one for one, _ in seen if one.proven and one.promise == 1.0]
    if wins:
        return rng.choice(wins)
    most = max(promise for _, promise in seen)
    near = [(one, promise) for one, promise in seen if promise >= most - level.slack]
    if level.heat == 0.0:
        return max(near, key=lambda pair: pair[1])[0]
    shares = [exp((promise - most) / level.heat) for _, promise in near]
    return rng.choices([one for one, _ in near], shares)[0]


def _considered(
    level: Level, known: Sequence[LevelCandidate], rng: Random
) -> list[tuple[LevelCandidate, float]]:
    """The plies that a level considers, each with the value it assumes.

    A win is overlooked less often than other plies. A certain loss is not considered, unless the
    level overlooks that it is one: then it has the average value of the others.
    """
    fair = [one.promise for one in known if not one.proven]
    usual = sum(fair) / len(fair) if fair else 0.5
    seen = []
    for one in known:
        wins, loses = (one.proven and one.promise == end for end in (1.0, 0.0))
        if rng.random() < level.misses * (WIN_MISS_FACTOR if wins else 1.0):
            continue
        if not loses:
            seen.append((one, one.promise + level.drive * one.gain))
        elif rng.random() < level.misses:
            seen.append((one, usual))
    return seen


def level_index(name: str | int) -> int:
    """The index of a level by its name or index; ValueError lists the names."""
    if isinstance(name, int) and 0 <= name < len(LEVELS):
        return name
    for i, known in enumerate(LEVELS):
        if str(name).strip().lower() == known.lower():
            return i
    raise ValueError(f"there is no level {name!r}; there are {', '.join(LEVELS)}")


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
