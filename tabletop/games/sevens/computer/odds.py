"""Chance for a computer player: sources of their own, made of a seed and what they are for."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Odds:
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
