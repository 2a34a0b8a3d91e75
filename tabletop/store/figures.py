"""Figures for the host: how often what happened, by the hour, and never who did it.

A figure is made of words from closed sets, so that nothing that people write can get into it. What
became of a match is counted by steps: each match takes each step once, whatever is killed when.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from re import Pattern, compile
from sqlite3 import Connection
from typing import Final, Literal, Self, TypeAlias

from tabletop.engine.text import Text

Step: TypeAlias = Literal["going", "left", "over"]
"""How far a match has come: played on, left before its end, ended."""

STAGES: Final = ("first", "middle", "last")
"""The thirds of a game's usual length."""
MOMENTS: Final = ("toss", "arrange", "ready", "look", "guess", "peek", "scored", "card")
"""Where a match stands that is played in moments and not in plies."""
LEVELS: Final = ("beginner", "easy", "steady", "keen", "sharp", "full")
LENGTHS: Final = (60, 120, 300, 600, 900, 1200, 1800, 2700, 3600, 5400)
"""Seconds up to which a match lasted; what lasted longer is `LONGER`."""
LONGER: Final = "more"
TROUBLES: Final = ("lost", "back", "fault", "disk", "sound")
"""A device that fails, one that works again, a fault of the program, and what else is told."""
MOST_PEOPLE: Final = 99
LAST_DAY: Final = "9999-12-31"

_NOTHING: Final = compile("")


def _one_of(*words: str) -> Pattern[str]:
    return compile("|".join(words))


KINDS: Final[Mapping[str, Pattern[str]]] = {
    "begun": _NOTHING,
    "finished": _NOTHING,
    "abandoned": _one_of(*STAGES, *MOMENTS),
    "resumed": _NOTHING,
    "players": compile("[1-9][0-9]?"),
    "level": _one_of(*LEVELS),
    "won": compile(f"({'|'.join(LEVELS)}) (people|computer|shared|nobody)"),
    "seconds": _one_of(*map(str, LENGTHS), LONGER),
    "refused": compile(r"[a-z0-9_]{1,40}(\.[a-z0-9_]{1,60}){1,3}"),
    "hint": _NOTHING,
    "alone": compile("(puzzle|memory) (begun|finished)"),
    "lesson": compile("begun|finished|left [1-9][0-9]?"),
    "language": compile("[a-z]{2}(_[A-Z]{2})?"),
    "device": _one_of(*TROUBLES),
    "taken over": _NOTHING,
    "attracted": _NOTHING,
}
"""What is counted, and the form of what is told of it besides the game and the number."""
WITHOUT_GAME: Final = frozenset({"language", "device"})

