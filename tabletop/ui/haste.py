"""When a picture is shown whose making takes long: as soon as can be, and nothing waits for it."""

import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Final, TypeVar

from tabletop.ui.kept import NotNow, hurried

T = TypeVar("T")

TRIES: Final = 16
"""So many turns a picture may take to be made; then each has more time, so that it comes at all."""
STEP: Final = 0.02
"""Seconds of work of a step that makes pictures; the last it begins may make it longer."""
STEPS: Final = 50
"""After so many of them each has more time, so that all is done in the end."""


class Haste:
    """Shares a picture's making out over turns of the loop. It changes with every turn that draws.

    What people opened may need a hundred pictures that nobody has made yet. Until they are there
    the screen shows what it showed, and the loop goes on turning: fingers, dice and the watchdog
    are heard meanwhile. The very first picture is made at once: there is nothing to be touched yet.
    """

    def __init__(
        self,
        patience: float,
        now: Callable[[], float] = time.perf_counter,
        *,
        tries: int = TRIES,
        opened: bool = False,
    ) -> None:
        """`patience` is in seconds of one turn; at infinity all is made at once.

        After so many `tries` each has more time. `opened`: the first picture was shown already.
        """
        self._patience, self._most = patience, tries
        self._now = now
        self._opened = opened
        self._waits = False
        self._tries = 0

    def tired(self, began: float) -> bool:
        """Whether a turn that began then has worked enough."""
        return self._now() - began > self._patience

    def waits(self, began: float) -> bool:
        """Whether it is the next turn that draws; the one after such a turn draws in any case."""
        self._waits = self._opened and not self._waits and self.tired(began)
        return self._waits

    def made(self, make: Callable[[], T], began: float | None = None) -> T | None:
        """What `make` gives, or None where there is more to be made first: it is called again.

        It is given what is left of the turn that `began` then, or of one that begins now.
        """
        spent = 0.0 if began is None else self._now() - began
        patience = self._patience * max(1, self._tries - self._most) if self._opened else inf
        try:
            with hurried(patience - spent):
                given = make()
        except NotNow:
            self._tries += 1
            return None
        self._tries = 0
        self._opened = True
        return given


def by_and_by(make: Callable[[], object]) -> Iterator[None]:
    """Makes pictures that are kept, a few in each step, until `make` gets through in one of them.

    It is called anew in every step, so it must change nothing else.
    """
    haste = Haste(STEP, tries=STEPS, opened=True)
    while haste.made(lambda: (make(),)) is None:
        yield
    yield
