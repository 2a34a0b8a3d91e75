"""High scores: which games against the computer count, the wins, and the names given to them.

Whether a game counts stands in the match's record. The row is written with the result in one
transaction; the name is added later and is stored nowhere else.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from sqlite3 import Connection
from typing import Final, Literal, Self, TypeAlias, get_args

from tabletop.engine.record import Record
from tabletop.storage.tables import storable_text
from tabletop.storage.usage_metrics import LAST_DAY, LEVEL_KEYS

ScoreMeasure: TypeAlias = Literal["turns", "points"]
"""What a win is measured by: own turns, of which few are good, or points, of which many are."""
Disqualifier: TypeAlias = Literal[
    "hint", "help", "undo", "others", "begun", "options", "dice", "seats", "time"
]
"""Why a game does not count, whoever wins it."""

ELIGIBILITY_TAG: Final = "Feat"
"""The record line that holds it."""
SCORE_MEASURES: Final[tuple[ScoreMeasure, ...]] = get_args(ScoreMeasure)
DISQUALIFIERS: Final[tuple[Disqualifier, ...]] = get_args(Disqualifier)

_RUN_ID: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
_MAX_NUMBER: Final = 99_999


@dataclass(frozen=True, slots=True)
class ScoreEligibility:
    """One game and the wins in a row before it, by the same people in one sitting."""

    spoilt: tuple[Disqualifier, ...] = ()
    """Why this game does not count; empty while it does."""
    level: str = ""
    """The level of the beaten computer, one of `LEVELS`; "" until then."""
    way: ScoreMeasure = "turns"
    number: int = 0
    """The number of turns or points."""
    wins: int = 0
    """Games won in a row, with this one once it is won."""
    least: str = ""
    """The weakest level among them."""
    run: str = ""
    """The match that the streak began with."""

    @property
    def counts(self) -> bool:
        """Whether it was won and not disqualified."""
        return bool(self.level)

    def spoiled(self, why: Disqualifier) -> "ScoreEligibility":
        return ScoreEligibility(self.spoilt if why in self.spoilt else (*self.spoilt, why))

    def won(self, level: str, way: ScoreMeasure, number: int, match_id: str) -> "ScoreEligibility":
        """After a computer of that level was beaten; unchanged if the game does not count."""
        if self.spoilt or self.counts:
            return self
        least = min(level, self.least or level, key=LEVEL_KEYS.index)
        return ScoreEligibility((), level, way, number, self.wins + 1, least, self.run or match_id)

    def next(self) -> "ScoreEligibility":
        """The game after this one: only wins without a break are a streak."""
        return (
            ScoreEligibility(wins=self.wins, least=self.least, run=self.run)
            if self.counts
            else ScoreEligibility()
        )

    def __str__(self) -> str:
        """As in a record: ``spoilt=hint+undo``, ``row=2:keen:ID won=sharp:turns:9``."""
        parts = []
        if self.spoilt:
            parts.append(f"spoilt={'+'.join(self.spoilt)}")
        if self.wins:
            parts.append(f"row={self.wins}:{self.least}:{self.run}")
        if self.counts:
            parts.append(f"won={self.level}:{self.way}:{self.number}")
        return " ".join(parts)

    @classmethod
    def read(cls, text: str) -> Self:
        """The inverse of `str`; a damaged text does not count."""
        parts = {key: value for key, _, value in (part.partition("=") for part in text.split())}
        told = parts.get("spoilt", "").split("+")
        spoilt = tuple(why for why in DISQUALIFIERS if why in told)
        wins, least, run = _split_three(parts.get("row", ""))
        if not _is_number(wins) or least not in LEVEL_KEYS or not _RUN_ID.fullmatch(run):
            return cls(spoilt)
        level, way, number = _split_three(parts.get("won", ""))
        known = next((each for each in SCORE_MEASURES if each == way), None)
        if level not in LEVEL_KEYS or known is None or not _is_number(number) or spoilt:
            return cls(spoilt) if spoilt else cls(wins=int(wins), least=least, run=run)
        return cls((), level, known, int(number), int(wins), least, run)


NO_SCORE: Final = ScoreEligibility()
"""A game that has just begun, after none that was won."""


def eligibility_of(lines: Mapping[str, str]) -> ScoreEligibility:
    """From the lines of a record."""
    return ScoreEligibility.read(lines.get(ELIGIBILITY_TAG, ""))


def _split_three(text: str) -> tuple[str, str, str]:
    parts = text.split(":")
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else ("", "", "")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:9]) <= _MAX_NUMBER


MAX_KEPT_PER_DAY: Final = 100
"""The best of each kind that are kept of a day."""
MAX_NAMELESS: Final = 100
"""Wins that wait for a name."""
KEPT_DAYS: Final = 31
"""Days for which names are kept; those of an event stay until its host clears them.

Counted in days with wins, in order. By the calendar, one win with a clock that is wrong by years
would delete all names.
"""
TOP_SCORES: Final = 10
MIN_STREAK: Final = 2
"""Fewer wins are no streak."""

_PUT_SCORE: Final = """
    INSERT INTO score (id, game, level, way, number, wins, least, run, name, event, day, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?) ON CONFLICT (id) DO NOTHING
"""
_NAME_SCORE: Final = "UPDATE score SET name = ?, event = ? WHERE id = ?"
_READ_SCORES: Final = """
    SELECT id, game, level, way, number, wins, least, run, name, event, day, at
    FROM score WHERE name <> '' ORDER BY at, rowid
