"""A figure that was taken from the booklet: it is laid for the arranger, or built after."""

from math import inf

from tabletop.engine import joined, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.naming import Spend
from tabletop.games.sevens.phases.page import Page
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change, Pop


class ModelAsk(Page, AskScene):
    """Asks what shall be done with a figure; pops with "lay", "build" or None."""

    def __init__(self, figure: Figure, turns: int, spend: Spend) -> None:
        """`spend` lets the time to build in go by meanwhile."""
        detail = say("sevens.model", "The name is taken over too. You can change both.")
        answers: Answers = (
            ("lay", say("sevens.model.lay", "Lay it for me"), "main"),
            ("build", say("sevens.model.build", "I build it myself"), "plain"),
        )
        super().__init__(joined("", called(figure.name)), detail, answers, turns)
        self._spend = spend
        self._left: float | None = inf

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        self._left = self._spend(dt)
        return Pop() if self._left is None else None

    def wakes_in(self) -> float:
        return self._left or 0.0
