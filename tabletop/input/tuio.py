"""Touch frames that speak TUIO 1.1 over UDP: fingers (/tuio/2Dcur), as any other touch.

Frames of other things (objects, blobs, three dimensions) are left aside, and that is said once.
"""

import logging
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import isfinite
from typing import Final, TypeAlias

from pythonosc.osc_message import OscMessage, ParseError

from tabletop.engine import say
from tabletop.input.actions import Action, Point
from tabletop.input.tracker import DRIFT, FLICKER, Finger, ToCanvas, Tracker, coalesced, drift_for
from tabletop.input.tuio_frames import Alive, Frames, Message, Named, Numbered, Placed, in_order
from tabletop.input.udp import Datagram, Listener

log = logging.getLogger(__name__)

PROFILE: Final = b"/tuio/2Dcur\0"
"""What messages about fingers begin with."""
SILENCE: Final = 1.0
"""Seconds without a frame after which the fingers of a tracker do not count any more."""
BITE: Final = 32768
"""Bytes that are read in one turn of the loop, so that a flood cannot stop it."""
TRACKERS: Final = 16
"""How many trackers are listened to at once."""

_BUNDLE: Final = b"#bundle\0"
_HEAD: Final = 16  # bytes before the first part: the name and the time, which TUIO does not use
_DEEPEST: Final = 8  # of bundles within bundles
_TYPES: Final = frozenset(b"ifs")  # all that TUIO uses; of others the library complains aloud

Size: TypeAlias = tuple[int, int]


class BadDatagram(ValueError):
    """Bytes that are no message, or not a whole one."""


def messages(data: bytes) -> list[Message]:
    """What a datagram says of fingers; BadDatagram for one that is damaged.

    A single message that makes no sense (no number, a place beyond the screen) is left out.
    """
    if not data.startswith(_BUNDLE):
        read = _message(data)
        return [] if read is None else [read]
    return in_order(read for part in _parts(data, 0) if (read := _message(part)) is not None)


def _parts(bundle: bytes, depth: int) -> Iterator[bytes]:
    """The messages in a bundle. The library's own loop never ends where a size is negative."""
    at = _HEAD
    if len(bundle) < at or depth > _DEEPEST:
        raise BadDatagram("a bundle without an end")
    while at < len(bundle):
        if at + 4 > len(bundle):
            raise BadDatagram("a bundle that is cut short")
        (size,) = struct.unpack_from(">i", bundle, at)
        part = bundle[at + 4 : at + 4 + max(0, size)]
        if size <= 0 or len(part) < size:
            raise BadDatagram("a bundle that is cut short")
        at += 4 + size
        if part.startswith(_BUNDLE):
            yield from _parts(part, depth + 1)
        else:
            yield part


def _message(data: bytes) -> Message | None:
    """What one message says; None if it is not about fingers or makes no sense."""
    if not data.startswith(b"/"):
        raise BadDatagram("no message")
    if not data.startswith(PROFILE):
        return None
    types = data[len(PROFILE) :].partition(b"\0")[0]
    if not types.startswith(b",") or not _TYPES.issuperset(types[1:]):
        return None
    try:
        verb, *rest = OscMessage(data).params or [""]
    except (ParseError, ValueError) as problem:
        raise BadDatagram(str(problem)) from None
    match verb, rest:
        case "source", [str(name), *_]:
            return Named(name[:80])
        case "alive", _ if all(isinstance(each, int) for each in rest):
            return Alive(tuple(rest))
        case "set", [int(session), float(x), float(y), *_] if _on_screen(x) and _on_screen(y):
            return Placed(session, x, y)
        case "fseq", [int(number), *_]:
            return Numbered(number)
    return None


def _on_screen(share: float) -> bool:
    return isfinite(share) and 0.0 <= share <= 1.0


@dataclass(slots=True)
class _Frame:
    """One touch frame, or whatever else follows fingers. It changes as they move."""

    device: int
    heard: float
    frames: Frames = field(default_factory=Frames)
    places: dict[int, Placed] = field(default_factory=dict)
    """Its fingers, and where each was last."""


