"""Visitors: codes, limits of tries, seats that they claim, and that nothing stays of who leaves."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from sqlalchemy import Connection, Text, func, select

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import auth, erase, intake, orders, tournaments, visitors
from tabletop.hub.corrections import correct
from tabletop.hub.database import Database, file_url
from tabletop.hub.intake import RequestRefused
from tabletop.hub.schema import (
    action,
    event,
    game_table,
    login_failure,
    metadata,
    notice,
    result,
    result_seat,
    tournament_call,
    visitor,
)
from tabletop.hub.tournament import ByeRequested, Created, Entered
from tabletop.hub.visitors import (
    ALL_SECONDS,
    ALL_TRIES,
    FREE_TRIES,
    MAX_SIGN_UPS,
    TooManyTries,
    VisitorProblem,
)
from tests.hub.browsing import NOON, Visitor, browse
from tests.hub.staff_client import HubSite, with_hub
from tests.hub.table_client import TableClient, join_table, orders_of, record_text

WON = Outcome((0,), "five in a row")
NAME = "Zuleikha"


def sign_up(database: Database, name: str, address: str = "10.0.0.9", now: float = 1.0) -> str:
    return database.do(partial(visitors.sign_up, typed=name, address=address, now=now))


def texts_with(database: Database, words: str) -> list[tuple[str, str, str]]:
    """All places in the database where some words stand, in any spelling of records and JSON."""
    columns = [
        column
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, Text)
    ]

    def work(db: Connection) -> list[tuple[str, str, str]]:
        return [
            (column.table.name, column.name, text)
            for column in columns
            for text in db.execute(select(column)).scalars()
            if text and (words in text or quote(words) in text)
        ]

    return database.look(work)


# -- names and codes -----------------------------------------------------------------------------


def test_a_code_is_found_however_it_is_typed(database: Database) -> None:
    code = sign_up(database, "Ada")
    for typed in (code, code.lower(), f" {code[:2]} {code[2:4]}-{code[4:]} "):
        assert visitors.read_code(typed) == code
    assert database.look(lambda db: visitors.name_of(db, code)) == "Ada"
    for typed in ("", "AEIOU1", code + "2", "' OR 1=1", "ß" * 6):
        assert visitors.read_code(typed) == ""


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u202e\u200b", "1234567", "www.example.org", "a@b.de"]
)
def test_a_name_that_is_none_is_refused(database: Database, typed: str) -> None:
    with pytest.raises(VisitorProblem):
        sign_up(database, typed)
    assert database.look(lambda db: db.execute(select(func.count(visitor.c.code))).scalar()) == 0


def test_a_name_is_cleaned_and_cut_between_letters(database: Database) -> None:
    code = sign_up(database, "  Ma\u0000ri\u202ea \n " + "Zoe\u0308" * 20)
    name = database.look(lambda db: visitors.name_of(db, code))
    assert name is not None
    assert name.startswith("Maria Zoë")
    assert len(name) == 24


def test_sign_ups_from_one_address_are_limited(database: Database) -> None:
    for _ in range(MAX_SIGN_UPS):
        sign_up(database, "Ada")
    with pytest.raises(TooManyTries):
        sign_up(database, "Ada")
    sign_up(database, "Ada", "10.0.0.10")
    sign_up(database, "Ada", now=1.0 + visitors.SIGN_UP_SECONDS)


# -- wrong codes ---------------------------------------------------------------------------------


def guess(database: Database, code: str, who: str, now: float) -> str | None:
    return database.do(partial(visitors.find, code=code, who=who, now=now))


def test_who_guesses_codes_has_to_wait_longer_each_time(database: Database) -> None:
    code = sign_up(database, "Ada")
    now, waits = 1000.0, []
    for _ in range(FREE_TRIES + 3):
        assert guess(database, "BCDFGH", "from a", now) is None
        wait = 0.0
        while True:
            try:
                database.look(partial(visitors.check_tries, who="from a", now=now + wait))
            except TooManyTries:
                wait += 15.0
            else:
                break
        waits.append(wait)
        if wait:
            with pytest.raises(TooManyTries):
                guess(database, code, "from a", now)
        now += wait
    assert waits == [0.0] * (FREE_TRIES - 1) + [30.0, 60.0, 120.0, 240.0]
    assert guess(database, code, "from b", 1000.0) == "Ada"


def test_all_together_cannot_guess_from_many_addresses(database: Database) -> None:
    code = sign_up(database, "Ada")
    for n in range(ALL_TRIES):
        guess(database, "BCDFGH", f"from {n}", 1000.0)
    with pytest.raises(TooManyTries):
        guess(database, code, "from another", 1001.0)
    assert guess(database, code, "from another", 1000.0 + ALL_SECONDS) == "Ada"


def test_wrong_codes_of_phones_do_not_keep_visitors_from_tables(database: Database) -> None:
    code = sign_up(database, "Ada")
    for n in range(ALL_TRIES):
        guess(database, "BCDFGH", f"from {n}", 1000.0)
    asked = join_table(database, "Oak").sign("GET", f"/api/visitor/{code}")
    answer = database.do(partial(visitors.find_for_table, asked=asked, typed=code, now=1001.0))
    assert answer == wire.VisitorName(code, "Ada")


def test_many_guesses_at_the_same_moment_are_no_way_round_the_wait(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        answers = await asyncio.gather(*(site.get("/v/BCDFGH") for _ in range(40)))
        assert sorted({answer.status for answer in answers}) == [404, 429]
        assert sum(answer.status == 404 for answer in answers) == FREE_TRIES

    with_hub(tmp_path, work)


def test_a_cookie_of_somebody_else_cannot_be_made(database: Database) -> None:
    ada, bo = sign_up(database, "Ada"), sign_up(database, "Bo")
    cookie = database.look(partial(visitors.cookie_of, code=ada))
    read = database.look(partial(visitors.read_cookie, cookie=cookie))
    assert read is not None
    assert read["name"] == "Ada"
    forged = (f"{bo}.{cookie.partition('.')[2]}", bo, f"{ada}.", "", f"{ada}.é", "." * 9)
    for each in forged:
        assert database.look(partial(visitors.read_cookie, cookie=each)) is None


def test_a_table_asks_who_a_code_is(database: Database) -> None:
    code = sign_up(database, "Ada")
    oak = join_table(database, "Oak")

    def ask(typed: str, now: float = 1000.0) -> wire.VisitorName | wire.Refused:
        asked = oak.sign("GET", f"/api/visitor/{typed}")
        return database.do(partial(visitors.find_for_table, asked=asked, typed=typed, now=now))

    assert ask(code.lower()) == wire.VisitorName(code, "Ada")
    for _ in range(FREE_TRIES):
        answer = ask("BCDFGH")
        assert isinstance(answer, wire.Refused)
        assert answer.reason == "unknown"
    limited = ask(code)
    assert isinstance(limited, wire.Refused)
    assert limited.reason == "tries"
    asked = oak.sign("GET", f"/api/visitor/{code}")
    with pytest.raises(RequestRefused):
        database.do(
            partial(
                visitors.find_for_table,
                asked=type(asked)("GET", "/api/visitor/XXXXXX", *_rest(asked)),
                typed="XXXXXX",
                now=1.0,
            )
        )


def _rest(asked: intake.SignedRequest) -> tuple[str, str, str]:
    return asked.table, asked.time, asked.signature


# -- claims --------------------------------------------------------------------------------------


def seats(database: Database) -> list[tuple[int, str]]:
    rows = database.look(
        lambda db: db.execute(
            select(result_seat.c.seat, result_seat.c.visitor)
            .join(result, result.c.id == result_seat.c.result_id)
            .where(result.c.counts)
            .order_by(result_seat.c.seat)
        ).all()
    )
    return [tuple(row) for row in rows]


def test_a_seat_is_claimed_once_and_given_back(database: Database) -> None:
    ada, bo = sign_up(database, "Ada"), sign_up(database, "Bo")
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON), claims=("CLAIM0", "CLAIM1")))
    database.do(lambda db: visitors.take_claim(db, "CLAIM0", ada))
    database.do(lambda db: visitors.take_claim(db, "CLAIM0", ada))
    assert seats(database) == [(0, ada), (1, "")]
    for claim, code in (("CLAIM0", bo), ("CLAIM1", ada), ("CLAIM9", bo), ("", bo)):
        with pytest.raises(VisitorProblem):
            database.do(partial(visitors.take_claim, claim=claim, code=code))
    database.do(lambda db: visitors.give_back(db, "CLAIM0", bo))
    assert seats(database) == [(0, ada), (1, "")]
    oak.send(wire.MatchResult("m", record_text(Outcome((1,), "x")), claims=("CLAIM0", "CLAIM1")))
    assert seats(database) == [(0, ada), (1, "")]
    database.do(lambda db: visitors.give_back(db, "CLAIM0", ada))
    database.do(lambda db: visitors.take_claim(db, "CLAIM0", bo))
    assert seats(database) == [(0, bo), (1, "")]


def test_a_computer_cannot_be_claimed(database: Database) -> None:
    ada = sign_up(database, "Ada")
    oak = join_table(database, "Oak")
    text = record_text(WON).replace("\n\n", '\n[Fillers "person,Easy"]\n\n', 1)
    oak.send(wire.MatchResult("m", text, claims=("CLAIM0", "CLAIM1")))
    with pytest.raises(VisitorProblem):
        database.do(lambda db: visitors.take_claim(db, "CLAIM1", ada))


# -- deleting ------------------------------------------------------------------------------------


def busy_hub(database: Database) -> tuple[TableClient, str]:
    """A hub on which the name stands wherever it can; gives the visitor's code."""
    code = sign_up(database, NAME)
    other = sign_up(database, "Bo")
    oak = join_table(database, "Oak")
    names = (NAME, "Bo")
    oak.send(
        wire.MatchResult("m", record_text(WON, names), visitors=(code, other)),
        wire.MatchResult("m", record_text(Outcome((1,), "x"), names), visitors=(code, other)),
        wire.MatchResult("c", record_text(WON, names), claims=("CLAIM0", "CLAIM1")),
        wire.Kept("k", "KEPT", record_text(WON, names)),
        wire.Alert("help", words=f"{NAME} calls a host."),
        wire.MatchState(
            "live",
            "shoo",
            (wire.SeatState(NAME, code), wire.SeatState("Bo", other)),
            words=f"{NAME} is to move.",
        ),
    )
    call = wire.CallPlayers(
        "p/0", "Cup", "Round 1", "shoo", (wire.CallSeat(NAME, code), wire.CallSeat("Bo", other))
    )

    def work(db: Connection) -> None:
        visitors.take_claim(db, "CLAIM0", code)
        correct(db, "m", (1, 2), f"{NAME} was right", "ref", 5.0)
        orders.add(db, oak.joined.table, call, "", 5.0)
        orders.add(db, oak.joined.table, wire.Say(f"{NAME}, please come"), "mia", 5.0)
        db.execute(action.insert().values(at=5.0, by="mia", words=f"Called {NAME}"))
        told = msgspec.json.encode({"about": "", "words": f"{NAME} calls a host."}).decode()
        db.execute(notice.insert().values(channel="mail", body=told, made=5.0, next_try=5.0))
        created = Created(
            id="e0", at="t", by="ref", name="Cup", game="shoo", format="swiss", rounds=3, seed=1
        )
        number = tournaments.create(db, created, 5.0)
        entered = Entered(id="e1", at="t", by=NAME, player=code, name=NAME)
        asked = ByeRequested(id="e2", at="t", by=NAME, player=code, number=2)
        tournaments.add(db, number, [entered, asked], 5.0)
        second = tournaments.create(db, created, 5.0)  # where a namesake was first
        entered = Entered(id="e1", at="t", by=f"{NAME} 2", player=code, name=f"{NAME} 2")
        tournaments.add(db, second, [entered, asked], 5.0)

    database.do(work)
    return oak, code


