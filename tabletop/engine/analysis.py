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
    """A position to analyse, complete, so that it can be sent again to a new process."""

    game: str
    """The game's key."""
    seats: Integer
    options: Mapping[str, OptionValue]
    position: str = ""
    """The position text that the match began with; empty: the game's start."""
    plies: tuple[str, ...] = ()
    """Every ply since then, in notation. Repetition depends on it."""
    level: str = ""
    """The name of a level, one of `tabletop.ai.LEVELS`."""
    seed: Integer = 0
    seconds: Number | None = None
    """The budget; None for both: the level's own."""
    playouts: Integer | None = None
    ponder: bool = False
    """Whether to go on until stopped; the answer may be discarded."""


class Candidate(_Message, frozen=True):
    """One ply that was analysed."""

    move: str
    """In notation."""
    visits: Integer
    values: tuple[Number, ...]
    """Each seat's chance of winning after it, 0 to 1."""
    proven: bool = False
    """Whether that is certain."""
    line: tuple[str, ...] = ()
    """The expected plies after it."""


class Analysis(_Message, frozen=True):
    """The result of analysing a position."""

    move: str
    """The ply that it would play, in notation."""
    values: tuple[Number, ...]
    """The chance of winning of each seat, 0 to 1; they sum to 1."""
    candidates: tuple[Candidate, ...] = ()
    """At most eight plies, the best first."""
    sims: Integer = 0
    """The number of simulations or positions searched."""
    seconds: Number = 0.0
    compiled: bool = False
    proven: bool = False
    """Whether the result is certain with best play by all."""
    guessed: bool = False
    """The engine failed; the ply is any legal one."""


class AnalysisProgress(_Message, frozen=True):
    """The state of an analysis."""

    thought: Analysis | None
    """The best so far."""
    done: bool = False
    problem: str = ""
    """Why there will be no answer; empty: no problem."""


class EngineHealth(_Message, frozen=True):
    """The state of the engine process."""

    running: bool = False
    compiled: frozenset[str] = frozenset()
    """The keys of the games whose search is compiled and loaded."""
    slow: str = ""
    """Why levels are weaker than they should be; empty when they are not."""
    restarts: Integer = 0


class EngineUpdate(_Message, frozen=True):
    """What changed since the last turn of the main loop; false if nothing."""

    progress: Mapping[Integer, AnalysisProgress] = msgspec.field(default_factory=dict)
    """Progress by request number."""
    health: EngineHealth | None = None
    """The new state of the process, if it has changed."""

    def __bool__(self) -> bool:
        return bool(self.progress) or self.health is not None


class AnalysisService(Protocol):
    """The engine as scenes see it. No method blocks."""

    @property
    def health(self) -> EngineHealth: ...

    def warm(self, game: str) -> None:
        """Announces that this game will be asked about soon."""
        ...

    def ask(self, question: AnalysisRequest) -> int:
        """Queues a request and gives its number."""
        ...

    def progress(self, number: int) -> AnalysisProgress:
        """The progress of a request; finished requests are kept until `drop`."""
        ...

    def stop(self, number: int) -> None:
        """Ends an analysis early: the answer is the best so far."""
        ...

    def drop(self, number: int) -> None:
        """Cancels a request and forgets it."""
        ...

    def close(self) -> None:
        """Ends the process, if there is one."""
        ...


class NullAnalysisService:
    """No engine: every request fails at once."""

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
        words = say("thinking.nobody", "No computer plays at this table.")
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


def to_json(message: msgspec.Struct) -> JsonObject:
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
