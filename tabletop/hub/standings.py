"""Standings across tables: ratings of visitors by game, and results against the computer.

Only results that count are seen, in the order in which the hub got the first result of each match,
so a correction changes no order. Practice does not count. A match is rated if at least two people
played, one of them a known visitor: the people by their places among themselves, a stranger as
somebody who plays for the first time. Who played alone against computers is listed by level.
Other matches count as activity only.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from openskill.models import BradleyTerryFull, BradleyTerryFullRating
from sqlalchemy import Connection, and_, func, select

from tabletop.hub.database import Database, put
from tabletop.hub.games import in_menu_order
from tabletop.hub.schema import result, result_seat, setting, visitor

RATING_START: Final = 1000
RATING_STEP: Final = 40.0
"""A rating is shown as 1000 + 40 x (mu - 3 sigma)."""
PRACTICE_HEADER: Final = '[Practice "yes"]'
"""The header line of records of practice."""
SLOW_SECONDS: Final = 0.2
"""Of the processor, to compute standings."""
REST: Final = 10.0
"""For so many times as long as they took, slow standings are not computed again."""
CHANGE: Final = "standings change"
"""The setting that counts changes of standings that bring no new result."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a result that counts."""

    place: int
    visitor: str = ""
    """The code of a known visitor; empty for anybody else."""
    name: str = ""
    """The visitor's."""
    computer: str = ""
    """The level; empty for a person."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result that counts."""

    match: str
    game: str
    ended: float
    """When the first result of the match came, in seconds since 1970."""
    seats: tuple[SeatRow, ...]
    day: str = ""
    """Of `ended`, where the hub is: ``2026-11-27``."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A visitor in the standings of a game."""

    place: int
    """Shared by equal ratings (1, 1, 3)."""
    visitor: str
    name: str
    rating: int
    won: int
    drawn: int
    lost: int
    history: tuple[tuple[float, int], ...]
    """After each game: when it ended, and the rating."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class ComputerStanding:
    """What a visitor has done against one level."""

    visitor: str
    name: str
    level: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class GameStandings:
    game: str
    matches: int
    """All that count, with those that are activity only."""
    rated: int
    people: tuple[PlayerStanding, ...]
    against_computer: tuple[ComputerStanding, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    games: tuple[GameStandings, ...]
    """In the order of the menu, those that were played."""
    days: tuple[str, ...] = ()
    """All days with results, as ``2026-11-27``."""

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.games)

    def of(self, game: str) -> GameStandings | None:
        return next((each for each in self.games if each.game == game), None)


EMPTY: Final = Standings(())


# -- computing -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Player:
    name: str
    rating: BradleyTerryFullRating
    results: Counter[str] = field(default_factory=Counter)
    history: list[tuple[float, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Game:
    """What is known of a game so far."""

    matches: int = 0
    rated: int = 0
    players: dict[str, _Player] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By visitor and level."""
    wins: Counter[tuple[str, str]] = field(default_factory=Counter)


class Tally:
    """Results one after the other, and the standings after them."""

    def __init__(self) -> None:
        self._model = BradleyTerryFull()
        self._games: defaultdict[str, _Game] = defaultdict(_Game)
        self._rows: list[ResultRow] = []

    def follow(self, rows: Sequence[ResultRow]) -> bool:
        """Adds what `rows` has more than before; False if it is no continuation."""
        known = len(self._rows)
        if rows[:known] != self._rows:
            return False
        for row in rows[known:]:
            self._add(row)
        return True

    def standings(self, days: Sequence[str] = ()) -> Standings:
        order = in_menu_order(list(self._games))
        return Standings(tuple(_game_standings(key, self._games[key]) for key in order), (*days,))

    def _add(self, row: ResultRow) -> None:
        self._rows.append(row)
        game = self._games[row.game]
        game.matches += 1
        people = [seat for seat in row.seats if not seat.computer]
        known = [seat.visitor for seat in people if seat.visitor]
        if not known or len(set(known)) < len(known):
            return  # nobody is known, or one visitor at two seats
        if len(people) > 1:
            _rate(self._model, game, row, people)
        elif len(row.seats) > 1:
            _count_solo(game, row, people[0])


def compute(rows: Sequence[ResultRow], days: Sequence[str] = ()) -> Standings:
    """The standings after results, oldest first."""
    tally = Tally()
    tally.follow(rows)
    return tally.standings(days)


def _rate(model: BradleyTerryFull, game: _Game, row: ResultRow, people: Sequence[SeatRow]) -> None:
    players = []
    for seat in people:
        player = game.players.get(seat.visitor) if seat.visitor else None
        if player is None:
            player = _Player(seat.name, model.rating())
            if seat.visitor:
                game.players[seat.visitor] = player
        players.append(player)
    rated = model.rate(
        [[player.rating] for player in players], ranks=[float(seat.place) for seat in people]
    )
    game.rated += 1
    drawn = len({seat.place for seat in row.seats}) == 1
    for player, seat, (rating,) in zip(players, people, rated, strict=True):
        player.rating = rating
        player.results["drawn" if drawn else "won" if seat.place == 1 else "lost"] += 1
        player.history.append((row.ended, shown_rating(rating.mu, rating.sigma)))


