"""Figures added up: what a host wants to know of a day or an event."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final, Self

from tabletop.store.figures import LENGTHS, LEVELS, Counted

HOURS: Final = 24


@dataclass(frozen=True, slots=True)
class OfGame:
    """What became of one game."""

    game: str
    begun: int
    finished: int
    left: int
    """Left before the end, and not taken up again."""
    where: Mapping[str, int]
    """Where they stood that were ever left, by stage or moment."""
    hints: int

    @property
    def going(self) -> int:
        """On the table still, or left since another day."""
        return max(0, self.begun - self.finished - self.left)


@dataclass(frozen=True, slots=True)
class OfLevel:
    """How people fared against computers of one level."""

    level: str
    begun: int
    people: int
    """Games that people won alone."""
    computer: int
    other: int
    """Games that nobody won, or both."""


@dataclass(frozen=True, slots=True)
class OfLesson:
    """How far people came in the lesson of one game."""

    game: str
    begun: int
    finished: int
    left: Mapping[int, int]
    """How many went away, by the number of the step."""


@dataclass(frozen=True, slots=True)
class Tally:
    """All figures of some days, added up."""

    begun: int = 0
    finished: int = 0
    people: int = 0
    by_hour: tuple[int, ...] = (0,) * HOURS
    """Games begun in each hour of the day, all days together."""
    length: tuple[int, int] | None = None
    """Seconds between which half of the games that ended were over; from the last of `LENGTHS` on
    to itself."""
    games: tuple[OfGame, ...] = ()
    """The most played first."""
    refusals: tuple[tuple[str, str, int], ...] = ()
    """Game, key and how often, the most frequent first."""
    levels: tuple[OfLevel, ...] = ()
    lessons: tuple[OfLesson, ...] = ()
    alone: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What one person alone began and finished, by what it was."""
    languages: Mapping[str, int] = field(default_factory=dict)
    """Seats of people, by the language they read."""
    troubles: Mapping[str, int] = field(default_factory=dict)
    taken_over: int = 0
    attracted: int = 0

    @property
    def ended(self) -> int | None:
        """How many of a hundred games begun were played to their end; None without a game."""
        return min(100, round(100 * self.finished / self.begun)) if self.begun else None

    @property
    def busiest(self) -> int | None:
        """The hour of the day in which most games began; the first of several."""
        return self.by_hour.index(max(self.by_hour)) if any(self.by_hour) else None

    @classmethod
    def of(cls, rows: Iterable[Counted]) -> Self:
        """What these rows come to, in whatever order."""
        found = _Rows(tuple(rows))
        by_hour = found.by_hour("begun")
        return cls(
            begun=sum(by_hour),
            finished=found.times("finished").total(),
            people=sum(int(what) * n for what, n in found.of_what("players").items()),
            by_hour=by_hour,
            length=_median(found.of_what("seconds")),
            games=_games(found),
            refusals=_refusals(found),
            levels=_levels(found),
            lessons=_lessons(found),
            alone=_alone(found),
            languages=dict(found.of_what("language").most_common()),
            troubles=dict(found.of_what("device").most_common()),
            taken_over=found.times("taken over").total(),
            attracted=found.times("attracted").total(),
        )


@dataclass(frozen=True, slots=True)
class _Rows:
    rows: Sequence[Counted]

    def times(self, kind: str) -> Counter[tuple[str, str]]:
        """How often, by game and what was told."""
        found: Counter[tuple[str, str]] = Counter()
        for row in self.rows:
            if row.kind == kind:
                found[row.game, row.what] += row.times
        return found

    def of_game(self, kind: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for (game, _), times in self.times(kind).items():
            found[game] += times
        return found

    def of_what(self, kind: str, game: str | None = None) -> Counter[str]:
        """By what was told, of one game or all."""
        found: Counter[str] = Counter()
        for (played, what), times in self.times(kind).items():
            if game in (None, played):
                found[what] += times
        return found

    def by_hour(self, kind: str) -> tuple[int, ...]:
        found = [0] * HOURS
        for row in self.rows:
            found[row.hour] += row.times if row.kind == kind else 0
        return tuple(found)


def _median(lengths: Mapping[str, int]) -> tuple[int, int] | None:
    """The stretch of lengths in which the middle game lies."""
    upto = [lengths.get(str(most), 0) for most in LENGTHS]
    whole = sum(lengths.values())
    if not whole:
        return None
    bounds = pairwise((0, *LENGTHS))
    for (low, high), before in zip(bounds, accumulate(upto), strict=True):
        if 2 * before >= whole:
            return low, high
    return LENGTHS[-1], LENGTHS[-1]


def _games(found: _Rows) -> tuple[OfGame, ...]:
    begun, finished = found.of_game("begun"), found.of_game("finished")
    left, resumed = found.of_game("abandoned"), found.of_game("resumed")
    hints = found.of_game("hint")
    keys = sorted({*begun, *finished, *left}, key=lambda key: (-begun[key], key))
    return tuple(
        OfGame(
            key,
            begun[key],
            finished[key],
            max(0, left[key] - resumed[key]),
            dict(found.of_what("abandoned", key)),
            hints[key],
        )
        for key in keys
    )


def _refusals(found: _Rows) -> tuple[tuple[str, str, int], ...]:
    pairs = found.times("refused").items()
    told = [(game, key, times) for (game, key), times in pairs]
    return tuple(sorted(told, key=lambda row: (-row[2], row[:2])))


def _levels(found: _Rows) -> tuple[OfLevel, ...]:
    begun, won = found.of_what("level"), found.of_what("won")
    return tuple(
        OfLevel(
            level,
            begun[level],
            won[f"{level} people"],
            won[f"{level} computer"],
            won[f"{level} shared"] + won[f"{level} nobody"],
        )
        for level in LEVELS
        if begun[level] or any(what.startswith(f"{level} ") for what in won)
    )


def _alone(found: _Rows) -> dict[str, tuple[int, int]]:
    told = found.of_what("alone")
    kinds = sorted({what.split()[0] for what in told})
    return {kind: (told[f"{kind} begun"], told[f"{kind} finished"]) for kind in kinds}


def _lessons(found: _Rows) -> tuple[OfLesson, ...]:
    keys = sorted({game for game, _ in found.times("lesson")})
    made = []
    for key in keys:
        told = found.of_what("lesson", key)
        left = {int(w.split()[1]): n for w, n in told.items() if w.startswith("left ")}
        made.append(OfLesson(key, told["begun"], told["finished"], left))
    return tuple(made)
