"""The desk of a match that computer players play for passers-by: no buttons, and no sounds."""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.games.sevens.computer.levels import Talent, talent_of
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.rules.standing import ROUNDS
from tabletop.games.sevens.screen.desk import NAMES, Desk
from tabletop.games.sevens.screen.plan import GAP, MARGIN, Plan, plan_for
from tabletop.ui.canvas import Box
from tabletop.ui.sound import Sounds
from tabletop.ui.speech import Speech
from tabletop.ui.table import Table

REBUILDS: Final = (2.2, 0.5)
"""Seconds from piece to piece of a turn that is shown in full, and of one that is shortened."""
BUILDS: Final = (1.0, 0.25)
PATIENCE: Final = 200
"""Steps of fitting at most: passers-by do not wait for a good idea."""


@dataclass(slots=True)
class ShownDesk(Desk):
    """A desk that people look at from all sides. It has the players' colours for names."""

    @property
    def plan(self) -> Plan:
        """The board and the clock are larger: nothing here is touched."""
        return shown_plan(plan_for(self.canvas, largest=max(self.sizes)), self.acting)

    def name(self, seat: Seat) -> Text:
        return NAMES[seat]

    @property
    def shortened(self) -> bool:
        """Whether the present turn goes by quickly: two of the six say all that there is to say.

        That is the first one, and the first of the second round whose guessing player has a card.
        """
        match = self.match
        card = match.card_in_force
        if match.round == 1 and card is not None and card[1] is not Card.FIVE:
            return card[0] != match.guesser
        return match.round == ROUNDS - 1 or match.turn_in_round == 1

    def talent(self, seat: Seat) -> Talent:
        """What a computer player here is able to; it works faster than opposite a person."""
        level = self.levels[seat]
        assert level is not None
        talent = talent_of(level)
        patience = min(PATIENCE, talent.patience)
        return replace(talent, seconds=REBUILDS[self.shortened], patience=patience)

    @property
    def build_seconds(self) -> float:
        """Seconds from piece to piece of a picture that is made."""
        return BUILDS[self.shortened]


def shown_desk(table: Table, match: SevensMatch, levels: tuple[Text, Text]) -> ShownDesk:
    """The desk of such a match at a table, of which nothing is heard."""
    silent = replace(table, sounds=Sounds(), speech=Speech())
    return ShownDesk(silent, match, levels=levels)


def shown_plan(plan: Plan, acting: Seat) -> Plan:
    """A plan without room for hands; each seat's bar stays in its place, whoever acts."""
    plan = _tall(plan) if plan.portrait else _broad(plan)
    if plan.alone or acting == 0:
        return plan
    return replace(plan, near=plan.far, far=plan.near)


def _broad(plan: Plan) -> Plan:
    column, bottom = plan.sheet, plan.actions.bottom
    upper, near = plan.head.y, plan.near
    if plan.alone:
        near = Box(near.x, near.y, column.right - near.x, near.h)
        upper = plan.board.y
    head = Box(column.x, upper, column.w, plan.head.h)
    none = Box(column.x, bottom, column.w, 0.0)
    sheet = Box(column.x, bottom - column.h, column.w, column.h)
    clock = Box(column.x, head.bottom + GAP, column.w, sheet.y - head.bottom - 2 * GAP)
    laid = replace(plan, near=near, head=head, clock=clock, sheet=sheet, actions=none, menu=none)
    if plan.alone:
        return laid
    far, near = near, near.moved(0.0, -near.h - GAP / 2)
    top = MARGIN - 4
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(laid, near=near, far=far, board=board)


def _tall(plan: Plan) -> Plan:
    bottom = plan.actions.bottom
    none = Box(plan.actions.x, bottom, plan.actions.w, 0.0)
    wide = plan.menu.right - plan.head.x
    if plan.alone:
        head = Box(plan.head.x, plan.head.y, wide, plan.head.h)
        board = Box(plan.board.x, plan.board.y, plan.board.w, bottom - plan.board.y)
        return replace(plan, head=head, board=board, actions=none, menu=none)
    bar = plan.near
    far = Box(bar.x, bottom - bar.h, bar.w, bar.h)
    near = far.moved(0.0, -bar.h - GAP / 2)
    up = MARGIN - 4 - plan.head.y
    head = Box(plan.head.x, MARGIN - 4, wide, plan.head.h)
    clock, sheet = plan.clock.moved(0.0, up), plan.sheet.moved(0.0, up)
    top = sheet.bottom + GAP
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(
        plan, head=head, clock=clock, sheet=sheet, board=board, near=near, far=far,
        actions=none, menu=none,
    )  # fmt: skip