def test_deleting_leaves_no_trace_of_the_name(database: Database) -> None:
    oak, code = busy_hub(database)
    places = {table for table, _, _ in texts_with(database, NAME)}
    assert places >= {
        *("action", "alert", "event", "game_table", "kept", "result", "result_seat"),
        *("notice", "table_order", "tournament_event", "visitor"),
    }
    assert database.do(partial(erase.erase_visitor, code=code, now=NOON))
    assert texts_with(database, NAME) == []
    assert not database.do(partial(erase.erase_visitor, code=code, now=NOON))
    assert database.look(lambda db: visitors.name_of(db, code)) is None
    # What the table sends later, with the name that it still knows:
    oak.send(
        wire.MatchResult("m", record_text(WON, (NAME, "Bo")), visitors=(code, "")),
        wire.MatchResult("c", record_text(WON, (NAME, "Bo")), claims=("CLAIM0", "CLAIM1")),
        wire.MatchResult("late", record_text(WON, (NAME, "Bo")), visitors=(code, "")),
        wire.MatchState("live", "shoo", (wire.SeatState(NAME, code), wire.SeatState("Bo"))),
    )
    assert texts_with(database, NAME) == []
    assert "Bo" in database.look(
        lambda db: db.execute(select(result.c.record).where(result.c.match == "late")).scalar_one()
    )
    with pytest.raises(VisitorProblem):
        database.do(lambda db: visitors.take_claim(db, "CLAIM0", sign_up_in(db)))


