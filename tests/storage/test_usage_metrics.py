"""Usage counts: how often, by the hour, and nothing about people."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.ai.weights import LEVEL_NAMES
from tabletop.engine import joined, say
from tabletop.engine.text import count
from tabletop.games import all_games
from tabletop.storage import Store
from tabletop.storage.usage_metrics import (
    DEVICE_EVENTS,
    LAST_DAY,
    LENGTH_BOUNDS,
    LEVEL_KEYS,
    MATCH_STAGES,
    METRIC_KINDS,
    WITHOUT_GAME,
    UsageCount,
    UsageMetric,
    read_metric_totals,
)
from tests.lanes import examples
from tests.storage.conftest import Opener
from tests.storage.matches import another_program

NAMES = ("Anna", "anna", "Jo", "jo", "Björn", "O'Neill", "tim berners", "x", "Anna-Lena", "anna_b")
KINDS_OF_GAME = [kind for kind in METRIC_KINDS if kind not in WITHOUT_GAME]

WHATS = {
    "begun": [""],
    "finished": [""],
    "abandoned": [*MATCH_STAGES, "guess"],
    "players": ["1", "2", "11"],
    "level": list(LEVEL_KEYS),
    "seconds": [str(LENGTH_BOUNDS[0]), "more"],
    "refused": ["shoo.refused.pass", "refused.over"],
    "device": list(DEVICE_EVENTS),
}


def figures() -> st.SearchStrategy[UsageMetric]:
    def made(kind: str, game: str, number: int, times: int) -> UsageMetric:
        what = WHATS[kind][number % len(WHATS[kind])]
        return UsageMetric(kind, "" if kind in WITHOUT_GAME else game, what, times)

    kinds = st.sampled_from(sorted(WHATS))
    games = st.sampled_from(["shoo", "sevens", "super7"])
    return st.builds(made, kinds, games, st.integers(0, 9), st.integers(1, 5))


@pytest.fixture
def open_store(folder: Path) -> Iterator[Opener]:
    """Opens the store in `folder`, repeatedly, at noon."""
    opened: list[Store] = []

    def opener() -> Store:
        opened.append(Store.open(folder, now=lambda: "2030-01-01T12:00:00.000+00:00"))
        return opened[-1]

    yield opener
    for store in opened:
        store.close()


@pytest.fixture
def in_berlin() -> Iterator[None]:
    """Sets the time zone."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


def told(store: Store) -> Counter[tuple[str, str, str]]:
    assert store.flush()
    found: Counter[tuple[str, str, str]] = Counter()
    for row in store.usage_counts():
        found[row.kind, row.game, row.what] += row.times
    return found


@examples(25)
@given(st.lists(st.lists(figures(), max_size=6), max_size=6), st.randoms())
def test_they_add_up_in_any_order_and_over_any_number_of_starts(
    starts: list[list[UsageMetric]], luck: object
) -> None:
    every = [figure for start in starts for figure in start]
    luck.shuffle(starts)  # type: ignore[attr-defined]
    with TemporaryDirectory() as name:
        for start in starts:
            with Store.open(Path(name)) as store:
                for figure in start:
                    store.count(figure)
        with Store.open(Path(name)) as store:
            found = told(store)
    wanted: Counter[tuple[str, str, str]] = Counter()
    for figure in every:
        wanted[figure.kind, figure.game, figure.what] += figure.times
    assert found == wanted


@pytest.mark.parametrize("kind", sorted(METRIC_KINDS))
@pytest.mark.parametrize("name", NAMES)
def test_no_name_gets_in_as_what_happened(kind: str, name: str) -> None:
    if kind == "language" and name == "jo":
        pytest.skip("two small letters are a language")
    with pytest.raises(ValueError, match="cannot be of"):
        UsageMetric(kind, what=name)


@given(st.sampled_from(sorted(METRIC_KINDS)), st.text(min_size=1, max_size=30))
def test_nothing_that_people_write_gets_in(kind: str, words: str) -> None:
    assume(any(sign.isspace() or not sign.isascii() or sign.isupper() for sign in words))
    assume(not METRIC_KINDS[kind].fullmatch(words))
    with pytest.raises(ValueError, match="cannot be of"):
        UsageMetric(kind, what=words)
    with pytest.raises(ValueError, match="cannot be of a game"):
        UsageMetric("begun", words)


@pytest.mark.parametrize("kind", sorted(WITHOUT_GAME))
def test_what_has_no_game_takes_none(kind: str) -> None:
    with pytest.raises(ValueError, match="of a game"):
        UsageMetric(kind, "shoo", "lost" if kind == "device" else "de")


