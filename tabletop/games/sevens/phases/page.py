"""Pages of Sevens: deaf for a moment when they come, and to the seat that is not asked."""

from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.phases.part import DEAF
from tabletop.games.sevens.screen.desk import Desk
from tabletop.input.actions import Action, Down
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Sheet
from tabletop.ui.wood import ground


class Page(Sheet):
    """A sheet on which the second tap of a double one, meant for what was there before, is lost."""

    asked: Seat | None = None
    """The seat whose page it is: buttons of the other one's box do nothing. None: anybody's."""
    secret = False
    """It tells of the picture that is being made: where the arranging player has a screen of their
    own, it is shown there."""
    _hushed = DEAF

    @property
    def deaf(self) -> bool:
        return self._hushed > 0

    def hush(self) -> None:
        """Something else is to be seen now: fingers are not heard for a moment."""
        self._hushed = DEAF

    def resume(self) -> None:
        super().resume()
        self.hush()

    def ignores(self, action: Action) -> bool:
        """Whether an action does nothing here: it came too soon, or from the wrong seat."""
        if isinstance(action, Down) and self.deaf:
            return True
        return self.asked is not None and action.seat not in (None, self.asked)

    def handle(self, action: Action, /) -> Change:
        return None if self.ignores(action) else super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._hushed = max(0.0, self._hushed - dt)
        return super().update(dt)


def asks_only(desk: Desk, seat: Seat | None) -> Seat | None:
    """The seat that a page is for, where this table goes by whose hand it is."""
    return seat if desk.table.settings["input.own_hands"] else None


CONSENT: Final = 20.0
"""Seconds in which the other seat can agree."""


class SeatAsk(Page, AskScene):
    """A question that one seat is to answer; the other one's buttons are told so."""

    def __init__(
        self, desk: Desk, seat: Seat, question: Text, detail: Text, answers: Answers
    ) -> None:
        super().__init__(question, detail, answers, desk.turns(seat))
        self.asked = asks_only(desk, seat)
        self.language, self.percent = desk.language(seat), desk.size(seat)
        self._name = desk.name(seat)

    def handle(self, action: Action, /) -> Change:
        if self.asked is not None and action.seat not in (None, self.asked):
            self.detail = say("sevens.asked", "This is for {name} to answer.", name=self._name)
            self.lay_out()
            return None
        return super().handle(action)


class ConsentAsk(SeatAsk):
    """What one seat wishes and the other has to agree to; silence for `CONSENT` seconds is a no.

    Pops with "yes" or "no", or with None.
    """

    covers = True

    def __init__(self, desk: Desk, seat: Seat, question: Text) -> None:
        """`seat` is the one that has to agree."""
        detail = say(
            "sevens.consent", "Nothing happens unless you agree within {n} s.", n=round(CONSENT)
        )
        answers: Answers = (
            ("no", say("sevens.consent.no", "No, play on"), "main"),
            ("yes", say("sevens.consent.yes", "Agreed"), "plain"),
        )
        super().__init__(desk, seat, question, detail, answers)
        self._left = CONSENT

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop() if self._left <= 0 else super().update(dt)

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        with frame.turned(self.turns, self.middle):
            self.draw_content(frame)
