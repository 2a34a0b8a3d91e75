"""Turns touched places into a legal ply.

A ply is spelled by the places that a player touches to make it: ``("c3", "d4", "shove")``. All
input devices spell in the same way.
"""

from collections.abc import Callable, Sequence
from typing import Generic

from tabletop.engine.game import M, Spot, Word


class Picker(Generic[M]):
    """The spelling of one ply, from its first place to its last."""

    def __init__(self, moves: Sequence[M], spell: Callable[[M], Sequence[Word]]) -> None:
        self._words = [(word, move) for move in moves for word in spell(move)]
        self.picked: Word = ()
        """The places touched so far."""

    @property
    def open(self) -> frozenset[Spot]:
        """The places that may be touched next; the view lights them up."""
        n = len(self.picked)
        begun = (word for word, _ in self._words if word[:n] == self.picked)
        return frozenset(word[n] for word in begun if len(word) > n)

    @property
    def candidates(self) -> tuple[M, ...]:
        """The plies that can still be spelled, in the order of the legal plies."""
        n = len(self.picked)
        return tuple(dict.fromkeys(move for word, move in self._words if word[:n] == self.picked))

    def starts(self, word: Word) -> bool:
        """Whether some legal ply begins with these touches."""
        return any(spelled[: len(word)] == word for spelled, _ in self._words)

    def completing(self, spot: Spot) -> M | None:
        """The ply that touching `spot` next would play at once, if it would."""
        word = (*self.picked, spot)
        return next((move for spelled, move in self._words if spelled == word), None)

    def pick(self, spot: Spot) -> M | None:
        """Adds a place; gives the ply once it is spelled. ValueError for one that is not open."""
        word = (*self.picked, spot)
        if not self.starts(word):
            raise ValueError(f"no ply is spelled {' '.join(word)}")
        self.picked = word
        return next((move for spelled, move in self._words if spelled == word), None)

    def back(self) -> bool:
        """Takes back the last touch; False if there was none."""
        if not self.picked:
            return False
        self.picked = self.picked[:-1]
        return True

    def clear(self) -> None:
        self.picked = ()
