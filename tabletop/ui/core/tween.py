"""Easing functions for all motion on the board.

A pushed piece slides (`slide`): it starts gently and overshoots its place a little. A laid piece is
carried (`carry`) in an arc (`hop`) and bounces once, slightly. A piece from above drops (`drop`).
The last part of every motion, from `SETTLE_START` on, is this settling. A motion lasts at most
0.6 s at normal speed; throws and plies of several phases are several motions.
"""

from dataclasses import dataclass
from math import cos, pi
from typing import Final

SETTLE_START: Final = 0.84
"""The share of a motion after which the piece is where it belongs, and settles."""
OVERSHOOT: Final = 0.025
"""How far what slides goes beyond its place, as a share of its way."""
BOUNCE_HEIGHT: Final = 0.09
"""How high what was laid bounces, as a share of the height it came from."""


def ease_out(t: float) -> float:
    """From 0 to 1, fast first and gently to rest."""
    t = min(1.0, max(0.0, t))
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """From 0 to 1, gently at both ends."""
    t = min(1.0, max(0.0, t))
    return (1 - cos(pi * t)) / 2


def slide(t: float) -> float:
    """How far a push has come, from 0 to 1: a hair beyond 1 where it lands, and back."""
    if t >= 1:
        return 1.0
    if t < SETTLE_START:
        return (1 + OVERSHOOT) * ease_in_out(t / SETTLE_START)
    return 1 + OVERSHOOT * (1 - ease_in_out((t - SETTLE_START) / (1 - SETTLE_START)))


def carry(t: float) -> float:
    """How far a carried piece has come on the ground below it, from 0 to 1."""
    return ease_in_out(t / SETTLE_START)


def hop(t: float) -> float:
    """How high a carried piece is, from 0 over 1 to 0, with a small bounce where it lands."""
    return (
        _arc_height(t / SETTLE_START)
        if t < SETTLE_START
        else BOUNCE_HEIGHT * _arc_height((t - SETTLE_START) / (1 - SETTLE_START))
    )


def drop(t: float) -> float:
    """How high a piece still is that comes down, from 1 to 0, with a small bounce."""
    if t < SETTLE_START:
        return 1 - (max(0.0, t) / SETTLE_START) ** 2
    return BOUNCE_HEIGHT * _arc_height((t - SETTLE_START) / (1 - SETTLE_START))


def _arc_height(t: float) -> float:
    """A throw's bow, from 0 over 1 to 0."""
    t = min(1.0, max(0.0, t))
    return 4 * t * (1 - t)


def lerp(a: tuple[float, float], b: tuple[float, float], t: float) -> tuple[float, float]:
    """The point a share `t` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def point_on_path(
    start: tuple[float, float], end: tuple[float, float], t: float, bow: float
) -> tuple[float, float]:
    """Where a piece is seen on its way: carried so high in a bow, or pushed where that is 0."""
    if not bow:
        return lerp(start, end, slide(t))
    x, y = lerp(start, end, carry(t))
    return x, y - bow * hop(t)


@dataclass(slots=True)
class Timer:
    """Counts up to `length` seconds; it changes because time does."""

    length: float
    spent: float = 0.0

    @property
    def done(self) -> bool:
        return self.spent >= self.length

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return 1.0 if self.length <= 0 else min(1.0, self.spent / self.length)

    def run(self, dt: float) -> None:
        self.spent += dt
