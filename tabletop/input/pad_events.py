"""The controls of one pad: which of them are down, whatever its sticks do in between."""

import math
from collections.abc import Mapping
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.input.bindings import Function, usual

PUSHED, LET_GO = 0.5, 0.3
"""How far an axis goes to be pushed, and how far back it comes to be let go."""
QUICKEST: Final = 0.05
"""Seconds that no thumb beats: an axis that is pushed again sooner is a worn or shaking one."""
STICK_AXES: Final = (0, 1)
"""The axes of a joystick's stick. Another one that rests at its lower end is a trigger."""
MOST_CONTROLS: Final = 256
"""A number of a button, axis or hat past this is no device's."""

Change: TypeAlias = tuple[str, bool]
"""A control, and whether it went down."""

STANDARD: Final[Mapping[str, Function]] = {
    "button:0": "ok",
    "button:1": "back",
    "button:2": "call",
    "button:3": "undo",
    "button:6": "pause",
    "button:9": "left",
    "button:10": "right",
    "button:11": "north",
    "button:12": "south",
    "button:13": "west",
    "button:14": "east",
    "axis:0-": "west",
    "axis:0+": "east",
    "axis:1-": "north",
    "axis:1+": "south",
    "axis:5+": "flip",
}
"""A standard pad, by SDL's numbers: A, B, X, Y, start, shoulders, cross, left stick, trigger."""

STICK: Final[Mapping[str, Function]] = {
    "axis:0-": "west",
    "axis:0+": "east",
    "axis:1-": "north",
    "axis:1+": "south",
    "hat:0:up": "north",
    "hat:0:down": "south",
    "hat:0:left": "west",
    "hat:0:right": "east",
}
"""What a plain joystick does beside its buttons, which mean what those of a box do."""


def usually(control: str, buttons: int, standard: bool) -> Function | None:
    """What a control does until somebody says otherwise."""
    if standard:
        return STANDARD.get(control)
    return STICK.get(control) or usual(control, buttons)


NAMES: Final = (
    *("A", "B", "X", "Y", "back", "guide", "start", "left stick", "right stick"),
    *("left shoulder", "right shoulder", "up", "down", "left", "right"),
)
"""What is written on the buttons of a standard pad, by their numbers."""


def words(control: str, standard: bool) -> Text:
    """What pressing a control is called. Buttons without a name are counted from 1."""
    kind, _, number = control.partition(":")
    if kind == "axis":
        return say("devices.pad.axis", "axis {name} pushed", name=number)
    if kind == "hat":
        return say("devices.pad.hat", "hat pushed {way}", way=number.rpartition(":")[2])
    named = NAMES[int(number)] if standard and int(number) < len(NAMES) else str(int(number) + 1)
    return say("devices.pad.button", "button {name} pressed", name=named)


class Controls:
    """Changes as buttons, sticks and hats report; gives what went down or up by it."""

    def __init__(self, standard: bool) -> None:
        self._down: set[str] = set()
        self._since: dict[str, float] = {}
        self._parked: dict[int, int] = {}
        self._seen: set[int] | None = None if standard else set()
        """The axes that have reported; None where all are known to rest in the middle."""

    @property
    def down(self) -> frozenset[str]:
        """The controls that are down."""
        return frozenset(self._down)

    def button(self, number: int, pressed: bool) -> list[Change]:
        """A button reports."""
        if not 0 <= number < MOST_CONTROLS:
            return []
        return self._set(f"button:{number}", pressed)

    def axis(self, number: int, value: float, now: float) -> list[Change]:
        """An axis reports, from -1 to 1."""
        if not 0 <= number < MOST_CONTROLS or not math.isfinite(value):
            return []
        way = _direction(value)
        if self._seen is not None and number not in self._seen:
            # SDL first reports where an axis was when it was opened: nobody has pushed it.
            self._seen.add(number)
            if way:
                self._parked[number] = way
        sides: tuple[int, ...] = (-1, 1)
        if (parked := self._parked.get(number)) is not None:
            if parked < 0 and number not in STICK_AXES:
                sides = (1,)
            elif way == parked:
                return []
            else:
                del self._parked[number]
        changes: list[Change] = []
        for side in sides:
            control = f"axis:{number}{'+' if side > 0 else '-'}"
            if control in self._down:
                if value * side < LET_GO:
                    changes = [*self._set(control, False), *changes]
            elif way == side and now - self._since.get(control, -math.inf) >= QUICKEST:
                self._since[control] = now
                changes += self._set(control, True)
        return changes

    def hat(self, number: int, x: int, y: int) -> list[Change]:
        """A hat reports; up is positive, as pygame has it."""
        if not 0 <= number < MOST_CONTROLS:
            return []
        changes: list[Change] = []
        for word, pressed in (("up", y > 0), ("down", y < 0), ("left", x < 0), ("right", x > 0)):
            changes += self._set(f"hat:{number}:{word}", pressed)
        return changes

    def _set(self, control: str, pressed: bool) -> list[Change]:
        if (control in self._down) == pressed:
            return []
        if pressed:
            self._down.add(control)
        else:
            self._down.discard(control)
        return [(control, pressed)]


def _direction(value: float) -> int:
    return 1 if value >= PUSHED else -1 if value <= -PUSHED else 0
