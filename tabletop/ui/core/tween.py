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
"""The share of a motion after which the piece has arrived and settles."""
OVERSHOOT: Final = 0.025
"""How far a sliding piece overshoots, as a share of its way."""
BOUNCE_HEIGHT: Final = 0.09
"""As a share of the height that the piece came from."""


def ease_out(t: float) -> float:
    t = min(1.0, max(0.0, t))
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    t = min(1.0, max(0.0, t))
    return (1 - cos(pi * t)) / 2


def slide(t: float) -> float:
    """The progress of a pushed piece, from 0 a little beyond 1 and back to 1."""
    if t >= 1:
        return 1.0
    if t < SETTLE_START:
        return (1 + OVERSHOOT) * ease_in_out(t / SETTLE_START)
    return 1 + OVERSHOOT * (1 - ease_in_out((t - SETTLE_START) / (1 - SETTLE_START)))


def carry(t: float) -> float:
    """The horizontal progress of a carried piece, from 0 to 1."""
    return ease_in_out(t / SETTLE_START)


def hop(t: float) -> float:
    """The height of a carried piece, from 0 to 1 and back to 0, with a small bounce."""
    return (
        _arc_height(t / SETTLE_START)
        if t < SETTLE_START
        else BOUNCE_HEIGHT * _arc_height((t - SETTLE_START) / (1 - SETTLE_START))
    )


def drop(t: float) -> float:
    """The height of a piece that comes from above, from 1 to 0, with a small bounce."""
    if t < SETTLE_START:
        return 1 - (max(0.0, t) / SETTLE_START) ** 2
    return BOUNCE_HEIGHT * _arc_height((t - SETTLE_START) / (1 - SETTLE_START))


def _arc_height(t: float) -> float:
    """A parabola from 0 to 1 and back to 0."""
    t = min(1.0, max(0.0, t))
    return 4 * t * (1 - t)


def lerp(a: tuple[float, float], b: tuple[float, float], t: float) -> tuple[float, float]:
    """The point a share `t` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def point_on_path(
    start: tuple[float, float], end: tuple[float, float], t: float, bow: float
) -> tuple[float, float]:
    """Where a moving piece is seen: carried in an arc `bow` high, or pushed if that is 0."""
    if not bow:
        return lerp(start, end, slide(t))
    x, y = lerp(start, end, carry(t))
    return x, y - bow * hop(t)


@dataclass(slots=True)
class Timer:
    """Counts up to `length` seconds."""

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
