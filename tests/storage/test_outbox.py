"""What waits for the hub of an event is in the database exactly if what it tells is."""

import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.engine import Record
from tabletop.storage import Store, outbox
from tabletop.storage.match_codes import code_of, forget_code
from tabletop.storage.outbox import (
    JOINED_NOTE,
    MATCH_NOTE_PREFIX,
    TAKEN_NOTE_PREFIX,
    MatchOfEvent,
    OutboxRow,
)
from tabletop.storage.repository import set_current_match
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, record

WON = record(9, result="1")


def waiting(store: Store, limit: int = 1000) -> tuple[OutboxRow, ...]:
    assert store.flush()
    nothing: tuple[OutboxRow, ...] = ()
    return store.read(lambda db: outbox.read_rows(db, limit), nothing)


def told(store: Store, limit: int = 1000) -> list[tuple[str, str]]:
    """The kinds of the facts, with the match that each is about."""
    return [(row.fact["type"], row.fact.get("match", "")) for row in waiting(store, limit)]


def facts(store: Store) -> list[dict[str, object]]:
    return [row.fact for row in waiting(store)]


@pytest.fixture
def store(open_store: Opener) -> Store:
    store = open_store()
    store.set_note(JOINED_NOTE, "secret")
    return store


def test_without_a_hub_nothing_waits(open_store: Opener) -> None:
    store = open_store()
    store.save(WON, "a")
    store.tell_event("Alert", '{"type": "Alert", "kind": "help"}')
    assert told(store) == []


def test_a_result_waits_with_its_record_and_once(store: Store) -> None:
    store.save(record(3), "a")
    assert told(store) == []
    store.save(WON, "a")
    assert told(store) == [("MatchResult", "a")]
    store.save(WON, "a")
    (fact,) = facts(store)
    assert Record.from_text(str(fact["record"])) == WON


def test_a_match_that_goes_on_takes_its_result_back(store: Store) -> None:
    store.save(WON, "a")
    assert told(store) == [("MatchResult", "a")]
    store.save(record(8), "a")
    assert told(store) == [("MatchReopened", "a")]
    store.save(record(7), "a")
    store.save(WON, "a")
    assert told(store) == [("MatchReopened", "a"), ("MatchResult", "a")]


def test_the_same_result_after_it_was_taken_back_is_another_event(store: Store) -> None:
    seen = set[str]()
    for _ in range(3):
        for saved in (WON, record(8)):
            store.save(saved, "a")
            seen |= {row.id for row in waiting(store)}
    assert len(seen) == 6


def test_a_deleted_match_has_no_result(store: Store) -> None:
    store.save(WON, "a")
    assert store.flush()
    store.forget("a")
    assert told(store) == [("MatchReopened", "a")]


def test_who_played_in_a_tournament_is_told(store: Store) -> None:
    store.set_note(f"{MATCH_NOTE_PREFIX}a", MatchOfEvent("p7", ("ABC234", "")).to_text())
    assert store.flush()
    store.save(WON, "a")
    (fact,) = facts(store)
    assert (fact["pairing"], fact["visitors"]) == ("p7", ["ABC234", ""])


def test_claims_are_of_people_and_the_same_again() -> None:
    played = Record(game="shoo", extra=(("Fillers", "person,Keen"),), result="0")
    mine, computers = outbox.claims("secret", "a", played)
    assert len(mine) == outbox.CLAIM_LENGTH
    assert computers == ""
    assert outbox.claims("secret", "a", played) == (mine, "")
    assert outbox.claims("other", "a", played)[0] != mine
    assert len({*outbox.claims("secret", "a", WON), *outbox.claims("secret", "b", WON)}) == 4


def test_a_kept_match_is_told_until_it_goes_on(store: Store) -> None:
    store.set_note(f"{MATCH_NOTE_PREFIX}a", MatchOfEvent("p7", ("ABC234", "")).to_text())
    store.save(record(3), "a")
    code = code_of(store, "a", 5, "2030-01-01")
    (fact,) = facts(store)
    assert (fact["type"], fact["match"], fact["code"]) == ("Kept", "a", code)
    kept = Record.from_text(str(fact["record"]))
    assert kept.plies == record(3).plies
    assert outbox.event_of(kept) == MatchOfEvent("p7", ("ABC234", ""))
    code_of(store, "a", 5, "2030-01-01")
    assert told(store) == [("Kept", "a")]
    set_current_match(store, "a", record(3))
    assert told(store) == [("Released", "a")]
    store.save(record(4), "a")
    code_of(store, "a", 5, "2030-01-01")
    assert told(store) == [("Released", "a"), ("Kept", "a")]