def test_an_unknown_kind_and_a_number_below_one_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no figure 'who'"):
        UsageMetric("who")
    with pytest.raises(ValueError, match="happens 0 times"):
        UsageMetric("begun", "shoo", times=0)


def test_every_game_can_be_counted() -> None:
    for game in all_games():
        assert UsageMetric("begun", game.key).game == game.key


def test_the_levels_are_those_of_the_computers() -> None:
    assert tuple(level.key for level in LEVEL_NAMES) == LEVEL_KEYS


def test_days_roll_over_at_midnight_by_this_machines_clock(folder: Path, in_berlin: None) -> None:
    # Summer time is two hours ahead of UTC; on its last day one hour comes twice.
    moments = iter(
        [
            "2030-07-01T21:59:59.999+00:00",
            "2030-07-01T22:00:00.000+00:00",
            "2030-10-27T00:30:00.000+00:00",
            "2030-10-27T01:30:00.000+00:00",
        ]
    )
    at = [""]
    with Store.open(folder, now=lambda: at[0] or "2030-01-01T00:00:00+00:00") as store:
        for moment in moments:
            at[0] = moment
            store.count(UsageMetric("begun", "shoo"))
        assert store.flush()
        rows = [(row.day, row.hour, row.times) for row in store.usage_counts()]
        assert rows == [("2030-07-01", 23, 1), ("2030-07-02", 0, 1), ("2030-10-27", 2, 2)]
        assert [row.day for row in store.usage_counts("2030-07-02", "2030-07-31")] == ["2030-07-02"]


def added_up(store: Store, since: str, until: str) -> tuple[UsageCount, ...]:
    nothing: tuple[UsageCount, ...] = ()
    return store.read(lambda db: read_metric_totals(db, since, until), nothing)


def test_days_can_be_read_as_one(folder: Path) -> None:
    at = [""]
    with Store.open(folder, now=lambda: at[0] or "2030-01-01T00:00:00+00:00") as store:
        for day in (1, 2, 3):
            at[0] = f"2030-07-0{day}T10:30:00+00:00"
            store.count(
                UsageMetric("begun", "shoo", times=day), UsageMetric("players", "shoo", "2")
            )
        assert store.flush()
        hours = {row.hour for row in store.usage_counts()}
        added = added_up(store, "2030-07-02", "2030-07-31")
        assert [(row.day, row.kind, row.what, row.times) for row in added] == [
            ("", "begun", "", 5),
            ("", "players", "2", 2),
        ]
        assert {row.hour for row in added} == hours


@pytest.mark.parametrize(
    "row",
    [
        ("20300701", 9, "begun", "shoo", "", 7),
        ("2030-W27-1", 9, "begun", "shoo", "", 7),
        ("2030-7-1", 9, "begun", "shoo", "", 7),
        ("", 9, "begun", "shoo", "", 7),
        ("2030-07-01", 24, "begun", "shoo", "", 7),
        ("2030-07-01", "ten", "begun", "shoo", "", 7),
        ("2030-07-01", 9, "begun", "shoo", "", "many"),
        ("2030-07-01", 9, "begun", "shoo", "", 2**63 - 1),
        ("2030-07-01", 9, "begun", "shoo", "", -7),
        ("2030-07-01", 9, "bygone", "shoo", "", 7),
    ],
)
def test_a_row_that_makes_no_sense_is_not_added_up(
    open_store: Opener, row: tuple[object, ...]
) -> None:
    store = open_store()
    store.count(UsageMetric("begun", "shoo"))
    store.write(lambda db: put(db, row))
    assert store.flush()
    added = added_up(store, "", LAST_DAY)
    assert [(kept.kind, kept.times) for kept in added] == [("begun", 1)]
    strange = row[5] == 2**63 - 1  # so often it may have been
    assert [kept.times for kept in store.usage_counts()] == ([1, row[5]] if strange else [1])


def put(db: Connection, row: tuple[object, ...]) -> None:
    db.execute("INSERT INTO figure VALUES (?, ?, ?, ?, ?, ?)", row)


def test_what_was_counted_before_a_sudden_end_is_there_after_it(open_store: Opener) -> None:
    first = open_store()
    first.count(UsageMetric("begun", "shoo"))
    assert first.flush()  # and then the power goes: nobody closes it
    assert told(open_store()) == {("begun", "shoo", ""): 1}


BEGUN = (UsageMetric("begun", "shoo"), UsageMetric("players", "shoo", "2"))
LEFT = (UsageMetric("abandoned", "shoo", "first"),)
OVER = (UsageMetric("finished", "shoo"),)


