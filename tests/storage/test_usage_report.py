"""Sums of counts, also as a table."""

import csv
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.storage import Store
from tabletop.storage.export import (
    BYTE_ORDER_MARK,
    USAGE_COLUMNS,
    UsageExport,
    elided_refusal,
    usage_file_name,
    usage_table,
)
from tabletop.storage.usage_metrics import (
    LENGTH_BOUNDS,
    GameUsage,
    LessonUsage,
    LevelUsage,
    RefusalText,
    UsageCount,
    UsageMetric,
    UsageReport,
)

DAY = "2030-01-01"


def row(
    kind: str, game: str = "shoo", what: str = "", times: int = 1, hour: int = 12, day: str = DAY
) -> UsageCount:
    return UsageCount(day, hour, kind, game, what, times)


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def test_nothing_adds_up_to_nothing() -> None:
    tally = UsageReport.of([])
    assert tally == UsageReport()
    assert (tally.ended, tally.busiest_hour) == (None, None)


def test_a_day_adds_up() -> None:
    tally = UsageReport.of(
        [
            row("begun", times=3, hour=10),
            row("begun", times=4, hour=15),
            row("begun", "sevens", times=4, hour=15),
            row("finished", times=4),
            row("finished", "sevens", times=1),
            row("abandoned", what="first", times=2),
            row("abandoned", what="last"),
            row("abandoned", "sevens", what="guess"),
            row("resumed"),
            row("players", what="2", times=5),
            row("players", what="11", times=2),
            row("hint", times=6),
            row("level", what="keen", times=2),
            row("won", what="keen people"),
            row("won", what="keen nobody"),
            row("refused", what="shoo.refused.pass", times=2),
            row("refused", what="shoo.refused.over", times=5, hour=3),
            row("lesson", what="begun", times=9),
            row("lesson", what="finished", times=4),
            row("lesson", what="left 2", times=3),
            row("lesson", what="left 11", times=2),
            row("alone", "sevens", "puzzle begun", 5),
            row("alone", "sevens", "puzzle finished", 2),
            row("alone", "sevens", "memory begun"),
            row("language", "", "de", 3),
            row("device", "", "lost", 2),
            row("taken over", times=7),
            row("attracted", times=8),
        ]
    )
    assert tally == UsageReport(
        begun=11,
        finished=5,
        people=5 * 2 + 2 * 11,
        by_hour=tuple({10: 3, 15: 8}.get(hour, 0) for hour in range(24)),
        length=None,
        games=(
            GameUsage("shoo", 7, 4, 2, {"first": 2, "last": 1}, 6),
            GameUsage("sevens", 4, 1, 1, {"guess": 1}, 0),
        ),
        refusals=(("shoo", "shoo.refused.over", 5), ("shoo", "shoo.refused.pass", 2)),
        levels=(LevelUsage("keen", 2, 1, 0, 1),),
        lessons=(LessonUsage("shoo", 9, 4, {2: 3, 11: 2}),),
        alone={"puzzle": (5, 2), "memory": (1, 0)},
        languages={"de": 3},
        troubles={"lost": 2},
        taken_over=7,
        attracted=8,
    )
    assert (tally.ended, tally.busiest_hour, tally.games[0].going) == (45, 15, 1)


def test_what_was_taken_up_on_another_day_is_not_less_than_nothing() -> None:
    (game,) = UsageReport.of([row("resumed", times=3), row("finished", times=3)]).games
    assert (game.begun, game.left, game.going) == (0, 0, 0)


@pytest.mark.parametrize(
    ("lengths", "wanted"),
    [
        ({"60": 1}, (0, 60)),
        ({"60": 1, "600": 1}, (0, 60)),
        ({"60": 1, "600": 2}, (300, 600)),
        ({"60": 2, "more": 3}, (5400, 5400)),
        ({"300": 5, "more": 5}, (120, 300)),
    ],
)
def test_the_usual_length_is_that_of_the_middle_game(
    lengths: dict[str, int], wanted: tuple[int, int]
) -> None:
    tally = UsageReport.of(row("seconds", what=what, times=n) for what, n in lengths.items())
    assert tally.length == wanted


