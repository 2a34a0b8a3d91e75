"""What happened, handed to the turns of the loop in portions that leave time for a picture."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tabletop.input.actions import Action

PATIENCE: Final = 0.03
"""Seconds of work after which what else has happened waits for the next turn of the loop."""
MOST: Final = 500
"""So many never wait: who falls that far behind had better catch up at once."""


class Portions:
    """What has happened and is not done yet, in its order. It changes with every turn.

    Forty hands on a table do more in one frame than can be done in one, and what they open costs
    most: a picture comes in between, so that people see what each of them has brought about.
    """

    def __init__(self, patience: float, now: Callable[[], float] = time.perf_counter) -> None:
        """`patience` is in seconds; at infinity nothing ever waits."""
        self._patience = patience
        self._now = now
        self._waiting: deque[Action] = deque()

    @property
    def more(self) -> bool:
        """Whether something waits for the next turn."""
        return bool(self._waiting)

    def add(self, actions: Iterable[Action]) -> None:
        """Takes in what else has happened."""
        self._waiting.extend(actions)

    def take(self) -> Iterator[Action]:
        """One after another for this turn: at least one if any waits, until patience is at an end.

        It goes on after each was done, so what counts is how long that took. One that failed to be
        done is not handed out again.
        """
        until = self._now() + self._patience
        while self._waiting:
            yield self._waiting.popleft()
            if len(self._waiting) < MOST and self._now() >= until:
                return
