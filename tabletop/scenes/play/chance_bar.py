"""The bar at the board's edge that shows each seat's chances of winning."""

from math import inf
from typing import Final

from tabletop.ai.match_analysis import POLL_SECONDS, WinChances, analysis_question, outcome_values
from tabletop.engine import CHANCE, Match
from tabletop.engine.analysis import AnalysisService
from tabletop.ui.board.chance_picture import put_chance_bar
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer, ease_in_out
from tabletop.ui.theme.theme import SeatLook

CHANCE_THINKING_SECONDS: Final = 0.3
"""How long a position is thought about."""
EASE_SECONDS: Final = 0.6
"""Seconds of the transition to another value."""
HEIGHT: Final = 25.0
BOARD_GAP: Final = 4.0
"""Canvas units between the bar and the board."""


class ChanceBar:
    """The chances of one match. They change as it is played and as analyses arrive."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._plies = -1
        """The number of plies before the position that was asked about last, or is known."""
        self._from: WinChances | None = None
        self.values: WinChances | None = None
        """The chances by seat; None before the first analysis."""
        self._ease = Timer(0.0)

    @property
    def shown(self) -> WinChances | None:
        """What the bar shows at this moment."""
        if self.values is None or self._from is None:
            return self.values
        share = ease_in_out(self._ease.share)
        pairs = zip(self._from, self.values, strict=True)
        return tuple(a + (b - a) * share for a, b in pairs)

    def wakes_in(self, *, free: bool) -> float:
        """Seconds until something changes; `free`: nothing else is being analysed."""
        if not self._ease.done or (free and self._unknown):
            return 0.0
        return POLL_SECONDS if self._number is not None else inf

    def run(self, dt: float, *, free: bool, slow: float) -> None:
        """Lets time pass, reads the analysis, and requests one for a new position if it may."""
        self._ease.run(dt if slow else inf)
        outcome = self._match.outcome
        if outcome is not None:
            self.rest()
            self.take(outcome_values(outcome, self._match.seats))
            return
        if self._number is not None:
            self._listen(self._number)
        if free and self._unknown:
            self.rest()
            self._plies = len(self._match.plies)
            self._number = self._thinking.ask(
                analysis_question(self._match, CHANCE_THINKING_SECONDS)
            )

    def take(self, values: WinChances) -> None:
        """Takes over the chances of the present position, from whatever analysis."""
        self._plies = len(self._match.plies)
        if values == self.values:
            return
        self._from, self.values = self.shown, values
        self._ease = Timer(EASE_SECONDS if self._from is not None else 0.0)

    def rest(self) -> None:
        """Drops the analysis; it is requested again later."""
        if self._number is not None:
            self._thinking.drop(self._number)
            self._number, self._plies = None, -1

    @property
    def _unknown(self) -> bool:
        """Whether somebody is to decide in a position that was not analysed."""
        match = self._match
        waits = match.outcome is None and match.state.turn != CHANCE
        return waits and self._plies != len(match.plies)

    def _listen(self, number: int) -> None:
        progress = self._thinking.progress(number)
        if not progress.done:
            return
        self._thinking.drop(number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed and self._plies == len(self._match.plies):
            self.take(thought.values)

    def draw(self, frame: Frame, layout: TableLayout, looks: tuple[SeatLook, ...]) -> None:
        """Puts the bar above the board; where people sit round it, before each of them, turned."""
        shown, values = self.shown, self.values
        if shown is None or values is None:
            return
        board, seats = layout.board, looks[: self._match.seats]
        above = Box(board.x, board.y - BOARD_GAP - HEIGHT, board.w, HEIGHT)
        if layout.sides == (0,):
            put_chance_bar(frame, above, shown, values, seats)
            return
        below = Box(board.x, board.bottom + BOARD_GAP, board.w, HEIGHT)
        for turns in layout.sides:
            beside = board.y if turns % 2 == 0 else board.x
            if beside < BOARD_GAP + HEIGHT:
                continue  # the board reaches almost to that edge of the window
            side = frame.turned(turns, board.centre)
            with side, frame.in_context(frame.context.override(language=layout.language_at(turns))):
                put_chance_bar(frame, below, shown, values, seats)
