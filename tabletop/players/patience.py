"""How long one waits for a process that hangs or fails, and when it is started again."""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import say


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient one is with a process, in seconds where nothing else is said."""

    start: float = 15.0
    """From its start until it listens: Python reads its files from a cold disk."""
    quiet: float = 8.0
    """Without a word while it is asked something."""
    stuck: float = 20.0
    """Without progress, though it talks; it may be loading a library meanwhile..."""
    budgets: float = 3.0
    """...and so many budgets more."""
    tries: int = 5
    """Times that a process may be lost over one question."""
    in_vain: int = 3
    """Starts in a row that may fail at once, before there are pauses."""
    within: float = 60.0
    """A row of failures ends with so long a time without any."""
    first_pause: float = 0.5
    """After the last of them; each further failure doubles it."""
    longest_pause: float = 30.0
    killed: float = 0.125
    """What one counts for that somebody has killed: it is not to blame."""
    hopeless: int = 5
    """Starts in a row that may fail before plies are guessed."""


LONGEST_LOOK: Final = 2.5
"""Seconds between two looks that count at most: a window that slept has heard nobody."""


class Patience:
    """How long a process has been silent, and how long it has got nowhere."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits = limits
        self._looked = now
        self._quiet = 0.0
        self._stuck = 0.0
        self._slices = 0

    def begin(self) -> None:
        """It has been started, or asked something."""
        self._quiet = self._stuck = 0.0

    def pass_time(self, now: float) -> None:
        passed, self._looked = min(now - self._looked, LONGEST_LOOK), now
        self._quiet += passed
        self._stuck += passed

    def heard(self) -> None:
        """It has said something."""
        self._quiet = 0.0

    def went_on(self) -> None:
        """It has done something."""
        self._stuck = 0.0

    def beat(self, slices: int) -> None:
        """It says how much it has done."""
        if slices != self._slices:
            self.went_on()
        self._slices = slices

    @property
    def starts_in_vain(self) -> bool:
        """Whether it should listen by now, if it has not."""
        return self._quiet > self._limits.start

    def hangs(self, budget: float) -> bool:
        """Whether one that thinks for so many seconds should be given up."""
        longest = self._limits.stuck + self._limits.budgets * budget
        return self._quiet > self._limits.quiet or self._stuck > longest


class Starts:
    """Counts the starts that led to nothing, and says when the next one may be tried."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._failures = 0.0
        self._failed_at = 0.0
        self._why = ""

    def went_well(self) -> None:
        """The process did what it is there for."""
        self._failures = 0.0

    def went_wrong(self, now: float, why: str, weight: float = 1.0) -> None:
        """It was lost; long after the last one this begins a new row."""
        if self._failures and now - self._failed_at > self._limits.within + self._pause:
            self._failures = 0.0
        self._failures += weight
        self._failed_at = now
        self._why = why

    def may(self, now: float) -> bool:
        """Whether it is time to start one."""
        return now - self._failed_at >= self._pause

    @property
    def hopeless(self) -> bool:
        """Whether nobody should wait for the next start."""
        return self._failures >= self._limits.hopeless

    @property
    def problem(self) -> str:
        """Why there is no process, in words; empty while there is hope."""
        if self._failures < self._limits.in_vain:
            return ""
        words = "The computer players' program cannot be started ({why}), so they do not think."
        return say("thinking.no_start", words, why=self._why)

    @property
    def _pause(self) -> float:
        more = self._failures - self._limits.in_vain
        if more < 0:
            return 0.0
        doubled = self._limits.first_pause * 2.0 ** min(int(more), 20)
        return min(doubled, self._limits.longest_pause)
