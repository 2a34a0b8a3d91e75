"""Checks of the disk and the clock, as lights of a self-test. They wait for the disk."""

import os
import shutil
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, decimal, say

Light: TypeAlias = Literal["green", "amber", "red", "waiting"]

LOW_FREE_MB: Final = 500
FULL_FREE_MB: Final = 50
"""Free megabytes below which a disk is to be looked at, or is full."""
SLOW_WRITE_SECONDS: Final = 0.2
HANGING_WRITE_SECONDS: Final = 2.0
"""Seconds for writing and syncing a small file, above which a disk is slow."""
MIN_YEAR: Final = 2026
MAX_YEAR: Final = 2060
"""The years in which a clock can be right."""
TIME_SYNC_FILES: Final = (
    Path("/run/systemd/timesync/synchronized"),
    Path("/run/chrony/chronyd.pid"),
    Path("/var/run/ntpd.pid"),
)
"""These exist where a service sets the clock from the network."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A light, and its reason as a sentence."""

    light: Light
    words: Text


def check_disk(folder: Path) -> CheckResult:
    """Free space, and the time to write and sync a small file."""
    try:
        free = shutil.disk_usage(folder).free // 2**20
        seconds = timed_write(folder)
    except OSError as problem:
        why = problem.strerror or str(problem)
        return CheckResult("red", say("check.disk_fails", "It cannot be written: {why}.", why=why))
    return rate_disk(free, seconds)


def timed_write(folder: Path) -> float:
    """Seconds for writing and syncing a small file, which is deleted again."""
    with NamedTemporaryFile(dir=folder, prefix=".self-test.") as file:
        began = time.perf_counter()
        file.write(b"self-test" * 400)
        file.flush()
        os.fsync(file.fileno())
        return time.perf_counter() - began


def rate_disk(free: int, seconds: float) -> CheckResult:
    """The light for so many free megabytes and so many seconds."""
    took = decimal(1000 * seconds, 0)
    words = "{free} MB are free, a small file takes {took} ms."
    said = say("check.disk", words, free=free, took=took)
    if free < FULL_FREE_MB or seconds > HANGING_WRITE_SECONDS:
        return CheckResult("red", said)
    return CheckResult(
        "amber" if free < LOW_FREE_MB or seconds > SLOW_WRITE_SECONDS else "green", said
    )


def check_clock(now: datetime | None = None) -> CheckResult:
    """Whether the clock can be right, and whether a service sets it."""
    synced = any(path.exists() for path in TIME_SYNC_FILES)
    return rate_clock(datetime.now() if now is None else now, synced=synced)


def rate_clock(now: datetime, *, synced: bool) -> CheckResult:
    day, time_of_day = now.date().isoformat(), f"{now:%H:%M}"
    if not MIN_YEAR <= now.year <= MAX_YEAR:
        words = "It says {day} {time}, which cannot be."
        return CheckResult("red", say("check.clock_wrong", words, day=day, time=time_of_day))
    if not synced:
        words = "It says {day} {time}, and is not set by the network. Is that right?"
        return CheckResult("amber", say("check.clock_alone", words, day=day, time=time_of_day))
    words = "It says {day} {time}, and is set by the network."
    return CheckResult("green", say("check.clock", words, day=day, time=time_of_day))
