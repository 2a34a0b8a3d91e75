"""Pages of Sevens: deaf for a moment when they come, and to the seat that is not asked."""

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.phases.part import DEAF
from tabletop.games.sevens.screen.desk import Desk
from tabletop.input.actions import Action, Down
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Sheet


class Page(Sheet):
    """A sheet on which the second tap of a double one, meant for what was there before, is lost."""

    asked: Seat | None = None
    """The seat whose page it is: buttons of the other one's box do nothing. None: anybody's."""
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


class SeatAsk(Page, AskScene):
    """A question that one seat is to answer; the other one's buttons are told so."""

    def __init__(
        self, desk: Desk, seat: Seat, question: Text, detail: Text, answers: Answers
    ) -> None:
        super().__init__(question, detail, answers, 2 if desk.turned(seat) else 0)
        self.asked = asks_only(desk, seat)
        self.language = desk.language(seat)
        self._name = desk.name(seat)

    def handle(self, action: Action, /) -> Change:
        if self.asked is not None and action.seat not in (None, self.asked):
            self.detail = say("sevens.asked", "This is for {name} to answer.", name=self._name)
            self.lay_out()
            return None
        return super().handle(action)