@given(st.lists(st.floats(0, 20_000), min_size=1))
def test_the_middle_game_lies_where_it_is_told(lengths: list[float]) -> None:
    found = UsageReport.of(
        row("seconds", what=UsageMetric.length("shoo", s).what) for s in lengths
    ).length
    middle = sorted(lengths)[(len(lengths) - 1) // 2]
    assert found is not None
    low, high = found
    assert low <= middle
    assert middle <= high or low == high == LENGTH_BOUNDS[-1]


@given(st.lists(st.tuples(st.integers(0, 23), st.integers(1, 9)), min_size=1), st.randoms())
def test_the_order_of_the_rows_does_not_matter(parts: list[tuple[int, int]], luck: object) -> None:
    rows = [row("begun", hour=hour, times=times) for hour, times in parts]
    rows += [row("players", what=str(times)) for _, times in parts]
    before = UsageReport.of(rows)
    luck.shuffle(rows)  # type: ignore[attr-defined]
    assert UsageReport.of(rows) == before
    assert before.begun == sum(times for _, times in parts)


REFUSED = RefusalText("shoo.refused.near", "{who} is next to {square}", "", "7")
MANY = RefusalText("shoo.refused.many", "{n} piece near {who}", "{n} pieces near {who}", "")


def test_the_table_has_a_line_for_each_row_with_the_words_of_refusals() -> None:
    rows = [row("begun", times=3), row("refused", what=REFUSED.key), row("refused", what="a.b")]
    found = read(usage_table(rows, {("shoo", REFUSED.key): REFUSED}))
    cells = (DAY, "12", "begun", "shoo", "", "3", "", "")
    assert found[0] == dict(zip(USAGE_COLUMNS, cells, strict=True))
    assert (found[1]["rule"], found[1]["words"]) == ("7", "… is next to …")
    assert (found[2]["rule"], found[2]["words"]) == ("", "")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(start: str) -> None:
    words = RefusalText("a.b", f'{start}HYPERLINK("http://x")', "", "1")
    (found,) = read(usage_table([row("refused", what="a.b")], {("shoo", "a.b"): words}))
    assert found["words"] == f"'{words.english}"


def test_lines_end_as_spreadsheets_want_them() -> None:
    assert usage_table([row("begun")], {}).endswith("2030-01-01,12,begun,shoo,,1,,\r\n")


def test_open_words_name_nothing_and_can_be_said_anew() -> None:
    assert elided_refusal(REFUSED) == "… is next to …"
    assert elided_refusal(MANY) == "… pieces near …"
    said = elided_refusal(REFUSED)
    assert (said.key, said.english) == (REFUSED.key, REFUSED.english)


@pytest.mark.parametrize("english", ["{", "{0}", "{a.b}", "{a", "}", "{a!x}"])
def test_damaged_words_are_told_by_their_key(english: str) -> None:
    assert elided_refusal(RefusalText("shoo.refused.near", english, "", "")) == "shoo.refused.near"


@pytest.mark.parametrize(
    ("since", "until", "name"),
    [
        (DAY, DAY, "figures-2030-01-01.csv"),
        ("2029-12-26", DAY, "figures-2029-12-26-to-2030-01-01.csv"),
        ("", DAY, "figures-all-to-2030-01-01.csv"),
    ],
)
def test_a_table_is_called_after_its_days(since: str, until: str, name: str) -> None:
    assert usage_file_name(since, until) == name


def at_noon() -> str:
    return "2030-01-01T12:00:00.000+00:00"


def test_an_export_has_all_that_was_counted_before_it(tmp_path: Path) -> None:
    with Store.open(tmp_path, now=at_noon) as store:
        for _ in range(20):
            store.count(UsageMetric("begun", "shoo"))
        export = UsageExport(tmp_path, "", "2030-01-02")
        assert export.waits
        store.write(export)
        store.count(UsageMetric("begun", "shoo"))
        assert store.flush()
    assert (export.waits, export.problem) == (False, None)
    (found,) = read(export.path.read_bytes().decode())
    assert found["times"] == "20"


def test_an_export_that_cannot_be_written_says_why_and_holds_up_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path, now=at_noon) as store:
        (tmp_path / "exports").write_text("a file where a folder should be")
        export = UsageExport(tmp_path, "", "2030-01-02")
        store.write(export)
        store.count(UsageMetric("begun", "shoo"))
        assert store.flush()
        assert store.trouble is None
        assert [counted.times for counted in store.usage_counts()] == [1]
    assert not export.waits
    assert export.problem is not None


@given(st.lists(st.tuples(st.sampled_from(["shoo", "sevens"]), st.integers(1, 5)), max_size=8))
def test_the_table_and_the_tally_tell_the_same_numbers(counts: list[tuple[str, int]]) -> None:
    rows = [row("begun", game, times=times, hour=n) for n, (game, times) in enumerate(counts)]
    by_game: Counter[str] = Counter()
    for line in read(usage_table(rows, {})):
        by_game[line["game"]] += int(line["times"])
    assert by_game == {game.game: game.begun for game in UsageReport.of(rows).games}
