"""Standings across tables: against a second computation from the records, and what changes them."""

import asyncio
import math
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull
from sqlalchemy import Connection

from tabletop.engine.game import Outcome
from tabletop.engine.record import Record, format_result
from tabletop.event import messages as wire
from tabletop.hub import visitors
from tabletop.hub.corrections import correct
from tabletop.hub.database import Database
from tabletop.hub.standings import (
    ResultRow,
    SeatRow,
    Standings,
    StandingsCache,
    compute,
    read_rows,
)
from tests.hub.table_client import join_table, record_text

NAMES = ("Ada", "Bo", "Nora", "Milo", "Lena", "Kofi")
WON = Outcome((0,), "five in a row")


def sign_up(database: Database, name: str) -> str:
    return database.do(partial(visitors.sign_up, typed=name, address=name, now=1.0))


def standings(database: Database, day: str = "") -> Standings:
    return asyncio.run(StandingsCache(database).get(day))


def shown(known: Standings, game: str = "shoo") -> list[tuple[int, str, int, int, int, int]]:
    found = known.of(game)
    return [
        (row.place, row.name, row.rating, row.won, row.drawn, row.lost)
        for row in (found.people if found else ())
    ]


# -- a second computation ------------------------------------------------------------------------


@dataclass
class Sent:
    """What a table has sent of a match, in the order in which the hub got it."""

    record: str
    visitors: tuple[str, ...]


def from_records(sent: dict[str, list[Sent]], names: dict[str, str]) -> dict[str, dict[str, int]]:
    """Ratings by game and name, worked out from the text of the records alone.

    Of two players this is the formula of Weng and Lin for two players, written out; of more, a sum
    over the pairs.
    """
    start, beta, tau = 25.0 / 3, 25.0 / 6, 25.0 / 300
    levels: dict[tuple[str, str], tuple[float, float]] = {}
    for events in sent.values():
        last = events[-1]
        record = Record.from_text(last.record)
        if dict(record.extra).get("Practice") == "yes" or record.result == "*":
            continue
        fillers = dict(record.extra).get("Fillers", "").split(",")
        winners = set() if record.result == "draw" else set(map(int, record.result.split(",")))
        people = [
            seat
            for seat in range(record.seats)
            if not (len(fillers) == record.seats and fillers[seat] not in ("", "person"))
        ]
        known = [code for seat in people if (code := last.visitors[seat]) in names]
        if len(people) < 2 or not known or len(known) != len(set(known)):
            continue

        def worth(seat: int, won: set[int] = winners, record: Record = record) -> float:
            return math.inf if not won or seat in won else (record.scores or [0] * 8)[seat]

        before = []
        for seat in people:
            mu, sigma = levels.get((record.game, last.visitors[seat]), (25.0, start))
            before.append((mu, math.hypot(sigma, tau)))
        for at, seat in enumerate(people):
            mu, sigma = before[at]
            omega = delta = 0.0
            for other, other_seat in enumerate(people):
                if other == at:
                    continue
                spread = math.sqrt(sigma**2 + before[other][1] ** 2 + 2 * beta**2)
                chance = 1 / (1 + math.exp((before[other][0] - mu) / spread))
                mine, theirs = worth(seat), worth(other_seat)
                score = 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
                omega += sigma**2 / spread * (score - chance)
                delta += (sigma / spread) ** 3 * chance * (1 - chance)
            code = last.visitors[seat]
            if code in names:
                after = mu + omega, sigma * math.sqrt(max(1 - delta, 0.0001))
                levels[record.game, code] = after
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for (game, code), (mu, sigma) in levels.items():
        found[game][names[code]] = round(1000 + 40 * (mu - 3 * sigma))
    return dict(found)


