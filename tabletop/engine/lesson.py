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
    """What to do, in at most `MAX_TASK_WORDS` words."""
    done: Text
    """The answer to a solution."""
    other: Text
    """The answer to a legal ply that is no solution."""
    lies: Text | None = None
    """The answer to a touch on a piece that has to stay; None: `other`."""
    position: str = ""
    """The position text that it starts from; empty: the position reached before."""
    plies: tuple[str, ...] = ()
    """The solutions; for a throw the one that the lesson's dice show."""
    suits: Callable[[S, M], bool] | None = None
    """Whether a legal ply is a solution, where they are not listed: ``suits(state, move)``."""
    lit: tuple[Spot, ...] = ()
    """Places to highlight, besides those to be touched."""
    then: tuple[str, ...] = ()
    """Plies and throws that follow before the next task."""

    def counts(self, state: S, move: M) -> bool:
        """Whether a legal ply solves it."""
        if state.turn == CHANCE or self.suits is None:
            return str(move) in self.plies
        return self.suits(state, move)

    def solutions(self, state: S) -> tuple[M, ...]:
        return tuple(move for move in state.moves() if self.counts(state, move))


@dataclass(frozen=True, slots=True)
class Lesson:
    """An introduction to a game of about a minute."""

    tasks: tuple[Task, ...]
    farewell: Text
    """The last sentence."""


def refuse_in_lesson(game: Game[S, M], task: Task[S, M], state: S, touched: Word) -> Refusal:
    """Why no solution begins with these touches: the game's refusal, or the task's own answer."""
    refused = game.why_touch(state, touched)
    stays = touched[:-1][: game.firm]
    if refused is not None and game.why_touch(state, (*stays, *touched[-1:])) is None:
        refused = None  # the touch begins another legal ply
    if refused is None or not refused.reason:
        return Refusal(task.other, "")
    return refused
