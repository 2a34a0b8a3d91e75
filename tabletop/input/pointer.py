"""Tracks fingers and the mouse button from down to up.

It reads no clock: each report comes with its time.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple, TypeAlias

from tabletop.engine import say
from tabletop.input.actions import (
    Action,
    Cancel,
    Down,
    Drop,
    Exposed,
    Hover,
    Lost,
    Point,
    Pull,
    Tap,
)

ToCanvas: TypeAlias = Callable[[float, float], Point | None]
"""From window pixels to the canvas; None outside it."""

TAP_DRIFT_PX = 10.0
"""Pixels that a tap may drift on a window of up to 1080 lines."""
MAX_CONTACTS = 40
FLICKER_SECONDS = 0.020
"""A finger's contact shorter than this is noise."""
MAX_SILENCE_SECONDS = 30.0
"""A contact that is silent for so many seconds, while others act, is gone."""

_ROUNDING = 0.01  # pixels: SDL gives a finger's position as a 32-bit fraction of the window
_TICK = 1e-6  # seconds: differences of large clock readings are inexact


class ContactId(NamedTuple):
    """The device's id of a contact; ids are reused after it has ended."""

    source: str
    device: int
    finger: int


@dataclass(slots=True)
class _Contact:
    number: int
    source: str
    px: float
    py: float
    began: Point
    at: Point
    since: float
    last_report_at: float
    pulled: bool = False


