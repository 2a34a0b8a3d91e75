"""How long a port is left alone after it has failed."""

import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag
from time import monotonic
from typing import Final, TypeAlias

from tabletop.input.devices import REPLAY, Health

SLICE: Final = 0.05
"""Seconds between two looks."""
_FIRST: Final = SLICE
_LONGEST: Final = 2.0
"""The first pause after a failure; each further one doubles it up to the longest."""
_QUARANTINE: Final = 30.0
_NAMED: Final = 1.0
"""Seconds for a port out of which nothing comes that is understood: found, or named by people."""

_Identity: TypeAlias = tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Ended:
    """How an opening of a port ended."""

    reason: str
    health: Health
    final: bool = False
    """Whether trying again is no use."""


class Pauses:
    """Changes with each failure: pauses grow while nothing works."""

    def __init__(self, url: str, named: bool) -> None:
        self._path = _path(url)
        self._named = named
        self._pause = 0.0

    def wait(self, ended: Ended, worked: bool, stop: Flag) -> None:
        """Returns when the port should be opened again, or when `stop` is set.

        Where a device `worked` before the failure, the pauses are short again. A port that is not
        there is only looked for, and opened as soon as it is there again; so is another one in
        its place.
        """
        before = self._identity()
        until = monotonic() + self._length(ended, worked)
        while not stop.wait(SLICE):
            there = self._identity()
            if self._path is not None and there != before:
                if there is None:
                    before = None
                    continue
                self._pause = 0.0
                return
            if (self._path is None or there is not None) and monotonic() >= until:
                return

    def _length(self, ended: Ended, worked: bool) -> float:
        if worked:
            self._pause = 0.0
        match ended.health:
            case Health.TOO_NEW:
                return _QUARANTINE
            case Health.STRANGE:
                return _NAMED if self._named else _QUARANTINE
        self._pause = min(2 * self._pause, _LONGEST) if self._pause else _FIRST
        return self._pause

    def _identity(self) -> _Identity:
        """What is at the path now; None if nothing is, or if it is no path."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except (OSError, ValueError):
            return None
        # The time tells devices apart that got the same number, and when rights were given.
        return found.st_dev, found.st_ino, found.st_rdev, found.st_ctime_ns


def _path(url: str) -> Path | None:
    """The path of a port that is one; on Windows a port is none that could be looked for."""
    if sys.platform == "win32" or "://" in url or url.startswith(REPLAY):
        return None
    return Path(url)
