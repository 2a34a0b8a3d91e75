"""A simulated day at a kiosk: when visitors come, and the state of the program each hour."""

import gc
import os
import threading
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pygame

from tools.virtual.plugged_devices import Plugs
from tools.virtual.random_input import Deed
from tools.virtual.virtual_table import VirtualTable
from tools.virtual.visitors import Visitor

HOUR: Final = 3600.0
WARM: Final = 2
"""Hours after which memory is expected not to grow any more."""
LATE: Final = HOUR
"""Seconds after an hour for which a device that is not connected is waited for."""
MOST_FRAMES: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class Hour:
    """What the program was like when an hour was over."""

    rss: int
    """Bytes in memory."""
    descriptors: int
    threads: int
    worked: float
    """Seconds of work so far, by the world's clock."""


@dataclass(slots=True)
class Day:
    """What a day was like. It grows as the day goes by."""

    hours: list[Hour] = field(default_factory=list)
    work: "array[float]" = field(default_factory=lambda: array("d", bytes(8 * MOST_FRAMES)))
    """Seconds of processor time of the turns that drew, the first `frames` of them."""
    frames: int = 0
    turns: int = 0
    visits: Counter[str] = field(default_factory=Counter)
    scenes: Counter[str] = field(default_factory=Counter)
    fault: str = ""
    slowest: float = 0.0
    slowest_at: str = ""

    def note(self, seconds: float) -> None:
        """One more turn that drew took so long."""
        if self.frames < MOST_FRAMES:
            self.work[self.frames] = seconds
            self.frames += 1

    @property
    def slope(self) -> float:
        """Bytes an hour by which memory grew after the warm-up, by least squares."""
        sizes = [hour.rss for hour in self.hours[WARM:]]
        if len(sizes) < 2:
            return 0.0
        middle, mean = (len(sizes) - 1) / 2, sum(sizes) / len(sizes)
        over = sum((n - middle) * (size - mean) for n, size in enumerate(sizes))
        return over / sum((n - middle) ** 2 for n in range(len(sizes)))


class Course:
    """Lets a day take its course at a table. It changes as the day goes by."""

    def __init__(
        self, table: VirtualTable, seed: int, plugs: Plugs, pin: str, hour: float = HOUR
    ) -> None:
        """`hour`: how many seconds of the table's clock are one."""
        self._hour = hour
        self._table = table
        self._luck = Random(f"day {seed}")
        self._plugs = plugs
        self._pin = pin
        self.day = Day()

    def run(self, hours: float) -> Day:
        """Lives through so many hours, or until something goes wrong."""
        app, day = self._table.app, self.day
        began, worked = app.time, time.monotonic()
        end, due = began + hours * self._hour, began + self._hour
        while not day.fault and (app.time < end or due <= end):
            for deed in self._visit():
                self._do(deed)
                if app.time >= due and (self._all_connected or app.time >= due + LATE):
                    due += self._hour
                    day.hours.append(_hour(time.monotonic() - worked))
                    tell(day)
                if day.fault or (app.time >= end and due > end):
                    break
        return day

    @property
    def _all_connected(self) -> bool:
        """Whether each device is plugged in and connected: its port takes descriptors and a thread.

        Only such moments are compared with each other.
        """
        devices = self._table.table.devices.all
        return self._plugs.at_rest and all(device.works for device in devices)

    def _visit(self) -> Iterator[Deed]:
        """Somebody comes, or nobody does for a while."""
        luck = self._luck
        visitor = Visitor(luck, self._table)
        names = ("plays", "leaves early", "nobody", "night", "child", "operator", "devices")
        name = luck.choices(names, (30, 20, 24, 2, 8, 4, 6))[0]
        self.day.visits[name] += 1
        match name:
            case "plays":
                yield from visitor.plays(luck.choice((30, 80, 160)))
                yield from visitor.leaves()
            case "leaves early":
                yield from visitor.plays(luck.choice((6, 15, 40)))
                yield from visitor.nobody(luck.choice((60.0, 200.0, 400.0)))
            case "nobody":
                yield from visitor.nobody(luck.choice((120.0, 600.0, 1500.0)))
            case "night":
                yield from visitor.nobody(luck.choice((3600.0, 7200.0)))
            case "child":
                yield from visitor.bangs(luck.choice((60, 300)))
            case "operator":
                yield from visitor.operator(self._pin)
                yield from visitor.nobody(70.0)
            case _:
                self._plugs.change(luck)
                yield from visitor.plays(20)
                self._plugs.rest()

    def _do(self, deed: Deed) -> None:
        """Does one deed, and keeps an eye on what comes of it."""
        table, day = self._table, self.day
        for event in deed.events:
            pygame.event.post(event)
        before, drawn = table.seen, table.app.frames
        work = table.app.go(deed.seconds)
        day.turns += 1
        if table.app.frames > drawn:
            day.note(work)
        if not table.app.scenes.running:
            day.fault = f"it has left, from {before}"
            return
        day.scenes[type(table.top).__name__] += 1
        if work > day.slowest:
            day.slowest, day.slowest_at = work, f"{before} -> {table.seen} ({deed.name})"
        if table.log.faults:
            day.fault = f"{table.log.faults[0]}\n  after {deed.name}, at {before}"


def _hour(worked: float) -> Hour:
    """What this process is like now."""
    gc.collect()  # what is only not collected yet is not kept
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - the path is not a folder of ours
    return Hour(pages * os.sysconf("SC_PAGE_SIZE"), descriptors, threading.active_count(), worked)


def tell(day: Day) -> None:
    """Says how the day goes."""
    hour = day.hours[-1]
    print(
        f"{len(day.hours):3} h  {hour.rss / 1e6:7.1f} MB  {hour.descriptors:3} descriptors  "
        f"{hour.threads:2} threads  {day.frames:7} frames  {hour.worked:6.0f} s",
        flush=True,
    )
