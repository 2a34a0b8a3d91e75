"""What the window and the computer players' process say to each other: a JSON object a line."""

import json
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tabletop.engine import say
from tabletop.engine.thought import Progress, Question
from tabletop.engine.thought_json import BadThought, Words, read_words, words_of

LONGEST: Final = 1 << 20
"""Bytes of a line; the longest match is some thousand plies."""

FAILED: Final = say(
    "thinking.not_compiled",
    "The search cannot be compiled here, so computers are weaker than they should be.",
)
UNCOMPILED: Final = say(
    "thinking.uncompiled",
    "Numba is missing, so the computer players are weaker than their levels say.",
)
"""Why a search is not compiled. A line carries the English alone, by which they are known again."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Think about this, after what was asked before."""

    number: int
    question: Question


@dataclass(frozen=True, slots=True)
class Stop:
    """Answer that question now."""

    number: int


@dataclass(frozen=True, slots=True)
class Warm:
    """Load the search of a game that is likely to be asked about soon."""

    game: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has begun to listen."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The process lives, and has done so many slices of its work."""

    slices: int


@dataclass(frozen=True, slots=True)
class Answer:
    """How far the thought with that number has come."""

    number: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class Search:
    """How the search of a game runs by now."""

    game: str
    compiled: bool
    slow: str = ""
    """Why it is not compiled and will not be, in words."""


ToThinker: TypeAlias = Ask | Stop | Warm
FromThinker: TypeAlias = Ready | Beat | Answer | Search
Message: TypeAlias = ToThinker | FromThinker


def write_line(message: Message) -> bytes:
    """The line of a message, with its end."""
    return json.dumps(_words(message), allow_nan=False, separators=(",", ":")).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """The inverse of `write_line`; BadThought for anything else, and for half a line."""
    if not line.endswith(b"\n"):
        raise BadThought("the line has no end")
    try:
        words = json.loads(line)
    except (ValueError, RecursionError):
        raise BadThought("not a JSON object") from None
    match words:
        case {"ask": int(number), "question": question, **rest} if not rest:
            return Ask(number, read_words(Question, question))
        case {"stop": int(number), **rest} if not rest:
            return Stop(number)
        case {"warm": str(game), **rest} if not rest:
            return Warm(game)
        case {"ready": 1, **rest} if not rest:
            return Ready()
        case {"beat": int(slices), **rest} if not rest:
            return Beat(slices)
        case {"answer": int(number), "progress": progress, **rest} if not rest:
            return Answer(number, read_words(Progress, progress))
        case {"search": str(game), "compiled": bool(compiled), "slow": str(slow), **rest} if (
            not rest
        ):
            known = (FAILED, UNCOMPILED)
            return Search(game, compiled, next((each for each in known if each == slow), slow))
    raise BadThought("no message that is known")


def _words(message: Message) -> Words:
    match message:
        case Ask(number, question):
            return {"ask": number, "question": words_of(question)}
        case Stop(number):
            return {"stop": number}
        case Warm(game):
            return {"warm": game}
        case Ready():
            return {"ready": 1}
        case Beat(slices):
            return {"beat": slices}
        case Answer(number, progress):
            return {"answer": number, "progress": words_of(progress)}
        case Search(game, compiled, slow):
            known: dict[str, Any] = {"search": game, "compiled": compiled, "slow": str(slow)}
            return known
