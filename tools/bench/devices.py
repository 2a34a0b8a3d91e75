"""A dice reader that is unplugged 200 times, and one that floods the line with noise."""

import gc
import os
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from tabletop.input.serial.protocols import (
    DRIVERS,
    ButtonEdge,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceEvent,
    Hello,
    ReceivedEvent,
)
from tabletop.input.serial.source import SerialPort
from tools.bench.flooding_device import MadDevice
from tools.bench.machine import inside
from tools.bench.summaries import judged, milliseconds, percentile
from tools.simulated.device import SimulatedDevice
from tools.simulated.plugged_device import PtyDevice

CYCLES: Final = 200
SECONDS: Final = 10.0
PATIENCE: Final = 20.0


def run(cycles: int = CYCLES, seconds: float = SECONDS) -> dict[str, Any]:
    """Unplugged alone and in a match, and the flood, each in a process of its own."""
    if os.name != "posix":
        return {"skipped": "there are no pseudo-terminals here"}
    return {
        "runs": [
            inside("devices", {}, what="unplugged", cycles=cycles),
            inside("replugged", {**os.environ, "SDL_VIDEODRIVER": "dummy"}, cycles=cycles),
            inside("devices", {}, what="flood", seconds=seconds),
        ]
    }


def measure(
    folder: Path, what: str, cycles: int = CYCLES, seconds: float = SECONDS
) -> dict[str, Any]:
    """What is done to a port alone."""
    figures = _unplugged(folder, cycles) if what == "unplugged" else _flood(seconds)
    return {"what": what, **figures}


class _Ear:
    """A port, and all that came out of it."""

    def __init__(self, path: str) -> None:
        self.heard: list[ReceivedEvent] = []
        self.port = SerialPort(path, DRIVERS["ttl1"](), named=True)
        self.port.start()

    def count(self, kind: type[DeviceEvent]) -> int:
        self.heard += self.port.events()
        return sum(type(one.event) is kind for one in self.heard)

    def wait_for(self, kind: type[DeviceEvent], times: int) -> float:
        """The second at which it has come so often."""
        _until(lambda: self.count(kind) >= times)
        return [one.at for one in self.heard if type(one.event) is kind][times - 1]

    def acts(self) -> list[int]:
        """The numbers of what people did."""
        self.count(ButtonEdge)
        return [
            one.event.seq for one in self.heard if isinstance(one.event, ButtonEdge | DiceEvent)
        ]


def _unplugged(folder: Path, cycles: int) -> dict[str, Any]:
    """Each time in the middle of a throw, which the device repeats when it is back."""
    chance = Random(5)
    before = _descriptors(), threading.active_count()
    found = []
    device = PtyDevice(SimulatedDevice(seed=1), folder / "device", own_power=True)
    with device:
        ear = _Ear(device.where)
        ear.wait_for(Hello, 1)
        for cycle in range(1, cycles + 1):
            device.press(0)
            device.release(0)
            ear.wait_for(ButtonEdge, 2 * cycle)
            device.roll()
            time.sleep(chance.choice((0.0, 0.0, 0.001, 0.01)))
            device.unplug()
            ear.wait_for(DeviceLost, cycle)
            time.sleep(chance.uniform(0.0, 0.3))
            device.plug()
            plugged = time.monotonic()
            found.append(ear.wait_for(DeviceBack, cycle) - plugged)
            ear.wait_for(DiceEvent, cycle)
        said = [int(body.split(" ")[0]) for body in device.device.said]
        ear.port.close()
    heard = ear.acts()
    after = _descriptors(), threading.active_count()
    figures = {
        "cycles": cycles,
        "events": len(said),
        "lost": len(set(said) - set(heard)),
        "doubled": len(heard) - len(set(heard)),
        "out_of_order": sum(one > other for one, other in pairwise(heard)),
        "reconnect_p50_ms": milliseconds(percentile(found, 0.5)),
        "reconnect_p99_ms": milliseconds(percentile(found, 0.99)),
        "descriptors_leaked": max(0, after[0] - before[0]),
        "threads_leaked": max(0, after[1] - before[1]),
    }
    zero = dict.fromkeys(("lost", "doubled", "descriptors_leaked", "threads_leaked"), 0.0)
    return judged(figures, reconnect_p99_ms=250.0, **zero)


def _flood(seconds: float) -> dict[str, Any]:
    """Memory is looked at when the flood has begun, and at its end."""
    with MadDevice() as mad:
        ear = _Ear(mad.path)
        mad.introduce()
        ear.wait_for(Hello, 1)
        spent = time.process_time()
        mad.rave(seconds)
        began = time.monotonic()
        time.sleep(min(1.0, seconds / 2))
        early = _resident()
        while mad.raves:
            ear.count(ButtonEdge)
            time.sleep(0.01)
        took, used = time.monotonic() - began, time.process_time() - spent
        late = _resident()
        _until(lambda: len(ear.acts()) >= mad.presses)
        ear.port.close()
    heard = ear.acts()
    figures = {
        "presses": mad.presses,
        "lost": len(set(range(1, mad.presses + 1)) - set(heard)),
        "wrong": len(heard) - mad.presses,
        "out_of_order": sum(one > other for one, other in pairwise(heard)),
        "megabytes_per_second": round(mad.rate / 1e6, 2),
        "share_of_a_core": round(used / took, 3),
        "grown_megabytes": round((late - early) / 2**20, 2),
    }
    return judged(figures, lost=0.0, wrong=0.0, out_of_order=0.0, grown_megabytes=2.0)


def _until(done: Callable[[], bool]) -> None:
    """Waits until it is so, or for long enough that the figures will tell."""
    end = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < end:
        time.sleep(0.001)


def _descriptors() -> int:
    """The number of open descriptors after a garbage collection, which closes dropped ones."""
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0


def _resident() -> int:
    """Bytes of memory that this process holds now; 0 where it cannot be told."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGESIZE")