def _count_solo(game: _Game, row: ResultRow, person: SeatRow) -> None:
    levels = {seat.computer for seat in row.seats if seat.computer}
    key = person.visitor, ", ".join(sorted(levels))
    drawn = len({seat.place for seat in row.seats}) == 1
    game.names[person.visitor] = person.name
    game.games[key] += 1
    game.wins[key] += person.place == 1 and not drawn


def shown_rating(mu: float, sigma: float) -> int:
    return round(RATING_START + RATING_STEP * (mu - 3 * sigma))


def _game_standings(key: str, game: _Game) -> GameStandings:
    ranked = sorted(
        game.players.items(),
        key=lambda item: (-item[1].history[-1][1], item[1].name.casefold(), item[0]),
    )
    people: list[PlayerStanding] = []
    for number, (code, player) in enumerate(ranked, 1):
        rating = player.history[-1][1]
        shared = people and people[-1].rating == rating
        people.append(
            PlayerStanding(
                people[-1].place if shared else number,
                code,
                player.name,
                rating,
                player.results["won"],
                player.results["drawn"],
                player.results["lost"],
                tuple(player.history),
            )
        )
    solo = sorted(
        (
            ComputerStanding(code, game.names[code], level, count, game.wins[code, level])
            for (code, level), count in game.games.items()
        ),
        key=lambda each: (each.level, -each.won, each.games, each.name.casefold(), each.visitor),
    )
    return GameStandings(key, game.matches, game.rated, tuple(people), tuple(solo))


# -- reading -------------------------------------------------------------------------------------


def read_rows(db: Connection) -> list[ResultRow]:
    """All results that count, in the order of the first result of each match."""
    first = (
        select(result.c.match, func.min(result.c.id).label("id")).group_by(result.c.match)
    ).subquery()
    origin = result.alias()
    rows = db.execute(
        select(
            result.c.match,
            result.c.game,
            origin.c.ended,
            result_seat.c.place,
            result_seat.c.computer,
            visitor.c.code,
            visitor.c.name,
        )
        .join(first, first.c.match == result.c.match)
        .join(origin, origin.c.id == first.c.id)
        .join(result_seat, result_seat.c.result_id == result.c.id)
        .outerjoin(
            visitor,
            and_(
                visitor.c.code == result_seat.c.visitor,
                visitor.c.name != "",
                result_seat.c.computer == "",
            ),
        )
        .where(result.c.counts, ~result.c.record.contains(PRACTICE_HEADER, autoescape=True))
        .order_by(first.c.id, result_seat.c.seat)
    )
    found: list[ResultRow] = []
    seats: list[SeatRow] = []
    head: tuple[str, str, float] | None = None
    for match, game, ended, place, computer, code, name in rows:
        if head is not None and match != head[0]:
            found.append(ResultRow(*head, tuple(seats), day_of(head[2])))
            seats = []
        head = match, game, ended
        seats.append(SeatRow(place, code or "", name or "", computer))
    if head is not None:
        found.append(ResultRow(*head, tuple(seats), day_of(head[2])))
    return found


def day_of(at: float) -> str:
    """The day of a time, where the hub is: ``2026-11-27``."""
    return time.strftime("%Y-%m-%d", time.localtime(at))


def count_change(db: Connection) -> None:
    """Standings are to be computed anew, though no result has come."""
    known = db.execute(select(setting.c.text).where(setting.c.name == CHANGE)).scalar()
    put(db, setting, "name", {"name": CHANGE, "text": str(int(known or 0) + 1)})


Mark = tuple[int, int, str]


def read_mark(db: Connection) -> Mark:
    """Changes whenever standings may have changed."""
    newest = db.execute(select(func.max(result.c.id))).scalar() or 0
    counting = db.execute(select(func.count()).where(result.c.counts)).scalar_one()
    change = db.execute(select(setting.c.text).where(setting.c.name == CHANGE)).scalar()
    return newest, counting, change or ""


class StandingsCache:
    """The standings of the whole event and of each day, computed once for each change.

    New results are added to what is known; only a correction computes everything anew. Where that
    takes long, standings stay for a time as they are, so that the hub has time for its tables.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._mark: Mark | None = None
        self._rows: list[ResultRow] = []
        self._days: list[str] = []
        self._tallies: dict[str, Tally] = {}
        self._computed: dict[str, Standings] = {}
        self._keep_until = 0.0

    async def get(self, day: str = "") -> Standings:
        """Of one day, or of the whole event; a day without results has none."""
        async with self._lock:
            if time.monotonic() >= self._keep_until and (
                (mark := await self._database.read(read_mark)) != self._mark
            ):
                self._rows = await self._database.read(read_rows)
                self._days = sorted({row.day for row in self._rows})
                self._computed.clear()
                self._mark = mark
            if day not in ("", *self._days):
                return Standings((), tuple(self._days))
            if day not in self._computed:
                self._computed[day], took = await asyncio.to_thread(self._compute, day)
                if took > SLOW_SECONDS:
                    self._keep_until = time.monotonic() + REST * took
            return self._computed[day]

    def _compute(self, day: str) -> tuple[Standings, float]:
        """The standings, and the seconds of the processor that they took."""
        began = time.thread_time()
        rows = [row for row in self._rows if day in ("", row.day)]
        tally = self._tallies.get(day)
        if tally is None or not tally.follow(rows):
            tally = self._tallies[day] = Tally()
            tally.follow(rows)
        return tally.standings(self._days), time.thread_time() - began
