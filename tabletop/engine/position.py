"""The base of all states whose rules are a kernel."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from tabletop.engine.game import Outcome, Seat
from tabletop.engine.kernel import (
    PLY,
    RESULT,
    SEATS,
    TURN,
    Kernel,
    Position,
    legal_codes,
    position_after,
    winners_of_result,
)


class KernelMove(Protocol):
    """A ply with the kernel's int for it."""

    @property
    def code(self) -> int: ...


M = TypeVar("M", bound=KernelMove)


@dataclass(frozen=True, slots=True)
class KernelState(Generic[M]):
    """The common part of all states with a kernel.

    A subclass is a frozen dataclass with slots, sets `kernel` and `move`, and defines `ended` and
    `__str__`.
    """

    kernel: ClassVar[Kernel]
    move: ClassVar[type[Any]]
    """Makes a ply from the kernel's int."""

    position: Position

    @property
    def turn(self) -> Seat:
        return self.position[TURN]

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.position[SEATS]

    @property
    def ply(self) -> int:
        """The number of plies played."""
        return self.position[PLY]

    @property
    def earlier(self) -> tuple[Position, ...]:
        """Earlier positions, in games where repetition matters; their ply numbers may differ."""
        return ()

    def moves(self) -> list[M]:
        return [self.move(code) for code in legal_codes(self.kernel, self.position)]

    def play(self, move: M, /) -> Self:
        return type(self)(position_after(self.kernel, self.position, move.code))

    def outcome(self) -> Outcome | None:
        return _outcome(self) if self.position[RESULT] else None

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        """The outcome with these winners."""
        raise NotImplementedError


OUTCOME_CACHE_SIZE: Final = 32
"""For the current match and some that are reviewed."""


@lru_cache(OUTCOME_CACHE_SIZE)
def _outcome(state: KernelState[Any]) -> Outcome:
    """How this game ended.

    Cached: drawing the end of a game asks for it some fifty times, and it takes 20 ms in Shout 7.
    """
    return state.ended(winners_of_result(state.position[RESULT]))
