"""Measurements of the program: collected by the main loop, read as snapshots by other threads."""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

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
