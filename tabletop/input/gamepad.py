"""Game pads, joysticks, and encoders that act as joysticks.

The window reads their events from pygame's one queue and passes them on; the hub polls the
resulting actions. Pads with the same GUID are numbered in the order in which SDL finds them: two
that were unplugged and plugged in again in the other order have changed places, and their controls
must be assigned again.
"""

import logging
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from re import fullmatch
from typing import Any, Final, TypeAlias

import pygame
from pygame._sdl2 import controller as sdl

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Lost, Nudge, Walk
from tabletop.input.devices import ControlFunction, Device, DeviceHealth, Devices, default_function
from tabletop.input.keyboard import REPEAT_DELAY_SECONDS, REPEAT_INTERVAL_SECONDS

AXIS_PRESS_THRESHOLD, AXIS_RELEASE_THRESHOLD = 0.5, 0.3
"""How far an axis goes to count as pressed, and how far back to count as released."""
MIN_REPRESS_SECONDS: Final = 0.05
"""An axis that is pressed again within so many seconds is worn or shaking."""
STICK_AXES: Final = (0, 1)
"""The axes of a joystick's stick. Another one that rests at its lower end is a trigger."""
MAX_CONTROLS: Final = 256
"""A greater number of a button, axis or hat is invalid."""

ControlChange: TypeAlias = tuple[str, bool]
"""A control, and whether it went down."""

