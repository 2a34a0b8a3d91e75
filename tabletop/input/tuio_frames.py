"""What TUIO 1.1 says of fingers: messages, and the frames that they make up (/tuio/2Dcur).

A frame is all messages up to its number: which sessions are alive, and where some of them are now.
A session is one finger from its first touch to its last; its number does not come again soon.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

FAR: Final = 100
"""A frame older than its forerunner by more than this was not late: its tracker began anew."""
NEWLY: Final = 8
"""So many older frames in a row, each on from the last, are not late either."""
UNNUMBERED: Final = -1
"""The number of a frame that stands outside the count; the count begins anew after it."""
MOST: Final = 256
"""How many places one frame can hold."""


class Named(NamedTuple):
    """``source``: who speaks."""

    name: str


class Alive(NamedTuple):
    """``alive``: the sessions that are there. It alone decides."""

    sessions: tuple[int, ...]


class Placed(NamedTuple):
    """``set``: where a session is, as fractions of the screen."""

    session: int
    x: float
    y: float


class Numbered(NamedTuple):
    """``fseq``: the frame is complete, and this is its number."""

    number: int


Message: TypeAlias = Named | Alive | Placed | Numbered


class Changes(NamedTuple):
    """What a frame changed, in the order in which it is to be told."""

    restarted: bool
    """Every session before belonged to another life of the tracker."""
    ended: tuple[int, ...]
    there: tuple[Placed, ...]
    """Every session that is alive and has a place, as it was last said."""


@dataclass(slots=True)
class Frames:
    """The frames of one tracker. It changes with every message."""

    _last: int | None = None
    _silent: bool = False
    _older: int = 0
    """How many frames in a row were older than the last, each on from the one before it."""
    _older_number: int = 0
    """The number of the latest of them."""
    _sessions: frozenset[int] = frozenset()
    _places: dict[int, Placed] = field(default_factory=dict)
    _alive: frozenset[int] | None = None
    """What the frame that is coming in has said so far, and where."""
    _moved: dict[int, Placed] = field(default_factory=dict)

    def take(self, message: Message) -> Changes | None:
        """What the message changed, if it completed a frame that was not late."""
        match message:
            case Alive(sessions):
                self._alive = frozenset(sessions)
            case Placed(session=session):
                if session in self._moved or len(self._moved) < MOST:
                    self._moved[session] = message
            case Numbered(number):
                return self._complete(number)
            case Named():
                pass
        return None

    @property
    def begun(self) -> bool:
        """Whether a frame has said who is alive, and not yet its number."""
        return self._alive is not None

    def hush(self) -> None:
        """The tracker has been silent for so long that its fingers do not count any more."""
        self._silent = True

    def _complete(self, number: int) -> Changes | None:
        alive, moved = self._alive, self._moved
        self._alive, self._moved = None, {}
        back = 0 if self._last is None or number == UNNUMBERED else self._last - number
        restarted = back > FAR or (back > 0 and (self._silent or self._counts_anew(number)))
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
        return Changes(restarted, ended, tuple(self._places.values()))

    def _counts_anew(self, number: int) -> bool:
        """Notes a frame that is older than the last; whether it is one of a new count."""
        on = self._older > 0 and number > self._older_number
        self._older = self._older + 1 if on else 1
        self._older_number = number
        return self._older >= NEWLY


def in_order(messages: Iterable[Message]) -> list[Message]:
    """The messages of one bundle with its one number last, wherever it stood.

    A bundle that says who is alive, but has no number, gets one that stands outside the count.
    """
    told = list(messages)
    numbers = [message for message in told if isinstance(message, Numbered)]
    if len(numbers) > 1:
        return told
    if not numbers and any(isinstance(message, Alive) for message in told):
        numbers = [Numbered(UNNUMBERED)]
    return [message for message in told if not isinstance(message, Numbered)] + list(numbers)
