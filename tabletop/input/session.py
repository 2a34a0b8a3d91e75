"""The file format of a recorded session, and the recorder that writes it.

A file has one JSON object a line. The first line is the header; saved matches are not part of it.
Each other line is one turn of the main loop, with the microseconds that it took and all its input,
or a run of turns without input:

    {"turn": 7, "us": 16683, "do": [{"do": "Down", "source": "touch", "contact": 1, "at": [3, 4]}]}
    {"turn": 8, "run": [16650, 16701, 2000000]}

Replaying is in `tabletop.app.session_replay`.
"""

import contextlib
import json
import math
import os
import time
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from typing import Annotated, Any, Final, TextIO, TypeAlias, TypeVar

import msgspec

from tabletop.engine import Text, say
from tabletop.engine.analysis import EngineUpdate, to_json
from tabletop.input.actions import Action, Button
from tabletop.input.devices import Device, Devices
from tabletop.input.event import EventState
from tabletop.input.phones import PhonesState

_ACTION_TYPES: Final = {kind.__name__: kind for kind in typing.get_args(Action)}
_DEFAULTS: Final = {
    kind: {each.name: each.default for each in fields(kind) if each.default is not MISSING}
    for kind in _ACTION_TYPES.values()
}
_MISSING: Final = object()

T = TypeVar("T")


class BadRecording(ValueError):
    """What cannot be read of a recording, and why."""


def encode_action(action: Action) -> dict[str, Any]:
    """An action as a JSON object, without the fields that have their defaults."""
    defaults = _DEFAULTS[type(action)]
    words: dict[str, Any] = {"do": type(action).__name__}
    for each in fields(action):
        value = getattr(action, each.name)
        if value != defaults.get(each.name, _MISSING):
            words[each.name] = value.name if isinstance(value, Button) else value
    return words


def decode_action(words: object) -> Action:
    """The inverse of `encode_action`; raises BadRecording."""
    if not isinstance(words, dict):
        raise BadRecording("an action is not a JSON object")
    name = words.get("do")
    if not isinstance(name, str) or name not in _ACTION_TYPES:
        raise BadRecording(f"do is not one of {', '.join(_ACTION_TYPES)}")
    content = {key: value for key, value in words.items() if key != "do"}
    return typing.cast(Action, _convert_dataclass(content, _ACTION_TYPES[name]))


FORMAT_VERSION: Final = 1
MICROSECONDS_PER_SECOND: Final = 1_000_000
"""Time is recorded in whole microseconds, which JSON represents exactly."""

Microseconds: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3600 * MICROSECONDS_PER_SECOND)]
_Pixels: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=16384)]
DisplayState: TypeAlias = tuple[str, _Pixels, _Pixels]
"""The screen's name, and the window's width and height in pixels."""


class SessionHeader(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"display": "stage"}
):
    """How a session began."""

    program: str
    date: str
    """The date for records, as 2026-11-21."""
    start: tuple[Any, ...]
    """The request of the command line; empty for the menu."""
    settings: Mapping[str, Any]
    display: DisplayState
    files: Mapping[str, str]
    """The files of the data folder that hold settings, by name."""
    problems: tuple[str, ...] = ()
    """What people were shown at once."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn of the main loop, with all its input."""

    microseconds: Microseconds
    """Microseconds that were given to the scenes."""
    actions: tuple[Action, ...] = ()
    seeds: tuple[int, ...] = ()
    """The seeds that were drawn; in the first turn also those from before it."""
    date: str = ""
    """The date, if it was asked for and has changed."""
    display: DisplayState | None = None
    """The screen and the window, if they have changed."""
    notices: tuple[str, ...] = ()
    """Problems that people were shown."""
    devices: tuple[Device, ...] = ()
    removed: tuple[str, ...] = ()
    """The keys of the devices that were removed."""
    engine: EngineUpdate = field(default_factory=EngineUpdate)
    """What the engine has reported."""
    phones: PhonesState | None = None
    """The phones, if they have changed."""
    event: EventState | None = None
    """What is known of the event's hub, if it has changed."""


@dataclass(frozen=True, slots=True)
class SessionRecording:
    header: SessionHeader
    turns: tuple[RecordedTurn, ...]
    cut: bool = False
    """The last line is incomplete, as after a power cut, and was dropped."""


class _TurnLine(
    msgspec.Struct,
    forbid_unknown_fields=True,
    rename={
        "microseconds": "us",
        "actions": "do",
        "display": "stage",
        "notices": "told",
        "removed": "gone",
        "engine": "heard",
    },
):
    microseconds: Microseconds
    actions: tuple[dict[str, Any], ...] = ()
    seeds: tuple[int, ...] = ()
    date: str = ""
    display: DisplayState | None = None
    notices: tuple[str, ...] = ()
    devices: tuple[dict[str, Any], ...] = ()
    removed: tuple[str, ...] = ()
    engine: EngineUpdate = EngineUpdate()
    phones: PhonesState | None = None
    event: EventState | None = None


