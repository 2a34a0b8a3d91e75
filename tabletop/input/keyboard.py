"""What each key means: the table, and the reader that goes by it."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk

REPEAT_AFTER, REPEAT_EVERY = 0.4, 0.08
"""Seconds until a held key repeats, and between repeats."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Keys that do the same thing."""

    does: Action
    keys: tuple[int, ...]
    held: int = pygame.KMOD_NONE
    """The modifier held down with them: one of the KMOD groups, or none."""
    repeats: bool = False
    """Whether holding the key down does it again and again."""


def _nudge(dx: int, dy: int, *keys: int) -> Binding:
    return Binding(Nudge(source="keyboard", dx=dx, dy=dy), keys, repeats=True)


def _walk(by: int, *keys: int, held: int = pygame.KMOD_NONE) -> Binding:
    return Binding(Walk(source="keyboard", by=by), keys, held, repeats=True)


def _press(
    button: Button, *keys: int, held: int = pygame.KMOD_NONE, repeats: bool = False
) -> Binding:
    return Binding(Press(source="keyboard", button=button), keys, held, repeats)


def _buzz(seat: int, *keys: int) -> Binding:
    return Binding(Buzz(source="keyboard", seat=seat), keys)


KEYS: tuple[Binding, ...] = (
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
    _buzz(0, pygame.K_1),
    _buzz(1, pygame.K_2),
    _buzz(2, pygame.K_3),
    _buzz(3, pygame.K_4),
    _press(Button.FULLSCREEN, pygame.K_F11),
    _press(Button.FULLSCREEN, pygame.K_RETURN, pygame.K_KP_ENTER, held=pygame.KMOD_ALT),
)
"""Every key that means something, in the order in which a help page lists them."""

_BY_KEY = {(key, binding.held): binding for binding in KEYS for key in binding.keys}
_MODIFIERS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)


def find_binding(key: int, mod: int) -> Binding | None:
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

    def __init__(self, pressed: Callable[[int], bool] = is_pressed) -> None:
        self._pressed = pressed
        self._key: int | None = None
        self._does: Action | None = None
        self.next_at = float("inf")
        """When the held key will repeat."""

    def down(self, key: int, mod: int, now: float) -> Action | None:
        """What this key does, if it does anything; the latest key is the one that repeats."""
        self.release_all()
        binding = find_binding(key, mod)
        if binding is None:
            return None
        if binding.repeats:
            self._key, self._does, self.next_at = key, binding.does, now + REPEAT_AFTER
        return binding.does

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
        self.next_at = now + REPEAT_EVERY
        return self._does

    def release_all(self) -> None:
        """Nothing is held any more, as far as repeats go."""
        self._key = self._does = None
        self.next_at = float("inf")
