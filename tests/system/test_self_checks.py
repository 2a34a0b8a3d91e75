"""The checks of disk and clock."""

from datetime import datetime
from pathlib import Path

import pytest

from tabletop.system.health import check_clock, check_disk, rate_clock, rate_disk


@pytest.mark.parametrize(
    ("free", "seconds", "light"),
    [
        (5000, 0.01, "green"),
        (499, 0.01, "amber"),
        (5000, 0.5, "amber"),
        (49, 0.01, "red"),
        (5000, 2.5, "red"),
    ],
)
def test_a_disk_is_judged_by_its_room_and_by_how_long_it_takes(
    free: int, seconds: float, light: str
) -> None:
    assert rate_disk(free, seconds).light == light


@pytest.mark.parametrize(
    ("year", "synced", "light"),
    [(1970, True, "red"), (2026, True, "green"), (2026, False, "amber"), (2099, True, "red")],
)
def test_a_clock_is_judged_by_its_year_and_by_who_sets_it(
    year: int, synced: bool, light: str
) -> None:
    assert rate_clock(datetime(year, 12, 1), synced=synced).light == light


def test_a_real_disk_is_looked_at_and_left_as_it_was(tmp_path: Path) -> None:
    assert check_disk(tmp_path).light in ("green", "amber", "red")
    assert list(tmp_path.iterdir()) == []
    assert check_clock(datetime(2026, 11, 22)).light in ("green", "amber")


def test_a_folder_that_is_gone_is_red(tmp_path: Path) -> None:
    assert check_disk(tmp_path / "gone").light == "red"
