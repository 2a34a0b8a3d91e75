"""High scores: every win against the computer that counts, and the name that somebody gave it.

The row comes with the result, in the same transaction, from what the record tells (`feats`); the
name comes afterwards, and stands nowhere else.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from sqlite3 import Connection
from typing import Final

from tabletop.engine.record import Record
from tabletop.store.feats import WAYS, Feat, Way, feat_of
from tabletop.store.figures import LAST_DAY, LEVELS

KEPT: Final = 100
"""So many of the best of each kind are kept of a day."""
NAMELESS: Final = 100
"""So many wins wait for a name that may still come."""
DAYS: Final = 31
"""Names of so many days are kept, but those of an event longer: that is for its host to do.

Days on which somebody has won, the last ones as they came. By the clock it would take one win on
the wrong day, on a table that is set right by years, for all names to go.
"""
TOP: Final = 10
"""So many are shown."""
LEAST_ROW: Final = 2
"""Fewer wins are no row."""

_PUT: Final = """
    INSERT INTO score (id, game, level, way, number, wins, least, run, name, event, day, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?) ON CONFLICT (id) DO NOTHING
"""
_NAME: Final = "UPDATE score SET name = ?, event = ? WHERE id = ?"
_ROWS: Final = """
    SELECT id, game, level, way, number, wins, least, run, name, event, day, at
    FROM score WHERE name <> '' ORDER BY at, rowid
"""
_PRUNE: Final = """
    DELETE FROM score WHERE name = '' AND rowid NOT IN
        (SELECT rowid FROM score WHERE name = '' ORDER BY rowid DESC LIMIT ?)
"""
_FORGET: Final = """
    DELETE FROM score WHERE event = '' AND day NOT IN
        (SELECT day FROM score GROUP BY day ORDER BY max(rowid) DESC LIMIT ?)
"""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which scores are meant: those of some days, or of an event."""

    since: str = ""
    until: str = LAST_DAY
    event: str = ""
    """What the event is called; "": of these days, whatever event it was."""

    def holds(self, entry: "Entry") -> bool:
        """Whether that entry is meant."""
        return self.since <= entry.day <= self.until and self.event in ("", entry.event)

    @classmethod
    def of_day(cls, today: str) -> "Scope":
        """One day, in ISO form."""
        return cls(today, today)

    @classmethod
    def of_event(cls, event: str, today: str) -> "Scope":
        """All days of an event; where it has no name, this week from its Monday on."""
        if event:
            return cls(event=event)
        day = date.fromisoformat(today)
        return cls((day - timedelta(days=day.weekday())).isoformat(), today)


@dataclass(frozen=True, slots=True)
class Entry:
    """One win that somebody has put a name to."""

    match_id: str
    game: str
    feat: Feat
    name: str
    event: str
    day: str
    """By this machine's clock, as 2026-11-21."""


def put(db: Connection, match_id: str, record: Record, changed: str) -> None:
    """Notes what was won by a match that has ended; a second time changes nothing."""
    feat = feat_of(dict(record.extra))
    if not feat.counts:
        drop(db, match_id)
        return
    game = record.game.encode("utf-8", "replace").decode()
    won = (feat.level, feat.way, feat.number, feat.wins, feat.least, feat.run)
    db.execute(_PUT, (match_id, game, *won, _day(changed), changed))
    db.execute(_PRUNE, (NAMELESS,))
    db.execute(_FORGET, (DAYS,))


def drop(db: Connection, match_id: str) -> None:
    """A match that goes on after all has not been won."""
    db.execute("DELETE FROM score WHERE id = ?", (match_id,))


def naming(match_id: str, name: str, event: str) -> Callable[[Connection], None]:
    """The work that puts a name to a win; "" takes it off again."""

    def work(db: Connection) -> None:
        db.execute(_NAME, (name, event if name else "", match_id))
        _keep_best(db)

    return work


def clear(db: Connection, scope: Scope) -> None:
    """Forgets all that is meant, names and wins."""
    for entry in read(db, scope):
        drop(db, entry.match_id)


def read(db: Connection, scope: Scope, game: str = "") -> tuple[Entry, ...]:
    """All with a name, the oldest first; a row that makes no sense is passed over."""
    entries = (_read_one(*row) for row in db.execute(_ROWS))
    return tuple(
        entry
        for entry in entries
        if entry is not None and scope.holds(entry) and game in ("", entry.game)
    )


def best(entries: Iterable[Entry], level: str) -> tuple[Entry, ...]:
    """The wins against a level, the best first; of equals the first that was there."""
    against = [entry for entry in entries if entry.feat.level == level]
    return tuple(sorted(against, key=_measure))


def rows(entries: Iterable[Entry], level: str) -> tuple[Entry, ...]:
    """The longest rows of wins in which that level was the weakest, each at its longest."""
    longest: dict[str, Entry] = {}
    for entry in entries:
        feat = entry.feat
        if feat.least == level and feat.wins >= LEAST_ROW:
            known = longest.get(feat.run)
            if known is None or known.feat.wins < feat.wins:
                longest[feat.run] = entry
    return tuple(sorted(longest.values(), key=lambda entry: -entry.feat.wins))


def _measure(entry: Entry) -> int:
    return entry.feat.number if entry.feat.way == "turns" else -entry.feat.number


def _keep_best(db: Connection) -> None:
    """Forgets what is not among the best of its day, neither by itself nor as a row."""
    kinds: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in read(db, Scope()):
        kinds.setdefault((entry.game, entry.day, entry.event), []).append(entry)
    for entries in kinds.values():
        kept = {
            entry.match_id
            for level in LEVELS
            for ranked in (best(entries, level), rows(entries, level))
            for entry in ranked[:KEPT]
        }
        for entry in entries:
            if entry.match_id not in kept:
                drop(db, entry.match_id)


def _read_one(*row: object) -> Entry | None:
    match row:
        case (str() as match_id, str() as game, str() as level, str() as way, int() as number,
              int() as wins, str() as least, str() as run, str() as name, str() as event,
              str() as day, str()):  # fmt: skip
            known: Way | None = next((each for each in WAYS if each == way), None)
            if known is None or level not in LEVELS or least not in LEVELS:
                return None
            feat = Feat((), level, known, number, wins, least, run)
            return Entry(match_id, game, feat, name, event, day)
    return None


def _day(when: str) -> str:
    return datetime.fromisoformat(when).astimezone().date().isoformat()
