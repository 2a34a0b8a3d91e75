"""How long ago it was, by the device's own clock."""

from typing import Final

ROUND: Final = 2**32
"""Milliseconds after which a device's clock begins anew."""
_WINDOW: Final = 30.0
"""Seconds that a comparison of the clocks holds, and as many again.

Cheap boards are off by half a percent, so a comparison for good would make each throw late after
seven minutes.
"""


def apart(later: int, earlier: int) -> int:
    """Milliseconds from one reading to another, negative if it goes back."""
    gap = (later - earlier) % ROUND
    return gap - ROUND if gap >= ROUND // 2 else gap


class DeviceClock:
    """Changes with each reading. The quickest line of the last while tells how the clocks stand."""

    def __init__(self) -> None:
        self._now: tuple[int, float] | None = None
        self._before: tuple[int, float] | None = None
        self._since = 0.0

    def age(self, ms: int, arrived: float) -> float:
        """Seconds between the device's reading and its arrival here, at least."""
        if self._now is None or arrived - self._since > _WINDOW:
            self._before, self._now, self._since = self._now, (ms, arrived), arrived
        age = _behind(self._now, ms, arrived)
        if age < 0:
            self._now = (ms, arrived)
        if self._before is not None:
            age = max(age, _behind(self._before, ms, arrived))
        return max(0.0, age)


def _behind(reference: tuple[int, float], ms: int, arrived: float) -> float:
    """Seconds by which a reading came later than the reference's line would have been."""
    reading, came = reference
    return (arrived - came) - apart(ms, reading) / 1000
