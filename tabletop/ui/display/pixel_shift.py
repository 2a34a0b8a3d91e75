"""Pixel shift: moves the whole picture by a few pixels, against burn-in.

The picture follows a Lissajous curve (3:2) in an hour and a half, in steps that nobody sees.
"""

from math import pi, sin
from typing import Final

from tabletop.input.actions import Action, Cancel, Down, Drop, Point, Tap

MAX_SHIFT: Final = 4.0
"""The greatest shift in canvas units: 4 pixels of 1080 lines, 8 of 2160. Nothing important may be
nearer to the edge of the picture."""
STEP_SECONDS: Final = 60.0
"""The least time between two steps; there are none while anything moves or is held."""
PATH_STEPS: Final = 96
"""Steps of the curve; each is less than a pixel of 1080 lines, across and down."""


def shift_at(step: int) -> Point:
    """The shift after so many steps, in canvas units."""
    turn = 2 * pi * (step % PATH_STEPS) / PATH_STEPS
    return MAX_SHIFT * sin(2 * turn), MAX_SHIFT * sin(3 * turn)


class PixelShift:
    """The present shift of the picture."""

    def __init__(self) -> None:
        self._step = 0
        self._spent = 0.0
        self._on = False
        self._held: set[int] = set()
        """The contacts that are down."""

    def saw(self, action: Action) -> None:
        """Follows the contacts: while one is down, the picture does not move."""
        match action:
            case Down(contact=contact):
                self._held.add(contact)
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self._held.discard(contact)
            case _:
                pass

    def run(self, seconds: float, *, on: bool, rests: bool) -> bool:
        """Advances the time; True if the shift has changed. `rests`: nothing is animated."""
        if on != self._on and (rests or not on):
            self._on, self._spent = on, 0.0
            return self._step != 0
        self._spent += seconds
        if not self._on or not rests or self._held or self._spent < STEP_SECONDS:
            return False
        self._step, self._spent = (self._step + 1) % PATH_STEPS, 0.0
        return True

    def pixels(self, scale: float) -> tuple[int, int]:
        """The shift to the right and down, on a canvas of that scale."""
        if not self._on:
            return 0, 0
        x, y = shift_at(self._step)
        return round(x * scale), round(y * scale)
