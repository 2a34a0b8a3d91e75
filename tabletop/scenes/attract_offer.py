"""What a touch of the games that show themselves leads to: the page that asks, and the match."""

from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import Game, Match, Seat, Text, say
from tabletop.input.actions import Action, Hover
from tabletop.players.filler import ADAPTIVE, PERSON
from tabletop.scenes.match import MatchScene
from tabletop.scenes.match_advice import played_on
from tabletop.scenes.setup import Setup
from tabletop.store import new_match_id
from tabletop.store.codes import has_code
from tabletop.store.feats import Feat
from tabletop.ui.ask import GAP, PAD, Answers, AskScene
from tabletop.ui.canvas import Box
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change, Pop
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE
from tabletop.ui.widgets import PushButton

PATIENCE: Final = 20.0
"""Seconds untouched after which the games go on showing themselves."""

ALONE: Final = "alone"
TWO: Final = "two"
NEW: Final = "new"
ALL: Final = "all"
CODE: Final = "code"

STRIP: Final = 76.0
"""The height of the button that leads to the codes: less than that of an answer."""
MOST_GROWN: Final = 1.5
"""It grows with the words up to so many times, as in the menu."""
LOOKED_AT: Final = 20
"""So many of the newest games are looked at for a code. Where codes are given, every game that was
left has one."""


class OfferScene(AskScene):
    """Asks whoever has touched the table what they would like; pops with it, or with None."""

    patience = inf

    def __init__(self, game: Game, match: Match | None, *, by_code: bool = False) -> None:
        """`match` is what they can play on; None where there is nothing to play on.

        `by_code`: they may have come back to a game of their own, which was left under a code.
        """
        self._left = PATIENCE
        self._by_code = by_code
        self._whole = Box(0, 0, 0, 0)
        question = say("attract.offer", "Would you like to play?")
        super().__init__(question, _detail(game, match), _answers(game, match))

    # -- laying out: as any question, and the button for a code below the answers -----------------

    @property
    def _strip(self) -> float:
        """What the button for a code takes of the plate's height."""
        most = STRIP * MOST_GROWN
        return min(grown(STRIP, BODY_SIZE), most) + GAP if self._by_code else 0.0

    @property
    def room(self) -> tuple[float, float]:
        across, down = super().room
        return across, down - self._strip

    def place(self, width: float, height: float) -> Box:
        """The part of the plate in which the question and its answers lie."""
        self._whole = super().place(width, height + self._strip)
        return Box(self._whole.x, self._whole.y, width, height)

    def lay_out(self) -> None:
        super().lay_out()
        if not self._by_code:
            return
        self.plates = tuple(replace(plate, box=self._whole) for plate in self.plates)
        plate, high = self._whole, self._strip - GAP
        box = Box(plate.x + PAD, plate.bottom - PAD - high, plate.w - 2 * PAD, high)
        words = say("menu.code", "Go on with a code")
        code = PushButton(CODE, box, words, "play", size=BODY_SIZE + 4)
        self.buttons.replace([*self.buttons.buttons, code])

    # -- what happens -----------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if not isinstance(action, Hover):
            self._left = PATIENCE
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else super().update(dt)

    def wakes_in(self) -> float:
        return min(super().wakes_in(), max(0.001, self._left))


def codes_given(table: Table) -> bool:
    """Whether codes are given here, and a game that can go on is kept under one."""
    if not table.has("idle.on"):
        return False
    newest = table.store.unfinished(LOOKED_AT)
    return any(has_code(table.store, kept.match_id) for kept in newest)


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
