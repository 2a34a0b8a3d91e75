"""The command line of `tools/soak.py`."""

import argparse
import json
import os
import random
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from tabletop.settings import Value
from tabletop.system.pin_lock import FILE_NAME, HashedPin, PinLockState
from tools.virtual.plugged_devices import Plugs
from tools.virtual.simulated_day import Course, Day
from tools.virtual.virtual_table import VirtualTable

PIN: Final = "73190562"
FRAME: Final = 1 / 60
GROWTH: Final = 1_000_000
"""Bytes an hour by which memory may grow."""
KIOSK: Final[dict[str, Value]] = {
    "kiosk.level": "kiosk",
    "attract.after": 60,
    "idle.page": 60,
    "computer.pace": "fast",
    "look.drift": True,
    "devices.serial": "named",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Lives through a day as asked; 1 if a bar does not hold."""
    parser = argparse.ArgumentParser(prog="soak.py", description="A day at a kiosk in minutes.")
    parser.add_argument("--hours", type=float, default=24.0, help="virtual hours")
    parser.add_argument("--seed", type=int, default=None, help="what all of it follows from")
    parser.add_argument("--size", default="1280x800", metavar="WxH", help="of the window")
    parser.add_argument("--json", action="store_true", help="print the figures for programs too")
    asked = parser.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    width, _, height = asked.size.partition("x")
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    day = live(asked.hours, seed, (int(width), int(height)))
    figures = figures_of(day, time.monotonic() - began)
    held = bars(day)
    for name, value in figures.items():
        print(f"{name}: {value}")
    for name, holds in held.items():
        print(f"{'held' if holds else 'NOT HELD'}: {name}")
    if asked.json:
        print(json.dumps({**figures, "hours": [asdict(hour) for hour in day.hours], "bars": held}))
    return 0 if all(held.values()) else 1


def live(hours: float, seed: int, size: tuple[int, int]) -> Day:
    """So many hours of a kiosk's life."""
    with TemporaryDirectory(prefix="tabletop-soak-") as name:
        folder = Path(name)
        set_pin(folder)
        with (
            Plugs(folder) as plugs,
            VirtualTable(folder, size, seed, KIOSK, plugs.sources) as table,
        ):
            plugs.rest()
            return Course(table, seed, plugs, PIN).run(hours)


def set_pin(folder: Path) -> None:
    """Has the kiosk of that folder know its operator."""
    (folder / FILE_NAME).write_text(PinLockState(HashedPin.of(PIN)).as_text(), encoding="utf-8")


def figures_of(day: Day, seconds: float) -> dict[str, Any]:
    """What is told of a day."""
    work = sorted(day.work[: day.frames])
    share = {name: _at(work, q) for name, q in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999))}
    return {
        "virtual hours": len(day.hours),
        "seconds of work": round(seconds),
        "turns": day.turns,
        "frames": day.frames,
        "frame work, ms of processor": {name: round(t * 1000, 2) for name, t in share.items()},
        "slowest turn": f"{day.slowest * 1000:.1f} ms: {day.slowest_at}",
        "memory, MB by hour": [round(hour.rss / 1e6, 1) for hour in day.hours],
        "slope, MB an hour": round(day.slope / 1e6, 3),
        "descriptors": [hour.descriptors for hour in day.hours],
        "threads": [hour.threads for hour in day.hours],
        "visits": dict(day.visits),
        "scenes": dict(day.scenes.most_common()),
        "fault": day.fault,
    }


def bars(day: Day) -> dict[str, bool]:
    """What must hold, and whether it did."""
    work = sorted(day.work[: day.frames])
    later = day.hours[2:] or day.hours
    return {
        "no exception": not day.fault,
        "memory grows by less than 1 MB an hour": day.slope < GROWTH,
        "descriptors stay": _steady([hour.descriptors for hour in later]),
        "threads stay": _steady([hour.threads for hour in later]),
        "99 of 100 frames need less than 16.7 ms": _at(work, 0.99) < FRAME,
    }


def _steady(counts: list[int]) -> bool:
    """Whether it does not grow: the last third is no higher than the first."""
    third = max(1, len(counts) // 3)
    return not counts or max(counts[-third:]) <= max(counts[:third])


def _at(sorted_: Sequence[float], share: float) -> float:
    return sorted_[min(len(sorted_) - 1, int(share * len(sorted_)))] if sorted_ else 0.0