def test_standings_are_those_computed_from_the_records(database: Database) -> None:
    random = Random(22)
    codes = {sign_up(database, name): name for name in NAMES}
    tables = [join_table(database, name) for name in ("Oak", "Elm")]
    sent: dict[str, list[Sent]] = {}
    for _ in range(150):
        match = f"m{random.randrange(120)}"  # some are corrections
        game = "shout7" if int(match[1:]) % 3 else "shoo"
        seats = 2 if game == "shoo" else 2 + int(match[1:]) % 4 % 3
        players = tuple(
            random.choice([*random.sample(list(codes), 4), "", "LEFT99"]) for _ in range(seats)
        )
        winners = (
            random.choice([(), (0,), (1,), (0, 1)]) if seats > 2 else random.choice([(), (1,)])
        )
        scores = tuple(random.randrange(4) for _ in range(seats)) if seats > 2 else ()
        outcome = Outcome(winners, "ended", scores)
        extra = [("Names", ",".join(codes.get(code, "guest") for code in players))]
        if random.random() < 0.2:
            extra.append(("Practice", "yes"))
        if random.random() < 0.3:
            extra.append(("Fillers", ",".join(["Easy", *["person"] * (seats - 1)])))
        record = Record(
            game=game,
            seats=seats,
            result=format_result(outcome),
            scores=scores,
            reason="ended",
            extra=tuple(extra),
        ).to_text()
        sent.setdefault(match, []).append(Sent(record, players))
        tables[int(match[1:]) % 2].send(wire.MatchResult(match, record, visitors=players))
    known = standings(database)
    expected = from_records(sent, codes)
    assert {each.game: {row.name: row.rating for row in each.people} for each in known.games} == (
        expected
    )
    assert sum(map(len, expected.values())) > 8
    assert known.matches == sum(
        '[Practice "yes"]' not in events[-1].record for events in sent.values()
    )


# -- what counts ---------------------------------------------------------------------------------


def test_a_correction_changes_the_result_and_not_the_order(database: Database) -> None:
    codes = [sign_up(database, name) for name in NAMES[:3]]
    oak = join_table(database, "Oak")

    def play(match: str, one: int, other: int, winner: int) -> None:
        record = record_text(Outcome((winner,), "won"), (NAMES[one], NAMES[other]))
        players = codes[one], codes[other]
        oak.send(wire.MatchResult(match, record, visitors=players))

    play("a", 0, 1, 1)
    play("b", 0, 2, 0)
    play("c", 1, 2, 0)
    play("a", 0, 1, 0)
    corrected = shown(standings(database))
    history = {
        row.name: len(row.history) for each in standings(database).games for row in each.people
    }
    assert history == {"Ada": 2, "Bo": 2, "Nora": 2}
    rows = database.look(read_rows)
    assert [row.match for row in rows] == ["a", "b", "c"]
    straight = compute([ResultRow("a", "shoo", 0, rows[0].seats), *rows[1:]])
    assert shown(straight) == corrected


@pytest.mark.parametrize(
    "seats",
    [
        (SeatRow(1), SeatRow(2)),
        (SeatRow(1, "AAAAAA", "Ada"),),
        (SeatRow(1, "AAAAAA", "Ada"), SeatRow(2, "AAAAAA", "Ada")),
    ],
)
def test_matches_without_two_people_or_without_a_known_one_are_activity(
    seats: tuple[SeatRow, ...],
) -> None:
    known = compute([ResultRow("m", "shoo", 1.0, seats)])
    (game,) = known.games
    assert (game.matches, game.rated, game.people, game.against_computer) == (1, 0, (), ())


def test_who_plays_alone_against_the_computer_is_listed_by_level_without_a_rating() -> None:
    ada, easy = SeatRow(1, "AAAAAA", "Ada"), SeatRow(2, computer="Easy")
    lost = SeatRow(2, "AAAAAA", "Ada"), SeatRow(1, computer="Easy")
    drawn = SeatRow(1, "AAAAAA", "Ada"), SeatRow(1, computer="Easy")
    hard = SeatRow(1, "AAAAAA", "Ada"), SeatRow(2, computer="Hard")
    (game,) = compute(
        [
            ResultRow(str(n), "shoo", n, each)
            for n, each in enumerate([(ada, easy), lost, drawn, hard])
        ]
    ).games
    assert game.people == ()
    assert [(row.level, row.games, row.won) for row in game.against_computer] == [
        ("Easy", 3, 1),
        ("Hard", 1, 1),
    ]


def test_a_day_has_standings_of_its_own(database: Database) -> None:
    codes = [sign_up(database, name) for name in NAMES[:2]]
    oak = join_table(database, "Oak")
    for day, winner in ((0, 0), (1, 1), (1, 1)):
        oak.now = 1_796_000_000.0 + day * 86_400
        record = record_text(Outcome((winner,), "won"))
        oak.send(wire.MatchResult(f"{day}{oak.now}{next(oak._seq)}", record, visitors=tuple(codes)))
    first, second = standings(database).days
    assert [row[1] for row in shown(standings(database, first))] == ["Ada", "Bo"]
    assert [row[3] for row in shown(standings(database, second))] == [2, 0]
    assert standings(database, "1999-01-01").games == ()


