"""Crash reports in the data folder."""

import faulthandler
import logging
import os
import platform
import re
import sys
import traceback
from collections import deque
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import IO, Final

from tabletop import __version__
from tabletop.system.log_redaction import redact

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
        told = [
            f"{key} = {_URL_CREDENTIALS.sub('', str(value))}"
            for key, value in sorted(settings.items())
        ]
        parts = [
            f"tabletop {__version__}, {when.isoformat(timespec='seconds')}",
            *_versions(),
            "",
            redact(fault),
            *(["Settings:", *told, ""] if told else []),
            "The last lines of the log:",
            *lines,
        ]
        text = "\n".join(parts) + "\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self._fresh(when)
            with path.open("w", encoding="utf-8", errors="replace") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            self._tidy()
        except OSError as problem:
            log.error("the report of a crash cannot be written: %s", problem)
            return None
        return path

    def _fresh(self, when: datetime) -> Path:
        name = f"{when:%Y-%m-%dT%H-%M-%SZ}"
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        return next(
            path for path in (self.folder / f"{each}.txt" for each in names) if not path.exists()
        )

    def _tidy(self) -> None:
        # By file time: the date in the name is wrong on a machine without a clock battery.
        reports = [path for path in self.folder.glob("*.txt") if path.name != _FATAL_FILE]
        reports.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in reports[:-MAX_REPORTS]:
            path.unlink()


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
