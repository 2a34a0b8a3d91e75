"""A lesson: a few small tasks on the real board, each solved by playing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic

from tabletop.engine.game import CHANCE, Game, M, Refusal, S, Spot, Word
from tabletop.engine.text import Text

MAX_TASK_WORDS: Final = 18
"""The most words of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[S, M]):
    """One step of a lesson: what to do, what counts, and what is said about it."""

    words: Text
    """What to do, in at most `SHORT` words."""
    done: Text
    """What is said when it is done."""
    other: Text
    """Why a ply that the rules allow is not what is asked for."""
    lies: Text | None = None
    """What is said to a touch on what lies there and stays; None: as `other` says."""
    position: str = ""
    """The text of the position that it begins with; empty: the one that was reached."""
    plies: tuple[str, ...] = ()
    """The plies that count; of a throw there is one, and the lesson's dice show it."""
    suits: Callable[[S, M], bool] | None = None
    """Whether a legal ply counts, where they are not listed: ``suits(state, move)``."""
    lit: tuple[Spot, ...] = ()
    """Places to look at, besides those to be touched."""
    then: tuple[str, ...] = ()
    """What follows before the next task: plies of the other side, and throws."""

    def counts(self, state: S, move: M) -> bool:
        """Whether a legal ply solves it."""
        if state.turn == CHANCE or self.suits is None:
            return str(move) in self.plies
        return self.suits(state, move)

    def solutions(self, state: S) -> tuple[M, ...]:
        """All plies that solve it, in the order of the legal ones."""
        return tuple(move for move in state.moves() if self.counts(state, move))


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one learns of a game in about a minute."""

    tasks: tuple[Task, ...]
    farewell: Text
    """What is said at the end, before one plays."""


def refuse_in_lesson(game: Game[S, M], task: Task[S, M], state: S, touched: Word) -> Refusal:
    """Why touches that no solution begins with are not what is asked for.

    What the rules do not allow is answered by the game itself.
    """
    refused = game.why_touch(state, touched)
    stays = touched[:-1][: game.firm]
    if refused is not None and game.why_touch(state, (*stays, *touched[-1:])) is None:
        refused = None  # another piece was touched, with which a legal ply goes on
    if refused is None or not refused.reason:
        return Refusal(task.other, "")
    return refused
