"""The list of all devices and their state, and what their controls do.

`Bindings`, kept in a file, are the functions of controls and the seats of devices. `Devices` is the
list: sources report to it on the main thread while they are polled; pages read it.
"""

import json
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args
from unicodedata import category, normalize

from tabletop.engine import say
from tabletop.engine.match import SOURCE_READER_PREFIX, SOURCE_REPLAYED, SOURCE_SIMULATED_PREFIX
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Roll, Signal, Walk
from tabletop.settings import write_atomically

log = logging.getLogger(__name__)

BINDINGS_FILE_NAME: Final = "devices.json"
"""In the data folder."""

ControlFunction: TypeAlias = Literal[
    "ok",
    "back",
    "left",
    "right",
    "call",
    "pause",
    "undo",
    "flip",
    "north",
    "south",
    "west",
    "east",
    "blank",
    "still",
]
"""``left`` and ``right`` go through the places that can be touched, compass directions move the
cursor, ``blank`` and ``still`` are for the host."""

CONTROL_FUNCTIONS: Final[tuple[ControlFunction, ...]] = get_args(ControlFunction)

DEFAULT_LAYOUTS: Final[Mapping[int, tuple[ControlFunction, ...]]] = {
    1: ("call",),  # a buzzer; it confirms where there is nothing to call
    2: ("ok", "call"),
    3: ("left", "ok", "right"),
    4: ("left", "ok", "right", "call"),
    5: ("left", "ok", "right", "call", "back"),
    6: ("left", "ok", "right", "call", "back", "pause"),
}
"""The default functions of a box's buttons, by their number."""

_ACTIONS: Final[Mapping[str, tuple[type[Press | Walk | Nudge], Mapping[str, Any]]]] = {
    "ok": (Press, {"button": Button.OK}),
    "back": (Press, {"button": Button.BACK}),
    "pause": (Press, {"button": Button.MENU}),
    "undo": (Press, {"button": Button.UNDO}),
    "flip": (Press, {"button": Button.FLIP}),
    "blank": (Press, {"button": Button.BLANK}),
    "still": (Press, {"button": Button.STILL}),
    "left": (Walk, {"by": -1}),
    "right": (Walk, {"by": 1}),
    "north": (Nudge, {"dx": 0, "dy": -1}),
    "south": (Nudge, {"dx": 0, "dy": 1}),
    "west": (Nudge, {"dx": -1, "dy": 0}),
    "east": (Nudge, {"dx": 1, "dy": 0}),
}
"""The actions of all functions but a call, without source, seat and time."""


@dataclass(frozen=True, slots=True)
class ControlBinding:
    """The function of one control, and its seat."""

    function: ControlFunction
    seat: int | None = None
    """None: whoever is to move."""

    def action(self, source: str, when: float = 0.0) -> Action | None:
        """The action of a press; None for a call without a seat."""
        if self.function == "call":
            return None if self.seat is None else Buzz(source=source, seat=self.seat, when=when)
        kind, details = _ACTIONS[self.function]
        return kind(source=source, seat=self.seat, when=when, **details)


def default_function(control: str, buttons: int) -> ControlFunction | None:
    """The default function of a box's button; None for one too many."""
    kind, _, number = control.partition(":")
    layout = DEFAULT_LAYOUTS.get(min(buttons, max(DEFAULT_LAYOUTS)), ())
    if kind != "button" or not number.isdigit() or int(number) >= len(layout):
        return None
    return layout[int(number)]


