"""What is asked of a computer player, and what it answers; plain values that cross processes.

Questions and thoughts as JSON objects, for the line to another process and for evenings.
"""

import math
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from tabletop.engine.game import OptionValue
from tabletop.engine.text import say


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
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
class Analysis:
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
class AnalysisProgress:
    """How far a thought has come."""

    thought: Analysis | None
    """The best so far."""
    done: bool = False
    problem: str = ""
    """Why there will be no answer, in words; done then."""


@dataclass(frozen=True, slots=True)
class EngineHealth:
    """How the computer players' process fares."""

    running: bool = False
    compiled: frozenset[str] = field(default_factory=frozenset)
    """The keys of the games whose search is compiled and loaded."""
    slow: str = ""
    """Why levels are weaker than they should be, in words; empty when they are not."""
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class EngineUpdate:
    """What one turn of the main loop hears of the computer players; false if it is nothing."""

    progress: Mapping[int, AnalysisProgress] = field(default_factory=dict)
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

_MAX_INTEGER: Final = 2**63
"""Nobody counts further, and no seed is longer."""


class BadAnalysisJson(ValueError):
    """What cannot be read of a question or a thought, and why, in words."""


def to_json(told: AnalysisMessage) -> JsonObject:
    """A value as a JSON object; what is usual is left out."""
    words: JsonObject = {}
    usual = _DEFAULTS[type(told)]
    for each in fields(told):
        value = getattr(told, each.name)
        if each.name not in usual or value != usual[each.name]:
            words[each.name] = _to_plain(value)
    return words


def from_json(kind: type[T], words: object) -> T:
    """The inverse of `words_of`; BadThought says what is wrong."""
    if not isinstance(words, dict):
        raise BadAnalysisJson("not a JSON object")
    readers = _FIELD_READERS[kind]
    for key in readers.keys() - words.keys() - _DEFAULTS[kind].keys():
        raise BadAnalysisJson(f"it lacks {key}")
    values: dict[str, Any] = {}
    for key, value in words.items():
        if key not in readers:
            raise BadAnalysisJson(f"there is no {str(key)[:40]}")
        try:
            values[key] = readers[key](value)
        except (TypeError, ValueError, OverflowError) as problem:
            why = f": {problem}" if isinstance(problem, BadAnalysisJson) else ""
            raise BadAnalysisJson(f"{key} cannot be read{why}") from None
    return kind(**values)


def _to_plain(value: Any) -> Any:
    match value:
        case (
            AnalysisRequest()
            | Candidate()
            | Analysis()
            | AnalysisProgress()
            | EngineHealth()
            | EngineUpdate()
        ):
            return to_json(value)
        case tuple():
            return [_to_plain(each) for each in value]
        case frozenset():
            return sorted(value)
        case Mapping():
            return {str(key): _to_plain(each) for key, each in value.items()}
        case str():
            return str(value)  # a `Text` is told as it reads
    return value


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _read_int(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _MAX_INTEGER:
        raise TypeError
    return value


def _read_float(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _read_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _read_list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _read_option(value: Any) -> OptionValue:
    if isinstance(value, bool | str):
        return value
    return _read_int(value) if isinstance(value, int) else _read_float(value)


def _read_object(value: Any) -> JsonObject:
    if not isinstance(value, dict):
        raise TypeError
    return value


_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    str: _read_text,
    int: _read_int,
    float: _read_float,
    bool: _read_bool,
    int | None: lambda value: None if value is None else _read_int(value),
    float | None: lambda value: None if value is None else _read_float(value),
    tuple[str, ...]: lambda value: tuple(_read_text(each) for each in _read_list(value)),
    tuple[float, ...]: lambda value: tuple(_read_float(each) for each in _read_list(value)),
    frozenset[str]: lambda value: frozenset(_read_text(each) for each in _read_list(value)),
    tuple[Candidate, ...]: lambda value: tuple(
        from_json(Candidate, each) for each in _read_list(value)
    ),
    Analysis | None: lambda value: None if value is None else from_json(Analysis, value),
    EngineHealth | None: lambda value: None if value is None else from_json(EngineHealth, value),
    Mapping[str, OptionValue]: lambda value: {
        key: _read_option(each) for key, each in _read_object(value).items()
    },
    Mapping[int, AnalysisProgress]: lambda value: {
        int(key): from_json(AnalysisProgress, each) for key, each in _read_object(value).items()
    },
}


_MESSAGE_TYPES: Final[tuple[type[AnalysisMessage], ...]] = typing.get_args(AnalysisMessage)


def _defaults_of(kind: type[AnalysisMessage]) -> dict[str, Any]:
    usual = {e.name: e.default for e in fields(kind) if e.default is not MISSING}
    made = {e.name: e.default_factory() for e in fields(kind) if e.default_factory is not MISSING}
    return usual | made


_FIELD_READERS: Final[dict[type[Any], dict[str, Callable[[Any], Any]]]] = {
    kind: {key: _READERS[hint] for key, hint in typing.get_type_hints(kind).items()}
    for kind in _MESSAGE_TYPES
}
_DEFAULTS: Final[dict[type[Any], dict[str, Any]]] = {
    kind: _defaults_of(kind) for kind in _MESSAGE_TYPES
}
"""What need not be said."""
