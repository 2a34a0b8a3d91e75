"""What the hub stores of tables' requests, on both databases."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from time import time_ns
from uuid import uuid4

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select

from tabletop.engine import STOPPED
from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.games.sevens import messages as sevens_messages
from tabletop.hub import intake, orders
from tabletop.hub.database import Database, file_url
from tabletop.hub.intake import RequestRefused
from tabletop.hub.records import final_places
from tabletop.hub.schema import alert, event, game_table, metadata, result, result_seat
from tests.hub.table_client import CODE, TableClient, join_table, orders_of, record_text
from tests.lanes import example_count

WON = Outcome((0,), "five in a row")


def _counting(database: Database) -> list[tuple[str, str]]:
    """Matches whose result counts, and who has won."""
    rows = database.look(
        lambda db: db.execute(
            select(result.c.match, result.c.outcome).where(result.c.counts).order_by(result.c.id)
        ).all()
    )
    return [(row.match, row.outcome) for row in rows]


def test_an_event_counts_once_however_often_it_is_sent(database: Database) -> None:
    oak = join_table(database, "Oak")
    sent = [oak.event(wire.MatchResult(f"m{n}", record_text(WON))) for n in range(3)]
    oak.post(sent[:2])
    oak.post(sent)
    assert _counting(database) == [("m0", "0"), ("m1", "0"), ("m2", "0")]
    stored = database.look(lambda db: db.execute(select(func.count(result.c.id))).scalar_one())
    assert stored == 3  # the second time none was taken for a correction


def test_a_correction_replaces_the_result_and_a_match_that_goes_on_has_none(
    database: Database,
) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON)))
    oak.send(wire.MatchResult("m", record_text(Outcome((1,), "resigned"))))
    assert _counting(database) == [("m", "1")]
    oak.send(wire.MatchReopened("m"))
    assert _counting(database) == []
    events = database.look(lambda db: db.execute(select(func.count(event.c.id))).scalar_one())
    assert events == 3  # nothing is deleted


def test_a_claim_stays_with_the_seat_of_a_corrected_result(database: Database) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(WON), claims=("c0", "c1")))
    claimed = result_seat.update().where(result_seat.c.claim == "c1").values(visitor="BCDFGH")
    database.do(lambda db: db.execute(claimed))
    oak.send(wire.MatchResult("m", record_text(Outcome((1,), "x")), claims=("c0", "c1")))
    rows = database.look(
        lambda db: db.execute(
            select(result_seat.c.seat, result_seat.c.visitor, result_seat.c.place)
            .join(result, result.c.id == result_seat.c.result_id)
            .where(result.c.counts)
            .order_by(result_seat.c.seat)
        ).all()
    )
    assert [tuple(row) for row in rows] == [(0, "", 2), (1, "BCDFGH", 1)]


def test_a_claim_of_another_match_is_worth_nothing(database: Database) -> None:
    oak, elm = join_table(database, "Oak"), join_table(database, "Elm")
    oak.send(wire.MatchResult("m", record_text(WON), claims=("c0", "c1")))
    claimed = result_seat.update().where(result_seat.c.claim == "c1").values(visitor="BCDFGH")
    database.do(lambda db: db.execute(claimed))
    elm.send(wire.MatchResult("forged", record_text(WON), claims=("c0", "c1")))
    rows = database.look(
        lambda db: db.execute(
            select(result_seat.c.visitor, result_seat.c.claim)
            .join(result, result.c.id == result_seat.c.result_id)
            .where(result.c.match == "forged")
        ).all()
    )
    assert [tuple(row) for row in rows] == [("", "")] * 2


def test_a_batch_is_stored_as_a_whole_or_not_at_all(database: Database) -> None:
    oak = join_table(database, "Oak")
    good = oak.event(wire.MatchResult("m", record_text(WON)))
    bad = oak.event(wire.MatchResult("n", "no record"))
    with pytest.raises(RequestRefused) as refused:
        oak.post([good, bad])
    assert refused.value.answer.reason == "message"
    assert bad.id in refused.value.answer.words
    assert _counting(database) == []
    oak.post([good])
    assert _counting(database) == [("m", "0")]


@pytest.mark.parametrize(
    "change",
    [
        {"body": b"{}"},
        {"method": "GET"},
        {"path": "/api/orders"},
        {"time": "99"},
        {"signature": "0" * 64},
        {"signature": ""},
        {"signature": "é" * 64},
        {"table": "99"},
        {"table": "1; DROP TABLE event"},
        {"time": "now"},
        {"time": "9" * 19},
        {"time": "9" * 40},
    ],
)
def test_a_request_that_was_changed_on_its_way_is_refused(
    database: Database, change: dict[str, object]
) -> None:
    oak = join_table(database, "Oak")
    body = wire.encode(wire.Events((oak.event(wire.MatchResult("m", record_text(WON))),)))
    asked = replace(oak.sign("POST", "/api/events", body), **change)  # type: ignore[arg-type]
    with pytest.raises(RequestRefused) as refused:
        database.do(lambda db: intake.take_events(db, asked, 1000.0))
    assert (refused.value.status, refused.value.answer.reason) == (401, "signature")
    assert _counting(database) == []


@pytest.mark.parametrize(("time", "taken"), [(1_795_813_339_429_917_474, True), (2**63, False)])
def test_times_are_nanoseconds_as_long_as_the_database_can_keep_them(
    database: Database, time: int, taken: bool
) -> None:
    oak = join_table(database, "Oak")
    body = wire.encode(wire.Events((oak.event(wire.Health(free=1)),)))
    asked = oak.sign("POST", "/api/events", body, time=time)
    if taken:
        assert database.do(lambda db: intake.take_events(db, asked, 1000.0)).count == 1
        return
    with pytest.raises(RequestRefused) as refused:
        database.do(lambda db: intake.take_events(db, asked, 1000.0))
    assert refused.value.answer.reason == "signature"


def test_a_recorded_request_cannot_be_sent_again_and_the_answer_tells_from_where_to_go_on(
    database: Database,
) -> None:
    oak = join_table(database, "Oak")
    body = wire.encode(wire.Events((oak.event(wire.Health(free=1)),)))
    asked = oak.sign("POST", "/api/events", body, time=500)
    database.do(lambda db: intake.take_events(db, asked, 1000.0))
    for time in (500, 499):
        old = oak.sign("POST", "/api/events", body, time=time)
        with pytest.raises(RequestRefused) as refused:
            database.do(partial(intake.take_events, asked=old, now=1000.0))
        assert (refused.value.answer.reason, refused.value.answer.last) == ("replay", 500)


def test_times_are_nanoseconds(database: Database) -> None:
    oak = join_table(database, "Oak")
    body = wire.encode(wire.Events((oak.event(wire.Health()),)))
    asked = oak.sign("POST", "/api/events", body, time=time_ns())
    assert database.do(partial(intake.take_events, asked=asked, now=1000.0)).count == 1


def test_nobody_with_the_key_of_a_table_can_lock_it_out_by_a_late_time(database: Database) -> None:
    oak = join_table(database, "Oak")
    body = wire.encode(wire.Events((oak.event(wire.Health()),)))
    late = oak.sign("POST", "/api/events", body, time=intake.MAX_TIME)
    with pytest.raises(RequestRefused):
        database.do(partial(intake.take_events, asked=late, now=float(time_ns() // 10**9)))
    asked = oak.sign("POST", "/api/events", body, time=time_ns())
    assert database.do(partial(intake.take_events, asked=asked, now=1000.0)).count == 1


def test_a_removed_table_is_told_so(database: Database) -> None:
    oak = join_table(database, "Oak")
    database.do(lambda db: db.execute(game_table.update().values(removed=1.0)))
    with pytest.raises(RequestRefused) as refused:
        oak.send(wire.Health())
    assert refused.value.answer.reason == "removed"
    assert join_table(database, "Oak").joined.table != oak.joined.table  # the name is free again


def test_a_table_that_leaves_is_gone_and_its_name_is_free(database: Database) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.Alert("help", words="Somebody waits."))
    oak.send(wire.Left())
    open_ = database.look(
        lambda db: db.execute(select(alert.c.id).where(alert.c.ended.is_(None))).all()
    )
    assert open_ == []
    with pytest.raises(RequestRefused) as refused:
        oak.send(wire.Health())
    assert refused.value.answer.reason == "removed"
    again = join_table(database, "Oak")
    again.send(wire.Health())


def test_a_match_that_was_ended_without_a_result_does_not_count(database: Database) -> None:
    oak = join_table(database, "Oak")
    oak.send(wire.MatchResult("m", record_text(Outcome((), STOPPED))))
    oak.send(wire.MatchResult("s", record_text(Outcome((), sevens_messages.STOPPED))))
    assert _counting(database) == []
    oak.send(wire.MatchResult("d", record_text(Outcome((), "Draw agreed."))))
    assert _counting(database) == [("d", "draw")]


def test_names_are_taken_once_and_wrong_codes_have_to_wait(database: Database) -> None:
    join_table(database, "Oak")

    def ask(code: str, name: str, now: float = 1000.0) -> intake.JoinAnswer:
        asked = wire.Join(code, name, "1.0")
        return database.do(lambda db: intake.join(db, asked, "10.0.0.9", now))

    assert ask(CODE, " o\u200bak ").status == 409
    assert ask(CODE, "\u202e ").status == 409
    assert [ask("000000", "Elm").status for _ in range(6)] == [403] * 5 + [429]
    assert ask(CODE, "Elm").status == 429
    assert ask(CODE, "Elm", 1000.0 + intake.CODE_WAIT_SECONDS + 1).status == 200


def test_who_guesses_pairing_codes_waits_longer_each_time(database: Database) -> None:
    join_table(database, "Oak")
    now, tries = 1000.0, 0
    while now < 1000.0 + 24 * 3600:
        asked = wire.Join("000000", "Elm", "1.0")
        answer = database.do(partial(intake.join, asked=asked, address="10.0.0.9", now=now))
        tries += answer.status == 403
        now += 30.0
    assert tries < 40  # of a million codes, in a day
    other = wire.Join(CODE, "Elm", "1.0")
    assert database.do(partial(intake.join, asked=other, address="10.0.0.8", now=now)).status == 200


def test_a_table_cannot_flood_the_staff_with_alerts(database: Database) -> None:
    oak = join_table(database, "Oak")
    for n in range(5):
        oak.send(*(wire.Alert("device", f"reader {n} {each}") for each in range(50)))
        oak.send(*(wire.Alert("device", f"reader {n} {each}", on=False) for each in range(50)))
    oak.send(wire.Alert("help"))
    kinds = database.look(lambda db: db.execute(select(alert.c.kind)).scalars().all())
    assert (kinds.count("device"), kinds.count("help")) == (intake.MAX_ALERTS, 1)
    oak.now += intake.ALERT_SECONDS + 1
    oak.send(wire.Alert("device", "dice"))
    count = select(func.count(alert.c.id)).where(alert.c.ended.is_(None))
    assert database.look(lambda db: db.execute(count).scalar_one()) == 2


def test_deep_json_is_refused_in_words(database: Database) -> None:
    oak = join_table(database, "Oak")
    deep = '{"a":' + "[" * 40_000 + "]" * 40_000 + "}"
    with pytest.raises(RequestRefused) as refused:
        oak.send(wire.Drawing("key", deep))
    assert refused.value.answer.reason == "message"


def test_an_alert_is_one_until_it_is_over(database: Database) -> None:
    oak = join_table(database, "Oak")
    lost = wire.Alert("device", "dice", words="The dice reader is lost.")
    oak.send(lost)
    oak.send(lost, wire.Alert("help"))
    oak.send(wire.Alert("device", "dice", on=False))
    rows = database.look(
        lambda db: db.execute(select(alert.c.kind, alert.c.ended).order_by(alert.c.id)).all()
    )
    assert [(row.kind, row.ended is None) for row in rows] == [("device", False), ("help", True)]
    oak.send(lost)
    assert database.look(lambda db: db.execute(select(func.count(alert.c.id))).scalar_one()) == 3


def test_orders_come_in_order_until_they_are_done(database: Database) -> None:
    oak, elm = join_table(database, "Oak"), join_table(database, "Elm")
    hello, wipe = wire.Say("Hello"), wire.WipeDown()
    first = database.do(lambda db: orders.add(db, oak.joined.table, hello, "Mira", 1.0))
    assert database.do(lambda db: orders.add_for_all(db, wipe, "Mira", 1.0)) == 2
    assert orders_of(database, oak.joined.table) == [hello, wipe]
    assert orders_of(database, oak.joined.table, first) == [wipe]
    elm.send(wire.Done(first))  # not its own
    assert orders_of(database, oak.joined.table) == [hello, wipe]
    oak.send(wire.Done(first, ok=False, words="No."))
    assert orders_of(database, oak.joined.table) == [wipe]
    assert orders_of(database, elm.joined.table) == [wipe]


def test_a_kept_match_goes_on_at_another_table(database: Database) -> None:
    oak, elm = join_table(database, "Oak"), join_table(database, "Elm")
    oak.send(wire.Kept("m", "K7W2X", "the record"))

    def find(client: TableClient, code: str) -> wire.KeptMatch:
        asked = client.sign("GET", f"/api/kept/{code}")
        return database.do(lambda db: intake.find_kept(db, asked, code, 1.0))

    found = find(elm, "k7w2x")
    assert (found.match, found.record, found.table) == ("m", "the record", "Oak")
    elm.send(wire.Released("m", "AAAAA"))  # late: it was kept under another code since
    assert find(elm, "K7W2X").match == "m"
    assert not orders_of(database, oak.joined.table)
    elm.send(wire.Released("m", "K7W2X"))
    assert orders_of(database, oak.joined.table) == [wire.TakenUp("m", "K7W2X", "Elm")]
    with pytest.raises(RequestRefused):
        find(elm, "K7W2X")


def test_the_state_of_a_table_is_the_last_one_and_since_when(database: Database) -> None:
    oak = join_table(database, "Oak")

    def state() -> tuple[str, float]:
        row = database.look(
            lambda db: db.execute(select(game_table.c.state, game_table.c.state_since)).one()
        )
        return msgspec.json.decode(row.state)["match"], row.state_since

    oak.send(wire.MatchState("m", "shoo", plies=1), wire.Drawing("k", '{"width": 1}'))
    oak.now = 1010.0
    oak.send(wire.MatchState("m", "shoo", plies=2), wire.Drawing("k", '{"width": 1}'))
    assert state() == ("m", 1000.0)
    oak.send(wire.MatchState("n", "shoo"))
    assert state() == ("n", 1010.0)


@pytest.mark.parametrize(
    ("outcome", "seats", "places"),
    [
        (Outcome((), "draw"), 2, (1, 1)),
        (Outcome((1,), "x"), 2, (2, 1)),
        (Outcome((2,), "x", (3, 9, 9, 3)), 4, (3, 2, 1, 3)),
        (Outcome((0, 1), "x", (3, 5, 4)), 3, (1, 1, 3)),
    ],
)
def test_places_are_shared(outcome: Outcome, seats: int, places: tuple[int, ...]) -> None:
    assert final_places(seats, outcome) == places


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def oak(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableClient]:
    database = Database(file_url(tmp_path_factory.mktemp("hub") / "hub.db"))
    yield join_table(database, "Oak")
    database.close()


@settings(max_examples=example_count(40))
@given(
    fact=JSON
    | st.builds(
        lambda rest, kind: {"type": kind, **rest},
        st.dictionaries(
            st.sampled_from(["match", "record", "words", "on", "kind", "key", "content", "order"]),
            JSON,
            max_size=4,
        ),
        st.sampled_from(
            ["MatchResult", "Alert", "Drawing", "Done", "Kept", "MatchState", "Health"]
        ),
    )
)
def test_any_fact_is_taken_or_refused_in_words(oak: TableClient, fact: object) -> None:
    one = {"id": uuid4().hex, "seq": 1, "at": "", "fact": fact}
    said = ""
    try:
        oak.post_body(msgspec.json.encode({"events": [one]}))
    except RequestRefused as refused:
        said = f"{refused.answer.reason} {refused.answer.words}"
    assert said == "" or said.startswith("message ")


def test_a_database_from_before_is_brought_up_to_date_and_kept(database_url: str) -> None:
    first = Database(database_url)
    join_table(first, "Oak")
    first.close()
    again = Database(database_url)

    def names(db: Connection) -> list[str]:
        return list(db.execute(select(game_table.c.name)).scalars())

    assert again.look(names) == ["Oak"]
    again.close()


def test_the_steps_of_the_database_make_the_tables_of_the_schema(database: Database) -> None:
    def differences(db: Connection) -> object:
        return compare_metadata(MigrationContext.configure(db), metadata)

    assert database.look(differences) == []


def test_a_table_changes_nothing_of_a_match_of_another_table(database: Database) -> None:
    oak, elm = join_table(database, "Oak"), join_table(database, "Elm")
    oak.send(wire.MatchResult("m", record_text(WON)), wire.Kept("k", "K7W2X", "the record"))
    elm.send(
        wire.MatchResult("m", record_text(Outcome((1,), "forged"))),
        wire.MatchReopened("m"),
        wire.Kept("k", "AAAAA", "forged"),
    )
    assert _counting(database) == [("m", "0")]
    asked = elm.sign("GET", "/api/kept/K7W2X")
    found = database.do(lambda db: intake.find_kept(db, asked, "K7W2X", 1.0))
    assert (found.record, found.table) == ("the record", "Oak")
    database.do(lambda db: db.execute(game_table.update().values(removed=1.0)))
    again = join_table(database, "Oak")  # it has lost its key, and goes on
    again.send(wire.MatchReopened("m"))
    assert _counting(database) == []
