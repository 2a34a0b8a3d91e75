"""Usage counts for the host: how often things happened, by the hour, and never who did it.

A count is made of words from closed sets, so that no text that people write gets into it. What
became of a match is counted by steps; each match takes each step once, even if the program is
killed in between. `UsageReport` sums up the counts of a day or an event.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import accumulate, pairwise
from re import Pattern, compile
from sqlite3 import Connection
from typing import Final, Literal, Self, TypeAlias

from tabletop.engine.text import Text

MatchStep: TypeAlias = Literal["going", "left", "over"]
"""How far a match has come."""

MATCH_STAGES: Final = ("first", "middle", "last")
"""The thirds of a game's usual length."""
LIVE_MOMENTS: Final = ("toss", "arrange", "ready", "look", "guess", "peek", "scored", "card")
"""Where a live match stands, which has no plies."""
LEVEL_KEYS: Final = ("beginner", "easy", "steady", "keen", "sharp", "full")
LENGTH_BOUNDS: Final = (60, 120, 300, 600, 900, 1200, 1800, 2700, 3600, 5400)
"""Upper bounds in seconds of a match's length; beyond is `LONGER`."""
OVER_LONGEST: Final = "more"
DEVICE_EVENTS: Final = ("lost", "back", "fault", "disk", "sound")
"""A device that fails or works again, a fault of the program, and other notices."""
MAX_PEOPLE: Final = 99
LAST_DAY: Final = "9999-12-31"

_EMPTY: Final = compile("")


def _one_of(*words: str) -> Pattern[str]:
    return compile("|".join(words))


METRIC_KINDS: Final[Mapping[str, Pattern[str]]] = {
    "begun": _EMPTY,
    "finished": _EMPTY,
    "abandoned": _one_of(*MATCH_STAGES, *LIVE_MOMENTS),
    "resumed": _EMPTY,
    "players": compile("[1-9][0-9]?"),
    "level": _one_of(*LEVEL_KEYS),
    "won": compile(f"({'|'.join(LEVEL_KEYS)}) (people|computer|shared|nobody)"),
    "seconds": _one_of(*map(str, LENGTH_BOUNDS), OVER_LONGEST),
    "refused": compile(r"[a-z0-9_]{1,40}(\.[a-z0-9_]{1,60}){1,3}"),
    "hint": _EMPTY,
    "alone": compile("(puzzle|memory) (begun|finished)"),
    "lesson": compile("begun|finished|left [1-9][0-9]?"),
    "language": compile("[a-z]{2}(_[A-Z]{2})?"),
    "device": _one_of(*DEVICE_EVENTS),
    "taken over": _EMPTY,
    "attracted": _EMPTY,
}
"""What is counted, and the form of its detail besides game and number."""
WITHOUT_GAME: Final = frozenset({"language", "device"})