"""
_PRUNE_NAMELESS: Final = """
    DELETE FROM score WHERE name = '' AND rowid NOT IN
        (SELECT rowid FROM score WHERE name = '' ORDER BY rowid DESC LIMIT ?)
"""
_PRUNE_OLD: Final = """
    DELETE FROM score WHERE event = '' AND day NOT IN
        (SELECT day FROM score GROUP BY day ORDER BY max(rowid) DESC LIMIT ?)
"""


@dataclass(frozen=True, slots=True)
class ScoreScope:
    """The scores of some days, or of an event."""

    since: str = ""
    until: str = LAST_DAY
    event: str = ""
    """The event's name; "": of these days, whatever the event."""

    def holds(self, entry: "HighScore") -> bool:
        return self.since <= entry.day <= self.until and self.event in ("", entry.event)

    @classmethod
    def of_day(cls, today: str) -> "ScoreScope":
        """One day, in ISO form."""
        return cls(today, today)

    @classmethod
    def of_event(cls, event: str, today: str) -> "ScoreScope":
        """All days of an event; without a name, this week from Monday on."""
        if event:
            return cls(event=event)
        day = date.fromisoformat(today)
        return cls((day - timedelta(days=day.weekday())).isoformat(), today)


@dataclass(frozen=True, slots=True)
class HighScore:
    """One win with a name."""

    match_id: str
    game: str
    feat: ScoreEligibility
    name: str
    event: str
    day: str
    """Local date, as 2026-11-21."""


def put_score(db: Connection, match_id: str, record: Record, changed: str) -> None:
    """Stores what a finished match won; a second time changes nothing."""
    feat = eligibility_of(dict(record.extra))
    if not feat.counts:
        drop_score(db, match_id)
        return
    game = storable_text(record.game)
    won = (feat.level, feat.way, feat.number, feat.wins, feat.least, feat.run)
    db.execute(_PUT_SCORE, (match_id, game, *won, _local_day(changed), changed))
    db.execute(_PRUNE_NAMELESS, (MAX_NAMELESS,))
    db.execute(_PRUNE_OLD, (KEPT_DAYS,))


def drop_score(db: Connection, match_id: str) -> None:
    """Deletes the score of a match that goes on after all."""
    db.execute("DELETE FROM score WHERE id = ?", (match_id,))


def name_score(match_id: str, name: str, event: str) -> Callable[[Connection], None]:
    """The work that gives a win a name; "" removes it."""

    def work(db: Connection) -> None:
        db.execute(_NAME_SCORE, (name, event if name else "", match_id))
        _keep_best(db)

    return work


def clear_scores(db: Connection, scope: ScoreScope) -> None:
    """Deletes all scores of a scope, with and without a name."""
    for entry in load_scores(db, scope):
        drop_score(db, entry.match_id)


def load_scores(db: Connection, scope: ScoreScope, game: str = "") -> tuple[HighScore, ...]:
    """All with a name, oldest first; rows that make no sense are skipped."""
    entries = (_read_score(*row) for row in db.execute(_READ_SCORES))
    return tuple(
        entry
        for entry in entries
        if entry is not None and scope.holds(entry) and game in ("", entry.game)
    )


def best_scores(entries: Iterable[HighScore], level: str) -> tuple[HighScore, ...]:
    """The wins against a level, best first; of equals the earlier first."""
    against = [entry for entry in entries if entry.feat.level == level]
    return tuple(sorted(against, key=_measure))


def best_streaks(entries: Iterable[HighScore], level: str) -> tuple[HighScore, ...]:
    """The longest streaks in which that level was the weakest."""
    longest: dict[str, HighScore] = {}
    for entry in entries:
        feat = entry.feat
        if feat.least == level and feat.wins >= MIN_STREAK:
            known = longest.get(feat.run)
            if known is None or known.feat.wins < feat.wins:
                longest[feat.run] = entry
    return tuple(sorted(longest.values(), key=lambda entry: -entry.feat.wins))


def _measure(entry: HighScore) -> int:
    return entry.feat.number if entry.feat.way == "turns" else -entry.feat.number


def _keep_best(db: Connection) -> None:
    """Deletes what is not among the best of its day, neither as a win nor as a streak."""
    kinds: dict[tuple[str, str, str], list[HighScore]] = {}
    for entry in load_scores(db, ScoreScope()):
        kinds.setdefault((entry.game, entry.day, entry.event), []).append(entry)
    for entries in kinds.values():
        kept = {
            entry.match_id
            for level in LEVEL_KEYS
            for ranked in (best_scores(entries, level), best_streaks(entries, level))
            for entry in ranked[:MAX_KEPT_PER_DAY]
        }
        for entry in entries:
            if entry.match_id not in kept:
                drop_score(db, entry.match_id)


def _read_score(*row: object) -> HighScore | None:
    match row:
        case (str() as match_id, str() as game, str() as level, str() as way, int() as number,
              int() as wins, str() as least, str() as run, str() as name, str() as event,
              str() as day, str()):  # fmt: skip
            known: ScoreMeasure | None = next(
                (each for each in SCORE_MEASURES if each == way), None
            )
            if known is None or level not in LEVEL_KEYS or least not in LEVEL_KEYS:
                return None
            feat = ScoreEligibility((), level, known, number, wins, least, run)
            return HighScore(match_id, game, feat, name, event, day)
    return None


def _local_day(when: str) -> str:
    return datetime.fromisoformat(when).astimezone().date().isoformat()
