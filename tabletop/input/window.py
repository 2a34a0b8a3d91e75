"""The window's fingers, mouse, keys and fate, read from the one queue that pygame has."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame

from tabletop.input.actions import (
    Action,
    Buzz,
    Exposed,
    Focus,
    Hover,
    Point,
    Quit,
    Resized,
    Signal,
    Twist,
    Typed,
)
from tabletop.input.keyboard import Keyboard
from tabletop.input.nap import Nap
from tabletop.input.pads import PAD_EVENTS, Pads
from tabletop.input.tracker import DRIFT, FLICKER, Finger, ToCanvas, Tracker, coalesced, drift_for

MOUSE = Finger("mouse", 0, pygame.BUTTON_LEFT)
"""The mouse's left button is a finger too."""

_FINGERS = {pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP}
_MICE = {
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
}
_RESIZES = {pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWDISPLAYCHANGED}
_MOUSE_AS_TOUCH = -1  # SDL_MOUSE_TOUCHID: a finger that SDL made of the mouse


class Window:
    """The source of all that comes through the window.

    `to_canvas` takes a window pixel to the canvas and is asked anew each time, so it may change
    when a `Resized` has been handled.
    """

    name = "window"

    def __init__(
        self,
        to_canvas: ToCanvas,
        now: Callable[[], float] = time.monotonic,
        *,
        drift: float = DRIFT,
        flicker: float = FLICKER,
        touched: Callable[[float, float], Point] | None = None,
        numbers: Iterator[int] | None = None,
        keyboard: Keyboard | None = None,
        pads: Pads | None = None,
        others: Callable[[pygame.event.Event], bool] | None = None,
    ) -> None:
        """`drift` is in pixels on up to 1080 lines, `flicker` in seconds; `numbers` as `Tracker`'s.
        `touched` gives the window pixel where a finger is, of the one at which it is felt.

        `pads` are handed their events; what became of them is theirs to say. `others` takes what
        belongs to another window, and says so.
        """
        self._to_canvas = to_canvas
        self._touched = touched
        self._now = now
        self._drift = drift
        self._tracker = Tracker(to_canvas, flicker, numbers)
        self._keyboard = keyboard or Keyboard()
        self._pads = pads
        self._others = others
        self._nap = Nap()
        self._size: tuple[int, int] | None = None
        self._hover: Point | None = None
        self._pointer: Point | None = None
        """Where the mouse was last seen, with its button down or up; a wheel does not say."""
        self._kept: list[pygame.event.Event] = []
        self._ended: list[Action] = []
        # When the queue was last known to be empty: what is in it came later.
        self._empty_at = float("-inf")

    def start(self) -> None:
        """Begin afresh with whatever window there is by the first `poll`."""
        self._tracker.cancel_all(self._now())
        self._keyboard.release_all()
        self._ended.clear()
        self._size = None
        self._hover = self._pointer = None
        self._nap.listen()

    def poll(self) -> list[Action]:
        """What happened since the last call; pygame.error when there is no window."""
        if self._size is None:
            self._measure()
        now = self._now()
        events = [*self._kept, *pygame.event.get()]
        if self._others is not None:
            events = [event for event in events if not self._others(event)]
        self._kept = []
        actions, self._ended = self._ended, []
        resized = False
        for i, event in enumerate(events):
            if event.type in _RESIZES:
                actions += self._tracker.cancel_all(now)
                resized = True
            elif resized and event.type in _FINGERS | _MICE:
                # A place in the new window: it waits until the canvas has been told the size.
                self._kept = events[i:]
                break
            else:
                actions += self._read(event, now)
        if (again := self._keyboard.repeat(now)) is not None:
            actions.append(again)
        if resized:
            actions.append(Resized(source=self.name, size=self._measure()))
        if not self._kept:
            self._empty_at = now
        return coalesced(actions)

    def wait(self, seconds: float) -> None:
        """Sleep until something happens, at most so long; what woke it is kept for `poll`."""
        repeats_at = min(self._keyboard.next_at, self._pads.next_at if self._pads else math.inf)
        rest = min(seconds, repeats_at - self._now())
        if self._kept or self._ended or rest <= 0:
            return
        until, rang = time.monotonic() + rest, False
        # The X server says nothing of pads.
        plugged = self._pads is not None and self._pads.plugged
        try:
            # SDL's own waiting looks a thousand times a second, which alone is 1 to 2 % of a core.
            while (nothing := (event := pygame.event.poll()).type == pygame.NOEVENT) or (
                self._idle(event)
            ):
                left = until - time.monotonic()
                if left <= 0:
                    return
                if not nothing:
                    continue  # what comes behind it may matter
                # Who rang and had nothing to say shall not keep anybody awake.
                rang = self._nap.take(left, light=plugged or rang)
                self._empty_at = self._now()  # what comes next came during the nap, just now
        except pygame.error:
            # No window: still sleep, so that a loop that waits for it does not spin.
            time.sleep(rest)
            return
        if event.type not in PAD_EVENTS:
            self._kept.append(event)

    def _idle(self, event: pygame.event.Event) -> bool:
        """Whether it is of a pad and means nothing: a stick that trembles keeps nobody awake."""
        if event.type not in PAD_EVENTS:
            return False
        return self._pads is None or not self._pads.read(event, self._now())

    def cancel(self) -> None:
        """End every contact without meaning, as a reset does; the next `poll` says so."""
        self._ended += self._tracker.cancel_all(self._now())

    def stop(self) -> None:
        """Nothing: the window is not ours to close."""

    def _measure(self) -> tuple[int, int]:
        self._size = width, height = pygame.display.get_window_size()
        self._tracker.drift = drift_for(height, self._drift)
        return width, height

    def _read(self, event: pygame.event.Event, now: float) -> list[Action]:
        if event.type in _FINGERS:
            return self._read_finger(event, now)
        if event.type in _MICE:
            return self._read_mouse(event, now)
        if event.type in PAD_EVENTS:
            if self._pads is not None:
                self._pads.read(event, now)
            return []
        match event.type:
            case pygame.KEYDOWN:
                return self._read_key(event, now)
            case pygame.KEYUP:
                self._keyboard.up(event.key)
            case pygame.WINDOWLEAVE:
                return self._hovered(None)
            case pygame.WINDOWFOCUSLOST:
                self._keyboard.release_all()
                lost = Focus(source=self.name, gained=False)
                return [*self._tracker.cancel_all(now), lost]
            case pygame.WINDOWFOCUSGAINED:
                return [Focus(source=self.name, gained=True)]
            case pygame.WINDOWEXPOSED:
                return [Exposed(source=self.name)]
            case pygame.QUIT | pygame.WINDOWCLOSE:
                # The first comes only once the last window is to close.
                return [Quit(source=self.name)]
            case _:
                pass
        return []

    def _read_key(self, event: pygame.event.Event, now: float) -> list[Action]:
        action = self._keyboard.down(event.key, getattr(event, "mod", 0), now)
        if isinstance(action, Buzz):
            action = replace(action, when=now)
        read: list[Action] = [] if action is None else [action]
        if isinstance(action, Signal):
            return read  # a page learns the key, whatever it writes
        sign = getattr(event, "unicode", "")
        if len(sign) == 1 and sign.isprintable():
            read.append(Typed(source="keyboard", sign=sign))
        return read

    def _read_finger(self, event: pygame.event.Event, now: float) -> list[Action]:
        if event.touch_id == _MOUSE_AS_TOUCH:
            return []
        finger = Finger("touch", event.touch_id, event.finger_id)
        width, height = self._size or self._measure()
        px, py = event.x * width, event.y * height
        if self._touched is not None:
            px, py = self._touched(px, py)
        match event.type:
            case pygame.FINGERDOWN:
                return self._tracker.down(finger, px, py, now, self._empty_at)
            case pygame.FINGERMOTION:
                return self._tracker.move(finger, px, py, now, self._empty_at)
            case _:
                return self._tracker.up(finger, px, py, now)

    def _read_mouse(self, event: pygame.event.Event, now: float) -> list[Action]:
        # Posted events may lack what SDL's own carry.
        if getattr(event, "touch", False):
            return []  # a mouse event that SDL made of a finger
        if event.type == pygame.MOUSEWHEEL:
            # Away from the hand, which SDL counts as positive, turns as a screw is driven in.
            return self._twisted(event.y)
        px, py = event.pos
        self._pointer = self._to_canvas(px, py)
        if event.type == pygame.MOUSEMOTION:
            left = getattr(event, "buttons", (self._tracker.holds(MOUSE), 0, 0))[0]
            if not self._tracker.holds(MOUSE):
                return [] if left else self._hovered(self._to_canvas(px, py))
            if not left:
                # It was let go outside the window: nobody knows where, so it means nothing.
                return self._tracker.cancel(MOUSE, now)
            return self._tracker.move(MOUSE, px, py, now)
        if event.button == pygame.BUTTON_RIGHT and event.type == pygame.MOUSEBUTTONDOWN:
            return self._twisted(1)
        if event.button != pygame.BUTTON_LEFT:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._tracker.down(MOUSE, px, py, now)
        return self._tracker.up(MOUSE, px, py, now)

    def _twisted(self, by: int) -> list[Action]:
        if self._pointer is None or not by:
            return []
        return [Twist(source="mouse", at=self._pointer, by=by)]

    def _hovered(self, at: Point | None) -> list[Action]:
        if at == self._hover:
            return []
        self._hover = at
        return [Hover(source="mouse", at=at)]
