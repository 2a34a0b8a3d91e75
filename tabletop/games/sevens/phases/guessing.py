"""Guessing: the pieces lie in the tray, the clock runs, and one peek is for sale.

What the match is told of the pieces is measured from an anchor on the board: where the middle of
the arranger's picture would be. So it means the same in every window, and what Piece Unveil shows
stays with the pieces that were laid about it.
"""

from collections.abc import Sequence
from math import ceil, inf
from typing import Final

from tabletop.engine import Seat, Text, count, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.phases.laying import laid_out
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.rules.tally import PEEK_COST
from tabletop.games.sevens.screen.clock_face import TICKS, next_tick
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.surface.wood import Wood, anchor, fresh_surface, plan_of
from tabletop.ui.frame import Frame
from tabletop.ui.lettering import least
from tabletop.ui.scene import Change
from tabletop.ui.sheet import row
from tabletop.ui.theme import HEAD_SIZE
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0
DEAF: Final = 0.7
"""Seconds for which Done is deaf once it has asked: a double tap is no answer."""
SETTLING: Final = 8
"""Quarters of a second in which every piece that was let go finds its place."""
SURE: Final = say(
    "sevens.done.sure", "Pieces in the tray score nothing. Touch Done again if you are sure."
)


class GuessPart(Part):
    """The guessing player's turn, the peek included: then the picture lies over the pieces."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        match = desk.match
        self.level = desk.level(match.guesser)
        """The level of the computer player who guesses; None: a person does."""
        kinds = [FULL_SET[number] for number in match.pieces]
        self.wood = Wood(desk)
        self._told = match.guess
        self._plan = plan_of(desk)
        self._anchor = anchor(self._plan, match.guess, self._whole)
        laid = match.guess.shifted(self._anchor)
        self.surface: Surface = fresh_surface(desk, kinds, match.pieces, laid)
        self._asked = 0.0
        """Seconds since it was asked whether pieces may stay in the tray."""

    @property
    def seat(self) -> Seat:
        return self.desk.match.guesser

    @property
    def peeking(self) -> bool:
        return self.desk.match.phase is Phase.PEEK

    @property
    def counts(self) -> bool:
        return self.peeking

    @property
    def prompt(self) -> Text:
        match = self.desk.match
        if self.peeking:
            left = ceil((match.look_left or 0.0) - 1e-6)
            return say("sevens.peeking", "A peek, {left} s more. Hands off.", left=left)
        if self.taken_up is not None:
            return self.taken_up
        left = self._left
        if left == 0:
            return say(
                "sevens.rebuild.all",
                "{name}: all pieces are laid. Touch Done, or go on.",
                name=called(match.name),
            )
        return count(
            "sevens.rebuild",
            "Rebuild it: {name}. One piece to go.",
            "Rebuild it: {name}. {n} pieces to go.",
            n=left,
            name=called(match.name),
        )

    @property
    def told(self) -> Text:
        laid = len(self.surface.picture())
        name, thing = self.desk.name(self.seat), called(self.desk.match.name)
        return say(
            "sevens.rebuild.told",
            "{name} rebuilds “{thing}”. Pieces laid: {laid}.",
            name=name,
            thing=thing,
            laid=laid,
        )

    @property
    def _whole(self) -> Picture:
        """The picture that Piece Unveil shows a piece of, its middle at (0, 0), if it does."""
        match = self.desk.match
        if match.unveiled is None or match.target is None:
            return Picture()
        x, y = match.target.middle
        return match.target.shifted((-x, -y))

    def fit(self) -> None:
        """On a board of another shape all that is laid moves as one, and the outline with it."""
        self.desk.acting = self.seat
        plan, table = plan_of(self.desk), self.surface.pieces
        if plan == self._plan:
            super().fit()
            return
        self.let_go()
        for _ in range(SETTLING):
            table.step(0.25)
        numbers, laid = laid_out(table), self._laid
        self._plan, self._anchor = plan, anchor(plan, laid, self._whole)
        super().fit()
        placed = laid.shifted(self._anchor).pieces
        table.lay({n: piece.pose for n, piece in zip(numbers, placed, strict=True)})

    def lay_out(self) -> None:
        match = self.desk.match
        self.wood.fit(self.turns)
        self.surface.enabled = not self.peeking
        if match.unveiled is not None:
            placed = self._whole.shifted(self._anchor)
            self.surface.outlines = (placed.pieces[match.unveiled],)

    @property
    def _laid(self) -> Picture:
        """The pieces outside the tray, measured from the anchor."""
        x, y = self._anchor
        return self.surface.picture().shifted((-x, -y))

    def lay_buttons(self) -> list[PushButton]:
        match = self.desk.match
        peek, done = row(self.desk.plan.actions, 2, GAP)
        # NOTE for translators: a narrow button; keep it on two lines.
        price = say("sevens.peek", "Peek\n\u2212{cost} points", cost=PEEK_COST)
        if least():
            # NOTE for translators: a peek and what it costs, for a room: short.
            price = say("sevens.peek.room", "Peek\n\u2212{cost}", cost=PEEK_COST)
        if match.card_in_force == (match.guesser, Card.REGAIN) and not match.regained(
            match.guesser
        ):
            price = say("sevens.peek.back", "Peek\n(points back)")
        return [
            PushButton("peek", peek, price, "eye", enabled=match.can_peek),
            PushButton(
                "done", done, say("sevens.done", "Done"), "check", "main", HEAD_SIZE,
                enabled=not self.peeking,
            ),
        ]  # fmt: skip

    def pressed(self, key: str, /) -> Change:
        match, now = self.desk.match, self.desk.now
        self.tell()
        if key == "peek":
            match.peek(now)
        elif self._left and self.warning is not SURE:
            # Asked once, by a warning: the clock must not wait for an answer.
            self.warn(SURE)
            self._asked = 0.0
        elif not self._left or self._asked >= DEAF:
            match.done(now)
        return None

    def update(self, dt: float, /) -> Change:
        self._asked += dt
        return super().update(dt)

    def wakes_in(self) -> float:
        left = self.desk.match.look_left
        # The words count whole seconds.
        tick = inf if left is None else next_tick(left, float(TICKS))
        return min(super().wakes_in(), tick)

    @property
    def _left(self) -> int:
        """Pieces that are still in the tray."""
        return len(self.desk.match.pieces) - len(self.surface.picture())

    def happened(self, happenings: Sequence[object], /) -> None:
        if happenings:
            self.tell()

    def tell(self) -> None:
        """Tells the match how the pieces lie, if that has changed."""
        guess = self._laid
        if guess != self._told and self.desk.match.phase is Phase.GUESS:
            self._told = guess
            self.desk.match.told(self.desk.now, guess)

    def draw_wood(self, frame: Frame) -> None:
        match = self.desk.match
        if self.peeking and match.target is not None:
            self.wood.draw(frame)
            self.wood.draw_picture(frame, match.target, seams=match.terms.seams)
        else:
            super().draw_wood(frame)
