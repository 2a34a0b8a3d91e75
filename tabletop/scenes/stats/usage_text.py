"""The texts of the usage report."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from tabletop.engine import Game, Text, joined, percent, say
from tabletop.games import find_game
from tabletop.storage.export import elided_refusal
from tabletop.storage.usage_metrics import (
    LENGTH_BOUNDS,
    GameUsage,
    LessonUsage,
    LevelUsage,
    RefusalText,
    UsageReport,
)

NONE_TEXT: Final = say("figures.none", "none")
"""The value of a tile without data."""

GAME_THIRD_NAMES: Final[Mapping[str, Text]] = {
    "first": say("figures.where.first", "first third"),
    "middle": say("figures.where.middle", "middle"),
    "last": say("figures.where.last", "last third"),
    "toss": say("figures.where.toss", "tossing the coin"),
    "arrange": say("figures.where.arrange", "building a picture"),
    "ready": say("figures.where.ready", "before the look"),
    "look": say("figures.where.look", "looking"),
    "guess": say("figures.where.guess", "rebuilding"),
    "peek": say("figures.where.peek", "peeking"),
    "scored": say("figures.where.scored", "after a turn"),
    "card": say("figures.where.card", "at a card"),
}
INCIDENT_NAMES: Final[Mapping[str, Text]] = {
    "lost": say("figures.trouble.lost", "A device was lost"),
    "back": say("figures.trouble.back", "A device came back"),
    "fault": say("figures.trouble.fault", "Program errors"),
    "disk": say("figures.trouble.disk", "Saving failed"),
    "sound": say("figures.trouble.sound", "Sound failed"),
}


SOLO_MODE_NAMES: Final[Mapping[str, Text]] = {
    "puzzle": say("figures.puzzles", "Solo puzzle"),
    "memory": say("figures.memory", "Solo memory"),
}


class DateRange(NamedTuple):
    """A range of days, in ISO form."""

    key: str
    name: Text
    since: str
    until: str


def date_ranges(today: str) -> tuple[DateRange, ...]:
    """The ranges on offer on a day in ISO form."""
    week = (date.fromisoformat(today) - timedelta(days=6)).isoformat()
    return (
        DateRange("today", say("figures.today", "Today"), today, today),
        DateRange("week", say("figures.week", "Last 7 days"), week, today),
        DateRange("all", say("figures.all", "All days"), "", today),
    )


def date_range_text(days: DateRange, event: str) -> Text:
    """The days, after the event's name if it has one."""
    if days.since == days.until:
        words = joined("", days.until)
    elif days.since:
        words = say("figures.from_to", "{since} to {until}", since=days.since, until=days.until)
    else:
        words = say("figures.up_to_day", "Up to {until}", until=days.until)
    return joined(": ", event, words) if event else words


def game_title(key: str) -> Text:
    """The title of a game; its key if it is not installed."""
    game = known_game(key)
    return joined("", key) if game is None else game.title


def known_game(key: str) -> Game | None:
    try:
        return find_game(key)
    except KeyError:
        return None


def hour_text(hour: int) -> Text:
    # NOTE for translators: an hour of the day, as 14:00
    return say("figures.hour", "{hour}:00", hour=hour)


def duration_text(length: tuple[int, int]) -> Text:
    """The median length of a match, in minutes; `length` is in seconds."""
    low, high = (seconds // 60 for seconds in length)
    if low == high:
        return say("figures.over", "over {low} min", low=LENGTH_BOUNDS[-1] // 60)
    if not low:
        return say("figures.up_to", "up to {high} min", high=high)
    return say("figures.between", "{low} to {high} min", low=low, high=high)


def summary_tiles(tally: UsageReport) -> tuple[tuple[Text, Text], ...]:
    """The value and the name of each tile."""
    number = [joined("", str(value)) for value in (tally.begun, tally.people)]
    ended = NONE_TEXT if tally.ended is None else percent(tally.ended)
    length = NONE_TEXT if tally.length is None else duration_text(tally.length)
    hour = NONE_TEXT if tally.busiest_hour is None else hour_text(tally.busiest_hour)
    return (
        (number[0], say("figures.begun", "games begun")),
        (ended, say("figures.finished", "finished")),
        (number[1], say("figures.people", "people played")),
        (length, say("figures.length", "typical length")),
        (hour, say("figures.busiest", "busiest hour")),
    )


def abandoned_text(game: GameUsage) -> Text | None:
    """Where abandoned matches stood; None if there were none."""
    places = [
        say("figures.left_at", "{where}: {n}", where=name, n=game.where[key])
        for key, name in GAME_THIRD_NAMES.items()
        if game.where.get(key)
    ]
    if not places:
        return None
    return say("figures.left_where", "Left at: {places}", places=joined(", ", *places))


class FrequentRefusal(NamedTuple):
    """A refusal with its count."""

    times: int
    said: Text
    rule: Text


def frequent_refusals(
    tally: UsageReport, words: Mapping[tuple[str, str], RefusalText], most: int
) -> tuple[FrequentRefusal, ...]:
    """The most frequent refusals, with their rules."""
    return tuple(
        _frequent_refusal(game, key, times, words.get((game, key)))
        for game, key, times in tally.refusals[:most]
    )


def _frequent_refusal(
    key: str, refusal: str, times: int, words: RefusalText | None
) -> FrequentRefusal:
    said = joined("", refusal) if words is None else elided_refusal(words)
    number, game = "" if words is None else words.rule, known_game(key)
    rule = next((rule for rule in game.rules if rule.number == number), None) if game else None
    title = game_title(key)
    if rule is None:
        return FrequentRefusal(times, said, title)
    line = "{game}, rule {number}: {title}"
    named = say("figures.rule", line, game=title, number=number, title=rule.title)
    return FrequentRefusal(times, said, named)


NameValueLines = Sequence[tuple[str, str]]


def level_text(level: LevelUsage) -> Text:
    """The wins, losses and other results of people against a level."""
    return joined(", ", str(level.people), str(level.computer), str(level.other))


def finished_text(finished: int, begun: int) -> Text:
    return say("figures.lesson", "{n} of {all}", n=finished, all=begun)


def lesson_text(lesson: LessonUsage) -> Text:
    """How many finished a lesson, and the step at which most left."""
    words = finished_text(lesson.finished, lesson.begun)
    if not lesson.left:
        return words
    step = max(lesson.left, key=lambda number: (lesson.left[number], -number))
    left = say("figures.lesson.left", "step {step}", step=step)
    return joined(", ", words, left)
