"""Guessing: the pieces lie in the tray, the clock runs, and one peek is for sale."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.board_surface import Surface
from tabletop.games.sevens.desk import Desk
from tabletop.games.sevens.match import Phase
from tabletop.games.sevens.part import Part
from tabletop.games.sevens.pieces import FULL_SET
from tabletop.games.sevens.tally import PEEK_COST
from tabletop.games.sevens.wood import Wood, fresh_surface
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change
from tabletop.ui.sheet import row
from tabletop.ui.theme import HEAD_SIZE
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0


class GuessPart(Part):
    """The guessing player's turn, the peek included: then the picture lies over the pieces."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        match = desk.match
        kinds = [FULL_SET[number] for number in match.pieces]
        self.wood = Wood(desk)
        self.surface: Surface = fresh_surface(desk, kinds, match.pieces, match.guess)
        self._told = match.guess

    @property
    def seat(self) -> Seat:
        return self.desk.match.guesser

    @property
    def peeking(self) -> bool:
        return self.desk.match.phase is Phase.PEEK

    @property
    def prompt(self) -> Text:
        match = self.desk.match
        if self.peeking:
            left = ceil((match.look_left or 0.0) - 1e-6)
            return say("sevens.peeking", "A peek, {left} s more. Hands off.", left=left)
        left = self._left
        if left == 0:
            words = "{name}: all pieces are laid. Touch Done, or go on."
            return say("sevens.rebuild.all", words, name=match.name)
        if left == 1:
            return say(
                "sevens.rebuild.one", "Rebuild it: {name}. One piece to go.", name=match.name
            )
        words = "Rebuild it: {name}. {left} pieces to go."
        return say("sevens.rebuild", words, name=match.name, left=left)

    @property
    def told(self) -> Text:
        laid = len(self.surface.picture())
        name, thing = self.desk.name(self.seat), self.desk.match.name
        words = "{name} rebuilds “{thing}”. Pieces laid: {laid}."
        return say("sevens.rebuild.told", words, name=name, thing=thing, laid=laid)

    def lay_out(self) -> None:
        match = self.desk.match
        self.wood.fit(self.turned)
        self.surface.enabled = not self.peeking
        if match.unveiled is not None and match.target is not None:
            placed = self.wood.centred(match.target)
            self.surface.outlines = (placed.pieces[match.unveiled],)

    def lay_buttons(self) -> list[PushButton]:
        match = self.desk.match
        peek, done = row(self.desk.plan.actions, 2, GAP)
        price = say("sevens.peek", "Peek\n\u2212{cost} points", cost=PEEK_COST)
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
        elif self._left and not self.warning:
            # Asked once, by the warning itself: the clock must not wait for an answer.
            words = "Pieces in the tray score nothing. Touch Done again if you are sure."
            self.warn(say("sevens.done.sure", words))
        else:
            match.done(now)
        return None

    @property
    def _left(self) -> int:
        """Pieces that are still in the tray."""
        return len(self.desk.match.pieces) - len(self.surface.picture())

    def happened(self, happenings: Sequence[object], /) -> None:
        if happenings:
            self.tell()

    def tell(self) -> None:
        """Tells the match how the pieces lie, if that has changed."""
        guess = self.surface.picture()
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
