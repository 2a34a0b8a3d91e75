"""Fingers, mouse, keys and window events from pygame's queue, also of a second window.

The main loop sleeps in `WindowSource.wait` until there are any; `wake` wakes it from other threads.
"""

import atexit
import logging
import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, filterfalse
from pathlib import Path
from typing import Final

import pygame

from tabletop.engine.text import Text, say
from tabletop.input.actions import (
    Action,
    Beside,
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
from tabletop.input.gamepad import GAMEPAD_EVENTS, Gamepads
from tabletop.input.keyboard import Keyboard
from tabletop.input.pointer import (
    FLICKER_SECONDS,
    TAP_DRIFT_PX,
    ContactId,
    ContactTracker,
    ToCanvas,
    coalesce,
)

log = logging.getLogger(__name__)

SDL_HINTS = {
    "SDL_TOUCH_MOUSE_EVENTS": "0",  # a finger is not also a mouse
    "SDL_MOUSE_TOUCH_EVENTS": "0",  # nor the mouse a finger
    "SDL_MOUSE_AUTO_CAPTURE": "0",  # a drag must not hold the pointer when the window hangs
    # A kiosk without a window manager may have no focus, and must still get the presses of pads.
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "1",
}


def set_sdl_hints() -> None:
    """Sets the hints that input relies on, unless the environment has other values."""
    for hint, value in SDL_HINTS.items():
        os.environ.setdefault(hint, value)


def touch_screens_text() -> Text | None:
    """How many touch screens there are, as text; None if there is none or it is unknown."""
    try:
        # Only their number: touches are known from events alone.
        from pygame._sdl2 import touch

        count = touch.get_num_devices()
    except (ImportError, pygame.error):
        return None
    if count == 1:
        return say("touch.one", "One touch screen")
    return say("touch.many", "{count} touch screens", count=count) if count else None


_FINGER_EVENTS = {pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP}
_MOUSE_EVENTS = {
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
}
_RESIZE_EVENTS = {pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWDISPLAYCHANGED}
_MOUSE_AS_TOUCH = -1  # SDL_MOUSE_TOUCHID: a finger that SDL made from the mouse
_MOUSE_DEVICE = -2  # the mouse's left button is a contact too; no touch device has this number


class _PointerReader:
    """Reads the finger and mouse events of one window."""

    def __init__(
        self,
        fingers: ContactTracker,
        mouse: ContactTracker,
        *,
        finger_source: str,
        mouse_source: str,
        to_canvas: ToCanvas,
        touched: Callable[[float, float], Point] | None = None,
    ) -> None:
        self._fingers, self._mouse = fingers, mouse
        self._finger_source, self._mouse_source = finger_source, mouse_source
        self._mouse_contact = ContactId(mouse_source, _MOUSE_DEVICE, pygame.BUTTON_LEFT)
        self._to_canvas = to_canvas
        self._touched = touched
        self._hover: Point | None = None
        self._pointer: Point | None = None
        """Where the mouse was last, with its button down or up; wheel events lack it."""

    def reset(self) -> None:
        self._hover = self._pointer = None

    def read(
        self,
        event: pygame.event.Event,
        size: tuple[int, int],
        now: float,
        since: float | None = None,
    ) -> list[Action]:
        """The actions of an event; `since` as in `ContactTracker.down`."""
        if event.type in _FINGER_EVENTS:
            return self._read_finger(event, size, now, since)
        # Posted events may lack fields of SDL's own.
        if getattr(event, "touch", False):
            return []  # a mouse event that SDL made from a finger
        if event.type == pygame.MOUSEWHEEL:
            # Away from the hand, which SDL counts as positive, turns clockwise.
            return self._twisted(event.y)
        return self._read_mouse(event, now)

    def leave(self) -> list[Action]:
        return self._hovered(None)

    def _read_finger(
        self, event: pygame.event.Event, size: tuple[int, int], now: float, since: float | None
    ) -> list[Action]:
        if event.touch_id == _MOUSE_AS_TOUCH:
            return []
        finger = ContactId(self._finger_source, event.touch_id, event.finger_id)
        px, py = event.x * size[0], event.y * size[1]
        if self._touched is not None:
            px, py = self._touched(px, py)
        match event.type:
            case pygame.FINGERDOWN:
                return self._fingers.down(finger, px, py, now, since)
            case pygame.FINGERMOTION:
                return self._fingers.move(finger, px, py, now, since)
            case _:
                return self._fingers.up(finger, px, py, now)

    def _read_mouse(self, event: pygame.event.Event, now: float) -> list[Action]:
        contact, tracker = self._mouse_contact, self._mouse
        px, py = event.pos
        self._pointer = self._to_canvas(px, py)
        if event.type == pygame.MOUSEMOTION:
            left = getattr(event, "buttons", (tracker.holds(contact), 0, 0))[0]
            if not tracker.holds(contact):
                return [] if left else self._hovered(self._pointer)
            if not left:
                # It was released outside the window, at an unknown place.
                return tracker.cancel(contact, now)
            return tracker.move(contact, px, py, now)
        if event.button == pygame.BUTTON_RIGHT and event.type == pygame.MOUSEBUTTONDOWN:
            return self._twisted(1)
        if event.button != pygame.BUTTON_LEFT:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            return tracker.down(contact, px, py, now)
        return tracker.up(contact, px, py, now)

    def _twisted(self, by: int) -> list[Action]:
        if self._pointer is None or not by:
            return []
        return [Twist(source=self._mouse_source, at=self._pointer, by=by)]

    def _hovered(self, at: Point | None) -> list[Action]:
        if at == self._hover:
            return []
        self._hover = at
        return [Hover(source=self._mouse_source, at=at)]


WAKE_EVENT = pygame.event.custom_type()
"""An event without content."""

WAKE_SOCKET, _WAKE_SENDER = socket.socketpair()
"""The main loop waits on the first, beside the window's connection; the second wakes it."""
WAKE_SOCKET.setblocking(False)
_WAKE_SENDER.setblocking(False)
atexit.register(WAKE_SOCKET.close)  # before the interpreter collects them in any order
atexit.register(_WAKE_SENDER.close)

_DRAIN_BYTES: Final = 4096


def wake() -> None:
    """Wakes a main loop in `WindowSource.wait`; from any thread, never blocks, never fails."""
    try:
        pygame.event.post(pygame.event.Event(WAKE_EVENT))
    except pygame.error:
        # No window, so nobody sleeps; or a full queue, so nobody will.
        return
    signal_wake()


def signal_wake() -> None:
    """Wakes the main loop after an event was posted; like `wake`, it never blocks or fails."""
    try:
        _WAKE_SENDER.send(b"!")
    except OSError:
        return  # the socket is full, so it is readable


def drain_wake_socket() -> None:
    try:
        while WAKE_SOCKET.recv(_DRAIN_BYTES):
            pass
    except OSError:
        return


POLL_SECONDS: Final = 0.004
"""Seconds between two polls where nothing can be waited on: a quarter of a frame."""
MAX_WAIT_SECONDS: Final = 0.1
"""The longest wait in seconds: SDL has periodic work."""
FD_FOLDER: Final = Path("/proc/self/fd")
_X_SERVERS: Final = ".X11-unix/X"


class EventWait:
    """The sleep of the main loop, until the X server sends something or another thread wakes it.

    Without an X server on this machine it polls 250 times a second, which costs 2 to 3 % of a core
    on a slow machine and delays a touch by 2 ms on average.
    """

    def __init__(self) -> None:
        self._wait_descriptors: list[int] = []

    def find_x_server(self) -> None:
        """Looks for the connection to the X server; to be repeated when the window is new."""
        found = x_connections()
        self._wait_descriptors = [*found, WAKE_SOCKET.fileno()] if found else []

    def sleep(self, seconds: float, *, polls: bool = False) -> bool:
        """Sleeps at most so long; returns whether it was woken.

        With `polls`, and without an X server, it sleeps for `POLL_SECONDS` at most.
        """
        if polls or not self._wait_descriptors:
            time.sleep(min(seconds, POLL_SECONDS))
            return False
        try:
            ready, _, _ = select.select(
                self._wait_descriptors, (), (), min(seconds, MAX_WAIT_SECONDS)
            )
        except (OSError, ValueError) as problem:  # closed meanwhile, or a number too large
            log.info("the X server cannot be listened to: %s", problem)
            self._wait_descriptors = []
            return False
        if WAKE_SOCKET.fileno() in ready:
            drain_wake_socket()
        return bool(ready)


def x_connections() -> list[int]:
    """The descriptors of this process that are connected to an X server on this machine."""
    try:
        numbers = [int(name) for name in os.listdir(FD_FOLDER)]  # noqa: PTH208 - names alone
    except (OSError, ValueError):
        return []  # not on Linux
    return [number for number in numbers if _leads_to_x(number)]


def _leads_to_x(number: int) -> bool:
    try:
        connection = socket.socket(fileno=number)
    except OSError:
        return False
    try:
        return connection.family == socket.AF_UNIX and _X_SERVERS in str(connection.getpeername())
    except OSError:
        return False
    finally:
        connection.detach()  # it belongs to SDL


class WindowSource:
    """The source of everything that comes through the window.

    `to_canvas` takes a window pixel to the canvas; it is called each time, because it changes with
    the size.
    """

    name = "window"

    def __init__(
        self,
        to_canvas: ToCanvas,
        now: Callable[[], float] = time.monotonic,
        *,
        drift: float = TAP_DRIFT_PX,
        flicker: float = FLICKER_SECONDS,
        touched: Callable[[float, float], Point] | None = None,
        numbers: Iterator[int] | None = None,
        keyboard: Keyboard | None = None,
        pads: Gamepads | None = None,
        others: Callable[[pygame.event.Event], bool] | None = None,
    ) -> None:
        """`drift` is in pixels on up to 1080 lines, `flicker` in seconds; `numbers` as in
        `ContactTracker`. `touched` gives the window pixel of a finger from the reported one.

        `pads` gets their events. `others` takes events of another window, and returns whether it
        did.
        """
        self._now = now
        self._tracker = ContactTracker(to_canvas, flicker, numbers, drift)
        self._pointer_reader = _PointerReader(
            self._tracker,
            self._tracker,
            finger_source="touch",
            mouse_source="mouse",
            to_canvas=to_canvas,
            touched=touched,
        )
        self._keyboard = keyboard or Keyboard()
        self._pads = pads
        self._others = others
        self._event_wait = EventWait()
        self._size: tuple[int, int] | None = None
        self._kept: list[pygame.event.Event] = []
        self._ended: list[Action] = []
        # When the queue was last known to be empty: what is in it came later.
        self._empty_at = float("-inf")

    def start(self) -> None:
        """Starts over with the window that exists at the first `poll`."""
        self._tracker.cancel_all(self._now())
        self._keyboard.release_all()
        self._ended.clear()
        self._size = None
        self._pointer_reader.reset()
        self._event_wait.find_x_server()

    def poll(self) -> list[Action]:
        """The actions since the last call; pygame.error when there is no window."""
        if self._size is None:
            self._measure()
        now = self._now()
        events = [*self._kept, *pygame.event.get()]
        if self._others is not None:
            events = list(filterfalse(self._others, events))
        self._kept = []
        actions, self._ended = self._ended, []
        resized = False
        for i, event in enumerate(events):
            if event.type in _RESIZE_EVENTS:
                actions += self._tracker.cancel_all(now)
                resized = True
            elif resized and event.type in _FINGER_EVENTS | _MOUSE_EVENTS:
                # A place in the new window: kept until the canvas has the new size.
                self._kept = events[i:]
                break
            else:
                actions += self._read(event, now)
        if now >= self._keyboard.next_at and (again := self._keyboard.repeat(now)) is not None:
            actions.append(again)
        if resized:
            actions.append(Resized(source=self.name, size=self._measure()))
        if not self._kept:
            self._empty_at = now
        return coalesce(actions) if len(actions) > 1 else actions

    def wait(self, seconds: float) -> None:
        """Sleeps until an event comes, a held key repeats, or another thread calls `wake`.

        At most for so many seconds; the event is kept for `poll`.
        """
        # The X server does not report pads.
        plugged = self._pads is not None and self._pads.plugged
        repeats_at = self._keyboard.next_at
        if self._pads is not None and plugged:
            repeats_at = min(repeats_at, self._pads.next_at)
        rest = min(seconds, repeats_at - self._now())
        if self._kept or self._ended or rest <= 0:
            return
        until, woken = time.monotonic() + rest, False
        try:
            # SDL's own waiting polls a thousand times a second, which is 1 to 2 % of a core.
            while (nothing := (event := pygame.event.poll()).type == pygame.NOEVENT) or (
                event.type in GAMEPAD_EVENTS and self._idle(event)
            ):
                left = until - time.monotonic()
                if left <= 0:
                    return
                if not nothing:
                    continue  # the event behind it may matter
                # A mere wake event must not keep the loop awake.
                woken = self._event_wait.sleep(left, polls=plugged or woken)
                self._empty_at = self._now()  # what comes next came just now
        except pygame.error:
            # No window: still sleep, so that a loop that waits for it does not spin.
            time.sleep(rest)
            return
        if event.type not in GAMEPAD_EVENTS:
            self._kept.append(event)

    def _idle(self, event: pygame.event.Event) -> bool:
        """Whether it is a pad event without effect, such as noise of a stick."""
        return self._pads is None or not self._pads.read(event, self._now())

    def cancel(self) -> None:
        """Cancels every contact; the next `poll` returns that."""
        self._ended += self._tracker.cancel_all(self._now())

    def stop(self) -> None:
        """The window belongs to the display."""

    def _measure(self) -> tuple[int, int]:
        self._size = width, height = pygame.display.get_window_size()
        self._tracker.fit(height)
        return width, height

    def _read(self, event: pygame.event.Event, now: float) -> list[Action]:
        if event.type in _FINGER_EVENTS | _MOUSE_EVENTS:
            size = self._size or self._measure()
            return self._pointer_reader.read(event, size, now, self._empty_at)
        if event.type in GAMEPAD_EVENTS:
            if self._pads is not None:
                self._pads.read(event, now)
            return []
        match event.type:
            case pygame.KEYDOWN:
                return self._read_key(event, now)
            case pygame.KEYUP:
                self._keyboard.up(event.key)
            case pygame.WINDOWLEAVE:
                return self._pointer_reader.leave()
            case pygame.WINDOWFOCUSLOST:
                self._keyboard.release_all()
                lost = Focus(source=self.name, gained=False)
                return [*self._tracker.cancel_all(now), lost]
            case pygame.WINDOWFOCUSGAINED:
                return [Focus(source=self.name, gained=True)]
            case pygame.WINDOWEXPOSED:
                return [Exposed(source=self.name)]
            case pygame.QUIT | pygame.WINDOWCLOSE:
                # The first comes only when the last window is to close.
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
            return read  # a page that assigns keys takes it, whatever it writes
        sign = getattr(event, "unicode", "")
        if len(sign) == 1 and sign.isprintable():
            read.append(Typed(source="keyboard", sign=sign))
        return read


SECONDARY_SOURCE: Final = "beside"
"""The source of its actions, by which scenes recognise them."""
CLOSED_SIZE: Final = (0, 0)

_SECONDARY_EVENTS = {
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESIZED,
    *_FINGER_EVENTS,
    *_MOUSE_EVENTS,
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
"""The second window's own events; keys always belong to the table."""


class SecondaryWindowSource:
    """The source of the second window; it gives nothing while that is closed.

    The first window passes its events on. `exposed` and `closed` are for whoever draws it.
    """

    name = SECONDARY_SOURCE

    def __init__(
        self,
        to_canvas: Callable[[tuple[int, int], float, float], Point | None],
        now: Callable[[], float] = time.monotonic,
        *,
        drift: float = TAP_DRIFT_PX,
        flicker: float = FLICKER_SECONDS,
        numbers: Iterator[int] | None = None,
    ) -> None:
        """`to_canvas` takes a pixel of a window of that size to its canvas; the rest is as for
        `WindowSource`.
        """
        self._now = now
        self._of_size = to_canvas
        numbers = numbers if numbers is not None else count(1)
        self._fingers = ContactTracker(self._to_canvas, flicker, numbers, drift)
        # A mouse does not flicker.
        self._mouse = ContactTracker(self._to_canvas, 0.0, numbers, drift)
        self._pointer_reader = _PointerReader(
            self._fingers,
            self._mouse,
            finger_source=SECONDARY_SOURCE,
            mouse_source=SECONDARY_SOURCE,
            to_canvas=self._to_canvas,
        )
        self._number: int | None = None
        """SDL's number of the window; None while it is closed."""
        self._size = CLOSED_SIZE
        self._events: list[pygame.event.Event] = []
        self._ready: list[Action] = []
        self.exposed = False
        """Its content was lost."""
        self.closed = False
        """Somebody wants it closed."""

    def open(self, number: int, size: tuple[int, int]) -> None:
        """The window with that SDL number is open."""
        self._number = number
        self._fit(size)
        self.exposed = self.closed = False
        self.announce()

    def announce(self) -> None:
        """Gives the window's size again, for a scene that has come since."""
        action = Beside(source=self.name, size=self._size)
        if action not in self._ready:
            self._ready.append(action)

    def gone(self) -> None:
        """The window is closed; its contacts are cancelled."""
        if self._number is None:
            return
        self._number, self._size = None, CLOSED_SIZE
        self._pointer_reader.reset()
        self._events.clear()
        self._ready += self._cancelled(self._now())
        self._ready.append(Beside(source=self.name, size=CLOSED_SIZE))

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether an event is of the second window; it is then kept for the next `poll`."""
        if self._number is None or event.type not in _SECONDARY_EVENTS:
            return False
        window = getattr(event, "window", None)
        if window is None or window.id != self._number:
            return False
        self._events.append(event)
        return True

    def _to_canvas(self, px: float, py: float) -> Point | None:
        return self._of_size(self._size, px, py)

    def start(self) -> None:
        self._cancelled(self._now())
        self._events.clear()

    def poll(self) -> list[Action]:
        actions, self._ready = self._ready, []
        events, self._events = self._events, []
        now = self._now()
        for event in events:
            actions += self._read(event, now)
        return coalesce(actions) if len(actions) > 1 else actions

    def _cancelled(self, now: float) -> list[Action]:
        return [*self._fingers.cancel_all(now), *self._mouse.cancel_all(now)]

    def stop(self) -> None:
        """The window belongs to the display."""

    def _read(self, event: pygame.event.Event, now: float) -> list[Action]:
        if event.type in _FINGER_EVENTS | _MOUSE_EVENTS:
            return self._pointer_reader.read(event, self._size, now)
        match event.type:
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

    def _fit(self, size: tuple[int, int]) -> None:
        self._size = size
        self._fingers.fit(size[1])
        self._mouse.fit(size[1])

    def _resized(self, size: tuple[int, int], now: float) -> list[Action]:
        if size == self._size:
            return []
        self._fit(size)
        self.exposed = True
        return [*self._cancelled(now), Beside(source=self.name, size=size)]