def sign_up_in(db: Connection) -> str:
    return visitors.sign_up(db, "Nora", "10.0.0.1", 9.0)


def erasing(table: TableClient) -> list[wire.EraseNames]:
    found = orders_of(table.database, table.joined.table)
    return [each for each in found if isinstance(each, wire.EraseNames)]


def test_all_tables_are_asked_to_erase_a_name_too(database: Database) -> None:
    oak, code = busy_hub(database)
    elm, ash = join_table(database, "Elm"), join_table(database, "Ash")
    database.do(
        lambda db: db.execute(
            game_table.update().where(game_table.c.name == "Ash").values(removed=7.0)
        )
    )
    database.do(partial(erase.erase_visitor, code=code, now=NOON))
    (asked,) = erasing(oak)
    seats = {(each.match, each.seat) for each in asked.seats}
    assert seats == {("m", 0), ("c", 0), ("k", 0)}
    assert asked.visitor == code
    assert erasing(elm) == [wire.EraseNames((), code)]  # it may have results to send
    assert erasing(ash) == []


def test_after_the_event_tables_are_asked_with_numbers_that_go_on(database: Database) -> None:
    oak, _ = busy_hub(database)
    last = oak.orders()[-1].id
    database.do(partial(erase.erase_event, now=NOON))
    (order,) = oak.orders()
    assert order.command == wire.EraseNames(everybody=True)
    assert order.id > last