class _RunLine(msgspec.Struct, forbid_unknown_fields=True):
    run: tuple[Microseconds, ...]


def encode_header(header: SessionHeader) -> str:
    """The first line, without its end."""
    words = msgspec.to_builtins(header, enc_hook=_to_plain)
    return json.dumps({"evening": FORMAT_VERSION} | words)


def _to_plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


def encode_turn(number: int, turn: RecordedTurn) -> str:
    """The line of a turn with input, without its end."""
    words: dict[str, Any] = {"turn": number, "us": turn.microseconds}
    if turn.actions:
        words["do"] = [encode_action(action) for action in turn.actions]
    if turn.devices:
        words["devices"] = [asdict(each) | {"health": each.health.value} for each in turn.devices]
    if turn.engine:
        words["heard"] = to_json(turn.engine)
    if turn.phones is not None:
        words["phones"] = asdict(turn.phones)
    if turn.event is not None:
        words["event"] = asdict(turn.event)
    rest = {
        "seeds": turn.seeds,
        "date": turn.date,
        "stage": turn.display,
        "told": turn.notices,
        "gone": turn.removed,
    }
    words |= {key: value for key, value in rest.items() if value}
    return json.dumps(words, allow_nan=False)


def encode_run(number: int, run: Sequence[int]) -> str:
    """The line of several turns without input, the first with this number; without its end."""
    return json.dumps({"turn": number, "run": list(run)}, separators=(",", ":"))


def read_recording(lines: Iterable[bytes]) -> SessionRecording:
    """Reads a recording from the lines of a binary file; BadRecording names the damaged line.

    A last line without an end, as a power cut leaves it, is dropped.
    """
    header: SessionHeader | None = None
    turns: list[RecordedTurn] = []
    cut = False
    for number, line in enumerate(lines, start=1):
        cut = not line.endswith(b"\n")
        try:
            if cut and header is not None:
                break
            words = _load_object(line)
            if header is None:
                header = _decode_header(words)
            else:
                turns += _decode_turns(words, len(turns) + 1)
        except BadRecording as problem:
            raise BadRecording(f"line {number}: {problem}") from None
    if header is None:
        raise BadRecording("line 1: nothing is written there")
    return SessionRecording(header, tuple(turns), cut)


