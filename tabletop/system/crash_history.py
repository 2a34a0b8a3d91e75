"""How the earlier runs ended and which match was open, kept in a file from start to start.

It is written at every start and every end. A start that finds no end before it follows a crash,
whatever the cause: an error, the watchdog, a power cut.
"""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from tabletop.settings import damaged_name, write_atomically

log = logging.getLogger(__name__)

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
