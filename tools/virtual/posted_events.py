"""SDL events of fingers, mice and keys, posted to the event queue."""

from typing import Any, Final

import pygame

Place = tuple[float, float]
"""A share of the window's width and height; beyond 0 and 1 it lies off the edge."""
SCREEN: Final = 5
"""The id of the touch screen."""


def event(kind: int, **fields: Any) -> pygame.event.Event:
    """One of SDL's events."""
    return pygame.event.Event(kind, fields)


def finger(kind: int, at: Place, number: int) -> pygame.event.Event:
    """A finger of that number goes down, moves or goes up."""
    place = {"x": at[0], "y": at[1], "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    return event(kind, touch_id=SCREEN, finger_id=number, **place)


def down(at: Place, number: int) -> pygame.event.Event:
    """A finger goes down."""
    return finger(pygame.FINGERDOWN, at, number)


def move(at: Place, number: int) -> pygame.event.Event:
    """A finger moves on."""
    return finger(pygame.FINGERMOTION, at, number)


def up(at: Place, number: int) -> pygame.event.Event:
    """A finger is lifted."""
    return finger(pygame.FINGERUP, at, number)


def key(code: int, mod: int = 0, sign: str = "") -> tuple[pygame.event.Event, pygame.event.Event]:
    """A key goes down and up."""
    fields = {"key": code, "mod": mod, "unicode": sign, "scancode": 0}
    return event(pygame.KEYDOWN, **fields), event(pygame.KEYUP, **fields)


def mouse(kind: int, at: Place, size: tuple[int, int], button: int = 1) -> pygame.event.Event:
    """The mouse moves, or one of its buttons goes down or up."""
    pos = (round(at[0] * size[0]), round(at[1] * size[1]))
    if kind == pygame.MOUSEMOTION:
        return event(kind, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    return event(kind, pos=pos, button=button, touch=False)