_GAME: Final = compile("[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class RefusalText:
    """The text of a refusal with its ``{names}`` open, so without what people wrote."""

    key: str
    english: str
    plural: str
    rule: str
    """The number of the rule on the game's rules page; empty if none is broken."""


@dataclass(frozen=True, slots=True)
class UsageMetric:
    """One thing to count; ValueError if it is not of the closed sets."""

    kind: str
    game: str = ""
    what: str = ""
    times: int = 1
    words: RefusalText | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        form = METRIC_KINDS.get(self.kind)
        if form is None:
            raise ValueError(
                f"there is no figure {self.kind!r}; it can be {', '.join(METRIC_KINDS)}"
            )
        if not form.fullmatch(self.what):
            raise ValueError(f"the figure {self.kind!r} cannot be of {self.what!r}")
        if self.game and (self.kind in WITHOUT_GAME or not _GAME.fullmatch(self.game)):
            raise ValueError(f"the figure {self.kind!r} cannot be of a game {self.game!r}")
        if self.times < 1:
            raise ValueError(f"nothing happens {self.times} times")

    @classmethod
    def refused(cls, game: str, reason: str, rule: str = "") -> Self | None:
        """A refusal that was shown; None for a text without a key."""
        text = _innermost(reason)
        if text is None or not METRIC_KINDS["refused"].fullmatch(text.key):
            return None
        words = RefusalText(text.key, text.english, text.plural, rule)
        return cls("refused", game, text.key, words=words)

    @classmethod
    def length(cls, game: str, seconds: float) -> Self:
        """The length of a match, as the shortest of `LENGTHS` that is long enough."""
        upto = next((str(most) for most in LENGTH_BOUNDS if seconds <= most), OVER_LONGEST)
        return cls("seconds", game, upto)


@dataclass(frozen=True, slots=True)
class UsageCount:
    """How often something happened in one hour of one day, in local time."""

    day: str
    """As 2026-11-21; empty for a sum of days."""
    hour: int
    kind: str
    game: str
    what: str
    times: int


_ADD_METRIC: Final = """
    INSERT INTO figure (day, hour, kind, game, what, times) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (day, hour, kind, game, what) DO UPDATE SET times = times + excluded.times
"""
_READ_METRICS: Final = """
    SELECT day, hour, kind, game, what, times FROM figure
    WHERE day BETWEEN ? AND ? ORDER BY day, hour, kind, game, what
"""
_READ_TOTALS: Final = """
    SELECT hour, kind, game, what, sum(times) FROM figure
    WHERE day BETWEEN ? AND ? AND day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
        AND typeof(times) = 'integer' AND times BETWEEN 1 AND 1000000000
    GROUP BY hour, kind, game, what ORDER BY hour, kind, game, what
"""
_PUT_REFUSAL_TEXT: Final = """
    INSERT INTO figure_words (game, key, english, plural, rule) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game, key) DO UPDATE SET english = excluded.english, plural = excluded.plural,
        rule = CASE excluded.rule WHEN '' THEN rule ELSE excluded.rule END
"""
_READ_REFUSAL_TEXTS: Final = "SELECT game, key, english, plural, rule FROM figure_words"
_READ_STEP: Final = "SELECT step FROM figure_step WHERE match = ?"
_PUT_STEP: Final = """
    INSERT INTO figure_step (match, step) VALUES (?, ?)
    ON CONFLICT (match) DO UPDATE SET step = excluded.step
"""
_NEXT_STEPS: Final[Mapping[str, frozenset[MatchStep]]] = {
    "": frozenset({"going"}),
    "going": frozenset({"left", "over"}),
    "left": frozenset({"going", "over"}),
    "over": frozenset(),
}
"""What can follow each step; a match that ended stays ended, whatever is taken back."""


def add_metrics(db: Connection, when: str, figures: Sequence[UsageMetric]) -> None:
    """Counts at a moment in ISO form, in the hour of local time."""
    local = datetime.fromisoformat(when).astimezone()
    day, hour = local.date().isoformat(), local.hour
    for figure in figures:
        db.execute(_ADD_METRIC, (day, hour, figure.kind, figure.game, figure.what, figure.times))
        if (said := figure.words) is not None:
            row = (figure.game, said.key, said.english, said.plural, said.rule)
            db.execute(_PUT_REFUSAL_TEXT, row)


def take_step(
    db: Connection,
    when: str,
    match_id: str,
    game: str,
    step: MatchStep,
    figures: Sequence[UsageMetric],
) -> None:
    """Counts a step of a match, unless the match has taken it already."""
    row = db.execute(_READ_STEP, (match_id,)).fetchone()
    before = str(row[0]) if row else ""
    if step not in _NEXT_STEPS.get(before, ()):
        return
    db.execute(_PUT_STEP, (match_id, step))
    if before == "left":
        add_metrics(db, when, [UsageMetric("resumed", game)])
    if before != "left" or step != "going":  # what is resumed was counted when it began
        add_metrics(db, when, figures)


def read_metrics(db: Connection, since: str = "", until: str = LAST_DAY) -> tuple[UsageCount, ...]:
    """All counts of a range of days; rows that make no sense are skipped."""
    rows = (_read_metric(*row) for row in db.execute(_READ_METRICS, (since, until)))
    return tuple(row for row in rows if row is not None and row.day)


def read_metric_totals(db: Connection, since: str, until: str) -> tuple[UsageCount, ...]:
    """The same summed over the days by the database, which is much faster for a month."""
    rows = (_read_metric("", *row) for row in db.execute(_READ_TOTALS, (since, until)))
    return tuple(row for row in rows if row is not None)


def read_refusal_texts(db: Connection) -> dict[tuple[str, str], RefusalText]:
    """Texts of refusals by game and key; rows that make no sense are skipped."""
    return {
        (row[0], row[1]): RefusalText(*row[1:])
        for row in db.execute(_READ_REFUSAL_TEXTS)
        if all(isinstance(part, str) for part in row)
    }


def _read_metric(
    day: object, hour: object, kind: object, game: object, what: object, times: object
) -> UsageCount | None:
    try:
        if not isinstance(hour, int) or not 0 <= hour < 24 or not isinstance(times, int):
            return None
        figure = UsageMetric(str(kind), str(game), str(what), times)
        when = _local_day(str(day)) if day else ""
        return UsageCount(when, hour, figure.kind, figure.game, figure.what, times)
    except ValueError:
        return None


def _local_day(text: str) -> str:
    day = date.fromisoformat(text).isoformat()
    if day != text:  # it also accepts other forms, as 20261121 and 2026-W47-6
        raise ValueError(f"{text} is no day as 2026-11-21")
    return day


def _innermost(reason: str) -> Text | None:
    """The first innermost sentence of a text that only joins others."""
    if not isinstance(reason, Text) or reason.key:
        return reason if isinstance(reason, Text) else None
    inner = (_innermost(arg) for arg in reason.args.values() if isinstance(arg, Text))
    return next((text for text in inner if text is not None), None)


HOURS_PER_DAY: Final = 24


@dataclass(frozen=True, slots=True)
class GameUsage:
    game: str
    begun: int
    finished: int
    left: int
    """Left before the end, and not resumed."""
    where: Mapping[str, int]
    """Where those stood that were ever left, by stage or moment."""
    hints: int

    @property
    def going(self) -> int:
        """Still open, or left since another day."""
        return max(0, self.begun - self.finished - self.left)


@dataclass(frozen=True, slots=True)
class LevelUsage:
    """How people fared against computers of one level."""

    level: str
    begun: int
    people: int
    """Games that people won alone."""
    computer: int
    other: int
    """Games that nobody won, or both."""


@dataclass(frozen=True, slots=True)
class LessonUsage:
    """How far people came in one game's lesson."""

    game: str
    begun: int
    finished: int
    left: Mapping[int, int]
    """How many left, by the number of the step."""


@dataclass(frozen=True, slots=True)
class UsageReport:
    """The sum of some days."""

    begun: int = 0
    finished: int = 0
    people: int = 0
    by_hour: tuple[int, ...] = (0,) * HOURS_PER_DAY
    """Games begun in each hour of the day, all days together."""
    length: tuple[int, int] | None = None
    """The range in seconds that holds the median length; both ends equal beyond the last bound."""
    games: tuple[GameUsage, ...] = ()
    """Most played first."""
    refusals: tuple[tuple[str, str, int], ...] = ()
    """Game, key and count, the most frequent first."""
    levels: tuple[LevelUsage, ...] = ()
    lessons: tuple[LessonUsage, ...] = ()
    alone: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """What one person alone began and finished, by kind."""
    languages: Mapping[str, int] = field(default_factory=dict)
    """Seats of people, by language."""
    troubles: Mapping[str, int] = field(default_factory=dict)
    taken_over: int = 0
    attracted: int = 0

    @property
    def ended(self) -> int | None:
        """Percent of begun games that were played to their end; None without a game."""
        return min(100, round(100 * self.finished / self.begun)) if self.begun else None

    @property
    def busiest_hour(self) -> int | None:
        """The hour in which most games began; the first of several."""
        return self.by_hour.index(max(self.by_hour)) if any(self.by_hour) else None

    @classmethod
    def of(cls, rows: Iterable[UsageCount]) -> Self:
        """The report of some rows, in any order."""
        found = _UsageRows(tuple(rows))
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
class _UsageRows:
    rows: Sequence[UsageCount]

    def times(self, kind: str) -> Counter[tuple[str, str]]:
        """Counts by game and detail."""
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
        """Counts by detail, of one game or all."""
        found: Counter[str] = Counter()
        for (played, what), times in self.times(kind).items():
            if game in (None, played):
                found[what] += times
        return found

    def by_hour(self, kind: str) -> tuple[int, ...]:
        found = [0] * HOURS_PER_DAY
        for row in self.rows:
            found[row.hour] += row.times if row.kind == kind else 0
        return tuple(found)


def _median(lengths: Mapping[str, int]) -> tuple[int, int] | None:
    """The range of lengths that holds the median."""
    upto = [lengths.get(str(most), 0) for most in LENGTH_BOUNDS]
    whole = sum(lengths.values())
    if not whole:
        return None
    bounds = pairwise((0, *LENGTH_BOUNDS))
    for (low, high), before in zip(bounds, accumulate(upto), strict=True):
        if 2 * before >= whole:
            return low, high
    return LENGTH_BOUNDS[-1], LENGTH_BOUNDS[-1]


def _games(found: _UsageRows) -> tuple[GameUsage, ...]:
    begun, finished = found.of_game("begun"), found.of_game("finished")
    left, resumed = found.of_game("abandoned"), found.of_game("resumed")
    hints = found.of_game("hint")
    keys = sorted({*begun, *finished, *left}, key=lambda key: (-begun[key], key))
    return tuple(
        GameUsage(
            key,
            begun[key],
            finished[key],
            max(0, left[key] - resumed[key]),
            dict(found.of_what("abandoned", key)),
            hints[key],
        )
        for key in keys
    )


def _refusals(found: _UsageRows) -> tuple[tuple[str, str, int], ...]:
    pairs = found.times("refused").items()
    told = [(game, key, times) for (game, key), times in pairs]
    return tuple(sorted(told, key=lambda row: (-row[2], row[:2])))


def _levels(found: _UsageRows) -> tuple[LevelUsage, ...]:
    begun, won = found.of_what("level"), found.of_what("won")
    return tuple(
        LevelUsage(
            level,
            begun[level],
            won[f"{level} people"],
            won[f"{level} computer"],
            won[f"{level} shared"] + won[f"{level} nobody"],
        )
        for level in LEVEL_KEYS
        if begun[level] or any(what.startswith(f"{level} ") for what in won)
    )


def _alone(found: _UsageRows) -> dict[str, tuple[int, int]]:
    told = found.of_what("alone")
    kinds = sorted({what.split()[0] for what in told})
    return {kind: (told[f"{kind} begun"], told[f"{kind} finished"]) for kind in kinds}


def _lessons(found: _UsageRows) -> tuple[LessonUsage, ...]:
    keys = sorted({game for game, _ in found.times("lesson")})
    made = []
    for key in keys:
        told = found.of_what("lesson", key)
        left = {int(w.split()[1]): n for w, n in told.items() if w.startswith("left ")}
        made.append(LessonUsage(key, told["begun"], told["finished"], left))
    return tuple(made)
