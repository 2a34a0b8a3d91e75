"""The frames of a match on a disk with slow commits, compared with a fast one."""

import os
import sqlite3
import time
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from tabletop.app.navigation import new_match_scene
from tabletop.games import find_game
from tabletop.settings import Value
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Reset, Scene
from tools.bench.machine import has_screen, inside, screen
from tools.bench.measured_app import Drawn, WatchedApp, opened, window_facts
from tools.bench.posted_fingers import Fingers
from tools.bench.summaries import judged, milliseconds, percentile, summary

SECONDS: Final = 120.0
SIZE: Final = (1920, 1080)
COMMIT: Final = 0.2
"""Seconds that the slow disk takes."""
SPELL: Final = 4.0
"""Seconds for which the disk is slow or quick; so whatever else the machine does meets both."""
BAR: Final = 1.0
"""Milliseconds by which the 99th percentile may grow."""
GAME: Final = "shoo"


class Disk:
    """The disk below the database and the small files: it takes so long over what is synced.

    It waits where a real one would: in the call that commits, without the interpreter's lock. It
    changes as `seconds` are set.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.commits = 0
        """How often it has been slow."""
        self._connect, self._fsync = sqlite3.connect, os.fsync

    def __enter__(self) -> "Disk":
        disk = self

        class Slow(sqlite3.Connection):
            def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
                if sql == "COMMIT":
                    disk.wait()
                return super().execute(sql, *rest)

        def connect(*place: Any, **options: Any) -> sqlite3.Connection:
            found: sqlite3.Connection = self._connect(*place, factory=Slow, **options)
            return found

        def fsync(handle: int) -> None:
            self.wait()
            self._fsync(handle)

        sqlite3.connect, os.fsync = connect, fsync  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        sqlite3.connect, os.fsync = self._connect, self._fsync

    def wait(self) -> None:
        """Takes as long as it does."""
        if self.seconds:
            self.commits += 1
            time.sleep(self.seconds)


def run(seconds: float = SECONDS) -> dict[str, Any]:
    """Matches of one game, with the disk slow and quick by turns."""
    with screen(None if has_screen() else SIZE) as environment:
        return {"runs": [inside("slow_disk", environment, key=GAME, seconds=seconds)]}


def measure(
    folder: Path,
    key: str,
    seconds: float,
    seed: int = 1,
    changes: dict[str, Value] | None = None,
) -> dict[str, Any]:
    """Plays random matches for so long, and gives what frames cost beside either disk."""
    seats = find_game(key).seats[0]

    def fresh(table: AppContext) -> Scene:
        return new_match_scene(table, key, seats, {})

    with Disk() as disk, opened(folder, fresh, **(changes or {})) as app:
        about = window_facts(app)
        plies, frames = _play(app, disk, fresh, Random(seed), seconds)
        disk.seconds = 0.0
    quick, slow = ([frame.seconds for frame in frames[kind]] for kind in (False, True))
    growth = milliseconds(percentile(slow, 0.99) - percentile(quick, 0.99))
    worked = [percentile([frame.cpu for frame in frames[kind]], 0.99) for kind in (False, True)]
    return {
        "game": key,
        **about,
        "plies": plies,
        "slow_commits": disk.commits,
        "quick": summary(quick),
        "slow": summary(slow),
        "median_growth_ms": milliseconds(median(slow) - median(quick)),
        "cpu_p99_growth_ms": milliseconds(worked[1] - worked[0]),
        **judged({"p99_growth_ms": growth}, p99_growth_ms=BAR),
    }


def _play(
    app: WatchedApp, disk: Disk, fresh: Any, luck: Random, seconds: float
) -> tuple[int, dict[bool, list[Drawn]]]:
    """Plays matches one after another; gives the plies, and the frames by whether it was slow."""
    found: dict[bool, list[Drawn]] = {False: [], True: []}
    spells, plies, end = cycle([False, True]), 0, time.perf_counter() + seconds
    slow, until, seen = False, 0.0, 0
    while time.perf_counter() < end:
        scene: Any = app.scenes.top
        fingers = Fingers(scene, app.table.display_transform, luck)
        for app.doing in fingers.deeds():
            app.step()
            found[slow] += app.frames[seen:]
            seen = len(app.frames)
            if time.perf_counter() > until:
                slow, until = next(spells), time.perf_counter() + SPELL
                disk.seconds = COMMIT if slow else 0.0
            if time.perf_counter() > end:
                break
        plies += fingers.plies
        app.scenes.apply(Reset(fresh(app.table)))
    return plies, found
