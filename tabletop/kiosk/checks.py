"""What a machine's disk and clock are like, as lights of a self-test. It waits for the disk."""

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

LITTLE: Final = 500
SCARCE: Final = 50
"""Megabytes that are free; below them a disk is to be looked at, or is full."""
SLOW: Final = 0.2
HANGS: Final = 2.0
"""Seconds that a small file takes until it surely is on the disk; above them it is slow."""
EARLIEST: Final = 2026
LATEST: Final = 2060
"""The years in which a clock can be right."""
SYNCED: Final = (
    Path("/run/systemd/timesync/synchronized"),
    Path("/run/chrony/chronyd.pid"),
    Path("/var/run/ntpd.pid"),
)
"""What is there where a service sets the clock by the network."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How something fares, and why, in a sentence."""

    light: Light
    words: Text


def look_at_disk(folder: Path) -> Finding:
    """How much room is left, and how long a small file takes until it is there for good."""
    try:
        free = shutil.disk_usage(folder).free // 2**20
        seconds = timed_write(folder)
    except OSError as problem:
        why = problem.strerror or str(problem)
        return Finding("red", say("check.disk_fails", "It cannot be written: {why}.", why=why))
    return judge_disk(free, seconds)


def timed_write(folder: Path) -> float:
    """Seconds that a small file takes until it surely is on the disk; it is taken away again."""
    with NamedTemporaryFile(dir=folder, prefix=".self-test.") as file:
        began = time.perf_counter()
        file.write(b"self-test" * 400)
        file.flush()
        os.fsync(file.fileno())
        return time.perf_counter() - began


def judge_disk(free: int, seconds: float) -> Finding:
    """The light for so many free megabytes and so many seconds for a small file."""
    took = decimal(1000 * seconds, 0)
    words = "{free} MB are free, a small file takes {took} ms."
    said = say("check.disk", words, free=free, took=took)
    if free < SCARCE or seconds > HANGS:
        return Finding("red", said)
    return Finding("amber" if free < LITTLE or seconds > SLOW else "green", said)


def look_at_clock(now: datetime | None = None) -> Finding:
    """Whether the clock can be right, and whether anybody sets it."""
    synced = any(path.exists() for path in SYNCED)
    return judge_clock(datetime.now() if now is None else now, synced=synced)


def judge_clock(now: datetime, *, synced: bool) -> Finding:
    """The light for what the clock says."""
    day, time_of_day = now.date().isoformat(), f"{now:%H:%M}"
    if not EARLIEST <= now.year <= LATEST:
        words = "It says {day} {time}, which cannot be."
        return Finding("red", say("check.clock_wrong", words, day=day, time=time_of_day))
    if not synced:
        words = "It says {day} {time}, and is not set by the network. Is that right?"
        return Finding("amber", say("check.clock_alone", words, day=day, time=time_of_day))
    words = "It says {day} {time}, and is set by the network."
    return Finding("green", say("check.clock", words, day=day, time=time_of_day))
