"""Touches by TUIO 1.1 over UDP (/tuio/2Dcur): messages, frames, and the source.

A thread receives the datagrams. A frame is all messages up to its number: which sessions are
alive, and where some of them are. A session is one finger from its first touch to its last; its
number is not reused soon. Other profiles (objects, blobs, three dimensions) are ignored with one
warning.
"""

import contextlib
import errno
import logging
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import isfinite
from typing import Final, NamedTuple, TypeAlias

from pythonosc.osc_message import OscMessage, ParseError

from tabletop.engine import say
from tabletop.input.actions import Action, Point
from tabletop.input.pointer import (
    FLICKER_SECONDS,
    TAP_DRIFT_PX,
    ContactId,
    ContactTracker,
    ToCanvas,
    coalesce,
)
from tabletop.input.window import wake

MAX_DATAGRAM_BYTES: Final = 8192
"""Enough for two hundred fingers. Longer datagrams are dropped."""
MAX_WAITING_DATAGRAMS: Final = 512
"""How many datagrams may wait; the oldest are dropped."""
RECEIVE_SECONDS: Final = 0.25
"""Seconds without a datagram after which the thread checks whether to end."""
SILENCE_WAKE_SECONDS: Final = 1.0
"""Seconds of silence after which the main loop is woken once, to notice it."""

_PORT_TAKEN: Final = {errno.EADDRINUSE, errno.EACCES}


class Datagram(NamedTuple):
    """A datagram, its sender, and the monotonic second."""

    data: bytes
    sender: tuple[str, int]
    at: float


class UdpListener:
    """An open UDP port. A thread receives datagrams; the main loop takes them."""

    def __init__(self, host: str, port: int, now: Callable[[], float] = time.monotonic) -> None:
        """Opens the port; OSError if that fails. Port 0 takes any free one."""
        self._now = now
        self._socket = _open_socket(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._waiting: deque[Datagram] = deque(maxlen=MAX_WAITING_DATAGRAMS)
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._fault: OSError | None = None
        # A daemon: a crash that misses `close` must end the program.
        self._thread = threading.Thread(target=self._receive, name=f"udp {port}", daemon=True)
        self._thread.start()

    def take(self, most: int) -> list[Datagram]:
        """The oldest datagrams, up to `most` bytes; OSError if the port failed.

        What is left is for the next call, for which the main loop is woken.
        """
        self._woken.clear()  # first: what comes from now on wakes again
        taken: list[Datagram] = []
        size = 0
        while self._waiting and size < most:
            taken.append(self._waiting.popleft())
            size += len(taken[-1].data)
        if self._waiting:
            self._wake()
        if self._fault is not None and not taken:
            raise self._fault
        return taken

    def close(self) -> None:
        """Ends the thread, which closes the port; may be repeated."""
        self._ending.set()
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waker,
        ):
            waker.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join(4 * RECEIVE_SECONDS)

    def _receive(self) -> None:
        last: float | None = None
        with self._socket as opened:
            while not self._ending.is_set():
                try:
                    data, sender = opened.recvfrom(MAX_DATAGRAM_BYTES + 1)
                except TimeoutError:
                    if last is not None and self._now() - last > SILENCE_WAKE_SECONDS:
                        last = None
                        self._wake()
                    continue
                except ConnectionError:
                    continue  # Windows reports an ICMP error
                except OSError as fault:
                    if fault.errno == errno.EMSGSIZE:
                        continue  # Windows: it was longer than the buffer
                    self._fault = fault
                    self._wake()
                    return
                if 0 < len(data) <= MAX_DATAGRAM_BYTES:
                    last = self._now()
                    self._waiting.append(Datagram(data, (sender[0], sender[1]), last))
                    self._wake()

    def _wake(self) -> None:
        """Wakes the main loop once until it takes."""
        if not self._woken.is_set():
            self._woken.set()
            wake()


def _open_socket(host: str, port: int) -> socket.socket:
    opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        opened.bind((host, port))
        opened.settimeout(RECEIVE_SECONDS)
    except OSError as problem:
        opened.close()
        if problem.errno not in _PORT_TAKEN:
            raise
        words = "Another program is using UDP port {port}, or it may not be opened"
        raise OSError(say("udp.taken", words, port=port)) from problem
    return opened