def test_a_match_takes_each_step_once_over_any_number_of_starts(open_store: Opener) -> None:
    for _ in range(3):
        with open_store() as store:
            for _ in range(2):
                store.count_step("m", "shoo", "going", BEGUN)
    with open_store() as store:
        for _ in range(2):
            store.count_step("m", "shoo", "over", OVER)
        store.count_step("m", "shoo", "going", BEGUN)  # the last ply is taken back
        store.count_step("m", "shoo", "left", LEFT)
        assert told(store) == {
            ("begun", "shoo", ""): 1,
            ("players", "shoo", "2"): 1,
            ("finished", "shoo", ""): 1,
        }


def test_a_match_that_was_left_is_taken_up_and_ends(open_store: Opener) -> None:
    with open_store() as store:
        store.count_step("m", "shoo", "left", LEFT)  # nobody had begun it
        assert told(store) == {}
        store.count_step("m", "shoo", "going", BEGUN)
        store.count_step("m", "shoo", "left", LEFT)
        store.count_step("m", "shoo", "left", LEFT)
        store.count_step("m", "shoo", "going", BEGUN)
        store.count_step("m", "shoo", "over", OVER)
        found = told(store)
    assert found == {
        ("begun", "shoo", ""): 1,
        ("players", "shoo", "2"): 1,
        ("abandoned", "shoo", "first"): 1,
        ("resumed", "shoo", ""): 1,
        ("finished", "shoo", ""): 1,
    }


@examples(40)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(("going", "left", "over")))))
def test_games_begun_are_those_that_ended_were_left_or_go_on(steps: list[tuple[str, str]]) -> None:
    counted = {"going": BEGUN, "left": LEFT, "over": OVER}
    with TemporaryDirectory() as name, Store.open(Path(name)) as store:
        for match, step in steps:
            store.count_step(match, "shoo", step, counted[step])  # type: ignore[arg-type]
        found = told(store)
        last: dict[str, str] = dict(
            store.read(lambda db: db.execute("SELECT * FROM figure_step").fetchall(), [])
        )
    begun, over = found["begun", "shoo", ""], found["finished", "shoo", ""]
    left = found["abandoned", "shoo", "first"] - found["resumed", "shoo", ""]
    assert (begun, over, left) == (
        len(last),
        *(list(last.values()).count(s) for s in ("over", "left")),
    )


def test_a_refusal_brings_its_words_with_nothing_filled_in(
    open_store: Opener, folder: Path
) -> None:
    reason = say("shoo.refused.occupied", "{who} stands on {square}", who="Anna", square="e4")
    with open_store() as store:
        for rule in ("7", ""):
            figure = UsageMetric.refused("shoo", joined("", reason), rule)
            assert figure is not None
            store.count(figure)
        assert told(store) == {("refused", "shoo", "shoo.refused.occupied"): 2}
        (words,) = store.refusal_texts().values()
    assert (words.english, words.rule) == ("{who} stands on {square}", "7")
    with another_program(folder) as db:
        kept = " ".join(
            str(row) for t in ("figure", "figure_words") for row in db.execute(f"SELECT * FROM {t}")
        )
    assert "Anna" not in kept


def test_words_that_only_join_names_are_no_refusal() -> None:
    assert UsageMetric.refused("shoo", "Anna says no") is None
    assert UsageMetric.refused("shoo", joined(" ", "Anna", "Jo")) is None
    many = count("shoo.refused.many", "{n} piece is in the way", "{n} pieces are in the way", 2)
    figure = UsageMetric.refused("shoo", many)
    assert figure is not None
    assert figure.words is not None
    assert figure.words.plural == "{n} pieces are in the way"


def test_a_row_that_makes_no_sense_is_passed_over(open_store: Opener, folder: Path) -> None:
    with open_store() as store:
        store.count(UsageMetric("begun", "shoo", times=3))
        assert store.flush()
    with another_program(folder) as db:
        for row in (
            ("2030-01-01", 99, "begun", "shoo", "", 1),
            ("2030-01-01", "x", "begun", "shoo", "", 1),
            ("2030-13-01", 1, "begun", "shoo", "", 1),
            ("2030-01-01", 1, "Anna", "shoo", "", 1),
            ("2030-01-01", 1, "begun", "shoo", "Anna", 1),
            ("2030-01-02", 1, "begun", "shoo", "", -5),
            ("2030-01-03", 1, "begun", "shoo", "", "many"),
            (b"\xff", 1, "begun", "shoo", "", 2),
        ):
            db.execute("INSERT INTO figure VALUES (?, ?, ?, ?, ?, ?)", row)
    assert told(open_store()) == {("begun", "shoo", ""): 3}


def test_lengths_are_told_by_the_shortest_that_is_long_enough() -> None:
    lengths = [UsageMetric.length("shoo", seconds).what for seconds in (0, 60, 60.1, 5400, 5401)]
    assert lengths == ["60", "60", "120", "5400", "more"]