STANDARD_LAYOUT: Final[Mapping[str, ControlFunction]] = {
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

JOYSTICK_LAYOUT: Final[Mapping[str, ControlFunction]] = {
    "axis:0-": "west",
    "axis:0+": "east",
    "axis:1-": "north",
    "axis:1+": "south",
    "hat:0:up": "north",
    "hat:0:down": "south",
    "hat:0:left": "west",
    "hat:0:right": "east",
}
"""A plain joystick, besides its buttons, which have the functions of a box's."""


def default_pad_function(control: str, buttons: int, standard: bool) -> ControlFunction | None:
    if standard:
        return STANDARD_LAYOUT.get(control)
    return JOYSTICK_LAYOUT.get(control) or default_function(control, buttons)


BUTTON_NAMES: Final = (
    *("A", "B", "X", "Y", "back", "guide", "start", "left stick", "right stick"),
    *("left shoulder", "right shoulder", "up", "down", "left", "right"),
)
"""The labels of a standard pad's buttons, by number."""


def control_text(control: str, standard: bool) -> Text:
    """The text of a press. Buttons without a label are counted from 1."""
    kind, _, number = control.partition(":")
    if kind == "axis":
        return say("devices.pad.axis", "axis {name} moved", name=number)
    if kind == "hat":
        return say("devices.pad.hat", "d-pad {way}", way=number.rpartition(":")[2])
    named = (
        BUTTON_NAMES[int(number)]
        if standard and int(number) < len(BUTTON_NAMES)
        else str(int(number) + 1)
    )
    return say("devices.pad.button", "button {name} pressed", name=named)


class PadControls:
    """The state of a pad's controls. Its methods return what went down or up."""

    def __init__(self, standard: bool) -> None:
        self._down: set[str] = set()
        self._since: dict[str, float] = {}
        self._parked: dict[int, int] = {}
        self._seen: set[int] | None = None if standard else set()
        """The axes that have reported; None where all are known to rest in the middle."""

    @property
    def down(self) -> frozenset[str]:
        return frozenset(self._down)

    def button(self, number: int, pressed: bool) -> list[ControlChange]:
        if not 0 <= number < MAX_CONTROLS:
            return []
        return self._set(f"button:{number}", pressed)

    def axis(self, number: int, value: float, now: float) -> list[ControlChange]:
        """`value` is from -1 to 1."""
        if not 0 <= number < MAX_CONTROLS or not math.isfinite(value):
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
        changes: list[ControlChange] = []
        for side in sides:
            control = f"axis:{number}{'+' if side > 0 else '-'}"
            if control in self._down:
                if value * side < AXIS_RELEASE_THRESHOLD:
                    changes = [*self._set(control, False), *changes]
            elif way == side and now - self._since.get(control, -math.inf) >= MIN_REPRESS_SECONDS:
                self._since[control] = now
                changes += self._set(control, True)
        return changes

    def hat(self, number: int, x: int, y: int) -> list[ControlChange]:
        """Up is positive, as in pygame."""
        if not 0 <= number < MAX_CONTROLS:
            return []
        changes: list[ControlChange] = []
        for word, pressed in (("up", y > 0), ("down", y < 0), ("left", x < 0), ("right", x > 0)):
            changes += self._set(f"hat:{number}:{word}", pressed)
        return changes

    def _set(self, control: str, pressed: bool) -> list[ControlChange]:
        if (control in self._down) == pressed:
            return []
        if pressed:
            self._down.add(control)
        else:
            self._down.discard(control)
        return [(control, pressed)]


def _direction(value: float) -> int:
    return 1 if value >= AXIS_PRESS_THRESHOLD else -1 if value <= -AXIS_PRESS_THRESHOLD else 0


log = logging.getLogger(__name__)

_HOTPLUG_EVENTS: Final = frozenset({pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED})
_CONTROLLER_EVENTS: Final = frozenset(
    {pygame.CONTROLLERAXISMOTION, pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP}
)
_JOYSTICK_EVENTS: Final = frozenset(
    {pygame.JOYAXISMOTION, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP, pygame.JOYHATMOTION}
)
_IGNORED_EVENTS: Final = frozenset(
    {
        pygame.JOYBALLMOTION,
        pygame.CONTROLLERDEVICEADDED,  # a joystick has been added, too
        pygame.CONTROLLERDEVICEREMOVED,
        pygame.CONTROLLERDEVICEREMAPPED,
        pygame.CONTROLLERSENSORUPDATE,
        pygame.CONTROLLERTOUCHPADDOWN,
        pygame.CONTROLLERTOUCHPADMOTION,
        pygame.CONTROLLERTOUCHPADUP,
    }
)
GAMEPAD_EVENTS: Final = _HOTPLUG_EVENTS | _CONTROLLER_EVENTS | _JOYSTICK_EVENTS | _IGNORED_EVENTS
"""The events that only pads use."""

AXIS_RANGE: Final = 32768
"""SDL's value for an axis of a standard pad at its end."""
UNMAPPED_BUTTON_OFFSET: Final = 100
"""Added to the number of a button that SDL's database leaves out of a standard pad."""
MAX_HOLD_SECONDS: Final = 6.0
"""Seconds for which a held direction repeats: after that the stick is taken for stuck."""


@dataclass(slots=True)
class _Pad:
    """One pad while it is plugged in."""

    key: str
    order: int
    """0 for the first of its kind, 1 for the next."""
    standard: bool
    joystick: Any
    """The joystick and, of a standard pad, the controller: SDL closes unreferenced ones."""
    opened: Any
    buttons: int
    controls: PadControls
    mapped: frozenset[int]
    """The joystick's buttons that SDL's database has for a standard pad: both report them."""
    used: bool = False
    held: dict[str, tuple[Action, float]] = field(default_factory=dict)
    """Held controls that repeat, and until when; only the latest does."""
    next_at: float = float("inf")


class Gamepads:
    """The source of all pads and joysticks."""

    name = "pads"

    def __init__(self, devices: Devices, now: Callable[[], float] = time.monotonic) -> None:
        self._devices = devices
        self._now = now
        self._pads: dict[int, _Pad] = {}
        """By SDL's instance number, which is never reused."""
        self._actions: list[Action] = []
        self._started = False

    @property
    def next_at(self) -> float:
        """When a held direction will repeat."""
        return min((pad.next_at for pad in self._pads.values()), default=float("inf"))

    @property
    def plugged(self) -> bool:
        return bool(self._pads)

    def start(self) -> None:
        """Looks for pads; no failure where SDL does not support them."""
        self._actions.clear()
        try:
            pygame.joystick.init()
            sdl.init()
            self._started = True
            self._look()
        except (pygame.error, OSError) as problem:
            log.info("no pads can be used: %s", problem)

    def poll(self) -> list[Action]:
        """The actions since the last call, with repeats."""
        now = self._now()
        for pad in self._pads.values():
            if now >= pad.next_at:
                self._repeat(pad, now)
        actions, self._actions = self._actions, []
        return actions

    def stop(self) -> None:
        self._started = False
        self._pads.clear()
        self._actions.clear()
        try:
            sdl.quit()
            pygame.joystick.quit()
        except pygame.error:
            log.debug("the pads did not close", exc_info=True)

    def read(self, event: pygame.event.Event, now: float) -> bool:
        """Takes one of the `GAMEPAD_EVENTS`; returns whether there is something to poll."""
        if event.type in _HOTPLUG_EVENTS:
            self._look()
            return True
        pad = self._pads.get(getattr(event, "instance_id", -1))
        if pad is None:
            return False
        changes = _changes(pad, event, now)
        for control, pressed in changes:
            if pressed:
                self._press(pad, control, now)
            elif pad.held.pop(control, None) is not None:
                # The control held before repeats again, after the full delay.
                pad.next_at = now + REPEAT_DELAY_SECONDS if pad.held else float("inf")
        return bool(changes)

    # -- plugging in and out ----------------------------------------------------------------------

    def _look(self) -> None:
        """Opens new pads and drops missing ones; the events' own numbers may be outdated."""
        found = set()
        for index in range(pygame.joystick.get_count() if self._started else 0):
            try:
                joystick = pygame.joystick.Joystick(index)
                number = joystick.get_instance_id()
                if number not in self._pads:
                    self._open(index, number, joystick)
                found.add(number)
            except pygame.error as problem:
                log.warning("pad %d cannot be used: %s", index, problem)
        for number in sorted(self._pads.keys() - found):
            self._lose(self._pads.pop(number))

    def _open(self, index: int, number: int, joystick: Any) -> None:
        standard = sdl.is_controller(index)
        opened = sdl.Controller(index) if standard else None
        guid, name = joystick.get_guid(), joystick.get_name() or "joystick"
        kind = "pad" if standard else "joystick"
        like = [p.order for p in self._pads.values() if p.key.startswith(f"{kind}:{guid}:")]
        order = next(n for n in range(len(like) + 1) if n not in like)
        key = f"{kind}:{guid}:{order}"
        mapping = opened.get_mapping().values() if opened is not None else ()
        self._pads[number] = pad = _Pad(
            key,
            order,
            standard,
            joystick,
            opened,
            buttons=joystick.get_numbuttons(),
            controls=PadControls(standard),
            mapped=frozenset(int(word[1:]) for word in mapping if fullmatch(r"b[0-9]{1,4}", word)),
        )
        log.info("%s is %s, %s", key, name, kind)
        numbered = f"{name} {order + 1}" if order else name  # tells equal pads apart
        known = self._devices.find(key) or Device(key, "pad", numbered, "")
        self._devices.report(
            replace(
                known,
                where=say("devices.pad.where", "pad {number}", number=index + 1),
                driver=kind,
                health=DeviceHealth.LIVE,
                why="",
                buttons=pad.buttons,
            )
        )

    def _lose(self, pad: _Pad) -> None:
        why = say("devices.pad.unplugged", "it was unplugged")
        device = self._devices.find(pad.key)
        if device is None:
            return  # removed from the list
        self._devices.report(replace(device, health=DeviceHealth.LOST, why=why))
        if pad.used:  # the loss of an unused pad is not reported
            self._actions.append(Lost(source=device.name, reason=why))

    # -- presses ----------------------------------------------------------------------------------

    def _press(self, pad: _Pad, control: str, now: float) -> None:
        pad.used = True
        bindings = self._devices.bindings
        self._actions.append(bindings.signal("pad", pad.key, control, now))
        self._devices.note(pad.key, control_text(control, pad.standard), now)
        if bindings.learning:
            return
        binding = bindings.binding_of(
            pad.key, control, default_pad_function(control, pad.buttons, pad.standard)
        )
        action = binding.action("pad", now) if binding is not None else None
        if action is None:
            return
        self._actions.append(action)
        if isinstance(action, Nudge | Walk):
            pad.held[control] = action, now + MAX_HOLD_SECONDS
            pad.next_at = now + REPEAT_DELAY_SECONDS

    def _repeat(self, pad: _Pad, now: float) -> None:
        """Repeats what is held; once after a stall."""
        pad.held = {
            control: (action, until)
            for control, (action, until) in pad.held.items()
            if now < until and not self._devices.bindings.learning
        }
        pad.next_at = now + REPEAT_INTERVAL_SECONDS if pad.held else float("inf")
        if pad.held:
            action, _ = list(pad.held.values())[-1]
            self._actions.append(replace(action, when=now))


def _changes(pad: _Pad, event: pygame.event.Event, now: float) -> list[ControlChange]:
    """What went down or up by an event; posted events may lack fields or have wrong ones."""
    controls = pad.controls
    # A standard pad also sends joystick events, which must not count twice.
    if pad.standard and event.type in _JOYSTICK_EVENTS:
        match event.type, event.dict:
            case pygame.JOYBUTTONDOWN | pygame.JOYBUTTONUP, {"button": int(number)}:
                if number not in pad.mapped:
                    return controls.button(
                        number + UNMAPPED_BUTTON_OFFSET, event.type == pygame.JOYBUTTONDOWN
                    )
            case _:
                pass
        return []
    match event.type, event.dict:
        case pygame.CONTROLLERBUTTONDOWN | pygame.JOYBUTTONDOWN, {"button": int(number)}:
            return controls.button(number, True)
        case pygame.CONTROLLERBUTTONUP | pygame.JOYBUTTONUP, {"button": int(number)}:
            return controls.button(number, False)
        case pygame.CONTROLLERAXISMOTION, {"axis": int(number), "value": int(value)}:
            return controls.axis(number, max(-AXIS_RANGE, min(AXIS_RANGE, value)) / AXIS_RANGE, now)
        case pygame.JOYAXISMOTION, {"axis": int(number), "value": float(value)}:
            return controls.axis(number, value, now)
        case pygame.JOYHATMOTION, {"hat": int(number), "value": (int(x), int(y))}:
            return controls.hat(number, x, y)
        case _:
            return []
