"""Events as SDL posts them, and their canvas places in the tests."""

from typing import Any

import pygame

from tabletop.input.actions import (
    Action,
    Point,
)

SIZE = (1280, 720)
WIDTH, HEIGHT = SIZE


def to_canvas(px: float, py: float) -> Point | None:
    """Half a unit a pixel, rounded to hundredths, with a bar of 40 pixels on the left."""
    return (round((px - 40) / 2, 2), round(py / 2, 2)) if px >= 40 else None


def at(px: float, py: float) -> Point:
    point = to_canvas(px, py)
    assert point is not None
    return point


def post(kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **fields))


def finger(kind: int, px: float, py: float, *, finger_id: int = 5, touch_id: int = 3) -> None:
    x, y = px / WIDTH, py / HEIGHT
    post(kind, touch_id=touch_id, finger_id=finger_id, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0)


def mouse(kind: int, px: int, py: int, *, button: int = 1, touch: bool = False) -> None:
    post(kind, pos=(px, py), button=button, touch=touch)


def motion(px: int, py: int, *, left: bool = False, touch: bool = False) -> None:
    post(pygame.MOUSEMOTION, pos=(px, py), rel=(0, 0), buttons=(int(left), 0, 0), touch=touch)


def key(key: int, mod: int = 0) -> None:
    post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)


def kinds(actions: list[Action]) -> list[str]:
    return [type(action).__name__ for action in actions]
