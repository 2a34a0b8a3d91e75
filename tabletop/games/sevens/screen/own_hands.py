"""Whose hand it is: what is done by the seat that is not asked is refused, with a word."""

from typing import Final

from tabletop.engine import Seat
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.screen.desk import Desk
from tabletop.input.actions import (
    CONTACTS,
    Action,
    Buzz,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Pull,
    Tap,
    Twist,
    Walk,
)
from tabletop.input.actions import Button as Key

KEYS: Final = (Walk, Nudge, Press, Buzz, Twist)
FREE: Final = (Key.MENU, Key.FULLSCREEN)
"""What either seat may press at any time."""


class OwnHands:
    """Remembers the fingers that it refused, until they are gone."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._refused: set[int] = set()

    def refuses(self, action: Action, part: Part) -> bool:
        """Whether an action is by a hand that is not asked now; then the part has said so."""
        if isinstance(action, CONTACTS):
            return self._refuses_finger(action, part)
        if not isinstance(action, KEYS) or (isinstance(action, Press) and action.button in FREE):
            return False
        return self._strange(action.seat, part)

    def _refuses_finger(self, action: Down | Pull | Tap | Drop | Cancel, part: Part) -> bool:
        number = action.contact
        if not isinstance(action, Down):
            refused = number in self._refused
            if not isinstance(action, Pull):
                self._refused.discard(number)
            return refused
        self._refused.discard(number)
        seat = action.seat
        if seat is None and self._in_far_bar(action, part):
            seat = 1 - part.seat
        if self._strange(seat, part):
            self._refused.add(number)
            return True
        return False

    def _in_far_bar(self, action: Down, part: Part) -> bool:
        """Whether a finger comes down on the bar of the seat that is not asked."""
        return self._desk.plan.far.holds(self._desk.seen(action.at, part.seat))

    def _strange(self, seat: Seat | None, part: Part) -> bool:
        if seat in (None, part.seat) or part.for_anyone:
            return False
        if self._desk.level(part.seat) is not None:
            return False  # what a computer player does anybody may hurry on
        if not self._desk.table.settings["input.own_hands"]:
            return False
        part.refuse()
        return True