MAX_LATE_FRAMES: Final = 100
"""A frame older than the last by more than this is not late: its tracker has restarted."""
RESTART_FRAMES: Final = 8
"""So many older frames in a row, with rising numbers, are not late either."""
UNNUMBERED: Final = -1
"""The number of a frame outside the sequence; the sequence begins anew after it."""
MAX_CONTACTS_PER_FRAME: Final = 256


class SourceMessage(NamedTuple):
    """``source``: the sender's name."""

    name: str


class AliveMessage(NamedTuple):
    """``alive``: the sessions that exist, whatever other messages say."""

    sessions: tuple[int, ...]


class SetMessage(NamedTuple):
    """``set``: where a session is, as fractions of the screen."""

    session: int
    x: float
    y: float


class FrameNumberMessage(NamedTuple):
    """``fseq``: the frame is complete, and this is its number."""

    number: int


TuioMessage: TypeAlias = SourceMessage | AliveMessage | SetMessage | FrameNumberMessage


class FrameChanges(NamedTuple):
    """What a frame changed, in order."""

    restarted: bool
    """The tracker has restarted: all earlier sessions have ended."""
    ended: tuple[int, ...]
    there: tuple[SetMessage, ...]
    """Every session that is alive and has a position."""


@dataclass(slots=True)
class FrameAssembler:
    """Assembles the frames of one tracker."""

    _last: int | None = None
    _silent: bool = False
    _older: int = 0
    """How many frames in a row were older than the last, each after the other."""
    _older_number: int = 0
    """The number of the latest of them."""
    _sessions: frozenset[int] = frozenset()
    _places: dict[int, SetMessage] = field(default_factory=dict)
    _alive: frozenset[int] | None = None
    """The content of the incomplete frame."""
    _moved: dict[int, SetMessage] = field(default_factory=dict)

    def take(self, message: TuioMessage) -> FrameChanges | None:
        """What the message changed, if it completed a frame that was not late."""
        match message:
            case AliveMessage(sessions):
                self._alive = frozenset(sessions)
            case SetMessage(session=session):
                if session in self._moved or len(self._moved) < MAX_CONTACTS_PER_FRAME:
                    self._moved[session] = message
            case FrameNumberMessage(number):
                return self._complete(number)
            case SourceMessage():
                pass
        return None

    def expire(self) -> None:
        """The tracker has been silent for so long that its fingers no longer count."""
        self._silent = True

    def _complete(self, number: int) -> FrameChanges | None:
        alive, moved = self._alive, self._moved
        self._alive, self._moved = None, {}
        back = 0 if self._last is None or number == UNNUMBERED else self._last - number
        restarted = back > MAX_LATE_FRAMES or (
            back > 0 and (self._silent or self._sequence_restarts(number))
        )
        if back > 0 and not restarted:
            return None
        self._last = None if number == UNNUMBERED else number
        self._silent, self._older = False, 0
        before = frozenset() if restarted else self._sessions
        if restarted:
            self._places = {}
        self._sessions = before if alive is None else alive
        known = {**self._places, **moved}
        self._places = {s: known[s] for s in sorted(self._sessions) if s in known}
        ended = tuple(sorted(before - self._sessions))
        return FrameChanges(restarted, ended, tuple(self._places.values()))

    def _sequence_restarts(self, number: int) -> bool:
        """Counts a frame that is older than the last; returns whether it begins a new sequence."""
        on = self._older > 0 and number > self._older_number
        self._older = self._older + 1 if on else 1
        self._older_number = number
        return self._older >= RESTART_FRAMES


def frame_number_last(messages: Iterable[TuioMessage]) -> list[TuioMessage]:
    """The messages of a bundle with the frame's number last, wherever it was.

    A bundle with ``alive`` and without a number gets one outside the sequence.
    """
    ordered = list(messages)
    numbers = [message for message in ordered if isinstance(message, FrameNumberMessage)]
    if len(numbers) > 1:
        return ordered
    if not numbers and any(isinstance(message, AliveMessage) for message in ordered):
        numbers = [FrameNumberMessage(UNNUMBERED)]
    return [message for message in ordered if not isinstance(message, FrameNumberMessage)] + list(
        numbers
    )


