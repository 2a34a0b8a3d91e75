"""From the start of the process to the first menu frame on the screen."""

import json
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.bench.machine import run as run_python
from tools.bench.machine import screen, sizes
from tools.bench.summaries import judged, milliseconds

TIMES: Final = 5
BARS: Final = {"median_ms": 1200.0}
OPENING: Final = """
import sys, time
marks = {"python": time.monotonic()}
from tabletop import __main__
from tabletop.system import process
process.disable_gc()  # as the program does before it loads the rest
from tabletop.app import startup
marks["imports"] = time.monotonic()
import pygame, json
from tabletop.system.supervisor import Supervisor
frame_drawn = Supervisor.frame_drawn
def first_frame(supervisor, seconds, rects):
    frame_drawn(supervisor, seconds, rects)
    if "first frame" not in marks:
        marks["first frame"] = time.monotonic()
        marks["work"] = seconds
        marks["size"] = "{}x{}".format(*pygame.display.get_window_size())
        marks["driver"] = pygame.display.get_driver()
        pygame.event.post(pygame.event.Event(pygame.QUIT))
Supervisor.frame_drawn = first_frame
code = __main__.main(sys.argv[1:])
print(json.dumps(marks))
sys.exit(code)
"""
"""The program as it starts from the command line, but for its ears: it tells when it has drawn.

`time.monotonic` is one clock for all processes of a machine.
"""


def run(times: int = TIMES) -> dict[str, Any]:
    """Starts at each size of screen, filling it."""
    found = []
    for size in sizes():
        with screen(size) as environment:
            found.append(measure(environment, times))
    return {"runs": found}


def measure(
    environment: dict[str, str], times: int, arguments: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Starts so many times, once more before to warm the disk, and takes the median."""
    with TemporaryDirectory(prefix="tabletop-bench-") as folder:
        given = keeping_compiled(environment, Path(folder))
        own = ["--data-dir", str(Path(folder) / "data"), *arguments]
        cold, *warm = [start_once(given, own) for _ in range(times + 1)]
    spent = [start["first frame"] for start in warm]
    parts = ("python", "imports", "first frame")
    figures = {
        "count": len(spent),
        "median_ms": milliseconds(median(spent)),
        "worst_ms": milliseconds(max(spent)),
        "first_ever_ms": milliseconds(cold["first frame"]),
        "reached_ms": {part: milliseconds(median(start[part] for start in warm)) for part in parts},
        "first_frame_work_ms": milliseconds(median(start["work"] for start in warm)),
    }
    return {"size": warm[0]["size"], "driver": warm[0]["driver"], **judged(figures, **BARS)}


def keeping_compiled(environment: dict[str, str], folder: Path) -> dict[str, str]:
    """Compiled modules are kept there, as they are for anyone who has played before."""
    given = {**environment, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return given


def start_once(environment: dict[str, str], arguments: list[str]) -> dict[str, Any]:
    """One start: seconds from the spawning of the process to each mark."""
    began = time.monotonic()
    done = run_python(["-c", OPENING, *arguments], environment)
    marks: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    timed = ("python", "imports", "first frame")
    return {**marks, **{mark: marks[mark] - began for mark in timed}}
