"""Crash reports in the data folder, and a file that says how the earlier runs ended.

That file is written at every start and every end, with the match that was open. A start that finds
no end before it follows a crash, whatever the cause: an error, the watchdog, a power failure.
"""

import faulthandler
import json
import logging
import os
import platform
import re
import sys
import traceback
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import IO, Final

import msgspec

from tabletop import __version__
from tabletop.settings import damaged_name, write_atomically
from tabletop.system.logs import redact

log = logging.getLogger(__name__)

CRASH_FOLDER: Final = "crashes"
MAX_REPORTS: Final = 20
LIBRARIES: Final = ("pygame-ce", "numpy", "numba", "opencv-python-headless", "pyserial", "pymunk")
_FATAL_FILE: Final = "fatal.txt"
"""A fatal signal writes here: the file must be open beforehand."""
_URL_CREDENTIALS: Final = re.compile(r"(?<=//)[^/@\s]*@")


class CrashReports:
    """The folder of reports, and the open file for fatal signals. No method raises."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fatal: IO[str] | None = None

    def watch(self) -> None:
        """Has fatal signals, and the watchdog's SIGABRT, write the stacks of all threads."""
        if faulthandler.is_enabled():
            return  # somebody has enabled Python's own, and wants to see it
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._fatal = (self.folder / _FATAL_FILE).open("w", encoding="utf-8")
        except OSError as problem:
            log.warning("fatal signals cannot be recorded: %s", problem)
            return
        faulthandler.enable(self._fatal, all_threads=True)

    def close(self) -> None:
        """Restores what fatal signals did before."""
        if self._fatal is not None:
            faulthandler.disable()
            self._fatal.close()
            self._fatal = None

    def report_fatal_signal(self, logged: Path) -> Path | None:
        """Makes a report of what a fatal signal wrote in an earlier run."""
        left = self.folder / _FATAL_FILE
        try:
            stacks = left.read_text("utf-8", "replace")
            if not stacks.strip():
                return None
            when = datetime.fromtimestamp(left.stat().st_mtime, UTC)
            left.write_text("")
        except OSError:
            return None
        said = f"A fatal signal has ended the program.\n\n{stacks}"
        return self._write(when, said, _tail(logged), {})

    def report(
        self, fault: BaseException, lines: Iterable[str], settings: Mapping[str, object]
    ) -> Path | None:
        """Writes a report of an uncaught error; None if it cannot be written."""
        return self._write(
            datetime.now(UTC), "".join(traceback.format_exception(fault)), lines, settings
        )

    def _write(
        self, when: datetime, fault: str, lines: Iterable[str], settings: Mapping[str, object]
    ) -> Path | None:
        setting_lines = [
            f"{key} = {_URL_CREDENTIALS.sub('', str(value))}"
            for key, value in sorted(settings.items())
        ]
        parts = [
            f"tabletop {__version__}, {when.isoformat(timespec='seconds')}",
            *_versions(),
            "",
            redact(fault),
            *(["Settings:", *setting_lines, ""] if setting_lines else []),
            "The last lines of the log:",
            *lines,
        ]
        text = "\n".join(parts) + "\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            name = f"{when:%Y-%m-%dT%H-%M-%SZ}"
            path = self.folder / f"{name}.txt"
            for number in count(2):
                if not path.exists():
                    break
                path = self.folder / f"{name}-{number}.txt"
            with path.open("w", encoding="utf-8", errors="replace") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            # By file time: the date in the name is wrong on a machine without a clock battery.
            reports = [path for path in self.folder.glob("*.txt") if path.name != _FATAL_FILE]
            reports.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
            for old in reports[:-MAX_REPORTS]:
                old.unlink()
        except OSError as problem:
            log.error("the report of a crash cannot be written: %s", problem)
            return None
        return path


def _versions() -> Iterable[str]:
    # Imported when needed, because it is slow and every start would wait for it.
    from importlib.metadata import PackageNotFoundError, version

    yield f"Python {platform.python_version()} on {platform.platform()}"
    found = []
    for library in LIBRARIES:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    yield ", ".join(found)
    yield f"started with {_URL_CREDENTIALS.sub('', ' '.join(sys.argv[1:])) or 'no arguments'}"


