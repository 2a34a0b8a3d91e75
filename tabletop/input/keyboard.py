"""The functions of keys, of plain keyboards and of button encoders that act as keyboards."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import pygame

from tabletop.engine import say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.input.devices import (
    Bindings,
    ControlBinding,
    ControlFunction,
    Device,
    DeviceHealth,
    Devices,
)

PLAIN, IPAC = "plain", "ipac"
"""The values of the setting `devices.keyboard`."""

KEYBOARD_DEVICE_KEY: Final = "keyboard"
"""All keyboards are one device: SDL 2 does not tell them apart."""

_IPAC: Final[tuple[Mapping[ControlFunction, int], ...]] = (
    {  # player 1: the stick, the switches 1 to 7, start
        "west": pygame.K_LEFT,
        "east": pygame.K_RIGHT,
        "north": pygame.K_UP,
        "south": pygame.K_DOWN,
        "ok": pygame.K_LCTRL,
        "back": pygame.K_LALT,
        "call": pygame.K_SPACE,
        "left": pygame.K_LSHIFT,
        "right": pygame.K_z,
        "flip": pygame.K_x,
        "undo": pygame.K_c,
        "pause": pygame.K_1,
    },
    {  # player 2
        "west": pygame.K_d,
        "east": pygame.K_g,
        "north": pygame.K_r,
        "south": pygame.K_f,
        "ok": pygame.K_a,
        "back": pygame.K_s,
        "call": pygame.K_q,
        "left": pygame.K_w,
        "right": pygame.K_i,
        "flip": pygame.K_k,
        "undo": pygame.K_j,
        "pause": pygame.K_2,
    },
)

ENCODERS: Final[Mapping[str, Mapping[int, ControlBinding]]] = MappingProxyType(
    {
        PLAIN: MappingProxyType({}),
        IPAC: MappingProxyType(
            {
                key: ControlBinding(function, seat)
                for seat, keys in enumerate(_IPAC)
                for function, key in keys.items()
            }
        ),
    }
)
"""The keys of encoders, by the value of `devices.keyboard`.