class Bindings:
    """All bindings, by the device's key."""

    def __init__(
        self, path: Path | None = None, keep: Callable[[Path, str], None] = write_atomically
    ) -> None:
        """`path`: the file; None: only in memory.

        `keep` writes the file.
        """
        self.path = path
        self._write = keep
        self.learning = False
        """A page assigns controls: sources send only `Signal`."""
        self.problem = ""
        """What is wrong with the file, or with writing it; emptied once it was shown."""
        self._seats: dict[str, int] = {}
        self._controls: dict[str, dict[str, ControlBinding]] = {}
        if path is not None:
            self._load(path)

    def seat(self, key: str) -> int | None:
        return self._seats.get(key)

    def binding_of(
        self, key: str, control: str, usually: ControlFunction | None
    ) -> ControlBinding | None:
        """The function of a control; `usually` is its default."""
        own = self._controls.get(key, {}).get(control)
        if own is not None:
            return own
        return None if usually is None else ControlBinding(usually, self.seat(key))

    def signal(self, source: str, key: str, control: str, when: float) -> Signal:
        """What a control of a device sends besides its action."""
        return Signal(source=source, seat=self.seat(key), when=when, device=key, control=control)

    def controls(self, key: str) -> Mapping[str, ControlBinding]:
        """The controls of a device that were assigned one by one."""
        return self._controls.get(key, {})

    def assign_seat(self, key: str, seat: int | None) -> None:
        """Gives a device to a seat; None: to whoever is to move.

        Controls that were assigned for its former seat go along with it.
        """
        before, assigned = self.seat(key), self._controls.get(key, {})
        for control, binding in assigned.items():
            if binding.seat == before:
                assigned[control] = replace(binding, seat=seat)
        if seat is None:
            self._seats.pop(key, None)
        else:
            self._seats[key] = seat
        self._keep()

    def assign_function(self, key: str, control: str, binding: ControlBinding) -> None:
        self._controls.setdefault(key, {})[control] = binding
        self._keep()

    def forget(self, key: str) -> None:
        """Resets a device to its defaults, without a seat."""
        self._seats.pop(key, None)
        self._controls.pop(key, None)
        self._keep()

    @classmethod
    def check_text(cls, text: str) -> None:
        """Raises ValueError if the text of the file is damaged."""
        cls()._read(text)

    # -- the file -----------------------------------------------------------------------------

    def _keep(self) -> None:
        if self.path is None:
            return
        kept = {
            key: {
                "seat": self._seats.get(key),
                "controls": {
                    control: {"does": binding.function, "seat": binding.seat}
                    for control, binding in self._controls.get(key, {}).items()
                },
            }
            for key in sorted({*self._seats, *self._controls})
        }
        try:
            self._write(self.path, json.dumps(kept, indent=1) + "\n")
        except OSError as problem:
            words = "The device assignments could not be saved: {why}"
            self.problem = say("bindings.unkept", words, why=str(problem))

    def _load(self, path: Path) -> None:
        try:
            self._read(path.read_bytes())
        except FileNotFoundError:
            return
        except OSError as problem:
            words = "{path} cannot be read: {why}"
            why = problem.strerror or str(problem)
            self.problem = say("bindings.unread", words, path=str(path), why=why)
        except (ValueError, RecursionError) as problem:
            self._seats.clear()
            self._controls.clear()
            aside = path.with_suffix(".damaged.json")
            try:
                path.replace(aside)
            except OSError:
                log.exception("%s could not be set aside", path)
            words = "{path} was damaged ({why}) and has been renamed to {aside}"
            self.problem = say(
                "bindings.damaged", words, path=str(path), why=str(problem), aside=aside.name
            )

    def _read(self, text: str | bytes) -> None:
        kept = json.loads(text)
        if not isinstance(kept, dict):
            raise ValueError("it is not a JSON object")
        for key, entry in kept.items():
            if not isinstance(entry, dict) or not isinstance(entry.get("controls", {}), dict):
                raise ValueError(f"what stands at {key[:40]} is no binding")
            seat = _read_seat(entry.get("seat"))
            if seat is not None:
                self._seats[key] = seat
            for control, does in entry.get("controls", {}).items():
                function = does.get("does") if isinstance(does, dict) else None
                if function not in CONTROL_FUNCTIONS:
                    raise ValueError(f"what stands at {key[:40]}, {control[:40]} is no meaning")
                self._controls.setdefault(key, {})[control] = ControlBinding(
                    function, _read_seat(does.get("seat"))
                )


def _read_seat(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 8:
        return value
    raise ValueError(f"a seat is a number from 0 to 7, not {str(value)[:20]}")


def label_word(name: str) -> str:
    """A name fit for a record's header: letters, digits and a few other characters, at most 40."""
    kept = "".join(sign if sign.isalnum() or sign in "-_.#" else "-" for sign in name)
    return kept[:40].strip("-") or "nameless"


def source_label(roll: Roll) -> str:
    """The source of a throw for the record, whatever the device calls itself."""
    if roll.source == "replay" or roll.label == SOURCE_REPLAYED:
        return SOURCE_REPLAYED
    name = roll.label.partition(":")[2] or roll.label or roll.device
    simulated = roll.simulated or roll.label.startswith(SOURCE_SIMULATED_PREFIX)
    return (SOURCE_SIMULATED_PREFIX if simulated else SOURCE_READER_PREFIX) + label_word(name)


def reader_name(label: str) -> str:
    """A reader's name without the suffix that tells equal ones apart."""
    return label.partition(":")[2].partition("#")[0]


DeviceKind: TypeAlias = Literal["serial", "pad", "keyboard", "touch", "phones"]

REPLAY_PREFIX: Final = "replay:"
"""The prefix of the URL of a recording that is played instead of a device."""
RATE_WINDOW_SECONDS: Final = 5.0
"""Seconds over which a device's event rate is counted."""


class DeviceHealth(Enum):
    TRYING = "trying"
    """Found; it is being identified."""
    LIVE = "live"
    STALE = "stale"
    """Silent for longer than it should be."""
    LOST = "lost"
    TOO_NEW = "too new"
    STRANGE = "strange"
    """It speaks no known protocol."""


@dataclass(frozen=True, slots=True)
class Device:
    key: str
    """Permanent: vendor, product and serial number, or else its place on the bus."""
    kind: DeviceKind
    name: str
    where: str
    """The port, or the URL."""
    driver: str = ""
    health: DeviceHealth = DeviceHealth.TRYING
    why: str = ""
    """Why it is lost, too new or strange."""
    buttons: int = 0
    sides: int = 0
    """The sides of the dice that it reads; 0 if it reads none."""
    lamps: int = 0
    simulated: bool = False
    last: str = ""
    """Its last event, as text."""
    last_at: float = 0.0
    """The monotonic second of that; 0 for none."""
    events: int = 0
    """The number of its events."""
    errors: int = 0
    """The number of its unreadable lines."""
    recording: str = ""
    """The file that its bytes are written to, if any."""

    @property
    def reads_dice(self) -> bool:
        return self.sides > 0

    @property
    def works(self) -> bool:
        return self.health in (DeviceHealth.LIVE, DeviceHealth.STALE)

    @property
    def replayed(self) -> bool:
        """Whether it is a recording that is played."""
        return self.where.startswith(REPLAY_PREFIX)

    @property
    def label(self) -> str:
        """The source of its throws in records: one word, its name and what tells it from equal
        ones.

        That is the serial number or the place on the bus. One that was named by its URL has only
        its name.
        """
        if self.replayed:
            return SOURCE_REPLAYED
        kind = SOURCE_SIMULATED_PREFIX if self.simulated else SOURCE_READER_PREFIX
        bus, _, place = self.key.partition(":")
        twin = place.rpartition(":")[2] if bus == "usb" else place if bus == "path" else ""
        return kind + label_word(self.name) + (f"#{label_word(twin)}" if twin else "")


MAX_NAME_LENGTH: Final = 40
"""The longest device name that is shown."""


def printable_text(words: str, most: int = MAX_NAME_LENGTH) -> str:
    """A device's own text made fit for one line; printable text is returned as it is.

    Control characters, direction changes and stacked accents are left out, and the middle of what
    is longer than `most`.
    """
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in normalize("NFC", words)
        if sign.isspace() or (category(sign)[0] != "C" and category(sign) != "Mn")
    )
    kept = " ".join(kept.split())
    if len(kept) > most:
        kept = f"{kept[: (most - 2) // 2]}...{kept[len(kept) - (most - 3) // 2 :]}"
    return words if kept == words else kept


