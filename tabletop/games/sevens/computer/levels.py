"""How well computer players of each level remember and fit pieces, and how fast they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from tabletop.ai import LEVELS
from tabletop.engine import Text


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level. Chances are for a look of ten seconds at seven pieces."""

    recall: float
    """The chance to remember where a piece lay, and likewise how it was turned."""
    blur: float
    """The standard deviation of the position of a remembered piece, in units."""
    slip: float
    """The chance to be sure of a wrong turn."""
    outline: float
    """The chance to remember the whole silhouette, so that forgotten pieces can be fitted into it.
    """
    patience: int
    """Steps of fitting, about a millisecond each, before it gives up."""
    seconds: float
    """Seconds per piece."""
    judgement: float
    """How well it estimates the gain of a peek, from 0 to 1."""
    wants: tuple[int, ...]
    """The difficulties of the figures that it arranges."""


SKILLS: Final = (
    Skill(0.43, 0.22, 0.13, 0.00, 0, 14.5, 0.1, (1, 2)),
    Skill(0.55, 0.19, 0.11, 0.08, 40, 13.3, 0.3, (1, 2)),
    Skill(0.64, 0.155, 0.085, 0.18, 120, 12.0, 0.5, (2, 3)),
    Skill(0.72, 0.125, 0.06, 0.33, 300, 10.8, 0.7, (3, 4)),
    Skill(0.80, 0.10, 0.04, 0.52, 600, 9.6, 0.85, (3, 4, 5)),
    Skill(0.91, 0.07, 0.02, 0.78, 1000, 8.4, 0.95, (4, 5)),
)
"""Found by experiment: `tools/sevens_levels.py` shows the results."""

_BY_NAME: Final[Mapping[str, Skill]] = dict(zip(LEVELS, SKILLS, strict=True))


def skill_of(level: str) -> Skill:
    """The skill of a level of `tabletop.ai.LEVELS`; KeyError for another name."""
    return _BY_NAME[level]


def level_named(name: str) -> Text | None:
    """The level of this name; None if there is none."""
    return next((level for level in LEVELS if level == name), None)


T = TypeVar("T")


class RandomSource:
    """A seeded random source. It uses `Random.random` only, which is the same in every version."""

    def __init__(self, seed: int, *purpose: object) -> None:
        """`purpose` separates the sources of one seed."""
        self._next = Random(":".join(map(str, ("computer", seed, *purpose)))).random

    def chance(self, probability: float) -> bool:
        return self._next() < probability

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._next()

    def astray(self, blur: float) -> float:
        """An error with this standard deviation, at most three times as large.

        The sum of three uniform values from -1 to 1 has the deviation 1.
        """
        return blur * sum(2 * self._next() - 1 for _ in range(3))

    def one_of(self, things: Sequence[T]) -> T:
        return things[int(self._next() * len(things))]
