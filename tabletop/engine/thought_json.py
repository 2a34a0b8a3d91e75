"""Questions and thoughts as JSON objects, for the line to another process and for evenings."""

import math
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, TypeAlias, TypeVar

from tabletop.engine.game import OptionValue
from tabletop.engine.thought import Candidate, News, Progress, Question, ThinkingHealth, Thought

Words: TypeAlias = dict[str, Any]
"""A JSON object."""
Told: TypeAlias = Question | Candidate | Thought | Progress | ThinkingHealth | News

T = TypeVar("T", bound=Told)

_GREATEST: Final = 2**63
"""Nobody counts further, and no seed is longer."""


class BadThought(ValueError):
    """What cannot be read of a question or a thought, and why, in words."""


def words_of(told: Told) -> Words:
    """A value as a JSON object; what is usual is left out."""
    words: Words = {}
    usual = _USUAL[type(told)]
    for each in fields(told):
        value = getattr(told, each.name)
        if each.name not in usual or value != usual[each.name]:
            words[each.name] = _plain(value)
    return words


def read_words(kind: type[T], words: object) -> T:
    """The inverse of `words_of`; BadThought says what is wrong."""
    if not isinstance(words, dict):
        raise BadThought("not a JSON object")
    readers = _FIELDS[kind]
    for key in readers.keys() - words.keys() - _USUAL[kind].keys():
        raise BadThought(f"it lacks {key}")
    values: dict[str, Any] = {}
    for key, value in words.items():
        if key not in readers:
            raise BadThought(f"there is no {str(key)[:40]}")
        try:
            values[key] = readers[key](value)
        except (TypeError, ValueError, OverflowError) as problem:
            why = f": {problem}" if isinstance(problem, BadThought) else ""
            raise BadThought(f"{key} cannot be read{why}") from None
    return kind(**values)


def _plain(value: Any) -> Any:
    match value:
        case Question() | Candidate() | Thought() | Progress() | ThinkingHealth() | News():
            return words_of(value)
        case tuple():
            return [_plain(each) for each in value]
        case frozenset():
            return sorted(value)
        case Mapping():
            return {str(key): _plain(each) for key, each in value.items()}
        case str():
            return str(value)  # a `Text` is told as it reads
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _GREATEST:
        raise TypeError
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _things(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _option(value: Any) -> OptionValue:
    if isinstance(value, bool | str):
        return value
    return _whole(value) if isinstance(value, int) else _number(value)


def _object(value: Any) -> Words:
    if not isinstance(value, dict):
        raise TypeError
    return value


_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _flag,
    int | None: lambda value: None if value is None else _whole(value),
    float | None: lambda value: None if value is None else _number(value),
    tuple[str, ...]: lambda value: tuple(_text(each) for each in _things(value)),
    tuple[float, ...]: lambda value: tuple(_number(each) for each in _things(value)),
    frozenset[str]: lambda value: frozenset(_text(each) for each in _things(value)),
    tuple[Candidate, ...]: lambda value: tuple(
        read_words(Candidate, each) for each in _things(value)
    ),
    Thought | None: lambda value: None if value is None else read_words(Thought, value),
    ThinkingHealth | None: lambda value: (
        None if value is None else read_words(ThinkingHealth, value)
    ),
    Mapping[str, OptionValue]: lambda value: {
        key: _option(each) for key, each in _object(value).items()
    },
    Mapping[int, Progress]: lambda value: {
        int(key): read_words(Progress, each) for key, each in _object(value).items()
    },
}


_KINDS: Final[tuple[type[Told], ...]] = typing.get_args(Told)


def _usual(kind: type[Told]) -> dict[str, Any]:
    usual = {e.name: e.default for e in fields(kind) if e.default is not MISSING}
    made = {e.name: e.default_factory() for e in fields(kind) if e.default_factory is not MISSING}
    return usual | made


_FIELDS: Final[dict[type[Any], dict[str, Callable[[Any], Any]]]] = {
    kind: {key: _READERS[hint] for key, hint in typing.get_type_hints(kind).items()}
    for kind in _KINDS
}
_USUAL: Final[dict[type[Any], dict[str, Any]]] = {kind: _usual(kind) for kind in _KINDS}
"""What need not be said."""
