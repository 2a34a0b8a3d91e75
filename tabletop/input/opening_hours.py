"""The source of `Opening` actions: the only one that reads the time of day."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import NO_MINUTE, Action, Opening
from tabletop.settings.weekly_hours import (
    MINUTES_PER_WEEK,
    BadHours,
    WeeklyHours,
    minute_of_week,
    parse_hours,
)

COUNTDOWN_MINUTES: Final = 10
"""Minutes before closing from which on it is told how many are left."""
CHECK_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Override:
    """Open or closed against the plan; until further notice without `until`, in local time."""

    open: bool
    until: datetime | None = None

    @classmethod
    def read(cls, text: str) -> "Override | None":
        """None for no override, or for one that makes no sense."""
        state, _, until = text.partition(" ")
        if state not in ("open", "closed"):
            return None
        try:
            return cls(state == "open", datetime.fromisoformat(until) if until else None)
        except ValueError:
            return None

    def __str__(self) -> str:
        state = "open" if self.open else "closed"
        return f"{state} {self.until:%Y-%m-%dT%H:%M}" if self.until else state

    def holds(self, now: datetime) -> bool:
        return self.until is None or now < self.until


def closed_until(hours: str, override: str, now: datetime) -> datetime | None:
    """When a table that is closed opens again, in local time; None while it is open.

    `datetime.max`: nobody knows.
    """
    if not (hours or override):
        return None
    source = OpeningHoursSource(
        lambda: hours, lambda _: None, override=lambda: override, today=lambda: now
    )
    opening = source.look()
    if opening.open:
        return None
    if opening.again == NO_MINUTE:
        return datetime.max
    away = (opening.again - minute_of_week(now) - 1) % MINUTES_PER_WEEK + 1
    return now.replace(second=0, microsecond=0) + timedelta(minutes=away)


class OpeningHoursSource:
    """Gives an `Opening` whenever the table opens or closes, or will close soon.

    Replays use the recorded actions and not the time of day.
    """

    name = "opening hours"

    def __init__(
        self,
        hours: Callable[[], str],
        tell: Callable[[Text], None],
        *,
        override: Callable[[], str] = str,
        today: Callable[[], datetime] = datetime.now,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hours` and `override` give the current settings, `tell` takes what is wrong."""
        self._setting, self._override, self._tell = hours, override, tell
        self._today, self._now = today, now
        # At once, because an invalid setting is reported at the start.
        self._text = hours()
        self._hours = self._read(self._text)
        self._next = float("-inf")
        self._said = Opening(source=self.name, open=True)

    def start(self) -> None:
        """Starts over: the present state is given again if it is not the usual one."""
        self._next = float("-inf")
        self._said = Opening(source=self.name, open=True)

    def poll(self) -> list[Action]:
        """What has changed since the last call."""
        now = self._now()
        if now < self._next:
            return []
        self._next = now + CHECK_SECONDS
        said = self.look()
        if said == self._said:
            return []
        self._said = said
        return [said]

    def stop(self) -> None:
        pass

    def look(self) -> Opening:
        """How it stands now."""
        text = self._setting()
        if text != self._text:
            self._text, self._hours = text, self._read(text)
        override_text = self._override()
        if not (text or override_text):
            return Opening(source=self.name, open=True)
        now, override = self._today(), Override.read(override_text)
        if override is not None and override.holds(now):
            return self._overridden(override, now)
        minute = minute_of_week(now)
        away = self._hours.until_change(minute)
        if self._hours.is_open(minute):
            return self._open(away)
        again = NO_MINUTE if away is None else (minute + away) % MINUTES_PER_WEEK
        return Opening(source=self.name, open=False, again=again)

    def _overridden(self, override: Override, now: datetime) -> Opening:
        until = override.until
        if not override.open:
            again = NO_MINUTE if until is None else minute_of_week(until)
            return Opening(source=self.name, open=False, again=again)
        if until is None or self._hours.is_open(minute_of_week(until)):
            return self._open(None)
        return self._open(ceil((until - now).total_seconds() / 60))

    def _open(self, away: int | None) -> Opening:
        """Open; `away`: the minutes until it closes."""
        # Only the last minutes are counted: each new number wakes the main loop.
        soon = away is not None and away <= COUNTDOWN_MINUTES
        return Opening(source=self.name, open=True, left=away if away and soon else 0)

    def _read(self, text: str) -> WeeklyHours:
        try:
            return parse_hours(text)
        except BadHours as problem:
            words = "The opening hours can’t be read, so the table is always open: {why}."
            self._tell(say("hours.bad", words, why=str(problem)))
            return WeeklyHours()