def test_somebody_else_of_the_same_name_keeps_it(database: Database) -> None:
    one, other = sign_up(database, "Ada"), sign_up(database, "Ada")
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON, ("Ada", "Ada")), visitors=(one, other)))
    database.do(partial(erase.erase_visitor, code=one, now=NOON))
    assert database.look(lambda db: visitors.name_of(db, other)) == "Ada"
    record = database.look(lambda db: db.execute(select(result.c.record)).scalar_one())
    assert '[Names ",Ada"]' in record


def test_after_the_event_all_names_go_and_the_numbers_stay(database: Database) -> None:
    busy_hub(database)
    before = database.look(
        lambda db: db.execute(select(result.c.match, result.c.game, result.c.counts)).all()
    )
    assert database.do(partial(erase.erase_event, now=NOON)) == 2
    for name in (NAME, "Bo", "mia", "CLAIM0"):
        assert texts_with(database, name) == []
    after = database.look(
        lambda db: db.execute(select(result.c.match, result.c.game, result.c.counts)).all()
    )
    assert after == before
    assert database.look(lambda db: db.execute(select(func.count(event.c.id))).scalar_one()) > 3
    assert database.look(lambda db: db.execute(select(game_table.c.name)).scalars().all()) == [
        "Oak"
    ]


