"""Towards whom a page is turned that lies over a match, and how it is turned to others."""

from typing import Final

from tabletop.engine import Seat
from tabletop.scenes.setup import Setup
from tabletop.ui.canvas import Box, Point
from tabletop.ui.lettering import least
from tabletop.ui.widgets import PushButton

TURN: Final = "turn"
"""The key of the button that turns a page to whoever sits at the next edge."""
TURN_ICON: Final = "swap"


def sides_of(setup: Setup) -> tuple[int, ...]:
    """The edges to which words are turned, each once, clockwise from the near one."""
    return tuple(sorted({_side(setup, seat) for seat in range(setup.seats)}))


def language_towards(setup: Setup, turns: int) -> str:
    """The language of the people at an edge, by its code; empty where they have several."""
    own = {setup.language(seat) for seat in setup.persons if _side(setup, seat) == turns}
    return own.pop() if len(own) == 1 else ""


def _side(setup: Setup, seat: Seat) -> int:
    """A room is at one side of the picture, wherever its seats are."""
    return 0 if least() else setup.side(seat)


def only_person(setup: Setup, turns: int) -> Seat | None:
    """The seat of the only people at an edge; None where there are more, or none."""
    there = [seat for seat in setup.persons if _side(setup, seat) == turns]
    return there[0] if len(there) == 1 else None


def next_side(setup: Setup, turns: int) -> int:
    """The next edge at which somebody sits, clockwise."""
    sides = sides_of(setup)
    after = [side for side in sides if side > turns]
    return after[0] if after else sides[0]


def turn_button(setup: Setup, box: Box, turns: int, about: Point) -> tuple[PushButton, ...]:
    """The button that turns the page; none where all read it from the same edge."""
    if len(sides_of(setup)) == 1:
        return ()
    return (PushButton(TURN, box, icon=TURN_ICON, turns=turns, about=about),)