@pytest.mark.parametrize("end", ["forget", "code", "play"])
def test_a_kept_match_that_is_gone_or_goes_on_is_released(store: Store, end: str) -> None:
    store.save(record(3), "a")
    code = code_of(store, "a", 5, "2030-01-01")
    assert told(store) == [("Kept", "a")]
    ends: dict[str, Callable[[], None]] = {
        "forget": lambda: store.forget("a"),
        "code": lambda: forget_code(store, code),
        "play": lambda: store.save(record(4), "a"),
    }
    ends[end]()
    assert told(store) == [("Released", "a")]


def test_a_match_that_goes_on_at_another_table_is_deleted_without_a_word(store: Store) -> None:
    store.save(record(3), "a")
    code = code_of(store, "a", 5, "2030-01-01")
    assert told(store) == [("Kept", "a")]
    store.write(partial(outbox.drop_rows, ids=[waiting(store)[0].id]))
    store.set_note(f"{TAKEN_NOTE_PREFIX}{code}", "a Oak")
    forget_code(store, code)
    store.forget("a")
    assert told(store) == []


def test_a_new_state_replaces_the_old_one_and_comes_last(store: Store) -> None:
    for number in range(3):
        for kind in ("MatchState", "Health", "Alert"):
            fact = f'{{"type": "{kind}", "match": "{number}"}}'
            store.tell_event(kind, fact, lasting=kind == "Alert")
    assert [one for one in told(store) if one[0] != "Alert"] == [
        ("MatchState", "2"),
        ("Health", "2"),
    ]
    assert [one for one in told(store) if one[0] == "Alert"] == [
        ("Alert", "0"),
        ("Alert", "1"),
        ("Alert", "2"),
    ]


def test_numbers_rise_also_after_everything_was_sent(store: Store) -> None:
    numbers = []
    for number in range(4):
        store.save(WON, f"m{number}")
        (row,) = waiting(store)
        numbers.append(row.number)
        store.write(partial(outbox.drop_rows, ids=[row.id]))
    assert numbers == sorted(set(numbers))


def test_a_refused_event_is_kept_apart(store: Store) -> None:
    store.save(WON, "a")
    (row,) = waiting(store)
    store.write(lambda db: outbox.set_row_aside(db, row.id, "too long"))
    assert told(store) == []
    apart: list[object] = []
    apart = store.read(lambda db: db.execute("SELECT why FROM outbox_refused").fetchall(), apart)
    assert apart == [("too long",)]


def test_leaving_the_event_deletes_what_waits(store: Store) -> None:
    store.save(WON, "a")
    assert store.flush()
    store.set_note(JOINED_NOTE, "")
    assert told(store) == []


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from((0, 4, 8))), max_size=14))
def test_a_hub_that_takes_all_knows_the_results_of_the_database(
    tmp_path_factory: pytest.TempPathFactory, saves: list[tuple[str, int]]
) -> None:
    """A finished match has nine plies here; 0 deletes it."""
    folder = tmp_path_factory.mktemp("store")
    results: dict[str, str] = {}
    with Store.open(folder) as store:
        store.set_note(JOINED_NOTE, "secret")
        for number, (match_id, plies) in enumerate(saves):
            if plies == 0:
                store.forget(match_id)
            else:
                result = "1" if plies == 8 else "*"
                store.save(record(plies, result=result, seed=number), match_id)
            if number % 3 == 0:
                assert store.flush()
        for fact in facts(store):
            match fact["type"]:
                case "MatchResult":
                    results[str(fact["match"])] = str(fact["record"])
                case "MatchReopened":
                    results.pop(str(fact["match"]), None)
        there = {kept.match_id: kept.record.to_text() for kept in store.finished()}
    assert results == there


VICTIM = """
import sys
from pathlib import Path
from tabletop.storage import Store
from tabletop.storage.outbox import JOINED_NOTE
from tests.storage.matches import another_program, record

store = Store.open(Path(sys.argv[1]))
store.set_note(JOINED_NOTE, "secret")
first = int(sys.argv[2])
for number in range(first, first + 100000):
    store.save(record(2, result="*", seed=number), f"m{number}")
    store.save(record(9, result="1", seed=number), f"m{number}")
    store.tell_event("Alert", '{"type": "Alert", "match": "m%d"}' % number)
    print(number, flush=True)
    if number % 50 == 49:  # the journal has room for some hundred matches that wait
        assert store.flush()
"""


