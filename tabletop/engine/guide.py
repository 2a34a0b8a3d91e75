"""What a game's `guide.py` offers to a search: what a good player sees at a glance.

A guide is written in the same subset as a kernel (see `tabletop.engine.kernel`): ints, floats,
loops, buffers that the caller owns, tables made at import. It calls its kernel's functions and
never states a rule again. All of it may be wrong about who is better, never about the rules.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from tabletop.engine.kernel import Buffer

Floats: TypeAlias = list[float]
"""A buffer of floats; a float64 array when compiled."""


class Guide(Protocol):
    """The module `guide` of a board game's folder. Nothing in it allocates, raises or prints."""

    SCRATCH: int
    """Length of the scratch buffer; at least the kernel's."""
    WEIGHTS: Sequence[str]
    """The names of the weights, in the order of the buffer; their values are in `weights.json`."""
    DECIDES: bool
    """Whether `winning_move` finds every ply that wins at once."""

    def winning_move(self, s: Buffer, scratch: Buffer, /) -> int:
        """A legal ply that wins at once for the seat to move; -1 if there is none or none is seen.

        Never asked of a position where the dice decide.
        """
        ...

    def prior(
        self, s: Buffer, moves: Buffer, n: int, leanings: Floats, scratch: Buffer, w: Floats, /
    ) -> None:
        """Sets leanings[i] for each of `n` legal plies: log-odds, more is more likely to be good.

        `moves` are all legal plies of the position, as `legal_moves` lists them.
        """
        ...

    def rollout_move(self, s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
        """A legal ply for a play-out from the 31 random bits `x`; -1: ask again with other bits."""
        ...

    def evaluate(self, s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
        """Sets values[seat] to each seat's chance of winning, 0 to 1, summing to 1."""
        ...

    def same_throw(self, move: int, /) -> int:
        """The first throw with the same meaning (1+3 for 3+1 and 2+2); `move` where none is."""
        ...