_GAME: Final = compile("[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class Words:
    """What a refusal says, with its ``{names}`` still open: the program's words, not people's."""

    key: str
    english: str
    plural: str
    rule: str
    """The number of the rule on the game's rules page; empty where none is broken."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that happened, to be counted; ValueError for what no figure is made of."""

    kind: str
    game: str = ""
    what: str = ""
    times: int = 1
    words: Words | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        form = KINDS.get(self.kind)
        if form is None:
            raise ValueError(f"there is no figure {self.kind!r}; it can be {', '.join(KINDS)}")
        if not form.fullmatch(self.what):
            raise ValueError(f"the figure {self.kind!r} cannot be of {self.what!r}")
        if self.game and (self.kind in WITHOUT_GAME or not _GAME.fullmatch(self.game)):
            raise ValueError(f"the figure {self.kind!r} cannot be of a game {self.game!r}")
        if self.times < 1:
            raise ValueError(f"nothing happens {self.times} times")

    @classmethod
    def refused(cls, game: str, reason: str, rule: str = "") -> Self | None:
        """A refusal that somebody has read; None for words that have no key of their own."""
        text = _innermost(reason)
        if text is None or not KINDS["refused"].fullmatch(text.key):
            return None
        words = Words(text.key, text.english, text.plural, rule)
        return cls("refused", game, text.key, words=words)

    @classmethod
    def length(cls, game: str, seconds: float) -> Self:
        """How long a match lasted, as the shortest of `LENGTHS` that is long enough."""
        upto = next((str(most) for most in LENGTHS if seconds <= most), LONGER)
        return cls("seconds", game, upto)


@dataclass(frozen=True, slots=True)
class Counted:
    """How often something happened in one hour of one day, by this machine's clock."""

    day: str
    """As 2026-11-21; empty where days are added up."""
    hour: int
    kind: str
    game: str
    what: str
    times: int


_ADD: Final = """
    INSERT INTO figure (day, hour, kind, game, what, times) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (day, hour, kind, game, what) DO UPDATE SET times = times + excluded.times
"""
_READ: Final = """
    SELECT day, hour, kind, game, what, times FROM figure
    WHERE day BETWEEN ? AND ? ORDER BY day, hour, kind, game, what
"""
_ADDED_UP: Final = """
    SELECT hour, kind, game, what, sum(times) FROM figure
    WHERE day BETWEEN ? AND ? AND day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
        AND typeof(times) = 'integer' AND times BETWEEN 1 AND 1000000000
    GROUP BY hour, kind, game, what ORDER BY hour, kind, game, what
"""
_SAID: Final = """
    INSERT INTO figure_words (game, key, english, plural, rule) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game, key) DO UPDATE SET english = excluded.english, plural = excluded.plural,
        rule = CASE excluded.rule WHEN '' THEN rule ELSE excluded.rule END
"""
_WORDS: Final = "SELECT game, key, english, plural, rule FROM figure_words"
_STEP: Final = "SELECT step FROM figure_step WHERE match = ?"
_TAKE: Final = """
    INSERT INTO figure_step (match, step) VALUES (?, ?)
    ON CONFLICT (match) DO UPDATE SET step = excluded.step
"""
_AFTER: Final[Mapping[str, frozenset[Step]]] = {
    "": frozenset({"going"}),
    "going": frozenset({"left", "over"}),
    "left": frozenset({"going", "over"}),
    "over": frozenset(),
}
"""What can come after each step; a match that ended has ended, whatever is taken back."""


def add(db: Connection, when: str, figures: Sequence[Figure]) -> None:
    """Counts figures at a moment in ISO form, in the hour that this machine's clock shows then."""
    local = datetime.fromisoformat(when).astimezone()
    day, hour = local.date().isoformat(), local.hour
    for figure in figures:
        db.execute(_ADD, (day, hour, figure.kind, figure.game, figure.what, figure.times))
        if (said := figure.words) is not None:
            row = (figure.game, said.key, said.english, said.plural, said.rule)
            db.execute(_SAID, row)


def take_step(
    db: Connection, when: str, match_id: str, game: str, step: Step, figures: Sequence[Figure]
) -> None:
    """Counts what comes with a step of a match, unless the match has taken it already."""
    row = db.execute(_STEP, (match_id,)).fetchone()
    before = str(row[0]) if row else ""
    if step not in _AFTER.get(before, ()):
        return
    db.execute(_TAKE, (match_id, step))
    if before == "left":
        add(db, when, [Figure("resumed", game)])
    if before != "left" or step != "going":  # what is resumed was counted when it began
        add(db, when, figures)


def read(db: Connection, since: str = "", until: str = LAST_DAY) -> tuple[Counted, ...]:
    """All that was counted from one day to another; a row that makes no sense is passed over."""
    rows = (_read_one(*row) for row in db.execute(_READ, (since, until)))
    return tuple(row for row in rows if row is not None and row.day)


def read_added_up(db: Connection, since: str, until: str) -> tuple[Counted, ...]:
    """The same with all those days as one, for `Tally`: of a month in a fraction of the time."""
    rows = (_read_one("", *row) for row in db.execute(_ADDED_UP, (since, until)))
    return tuple(row for row in rows if row is not None)


def read_words(db: Connection) -> dict[tuple[str, str], Words]:
    """What refusals say, by game and key; a row that makes no sense is passed over."""
    return {
        (row[0], row[1]): Words(*row[1:])
        for row in db.execute(_WORDS)
        if all(isinstance(part, str) for part in row)
    }


def _read_one(
    day: object, hour: object, kind: object, game: object, what: object, times: object
) -> Counted | None:
    try:
        if not isinstance(hour, int) or not 0 <= hour < 24 or not isinstance(times, int):
            return None
        figure = Figure(str(kind), str(game), str(what), times)
        when = _day(str(day)) if day else ""
        return Counted(when, hour, figure.kind, figure.game, figure.what, times)
    except ValueError:
        return None


def _day(text: str) -> str:
    day = date.fromisoformat(text).isoformat()
    if day != text:  # it takes other forms too, as 20261121 and 2026-W47-6
        raise ValueError(f"{text} is no day as 2026-11-21")
    return day


def _innermost(reason: str) -> Text | None:
    """The sentence in a text that only joins others; the first of several."""
    if not isinstance(reason, Text) or reason.key:
        return reason if isinstance(reason, Text) else None
    inner = (_innermost(arg) for arg in reason.args.values() if isinstance(arg, Text))
    return next((text for text in inner if text is not None), None)