The I-PAC's are its factory codes, those of MAME for two players. They include keys that are
modifiers on keyboards.
"""

IPAC_MODIFIERS: Final = pygame.KMOD_LCTRL | pygame.KMOD_LALT | pygame.KMOD_LSHIFT
"""The modifiers that are held while somebody presses buttons of an I-PAC."""


def control_name(key: int) -> str:
    """The name of a key on pages that assign controls."""
    return f"key:{key}"


REPEAT_DELAY_SECONDS, REPEAT_INTERVAL_SECONDS = 0.4, 0.08
"""Until a held key repeats, and between repeats."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """Keys with the same function."""

    does: Action
    keys: tuple[int, ...]
    held: int = pygame.KMOD_NONE
    """Their modifier: one of the KMOD groups, or none."""
    repeats: bool = False
    """Whether holding the key down repeats it."""


def _nudge(dx: int, dy: int, *keys: int) -> KeyBinding:
    return KeyBinding(Nudge(source="keyboard", dx=dx, dy=dy), keys, repeats=True)


def _walk(by: int, *keys: int, held: int = pygame.KMOD_NONE) -> KeyBinding:
    return KeyBinding(Walk(source="keyboard", by=by), keys, held, repeats=True)


def _press(
    button: Button, *keys: int, held: int = pygame.KMOD_NONE, repeats: bool = False
) -> KeyBinding:
    return KeyBinding(Press(source="keyboard", button=button), keys, held, repeats)


def _buzz(seat: int, *keys: int) -> KeyBinding:
    return KeyBinding(Buzz(source="keyboard", seat=seat), keys)


KEY_BINDINGS: tuple[KeyBinding, ...] = (
    _nudge(-1, 0, pygame.K_LEFT, pygame.K_KP4),
    _nudge(1, 0, pygame.K_RIGHT, pygame.K_KP6),
    _nudge(0, -1, pygame.K_UP, pygame.K_KP8),
    _nudge(0, 1, pygame.K_DOWN, pygame.K_KP2),
    _nudge(-1, -1, pygame.K_KP7),
    _nudge(1, -1, pygame.K_KP9),
    _nudge(-1, 1, pygame.K_KP1),
    _nudge(1, 1, pygame.K_KP3),
    _walk(1, pygame.K_TAB),
    _walk(-1, pygame.K_TAB, held=pygame.KMOD_SHIFT),
    _press(Button.OK, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE),
    _press(Button.BACK, pygame.K_ESCAPE, pygame.K_AC_BACK),
    _press(Button.UNDO, pygame.K_BACKSPACE, pygame.K_u),
    _press(Button.UNDO, pygame.K_z, held=pygame.KMOD_CTRL),
    _press(Button.MENU, pygame.K_m, pygame.K_F10),
    _press(Button.EARLIER, pygame.K_PAGEUP, pygame.K_COMMA, repeats=True),
    _press(Button.LATER, pygame.K_PAGEDOWN, pygame.K_PERIOD, repeats=True),
    _press(Button.FIRST, pygame.K_HOME),
    _press(Button.LAST, pygame.K_END),
    _press(Button.FLIP, pygame.K_f),
    _press(Button.HINT, pygame.K_h),
    _buzz(0, pygame.K_1),
    _buzz(1, pygame.K_2),
    _buzz(2, pygame.K_3),
    _buzz(3, pygame.K_4),
    _press(Button.BLANK, pygame.K_b),
    _press(Button.STILL, pygame.K_p, pygame.K_PAUSE),
    _press(Button.OPERATOR, pygame.K_o, held=pygame.KMOD_CTRL | pygame.KMOD_ALT),
    _press(Button.FULLSCREEN, pygame.K_F11),
    _press(Button.FULLSCREEN, pygame.K_RETURN, pygame.K_KP_ENTER, held=pygame.KMOD_ALT),
)
"""All keys with a function, in the order of the help page."""

ALWAYS_ACTIVE_KEYS = (pygame.K_ESCAPE, pygame.K_AC_BACK)
"""These leave every page, whatever was assigned to them: nobody is locked in."""

_BY_KEY = {(key, binding.held): binding for binding in KEY_BINDINGS for key in binding.keys}
_MODIFIERS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)


def find_binding(key: int, mod: int) -> KeyBinding | None:
    """The function of a key with these modifiers; shift counts only where the table has it."""
    # Each group is two bits, left and right; either key counts.
    held = sum(group for group in _MODIFIERS if mod & group)
    return _BY_KEY.get((key, held)) or _BY_KEY.get((key, held & ~pygame.KMOD_SHIFT))


class Keyboard:
    """Turns key events into actions, with repeats.

    It makes its own repeats: pygame's are not marked, so a held OK would press on and on, and they
    would not end if a key's release was missed. Hence `pressed` is asked too.
    """

    def __init__(
        self,
        pressed: Callable[[int], bool] = lambda key: pygame.key.get_pressed()[key],
        *,
        devices: Devices | None = None,
        encoder: Callable[[], str] = lambda: PLAIN,
    ) -> None:
        """`pressed`: whether a key is down now; `encoder` gives the setting `devices.keyboard`.

        `devices` has the assigned keys.
        """
        self._pressed = pressed
        self._devices = devices if devices is not None else Devices(Bindings())
        self._encoder = encoder
        self._key: int | None = None
        self._does: Action | None = None
        self.next_at = float("inf")
        """When the held key will repeat."""

    def down(self, key: int, mod: int, now: float) -> Action | None:
        """The action of a key that went down; the latest key is the one that repeats."""
        self.release_all()
        bindings = self._devices.bindings
        if bindings.learning and key not in ALWAYS_ACTIVE_KEYS:
            self._note(key, now)
            return bindings.signal("keyboard", KEYBOARD_DEVICE_KEY, control_name(key), now)
        does, repeats = self._look_up(key, mod, now)
        if does is not None and repeats:
            self._key, self._does, self.next_at = key, does, now + REPEAT_DELAY_SECONDS
        return does

    def _look_up(self, key: int, mod: int, now: float) -> tuple[Action | None, bool]:
        """The action of a key, and whether it repeats.

        An assigned function wins over the encoder's, and that over `KEY_BINDINGS`.
        """
        bindings, encoder = self._devices.bindings, ENCODERS.get(self._encoder(), {})
        assigned = bindings.controls(KEYBOARD_DEVICE_KEY).get(control_name(key)) or encoder.get(key)
        if assigned is not None and key not in ALWAYS_ACTIVE_KEYS:
            self._note(key, now)
            does = assigned.action("keyboard", now)
            return does, isinstance(does, Nudge | Walk)
        binding = find_binding(key, mod & ~IPAC_MODIFIERS if encoder else mod)
        if binding is None:
            return None, False
        seat = bindings.seat(KEYBOARD_DEVICE_KEY)
        if seat is None or key in ALWAYS_ACTIVE_KEYS or isinstance(binding.does, Buzz):
            return binding.does, binding.repeats
        return replace(binding.does, seat=seat), binding.repeats

    def _note(self, key: int, now: float) -> None:
        """The keyboard is listed as a device once a key has a function that can be shown."""
        known = self._devices.find(KEYBOARD_DEVICE_KEY) or Device(
            KEYBOARD_DEVICE_KEY,
            "keyboard",
            say("devices.keyboard", "keyboard"),
            "",
            health=DeviceHealth.LIVE,
        )
        self._devices.report(replace(known, driver=self._encoder()))
        name = pygame.key.name(key) if pygame.display.get_init() else ""
        self._devices.note(
            KEYBOARD_DEVICE_KEY,
            say("devices.keyboard.key", "key {name}", name=name or str(key)),
            now,
        )

    def up(self, key: int) -> None:
        if key == self._key:
            self.release_all()

    def repeat(self, now: float) -> Action | None:
        """The action of the held key if it is time; one after a stall."""
        if self._key is None or now < self.next_at:
            return None
        if not self._pressed(self._key):
            self.release_all()
            return None
        self.next_at = now + REPEAT_INTERVAL_SECONDS
        return self._does

    def release_all(self) -> None:
        self._key = self._does = None
        self.next_at = float("inf")
