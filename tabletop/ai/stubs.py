"""The names of a game that a search uses; `binding.py` puts a game's own in their places.

A search imports them from here, so that it can be read, checked and typed without a game. Called
unbound they raise, which no search that `binding.bound` made ever does.
"""

from typing import Final, NoReturn

from tabletop.engine.kernel import Buffer, Floats

STATE_SIZE: Final[int] = 0
MAX_MOVES: Final[int] = 0
DECIDES: Final[bool] = False


def _missing() -> NoReturn:
    raise NotImplementedError("a search is bound to a game before it is called")


def legal_moves(s: Buffer, moves: Buffer, scratch: Buffer, /) -> int:
    _missing()


def random_move(s: Buffer, x: int, scratch: Buffer, /) -> int:
    _missing()


def apply(s: Buffer, move: int, /) -> None:
    _missing()


def winning_move(s: Buffer, scratch: Buffer, /) -> int:
    _missing()


def prior(
    s: Buffer, moves: Buffer, n: int, leanings: Floats, scratch: Buffer, w: Floats, /
) -> None:
    _missing()


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats, /) -> int:
    _missing()


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats, /) -> None:
    _missing()


def same_throw(move: int, /) -> int:
    _missing()