class ContactTracker:
    """Makes `Down`, `Tap`, `Pull`, `Drop` and `Cancel` from the reports of single contacts.

    Every `Down` is ended by one `Tap`, `Drop` or `Cancel`. A contact that was cancelled, that began
    outside the canvas or that was one too many is ignored until it lifts.
    """

    def __init__(
        self,
        to_canvas: ToCanvas,
        flicker: float = FLICKER_SECONDS,
        numbers: Iterator[int] | None = None,
        drift: float = TAP_DRIFT_PX,
    ) -> None:
        """`numbers` makes the numbers of contacts; all trackers share it.

        `drift`: pixels that a tap may drift on a window of up to 1080 lines.
        """
        self._flicker = flicker
        self._drift = self._drift_of_window = drift
        self._to_canvas = to_canvas
        # Scenes identify a contact by its number alone, whichever tracker it comes from.
        self._numbers = numbers if numbers is not None else itertools.count(1)
        # Both ordered by the last report, the longest silent first.
        self._live: dict[ContactId, _Contact] = {}
        self._ignored: dict[ContactId, float] = {}
        self._full = False

    def fit(self, height: float) -> None:
        """Lets a tap drift further in a window of more than 1080 lines."""
        self._drift_of_window = self._drift * max(1.0, height / 1080)

    def holds(self, finger: ContactId) -> bool:
        return finger in self._live

    def __len__(self) -> int:
        return len(self._live)

    def down(
        self, finger: ContactId, px: float, py: float, now: float, since: float | None = None
    ) -> list[Action]:
        """A contact began, at `since` at the earliest if that is not `now`; a tracked one has
        moved.

        The first one too many gives a `Lost`, the next only after all have lifted.
        """
        if finger in self._live:
            return self.move(finger, px, py, now)
        self._ignored.pop(finger, None)
        return [*self._begin(finger, px, py, now, since), *self._drop_silent(now)]

    def move(
        self, finger: ContactId, px: float, py: float, now: float, since: float | None = None
    ) -> list[Action]:
        """A contact moved; for an unknown one, its `down` was missed."""
        if finger in self._live:
            contact = self._live.pop(finger)
            self._live[finger] = contact
            contact.last_report_at = now
            return [*self._moved(contact, px, py), *self._drop_silent(now)]
        if finger in self._ignored:
            self._ignore(finger, now)
            return self._drop_silent(now)
        return self.down(finger, px, py, now, since)

    def up(self, finger: ContactId, px: float, py: float, now: float) -> list[Action]:
        """A contact lifted; ignored for an unknown one."""
        self._ignored.pop(finger, None)
        contact = self._live.pop(finger, None)
        if contact is None:
            return self._drop_silent(now)
        if finger.source != "mouse" and now - contact.since < self._flicker - _TICK:
            ended = [_cancelled(contact)]
        else:
            ended = [*self._moved(contact, px, py), _lifted(contact)]
        self._full = self._full and bool(self._live)
        return [*ended, *self._drop_silent(now)]

    def cancel(self, finger: ContactId, now: float) -> list[Action]:
        contact = self._live.pop(finger, None)
        if contact is None:
            return []
        self._ignore(finger, now)
        self._full = self._full and bool(self._live)
        return [_cancelled(contact)]

    def cancel_all(self, now: float) -> list[Action]:
        """Cancels every contact: focus lost, display changed, table reset."""
        return [action for finger in list(self._live) for action in self.cancel(finger, now)]

    def _begin(
        self, finger: ContactId, px: float, py: float, now: float, since: float | None
    ) -> list[Action]:
        at = self._to_canvas(px, py)
        if at is None:
            self._ignore(finger, now)
            return []
        if len(self._live) >= MAX_CONTACTS:
            self._ignore(finger, now)
            if self._full:
                return []
            self._full = True
            words = "more than {most} contacts at once"
            return [
                Lost(source=finger.source, reason=say("touch.too_many", words, most=MAX_CONTACTS))
            ]
        contact = _Contact(
            number=next(self._numbers),
            source=finger.source,
            px=px,
            py=py,
            began=at,
            at=at,
            since=now if since is None else since,
            last_report_at=now,
        )
        self._live[finger] = contact
        return [Down(source=contact.source, contact=contact.number, at=at)]

    def _moved(self, contact: _Contact, px: float, py: float) -> list[Action]:
        before, was_pulled = contact.at, contact.pulled
        inside = self._to_canvas(px, py)
        if inside is not None:
            contact.at = inside
        away = hypot(px - contact.px, py - contact.py)
        contact.pulled = was_pulled or away > self._drift_of_window + _ROUNDING
        if not contact.pulled or (was_pulled and contact.at == before):
            return []
        return [
            Pull(source=contact.source, contact=contact.number, at=contact.at, began=contact.began)
        ]

    def _drop_silent(self, now: float) -> list[Action]:
        """Cancels silent contacts, and forgets ignored ones, which must have lifted."""
        while self._ignored and now - next(iter(self._ignored.values())) > MAX_SILENCE_SECONDS:
            del self._ignored[next(iter(self._ignored))]
        ended: list[Action] = []
        while self._live:
            finger, contact = next(iter(self._live.items()))
            if now - contact.last_report_at <= MAX_SILENCE_SECONDS:
                break
            ended += self.cancel(finger, now)
        return ended

    def _ignore(self, finger: ContactId, now: float) -> None:
        self._ignored.pop(finger, None)
        self._ignored[finger] = now


def _cancelled(contact: _Contact) -> Action:
    return Cancel(source=contact.source, contact=contact.number, at=contact.at)


def _lifted(contact: _Contact) -> Action:
    source, number, began = contact.source, contact.number, contact.began
    if contact.pulled:
        return Drop(source=source, contact=number, at=contact.at, began=began)
    return Tap(source=source, contact=number, at=began)


def coalesce(actions: list[Action]) -> list[Action]:
    """Drops the pulls, hovers and exposures that a later one of the same poll replaces."""
    overtaken: set[tuple[Any, ...]] = set()
    kept: list[Action] = []
    for action in reversed(actions):
        match action:
            case Pull():
                key: tuple[Any, ...] = (Pull, action.contact)
            case Hover() | Exposed():
                key = (type(action),)
            case _:
                kept.append(action)
                continue
        if key not in overtaken:
            overtaken.add(key)
            kept.append(action)
    return kept[::-1]
