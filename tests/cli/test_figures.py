"""``tabletop figures``: the usage counts in a terminal, and as a table."""

import csv
from pathlib import Path

import pytest

from tabletop.__main__ import main
from tabletop.engine import say
from tabletop.storage import Store
from tabletop.storage.usage_metrics import UsageMetric


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with the counts of two days."""
    at = ["2030-01-01T12:00:00.000+00:00"]
    with Store.open(tmp_path, now=lambda: at[0]) as store:
        store.count(UsageMetric("begun", "shoo", times=3), UsageMetric("finished", "shoo"))
        at[0] = "2030-01-02T12:00:00.000+00:00"
        reason = say("shoo.refused.near", "{who} is next to it", who="Anna")
        refused = UsageMetric.refused("shoo", reason, "3")
        assert refused is not None
        store.count(UsageMetric("begun", "sevens"), refused, UsageMetric("device", what="lost"))
    return tmp_path


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def test_all_days_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "figures", "--data-dir", folder)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == ["Figures of all days", "  4  games begun", "  25%  finished"]
    assert "Shoo: 3 begun, 1 finished, 0 left" in lines
    assert "1 time: … is next to it (Shoo, rule 3: One action per turn)" in lines
    assert lines[-1] == "trouble with devices, lost: 1"


def test_one_day_alone_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, "figures", "--data-dir", folder, "--day", "2030-01-02")
    assert "Sevens: 1 begun" in out
    assert "Shoo: 3" not in out


def test_a_table_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "out" / "day.csv"
    code, out, _ = ran(
        capsys, "figures", "--data-dir", folder, "--day", "2030-01-01", "--csv", path
    )
    assert (code, out) == (0, "")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["kind"], row["times"]) for row in rows] == [("begun", "3"), ("finished", "1")]


def test_it_reads_while_a_table_is_running(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(folder) as store:
        store.count(UsageMetric("begun", "super7"))
        assert store.flush()
        _, out, _ = ran(capsys, "figures", "--data-dir", folder)
    assert "Super Seven: 1 begun" in out


def test_a_folder_without_figures_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = ran(capsys, "figures", "--data-dir", tmp_path / "none")
    assert code == 2
    assert "nothing is kept in" in err
    assert not (tmp_path / "none").exists()


def test_a_damaged_or_older_file_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tabletop.sqlite3").write_bytes(b"no database at all, but long enough" * 9)
    code, _, err = ran(capsys, "figures", "--data-dir", tmp_path)
    assert code == 2
    assert "has no figures that can be read" in err
    assert err.count("\n") == 1


def test_a_day_that_is_none_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = ran(capsys, "figures", "--data-dir", folder, "--day", "yesterday")
    assert code == 2
    assert "a day is written 2026-11-21, not yesterday" in err
