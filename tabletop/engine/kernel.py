"""The interfaces of a game's `kernel.py` and `guide.py`.

A kernel has the rules over a flat buffer of ints. The header is the same in all games, so that a
search or a test can read any position:

======= ======================================================================
slot    meaning
======= ======================================================================
TURN    the seat that decides, or -1 when the dice do
RESULT  0 while the game goes on, else 1 + the winners as bits (1 is a draw)
PLY     plies played
SEATS   players at the table
REASON  the game's own number for how it ended (0 while it goes on)
======= ======================================================================

From slot `HEADER` on each game has its own layout.

A guide has the evaluation, move priors and rollout policy for a search. It calls its kernel's
functions and repeats no rule. Both are written in a subset of Python that numba compiles: ints,
floats, loops, buffers that the caller owns, tables made at import.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

Buffer: TypeAlias = list[int]
"""A position, a list of moves or scratch space: a list of ints, or an int64 array when compiled."""

Position: TypeAlias = tuple[int, ...]
"""A buffer as an immutable value."""

TURN: Final = 0
RESULT: Final = 1
PLY: Final = 2
SEATS: Final = 3
REASON: Final = 4
HEADER: Final = 5


class Kernel(Protocol):
    """The module `kernel` of a game's folder. Nothing in it allocates, raises or prints."""

    STATE_SIZE: int
    """Length of a position."""
    MAX_MOVES: int
    """The largest number of legal plies."""
    SCRATCH: int
    """Length of the scratch buffer."""

    def start(self, s: Buffer, seats: int, options: Sequence[int], /) -> None:
        """The first position; `options` are the game's options as ints, in order."""
        ...

    def legal_moves(self, s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
        """Writes every legal ply once, in a stable order, and returns how many."""
        ...

    def random_move(self, s: Buffer, x: int, scratch: Buffer, /) -> int:
        """A uniformly random legal ply made from the 31 random bits `x`; -1: ask again."""
        ...

    def apply(self, s: Buffer, move: int, /) -> None:
        """Plays a legal ply."""
        ...


def start_position(kernel: Kernel, seats: int, options: Sequence[int]) -> Buffer:
    """A fresh buffer with the first position."""
    s = [0] * kernel.STATE_SIZE
    kernel.start(s, seats, options)
    return s


def legal_codes(kernel: Kernel, position: Sequence[int]) -> list[int]:
    """Every legal ply of a position as the kernel's ints; none once it is over."""
    if position[RESULT]:
        return []
    moves = [0] * kernel.MAX_MOVES
    n = kernel.legal_moves(list(position), moves, [0] * kernel.SCRATCH)
    return moves[:n]


def position_after(kernel: Kernel, position: Sequence[int], move: int) -> Position:
    """The position after a legal ply."""
    s = list(position)
    kernel.apply(s, move)
    return tuple(s)


def result_of(winners: Sequence[int]) -> int:
    """The value of slot `RESULT` for these winners; none is a draw."""
    return 1 + sum(1 << seat for seat in winners)


def winners_of_result(result: int) -> tuple[int, ...]:
    """The seats that slot `RESULT` names; none for a draw."""
    return tuple(seat for seat in range(8) if (result - 1) >> seat & 1)


def popcount(b: int) -> int:
    """How many bits of a set of up to 63 are set, counted in all bytes at once.

    Works with CPython's ints and with 64-bit ints, unlike `int.bit_count`.
    """
    b -= b >> 1 & 0x5555555555555555
    b = (b & 0x3333333333333333) + (b >> 2 & 0x3333333333333333)
    b = b + (b >> 4) & 0x0F0F0F0F0F0F0F0F
    return b * 0x0101010101010101 >> 56 & 0x7F


def lowest_bit(b: int) -> int:
    """The index of the lowest bit of a non-empty set."""
    return popcount((b & -b) - 1)


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
        """A legal ply that wins at once for the seat to move; -1 if none is found.

        Never called when the dice decide.
        """
        ...

    def prior(
        self, s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats, /
    ) -> None:
        """Sets priors[i], the log-odds of being good, for each of `n` legal plies.

        `moves` are all legal plies of the position, as `legal_moves` lists them.
        """
        ...

    def rollout_move(self, s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
        """A legal ply for a rollout from the 31 random bits `x`; -1: ask again with other bits."""
        ...

    def evaluate(self, s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
        """Sets values[seat] to each seat's chance of winning, 0 to 1, summing to 1."""
        ...

    def same_throw(self, move: int, /) -> int:
        """The first throw with the same meaning (1+3 for 3+1 and 2+2); `move` where none is."""
        ...