log = logging.getLogger(__name__)

PROFILE: Final = b"/tuio/2Dcur\0"
"""The address of messages about fingers."""
TRACKER_SILENCE_SECONDS: Final = 1.0
"""Seconds without a frame after which a tracker's fingers no longer count."""
MAX_BYTES_PER_TURN: Final = 32768
"""Bytes that are read in one turn of the loop, so that a flood cannot stop it."""
MAX_TRACKERS: Final = 16

_BUNDLE: Final = b"#bundle\0"
_BUNDLE_HEADER_BYTES: Final = (
    16  # bytes before the first part: the name and the time, which TUIO does not use
)
_MAX_BUNDLE_DEPTH: Final = 8  # of bundles within bundles
_TYPES: Final = frozenset(b"ifs")  # all that TUIO uses; the library logs errors about others

Size: TypeAlias = tuple[int, int]


class BadDatagram(ValueError):
    """Bytes that are no complete message."""


def parse_datagram(data: bytes) -> list[TuioMessage]:
    """The messages about fingers in a datagram; BadDatagram for a damaged one.

    A single invalid message (no number, a position outside the screen) is left out.
    """
    if not data.startswith(_BUNDLE):
        read = _message(data)
        return [] if read is None else [read]
    return frame_number_last(
        read for part in _parts(data, 0) if (read := _message(part)) is not None
    )


def _parts(bundle: bytes, depth: int) -> Iterator[bytes]:
    """The messages in a bundle. python-osc's own loop never ends if a size is negative."""
    at = _BUNDLE_HEADER_BYTES
    if len(bundle) < at or depth > _MAX_BUNDLE_DEPTH:
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


def _message(data: bytes) -> TuioMessage | None:
    """One message; None if it is not about fingers or invalid."""
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
            return SourceMessage(name[:80])
        case "alive", _ if all(isinstance(each, int) for each in rest):
            return AliveMessage(tuple(rest))
        case "set", [int(session), float(x), float(y), *_] if _on_screen(x) and _on_screen(y):
            return SetMessage(session, x, y)
        case "fseq", [int(number), *_]:
            return FrameNumberMessage(number)
    return None


def _on_screen(share: float) -> bool:
    return isfinite(share) and 0.0 <= share <= 1.0


@dataclass(slots=True)
class _TrackerState:
    device: int
    last_frame_at: float
    frames: FrameAssembler = field(default_factory=FrameAssembler)
    places: dict[int, SetMessage] = field(default_factory=dict)
    """The last position of each finger."""


