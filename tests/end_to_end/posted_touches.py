"""Fingers on a touch screen as SDL posts them, with the mouse events that SDL adds."""

from typing import Any

import pygame

from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import Drag, Gesture, Pixel

SCREEN = 3
"""The id of the touch screen."""


class Fingers:
    """Hands at a room's window, which they touch where the picture shows a place.

    With every event a turn of the loop goes by.
    """

    def __init__(self, room: Room, *, doubled: bool = True) -> None:
        """`doubled` adds the mouse events that SDL makes of the first finger."""
        self._room = room
        self._doubled = doubled
        self._at: dict[int, Pixel] = {}

    def down(self, at: Pixel, finger: int = 1) -> None:
        self.post(pygame.FINGERDOWN, at, finger)
        self._room.turn()

    def move(self, at: Pixel, finger: int = 1) -> None:
        self.post(pygame.FINGERMOTION, at, finger)
        self._room.turn()

    def up(self, finger: int = 1, at: Pixel | None = None) -> None:
        self.post(pygame.FINGERUP, at or self._at[finger], finger)
        self._room.turn()

    def tap(self, at: Pixel, finger: int = 1, drift: Pixel = (0, 0)) -> None:
        """Down and up again, at most a drift away."""
        self.down(at, finger)
        if drift != (0, 0):
            self.move((at[0] + drift[0], at[1] + drift[1]), finger)
        self.up(finger)

    def drag(self, start: Pixel, end: Pixel, finger: int = 1) -> None:
        """From one place to another, with a stop half-way."""
        self.down(start, finger)
        self.move(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), finger)
        self.move(end, finger)
        self.up(finger)

    def make(self, gesture: Gesture, finger: int = 1, drift: Pixel = (0, 0)) -> None:
        if isinstance(gesture, Drag):
            self.drag(gesture.start, gesture.end, finger)
        else:
            self.tap(gesture.at, finger, drift)

    def press(self, key: str) -> None:
        """Taps a button of the scene on top, once it hears fingers."""
        while getattr(self._room.top, "ignores_touches", False):
            self._room.turn(0.1)
        self.tap(self._room.button(key))

    def post(self, kind: int, at: Pixel, finger: int) -> None:
        """Puts an event into the queue, without a turn of the loop."""
        self._at[finger] = at
        glass = self._room.table.display_transform.now
        x, y = glass.felt(*glass.to_window(*at))
        width, height = pygame.display.get_window_size()
        place = {"x": x / width, "y": y / height, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
        _post(kind, touch_id=SCREEN, finger_id=finger, **place)
        if not self._doubled:
            return
        if kind == pygame.FINGERMOTION:
            _post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=True)
            return
        if kind == pygame.FINGERDOWN:
            _post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=True)
            _post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=True)
        else:
            _post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=True)


class Mouse(Fingers):
    """A mouse in the place of fingers: whatever their numbers, there is one pointer."""

    def post(self, kind: int, at: Pixel, finger: int) -> None:
        held, self._at[finger] = self._at.get(finger), at
        if kind != pygame.FINGERUP:
            buttons = (int(kind == pygame.FINGERMOTION), 0, 0)
            rel = (0, 0) if held is None else (at[0] - held[0], at[1] - held[1])
            _post(pygame.MOUSEMOTION, pos=at, rel=rel, buttons=buttons, touch=False)
        if kind == pygame.FINGERDOWN:
            _post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
        elif kind == pygame.FINGERUP:
            _post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)


class Keys:
    """A keyboard at a room's window."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def press(self, key: int, mod: int = 0) -> None:
        """Down and up, and a turn of the loop."""
        _post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        _post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)
        self._room.turn()


def _post(kind: int, **fields: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, fields))