@pytest.mark.slow
def test_programs_killed_while_they_save_lose_and_double_nothing(tmp_path: Path) -> None:
    folder, told_by, root = tmp_path / "data", list[int](), Path(__file__).parents[2]
    for _ in range(6):
        first = told_by[-1] + 1000 if told_by else 0
        command = [sys.executable, "-c", VICTIM, str(folder), str(first)]
        with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            began = time.monotonic()
            for line in process.stdout:
                told_by.append(int(line))
                if time.monotonic() - began > 1.5:
                    break
            process.kill()
            told_by += [int(line) for line in process.stdout if line.endswith("\n")]
    with Store.open(folder) as store:
        assert store.flush()
        found = facts_of_all(store)
    expected = {f"m{number}" for number in told_by}
    for kind in ("MatchResult", "Alert"):
        matches = [match for of, match in found if of == kind]
        assert len(matches) == len(set(matches))
        # One more of each run may be there, which was saved but not told.
        assert expected <= set(matches)
        assert len(matches) <= len(expected) + 6


# -- names that are erased -----------------------------------------------------------------------


def named(record: Record, *names: str) -> Record:
    return replace(record, extra=(*record.extra, ("Names", ",".join(names))))


def names_of(store: Store, match_id: str) -> str:
    assert store.flush()
    return dict(store.find(match_id).extra)["Names"]


def test_a_name_is_erased_where_the_hub_says_and_where_the_visitor_is_known(store: Store) -> None:
    store.set_note(f"{MATCH_NOTE_PREFIX}known", MatchOfEvent("", ("", "ABC234")).to_text())
    for match_id in ("told", "known", "other"):
        store.save(named(WON, "Ada", "Bo"), match_id)
    assert store.flush()
    seats = [{"match": "told", "seat": 0}, {"match": "gone", "seat": 1}]
    store.erase_names(json.dumps({"type": "EraseNames", "seats": seats, "visitor": "ABC234"}))
    assert [names_of(store, each) for each in ("told", "known", "other")] == [
        ",Bo",
        "Ada,",
        "Ada,Bo",
    ]
    assert [fact["type"] for fact in facts(store)] == ["MatchResult"] * 3
    assert "Ada" not in str(facts(store)[0])
    # The same match without its name is no new result.
    before = [row.id for row in waiting(store)]
    store.save(named(WON, "", "Bo"), "told")
    assert [row.id for row in waiting(store)] == before


def test_after_the_event_its_names_go_and_those_from_before_stay(open_store: Opener) -> None:
    store = open_store()
    store.save(named(WON, "Ada", "Bo"), "at home")
    assert store.flush()
    store.set_note(JOINED_NOTE, "secret")
    store.save(named(WON, "Ada", "Bo"), "result")
    store.save(named(record(3), "Ada", "Bo"), "kept")
    code_of(store, "kept", 5, "2030-01-01")
    assert store.flush()
    store.erase_names(json.dumps({"type": "EraseNames", "everybody": True}))
    assert [names_of(store, each) for each in ("at home", "result", "kept")] == [
        "Ada,Bo",
        ",",
        ",",
    ]


def test_an_order_to_erase_survives_the_end_of_the_program(folder: Path, store: Store) -> None:
    store.save(named(WON, "Ada", "Bo"), "a")
    assert store.flush()
    after_a_crash = folder.with_name("copy")
    with another_program(folder, holding=True):
        store.erase_names(json.dumps({"seats": [{"match": "a", "seat": 0}]}))
        shutil.copytree(folder, after_a_crash)
    with Store.open(after_a_crash) as recovered:
        assert names_of(recovered, "a") == ",Bo"


def facts_of_all(store: Store) -> list[tuple[str, str]]:
    return told(store, 10**6)


def fill(folder: Path, rows: int) -> None:
    Store.open(folder).close()
    with closing(sqlite3.connect(folder / "tabletop.sqlite3")) as db:
        db.executemany(
            "INSERT INTO outbox VALUES (?, ?, '2030', 'MatchResult', ?, ?)",
            ((n, f"id{n}", f"m{n}", "x" * 300) for n in range(1, rows + 1)),
        )
        db.commit()


def test_damage_in_a_long_outbox_is_found_when_it_is_met(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    fill(folder, 6000)
    file = folder / "tabletop.sqlite3"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'outbox_by_kind'"
        ).fetchone()
    content[(page - 1) * 4096 : (page - 1) * 4096 + 64] = bytes(64)
    file.write_bytes(content)
    with Store.open(folder) as store:
        store.set_note(JOINED_NOTE, "secret")
        store.save(WON, "a")
        assert store.flush()
        assert store.find("a") == WON
        assert any("damaged" in problem for problem in store.problems)
