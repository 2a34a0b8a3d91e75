"""Actions as JSON objects, to be written down and read again.

An evening at the table as a file: all that is needed to live it again, turn by turn.

The first line says how it began; what was on the shelf is not in it. Each other line is one turn of
the main loop, with the microseconds that went by in it and all that it was handed, or a run of
turns in which nothing but time went by:

    {"turn": 7, "us": 16683, "do": [{"do": "Down", "source": "touch", "contact": 1, "at": [3, 4]}]}
    {"turn": 8, "run": [16650, 16701, 2000000]}
"""

import json
import math
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any, Final, TypeAlias

from tabletop.engine.analysis import BadAnalysisJson, EngineUpdate, from_json, to_json
from tabletop.input.actions import Action, Button, Point
from tabletop.input.devices import Device, DeviceHealth

_ACTION_TYPES: dict[str, type[Action]] = {kind.__name__: kind for kind in typing.get_args(Action)}
_MAX_INTEGER = 2**63  # no device counts further, and more can be no number of the machine's


class BadRecording(ValueError):
    """What cannot be read of a recording, and why, in words."""


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MAX_INTEGER


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
    for name, kind in _ACTION_TYPES.items()
}
_DEFAULTS = {
    name: {each.name: each.default for each in fields(kind) if each.default is not MISSING}
    for name, kind in _ACTION_TYPES.items()
}
"""What need not be said."""


def encode_action(action: Action) -> dict[str, Any]:
    """An action as a JSON object; what is usual is left out."""
    words: dict[str, Any] = {"do": type(action).__name__}
    usual = _DEFAULTS[type(action).__name__]
    for each in fields(action):
        value = getattr(action, each.name)
        if each.name in usual and value == usual[each.name]:
            continue
        words[each.name] = value.name if isinstance(value, Button) else value
    return words


def decode_action(words: object) -> Action:
    """The inverse of `to_words`; BadRecording says what is wrong."""
    if not isinstance(words, dict):
        raise BadRecording("an action is not a JSON object")
    kind = words.get("do")
    if not isinstance(kind, str) or kind not in _ACTION_TYPES:
        raise BadRecording(f"do is not one of {', '.join(_ACTION_TYPES)}")
    readers = _FIELDS[kind]
    for key in readers.keys() - words.keys() - _DEFAULTS[kind].keys():
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
    return _ACTION_TYPES[kind](**values)


FORMAT_VERSION: Final = 1
"""The number of this way of writing an evening down."""
MICROSECONDS_PER_SECOND: Final = 1_000_000
"""Microseconds. Time is handed out in whole ones, so that a line can say it exactly."""

DisplayState: TypeAlias = tuple[str, int, int]
"""The screen's name and the window's width and height in pixels."""


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """How an evening began."""

    program: str
    """The version of the program."""
    date: str
    """The date for records, as 2026-11-21."""
    start: tuple[Any, ...]
    """What the command line asked for; empty for the menu."""
    settings: Mapping[str, bool | int | float | str]
    """All settings in force."""
    stage: DisplayState
    files: Mapping[str, str]
    """The small files of the data folder that settings are kept in, by name."""
    problems: tuple[str, ...] = ()
    """What people were told at once."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn of the main loop, and all that it was handed."""

    us: int
    """Microseconds, as they were handed to the scenes."""
    actions: tuple[Action, ...] = ()
    seeds: tuple[int, ...] = ()
    """The seeds that it handed out; in the first turn those from before it too."""
    date: str = ""
    """The date, if it was asked for and was another than before."""
    stage: DisplayState | None = None
    """The screen and the window, if they changed."""
    told: tuple[str, ...] = ()
    """What went wrong elsewhere, as people were told."""
    devices: tuple[Device, ...] = ()
    """The devices that were reported anew."""
    gone: tuple[str, ...] = ()
    """The keys of the devices that were forgotten."""
    heard: EngineUpdate = field(default_factory=EngineUpdate)
    """What the computer players thought by then."""


@dataclass(frozen=True, slots=True)
class SessionRecording:
    """A whole evening."""

    beginning: SessionHeader
    turns: tuple[RecordedTurn, ...]
    cut: bool = False
    """Its last line was cut short, as by a power cut, and is left out."""


def encode_header(beginning: SessionHeader) -> str:
    """The first line, without its end."""
    words = {each.name: getattr(beginning, each.name) for each in fields(beginning)}
    return json.dumps({"evening": FORMAT_VERSION} | words, default=dict)


def encode_turn(number: int, turn: RecordedTurn) -> str:
    """The line of a turn in which something happened, without its end."""
    words: dict[str, Any] = {"turn": number, "us": turn.us}
    if turn.actions:
        words["do"] = [encode_action(action) for action in turn.actions]
    if turn.devices:
        words["devices"] = [asdict(each) | {"health": each.health.value} for each in turn.devices]
    if turn.heard:
        words["heard"] = to_json(turn.heard)
    for key in ("seeds", "date", "stage", "told", "gone"):
        if getattr(turn, key):
            words[key] = getattr(turn, key)
    return json.dumps(words, allow_nan=False)


