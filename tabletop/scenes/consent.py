"""The pause that a seat asks for: it comes when another seat agrees."""

from math import inf
from typing import Final

from tabletop.engine import Game, Seat, Text, say
from tabletop.ui.tween import Timer

STANDS: Final = 20.0
"""Seconds in which the others can agree."""


class Consent:
    """At most one wish for a pause. It goes by itself."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.asker: Seat | None = None
        self._timer = Timer(STANDS)

    def asks(self, seat: Seat) -> bool:
        """A seat asks; True if another one has asked before, so that both want it."""
        if self.asker is not None and self.asker != seat:
            self.drop()
            return True
        self.asker, self._timer = seat, Timer(STANDS)
        return False

    def drop(self) -> None:
        """Nobody asks any more."""
        self.asker = None

    def words(self, seat: Seat) -> Text | None:
        """What a seat is told while somebody asks."""
        if self.asker is None:
            return None
        if seat == self.asker:
            return say("consent.asked", "You asked for a pause: the others are to agree")
        who = self._game.seat_names[self.asker]
        words = "{who} asks for a pause: press pause too, or touch here"
        return say("consent.asks", words, who=who)

    def wakes_in(self) -> float:
        """Seconds until the wish goes."""
        return inf if self.asker is None else self._timer.length - self._timer.spent

    def run(self, dt: float) -> None:
        """Lets time pass."""
        if self.asker is not None:
            self._timer.run(dt)
            if self._timer.done:
                self.drop()
