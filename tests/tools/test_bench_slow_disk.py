"""A short run of the slow disk benchmark, which restores what it replaced."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import sqlite3
from pathlib import Path

import pytest

from tabletop.settings import Value
from tools.bench import slow_disk


@pytest.mark.slow
def test_frames_are_timed_beside_a_slow_and_a_quick_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_disk, "SPELL", 0.8)
    connect, fsync = sqlite3.connect, os.fsync
    small: dict[str, Value] = {
        "window__fullscreen": False,
        "window__width": 640,
        "window__height": 400,
    }
    told = slow_disk.measure(tmp_path, "trelawney", 12.0, changes=small)
    assert told["plies"] > 0
    assert told["slow_commits"] > 0
    assert told["quick"]["count"] > 0
    assert told["slow"]["count"] > 0
    assert told["met"] == (told["p99_growth_ms"] <= slow_disk.BAR)
    assert (sqlite3.connect, os.fsync) == (connect, fsync)


def test_a_slow_disk_waits_only_where_something_is_committed(tmp_path: Path) -> None:
    with slow_disk.Disk() as disk:
        db = sqlite3.connect(tmp_path / "file", isolation_level=None)
        disk.seconds = 0.001
        db.execute("BEGIN")
        db.execute("CREATE TABLE seat (name)")
        assert disk.commits == 0
        db.execute("COMMIT")
        db.close()
        assert disk.commits == 1