# -- calls ---------------------------------------------------------------------------------------


def test_a_visitor_is_told_the_table_of_the_next_match(database: Database) -> None:
    ada, bo = sign_up(database, "Ada"), sign_up(database, "Bo")
    oak = join_table(database, "Oak")
    call = wire.CallPlayers(
        "p/0", "Cup", "Round 2", "shoo", (wire.CallSeat("Bo", bo), wire.CallSeat("Ada", ada))
    )

    def work(db: Connection) -> None:
        created = Created(
            id="e0", at="t", by="ref", name="Cup", game="shoo", format="swiss", rounds=3, seed=1
        )
        number = tournaments.create(db, created, 5.0)
        table = oak.joined.table
        row = {"game": "p/0", "tournament_id": number, "table_id": table, "made": 5.0}
        db.execute(tournament_call.insert().values(row))
        orders.add(db, table, call, "", 5.0)

    database.do(work)
    following = database.look(lambda db: visitors.next_match(db, ada))
    assert following is not None
    assert (following.called.table, following.seat, following.opponents) == ("Oak", 1, ((0, "Bo"),))
    database.do(lambda db: db.execute(tournament_call.update().values(ended=6.0)))
    assert database.look(lambda db: visitors.next_match(db, ada)) is None


@pytest.mark.parametrize(
    "claim", ["", "\x00", "' OR 1=1 --", "%", "_" * 16, "x" * 10_000, "\ud800"]
)
def test_odd_claims_find_nothing(database: Database, claim: str) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON), claims=("CLAIM0", "CLAIM1")))
    assert database.look(partial(visitors.find_claim, claim=claim)) is None


def test_staff_still_see_all_pages_after_the_names_are_gone(tmp_path: Path) -> None:
    database = Database(file_url(tmp_path / "hub.db"))
    busy_hub(database)
    database.do(partial(erase.erase_event, now=NOON))

    async def work(browser: Visitor) -> list[tuple[str, int]]:
        await browser.log_in(database)
        paths = ("/tables", "/tables/1", "/results", "/results/1", "/standings", "/projector")
        return [(path, (await browser.get(path))[0]) for path in (*paths, "/tournaments", "/event")]

    statuses = browse(database, work)
    assert [path for path, status in statuses if status != 200] == []


def test_tries_at_the_same_moment_are_all_counted(database: Database) -> None:
    def guess(_: int) -> None:
        database.do(lambda db: visitors.count_wrong(db, "from 10.0.0.7", NOON))

    def enter(number: int) -> None:
        database.do(lambda db: visitors.sign_up(db, f"Ada {number}", "10.0.0.7", NOON))

    def log_in(number: int) -> None:
        with suppress(auth.LoginRefused):
            database.do(lambda db: auth.begin_login(db, f"name {number}", "10.0.0.7", NOON))

    tries = 16
    with ThreadPoolExecutor(8) as threads:
        for work in (guess, enter, log_in):
            list(threads.map(work, range(tries)))
    rows = database.look(
        lambda db: db.execute(select(login_failure.c.who, login_failure.c.failed)).all()
    )
    counted = {row.who: row.failed for row in rows}
    assert counted["visitor from 10.0.0.7"] == counted["visitor"] == tries
    assert counted["sign up from 10.0.0.7"] == tries
    assert counted["from 10.0.0.7"] == tries


def test_guesses_at_the_same_moment_are_no_way_round_the_wait(database: Database) -> None:
    looked_up = []

    def guess(_: int) -> None:
        with suppress(TooManyTries):
            database.do(lambda db: visitors.find(db, "", "at table 1", NOON, alone=True))
            looked_up.append(1)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(guess, range(16)))
    assert len(looked_up) == FREE_TRIES
