"""A position of a game whose rules are a kernel, as a frozen state."""

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
    """A ply that knows the kernel's int for it."""

    @property
    def code(self) -> int: ...


M = TypeVar("M", bound=KernelMove)


@dataclass(frozen=True, slots=True)
class KernelState(Generic[M]):
    """The part of a `State` that is the same in every game; the game says how it is written.

    A subclass is a frozen dataclass with slots too, names its kernel and its class of plies, and
    fills in `ended` and `__str__`.
    """

    kernel: ClassVar[Kernel]
    move: ClassVar[type[Any]]
    """Makes a ply from the kernel's int."""

    position: Position
    """The kernel's buffer, frozen."""

    @property
    def turn(self) -> Seat:
        return self.position[TURN]

    @property
    def seats(self) -> int:
        """How many play."""
        return self.position[SEATS]

    @property
    def ply(self) -> int:
        """Plies played."""
        return self.position[PLY]

    @property
    def earlier(self) -> tuple[Position, ...]:
        """Positions that the game has been through, where that matters; ply numbers may differ."""
        return ()

    def moves(self) -> list[M]:
        return [self.move(code) for code in legal_codes(self.kernel, self.position)]

    def play(self, move: M, /) -> Self:
        return type(self)(position_after(self.kernel, self.position, move.code))

    def outcome(self) -> Outcome | None:
        return _outcome(self) if self.position[RESULT] else None

    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        """How the game ended that these seats have won."""
        raise NotImplementedError


OUTCOME_CACHE_SIZE: Final = 32
"""Ends of games that are known: of those on the table, and of some that are looked back at."""


@lru_cache(OUTCOME_CACHE_SIZE)
def _outcome(state: KernelState[Any]) -> Outcome:
    """How this game ended.

    Kept, for the picture of an end asks for it some fifty times, and a game may look over its whole
    board for it: 20 ms in Shout 7.
    """
    return state.ended(winners_of_result(state.position[RESULT]))