class Tuio:
    """The source of touches that come as TUIO.

    `to_canvas` takes a window pixel to the canvas; `size` gives the window's size in pixels, of
    which TUIO tells the fractions. Both are asked anew each time.
    """

    name = "tuio"

    def __init__(
        self,
        to_canvas: ToCanvas,
        size: Callable[[], Size],
        now: Callable[[], float] = time.monotonic,
        *,
        port: int = 3333,
        network: bool = False,
        touched: Callable[[float, float], Point] | None = None,
        drift: float = DRIFT,
        flicker: float = FLICKER,
        numbers: Iterator[int] | None = None,
    ) -> None:
        """`network` listens to other machines too; the rest is as for `Window`."""
        self._size = size
        self._touched = touched
        self._now = now
        self._host, self._port = "" if network else "127.0.0.1", port
        self._drift = drift
        self._tracker = Tracker(to_canvas, flicker, numbers)
        self._listener: Listener | None = None
        self._frames: dict[str, _Frame] = {}
        self._named: dict[tuple[str, int], str] = {}
        """What senders called themselves outside a bundle."""
        self._devices = count(1)
        self._ended: list[Action] = []
        self._aside = False
        self.damaged = 0
        """How many datagrams could not be read."""

    @property
    def port(self) -> int:
        """The port that is open; 0 if none is."""
        return self._listener.port if self._listener is not None else 0

    def start(self) -> None:
        """Opens the port, and knows no finger; OSError in words if it cannot be opened."""
        self.stop()
        self._listener = Listener(self._host, self._port, self._now)

    def stop(self) -> None:
        """Closes the port."""
        if self._listener is not None:
            self._listener.close()
        self._listener = None
        self._tracker.cancel_all(self._now())
        self._frames.clear()
        self._named.clear()
        self._ended.clear()

    def cancel(self) -> None:
        """Ends every finger without meaning, as a lost focus does; the next `poll` says so."""
        self._ended += self._tracker.cancel_all(self._now())

    def poll(self) -> list[Action]:
        """What the fingers did since the last call; OSError when the port has broken."""
        actions, self._ended = self._ended, []
        if self._listener is None:
            return actions
        self._tracker.drift = drift_for(self._size()[1], self._drift)
        for datagram in self._listener.take(BITE):
            actions += self._read(datagram)
        return coalesced([*actions, *self._hushed(self._now())])

    def _read(self, datagram: Datagram) -> list[Action]:
        try:
            told = messages(datagram.data)
        except BadDatagram:
            self.damaged += 1
            return []
        if not told:
            if PROFILE not in datagram.data:
                self._say_aside()
            return []
        # What had been silent for too long ended before this came.
        actions = self._hushed(datagram.at)
        frame = self._frame(datagram, told)
        if frame is None:
            return actions
        frame.heard = datagram.at
        for message in told:
            actions += self._take(frame, message, datagram.at)
        return actions

    def _frame(self, datagram: Datagram, told: list[Message]) -> _Frame | None:
        """Who speaks: by the name in the bundle, else by the machine that it came from."""
        names = [message.name for message in told if isinstance(message, Named)]
        if names and not datagram.data.startswith(_BUNDLE):
            if len(self._named) >= 4 * TRACKERS:
                self._named.clear()
            self._named[datagram.sender] = names[-1]
        key = names[-1] if names else self._named.get(datagram.sender, datagram.sender[0])
        if key not in self._frames:
            if len(self._frames) >= TRACKERS:
                self._forget_one(datagram.at)
            if len(self._frames) >= TRACKERS:
                return None
            self._frames[key] = _Frame(next(self._devices), datagram.at)
        return self._frames[key]

    def _forget_one(self, now: float) -> None:
        """Drops the tracker without a finger that counts which has been silent for longest."""
        idle = [
            key
            for key, frame in self._frames.items()
            if not frame.places or now - frame.heard > SILENCE
        ]
        if idle:
            del self._frames[min(idle, key=lambda key: self._frames[key].heard)]

    def _take(self, frame: _Frame, message: Message, at: float) -> list[Action]:
        changes = frame.frames.take(message)
        if changes is None:
            return []
        actions: list[Action] = []
        if changes.restarted:
            actions += self._cancelled(frame, at)
            # Its sessions are counted from the start again: these are other fingers.
            frame.places.clear()
            frame.device = next(self._devices)
        for session in changes.ended:
            place = frame.places.pop(session, None)
            if place is not None:
                finger = Finger(self.name, frame.device, session)
                actions += self._tracker.up(finger, *self._pixel(place), at)
        for place in changes.there:
            # A finger at rest is told too: it is there, and not silent.
            frame.places[place.session] = place
            finger = Finger(self.name, frame.device, place.session)
            actions += self._tracker.move(finger, *self._pixel(place), at)
        return actions

    def _pixel(self, place: Placed) -> Point:
        """Where a finger is in the window."""
        width, height = self._size()
        px, py = place.x * width, place.y * height
        return (px, py) if self._touched is None else self._touched(px, py)

    def _hushed(self, now: float) -> list[Action]:
        """Cancels the fingers of every tracker that has been silent for too long by now."""
        actions: list[Action] = []
        for frame in self._frames.values():
            if now - frame.heard > SILENCE:
                frame.frames.hush()
                actions += self._cancelled(frame, now)
        return actions

    def _cancelled(self, frame: _Frame, now: float) -> list[Action]:
        return [
            action
            for session in frame.places
            for action in self._tracker.cancel(Finger(self.name, frame.device, session), now)
        ]

    def _say_aside(self) -> None:
        if not self._aside:
            self._aside = True
            log.info(
                "%s", say("tuio.aside", "TUIO is heard that is not about fingers (/tuio/2Dcur)")
            )