DeviceCommand: TypeAlias = Literal["lamp", "record", "stop", "close"]
"""A request to a device: test its lamps, or start or stop recording its bytes."""


class Devices:
    """All devices since the start."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.version = 0
        """Changes whenever a page would show something else."""
        self._devices: dict[str, Device] = {}
        self._answers: dict[str, Callable[[DeviceCommand, str], None]] = {}
        self.opener: Callable[[str], None] | None = None
        """Opens a device by its URL; None while no source can."""

    @property
    def all(self) -> tuple[Device, ...]:
        """In the order in which they were found."""
        return tuple(self._devices.values())

    @property
    def readers(self) -> tuple[Device, ...]:
        """The working dice readers, in the order in which they were found."""
        return tuple(device for device in self.all if device.reads_dice and device.works)

    def find(self, key: str) -> Device | None:
        return self._devices.get(key)

    def report(
        self, device: Device, answer: Callable[[DeviceCommand, str], None] | None = None
    ) -> None:
        """Replaces the state of a device; `answer` handles requests to it."""
        known = self._devices.get(device.key)
        if known is None or known.name != device.name:
            name = printable_text(device.name) or say("devices.nameless", "Nameless device")
            device = replace(device, name=name)
        if answer is not None:
            self._answers[device.key] = answer
        if known != device:
            self._devices[device.key] = device
            self.version += 1

    def note(self, key: str, last: str, at: float) -> None:
        """A device has sent an event."""
        device = self._devices.get(key)
        if device is not None:
            done = replace(device, last=last, last_at=at, events=device.events + 1)
            self.report(done)

    def forget(self, key: str) -> None:
        if self._devices.pop(key, None) is not None:
            self._answers.pop(key, None)
            self.version += 1

    def ask(self, key: str, command: DeviceCommand, words: str = "") -> None:
        """Sends a request to a device; ignored if it cannot do it."""
        answer = self._answers.get(key)
        if answer is not None:
            answer(command, words)

    def open(self, url: str) -> None:
        """Opens a device that is not found automatically, such as a recording (``replay:FILE``)."""
        if self.opener is not None:
            self.opener(url)


class EventRates:
    """Counts the events of each device in the last `RATE_WINDOW_SECONDS`."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[tuple[float, int]]] = {}

    def note(self, devices: Iterable[Device], now: float) -> None:
        """Remembers the devices' counts of events at a time."""
        for device in devices:
            seen = self._seen.setdefault(device.key, deque())
            if not seen or seen[-1][1] != device.events:
                seen.append((now, device.events))
            while len(seen) > 1 and seen[1][0] <= now - RATE_WINDOW_SECONDS:
                seen.popleft()

    def lately(self, device: Device) -> int:
        """The number of events in the window before the last `note`."""
        seen = self._seen.get(device.key)
        # The first entry is older than the window, or the start of the observation.
        return max(0, device.events - seen[0][1]) if seen else 0

    def changes_in(self, now: float) -> float:
        """Seconds until a count falls because an event leaves the window."""
        times = [seen[1][0] for seen in self._seen.values() if len(seen) > 1]
        return max(0.0, min(times, default=inf) + RATE_WINDOW_SECONDS - now)