def _load_object(line: bytes) -> dict[str, Any]:
    try:
        words = json.loads(line, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise BadRecording("not a JSON object, or cut short") from None
    if not isinstance(words, dict):
        raise BadRecording("not a JSON object")
    return words


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _decode_header(words: dict[str, Any]) -> SessionHeader:
    version = words.pop("evening", None)
    if version is None:
        raise BadRecording("not the beginning of an evening")
    if version != FORMAT_VERSION:
        raise BadRecording("written by another version of this program, in another way")
    header = _convert(words, SessionHeader)
    match header.start:
        case () | ("title",) | ("play", str(), int(), dict()) | ("record", str()):
            return header
    raise BadRecording("start cannot be read")


def _decode_turns(words: dict[str, Any], expected: int) -> list[RecordedTurn]:
    if words.pop("turn", None) != expected:
        raise BadRecording(f"turn {expected} should be here")
    if "run" in words:
        return [RecordedTurn(us) for us in _convert(words, _RunLine).run]
    line = _convert(words, _TurnLine)
    read = msgspec.structs.asdict(line) | {
        "actions": tuple(map(decode_action, line.actions)),
        "devices": tuple(_convert_dataclass(each, Device) for each in line.devices),
    }
    return [RecordedTurn(**read)]


def _convert(words: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(words, kind, str_keys=True)
    except msgspec.ValidationError as problem:
        raise BadRecording(str(problem)) from None


def _convert_dataclass(words: Mapping[str, Any], kind: type[Any]) -> Any:
    # For dataclasses, unlike its own structs, msgspec ignores unknown keys.
    for key in words.keys() - {each.name for each in fields(kind)}:
        raise BadRecording(f"{kind.__name__} has no {key[:40]}")
    return _convert(words, kind)


MAX_RUN_MICROSECONDS: Final = MICROSECONDS_PER_SECOND // 2
"""Turns without input are written after so many microseconds."""
SYNC_SECONDS: Final = 0.5
"""Seconds between two syncs of the file."""
MAX_QUEUED_LINES: Final = 4096
"""Lines that may wait for the disk."""
BACKUP_SUFFIX: Final = ".old"
"""The suffix of an earlier recording's name."""


class SessionRecorder:
    """Records all input of the main loop, turn by turn."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or raises OSError; an existing one is renamed."""
        if path.is_file():
            path.replace(path.with_name(path.name + BACKUP_SUFFIX))
        self._writer = _RecordingWriter(path.open("x", encoding="utf-8", newline="\n"))
        self._number = 1
        self._run: list[int] = []
        self._pending = RecordedTurn(0)
        self._date = ""
        self._display: DisplayState | None = None
        self._known: dict[str, Device] = {}
        self._version = -1
        self._phones = PhonesState()
        self._event = EventState()

    @property
    def trouble(self) -> Text | None:
        """Why recording has stopped, if it has."""
        return self._writer.trouble

    def seeds(self, source: Callable[[], int]) -> Callable[[], int]:
        """The same source of seeds, recorded."""

        def seed() -> int:
            given = source()
            self._pending = replace(self._pending, seeds=(*self._pending.seeds, given))
            return given

        return seed

    def dates(self, source: Callable[[], str]) -> Callable[[], str]:
        """The same source of the date, recorded when it changes."""

        def date() -> str:
            given = source()
            if given != self._date:
                self._date = given
                self._pending = replace(self._pending, date=given)
            return given

        return date

    def begin(self, header: SessionHeader) -> None:
        self._date, self._display = header.date, header.display
        self._writer.write(encode_header(header))
        self._pending = RecordedTurn(0)

    def record_action(self, action: Action) -> None:
        """An action that is handled in this turn."""
        self._pending = replace(self._pending, actions=(*self._pending.actions, action))

    def record_devices(self, devices: Devices) -> None:
        """The devices, before the turn's actions."""
        if devices.version == self._version:
            return
        self._version = devices.version
        now = {device.key: device for device in devices.all}
        self._pending = replace(
            self._pending,
            devices=tuple(each for each in now.values() if self._known.get(each.key) != each),
            removed=tuple(key for key in self._known if key not in now),
        )
        self._known = now

    def record_phones(self, phones: PhonesState) -> None:
        """The phones, before the turn's actions; recorded when they change."""
        if phones != self._phones:
            self._phones = phones
            self._pending = replace(self._pending, phones=phones)

    def record_event(self, event: EventState) -> None:
        """What is known of the event's hub; recorded when it changes."""
        if event != self._event:
            self._event = event
            self._pending = replace(self._pending, event=event)

    def record_notices(self, words: Sequence[str]) -> None:
        """Problems that people were shown in this turn."""
        self._pending = replace(self._pending, notices=tuple(words))

    def record_engine(self, update: EngineUpdate) -> None:
        """What the engine has reported since the last turn."""
        self._pending = replace(self._pending, engine=update)

    def record_display(self, display: DisplayState) -> None:
        """The screen and the window's size; recorded when they change."""
        if display != self._display:
            self._display = display
            self._pending = replace(self._pending, display=display)

    def turn(self, microseconds: int) -> None:
        """Ends the turn, in which so many microseconds passed."""
        pending, self._pending = replace(self._pending, microseconds=microseconds), RecordedTurn(0)
        if pending == RecordedTurn(microseconds):
            self._run.append(microseconds)
            if sum(self._run) >= MAX_RUN_MICROSECONDS:
                self._write_run()
            return
        self._write_run()
        self._writer.write(encode_turn(self._number, pending))
        self._number += 1

    def close(self) -> None:
        self._write_run()
        self._writer.close()

    def _write_run(self) -> None:
        if self._run:
            self._writer.write(encode_run(self._number, self._run))
            self._number += len(self._run)
            self._run = []


class _RecordingWriter:
    """A file and the thread that writes it, because disks are slow."""

    def __init__(self, file: TextIO) -> None:
        self.trouble: Text | None = None
        self._file = file
        self._lines: Queue[str | None] = Queue(MAX_QUEUED_LINES)
        # A daemon: a hanging disk must not hold the program.
        self._thread = Thread(target=self._work, name="session recorder", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Queues a line; never blocks."""
        if self.trouble is None:
            try:
                self._lines.put_nowait(line + "\n")
            except Full:
                self._give_up("the disk is too slow")

    def close(self) -> None:
        """Waits for the disk for at most six seconds."""
        with contextlib.suppress(Full):
            self._lines.put(None, timeout=2)
        self._thread.join(4)

    def _work(self) -> None:
        synced = time.monotonic()
        dirty = False
        try:
            while True:
                try:
                    line = self._lines.get(timeout=SYNC_SECONDS if dirty else None)
                    if line is None:
                        break
                    self._file.write(line)
                    self._file.flush()
                    dirty = True
                except Empty:
                    pass
                # Tables are switched off at the wall: what is not synced is lost.
                if dirty and time.monotonic() - synced >= SYNC_SECONDS:
                    os.fsync(self._file.fileno())
                    synced, dirty = time.monotonic(), False
        except (OSError, ValueError) as problem:
            self._give_up(getattr(problem, "strerror", None) or str(problem))
        finally:
            with contextlib.suppress(OSError, ValueError):
                self._file.close()

    def _give_up(self, why: str) -> None:
        words = "This session is no longer being recorded: {why}."
        self.trouble = self.trouble or say("diary.trouble", words, why=why)
