"""Requests to the engine and its answers, as values and as JSON.

They go to another process and into session recordings.
"""

from collections.abc import Mapping
from sys import float_info
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

import msgspec

from tabletop.engine.game import OptionValue
from tabletop.engine.text import say

Integer: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number of 64 bits, when read from JSON."""
Number: TypeAlias = Annotated[float, msgspec.Meta(ge=-float_info.max, le=float_info.max)]
"""A finite number, when read from JSON."""


class _Message(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    pass


class AnalysisRequest(_Message, frozen=True):
    """One position to think about, told so that it can be told again to a fresh process."""

    game: str
    """The game's key."""
    seats: Integer
    options: Mapping[str, OptionValue]
    position: str = ""
    """The position text that the match began with; empty: the game's start."""
    plies: tuple[str, ...] = ()
    """Every ply since then, in notation; the history that repetition needs."""
    level: str = ""
    """The name of a level, one of `tabletop.ai.LEVELS`."""
    seed: Integer = 0
    seconds: Number | None = None
    """The budget; None for both: the level's own."""
    playouts: Integer | None = None
    ponder: bool = False
    """Thinks on about what may come until it is stopped; its answer may be thrown away."""


class Candidate(_Message, frozen=True):
    """One ply that was thought of."""

    move: str
    """In notation."""
    visits: Integer
    values: tuple[Number, ...]
    """The chance of winning that is left to each seat after it, 0 to 1."""
    proven: bool = False
    """Whether that is certain."""
    line: tuple[str, ...] = ()
    """How the play is expected to go on after it."""


class Analysis(_Message, frozen=True):
    """What a computer player thinks of a position."""

    move: str
    """The ply that it would play, in notation."""
    values: tuple[Number, ...]
    """The chance of winning of each seat, 0 to 1; they sum to 1."""
    candidates: tuple[Candidate, ...] = ()
    """What it looked at most, the best first; at most eight."""
    sims: Integer = 0
    """How many lines of play it looked at."""
    seconds: Number = 0.0
    compiled: bool = False
    proven: bool = False
    """Whether the result is certain with best play of all (dice aside)."""
    guessed: bool = False
    """Nobody could think, so that the game goes on with any ply that the rules allow."""


class AnalysisProgress(_Message, frozen=True):
    """How far a thought has come."""

    thought: Analysis | None
    """The best so far."""
    done: bool = False
    problem: str = ""
    """Why there will be no answer, in words; done then."""


class EngineHealth(_Message, frozen=True):
    """How the computer players' process fares."""

    running: bool = False
    compiled: frozenset[str] = frozenset()
    """The keys of the games whose search is compiled and loaded."""
    slow: str = ""
    """Why levels are weaker than they should be, in words; empty when they are not."""
    restarts: Integer = 0


class EngineUpdate(_Message, frozen=True):
    """What one turn of the main loop hears of the computer players; false if it is nothing."""

    progress: Mapping[Integer, AnalysisProgress] = msgspec.field(default_factory=dict)
    """How far thoughts have come, by their numbers."""
    health: EngineHealth | None = None
    """How the process fares, if that is other than before."""

    def __bool__(self) -> bool:
        return bool(self.progress) or self.health is not None


class AnalysisService(Protocol):
    """The computer players, as the window sees them. Nothing here waits."""

    @property
    def health(self) -> EngineHealth: ...

    def warm(self, game: str) -> None:
        """Says that this game is likely to be asked about soon."""
        ...

    def ask(self, question: AnalysisRequest) -> int:
        """Begins to think, after what was asked before; gives the number of the thought."""
        ...

    def progress(self, number: int) -> AnalysisProgress:
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


class NullAnalysisService:
    """A table without computer players: whoever asks is told so at once."""

    def __init__(self) -> None:
        self._asked = 0

    @property
    def health(self) -> EngineHealth:
        return EngineHealth()

    def warm(self, game: str) -> None:
        """Nothing."""

    def ask(self, question: AnalysisRequest) -> int:
        del question
        self._asked += 1
        return self._asked

    def progress(self, number: int) -> AnalysisProgress:
        del number
        words = say("thinking.nobody", "There is no computer player at this table.")
        return AnalysisProgress(None, done=True, problem=words)

    def stop(self, number: int) -> None:
        """Nothing."""

    def drop(self, number: int) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


JsonObject: TypeAlias = dict[str, Any]
"""A JSON object."""
AnalysisMessage: TypeAlias = (
    AnalysisRequest | Candidate | Analysis | AnalysisProgress | EngineHealth | EngineUpdate
)

T = TypeVar("T", bound=AnalysisMessage)


class BadAnalysisJson(ValueError):
    """JSON that is no valid message, and why."""


def to_json(message: AnalysisMessage) -> JsonObject:
    """A JSON object without the fields that have their defaults. A `Text` is written in English."""
    words: JsonObject = msgspec.to_builtins(message, str_keys=True, enc_hook=_to_plain)
    return words


def _to_plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


def from_json(kind: type[T], words: object) -> T:
    """The inverse of `to_json`; raises BadAnalysisJson."""
    try:
        return msgspec.convert(words, kind, str_keys=True)
    except msgspec.ValidationError as problem:
        raise BadAnalysisJson(str(problem)) from None