class TuioSource:
    """The source of touches by TUIO.

    `to_canvas` takes a window pixel to the canvas; `size` gives the window's size in pixels, of
    which TUIO sends fractions. Both are called each time.
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
        drift: float = TAP_DRIFT_PX,
        flicker: float = FLICKER_SECONDS,
        numbers: Iterator[int] | None = None,
        listen: Callable[[str, int, Callable[[], float]], UdpListener] = UdpListener,
    ) -> None:
        """`network` also accepts other machines; the rest is as for `WindowSource`."""
        self._size = size
        self._listen = listen
        self._touched = touched
        self._now = now
        self._host, self._port = "" if network else "127.0.0.1", port
        self._tracker = ContactTracker(to_canvas, flicker, numbers, drift)
        self._listener: UdpListener | None = None
        self._frames: dict[str, _TrackerState] = {}
        self._named: dict[tuple[str, int], str] = {}
        """Names that senders gave outside a bundle."""
        self._devices = count(1)
        self._ended: list[Action] = []
        self._other_profile_reported = False
        self.damaged = 0
        """The number of unreadable datagrams."""

    @property
    def port(self) -> int:
        """The open port; 0 for none."""
        return self._listener.port if self._listener is not None else 0

    def start(self) -> None:
        """Opens the port, without fingers; OSError if that fails."""
        self.stop()
        self._listener = self._listen(self._host, self._port, self._now)

    def stop(self) -> None:
        if self._listener is not None:
            self._listener.close()
        self._listener = None
        self._tracker.cancel_all(self._now())
        self._frames.clear()
        self._named.clear()
        self._ended.clear()

    def cancel(self) -> None:
        """Cancels every finger, as a lost focus does; the next `poll` returns that."""
        self._ended += self._tracker.cancel_all(self._now())

    def poll(self) -> list[Action]:
        """The actions since the last call; OSError if the port has failed."""
        actions, self._ended = self._ended, []
        if self._listener is None:
            return actions
        self._tracker.fit(self._size()[1])
        for datagram in self._listener.take(MAX_BYTES_PER_TURN):
            actions += self._read(datagram)
        return coalesce([*actions, *self._expired(self._now())])

    def _read(self, datagram: Datagram) -> list[Action]:
        try:
            messages = parse_datagram(datagram.data)
        except BadDatagram:
            self.damaged += 1
            return []
        if not messages:
            if PROFILE not in datagram.data and not self._other_profile_reported:
                self._other_profile_reported = True
                words = "TUIO messages arrive, but none about fingers (/tuio/2Dcur)"
                log.info("%s", say("tuio.aside", words))
            return []
        # What had been silent for too long ended before this came.
        actions = self._expired(datagram.at)
        frame = self._frame(datagram, messages)
        if frame is None:
            return actions
        frame.last_frame_at = datagram.at
        for message in messages:
            actions += self._take(frame, message, datagram.at)
        return actions

    def _frame(self, datagram: Datagram, messages: list[TuioMessage]) -> _TrackerState | None:
        """The tracker is identified by the name in the bundle, or else by the sender's address."""
        names = [message.name for message in messages if isinstance(message, SourceMessage)]
        if names and not datagram.data.startswith(_BUNDLE):
            if len(self._named) >= 4 * MAX_TRACKERS:
                self._named.clear()
            self._named[datagram.sender] = names[-1]
        key = names[-1] if names else self._named.get(datagram.sender, datagram.sender[0])
        if key not in self._frames:
            if len(self._frames) >= MAX_TRACKERS:
                self._forget_one(datagram.at)
            if len(self._frames) >= MAX_TRACKERS:
                return None
            self._frames[key] = _TrackerState(next(self._devices), datagram.at)
        return self._frames[key]

    def _forget_one(self, now: float) -> None:
        """Drops the tracker without counting fingers that has been silent for longest."""
        idle = [
            key
            for key, frame in self._frames.items()
            if not frame.places or now - frame.last_frame_at > TRACKER_SILENCE_SECONDS
        ]
        if idle:
            del self._frames[min(idle, key=lambda key: self._frames[key].last_frame_at)]

    def _take(self, frame: _TrackerState, message: TuioMessage, at: float) -> list[Action]:
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
                finger = ContactId(self.name, frame.device, session)
                actions += self._tracker.up(finger, *self._pixel(place), at)
        for place in changes.there:
            # A finger at rest is reported too, so that it is not silent.
            frame.places[place.session] = place
            finger = ContactId(self.name, frame.device, place.session)
            actions += self._tracker.move(finger, *self._pixel(place), at)
        return actions

    def _pixel(self, place: SetMessage) -> Point:
        width, height = self._size()
        px, py = place.x * width, place.y * height
        return (px, py) if self._touched is None else self._touched(px, py)

    def _expired(self, now: float) -> list[Action]:
        """Cancels the fingers of every tracker that has been silent for too long."""
        actions: list[Action] = []
        for frame in self._frames.values():
            if now - frame.last_frame_at > TRACKER_SILENCE_SECONDS:
                frame.frames.expire()
                actions += self._cancelled(frame, now)
        return actions

    def _cancelled(self, frame: _TrackerState, now: float) -> list[Action]:
        return [
            action
            for session in frame.places
            for action in self._tracker.cancel(ContactId(self.name, frame.device, session), now)
        ]
