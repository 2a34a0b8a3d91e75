"""The guide of a game without one: uniform priors, random rollouts."""

from tabletop.ai.stubs import random_move
from tabletop.engine.kernel import SEATS, Buffer, Floats

SCRATCH = 0
WEIGHTS: tuple[str, ...] = ()
DECIDES = False


def winning_move(s: Buffer, scratch: Buffer) -> int:
    return -1


def prior(s: Buffer, moves: Buffer, n: int, priors: Floats, scratch: Buffer, w: Floats) -> None:
    for i in range(n):
        priors[i] = 0.0


def rollout_move(s: Buffer, x: int, scratch: Buffer, w: Floats) -> int:
    return random_move(s, x, scratch)


def evaluate(s: Buffer, values: Floats, scratch: Buffer, w: Floats) -> None:
    for seat in range(s[SEATS]):
        values[seat] = 1.0 / s[SEATS]


def same_throw(move: int) -> int:
    return move
