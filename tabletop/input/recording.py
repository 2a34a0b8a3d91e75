"""A recorded stream of actions, one JSON object a line, and the source that plays it again."""

import json
import math
import time
import typing
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from typing import Any, TextIO

from tabletop.input.actions import Action, Button, Lost, Point
from tabletop.input.source import Source

_KINDS: dict[str, type[Action]] = {kind.__name__: kind for kind in typing.get_args(Action)}


class BadRecording(ValueError):
    """A line that cannot be read, and why, in words."""


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
"""What a line need not say."""


def to_line(at: float, action: Action) -> str:
    """An action and its time as a line, without the line's end."""
    words: dict[str, Any] = {"t": round(at, 6), "do": type(action).__name__}
    usual = _USUAL[type(action).__name__]
    for each in fields(action):
        value = getattr(action, each.name)
        if each.name in usual and value == usual[each.name]:
            continue
        words[each.name] = value.name if isinstance(value, Button) else value
    return json.dumps(words, allow_nan=False)


def read_line(line: str | bytes) -> tuple[float, Action]:
    """The inverse of `to_line`; BadRecording says what is wrong with the line."""
    try:
        words = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecording("not a JSON object, or cut short") from None
    if not isinstance(words, dict):
        raise BadRecording("not a JSON object")
    at, kind = words.pop("t", None), words.pop("do", None)
    if not _is_number(at) or at < 0:
        raise BadRecording("t is not a time in seconds")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadRecording(f"do is not one of {', '.join(_KINDS)}")
    readers = _FIELDS[kind]
    for key in readers.keys() - words.keys() - _USUAL[kind].keys():
        raise BadRecording(f"{kind} lacks {key}")
    for key in words.keys() - readers.keys():
        raise BadRecording(f"{kind} has no {key}")
    values: dict[str, Any] = {}
    for key, read in readers.items():
        if key not in words:
            continue
        try:
            values[key] = read(words[key])
        except ValueError as error:
            raise BadRecording(f"{key} {error}") from None
    return at, _KINDS[kind](**values)


def read_recording(lines: Iterable[str | bytes]) -> list[tuple[float, Action]]:
    """Every action with its time in seconds; BadRecording names the first damaged line.

    Read a file in binary mode, so that a line that is not text is named too.
    """
    moments: list[tuple[float, Action]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            moment = read_line(line)
            if moments and moment[0] < moments[-1][0]:
                raise BadRecording("earlier than the line before it")
        except BadRecording as error:
            raise BadRecording(f"line {number}: {error}") from None
        moments.append(moment)
    return moments


class Recorder:
    """Passes on what a source (the hub, say) sees, and writes it down, timed from `start` on."""

    name = "recorder"

    def __init__(
        self, source: Source, file: TextIO, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._source = source
        self._file: TextIO | None = file
        self._now = now
        self._began = now()

    def start(self) -> None:
        """Start the source, and the recording's time."""
        self._began = self._now()
        self._source.start()

    def poll(self) -> list[Action]:
        """What the source saw; a `Lost` once if it can no longer be written down."""
        actions = list(self._source.poll())
        if self._file is None or not actions:
            return actions
        at = self._now() - self._began
        try:
            self._file.writelines(to_line(at, action) + "\n" for action in actions)
            # A table is switched off at the wall: what is not flushed is gone.
            self._file.flush()
        except (OSError, ValueError) as error:
            self._file = None
            return [*actions, Lost(source=self.name, reason=str(error))]
        return actions

    def stop(self) -> None:
        """Stop the source; the file stays open, for whoever opened it to close."""
        self._source.stop()


class Replay:
    """The source that plays a recording again, timed from `start` on.

    BadRecording at once if a line is damaged.
    """

    name = "replay"

    def __init__(
        self, lines: Iterable[str | bytes], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._moments = read_recording(lines)
        self._now = now
        self._began = now()
        self._next = 0

    @property
    def finished(self) -> bool:
        """Whether everything has been played; until then the main loop should not sleep long."""
        return self._next == len(self._moments)

    def start(self) -> None:
        """Play from the first line."""
        self._began = self._now()
        self._next = 0

    def poll(self) -> list[Action]:
        """The actions whose time has come."""
        passed = self._now() - self._began
        due: list[Action] = []
        while not self.finished and self._moments[self._next][0] <= passed:
            due.append(self._moments[self._next][1])
            self._next += 1
        return due

    def stop(self) -> None:
        """Nothing: it holds nothing open."""
