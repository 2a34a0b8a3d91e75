"""The games that show themselves to passers-by, one after the other, until somebody touches."""

from collections.abc import Iterator
from math import inf
from typing import Final, Protocol

from tabletop.engine import Game, Match
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, Roll, Typed, Walk
from tabletop.scenes.attract_live import ShownLive
from tabletop.scenes.attract_match import ShownGame, board_prepared
from tabletop.scenes.attract_offer import (
    ALL,
    ALONE,
    CODE,
    NEW,
    TWO,
    OfferScene,
    codes_given,
    taken_over,
)
from tabletop.scenes.attract_scores import ShownScores
from tabletop.scenes.code_entry import CodeEntry
from tabletop.scenes.offered import offered_games
from tabletop.scenes.seats import SeatsScene
from tabletop.scenes.touched import page_of
from tabletop.store.figures import Figure
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.preparing import rehearsed
from tabletop.ui.scene import Change, Pop, Push, Scene, Swap
from tabletop.ui.table import Table

SOON: Final = 0.001
"""Seconds until the next game where one is done: at the loop's next turn."""


class Shown(Protocol):
    """A game that shows itself: a match that computers play, or a scene of its own."""

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
    wanders = True
    patience = inf

    def __init__(self, table: Table) -> None:
        self._table = table
        self._canvas = Canvas((1280, 800))
        games = offered_games(table)
        self._count = 0
        """How many games have been shown: every other one has its words at the other side."""
        self._first = table.seed() % len(games)
        self.shown: Shown = self._next()

    def _next(self) -> Shown:
        """The next game, at its beginning."""
        games = offered_games(self._table)
        game = games[(self._first + self._count) % len(games)]
        flipped = self._count % 2 == 1
        self._count += 1
        if game.kind == "live":
            return ShownLive(self._table, game, flipped=flipped)
        self._table.thinking.warm(game.key)
        return ShownGame(self._table, game, self._table.seed(), flipped=flipped)

    def _board(self) -> Shown | None:
        """The high scores of the game that was just shown, if there are any."""
        if isinstance(self.shown, ShownScores) or not self._table.has("scores.on"):
            return None
        board = ShownScores(self._table, self.shown.game)
        return None if board.empty else board

    # -- the scene ------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.shown.fit(canvas)

    def preparing(self) -> Iterator[object]:
        """The page that a touch asks for, and the boards that come after this one."""
        yield from rehearsed(self._offer(), self._canvas)
        for game in offered_games(self._table):
            if game.kind == "board":
                yield from board_prepared(game, self._canvas)

    def update(self, dt: float, /) -> Change:
        self.shown.update(dt)
        if self.shown.done:
            self.shown.leave()
            self.shown = self._board() or self._next()
            self.shown.fit(self._canvas)
        return None

    def wakes_in(self) -> float:
        return SOON if self.shown.done else self.shown.wakes_in()

    def draw(self, frame: Frame) -> None:
        self.shown.draw(frame)

    def leave(self) -> None:
        self.shown.leave()

    # -- hands ----------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Down() | Press() | Nudge() | Walk() | Buzz() | Roll() | Typed():
                # Nothing moves or thinks any more: below a question no time goes by.
                self.shown.rest()
                return Push(self._offer(), self._answered)
            case _:
                return None

    def _offer(self) -> OfferScene:
        by_code = codes_given(self._table)
        return OfferScene(self.shown.game, self._to_play_on, by_code=by_code)

    @property
    def _to_play_on(self) -> Match | None:
        """The match that people can play on; None where there is none, or it is over."""
        if not isinstance(self.shown, ShownGame) or self.shown.match.outcome is not None:
            return None
        return self.shown.match

    def _answered(self, answer: object) -> Change:
        game, match = self.shown.game, self._to_play_on
        if answer == ALL:
            return Pop()
        if answer == CODE:
            return Swap(CodeEntry(self._table))
        if answer in (ALONE, TWO, NEW):
            self._table.store.count(Figure("attracted", game.key))
        if answer == NEW:
            return Swap(page_of(self._table, game))
        if answer not in (ALONE, TWO) or match is None:
            return None
        scene = taken_over(self._table, match, people=1 if answer == ALONE else 2)

        def then(wanted: object) -> Change:
            return Push(SeatsScene(self._table, scene.setup)) if wanted == "seats" else None

        return Swap(scene, then)
