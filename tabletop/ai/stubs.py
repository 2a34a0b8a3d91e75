"""The functions of a game that a search calls, in place of a game's own.

A search imports them from here, so that it can be type-checked without a game; `compilation.py`
replaces them by those of the game's kernel and guide. The guide's are also the guide of a game
without one: uniform priors, random rollouts.
"""

from typing import Final, NoReturn

from tabletop.engine.kernel import SEATS, Buffer, Floats

# Of the kernel.

STATE_SIZE: Final[int] = 0
MAX_MOVES: Final[int] = 0


def _missing() -> NoReturn:
    raise NotImplementedError("a search has to be linked to a game before it is called")


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
    _missing()


def random_move(s: Buffer, x: int, scratch: Buffer, /) -> int:
    _missing()


def apply(s: Buffer, move: int, /) -> None:
    _missing()


# Of the guide.

SCRATCH = 0
WEIGHTS: tuple[str, ...] = ()
DECIDES: Final[bool] = False


def winning_move(s: Buffer, scratch: Buffer, /) -> int:
    return -1


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats, /) -> None:
    for i in range(n):
        priors[i] = 0.0


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
    return random_move(s, x, scratch)


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
    for seat in range(s[SEATS]):
        values[seat] = 1.0 / s[SEATS]


def same_throw(move: int, /) -> int:
    return move
