"""The functions of devices' controls and the seats that devices belong to, kept in a file."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from tabletop.engine import say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.settings import write_atomically

log = logging.getLogger(__name__)

FILE_NAME: Final = "devices.json"
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

HOST_FUNCTIONS: Final[frozenset[ControlFunction]] = frozenset({"blank", "still"})
"""Functions of the host, not of a seat: encoders for players have no buttons for them."""

DEFAULT_LAYOUTS: Final[Mapping[int, tuple[ControlFunction, ...]]] = {
    1: ("call",),  # a buzzer; it confirms where there is nothing to call
    2: ("ok", "call"),
    3: ("left", "ok", "right"),
    4: ("left", "ok", "right", "call"),
    5: ("left", "ok", "right", "call", "back"),
    6: ("left", "ok", "right", "call", "back", "pause"),
}
"""The default functions of a box's buttons, by their number."""

_PRESSES: Final = {
    "ok": Button.OK,
    "back": Button.BACK,
    "pause": Button.MENU,
    "undo": Button.UNDO,
    "flip": Button.FLIP,
    "blank": Button.BLANK,
    "still": Button.STILL,
}
_WALK_STEPS: Final = {"left": -1, "right": 1}
_CURSOR_STEPS: Final = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}


@dataclass(frozen=True, slots=True)
class ControlBinding:
    """The function of one control, and its seat."""

    function: ControlFunction
    seat: int | None = None
    """None: whoever is to move."""

    def action(self, source: str, when: float = 0.0) -> Action | None:
        """The action of a press; None for a call without a seat."""
        function = self.function
        if function in _PRESSES:
            return Press(source=source, seat=self.seat, when=when, button=_PRESSES[function])
        if function in _WALK_STEPS:
            return Walk(source=source, seat=self.seat, when=when, by=_WALK_STEPS[function])
        if function in _CURSOR_STEPS:
            dx, dy = _CURSOR_STEPS[function]
            return Nudge(source=source, seat=self.seat, when=when, dx=dx, dy=dy)
        if self.seat is None:
            return None
        return Buzz(source=source, seat=self.seat, when=when)


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

    def controls(self, key: str) -> Mapping[str, ControlBinding]:
        """The controls of a device that were assigned one by one."""
        return self._controls.get(key, {})

    def assign_seat(self, key: str, seat: int | None) -> None:
        """Gives a device to a seat; None: to whoever is to move.

        Controls that were assigned for its former seat go along with it.
        """
        before, taught = self.seat(key), self._controls.get(key, {})
        for control, meaning in taught.items():
            if meaning.seat == before:
                taught[control] = replace(meaning, seat=seat)
        if seat is None:
            self._seats.pop(key, None)
        else:
            self._seats[key] = seat
        self._keep()

    def assign_function(self, key: str, control: str, meaning: ControlBinding) -> None:
        """Assigns a function to one control."""
        self._controls.setdefault(key, {})[control] = meaning
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
                    control: {"does": meaning.function, "seat": meaning.seat}
                    for control, meaning in self._controls.get(key, {}).items()
                },
            }
            for key in sorted({*self._seats, *self._controls})
        }
        try:
            self._write(self.path, json.dumps(kept, indent=1) + "\n")
        except OSError as problem:
            words = "What the devices mean could not be kept: {why}"
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
            words = "{path} was damaged ({why}) and is now {aside}"
            told = {"path": str(path), "why": str(problem), "aside": aside.name}
            self.problem = say("bindings.damaged", words, **told)

    def _read(self, text: str | bytes) -> None:
        kept = json.loads(text)
        if not isinstance(kept, dict):
            raise ValueError("it is not a JSON object")
        for key, told in kept.items():
            self._take(key, told)

    def _take(self, key: str, told: Any) -> None:
        """Reads the entry of one device, or raises ValueError."""
        if not isinstance(told, dict) or not isinstance(told.get("controls", {}), dict):
            raise ValueError(f"what stands at {key[:40]} is no binding")
        seat = _read_seat(told.get("seat"))
        if seat is not None:
            self._seats[key] = seat
        for control, does in told.get("controls", {}).items():
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
