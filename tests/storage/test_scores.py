"""High scores in the store: written with the result, once, whenever the program is killed."""

import shutil
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import Record
from tabletop.storage import Store, scores
from tabletop.storage.export import scores_table
from tabletop.storage.scores import (
    DISQUALIFIERS,
    ELIGIBILITY_TAG,
    KEPT_DAYS,
    MAX_KEPT_PER_DAY,
    MAX_NAMELESS,
    NO_SCORE,
    SCORE_MEASURES,
    HighScore,
    ScoreEligibility,
    ScoreScope,
    best_scores,
    best_streaks,
    name_score,
)
from tabletop.storage.usage_metrics import LEVEL_KEYS
from tests.storage.make_old_database import played
from tests.storage.matches import another_program

DAY = ScoreScope("2026-11-21", "2026-11-21")
NOON = "2026-11-21T12:00:00.000+00:00"


def won(turns: int = 9, level: str = "easy", wins: int = 1, run: str = "run") -> Record:
    """A match that somebody has won against the computer."""
    feat = ScoreEligibility((), level, "turns", turns, wins, level, run)
    return replace(_over(), extra=((ELIGIBILITY_TAG, str(feat)),))


def _over() -> Record:
    return replace(_RECORD, result="0", reason="Over.")


class _Random:
    @staticmethod
    def choice(moves: list[object]) -> object:
        return moves[0]


_RECORD = played("trelawney", 3, _Random())  # type: ignore[arg-type]


def at_noon(path: Path) -> Store:
    return Store.open(path, now=lambda: NOON)


def board(store: Store, scope: ScoreScope = DAY) -> tuple[HighScore, ...]:
    assert store.flush()
    return store.read(lambda db: scores.load_scores(db, scope), ())


def known(store: Store) -> list[tuple[str, str]]:
    """All rows, with a name or not."""
    assert store.flush()
    nothing: list[tuple[str, str]] = []
    return store.read(lambda db: db.execute("SELECT id, name FROM score").fetchall(), nothing)


def add(store: Store, match_id: str, record: Record, name: str = "Anna", event: str = "") -> None:
    store.save(record, match_id)
    store.write(name_score(match_id, name, event))


