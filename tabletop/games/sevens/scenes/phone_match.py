"""A match of Sevens for phones: how well a picture is remembered, and the page to take home.

Spectators do not guess a picture's name: the look shows it with the picture, and before the look
nobody but the builder may see either.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from tabletop.engine import Text, say
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phone_view import seat_plates
from tabletop.games.sevens.view.take_home import home_page
from tabletop.party.audience import Quiz
from tabletop.party.take_home import TakeHome
from tabletop.ui.core.context import UiContext


@dataclass(frozen=True, slots=True)
class SevensPhoneMatch:
    """A running or finished match (`PhoneMatch`)."""

    context: MatchContext
    phase: BasePhase

    @property
    def subject(self) -> object:
        return self.context.match

    @property
    def over(self) -> bool:
        return self.context.match.phase is Phase.OVER

    def files(self, context: UiContext) -> Mapping[str, bytes]:
        del context
        return {}

    def quiz(self) -> Quiz | None:
        """How many pieces will match, while somebody rebuilds a picture."""
        match = self.context.match
        if match.phase is not Phase.GUESS:
            return None
        return Quiz(
            f"{self.context.match_id} {len(match.turns)}",
            "name",
            say("sevens.quiz", "How many pieces will match?"),
            answers=tuple(words for _, words in answers(match.piece_count)),
        )

    def answer(self, key: str) -> tuple[str, ...]:
        match_id, _, number = key.rpartition(" ")
        turns = self.context.match.turns
        if match_id != self.context.match_id or not number.isdigit() or int(number) >= len(turns):
            return ()
        turn = turns[int(number)]
        found = answers(len(turn.target))
        return next((words,) for most, words in found if turn.score.matched <= most)

    def home(self, context: UiContext) -> TakeHome | None:
        match = self.context.match
        if not match.turns:
            return None
        return home_page(match, seat_plates(self.context, self.phase, context))


def answers(pieces: int) -> tuple[tuple[int, Text], ...]:
    """The largest number of matching pieces that each answer stands for, and its words."""
    bounds = [-1, pieces // 3, (2 * pieces) // 3, pieces - 1]
    parts = tuple((most, _band(least + 1, most)) for least, most in pairwise(bounds))
    return (*parts, (pieces, say("sevens.quiz.all", "All {n}", n=pieces)))


def _band(least: int, most: int) -> Text:
    if least == most:
        return say("sevens.quiz.exact", "{n}", n=most)
    # NOTE: a number of pieces, as "3 to 4"
    return say("sevens.quiz.band", "{least} to {most}", least=least, most=most)
