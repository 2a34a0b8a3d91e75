"""How well a computer player of each level remembers, fits and hurries.

Chance for a computer player: sources of their own, made of a seed and what they are for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from tabletop.ai import LEVELS
from tabletop.engine import Text


@dataclass(frozen=True, slots=True)
class Skill:
    """What makes a level of Sevens. Chances are for a look of ten seconds at seven pieces."""

    recall: float
    """The chance to know where a plain piece lay; that it is known how it was turned is as high."""
    blur: float
    """The standard deviation, in units, of where the hand lays a piece that is remembered."""
    slip: float
    """The chance to be sure of a turn that is wrong."""
    outline: float
    """The chance that the whole silhouette stays in mind, so that forgotten pieces can be fitted
    into it."""
    patience: int
    """Steps of fitting, each of about a millisecond, before it is given up."""
    seconds: float
    """From one piece laid to the next."""
    judgement: float
    """How well it is known what a peek would bring, from 0 to 1."""
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
"""Found by trying: `tools/sevens_levels.py` shows what they come to."""

_BY_NAME: Final[Mapping[str, Skill]] = dict(zip(LEVELS, SKILLS, strict=True))


def skill_of(level: str) -> Skill:
    """The talent of one of the `tabletop.ai.LEVELS`; KeyError for another name."""
    return _BY_NAME[level]


def level_named(name: str) -> Text | None:
    """The level that a record calls by this name; None if there is none."""
    return next((level for level in LEVELS if level == name), None)


T = TypeVar("T")


class RandomSource:
    """A seeded source. Only `Random.random` is asked: it gives the same in every version."""

    def __init__(self, seed: int, *purpose: object) -> None:
        """`purpose` keeps sources of one seed apart."""
        self._next = Random(":".join(map(str, ("computer", seed, *purpose)))).random

    def chance(self, probability: float) -> bool:
        return self._next() < probability

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._next()

    def astray(self, blur: float) -> float:
        """An error with this standard deviation, never more than three of it: hands are not wild.

        The sum of three even ones from -1 to 1 has the deviation 1.
        """
        return blur * sum(2 * self._next() - 1 for _ in range(3))

    def one_of(self, things: Sequence[T]) -> T:
        return things[int(self._next() * len(things))]