def test_a_win_is_on_the_board_once_it_has_a_name(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        store.save(won(), "one")
        assert board(store) == ()
        store.write(name_score("one", "Anna", "Fair"))
        (entry,) = board(store)
    assert (entry.name, entry.event, entry.day, entry.feat.number) == (
        "Anna",
        "Fair",
        "2026-11-21",
        9,
    )


def test_it_is_there_after_a_restart_and_saved_again_stays_what_it_was(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won())
    with at_noon(tmp_path) as store:
        store.save(won(), "one")
        assert [entry.name for entry in board(store)] == ["Anna"]


def test_what_was_not_won_or_was_spoilt_has_no_row(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        store.save(_over(), "lost")
        store.save(replace(_over(), extra=((ELIGIBILITY_TAG, "spoilt=hint"),)), "helped")
        store.save(replace(won(), result="*", reason=""), "going")
        assert known(store) == []


def test_a_match_that_goes_on_after_all_is_off_the_board(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won())
        assert store.flush()
        store.save(replace(won(), result="*", reason=""), "one")
        add(store, "two", won())
        store.flush()
        store.forget("two")
        assert known(store) == []


def test_a_program_that_dies_before_the_disk_has_it_loses_neither_result_nor_score(
    tmp_path: Path,
) -> None:
    with at_noon(tmp_path / "a") as store, another_program(tmp_path / "a", holding=True) as other:
        store.save(won(), "one")  # from here on it is in the journal
        shutil.copytree(tmp_path / "a", tmp_path / "b")
        other.execute("ROLLBACK")
    with at_noon(tmp_path / "b") as store:
        assert [match_id for match_id, _ in known(store)] == ["one"]
        assert [result.match_id for result in store.results()] == ["one"]


def test_of_equals_the_first_one_is_ahead(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        for match_id, turns in (("late", 12), ("later", 12), ("best", 9)):
            add(store, match_id, won(turns), match_id)
        assert [one.name for one in best_scores(board(store), "easy")] == ["best", "late", "later"]


def test_points_are_ranked_the_other_way_round() -> None:
    def entry(name: str, points: int) -> HighScore:
        return HighScore(
            name, "g", ScoreEligibility((), "easy", "points", points, 1, "easy", name), name, "", ""
        )

    assert [one.name for one in best_scores((entry("few", 3), entry("many", 30)), "easy")] == [
        "many",
        "few",
    ]


def test_a_row_of_wins_stands_once_at_its_longest(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        for wins in (1, 2, 3):
            add(store, f"a{wins}", won(wins=wins, run="a"), f"A{wins}")
        add(store, "b", won(wins=2, run="b"), "B")
        add(store, "c", won(wins=1, run="c"), "C")
        assert [one.name for one in best_streaks(board(store), "easy")] == ["A3", "B"]


def test_levels_and_days_and_events_are_told_apart(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won(), event="Fair")
        add(store, "two", won(level="keen"), event="Other")
        assert [e.match_id for e in best_scores(board(store), "keen")] == ["two"]
        assert [e.match_id for e in board(store, ScoreScope.of_event("Fair", "2030-01-01"))] == [
            "one"
        ]
        assert len(board(store, ScoreScope.of_event("", "2026-11-21"))) == 2
        assert board(store, ScoreScope.of_event("", "2026-11-23")) == ()  # the week after
        assert board(store, ScoreScope.of_day("2026-11-22")) == ()


def test_only_the_best_of_a_day_are_kept(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        for number in range(MAX_KEPT_PER_DAY + 5):
            add(store, f"m{number}", won(10 + number, run=f"r{number}"))
            assert store.flush()  # of more than MAX_NAMELESS wins in one transaction some are lost
        kept = board(store)
    assert len(kept) == MAX_KEPT_PER_DAY
    assert max(entry.feat.number for entry in kept) == 10 + MAX_KEPT_PER_DAY - 1


def test_what_is_cleared_is_gone(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won(), event="Fair")
        add(store, "two", won(), event="Other")
        store.write(lambda db: scores.clear_scores(db, ScoreScope.of_event("Fair", "2026-11-21")))
        assert known(store) == [("two", "Anna")]


def test_names_are_forgotten_after_a_month_of_days_unless_they_are_an_events(
    tmp_path: Path,
) -> None:
    today = datetime.fromisoformat(NOON)
    with Store.open(tmp_path, now=lambda: today.isoformat()) as store:
        add(store, "one", won())
        add(store, "two", won(), event="Fair")
        for number in range(1, KEPT_DAYS):
            today += timedelta(days=3)  # days without wins are not counted
            add(store, f"day{number}", won())
        assert [match_id for match_id, _ in known(store)][:2] == ["one", "two"]
        today += timedelta(days=1)
        add(store, "new", won())
        assert [match_id for match_id, _ in known(store)][:2] == ["two", "day1"]


def test_a_clock_that_jumps_takes_nobodys_name_away(tmp_path: Path) -> None:
    for number, at in enumerate((NOON, "2091-01-01T12:00:00+00:00", "1970-01-01T12:00:00+00:00")):
        with Store.open(tmp_path, now=lambda at=at: at) as store:  # type: ignore[misc]
            add(store, f"m{number}", won())
    with at_noon(tmp_path) as store:
        add(store, "last", won())
        assert [match_id for match_id, _ in known(store)] == ["m0", "m1", "m2", "last"]


def test_a_win_waits_for_its_name_also_when_the_clock_is_behind(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        for number in range(MAX_NAMELESS):
            store.save(won(run=f"r{number}"), f"m{number}")
        assert store.flush()
    with Store.open(tmp_path, now=lambda: "1970-01-01T12:00:00+00:00") as store:
        store.save(won(), "new")
        waiting = [match_id for match_id, _ in known(store)]
    assert "new" in waiting
    assert "m0" not in waiting


def test_a_row_that_makes_no_sense_is_passed_over(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won())
        add(store, "two", won())
        store.flush()
        with another_program(tmp_path) as db:
            db.execute("UPDATE score SET level = 'grim', number = 'x' WHERE id = 'one'")
            db.commit()
        assert [entry.match_id for entry in board(store)] == ["two"]


def test_the_table_that_is_taken_along_holds_no_formula(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won(wins=2), "=Anna", event="Fair, the")
        (_, line) = scores_table(board(store)).splitlines()
    assert line == '2026-11-21,"Fair, the",trelawney,easy,\'=Anna,9,,2'


def test_a_name_is_neither_in_a_record_nor_among_the_figures(tmp_path: Path) -> None:
    with at_noon(tmp_path) as store:
        add(store, "one", won(), "Wilhelmina")
        assert store.flush()
        assert "Wilhelmina" not in store.find("one").to_text()
        assert "Wilhelmina" not in str(store.usage_counts())
        assert "Wilhelmina" not in str(store.results())


feats = st.one_of(
    st.builds(ScoreEligibility, st.lists(st.sampled_from(DISQUALIFIERS), unique=True).map(
        lambda why: tuple(sorted(why, key=DISQUALIFIERS.index)))),
    st.builds(
        lambda level, way, number, wins, run: NO_SCORE.won(level, way, number, run)
        if wins == 1
        else ScoreEligibility((), level, way, number, wins, level, run),
        st.sampled_from(LEVEL_KEYS), st.sampled_from(SCORE_MEASURES), st.integers(1, 9999),
        st.integers(1, 500), st.from_regex(r"[\w-]{1,40}", fullmatch=True).filter(str.isascii),
    ),
    st.builds(
        lambda wins: ScoreEligibility(wins=wins, least="keen", run="one"), st.integers(1, 99)
    ),
)  # fmt: skip


@given(feats)
def test_a_feat_is_read_as_it_was_written(feat: ScoreEligibility) -> None:
    assert ScoreEligibility.read(str(feat)) == feat


@given(st.text() | st.from_regex(r"(spoilt|row|won)=[a-z0-9:+]*( (row|won)=[a-z0-9:]*)*"))
def test_any_text_is_read_as_some_feat(text: str) -> None:
    feat = ScoreEligibility.read(text)
    assert not (feat.spoilt and feat.counts)
    assert ScoreEligibility.read(str(feat)) == feat


def test_a_row_goes_on_with_each_win_and_keeps_the_weakest_level() -> None:
    first = NO_SCORE.won("keen", "turns", 9, "one")
    second = first.next().won("easy", "turns", 8, "two")
    third = second.next().won("full", "turns", 7, "three")
    assert (third.wins, third.least, third.run, third.level) == (3, "easy", "one", "full")


def test_a_game_that_was_not_won_ends_the_row() -> None:
    lost = NO_SCORE.won("keen", "turns", 9, "one").next()
    assert lost.wins == 1
    assert lost.next() == NO_SCORE
    assert lost.spoiled("hint").won("keen", "turns", 3, "two").counts is False
