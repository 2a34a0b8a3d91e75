"""Placeholders for the functions of a game that a search calls.

A search imports them from here, so that it can be type-checked without a game; `compilation.py`
replaces them by a game's own functions.
"""

from typing import Final, NoReturn

from tabletop.engine.kernel import Buffer, Floats

STATE_SIZE: Final[int] = 0
MAX_MOVES: Final[int] = 0
DECIDES: Final[bool] = False


def _missing() -> NoReturn:
    raise NotImplementedError("a search has to be linked to a game before it is called")


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
    _missing()


def random_move(s: Buffer, x: int, scratch: Buffer, /) -> int:
    _missing()


def apply(s: Buffer, move: int, /) -> None:
    _missing()


def winning_move(s: Buffer, scratch: Buffer, /) -> int:
    _missing()


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats, /) -> None:
    _missing()


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
    _missing()


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
    _missing()


def same_throw(move: int, /) -> int:
    _missing()