def test_standings_follow_results_corrections_and_claims(database: Database) -> None:
    """The kept computation is the same as a fresh one, whatever happens in between."""
    codes = [sign_up(database, name) for name in NAMES[:3]]
    oak = join_table(database, "Oak")

    async def follow() -> list[tuple[Standings, Standings]]:
        cache, seen = StandingsCache(database), []

        async def look() -> None:
            fresh = compute(database.look(read_rows))
            seen.append((Standings((await cache.get()).games), fresh))

        for n, players in enumerate([codes[:2], codes[1:], [codes[0], ""]]):
            oak.send(
                wire.MatchResult(
                    f"m{n}", record_text(WON), visitors=tuple(players), claims=("", f"c{n}")
                )
            )
            await look()
        database.do(lambda db: visitors.take_claim(db, "c2", codes[2]))
        await look()
        database.do(lambda db: correct(db, "m0", (2, 1), "as both say", "ref", 5.0))
        await look()
        oak.send(wire.MatchReopened("m1"))
        await look()
        return seen

    seen = asyncio.run(follow())
    assert [cached for cached, _ in seen] == [fresh for _, fresh in seen]
    assert len({str(fresh) for _, fresh in seen}) == len(seen)


# -- properties of the ratings -------------------------------------------------------------------

CODES = tuple(f"CODE{n:02}" for n in range(6))
PLAYERS = st.lists(st.sampled_from(CODES), min_size=2, max_size=4, unique=True)


@st.composite
def matches(draw: st.DrawFn) -> list[ResultRow]:
    rows = []
    for number in range(draw(st.integers(1, 8))):
        players = draw(PLAYERS)
        worth = draw(st.lists(st.integers(0, 3), min_size=len(players), max_size=len(players)))
        places = [1 + sum(other > own for other in worth) for own in worth]
        seats = tuple(
            SeatRow(place, code, f"Name {code}")
            for place, code in zip(places, players, strict=True)
        )
        rows.append(ResultRow(str(number), "shout7", float(number), seats))
    return rows


def ratings(rows: list[ResultRow]) -> dict[str, int]:
    return {row.visitor: row.rating for each in compute(rows).games for row in each.people}


@settings(deadline=None, max_examples=60)
@given(matches(), st.randoms(use_true_random=False))
def test_neither_seats_nor_names_matter_to_a_rating(rows: list[ResultRow], random: Random) -> None:
    mixed = []
    for row in rows:
        seats = [SeatRow(seat.place, seat.visitor, "Equal") for seat in row.seats]
        random.shuffle(seats)
        mixed.append(ResultRow(row.match, row.game, row.ended, tuple(seats)))
    before, after = ratings(rows), ratings(mixed)
    assert before.keys() == after.keys()
    assert all(abs(before[code] - after[code]) <= 1 for code in before)
    again = compute(mixed).games[0].people
    assert [row.visitor for row in again] == [
        row.visitor for row in sorted(again, key=lambda row: (-row.rating, row.visitor))
    ]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=4))
def test_of_equals_the_better_place_gives_the_higher_rating(worth: list[int]) -> None:
    places = [1 + sum(other > own for other in worth) for own in worth]
    seats = tuple(SeatRow(place, CODES[n], CODES[n]) for n, place in enumerate(places))
    after = ratings([ResultRow("m", "shout7", 1.0, seats)])
    found = [after[CODES[n]] for n in range(len(places))]
    for one, own in enumerate(places):
        for other, their in enumerate(places):
            assert (own < their) == (found[one] > found[other]), (places, found)


@settings(deadline=None, max_examples=40)
@given(matches())
def test_places_in_the_standings_are_shared_by_equal_ratings(rows: list[ResultRow]) -> None:
    for each in compute(rows).games:
        shown_ratings = [row.rating for row in each.people]
        assert [row.place for row in each.people] == [
            1 + sum(other > own for other in shown_ratings) for own in shown_ratings
        ]
        assert sum(row.games for row in each.people) == sum(len(row.seats) for row in rows)


def test_the_model_rates_as_its_authors_write() -> None:
    """The library's ratings of two newcomers, which the standings are built on."""
    model = BradleyTerryFull()
    ((winner,), (loser,)) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert (round(winner.mu, 3), round(loser.mu, 3)) == (27.635, 22.365)


def referee_decides(db: Connection) -> None:
    correct(db, "m", None, "played twice", "ref", 9.0)


def test_a_match_that_a_referee_has_taken_out_stays_out(database: Database) -> None:
    codes = [sign_up(database, name) for name in NAMES[:2]]
    oak = join_table(database, "Oak")
    sent = wire.MatchResult("m", record_text(WON), visitors=tuple(codes))
    oak.send(sent)
    assert len(shown(standings(database))) == 2
    database.do(referee_decides)
    oak.send(sent)
    assert standings(database).games == ()
