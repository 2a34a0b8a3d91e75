"""Button encoders that say they are keyboards: which of their keys does what, and for whom.

What each key means: the table, and the reader that goes by it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import pygame

from tabletop.engine import say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Signal, Walk
from tabletop.input.bindings import Bindings, ControlBinding, ControlFunction
from tabletop.input.devices import Device, DeviceHealth, Devices

PLAIN, IPAC = "plain", "ipac"
"""The values of the setting `devices.keyboard`."""

KEYBOARD_DEVICE_KEY: Final = "keyboard"
"""The key of the one device that all keyboards are: SDL 2 does not tell them apart."""

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
"""What an encoder's keys mean, by the value of `devices.keyboard`.

The I-PAC's are the codes that it is sold with: those of MAME, for two players. They are buttons,
so that those which keyboards have for holding down mean something by themselves.
"""

IPAC_MODIFIERS: Final = pygame.KMOD_LCTRL | pygame.KMOD_LALT | pygame.KMOD_LSHIFT
"""What counts as held down while one leans on buttons of an I-PAC."""


def control_name(key: int) -> str:
    """What a key is called where controls are learnt."""
    return f"key:{key}"


REPEAT_DELAY_SECONDS, REPEAT_INTERVAL_SECONDS = 0.4, 0.08
"""Seconds until a held key repeats, and between repeats."""


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """Keys that do the same thing."""

    does: Action
    keys: tuple[int, ...]
    held: int = pygame.KMOD_NONE
    """The modifier held down with them: one of the KMOD groups, or none."""
    repeats: bool = False
    """Whether holding the key down does it again and again."""


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
"""Every key that means something, in the order in which a help page lists them."""

ALWAYS_ACTIVE_KEYS = (pygame.K_ESCAPE, pygame.K_AC_BACK)
"""The keys that lead out of every page, whatever else has been taught: nobody is locked in."""

_BY_KEY = {(key, binding.held): binding for binding in KEY_BINDINGS for key in binding.keys}
_MODIFIERS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)


def find_binding(key: int, mod: int) -> KeyBinding | None:
    """What a key means with these modifiers; shift counts only where the table says so."""
    # Each group is two bits, left and right; either hand will do.
    held = sum(group for group in _MODIFIERS if mod & group)
    return _BY_KEY.get((key, held)) or _BY_KEY.get((key, held & ~pygame.KMOD_SHIFT))


def is_pressed(key: int) -> bool:
    """Whether the key is down at this moment, as far as SDL knows."""
    return pygame.key.get_pressed()[key]


class Keyboard:
    """Reads keys as they go down and up, and repeats the one held where the table says so.

    The repeats are its own: pygame's come unmarked, so that a held OK would press on and on, and
    would go on without its window if a key's release were missed. Hence `pressed` is asked too.
    """

    def __init__(
        self,
        pressed: Callable[[int], bool] = is_pressed,
        *,
        devices: Devices | None = None,
        encoder: Callable[[], str] = lambda: PLAIN,
    ) -> None:
        """`devices` know what keys have been taught; `encoder` is asked for `devices.keyboard`."""
        self._pressed = pressed
        self._devices = devices if devices is not None else Devices(Bindings())
        self._encoder = encoder
        self._key: int | None = None
        self._does: Action | None = None
        self.next_at = float("inf")
        """When the held key will repeat."""

    def down(self, key: int, mod: int, now: float) -> Action | None:
        """What this key does, if it does anything; the latest key is the one that repeats."""
        self.release_all()
        bindings = self._devices.bindings
        if bindings.learning and key not in ALWAYS_ACTIVE_KEYS:
            self._note(key, now)
            return Signal(
                source="keyboard",
                seat=bindings.seat(KEYBOARD_DEVICE_KEY),
                when=now,
                device=KEYBOARD_DEVICE_KEY,
                control=control_name(key),
            )
        does, repeats = self._found(key, mod, now)
        if does is not None and repeats:
            self._key, self._does, self.next_at = key, does, now + REPEAT_DELAY_SECONDS
        return does

    def _found(self, key: int, mod: int, now: float) -> tuple[Action | None, bool]:
        """What a key does, and whether holding it down does it again."""
        meaning = self._meaning(key)
        if meaning is not None:
            self._note(key, now)
            does = meaning.action("keyboard", now)
            return does, isinstance(does, Nudge | Walk)
        held = mod & ~IPAC_MODIFIERS if ENCODERS.get(self._encoder()) else mod
        binding = find_binding(key, held)
        if binding is None:
            return None, False
        seat = self._devices.bindings.seat(KEYBOARD_DEVICE_KEY)
        if seat is None or key in ALWAYS_ACTIVE_KEYS or isinstance(binding.does, Buzz):
            return binding.does, binding.repeats
        return replace(binding.does, seat=seat), binding.repeats

    def _meaning(self, key: int) -> ControlBinding | None:
        """What was taught to a key wins over the encoder's, and that over the plain table."""
        if key in ALWAYS_ACTIVE_KEYS:
            return None
        taught = self._devices.bindings.controls(KEYBOARD_DEVICE_KEY).get(control_name(key))
        return taught or ENCODERS.get(self._encoder(), {}).get(key)

    def _note(self, key: int, now: float) -> None:
        """The keyboard stands among the devices from when it is one that has meanings to show."""
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
        """The key repeats no more."""
        if key == self._key:
            self.release_all()

    def repeat(self, now: float) -> Action | None:
        """What the held key does again, if its time has come; after a stall once, no burst."""
        if self._key is None or now < self.next_at:
            return None
        if not self._pressed(self._key):
            self.release_all()
            return None
        self.next_at = now + REPEAT_INTERVAL_SECONDS
        return self._does

    def release_all(self) -> None:
        """Nothing is held any more, as far as repeats go."""
        self._key = self._does = None
        self.next_at = float("inf")
