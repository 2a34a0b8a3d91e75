"""What computer players press where a person would: they turn their card, and go on by themselves
where no person sits."""

from math import inf
from typing import Final

from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.scene import Change

SOON: Final = 1.6
READ: Final = 4.0
"""Seconds before something is touched, and for what is to be read before."""
_OWN: Final = {Phase.CARD: (("turn", SOON),)}
"""For each phase the buttons that a computer player presses itself, and after how long."""
_UNATTENDED: Final = {
    Phase.TOSS: (("coin", SOON), ("on", SOON)),
    Phase.SCORED: (("on", READ),),
    Phase.CARD: (("turn", SOON), ("on", READ)),
}
"""The same where computer players have both seats."""


class Attending:
    """Presses what is a computer player's to press. It changes as time goes by."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waits_for: tuple[object, str] | None = None
        self._waited = 0.0

    def update(self, dt: float, part: Part) -> Change:
        """Lets seconds go by, and presses a button of the part when it is time."""
        wish = self.wish(part)
        if wish is None:
            self._waits_for = None
            return None
        key, after = wish
        if self._waits_for != (part, key):
            self._waits_for, self._waited = (part, key), 0.0
        self._waited += dt
        if self._waited < after:
            return None
        self._waits_for = None
        change = part.pressed(key)
        part.buttons.replace(part.lay_buttons())
        return change

    def wakes_in(self, part: Part) -> float:
        """Seconds until it presses something."""
        wish = self.wish(part)
        if wish is None:
            return inf
        waited = self._waited if self._waits_for == (part, wish[0]) else 0.0
        return max(0.0, wish[1] - waited)

    def wish(self, part: Part) -> tuple[str, float] | None:
        """The button that is to be pressed next, and how long after it is there."""
        desk = self._desk
        if desk.unattended:
            wishes = _UNATTENDED.get(desk.match.phase, ())
        elif desk.level(part.seat) is not None:
            wishes = _OWN.get(desk.match.phase, ())
        else:
            return None
        usable = {button.key for button in part.buttons.buttons if button.enabled}
        return next((wish for wish in wishes if wish[0] in usable), None)
