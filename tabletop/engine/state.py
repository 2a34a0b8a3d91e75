"""The parts of every turn-based game: a state, the plies it allows, and how it ends.

All of them are values. Playing a ply never changes a state; it gives the next one.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, Self, TypeAlias

from tabletop.engine.text import Text, say

Seat: TypeAlias = int
"""A place at the table, counted from 0 in order of play."""

CHANCE: Final[Seat] = -1
"""The seat of the dice."""

Move: TypeAlias = Hashable
"""One ply of one game: a frozen value whose `str` is its notation."""


class State(Protocol):
    """One moment of a game: frozen, hashable, picklable. Equal states are the same position."""

    @property
    def turn(self) -> Seat:
        """Who decides next; `CHANCE` when the dice do."""
        ...

    def moves(self) -> Sequence[Move]:
        """Every legal ply once, always in the same order; none once the game is over.

        When `turn` is `CHANCE` they are equally likely.
        """
        ...

    def play(self, move: Move, /) -> Self:
        """The state after a ply from `moves()`. Anything else gives nonsense, unchecked."""
        ...

    def outcome(self) -> "Outcome | None":
        """How the game ended, or None while it goes on."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A tie has several winners, a draw none."""

    winners: tuple[Seat, ...]
    reason: str
    """Why, as a sentence for the players: a `Text` where it comes from a game."""

    scores: tuple[int, ...] = ()
    """Points by seat, in games that count them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed."""

    reason: Text
    rule: str
    """The number of the rule it breaks, in the game's own rules page."""


class IllegalMove(ValueError):
    """A ply (or an undo) that is refused here. The match is unchanged."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.reason, self.rule)


class BadNotation(ValueError):
    """Text that spells no ply, position or record of this game. Says what is wrong, and where."""

    @property
    def reason(self) -> Text:
        """The complaint as a sentence for the players."""
        words = self.args[0] if self.args else ""
        if isinstance(words, Text):
            return words
        return say("notation.bad", "{complaint}", complaint=words)
