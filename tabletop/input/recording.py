"""Actions as JSON objects, to be written down and read again."""

import math
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from tabletop.input.actions import Action, Button, Point

_KINDS: dict[str, type[Action]] = {kind.__name__: kind for kind in typing.get_args(Action)}
_GREATEST = 2**63  # no device counts further, and more can be no number of the machine's


class BadRecording(ValueError):
    """What cannot be read of a recording, and why, in words."""


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _GREATEST


def _is_number(value: object) -> bool:
    return _is_int(value) or (isinstance(value, float) and math.isfinite(value))


def _is_pair(value: object, of: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(of(each) for each in value)


def _read_point(value: Any) -> Point:
    if not _is_pair(value, _is_number):
        raise ValueError("is not two numbers")
    return (value[0], value[1])


def _read_point_or_none(value: Any) -> Point | None:
    return None if value is None else _read_point(value)


def _read_size(value: Any) -> tuple[int, int]:
    if not _is_pair(value, _is_int):
        raise ValueError("is not two whole numbers")
    return (value[0], value[1])


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("is not text")
    return value


def _read_int(value: Any) -> int:
    if not _is_int(value):
        raise ValueError("is not a whole number")
    return int(value)


def _read_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("is neither true nor false")
    return value


def _read_seat(value: Any) -> int | None:
    return None if value is None else _read_int(value)


def _read_values(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(_is_int(each) for each in value):
        raise ValueError("is not a list of whole numbers")
    return tuple(value)


def _read_seconds(value: Any) -> float:
    if not _is_number(value):
        raise ValueError("is not a number")
    return float(value)


def _read_button(value: Any) -> Button:
    if not isinstance(value, str) or value not in Button.__members__:
        raise ValueError(f"is not one of {', '.join(Button.__members__)}")
    return Button[value]


_READERS: dict[Any, Callable[[Any], Any]] = {
    Point: _read_point,
    Point | None: _read_point_or_none,
    tuple[int, int]: _read_size,
    str: _read_text,
    int: _read_int,
    int | None: _read_seat,
    float: _read_seconds,
    tuple[int, ...]: _read_values,
    bool: _read_bool,
    Button: _read_button,
}
_FIELDS = {
    name: {key: _READERS[hint] for key, hint in typing.get_type_hints(kind).items()}
    for name, kind in _KINDS.items()
}
_USUAL = {
    name: {each.name: each.default for each in fields(kind) if each.default is not MISSING}
    for name, kind in _KINDS.items()
}
"""What need not be said."""


def to_words(action: Action) -> dict[str, Any]:
    """An action as a JSON object; what is usual is left out."""
    words: dict[str, Any] = {"do": type(action).__name__}
    usual = _USUAL[type(action).__name__]
    for each in fields(action):
        value = getattr(action, each.name)
        if each.name in usual and value == usual[each.name]:
            continue
        words[each.name] = value.name if isinstance(value, Button) else value
    return words


def read_action(words: object) -> Action:
    """The inverse of `to_words`; BadRecording says what is wrong."""
    if not isinstance(words, dict):
        raise BadRecording("an action is not a JSON object")
    kind = words.get("do")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadRecording(f"do is not one of {', '.join(_KINDS)}")
    readers = _FIELDS[kind]
    for key in readers.keys() - words.keys() - _USUAL[kind].keys():
        raise BadRecording(f"{kind} lacks {key}")
    for key in words.keys() - readers.keys() - {"do"}:
        raise BadRecording(f"{kind} has no {key}")
    values: dict[str, Any] = {}
    for key, read in readers.items():
        if key not in words:
            continue
        try:
            values[key] = read(words[key])
        except ValueError as error:
            raise BadRecording(f"{key} {error}") from None
    return _KINDS[kind](**values)
