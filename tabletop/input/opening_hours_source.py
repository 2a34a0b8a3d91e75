"""The source of `Opening` actions: the only one that reads the time of day."""

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
        today: Callable[[], datetime] = datetime.now,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hours` gives the current setting, `tell` takes what is wrong with it."""
        self._setting, self._tell = hours, tell
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
        said = self._look()
        if said == self._said:
            return []
        self._said = said
        return [said]

    def stop(self) -> None:
        pass

    def _look(self) -> Opening:
        text = self._setting()
        if text != self._text:
            self._text, self._hours = text, self._read(text)
        minute = minute_of_week(self._today())
        away = self._hours.until_change(minute)
        if self._hours.is_open(minute):
            # In steps, because every minute would wake the loop.
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
