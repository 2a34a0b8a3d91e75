"""The messages between the window and the engine process: one JSON object per line."""

import json
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tabletop.engine import say
from tabletop.engine.analysis import (
    AnalysisProgress,
    AnalysisRequest,
    BadAnalysisJson,
    JsonObject,
    from_json,
    to_json,
)

MAX_LINE_BYTES: Final = 1 << 20
"""The longest line in bytes; the longest matches have some thousand plies."""

COMPILATION_FAILED: Final = say(
    "thinking.not_compiled",
    "The search cannot be compiled here, so computers are weaker than they should be.",
)
NUMBA_MISSING: Final = say(
    "thinking.uncompiled",
    "Numba is missing, so the computer players are weaker than their levels say.",
)
"""Why a search is not compiled. A message has only the English text, by which it is recognised."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Request: analyse this position, after the earlier requests."""

    number: int
    question: AnalysisRequest


@dataclass(frozen=True, slots=True)
class Stop:
    """Request: answer now."""

    number: int


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Request: load the search of a game."""

    game: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Report: the process is ready."""


@dataclass(frozen=True, slots=True)
class EngineHeartbeat:
    """Report: the process is alive and has done so many slices of its work."""

    slices: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Report: the progress of a request."""

    number: int
    progress: AnalysisProgress


@dataclass(frozen=True, slots=True)
class SearchStatus:
    """Report: whether the search of a game is compiled."""

    game: str
    compiled: bool
    slow: str = ""
    """Why it will not be compiled."""


ToEngine: TypeAlias = Ask | Stop | WarmUp
FromEngine: TypeAlias = Ready | EngineHeartbeat | Answer | SearchStatus
Message: TypeAlias = ToEngine | FromEngine


def write_line(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(_to_object(message), allow_nan=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """The inverse of `write_line`; BadAnalysisJson for anything else."""
    if not line.endswith(b"\n"):
        raise BadAnalysisJson("the line has no end")
    try:
        words = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAnalysisJson("not a JSON object") from None
    match words:
        case {"ask": int(number), "question": question, **rest} if not rest:
            return Ask(number, from_json(AnalysisRequest, question))
        case {"stop": int(number), **rest} if not rest:
            return Stop(number)
        case {"warm": str(game), **rest} if not rest:
            return WarmUp(game)
        case {"ready": 1, **rest} if not rest:
            return Ready()
        case {"beat": int(slices), **rest} if not rest:
            return EngineHeartbeat(slices)
        case {"answer": int(number), "progress": progress, **rest} if not rest:
            return Answer(number, from_json(AnalysisProgress, progress))
        case {"search": str(game), "compiled": bool(compiled), "slow": str(slow), **rest} if (
            not rest
        ):
            known = (COMPILATION_FAILED, NUMBA_MISSING)
            return SearchStatus(
                game, compiled, next((each for each in known if each == slow), slow)
            )
    raise BadAnalysisJson("no message that is known")


def _to_object(message: Message) -> JsonObject:
    match message:
        case Ask(number, question):
            return {"ask": number, "question": to_json(question)}
        case Stop(number):
            return {"stop": number}
        case WarmUp(game):
            return {"warm": game}
        case Ready():
            return {"ready": 1}
        case EngineHeartbeat(slices):
            return {"beat": slices}
        case Answer(number, progress):
            return {"answer": number, "progress": to_json(progress)}
        case SearchStatus(game, compiled, slow):
            known: dict[str, Any] = {"search": game, "compiled": compiled, "slow": str(slow)}
            return known
