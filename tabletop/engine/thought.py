"""What is asked of a computer player, and what it answers; plain values that cross processes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tabletop.engine.game import OptionValue
from tabletop.engine.text import say


@dataclass(frozen=True, slots=True)
class Question:
    """One position to think about, told so that it can be told again to a fresh process."""

    game: str
    """The game's key."""
    seats: int
    options: Mapping[str, OptionValue]
    position: str = ""
    """The position text that the match began with; empty: the game's start."""
    plies: tuple[str, ...] = ()
    """Every ply since then, in notation; the history that repetition needs."""
    level: str = ""
    """The name of a level, one of `tabletop.ai.LEVELS`."""
    seed: int = 0
    seconds: float | None = None
    """The budget; None for both: the level's own."""
    playouts: int | None = None
    ponder: bool = False
    """Thinks on about what may come until it is stopped; its answer may be thrown away."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One ply that was thought of."""

    move: str
    """In notation."""
    visits: int
    values: tuple[float, ...]
    """The chance of winning that is left to each seat after it, 0 to 1."""
    proven: bool = False
    """Whether that is certain."""
    line: tuple[str, ...] = ()
    """How the play is expected to go on after it."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player thinks of a position."""

    move: str
    """The ply that it would play, in notation."""
    values: tuple[float, ...]
    """The chance of winning of each seat, 0 to 1; they sum to 1."""
    candidates: tuple[Candidate, ...] = ()
    """What it looked at most, the best first; at most eight."""
    sims: int = 0
    """How many lines of play it looked at."""
    seconds: float = 0.0
    compiled: bool = False
    proven: bool = False
    """Whether the result is certain with best play of all (dice aside)."""
    guessed: bool = False
    """Nobody could think, so that the game goes on with any ply that the rules allow."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a thought has come."""

    thought: Thought | None
    """The best so far."""
    done: bool = False
    problem: str = ""
    """Why there will be no answer, in words; done then."""


@dataclass(frozen=True, slots=True)
class ThinkingHealth:
    """How the computer players' process fares."""

    running: bool = False
    compiled: frozenset[str] = field(default_factory=frozenset)
    """The keys of the games whose search is compiled and loaded."""
    slow: str = ""
    """Why levels are weaker than they should be, in words; empty when they are not."""
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class News:
    """What one turn of the main loop hears of the computer players; false if it is nothing."""

    progress: Mapping[int, Progress] = field(default_factory=dict)
    """How far thoughts have come, by their numbers."""
    health: ThinkingHealth | None = None
    """How the process fares, if that is other than before."""

    def __bool__(self) -> bool:
        return bool(self.progress) or self.health is not None


class Thinking(Protocol):
    """The computer players, as the window sees them. Nothing here waits."""

    @property
    def health(self) -> ThinkingHealth: ...

    def warm(self, game: str) -> None:
        """Says that this game is likely to be asked about soon."""
        ...

    def ask(self, question: Question) -> int:
        """Begins to think, after what was asked before; gives the number of the thought."""
        ...

    def progress(self, number: int) -> Progress:
        """How far a thought has come; once it is done, it is forgotten by `drop`."""
        ...

    def stop(self, number: int) -> None:
        """Ends a thought early: it answers with the best so far."""
        ...

    def drop(self, number: int) -> None:
        """Gives a thought up: it will not be asked for again."""
        ...

    def close(self) -> None:
        """Ends the process, if there is one."""
        ...


class Nobody:
    """A table without computer players: whoever asks is told so at once."""

    def __init__(self) -> None:
        self._asked = 0

    @property
    def health(self) -> ThinkingHealth:
        return ThinkingHealth()

    def warm(self, game: str) -> None:
        """Nothing."""

    def ask(self, question: Question) -> int:
        del question
        self._asked += 1
        return self._asked

    def progress(self, number: int) -> Progress:
        del number
        words = say("thinking.nobody", "There is no computer player at this table.")
        return Progress(None, done=True, problem=words)

    def stop(self, number: int) -> None:
        """Nothing."""

    def drop(self, number: int) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""
