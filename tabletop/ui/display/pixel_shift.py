"""The slow wandering of the whole picture by a few pixels, so that nothing burns into a screen.

The picture goes round a closed path of Lissajous (three swings down while it swings twice across)
in an hour and a half: no line of it stands on the same pixels for long, and nobody sees a step.
"""

from math import pi, sin
from typing import Final

from tabletop.input.actions import Action, Cancel, Down, Drop, Point, Tap

MAX_SHIFT: Final = 4.0
"""How far it goes from the middle, in canvas units: 4 pixels of 1080 lines, 8 of 2160. Nothing that
matters may lie nearer to the picture's edge."""
STEP_SECONDS: Final = 60.0
"""Seconds from step to step, at least: while anything moves or is held there is none."""
PATH_STEPS: Final = 96
"""The steps of the path; each is less than a pixel of 1080 lines, across and down."""


def shift_at(step: int) -> Point:
    """Where the picture stands after so many steps, in canvas units from its own place."""
    turn = 2 * pi * (step % PATH_STEPS) / PATH_STEPS
    return MAX_SHIFT * sin(2 * turn), MAX_SHIFT * sin(3 * turn)


class PixelShift:
    """Where the picture stands. It changes as time goes by while nobody is at work."""

    def __init__(self) -> None:
        self._step = 0
        self._spent = 0.0
        self._on = False
        self._held: set[int] = set()
        """The fingers that lie on the table."""

    def saw(self, action: Action) -> None:
        """Something was done: while a finger lies there, the picture stands still under it."""
        match action:
            case Down(contact=contact):
                self._held.add(contact)
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self._held.discard(contact)
            case _:
                pass

    def run(self, seconds: float, *, on: bool, rests: bool) -> bool:
        """Lets time go by; True where the picture is to stand elsewhere from now on.

        `rests`: nothing moves on the table.
        """
        if on != self._on and (rests or not on):
            self._on, self._spent = on, 0.0
            return self._step != 0
        self._spent += seconds
        if not self._on or not rests or self._held or self._spent < STEP_SECONDS:
            return False
        self._step, self._spent = (self._step + 1) % PATH_STEPS, 0.0
        return True

    def pixels(self, scale: float) -> tuple[int, int]:
        """How far the picture is moved to the right and down, on a canvas of that scale."""
        if not self._on:
            return 0, 0
        x, y = shift_at(self._step)
        return round(x * scale), round(y * scale)
