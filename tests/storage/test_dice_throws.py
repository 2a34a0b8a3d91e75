"""Throws are counted exactly once."""

import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.storage import Store, ThrowCount
from tabletop.storage.tables import CountedThrow, throw_counts
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, ids, plies, record

OLD = Path(__file__).parent / "files" / "only-matches.sqlite3"
"""A database from before throws were counted."""

THROWER = """
import sys
from pathlib import Path
from tabletop.storage import Store

store = Store.open(Path(sys.argv[1]))
for number in range(1, 1_000_000):
    store.note_throw("reader:DR-1", 6, (number % 6 + 1, 6))
    if number % 3 == 0:
        assert store.flush(30), store.trouble
        print(number, flush=True)
"""


def total(store: Store) -> int:
    return sum(count.throws for count in store.throws())


def test_throws_are_counted_by_source_and_by_face(open_store: Opener) -> None:
    store = open_store()
    for values in ((3, 5), (3, 5), (5, 3), (6,)):
        store.note_throw("reader:DR-1", 6, values)
    store.note_throw("screen", 6, (1, 1))
    store.note_throw("screen", 4, (4,))
    expected = (
        ThrowCount("reader:DR-1", 6, 4, (0, 0, 3, 0, 3, 1)),
        ThrowCount("screen", 4, 1, (0, 0, 0, 1)),
        ThrowCount("screen", 6, 1, (2, 0, 0, 0, 0, 0)),
    )
    assert store.throws() == expected
    store.close()
    assert open_store().throws() == expected


def test_they_go_on_being_counted_the_next_evening(open_store: Opener) -> None:
    for evening in range(1, 4):
        store = open_store()
        for _ in range(10):
            store.note_throw("typed", 6, (2, 4))
        assert total(store) == 10 * evening
        store.close()


def test_dice_from_two_sources_are_a_throw_of_each(open_store: Opener) -> None:
    store = open_store()
    store.note_throw("reader:A,typed", 6, (2, 5))
    assert store.throws() == (
        ThrowCount("reader:A", 6, 1, (0, 1, 0, 0, 0, 0)),
        ThrowCount("typed", 6, 1, (0, 0, 0, 0, 1, 0)),
    )


@pytest.mark.parametrize(
    ("sides", "values"), [(6, (7,)), (6, (0,)), (6, (-1, 3)), (6, ()), (1, (1,)), (10**9, (1,))]
)
def test_what_no_dice_can_show_is_not_counted(
    open_store: Opener, sides: int, values: tuple[int, ...]
) -> None:
    store = open_store()
    with pytest.raises(ValueError, match="dice"):
        store.note_throw("screen", sides, values)
    assert store.throws() == ()


def test_counting_does_not_wait_for_the_disk_and_shows_at_once(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        for _ in range(100):
            store.note_throw("screen", 6, (1, 2))  # a wait would last for ever here
        assert total(store) == 100
        assert not store.flush(timeout=0.01)
    assert store.flush()
    assert total(store) == total(open_store()) == 100


def test_a_throw_while_its_equals_are_being_written_is_counted_too(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        store.note_throw("screen", 6, (1,))
        time.sleep(0.2)  # by now the writer has taken it, and waits for the file
        store.note_throw("screen", 6, (1,))
        store.save(record(2), "m")
    store.close()
    again = open_store()
    assert (total(again), plies(again)) == (2, {"m": 2})


def test_a_write_that_fails_is_tried_again_and_counts_once(
    open_store: Opener, folder: Path
) -> None:
    store = open_store()
    with another_program(folder, holding=True):
        for _ in range(7):
            store.note_throw("screen", 6, (1,))
        deadline = time.monotonic() + 20
        while not store.trouble and time.monotonic() < deadline:
            time.sleep(0.01)
        assert "another program is using the file" in (store.trouble or "")
    assert store.flush(30)
    assert total(open_store()) == 7


def test_throws_outlive_a_kill(folder: Path, open_store: Opener) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", THROWER, str(folder)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        last = 0
        for _ in range(20):
            last = int(process.stdout.readline())
        process.kill()
        last = max([last, *(int(line) for line in process.stdout if line.endswith("\n"))])
    (count,) = open_store().throws()
    # No throw on disk is lost, and none is counted twice.
    assert last <= count.throws <= last + 3
    assert sum(count.faces) == 2 * count.throws


def test_a_real_database_from_before_is_brought_up_to_date(
    folder: Path, open_store: Opener
) -> None:
    folder.mkdir()
    shutil.copy(OLD, folder / "tabletop.sqlite3")
    with another_program(folder) as db:
        assert [name for (name,) in db.execute("SELECT name FROM migration")] == ["match"]
    store = open_store()
    assert store.problems == ()
    assert (plies(store), store.throws()) == ({"runs": 4}, ())
    assert [kept.record for kept in store.finished()] == [record(9, "0")]
    store.note_throw("screen", 6, (6,))
    store.close()
    again = open_store()
    assert (total(again), ids(again)) == (1, ["runs"])


def test_rows_that_make_no_sense_are_passed_over(open_store: Opener, folder: Path) -> None:
    store = open_store()
    store.note_throw("screen", 6, (6,))
    store.close()
    with another_program(folder) as db:
        for source, sides, dice, times in (
            ("screen", 6, "7", 5),
            ("screen", 6, "two", 5),
            ("screen", "six", "2", 5),
            (b"\xff", 6, "", 5),
            ("screen", 6, "2", -5),
            ("screen", 6, "3", "often"),
        ):
            db.execute("INSERT INTO throw VALUES (?, ?, ?, ?)", (source, sides, dice, times))
    store = open_store()
    assert store.throws() == (ThrowCount("screen", 6, 1, (0, 0, 0, 0, 0, 1)),)
    assert store.problems == ()


def test_without_a_file_they_are_counted_in_memory(folder: Path, open_store: Opener) -> None:
    folder.write_text("no folder")
    store = open_store()
    store.note_throw("screen", 6, (6,))
    assert store.flush()
    assert total(store) == 1


def test_a_closed_store_counts_no_more(open_store: Opener) -> None:
    store = open_store()
    store.close()
    with pytest.raises(RuntimeError, match="closed"):
        store.note_throw("screen", 6, (6,))


def test_a_name_that_no_file_can_hold_does_not_stop_the_counting(open_store: Opener) -> None:
    store = open_store()
    store.note_throw("reader:\ud800", 6, (6,))
    assert store.flush()
    assert open_store().throws()[0].source == "reader:?"


throws = st.builds(
    CountedThrow,
    st.sampled_from(["screen", "typed", "reader:A"]),
    st.just(6),
    st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple),
)


@given(st.dictionaries(throws, st.integers(1, 99), max_size=20))
def test_every_die_is_in_one_count(thrown: Mapping[CountedThrow, int]) -> None:
    counts = throw_counts(thrown)
    assert sum(count.throws for count in counts) == sum(thrown.values())
    dice = sum(len(throw.values) * times for throw, times in thrown.items())
    assert sum(sum(count.faces) for count in counts) == dice
    assert len({(count.source, count.sides) for count in counts}) == len(counts)
