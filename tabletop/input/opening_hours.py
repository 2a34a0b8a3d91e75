"""Opening hours, and the source of `Opening` actions: the only one that reads the time of day.

The hours in settings name days and times, also past midnight:

10:00-18:00                                         every day
fri 14:00-22:00 sat 10:00-24:00 sun 10:00-18:00     on these days only
mon-fri 09:00-12:00 14:00-18:00 sat 20:00-02:00     twice a day; past midnight
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from re import fullmatch
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.input.actions import NO_MINUTE, Action, Opening

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MINUTES_PER_DAY: Final = 24 * 60
MINUTES_PER_WEEK: Final = len(DAYS) * MINUTES_PER_DAY

Span: TypeAlias = tuple[int, int]
"""From one minute of the week, which begins on Monday, to another, exclusive."""


class BadHours(ValueError):
    """What cannot be read as opening hours, and why."""


@dataclass(frozen=True, slots=True)
class WeeklyHours:
    """When a table is open; always, if there are no spans."""

    spans: tuple[Span, ...] = ()
    """In order and disjoint; one that goes past Sunday midnight is two."""

    @property
    def always(self) -> bool:
        return not self.spans or self.spans == ((0, MINUTES_PER_WEEK),)

    def is_open(self, minute: int) -> bool:
        """Whether it is open at a minute of the week."""
        return not self.spans or any(begin <= minute < end for begin, end in self.spans)

    def until_change(self, minute: int) -> int | None:
        """Minutes from a minute of the week until it opens or closes; None if it never does."""
        if self.always:
            return None
        now = self.is_open(minute)
        ends = {edge % MINUTES_PER_WEEK for span in self.spans for edge in span}
        away = sorted((edge - minute - 1) % MINUTES_PER_WEEK + 1 for edge in ends)
        return next(
            each for each in away if self.is_open((minute + each) % MINUTES_PER_WEEK) != now
        )

    def __str__(self) -> str:
        """As in a settings file, day by day."""
        parts: list[str] = []
        said = -1
        for begin, end in self.spans:
            while begin < end:
                day = begin // MINUTES_PER_DAY
                until = min(end, (day + 1) * MINUTES_PER_DAY)
                parts += [DAYS[day]] if day != said else []
                midnight = day * MINUTES_PER_DAY
                parts.append(f"{clock_text(begin - midnight)}-{clock_text(until - midnight)}")
                said, begin = day, until
        return " ".join(parts)


def clock_text(minute: int) -> str:
    """A minute of a day as text, up to 24:00."""
    return f"{minute // 60:02}:{minute % 60:02}"


def minute_of_week(at: datetime) -> int:
    """The minute of the week of a local time."""
    return at.weekday() * MINUTES_PER_DAY + at.hour * 60 + at.minute


def parse_hours(text: str) -> WeeklyHours:
    """The hours in a text; always open if it is empty. BadHours names the wrong word."""
    days: tuple[int, ...] = tuple(range(len(DAYS)))
    spans: list[Span] = []
    bare = ""
    for word in text.split():
        if (named := _days(word)) is not None:
            if bare:
                raise BadHours(f"{bare} has no hours after it")
            days, bare = named, word
            continue
        begin, end = _hours(word)
        spans += [(day * MINUTES_PER_DAY + begin, day * MINUTES_PER_DAY + end) for day in days]
        bare = ""
    if bare:
        raise BadHours(f"{bare} has no hours after it")
    return WeeklyHours(_merged_spans(spans))


def _days(word: str) -> tuple[int, ...] | None:
    """The days that a word names, one or a range; None if it names none."""
    first, dash, last = word.partition("-")
    if first not in DAYS:
        return None
    if not dash:
        return (DAYS.index(first),)
    if last not in DAYS:
        raise BadHours(f"{last or 'nothing'} is no day; days are {', '.join(DAYS)}")
    begin, count = DAYS.index(first), (DAYS.index(last) - DAYS.index(first)) % len(DAYS) + 1
    return tuple((begin + number) % len(DAYS) for number in range(count))


def _hours(word: str) -> Span:
    """The minutes of the day from and to; the end may be on the next day."""
    found = fullmatch(r"([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})", word)
    if found is None:
        raise BadHours(f"{word} is neither a day (mon, tue ...) nor hours as 10:00-18:00")
    hour, minute, to_hour, to_minute = map(int, found.groups())
    begin, end = hour * 60 + minute, to_hour * 60 + to_minute
    if minute > 59 or to_minute > 59 or begin >= MINUTES_PER_DAY or end > MINUTES_PER_DAY:
        raise BadHours(f"{word} is no time of a day")
    if begin == end:
        raise BadHours(f"{word} begins when it ends; the whole day is 00:00-24:00")
    return begin, end if end > begin else end + MINUTES_PER_DAY


def _merged_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same hours, in order, none overlapping or touching another, none beyond the week."""
    cut = [(begin, min(end, MINUTES_PER_WEEK)) for begin, end in spans]
    cut += [(0, end - MINUTES_PER_WEEK) for _, end in spans if end > MINUTES_PER_WEEK]
    kept: list[Span] = []
    for begin, end in sorted(cut):
        if kept and begin <= kept[-1][1]:
            kept[-1] = (kept[-1][0], max(kept[-1][1], end))
        else:
            kept.append((begin, end))
    return tuple(kept)


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
