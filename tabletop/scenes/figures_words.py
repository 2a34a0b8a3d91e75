"""How the host's figures are said."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from tabletop.engine import Game, Text, joined, percent, say
from tabletop.games import find_game
from tabletop.store.figures import LENGTHS, Words
from tabletop.store.figures_csv import open_words
from tabletop.store.tally import OfGame, OfLesson, OfLevel, Tally

NONE: Final = say("figures.none", "none")
"""What a figure says where nothing has been counted."""

WHERE: Final[Mapping[str, Text]] = {
    "first": say("figures.where.first", "first third"),
    "middle": say("figures.where.middle", "middle"),
    "last": say("figures.where.last", "last third"),
    "toss": say("figures.where.toss", "tossing the coin"),
    "arrange": say("figures.where.arrange", "making a picture"),
    "ready": say("figures.where.ready", "before the look"),
    "look": say("figures.where.look", "looking"),
    "guess": say("figures.where.guess", "rebuilding"),
    "peek": say("figures.where.peek", "peeking"),
    "scored": say("figures.where.scored", "after a turn"),
    "card": say("figures.where.card", "at a card"),
}
TROUBLES: Final[Mapping[str, Text]] = {
    "lost": say("figures.trouble.lost", "A device was lost"),
    "back": say("figures.trouble.back", "A device came back"),
    "fault": say("figures.trouble.fault", "The program stumbled"),
    "disk": say("figures.trouble.disk", "The disk did not take it"),
    "sound": say("figures.trouble.sound", "The sound failed"),
}


ALONE: Final[Mapping[str, Text]] = {
    "puzzle": say("figures.puzzles", "Puzzles"),
    "memory": say("figures.memory", "From memory"),
}


class Days(NamedTuple):
    """Which days are told of."""

    key: str
    name: Text
    since: str
    until: str


def ranges(today: str) -> tuple[Days, ...]:
    """What can be chosen on a day in ISO form."""
    week = (date.fromisoformat(today) - timedelta(days=6)).isoformat()
    return (
        Days("today", say("figures.today", "Today"), today, today),
        Days("week", say("figures.week", "Last 7 days"), week, today),
        Days("all", say("figures.all", "All days"), "", today),
    )


def days_words(days: Days, event: str) -> Text:
    """Which days they are, in a line, with the event's name if it has one."""
    if days.since == days.until:
        words = joined("", days.until)
    elif days.since:
        words = say("figures.from_to", "{since} to {until}", since=days.since, until=days.until)
    else:
        words = say("figures.up_to_day", "Up to {until}", until=days.until)
    return joined(": ", event, words) if event else words


def title_of(key: str) -> Text:
    """What a game is called; one that is not here any more, by its key."""
    game = game_of(key)
    return joined("", key) if game is None else game.title


def game_of(key: str) -> Game | None:
    try:
        return find_game(key)
    except KeyError:
        return None


def hour_words(hour: int) -> Text:
    # NOTE for translators: an hour of the day, as 14:00
    return say("figures.hour", "{hour}:00", hour=hour)


def length_words(length: tuple[int, int]) -> Text:
    """How long the middle game lasted, in minutes."""
    low, high = (seconds // 60 for seconds in length)
    if low == high:
        return say("figures.over", "over {low} min", low=LENGTHS[-1] // 60)
    if not low:
        return say("figures.up_to", "up to {high} min", high=high)
    return say("figures.between", "{low} to {high} min", low=low, high=high)


def tiles(tally: Tally) -> tuple[tuple[Text, Text], ...]:
    """The figures told in large, each with what it is of."""
    number = [joined("", str(value)) for value in (tally.begun, tally.people)]
    ended = NONE if tally.ended is None else percent(tally.ended)
    length = NONE if tally.length is None else length_words(tally.length)
    hour = NONE if tally.busiest is None else hour_words(tally.busiest)
    return (
        (number[0], say("figures.begun", "games begun")),
        (ended, say("figures.finished", "finished")),
        (number[1], say("figures.people", "people played")),
        (length, say("figures.length", "usual length")),
        (hour, say("figures.busiest", "busiest hour")),
    )


def where_words(game: OfGame) -> Text | None:
    """Where the games stood that were left; None where none was."""
    places = [
        say("figures.left_at", "{where}: {n}", where=name, n=game.where[key])
        for key, name in WHERE.items()
        if game.where.get(key)
    ]
    if not places:
        return None
    return say("figures.left_where", "Left at: {places}", places=joined(", ", *places))


class Misunderstood(NamedTuple):
    """One refusal, as it is told to the host."""

    times: int
    said: Text
    rule: Text


def misunderstood(
    tally: Tally, words: Mapping[tuple[str, str], Words], most: int
) -> tuple[Misunderstood, ...]:
    """The most frequent refusals, in words and by the rule's number."""
    return tuple(
        _misunderstood(game, key, times, words.get((game, key)))
        for game, key, times in tally.refusals[:most]
    )


def _misunderstood(key: str, refusal: str, times: int, words: Words | None) -> Misunderstood:
    said = joined("", refusal) if words is None else open_words(words)
    number, game = "" if words is None else words.rule, game_of(key)
    rule = next((rule for rule in game.rules if rule.number == number), None) if game else None
    title = title_of(key)
    if rule is None:
        return Misunderstood(times, said, title)
    line = "{game}, rule {number}: {title}"
    named = say("figures.rule", line, game=title, number=number, title=rule.title)
    return Misunderstood(times, said, named)


Lines = Sequence[tuple[str, str]]
"""Names, and what is told of each."""


def level_words(level: OfLevel) -> Text:
    """How often people won against a level, lost, and neither."""
    return joined(", ", str(level.people), str(level.computer), str(level.other))


def of_words(finished: int, begun: int) -> Text:
    """How many were finished, of how many."""
    return say("figures.lesson", "{n} of {all}", n=finished, all=begun)


def lesson_words(lesson: OfLesson) -> Text:
    """How far people came in a lesson."""
    words = of_words(lesson.finished, lesson.begun)
    if not lesson.left:
        return words
    step = max(lesson.left, key=lambda number: (lesson.left[number], -number))
    left = say("figures.lesson.left", "step {step}", step=step)
    return joined(", ", words, left)
