"""How the earlier runs ended and which match was open, kept in a file from start to start.

It is written at every start and every end. A start that finds no end before it follows a crash,
whatever the cause: an error, the watchdog, a power cut.
"""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

from tabletop.settings import write_atomically

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
        """After an end in order."""
        return replace(self, running=False)

    def recent(self, now: float) -> int:
        """The number of crashes in the last hour."""
        return sum(_within(death.at, now, SAFE_MODE_SECONDS) for death in self.deaths)

    def needs_safe_mode(self, now: float) -> bool:
        """Whether it crashes so often that safe mode is needed."""
        return self.recent(now) >= SAFE_MODE_CRASHES

    def to_text(self) -> str:
        return json.dumps(
            {
                "running": self.running,
                "restarts": self.restarts,
                "deaths": [{"at": death.at, "match": death.match} for death in self.deaths],
                "aside": list(self.aside),
            },
            indent=1,
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The inverse of `to_text`; ValueError for anything else."""
        try:
            told: Any = json.loads(text)
            deaths = tuple(
                UncleanExit(float(_typed(each["at"], int, float)), _typed(each["match"], str))
                for each in _typed(told["deaths"], list)
            )
            return cls(
                running=_typed(told["running"], bool),
                restarts=max(0, _typed(told["restarts"], int)),
                deaths=deaths[-MAX_REMEMBERED:],
                aside=tuple(_typed(each, str) for each in _typed(told["aside"], list))[
                    -MAX_REMEMBERED:
                ],
            )
        except (KeyError, TypeError, RecursionError, OverflowError) as problem:
            raise ValueError("no past of this program") from problem


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
        aside = next(
            aside
            for number in count(1)
            if not (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists()
        )
        log.warning("%s was damaged and was set aside as %s", path.name, aside.name)
        with suppress(OSError):
            path.rename(aside)
    return CrashHistory()


def write_history(folder: Path, past: CrashHistory) -> None:
    """Writes the file. A failure is only logged."""
    try:
        write_atomically(folder / FILE_NAME, past.to_text())
    except OSError as problem:
        log.warning("how the program fares cannot be remembered: %s", problem)


def _within(at: float, now: float, span: float) -> bool:
    # Both ways: a clock that is corrected when the network comes may also go back.
    return abs(now - at) <= span


def _typed(value: Any, *kinds: type) -> Any:
    """The value, if it has one of these types; TypeError otherwise, and for a bool."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(value)
    return value