def _tail(path: Path, most: int = 200) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return [each.rstrip("\n") for each in deque(file, most)]
    except OSError:
        return []


FILE_NAME: Final = "supervision.json"
MAX_CRASHES_PER_MATCH: Final = 3
"""After so many crashes with the same match open, it is not opened by itself any more,"""
SAME_MATCH_SECONDS: Final = 300.0
"""if they came within this many seconds."""
SAFE_MODE_CRASHES: Final = 10
"""After so many crashes the program starts in safe mode,"""
SAFE_MODE_SECONDS: Final = 3600.0
"""if they came within this many seconds."""
MAX_REMEMBERED: Final = 50
"""How many crashes and matches are kept."""


@dataclass(frozen=True, slots=True)
class UncleanExit:
    """A run that did not end in order."""

    at: float
    """Unix time at which the next start noticed it."""
    match: str = ""
    """The open match; "" for none."""


@dataclass(frozen=True, slots=True)
class CrashHistory:
    """What is kept between starts."""

    running: bool = False
    """Whether the last run has not ended, as far as is known."""
    restarts: int = 0
    """The number of crashes ever."""
    deaths: tuple[UncleanExit, ...] = ()
    aside: tuple[str, ...] = ()
    """Stored matches that are not opened, because the program crashed with them."""

    def begun(self, now: float) -> "CrashHistory":
        """After a start, which may have noticed a crash."""
        if not self.running:
            return replace(self, running=True)
        deaths = (*self.deaths, UncleanExit(now))[-MAX_REMEMBERED:]
        return replace(self, restarts=self.restarts + 1, deaths=deaths)

    def with_last_match(self, match: str, now: float) -> "CrashHistory":
        """With the match that was open at the last crash."""
        if not self.deaths or not match:
            return self
        deaths = (*self.deaths[:-1], replace(self.deaths[-1], match=match))
        dead = [
            each
            for each in deaths
            if each.match == match and _within(each.at, now, SAME_MATCH_SECONDS)
        ]
        aside = self.aside
        if len(dead) >= MAX_CRASHES_PER_MATCH and match not in aside:
            aside = (*aside, match)[-MAX_REMEMBERED:]
        return replace(self, deaths=deaths, aside=aside)

    def ended(self) -> "CrashHistory":
        return replace(self, running=False)

    def recent(self, now: float) -> int:
        """The number of crashes in the last hour."""
        return sum(_within(death.at, now, SAFE_MODE_SECONDS) for death in self.deaths)

    def needs_safe_mode(self, now: float) -> bool:
        """Whether it crashes so often that safe mode is needed."""
        return self.recent(now) >= SAFE_MODE_CRASHES

    def to_text(self) -> str:
        return json.dumps(msgspec.to_builtins(self), indent=1)

    @classmethod
    def from_text(cls, text: str) -> "CrashHistory":
        """The inverse of `to_text`; ValueError for anything else."""
        try:
            read = msgspec.convert(json.loads(text), cls)
        except (msgspec.ValidationError, RecursionError) as problem:
            raise ValueError("not the crash history of this program") from problem
        return replace(
            read,
            restarts=max(0, read.restarts),
            deaths=read.deaths[-MAX_REMEMBERED:],
            aside=read.aside[-MAX_REMEMBERED:],
        )


def read_history(folder: Path) -> CrashHistory:
    """Reads the file of a folder. A damaged file is renamed, and the history is empty."""
    path = folder / FILE_NAME
    try:
        return CrashHistory.from_text(path.read_bytes().decode())
    except FileNotFoundError:
        pass
    except OSError as problem:
        log.warning("%s cannot be read: %s", path.name, problem)
    except ValueError:
        aside = damaged_name(path)
        log.warning("%s was damaged and was set aside as %s", path.name, aside.name)
        with suppress(OSError):
            path.rename(aside)
    return CrashHistory()


def write_history(folder: Path, history: CrashHistory) -> None:
    """Writes the file. A failure is only logged."""
    try:
        write_atomically(folder / FILE_NAME, history.to_text())
    except OSError as problem:
        log.warning("the crash history cannot be written: %s", problem)


def _within(at: float, now: float, span: float) -> bool:
    # Both ways: a clock that is corrected when the network comes may also go back.
    return abs(now - at) <= span
