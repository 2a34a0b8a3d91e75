"""The fingers and the mouse of a second window, which one player alone looks at."""

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Final

import pygame

from tabletop.input.actions import Action, Beside, Hover, Point, Twist
from tabletop.input.tracker import DRIFT, FLICKER, Finger, Tracker, coalesced, drift_for

BESIDE: Final = "beside"
"""The source of all that is done there: scenes and their stack know it by this."""
GONE: Final = (0, 0)

_MOUSE_AS_TOUCH = -1  # SDL_MOUSE_TOUCHID: a finger that SDL made of the mouse
_MOUSE = Finger(BESIDE, -2, 0)
_RESIZES = {pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED}
_TAKEN = _RESIZES | {
    pygame.FINGERDOWN,
    pygame.FINGERMOTION,
    pygame.FINGERUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
    pygame.WINDOWCLOSE,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWFOCUSGAINED,
    pygame.WINDOWLEAVE,
    pygame.WINDOWENTER,
    pygame.WINDOWMOVED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWHIDDEN,
    pygame.WINDOWDISPLAYCHANGED,
}
"""What is the second window's own; keys are the table's, whichever window has them."""


class SecondWindow:
    """The source of what comes through the second window; it makes nothing while there is none.

    It is handed its events by the window that takes them off pygame's queue. `exposed` and `closed`
    are for whoever draws there.
    """

    name = BESIDE

    def __init__(
        self,
        to_canvas: Callable[[tuple[int, int], float, float], Point | None],
        now: Callable[[], float] = time.monotonic,
        *,
        drift: float = DRIFT,
        flicker: float = FLICKER,
        numbers: Iterator[int] | None = None,
    ) -> None:
        """`to_canvas` takes a pixel of a window of that size to its canvas; the rest is as for the
        window itself (`input.window.Window`).
        """
        self._now, self._drift = now, drift
        self._of_size = to_canvas
        numbers = numbers if numbers is not None else itertools.count(1)
        self._fingers = Tracker(self._to_canvas, flicker, numbers)
        # A mouse does not flicker.
        self._mouse = Tracker(self._to_canvas, 0.0, numbers)
        self._number: int | None = None
        """SDL's number of the window; None while there is none."""
        self._size = GONE
        self._events: list[pygame.event.Event] = []
        self._ready: list[Action] = []
        self._pointer: Point | None = None
        self.exposed = False
        """Its picture was lost."""
        self.closed = False
        """Somebody wants it closed."""

    def open(self, number: int, size: tuple[int, int]) -> None:
        """A window with that number of SDL's is there."""
        self._number, self._size = number, size
        self._fingers.drift = self._mouse.drift = drift_for(size[1], self._drift)
        self.exposed = self.closed = False
        self.announce()

    def announce(self) -> None:
        """Tells that the window is there, to whoever has come since."""
        told = Beside(source=self.name, size=self._size)
        if told not in self._ready:
            self._ready.append(told)

    def gone(self) -> None:
        """The window is no more; fingers on it mean nothing."""
        if self._number is None:
            return
        self._number, self._size, self._pointer = None, GONE, None
        self._events.clear()
        self._ready += self._cancelled(self._now())
        self._ready.append(Beside(source=self.name, size=GONE))

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether an event is of the second window; then it is kept for the next `poll`."""
        if self._number is None or event.type not in _TAKEN:
            return False
        window = getattr(event, "window", None)
        if window is None or window.id != self._number:
            return False
        self._events.append(event)
        return True

    def _to_canvas(self, px: float, py: float) -> Point | None:
        return self._of_size(self._size, px, py)

    def start(self) -> None:
        """Forgets every finger."""
        self._cancelled(self._now())
        self._events.clear()

    def poll(self) -> list[Action]:
        """What happened there since the last call."""
        actions, self._ready = self._ready, []
        events, self._events = self._events, []
        now = self._now()
        for event in events:
            actions += self._read(event, now)
        return coalesced(actions)

    def _cancelled(self, now: float) -> list[Action]:
        """The ends of all that was down there, without meaning."""
        return [*self._fingers.cancel_all(now), *self._mouse.cancel_all(now)]

    def stop(self) -> None:
        """Nothing: the window is not ours to close."""

    def _read(self, event: pygame.event.Event, now: float) -> list[Action]:
        match event.type:
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                return self._read_finger(event, now)
            case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEMOTION:
                return self._read_mouse(event, now)
            case pygame.MOUSEWHEEL:
                return self._twisted(event.y)
            case pygame.WINDOWCLOSE:
                self.closed = True
            case pygame.WINDOWEXPOSED:
                self.exposed = True
            case pygame.WINDOWFOCUSLOST:
                return self._cancelled(now)
            case pygame.WINDOWSIZECHANGED | pygame.WINDOWRESIZED:
                return self._resized((event.x, event.y), now)
            case _:
                pass
        return []

    def _resized(self, size: tuple[int, int], now: float) -> list[Action]:
        if size == self._size:
            return []
        self._size, self.exposed = size, True
        self._fingers.drift = self._mouse.drift = drift_for(size[1], self._drift)
        return [*self._cancelled(now), Beside(source=self.name, size=size)]

    def _read_finger(self, event: pygame.event.Event, now: float) -> list[Action]:
        if event.touch_id == _MOUSE_AS_TOUCH:
            return []
        finger = Finger(BESIDE, event.touch_id, event.finger_id)
        px, py = event.x * self._size[0], event.y * self._size[1]
        match event.type:
            case pygame.FINGERDOWN:
                return self._fingers.down(finger, px, py, now)
            case pygame.FINGERMOTION:
                return self._fingers.move(finger, px, py, now)
            case _:
                return self._fingers.up(finger, px, py, now)

    def _read_mouse(self, event: pygame.event.Event, now: float) -> list[Action]:
        if getattr(event, "touch", False):
            return []  # a mouse event that SDL made of a finger
        px, py = event.pos
        self._pointer = self._to_canvas(px, py)
        if event.type == pygame.MOUSEMOTION:
            if not self._mouse.holds(_MOUSE):
                return [Hover(source=BESIDE, at=self._pointer)]
            if not getattr(event, "buttons", (1, 0, 0))[0]:
                # It was let go outside the window: nobody knows where, so it means nothing.
                return self._mouse.cancel(_MOUSE, now)
            return self._mouse.move(_MOUSE, px, py, now)
        down = event.type == pygame.MOUSEBUTTONDOWN
        if event.button == pygame.BUTTON_RIGHT and down:
            return self._twisted(1)
        if event.button != pygame.BUTTON_LEFT:
            return []
        if down:
            return self._mouse.down(_MOUSE, px, py, now)
        return self._mouse.up(_MOUSE, px, py, now)

    def _twisted(self, by: int) -> list[Action]:
        if self._pointer is None or not by:
            return []
        return [Twist(source=BESIDE, at=self._pointer, by=by)]
