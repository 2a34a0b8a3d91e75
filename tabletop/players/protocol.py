"""The messages between the window and the engine process: one JSON object per line."""

import json
from typing import Final, TypeAlias

import msgspec

from tabletop.engine import say
from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest, BadAnalysisJson, to_json

MAX_LINE_BYTES: Final = 1 << 20
"""The longest line in bytes; the longest matches have some thousand plies."""

COMPILATION_FAILED: Final = say(
    "thinking.not_compiled",
    "The search can’t be compiled here, so the computer players are weaker than they should be.",
)
NUMBA_MISSING: Final = say(
    "thinking.uncompiled",
    "Numba is missing, so the computer players are weaker than their levels say.",
)
"""Why a search is not compiled. A message has only the English text, by which it is recognised."""


class _Message(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Written with the name of its class."""


class Ask(_Message, frozen=True):
    """Request: analyse this position, after the earlier requests."""

    number: int
    question: AnalysisRequest


class Stop(_Message, frozen=True):
    """Request: answer now."""

    number: int


class WarmUp(_Message, frozen=True):
    """Request: load the search of a game."""

    game: str


class Ready(_Message, frozen=True):
    """Report: the process is ready."""


class EngineHeartbeat(_Message, frozen=True):
    """Report: the process is alive and has done so many slices of its work."""

    slices: int


class Answer(_Message, frozen=True):
    """Report: the progress of a request."""

    number: int
    progress: AnalysisProgress


class SearchStatus(_Message, frozen=True):
    """Report: whether the search of a game is compiled."""

    game: str
    compiled: bool
    slow: str = ""
    """Why it will not be compiled."""


ToEngine: TypeAlias = Ask | Stop | WarmUp
FromEngine: TypeAlias = Ready | EngineHeartbeat | Answer | SearchStatus
Message: TypeAlias = ToEngine | FromEngine

_DECODER: Final = msgspec.json.Decoder(Message)


def write_line(message: Message) -> bytes:
    """A message as a line; ValueError for numbers that JSON has not."""
    return json.dumps(to_json(message), allow_nan=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """The inverse of `write_line`; BadAnalysisJson for anything else."""
    if not line.endswith(b"\n"):
        raise BadAnalysisJson("the line has no end")
    try:
        message: Message = _DECODER.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as problem:
        raise BadAnalysisJson(str(problem)) from None
    if isinstance(message, SearchStatus):
        known = (COMPILATION_FAILED, NUMBA_MISSING)
        slow = next((each for each in known if each == message.slow), message.slow)
        return SearchStatus(message.game, message.compiled, slow)
    return message
