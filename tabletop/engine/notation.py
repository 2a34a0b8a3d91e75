"""Notation that all games share: kernel states, parts of position texts, and parse errors.

Key and English text of an error are literals at the call, as with `say`.
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from tabletop.engine.game import BadNotation, Outcome, Refusal, Seat, Spot
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
from tabletop.engine.text import Text, say


def refusal(
    rule: str, key: str, english: str, /, *, places: tuple[Spot, ...] = (), **args: Any
) -> Refusal:
    """A refusal by the number of the broken rule; `places` are the reason on the board."""
    return Refusal(say(key, english, **args), rule, places)


def complaint(key: str, english: str, /, **args: Any) -> BadNotation:
    """An exception that says what is wrong with a text."""
    return BadNotation(say(key, english, **args))


def message_of(problem: Exception) -> str:
    """The message of an exception, as the `Text` that it was raised with, if any."""
    said = problem.args[0] if problem.args else ""
    return said if isinstance(said, str) else str(problem)


MAX_DIGITS: Final = 18
"""Longer numbers would not fit into a compiled kernel's ints."""
PLY_LABEL: Final = say("notation.the_ply", "ply")

_NUMBER_PATTERN: Final = re.compile(r"0|[1-9][0-9]*")


def read_number(text: str, what: Text = PLY_LABEL) -> int:
    """A number of digits only, without leading zeros; else BadNotation names `what` it is."""
    if not _NUMBER_PATTERN.fullmatch(text):
        raise complaint(
            "notation.number",
            "The {what} is a plain number like 0 or 12, not {text}",
            what=what,
            text=quoted(text),
        )
    if len(text) > MAX_DIGITS:
        raise complaint(
            "notation.long",
            "The {what} has {count} digits; {most} are the most",
            what=what,
            count=len(text),
            most=MAX_DIGITS,
        )
    return int(text)


def shortened(text: str) -> str:
    """The text, cut to 20 characters."""
    return text if len(text) <= 20 else text[:20] + "..."


def quoted(text: str) -> str:
    """An input text in quotes, as printable ASCII, cut to 20 characters."""
    return ascii(shortened(text))


class KernelMove(Protocol):
    """A ply with the kernel's int for it."""

    @property
    def code(self) -> int: ...


M = TypeVar("M", bound=KernelMove)


@dataclass(frozen=True, slots=True)
class KernelState(ABC, Generic[M]):
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
        return self.position[SEATS]

    @property
    def ply(self) -> int:
        return self.position[PLY]

    @property
    def earlier(self) -> tuple[Position, ...]:
        """Earlier positions, in games where repetition matters; their ply numbers may differ."""
        return ()

    def moves(self) -> list[M]:
        return list(map(self.move, legal_codes(self.kernel, self.position)))

    def play(self, move: M, /) -> Self:
        return type(self)(position_after(self.kernel, self.position, move.code))

    def goes_back(self, move: M, /) -> bool:
        """Whether a ply takes back the mover's last one, or brings back an earlier position."""
        del move
        return False

    def outcome(self) -> Outcome | None:
        return _outcome(self) if self.position[RESULT] else None

    @abstractmethod
    def ended(self, won: tuple[Seat, ...]) -> Outcome:
        """The outcome with these winners."""


OUTCOME_CACHE_SIZE: Final = 32
"""For the current match and some that are reviewed."""


@lru_cache(OUTCOME_CACHE_SIZE)
def _outcome(state: KernelState[Any]) -> Outcome:
    """How this game ended.

    Cached: drawing the end of a game asks for it some fifty times, and it takes 20 ms in Shout 7.
    """
    return state.ended(winners_of_result(state.position[RESULT]))
