"""What a touch of the games that show themselves leads to: the page that asks, and the match."""

from math import inf
from typing import Final

from tabletop.engine import Game, Match, Seat, Text, say
from tabletop.input.actions import Action, Hover
from tabletop.players.filler import ADAPTIVE, PERSON
from tabletop.scenes.match import MatchScene
from tabletop.scenes.match_advice import played_on
from tabletop.scenes.setup import Setup
from tabletop.store import new_match_id
from tabletop.store.feats import Feat
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change, Pop
from tabletop.ui.table import Table

PATIENCE: Final = 20.0
"""Seconds untouched after which the games go on showing themselves."""

ALONE: Final = "alone"
TWO: Final = "two"
NEW: Final = "new"
ALL: Final = "all"


class OfferScene(AskScene):
    """Asks whoever has touched the table what they would like; pops with it, or with None."""

    patience = inf

    def __init__(self, game: Game, match: Match | None) -> None:
        """`match` is what they can play on; None where there is nothing to play on."""
        self._left = PATIENCE
        question = say("attract.offer", "Would you like to play?")
        super().__init__(question, _detail(game, match), _answers(game, match))

    def handle(self, action: Action, /) -> Change:
        if not isinstance(action, Hover):
            self._left = PATIENCE
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else super().update(dt)

    def wakes_in(self) -> float:
        return min(super().wakes_in(), max(0.001, self._left))


def _answers(game: Game, match: Match | None) -> Answers:
    words = say("attract.new", "A new game of {game}", game=game.title)
    everything = say("attract.all", "All games")
    if match is None:
        return ((NEW, words, "main"), (ALL, everything, "plain"))
    return (
        (ALONE, say("attract.on", "Play on from here"), "main"),
        (TWO, say("attract.on_two", "Play on, two of you"), "other"),
        (NEW, words, "plain"),
        (ALL, everything, "plain"),
    )


def _detail(game: Game, match: Match | None) -> Text:
    if match is None:
        words = "{game}: from the beginning, with friends or against the computer."
        return say("attract.offer_new", words, game=game.title)
    who = game.seat_names[game.acting(match.state)]
    # NOTE: {who} is the colour of a seat: Black, White, Red, Green or Blue.
    words = "{who} is to move: take over {who}, and the computer goes on at the other side."
    return say("attract.offer_seat", words, who=who)


def taken_over(table: Table, match: Match, *, people: int) -> MatchScene:
    """A match of one's own, from the position that was shown.

    Somebody alone has the seat that is to act, and kind computers go on at the others.
    """
    game, seats = match.game, match.seats
    acting: Seat = game.acting(match.state)
    alone = tuple(PERSON if seat == acting else ADAPTIVE for seat in range(seats))
    fillers = alone if people == 1 else ()
    feat = Feat(("begun",))  # somebody else has played so far
    setup = Setup(game, seats, match.options, fillers=fillers, feat=feat)
    table.begin_with(game.key)
    table.teach(game.key)
    begun = played_on(match, len(match.plies), table.seed(), table.today())
    match_id = new_match_id()
    if begun.plies:  # it is theirs before their first ply: its code opens it, a power cut keeps it
        table.store.save(setup.kept(begun.record()), match_id)
    return MatchScene(table, setup, begun, match_id)
