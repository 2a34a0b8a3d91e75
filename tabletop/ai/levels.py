"""The levels of the computer players: a budget, and how they err.

A weaker level searches less, overlooks some plies as a person does, and may choose a ply that seems
about as good as the best. The same few numbers define all six levels; a game may set its own in
`weights.json`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import exp
from random import Random
from typing import Final

from tabletop.engine import Text, say

LEVEL_NAMES: Final[tuple[Text, ...]] = (
    say("level.beginner", "Beginner"),
    say("level.easy", "Easygoing"),
    say("level.steady", "Steady"),
    say("level.keen", "Keen"),
    say("level.sharp", "Sharp"),
    say("level.full", "Full strength"),
)
"""The names of the levels, weakest first."""


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
            seen.append((one, one.promise))
        elif rng.random() < level.misses:
            seen.append((one, usual))
    return seen


def level_index(name: str | int) -> int:
    """The index of a level by its name or index; ValueError lists the names."""
    if isinstance(name, int) and 0 <= name < len(LEVEL_NAMES):
        return name
    for i, known in enumerate(LEVEL_NAMES):
        if str(name).strip().lower() == known.lower():
            return i
    raise ValueError(f"there is no level {name!r}; there are {', '.join(LEVEL_NAMES)}")
