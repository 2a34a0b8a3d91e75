"""A game of which all is known, for the searches: Nim, its positions and their best plies."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tabletop.engine import Game, Option, say
from tabletop.engine.game import Options, Outcome, Seat
from tabletop.engine.kernel import TURN, Kernel, start_position
from tabletop.engine.notation import KernelState
from tests.ai.nim import kernel


@dataclass(frozen=True, slots=True)
class Move:
    """A take, as ``b2``, or a throw, as ``3``."""

    code: int

    def __str__(self) -> str:
        if self.code >= kernel.THROW:
            return str(self.code - kernel.THROW + 1)
        return f"{'abc'[self.code // 10]}{self.code % 10}"


@dataclass(frozen=True, slots=True)
class State(KernelState[Move]):
    """Three heaps of counters."""

    kernel: ClassVar[Kernel] = kernel
    move: ClassVar[type[Move]] = Move

    @property
    def heaps(self) -> tuple[int, ...]:
        return self.position[kernel.HEAPS :]

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        return Outcome(won, say("nim.last", "The last counter is taken."))

    def __str__(self) -> str:
        return " ".join(map(str, self.position))


def first(seats: int, options: Options) -> State:
    return State(tuple(start_position(kernel, seats, [int(options["dice"])])))


def heaps(*counts: int, seats: int = 2, dice: bool = False, limit: int = 9) -> State:
    """A position with these heaps, the first seat to take."""
    s = list(first(seats, {"dice": dice}).position)
    s[TURN] = 0
    s[kernel.LIMIT] = limit
    s[kernel.HEAPS :] = counts
    return State(tuple(s))


@cache
def chance(counts: tuple[int, ...], limit: int) -> float:
    """The chance of winning for who is to take, with dice, when the best is done by both."""
    best = 0.0
    for heap, count in enumerate(counts):
        for take in range(1, min(limit, count) + 1):
            left = (*counts[:heap], count - take, *counts[heap + 1 :])
            if not any(left):
                return 1.0
            best = max(best, 1.0 - sum(chance(left, die) for die in (1, 2, 3)) / 3)
    return best


GAME = NIM = Game(
    key="nim",
    title=say("nim.title", "Nim"),
    designer="nobody",
    order=99,
    blurb=(),
    goal=say("test.goal", "Win."),
    seats=(2, 3),
    seat_names=(say("nim.one", "One"), say("nim.two", "Two"), say("nim.three", "Three")),
    options=(Option("dice", False, (False, True), say("nim.dice", "Dice")),),
    first=first,
    folder="tests.ai.nim",
)
