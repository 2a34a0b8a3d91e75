"""The source that knows the time of day: it says when the table closes, and when it opens."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import NO_MINUTE, Action, Opening
from tabletop.system.opening_hours import (
    MINUTES_PER_WEEK,
    BadHours,
    WeeklyHours,
    minute_of_week,
    parse_hours,
)

log = logging.getLogger(__name__)

WARNING_MINUTES: Final = (10, 2)
"""Minutes before closing at which people are told."""
CHECK_SECONDS: Final = 1.0
"""Seconds between two looks at the clock."""


class OpeningHoursSource:
    """Says an `Opening` whenever something changes: open or not, and how soon it closes.

    Only here is the time of day looked at, so a written evening is lived again by what it said.
    """

    name = "opening hours"

    def __init__(
        self,
        hours: Callable[[], str],
        tell: Callable[[Text], None],
        *,
        today: Callable[[], datetime] = datetime.now,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hours` gives the setting as it is now, `tell` hears what is wrong with it."""
        self._setting, self._tell = hours, tell
        self._today, self._now = today, now
        # At once, for what is wrong belongs to how the evening begins.
        self._text = hours()
        self._hours = self._read(self._text)
        self._next = float("-inf")
        self._said = Opening(source=self.name, open=True)

    def start(self) -> None:
        """Begins afresh: what is so now will be said again if it is not as usual."""
        self._next = float("-inf")
        self._said = Opening(source=self.name, open=True)

    def poll(self) -> list[Action]:
        """What has changed since the last call."""
        now = self._now()
        if now < self._next:
            return []
        self._next = now + CHECK_SECONDS
        said = self._look()
        if said == self._said:
            return []
        self._said = said
        return [said]

    def stop(self) -> None:
        """Nothing is open."""

    def _look(self) -> Opening:
        text = self._setting()
        if text != self._text:
            self._text, self._hours = text, self._read(text)
        minute = minute_of_week(self._today())
        away = self._hours.until_change(minute)
        if self._hours.is_open(minute):
            # Told in steps, or every minute would wake people up.
            left = (
                0
                if away is None
                else min((each for each in WARNING_MINUTES if away <= each), default=0)
            )
            return Opening(source=self.name, open=True, left=left)
        again = NO_MINUTE if away is None else (minute + away) % MINUTES_PER_WEEK
        return Opening(source=self.name, open=False, again=again)

    def _read(self, text: str) -> WeeklyHours:
        try:
            return parse_hours(text)
        except BadHours as problem:
            log.warning("kiosk.hours: %s", problem)
            words = "The table is open all the time, for its hours cannot be read: {why}."
            self._tell(say("hours.bad", words, why=str(problem)))
            return WeeklyHours()
