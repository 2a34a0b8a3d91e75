"""Counts of a program that is killed are those of one of its moments."""

import subprocess
import sys
from pathlib import Path
from shutil import copy
from textwrap import dedent

import pytest

from tabletop.storage import Store
from tabletop.storage.usage_metrics import UsageMetric

ROUNDS = 4
OLD = Path(__file__).parent / "files" / "only-matches.sqlite3"

CHILD = dedent(
    """
    import sys
    from itertools import count
    from pathlib import Path
    from tabletop.storage import Store
    from tabletop.storage.repository import MatchMetrics

    folder, start, go = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    store = Store.open(folder)
    for number in count():
        played = MatchMetrics(store, "shoo", f"{start}-{number}", fresh=True)
        played.go_on(2)
        if number % 3 == 1:
            played.leave("first")
        elif number % 3 == 2:
            played.end()
        store.flush()
        if number == go:
            print("on its way", flush=True)
    """
)


@pytest.mark.parametrize("after", [0, 1, 7])
def test_whenever_it_is_killed_the_figures_agree_with_each_other(
    tmp_path: Path, after: int
) -> None:
    for number in range(ROUNDS):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(tmp_path), str(number), str(after)],
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stdout.readline()  # at any point of its counting
        child.kill()
        child.wait()
        child.stdout.close()
    with Store.open(tmp_path) as store:
        ask = "SELECT step, count(*) FROM figure_step GROUP BY step"
        nothing: dict[str, int] = {}
        steps = store.read(lambda db: dict(db.execute(ask).fetchall()), nothing)
        found: dict[str, int] = {}
        for row in store.usage_counts():
            found[row.kind] = found.get(row.kind, 0) + row.times
    assert found["begun"] == sum(steps.values()) >= ROUNDS * (after + 1)
    assert found["players"] == found["begun"]
    assert found.get("abandoned", 0) == steps.get("left", 0)
    assert found.get("finished", 0) == steps.get("over", 0)
    assert found.get("seconds", 0) == steps.get("over", 0)


def test_a_file_from_before_there_were_figures_takes_them(tmp_path: Path) -> None:
    copy(OLD, tmp_path / "tabletop.sqlite3")
    with Store.open(tmp_path) as store:
        assert store.problems == ()
        kept = len(store.unfinished())
        store.count(UsageMetric("begun", "shoo"))
        assert store.flush()
        assert [row.times for row in store.usage_counts()] == [1]
        assert kept == len(store.unfinished()) > 0
