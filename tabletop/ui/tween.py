"""Motion as functions of time that is handed in."""

from dataclasses import dataclass
from math import cos, pi


def ease_out(t: float) -> float:
    """From 0 to 1, fast first and gently to rest."""
    t = min(1.0, max(0.0, t))
    return 1 - (1 - t) ** 3


def ease_both(t: float) -> float:
    """From 0 to 1, gently at both ends."""
    t = min(1.0, max(0.0, t))
    return (1 - cos(pi * t)) / 2


def between(a: tuple[float, float], b: tuple[float, float], t: float) -> tuple[float, float]:
    """The point a share `t` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


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
