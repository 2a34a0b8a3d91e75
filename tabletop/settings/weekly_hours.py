"""Opening hours of a week as they are written in settings: days and times, also past midnight.

10:00-18:00                                         every day
fri 14:00-22:00 sat 10:00-24:00 sun 10:00-18:00     on these days only
mon-fri 09:00-12:00 14:00-18:00 sat 20:00-02:00     twice a day; past midnight
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from re import fullmatch
from typing import Final, TypeAlias

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
