"""What seats are asked to agree to: a wish that stands until all have agreed, or one has not."""

from dataclasses import dataclass
from math import inf
from typing import Final, Literal, TypeAlias

from tabletop.engine import Ply, Seat, Text
from tabletop.scenes.setup import Setup
from tabletop.ui.tween import Timer

Kind: TypeAlias = Literal["pause", "undo", "draw", "end", "seats"]

STANDS: Final = 20.0
"""Seconds in which the others can agree."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants that is not theirs alone to do."""

    kind: Kind
    asker: Seat | None
    """Who wants it; None where nobody can know whose hand it was."""
    asked: frozenset[Seat]
    """Whose touch it needs, the asker's not among them: that is known to be given."""
    question: Text
    """What those who are asked read."""
    told: Text
    """What the asker reads meanwhile."""
    yes: Text
    back: Ply | None = None
    """The ply with which taking back ends."""
    setup: Setup | None = None
    """How the seats shall be filled."""

    @property
    def light(self) -> bool:
        """Little depends on it: one other seat's touch is enough, and no pads are lit for it."""
        return self.kind == "pause"


class Consent:
    """At most one wish, and who has agreed to it so far. It goes by itself."""

    def __init__(self) -> None:
        self.wish: Wish | None = None
        self.agreed: set[Seat] = set()
        self._timer = Timer(STANDS)

    @property
    def waits_for(self) -> frozenset[Seat]:
        """The seats that are still to agree."""
        return self.wish.asked - self.agreed if self.wish is not None else frozenset()

    def asks(self, wish: Wish) -> bool:
        """Somebody wishes something; True if all have agreed with that, so that it is to be done.

        To ask for what another seat has asked for is to agree. To ask twice is not.
        """
        before = self.wish
        if before is not None and before.kind == wish.kind and wish.asker in self.waits_for:
            return wish.asker is not None and self.agrees(wish.asker)
        if before == wish and not wish.light:
            return False
        if not wish.asked:
            self.drop()
            return True
        self.wish, self._timer = wish, Timer(STANDS)
        self.agreed = set()
        return False

    def agrees(self, seat: Seat) -> bool:
        """A seat agrees; True if with that all have who must. Then the wish has gone."""
        if self.wish is None or seat not in self.wish.asked:
            return False
        self.agreed.add(seat)
        if self.waits_for and not self.wish.light:
            return False
        self.drop()
        return True

    def drop(self) -> None:
        """Nobody wishes anything any more."""
        self.wish = None
        self.agreed = set()

    def words(self, seat: Seat) -> Text | None:
        """What a seat's panel says of a wish; those for whom pads are lit read it beside them."""
        wish = self.wish
        if wish is None:
            return None
        if seat == wish.asker:
            return wish.told
        return wish.question if wish.light and seat in wish.asked else None

    def wakes_in(self) -> float:
        """Seconds until the wish goes."""
        return inf if self.wish is None else self._timer.length - self._timer.spent

    def run(self, dt: float) -> None:
        """Lets time pass."""
        if self.wish is not None:
            self._timer.run(dt)
            if self._timer.done:
                self.drop()
