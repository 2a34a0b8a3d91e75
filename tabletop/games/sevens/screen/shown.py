"""A match that Sevens plays by itself for passers-by: real, untouchable, silent and not kept."""

from math import inf
from random import Random
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Remark, Text
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.phases.part import NOTHING, Part
from tabletop.games.sevens.phases.shown_parts import shown_part
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.screen.attending import Attending
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.screen.shown_desk import ShownDesk, shown_desk
from tabletop.games.sevens.screen.shown_words import remark
from tabletop.input.actions import Action
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.saying import Saying
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.wood import ground

PLAYERS: Final = LEVELS[2:5]
"""They forget and slip as people do."""
GLANCE: Final = 0.45
"""The share of the usual time for which something is read in a turn that is shortened."""
RESULT: Final = 7.0
"""Seconds that the result stands."""
OPTIONS: Final = {"clock": "90-60-45", "look_seconds": 5}
"""The shortest times there are."""


class Brisk(Attending):
    """Reads the points of a turn that is shortened only for a moment."""

    def __init__(self, desk: ShownDesk) -> None:
        super().__init__(desk)
        self._shown = desk

    def wish(self, part: Part) -> tuple[str, float] | None:
        wish = super().wish(part)
        desk = self._shown
        if wish is None or not desk.shortened or desk.match.phase is not Phase.SCORED:
            return wish
        return wish[0], wish[1] * GLANCE


class ShownMatch(SevensScene):
    """Two computer players from the coin to the result."""

    def __init__(self, table: Table) -> None:
        seed = table.seed()
        luck = Random(f"{seed}:shown")
        levels = luck.choice(PLAYERS), luck.choice(PLAYERS)
        match = SevensMatch(seed, options=GAME.check_options(OPTIONS), date=table.today())
        self._own = shown_desk(table, match, levels)
        super().__init__(self._own, _forgotten)
        self._attending = Brisk(self._own)
        self._stood = 0.0
        """Seconds for which the result has been seen."""

    # -- what it says of itself -----------------------------------------------------------------

    @property
    def remark(self) -> Remark | None:
        """The rule that is at work now."""
        return remark(self._own, self.part)

    @property
    def done(self) -> bool:
        """Whether the result has been seen long enough."""
        return self._stood >= RESULT

    # -- time -----------------------------------------------------------------------------------

    def next_part(self) -> Part:
        return shown_part(self._own, self.part)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._over:
            self._stood += dt
        return None

    def wakes_in(self) -> float:
        left = max(0.0, RESULT - self._stood) if self._over and not self.done else inf
        return min(left, super().wakes_in())

    @property
    def _over(self) -> bool:
        return self._own.match.phase is Phase.OVER

    # -- seen, not touched, not heard -------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """Does nothing: whoever touches it is asked by the scene round it."""
        del action
        return None

    def handle_beside(self, action: Action, /) -> Change:
        del action
        return None

    def sayings(self) -> tuple[Saying, ...]:
        return ()

    @property
    def head(self) -> Text:
        return NOTHING if self._own.match.phase is Phase.TOSS else super().head

    def _draw(self, frame: Frame) -> None:
        part, plan = self.part, self.desk.plan
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        part.draw_wood(frame)
        if part.shows_column:
            self.draw_column(frame)
        part.draw_words(frame)
        if self.head:
            lines = 2 if plan.alone else 1
            Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=lines).draw(frame)


def _forgotten(match: SevensMatch) -> None:
    """Nothing is kept of a match that is only shown."""
    del match
