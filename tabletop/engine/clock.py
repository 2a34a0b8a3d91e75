"""Chess clocks as values: they are told how much time has passed and never read a clock."""

from dataclasses import dataclass, replace
from math import ceil, inf
from re import fullmatch
from typing import Final, Literal, TypeAlias

from tabletop.engine.game import Seat
from tabletop.engine.text import decimal, say

TimeControlKind: TypeAlias = Literal["none", "move", "sudden", "increment"]

TENTHS_BELOW_SECONDS: Final = 10.0
"""Seconds left from which a clock shows tenths."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has, as text: none, move 60, sudden 600, increment 300+5."""

    kind: TimeControlKind = "none"
    seconds: float = inf
    """Per move (`move`), or for the whole match."""
    added: float = 0.0
    """Seconds given back after each move (`increment`)."""

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """The inverse of `str`; ValueError names the possible forms."""
        if text == "none":
            return cls()
        simple = fullmatch(r"(move|sudden) ([0-9]{1,6})", text)
        if simple and int(simple[2]):
            kind: TimeControlKind = "move" if simple[1] == "move" else "sudden"
            return cls(kind, float(simple[2]))
        both = fullmatch(r"increment ([0-9]{1,6})\+([0-9]{1,4})", text)
        if both and int(both[1]):
            return cls("increment", float(both[1]), float(both[2]))
        raise ValueError(
            f"no clock is called {text!r}; it can be none, move 60 (seconds a move), "
            "sudden 600 (seconds in all) or increment 300+5 (in all, and added a move)"
        )

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        if self.kind == "increment":
            return f"increment {self.seconds:.0f}+{self.added:.0f}"
        return f"{self.kind} {self.seconds:.0f}"

    def start(self, seats: int, more: tuple[int, ...] = ()) -> "Clock":
        """A fresh clock for that many seats; `more` is as in `Clock`."""
        clock = Clock(self, (self.seconds,) * seats, more)
        return replace(clock, left=tuple(self.seconds * clock.share(seat) for seat in range(seats)))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time every seat has left, in seconds; infinite without a time control."""

    control: TimeControl
    left: tuple[float, ...]
    more: tuple[int, ...] = ()
    """Extra time in percent, by seat; empty: none."""

    def share(self, seat: Seat) -> float:
        """The factor of a seat's time: 1.5 with 50 % extra time."""
        return 1 + (self.more[seat] if self.more else 0) / 100

    @property
    def ticking(self) -> bool:
        return self.control.kind != "none"

    def run(self, seat: Seat, seconds: float) -> "Clock":
        """The clock after `seat` has used that many seconds; never below 0."""
        if not self.ticking:
            return self
        return self._with(seat, max(0.0, self.left[seat] - seconds))

    def moved(self, seat: Seat) -> "Clock":
        """The clock after `seat` has made its move."""
        if self.control.kind == "move":
            return self._with(seat, self.control.seconds * self.share(seat))
        if self.control.kind == "increment":
            return self._with(seat, self.left[seat] + self.control.added * self.share(seat))
        return self

    def taken_back(self, seat: Seat) -> "Clock":
        """The clock after the last move of `seat` was taken back; used time stays used."""
        if self.control.kind == "move":
            return self.control.start(len(self.left), self.more)
        if self.control.kind == "increment":
            left, added = self.left[seat], self.control.added * self.share(seat)
            return self._with(seat, max(left - added, min(left, added)))
        return self

    def fallen(self) -> Seat | None:
        """The seat that is out of time, if any."""
        return next((seat for seat, left in enumerate(self.left) if left <= 0), None)

    def _with(self, seat: Seat, left: float) -> "Clock":
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))


def clock_text(left: float) -> str:
    """Seconds left as ``4:12``, the last ten with tenths; empty without a clock."""
    if left == inf:
        return ""
    if left < TENTHS_BELOW_SECONDS:
        # NOTE: the last seconds of a clock, as 0:09.5
        return say("clock.tenths", "0:0{seconds}", seconds=decimal(min(99, int(left * 10)) / 10))
    whole = ceil(left)
    return f"{whole // 60}:{whole % 60:02d}"
