"""A match that a room follows: a banner says whose turn it is, and every ply is held up."""

from tabletop.engine import CHANCE, Match, Ply, Seat, Text, say
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, Walk
from tabletop.scenes.banner import Banner, Said, Tally, warm_banner
from tabletop.scenes.layout import Layout
from tabletop.scenes.match_computers import ComputersMatch
from tabletop.scenes.projector_layout import RoomLayout, laid_out
from tabletop.scenes.sayings import result_head
from tabletop.scenes.series import counts, length_words, player_name
from tabletop.scenes.setup import Setup
from tabletop.scenes.spotlight import LASTS, Spotlight, put_rings, ways
from tabletop.ui.canvas import Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.view import Showing

ABOVE_SIGNS = 6
"""The layer of the dim: over all that lies on the board."""
ON_BOARD = 2
"""The layer of the strong rings: under the pieces."""
BANNER = 9
AFTER = 0.4
"""Seconds between the end of a held up ply and a computer's next one."""


class RoomMatch(ComputersMatch):
    """Adds projector mode. At a table it adds nothing."""

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self.banner = Banner()
        super().__init__(table, setup, match, match_id)

    @property
    def _room(self) -> RoomLayout | None:
        """The layout for a room; None at a table."""
        return self._layout if isinstance(self._layout, RoomLayout) else None

    def _plan(self, canvas: Canvas, tray: float) -> Layout:
        return laid_out(canvas, self._setup.around, tray)

    def _take(self, match: Match, match_id: str = "") -> None:
        super()._take(match, match_id)
        self.spotlight = Spotlight(match.game, self._view)

    # -- time -----------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        self.banner.run(dt)
        if self.spotlight.run(dt):
            self._refresh()
        before = self._course.motion
        change = super().update(dt)
        if before is not None and self._course.motion is None and self._room is not None:
            self._hold_up(before.ply)
        return change

    def _hold_up(self, ply: Ply) -> None:
        """A ply has arrived: it is held up, unless its match is over, or nobody would see it."""
        over = self._match.outcome is not None
        if not over and self._course.at is None and not self._quick:
            self.spotlight.show(ply, self._slow)
            self._refresh()

    def wakes_in(self) -> float:
        if self._room is None:
            return super().wakes_in()
        return min(super().wakes_in(), self.spotlight.wakes_in(), self.banner.wakes_in())

    @property
    def _time_runs(self) -> bool:
        return super()._time_runs and not self.spotlight.on

    @property
    def _pace(self) -> float:
        """A computer waits for what is held up, which the room wants to see to its end."""
        if self._room is None or self._quick:
            return super()._pace
        return max(super()._pace, LASTS * self._slow + AFTER if self._slow else 0.0)

    def _wake(self, action: Action) -> None:
        """Whatever somebody does ends what is held up, and does what it always does."""
        super()._wake(action)
        if isinstance(action, Down | Press | Walk | Nudge | Buzz):
            self.spotlight.end()

    def _refresh(self) -> None:
        super()._refresh()
        if self._room is not None:
            self.banner.follow(self.said(self.showing), self._slow)

    # -- what the room is told --------------------------------------------------------------------

    def said(self, showing: Showing) -> Said:
        """What the banner says at this moment."""
        seat, line, told, warning = self._line(showing)
        setup, match = self._setup, self._match
        words = self.panels.words(showing, showing.seat)
        lit = match.outcome is None and not told and self._course.at is None
        return Said(
            look=self._view.looks[seat],
            who=player_name(setup, match.game, seat),
            member=self._member(seat) if lit else "",
            line=line,
            warning=warning,
            lit=lit,
            told=told,
            computer=setup.filler(seat).is_computer,
            dots=words.dots if lit else None,
            points=self._points,
            series=length_words(setup.best_of) if setup.best_of > 1 else "",
        )

    def _line(self, showing: Showing) -> tuple[Seat, Text | str, bool, bool]:
        """Whom the banner is about, its words, whether they stand alone, and whether they warn."""
        match, course = self._match, self._course
        held = course.motion.ply if course.motion is not None else self.spotlight.ply
        outcome = match.outcome
        aside = next(iter(self.panels.asides.items()), None)
        if self.notices.notice is not None:
            return showing.seat, self.notices.notice, False, False
        if aside is not None:
            return (*aside, False, True)
        if outcome is not None and course.at is None and course.motion is None:
            winner = next(iter(outcome.winners), showing.seat)
            return winner, result_head(match, outcome, self._setup), True, False
        if held is not None and held.seat != CHANCE and not course.waits:
            return held.seat, self._view.told(held), True, False
        words = self.panels.words(showing, showing.seat)
        line = words.line if words.active or course.waits else ""
        return showing.seat, line, False, words.warning

    def _member(self, seat: Seat) -> Text | str:
        """Whose hand it is, where several share a seat: one after the other, ply by ply."""
        team = self._setup.team(seat)
        if team < 2:
            return ""
        played = sum(ply.seat == seat for ply in self._match.plies)
        words = "{number} of {team}"
        return say("banner.hand", words, number=played % team + 1, team=team)

    @property
    def _points(self) -> tuple[Tally, ...]:
        setup = self._setup
        if not counts(setup):
            return ()
        seats = range(setup.seats)
        return tuple(Tally(self._view.looks[seat], setup.wins(seat)) for seat in seats)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        if self._room is None:
            return
        warm_banner(frame.canvas, self._room.banner, tuple(self._view.looks))
        showing = self.showing
        if self.spotlight.on:
            with frame.layer(ABOVE_SIGNS):
                self.spotlight.draw(frame, self._room.board, showing)
        else:
            self._put_rings(frame, showing)
        if not self._covered:
            with frame.layer(BANNER):
                self.banner.draw(frame, self._room.banner, self.said(showing))

    def _put_rings(self, frame: Frame, showing: Showing) -> None:
        """The last ply stays marked for those who looked away."""
        last = showing.last
        if last is None or last.seat == CHANCE or showing.finish is not None:
            return  # the line that won says enough
        if showing.motion is not None or showing.picked:
            return
        with frame.layer(ON_BOARD):
            lit = tuple(ways(self._match.game, self._view, showing, last))
            put_rings(frame, self._view.cell, lit)

    def _draw_notice(self, frame: Frame) -> None:
        if self._room is None:
            super()._draw_notice(frame)