def encode_run(number: int, run: Sequence[int]) -> str:
    """The line of turns, from this number on, in which only time went by; without its end."""
    return json.dumps({"turn": number, "run": list(run)}, separators=(",", ":"))


def read_recording(lines: Iterable[bytes]) -> SessionRecording:
    """The evening in a file that is read in binary mode; BadRecording names the damaged line.

    A last line without an end is what a power cut leaves, and is left out.
    """
    beginning: SessionHeader | None = None
    turns: list[RecordedTurn] = []
    cut = False
    for number, line in enumerate(lines, start=1):
        cut = not line.endswith(b"\n")
        try:
            if cut and beginning is not None:
                break
            words = _object(line)
            if beginning is None:
                beginning = _decode_header(words)
            else:
                turns += _decode_turns(words, len(turns) + 1)
        except BadRecording as problem:
            raise BadRecording(f"line {number}: {problem}") from None
    if beginning is None:
        raise BadRecording("line 1: nothing is written there")
    return SessionRecording(beginning, tuple(turns), cut)


def _object(line: bytes) -> dict[str, Any]:
    try:
        words = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadRecording("not a JSON object, or cut short") from None
    if not isinstance(words, dict):
        raise BadRecording("not a JSON object")
    return words


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _decode_header(words: dict[str, Any]) -> SessionHeader:
    form = words.pop("evening", None)
    if form is None:
        raise BadRecording("not the beginning of an evening")
    if form != FORMAT_VERSION:
        raise BadRecording("written by another version of this program, in another way")
    return SessionHeader(
        **_read(
            words,
            {
                "program": _text,
                "date": _text,
                "start": _start,
                "settings": _mapping,
                "stage": _stage,
                "problems": _texts,
                "files": _files,
            },
            lacking_none=True,
        )
    )


def _decode_turns(words: dict[str, Any], expected: int) -> list[RecordedTurn]:
    number = words.pop("turn", None)
    if number != expected:
        raise BadRecording(f"turn {expected} should be here")
    if "run" in words:
        run = _read(words, {"run": _run})["run"]
        return [RecordedTurn(us) for us in run]
    if "us" not in words:
        raise BadRecording("it lacks us")
    if "do" in words:
        words["actions"] = words.pop("do")
    read = _read(
        words,
        {
            "us": _microseconds,
            "actions": _actions,
            "seeds": _seeds,
            "date": _text,
            "stage": _stage,
            "told": _texts,
            "devices": _devices,
            "gone": _texts,
            "heard": _news,
        },
    )
    return [RecordedTurn(**read)]


def _read(
    words: dict[str, Any],
    readers: Mapping[str, Callable[[Any], Any]],
    *,
    lacking_none: bool = False,
) -> dict[str, Any]:
    for key in words.keys() - readers.keys():
        raise BadRecording(f"there is no {key[:40]}")
    read: dict[str, Any] = {}
    for key, reader in readers.items():
        if key in words:
            try:
                read[key] = reader(words[key])
            except (TypeError, ValueError, KeyError) as problem:
                why = f": {problem}" if isinstance(problem, BadRecording) else ""
                raise BadRecording(f"{key} cannot be read{why}") from None
        elif lacking_none:
            raise BadRecording(f"it lacks {key}")
    return read


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _tuple(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(value)


def _start(value: Any) -> tuple[Any, ...]:
    match _tuple(value):
        case () | ("title",) | ("play", str(), int(), dict()) | ("record", str()) as start:
            return start
    raise ValueError


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _microseconds(value: Any) -> int:
    if not 0 <= _whole(value) <= 3600 * MICROSECONDS_PER_SECOND:
        raise ValueError
    return int(value)


def _run(value: Any) -> list[int]:
    return [_microseconds(us) for us in _tuple(value)]


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_text(each) for each in _tuple(value))


def _seeds(value: Any) -> tuple[int, ...]:
    return tuple(_whole(each) for each in _tuple(value))


def _stage(value: Any) -> DisplayState:
    key, width, height = _tuple(value)
    if not (1 <= _whole(width) <= 16384 and 1 <= _whole(height) <= 16384):
        raise ValueError
    return _text(key), width, height


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _files(value: Any) -> Mapping[str, str]:
    return {key: _text(each) for key, each in _mapping(value).items()}


def _actions(value: Any) -> tuple[Action, ...]:
    return tuple(decode_action(each) for each in _tuple(value))


def _news(value: Any) -> EngineUpdate:
    try:
        return from_json(EngineUpdate, value)
    except BadAnalysisJson as problem:
        raise BadRecording(str(problem)) from None


def _devices(value: Any) -> tuple[Device, ...]:
    return tuple(_device(each) for each in _tuple(value))


def _device(words: Any) -> Device:
    device = Device(**{**_mapping(words), "health": DeviceHealth(words["health"])})
    for each in fields(Device):
        value, like = getattr(device, each.name), getattr(_DEVICE_TEMPLATE, each.name)
        whole = isinstance(like, float) and isinstance(value, int) and not isinstance(value, bool)
        if type(value) is not type(like) and not whole:
            raise TypeError(each.name)
    return device


_DEVICE_TEMPLATE: Final = Device("", "touch", "", "")
