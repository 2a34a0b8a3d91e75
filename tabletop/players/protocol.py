"""What the window and the computer players' process say to each other: a JSON object a line."""

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
"""Bytes of a line; the longest match is some thousand plies."""

COMPILATION_FAILED: Final = say(
    "thinking.not_compiled",
    "The search cannot be compiled here, so computers are weaker than they should be.",
)
NUMBA_MISSING: Final = say(
    "thinking.uncompiled",
    "Numba is missing, so the computer players are weaker than their levels say.",
)
"""Why a search is not compiled. A line carries the English alone, by which they are known again."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Think about this, after what was asked before."""

    number: int
    question: AnalysisRequest


@dataclass(frozen=True, slots=True)
class Stop:
    """Answer that question now."""

    number: int


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Load the search of a game that is likely to be asked about soon."""

    game: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has begun to listen."""


@dataclass(frozen=True, slots=True)
class EngineHeartbeat:
    """The process lives, and has done so many slices of its work."""

    slices: int


@dataclass(frozen=True, slots=True)
class Answer:
    """How far the thought with that number has come."""

    number: int
    progress: AnalysisProgress


@dataclass(frozen=True, slots=True)
class SearchStatus:
    """How the search of a game runs by now."""

    game: str
    compiled: bool
    slow: str = ""
    """Why it is not compiled and will not be, in words."""


ToEngine: TypeAlias = Ask | Stop | WarmUp
FromEngine: TypeAlias = Ready | EngineHeartbeat | Answer | SearchStatus
Message: TypeAlias = ToEngine | FromEngine


def write_line(message: Message) -> bytes:
    """The line of a message, with its end."""
    return json.dumps(_to_object(message), allow_nan=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """The inverse of `write_line`; BadThought for anything else, and for half a line."""
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
