"""What a touch of the games that show themselves leads to: the page that asks, and the match.

The games that show themselves to passers-by, one after the other, until somebody touches.
"""

from collections.abc import Iterator
from math import inf
from typing import Final, Protocol

from tabletop.engine import Game, Match, Seat, Text, say
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, Roll, Typed, Walk
from tabletop.players.player_spec import ADAPTIVE, PERSON
from tabletop.scenes.attract.exhibits import (
    HighScoreExhibit,
    LiveExhibit,
    MatchExhibit,
    prewarm_board,
)
from tabletop.scenes.catalogue import offered_games
from tabletop.scenes.destinations import (
    ChangeSeats,
    ContinueMatch,
    OpenCodeEntry,
    OpenGame,
    OpenSeats,
)
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.session import fork_match
from tabletop.storage import new_match_id
from tabletop.storage.match_codes import has_code
from tabletop.storage.scores import ScoreEligibility
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Change, Pop, Push, Scene, Swap
from tabletop.ui.widgets.question_dialog import Answers, ExtraAnswer, QuestionDialog

OFFER_TIMEOUT_SECONDS: Final = 20.0
"""Seconds untouched after which attract mode goes on."""

ALONE: Final = "alone"
TWO: Final = "two"
NEW: Final = "new"
ALL: Final = "all"
CODE: Final = "code"

MAX_MATCHES_CHECKED: Final = 20
"""So many of the newest games are looked at for a code. Where codes are given, every game that was
left has one."""


OFFER_QUESTION: Final = say("attract.offer", "Would you like to play?")


def play_offer(game: Game, match: Match | None, *, by_code: bool = False) -> QuestionDialog:
    """Asks whoever has touched the table what they would like; pops with it, or with None.

    `match` is what they can play on, None if there is nothing to play on. With `by_code` they may
    also resume a match that they left under a code.
    """
    return QuestionDialog(
        OFFER_QUESTION,
        _detail(game, match),
        _answers(game, match),
        timeout=OFFER_TIMEOUT_SECONDS,
        extra=ExtraAnswer(CODE, say("menu.code", "Go on with a code"), "play") if by_code else None,
    )


def has_resumable_code(table: AppContext) -> bool:
    """Whether codes are given here, and a game that can go on is kept under one."""
    if not table.has("idle.on"):
        return False
    newest = table.store.unfinished(MAX_MATCHES_CHECKED)
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


def take_over_match(table: AppContext, match: Match, *, people: int) -> ContinueMatch:
    """A match of one's own, from the position that was shown.

    Somebody alone has the seat that is to act, and kind computers go on at the others.
    """
    game, seats = match.game, match.seats
    acting: Seat = game.acting(match.state)
    alone = tuple(PERSON if seat == acting else ADAPTIVE for seat in range(seats))
    fillers = alone if people == 1 else ()
    feat = ScoreEligibility(("begun",))  # somebody else has played so far
    setup = Setup(game, seats, match.options, feat=feat).with_players(fillers)
    table.remember_last_game(game.key)
    table.teach(game.key)
    begun = fork_match(match, len(match.plies), table.seed(), table.today())
    match_id = new_match_id()
    if begun.plies:  # it is theirs before their first ply: its code opens it, a power cut keeps it
        table.store.save(setup.kept(begun.record()), match_id)
    return ContinueMatch(setup, begun, match_id)


NEXT_EXHIBIT_SECONDS: Final = 0.001
"""Seconds until the next exhibit where one is done."""


class Exhibit(Protocol):
    """What attract mode shows for a while: a match, a live game or high scores."""

    game: Game

    @property
    def done(self) -> bool: ...

    def fit(self, canvas: Canvas) -> None: ...

    def update(self, dt: float) -> object: ...

    def wakes_in(self) -> float: ...

    def rest(self) -> None: ...

    def draw(self, frame: Frame) -> None: ...

    def leave(self) -> None: ...


class AttractScene(Scene):
    """All games in turn. It lies over the menu, as the title does; a touch asks what people like.

    Nothing of it is kept: neither matches nor throws, and what is shown depends on the table's
    seeds alone.
    """

    in_parts = True
    always_pixel_shift = True
    idle_timeout = inf

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._canvas = Canvas((1280, 800))
        games = offered_games(table)
        self._count = 0
        """How many games have been shown: every other one has its words at the other side."""
        self._first = table.seed() % len(games)
        self.shown: Exhibit = self._next()

    def _next(self) -> Exhibit:
        """The next game, at its beginning."""
        games = offered_games(self._table)
        game = games[(self._first + self._count) % len(games)]
        flipped = self._count % 2 == 1
        self._count += 1
        if game.kind == "live":
            return LiveExhibit(self._table, game, flipped=flipped)
        self._table.analysis.warm(game.key)
        return MatchExhibit(self._table, game, self._table.seed(), flipped=flipped)

    def _board(self) -> Exhibit | None:
        """The high scores of the game that was just shown, if there are any."""
        if isinstance(self.shown, HighScoreExhibit) or not self._table.has("scores.on"):
            return None
        board = HighScoreExhibit(self._table, self.shown.game)
        return None if board.empty else board

    # -- the scene ------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.shown.fit(canvas)

    def preparing(self) -> Iterator[object]:
        """The page that a touch asks for, and the boards that come after this one."""
        yield from prewarm(self._offer(), self._canvas)
        for game in offered_games(self._table):
            if game.kind == "board":
                yield from prewarm_board(game, self._canvas)

    def update(self, dt: float, /) -> Change:
        self.shown.update(dt)
        if self.shown.done:
            self.shown.leave()
            self.shown = self._board() or self._next()
            self.shown.fit(self._canvas)
        return None

    def wakes_in(self) -> float:
        return NEXT_EXHIBIT_SECONDS if self.shown.done else self.shown.wakes_in()

    def draw(self, frame: Frame) -> None:
        self.shown.draw(frame)

    def leave(self) -> None:
        self.shown.leave()

    # -- hands ----------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Down() | Press() | Nudge() | Walk() | Buzz() | Roll() | Typed():
                # Below a question nothing is updated.
                self.shown.rest()
                return Push(self._offer(), self._answered)
            case _:
                return None

    def _offer(self) -> QuestionDialog:
        by_code = has_resumable_code(self._table)
        return play_offer(self.shown.game, self._to_play_on, by_code=by_code)

    @property
    def _to_play_on(self) -> Match | None:
        """The match that people can play on; None where there is none, or it is over."""
        if not isinstance(self.shown, MatchExhibit) or self.shown.match.outcome is not None:
            return None
        return self.shown.match

    def _answered(self, answer: object) -> Change:
        game, match = self.shown.game, self._to_play_on
        if answer == ALL:
            return Pop()
        if answer == CODE:
            return Swap(OpenCodeEntry())
        if answer in (ALONE, TWO, NEW):
            self._table.store.count(UsageMetric("attracted", game.key))
        if answer == NEW:
            return Swap(OpenGame(game))
        if answer not in (ALONE, TWO) or match is None:
            return None
        scene = take_over_match(self._table, match, people=1 if answer == ALONE else 2)

        def then(wanted: object) -> Change:
            return Push(OpenSeats(wanted.setup)) if isinstance(wanted, ChangeSeats) else None

        return Swap(scene, then)
