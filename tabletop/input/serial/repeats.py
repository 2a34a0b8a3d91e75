"""What was heard a moment ago, so that nothing counts twice."""

from collections import OrderedDict
from typing import Final

SPAN: Final = 5.0
"""Seconds after the last copy within which the same words are a repeat."""
_MOST: Final = 32768
"""Bodies that are remembered at most; far more than a line can carry in the span."""


class Repeats:
    """Changes with each body.

    One is kept for a port over all its openings: a device that was unplugged repeats what it could
    not deliver. Numbers of lines and boots are no help, for small boards use the same again.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[bytes, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._last)

    def is_new(self, body: bytes, now: float) -> bool:
        """Whether there was no copy in the last five seconds; remembers this one."""
        before = self._last.pop(body, None)
        self._last[body] = now if before is None else max(now, before)
        while len(self._last) > _MOST or now - next(iter(self._last.values())) > SPAN:
            self._last.popitem(last=False)
        return before is None or now - before > SPAN
