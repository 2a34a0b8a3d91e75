"""Measurements of the program, and checks of disk and clock.

The main loop collects the measurements; other threads read snapshots, which `health_server`
publishes. The checks are lights of a self-test; they wait for the disk.
"""

import logging
import os
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, decimal, say

FRAME_BUDGET_SECONDS: Final = 1 / 60
"""Seconds of work that a frame may take."""
WINDOW_SECONDS: Final = 60.0
_MAX_FRAMES: Final = 3600
SAMPLE_SECONDS: Final = 1.0
"""The least seconds between two snapshots."""


@dataclass(frozen=True, slots=True)
class DeviceState:
    kind: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class TableStatus:
    """What the main loop knows besides its frames."""

    devices: tuple[DeviceState, ...] = ()
    trouble: str = ""
    """What is wrong with saving; "" for nothing."""
    warnings: tuple[str, ...] = ()
    """What the operator should look at; the table works."""
    safe_mode: bool = False
    restarts: int = 0
    """The number of crashes ever."""
    restarts_lately: int = 0
    """Those in the hour before this start."""
    unsent: int = 0
    """Results that wait to be sent."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """A snapshot. Times are of the monotonic clock."""

    last_turn: float
    started: float
    last_input: float
    """The last input; the start if there was none."""
    frame_work: tuple[float, ...]
    """Seconds of work of each frame of the last minute."""
    frame_count: int
    total_work: float
    """Seconds of work since the start."""
    late_frames: int
    """Frames over budget since the start."""
    status: TableStatus


class MetricsCollector:
    """Used by the main loop alone, except for `latest`, which is immutable."""

    def __init__(
        self, standing: Callable[[], TableStatus], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._standing = standing
        self._now = now
        self._began = self._touched = now()
        self._given = float("-inf")
        self._ends: deque[float] = deque(maxlen=_MAX_FRAMES)
        self._works: deque[float] = deque(maxlen=_MAX_FRAMES)
        self._drawn = self._late = 0
        self._spent = 0.0
        self.latest: Metrics | None = None
        """The last snapshot, replaced as a whole."""

    def frame_drawn(self, work: float) -> None:
        """A frame was drawn with so many seconds of work."""
        self._ends.append(self._now())
        self._works.append(work)
        self._drawn += 1
        self._late += work > FRAME_BUDGET_SECONDS
        self._spent += work

    def turn_ended(self, *, touched: bool) -> None:
        """The main loop has turned; `touched` if there was input."""
        now = self._now()
        if touched:
            self._touched = now
        if now - self._given < SAMPLE_SECONDS:
            return
        self._given = now
        while self._ends and now - self._ends[0] > WINDOW_SECONDS:
            self._ends.popleft()
            self._works.popleft()
        self.latest = Metrics(
            last_turn=now,
            started=self._began,
            last_input=self._touched,
            frame_work=tuple(self._works),
            frame_count=self._drawn,
            total_work=self._spent,
            late_frames=self._late,
            status=self._standing(),
        )


def quantile(values: tuple[float, ...], share: float) -> float:
    """The smallest value that this share of all does not exceed; NaN for none."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


@dataclass(frozen=True, slots=True)
class ProcessMetrics:
    """What the system says of this process; None if it does not."""

    memory: int | None
    """Resident bytes."""
    descriptors: int | None
    threads: int

    @classmethod
    def now(cls) -> "ProcessMetrics":
        return cls(_memory(), _descriptors(), threading.active_count())


def _memory() -> int | None:
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def _descriptors() -> int | None:
    try:
        return len(os.listdir("/proc/self/fd")) - 1  # noqa: PTH208 - names alone; one is ours
    except OSError:
        return None


log = logging.getLogger(__name__)

STALL_SECONDS: Final = 10.0
"""Seconds without a turn after which the main loop counts as stalled."""
MIN_FREE_BYTES: Final = 100 * 2**20
"""Bytes below which the disk counts as full."""


def health_problem(metrics: Metrics | None, free: int | None, now: float) -> tuple[str, ...]:
    """Why the program is not healthy; empty if it is. `free`: bytes left on the disk."""
    if metrics is None:
        return ("the table is not open yet",)
    found = []
    if now - metrics.last_turn > STALL_SECONDS:
        found.append(f"the main loop has not turned for {now - metrics.last_turn:.0f} s")
    if metrics.status.trouble:
        found.append(str(metrics.status.trouble))
    if free is not None and free < MIN_FREE_BYTES:
        found.append(f"only {free // 2**20} MB are free on the disk")
    return tuple(found)


def free_bytes(folder: Path) -> int | None:
    """The free bytes where a folder is, or will be."""
    for place in (folder, *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


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
        return CheckResult(
            "red", say("check.disk_fails", "The disk can’t be written to: {why}.", why=why)
        )
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
    words = "{free} MB free. Writing a small file takes {took} ms."
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
        words = "The clock says {day} {time}, which can’t be right."
        return CheckResult("red", say("check.clock_wrong", words, day=day, time=time_of_day))
    if not synced:
        words = "The clock says {day} {time}, without the network. Is that right?"
        return CheckResult("amber", say("check.clock_alone", words, day=day, time=time_of_day))
    words = "The clock says {day} {time}, set by the network."
    return CheckResult("green", say("check.clock", words, day=day, time=time_of_day))
