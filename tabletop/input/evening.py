"""An evening at the table as a file: all that is needed to live it again, turn by turn.

The first line says how it began; what was on the shelf is not in it. Each other line is one turn of
the main loop, with the microseconds that went by in it and all that it was handed, or a run of
turns in which nothing but time went by:

    {"turn": 7, "us": 16683, "do": [{"do": "Down", "source": "touch", "contact": 1, "at": [3, 4]}]}
    {"turn": 8, "run": [16650, 16701, 2000000]}
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final, TypeAlias

from tabletop.engine.thought import News
from tabletop.engine.thought_json import BadThought, read_words, words_of
from tabletop.input.actions import Action
from tabletop.input.devices import Device, Health
from tabletop.input.recording import BadRecording, read_action, to_words

FORM: Final = 1
"""The number of this way of writing an evening down."""
SECOND: Final = 1_000_000
"""Microseconds. Time is handed out in whole ones, so that a line can say it exactly."""

Stage: TypeAlias = tuple[str, int, int]
"""The screen's name and the window's width and height in pixels."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """How an evening began."""

    program: str
    """The version of the program."""
    date: str
    """The date for records, as 2026-11-21."""
    start: tuple[Any, ...]
    """What the command line asked for; empty for the menu."""
    settings: Mapping[str, bool | int | float | str]
    """All settings in force."""
    stage: Stage
    files: Mapping[str, str]
    """The small files of the data folder that settings are kept in, by name."""
    problems: tuple[str, ...] = ()
    """What people were told at once."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the main loop, and all that it was handed."""

    us: int
    """Microseconds, as they were handed to the scenes."""
    actions: tuple[Action, ...] = ()
    seeds: tuple[int, ...] = ()
    """The seeds that it handed out; in the first turn those from before it too."""
    date: str = ""
    """The date, if it was asked for and was another than before."""
    stage: Stage | None = None
    """The screen and the window, if they changed."""
    told: tuple[str, ...] = ()
    """What went wrong elsewhere, as people were told."""
    devices: tuple[Device, ...] = ()
    """The devices that were reported anew."""
    gone: tuple[str, ...] = ()
    """The keys of the devices that were forgotten."""
    heard: News = field(default_factory=News)
    """What the computer players thought by then."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A whole evening."""

    beginning: Beginning
    turns: tuple[Turn, ...]
    cut: bool = False
    """Its last line was cut short, as by a power cut, and is left out."""


def write_beginning(beginning: Beginning) -> str:
    """The first line, without its end."""
    words = {each.name: getattr(beginning, each.name) for each in fields(beginning)}
    return json.dumps({"evening": FORM} | words, default=dict)


def write_turn(number: int, turn: Turn) -> str:
    """The line of a turn in which something happened, without its end."""
    words: dict[str, Any] = {"turn": number, "us": turn.us}
    if turn.actions:
        words["do"] = [to_words(action) for action in turn.actions]
    if turn.devices:
        words["devices"] = [asdict(each) | {"health": each.health.value} for each in turn.devices]
    if turn.heard:
        words["heard"] = words_of(turn.heard)
    for key in ("seeds", "date", "stage", "told", "gone"):
        if getattr(turn, key):
            words[key] = getattr(turn, key)
    return json.dumps(words, allow_nan=False)


def write_run(number: int, run: Sequence[int]) -> str:
    """The line of turns, from this number on, in which only time went by; without its end."""
    return json.dumps({"turn": number, "run": list(run)}, separators=(",", ":"))


def read_evening(lines: Iterable[bytes]) -> Evening:
    """The evening in a file that is read in binary mode; BadRecording names the damaged line.

    A last line without an end is what a power cut leaves, and is left out.
    """
    beginning: Beginning | None = None
    turns: list[Turn] = []
    cut = False
    for number, line in enumerate(lines, start=1):
        cut = not line.endswith(b"\n")
        try:
            if cut and beginning is not None:
                break
            words = _object(line)
            if beginning is None:
                beginning = _beginning(words)
            else:
                turns += _turns(words, len(turns) + 1)
        except BadRecording as problem:
            raise BadRecording(f"line {number}: {problem}") from None
    if beginning is None:
        raise BadRecording("line 1: nothing is written there")
    return Evening(beginning, tuple(turns), cut)


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


def _beginning(words: dict[str, Any]) -> Beginning:
    form = words.pop("evening", None)
    if form is None:
        raise BadRecording("not the beginning of an evening")
    if form != FORM:
        raise BadRecording("written by another version of this program, in another way")
    return Beginning(
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


def _turns(words: dict[str, Any], expected: int) -> list[Turn]:
    number = words.pop("turn", None)
    if number != expected:
        raise BadRecording(f"turn {expected} should be here")
    if "run" in words:
        run = _read(words, {"run": _run})["run"]
        return [Turn(us) for us in run]
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
    return [Turn(**read)]


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


def _things(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(value)


def _start(value: Any) -> tuple[Any, ...]:
    match _things(value):
        case () | ("title",) | ("play", str(), int(), dict()) | ("record", str()) as start:
            return start
    raise ValueError


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _microseconds(value: Any) -> int:
    if not 0 <= _whole(value) <= 3600 * SECOND:
        raise ValueError
    return int(value)


def _run(value: Any) -> list[int]:
    return [_microseconds(us) for us in _things(value)]


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_text(each) for each in _things(value))


def _seeds(value: Any) -> tuple[int, ...]:
    return tuple(_whole(each) for each in _things(value))


def _stage(value: Any) -> Stage:
    key, width, height = _things(value)
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
    return tuple(read_action(each) for each in _things(value))


def _news(value: Any) -> News:
    try:
        return read_words(News, value)
    except BadThought as problem:
        raise BadRecording(str(problem)) from None


def _devices(value: Any) -> tuple[Device, ...]:
    return tuple(_device(each) for each in _things(value))


def _device(words: Any) -> Device:
    device = Device(**{**_mapping(words), "health": Health(words["health"])})
    for each in fields(Device):
        value, like = getattr(device, each.name), getattr(_ANY_DEVICE, each.name)
        whole = isinstance(like, float) and isinstance(value, int) and not isinstance(value, bool)
        if type(value) is not type(like) and not whole:
            raise TypeError(each.name)
    return device


_ANY_DEVICE: Final = Device("", "touch", "", "")
