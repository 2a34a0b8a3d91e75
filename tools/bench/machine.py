"""The machine that is measured, and processes with a display of a known size."""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from tools.environment import ROOT, Trouble

Size: TypeAlias = tuple[int, int]
SIZES: Final[tuple[Size, ...]] = ((1920, 1080), (3840, 2160))
LONGEST: Final = 900.0
"""Seconds after which a measurement is given up."""


def facts() -> dict[str, Any]:
    """What a figure depends on beside the program."""
    import pygame

    return {
        "cpus": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
        "system": platform.platform(),
        "processor": _processor(),
        "python": platform.python_version(),
        "pygame": pygame.version.ver,
        "sdl": ".".join(map(str, pygame.get_sdl_version())),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - no file of ours
            named = [line.partition(":")[2] for line in file if line.startswith("model name")]
    except OSError:
        named = []
    return named[0].strip() if named else platform.processor()


def sizes() -> tuple[Size | None, ...]:
    """The screens to measure on; None, once, is the one that people sit at."""
    return (None,) if has_screen() else SIZES


def has_screen() -> bool:
    """Whether there is a screen that need not be started."""
    given = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    return given or sys.platform != "linux"


@contextmanager
def screen(size: Size | None) -> Iterator[dict[str, str]]:
    """An environment whose screen has that size (None: the one there is); Trouble in words."""
    if size is None:
        yield dict(os.environ)
        return
    program = shutil.which("Xvfb")
    if program is None:
        raise Trouble("There is no screen, and no Xvfb to make one (apt install xvfb).")
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24"]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        if not number:
            raise Trouble("Xvfb does not start.")
        yield {**os.environ, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
    finally:
        server.terminate()
        server.wait()


def run(
    arguments: list[str], environment: Mapping[str, str], longest: float = LONGEST
) -> subprocess.CompletedProcess[str]:
    """Runs our Python in the project's folder; Trouble with its last line if it fails."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**environment, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=longest,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["nothing was said"]
        raise Trouble(f"{' '.join(arguments[:3])} failed: {lines[-1]}")
    return done


def inside(
    name: str, environment: Mapping[str, str], longest: float = LONGEST, **arguments: Any
) -> dict[str, Any]:
    """What `tools.bench.NAME.measure` gives in a process of its own, with a window."""
    before = _spent()
    done = run(
        ["-m", "tools.bench.measuring_process", name, json.dumps(arguments)], environment, longest
    )
    after = _spent()
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if before and after and after[1] > before[1]:
        # A figure is worth little if others had the cores at the same time.
        share = (after[0] - before[0]) / (after[1] - before[1])
        told["machine_busy_percent"] = round(100 * share, 1)
    return told


def _spent() -> tuple[int, int] | None:
    """The ticks that all cores have worked, and that have gone by; None where nobody counts."""
    try:
        with open("/proc/stat", encoding="ascii") as file:  # noqa: PTH123 - no file of ours
            ticks = [int(word) for word in file.readline().split()[1:9]]
    except OSError:
        return None
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)
