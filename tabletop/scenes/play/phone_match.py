"""A match of a board game for phones: diagram, the next move to guess, the page to take home."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tabletop.ai.match_analysis import TurningPoint
from tabletop.engine import CHANCE, Match, say
from tabletop.party.audience import Quiz
from tabletop.party.take_home import TakeHome
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.phone_view import board_drawing
from tabletop.scenes.play.session import MatchSession
from tabletop.scenes.play.take_home import home_page
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext

MIN_GUESSES: Final = 3
"""With fewer possibilities nobody is asked."""


@dataclass(frozen=True, slots=True)
class BoardPhoneMatch:
    """A running or finished match (`PhoneMatch`)."""

    setup: Setup
    match: Match
    session: MatchSession | None = None
    """None: nothing can be guessed any more, or not yet."""
    turning_points: Sequence[TurningPoint] = ()

    @property
    def subject(self) -> object:
        return self.match

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    def files(self, context: UiContext) -> Mapping[str, bytes]:
        drawing = board_drawing(self.setup, context)
        return {drawing.key: drawing.content}

    def quiz(self) -> Quiz | None:
        """Where the person to move will play; None while nobody is to move."""
        session, state = self.session, self.match.state
        if session is None or session.timeline.busy or session.timeline.at is not None:
            return None
        if state.turn == CHANCE or not session.is_person(session.acting):
            return None
        ends: dict[str, set[str]] = {}
        for move in state.moves():
            places = self._first_and_last(state, move)
            if places:
                ends.setdefault(places[0], set()).add(places[-1])
        if sum(map(len, ends.values())) < MIN_GUESSES:
            return None
        return Quiz(
            f"{session.keeper.match_id} {len(self.match.plies)}",
            "move",
            say("phone.guess_move", "Where will {who} move?", who=self.setup.name(session.acting)),
            starts={
                first: () if last == {first} else tuple(sorted(last))
                for first, last in sorted(ends.items())
            },
        )

    def answer(self, key: str) -> tuple[str, ...]:
        match_id, _, number = key.rpartition(" ")
        plies = self.match.plies
        if self.session is None or match_id != self.session.keeper.match_id:
            return ()
        if not number.isdigit() or int(number) >= len(plies):
            return ()
        ply = plies[int(number)]
        return self._first_and_last(ply.before, ply.move)

    def _first_and_last(self, state: Any, move: Any) -> tuple[str, ...]:
        """The first and the last place of a ply on the board; only one if they are the same."""
        spots = board_drawing(self.setup, DEFAULT_CONTEXT).spots
        word = [spot for spot in self.match.game.spell(state, move)[0] if spot in spots]
        return tuple(dict.fromkeys((word[0], word[-1]))) if word else ()

    def home(self, context: UiContext) -> TakeHome | None:
        if not self.match.plies:
            return None
        return home_page(self.match, self.setup, context, self.turning_points)
