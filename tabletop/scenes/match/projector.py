"""Projector mode: a banner says whose turn it is, and a spotlight shows each ply."""

from typing import Final

from tabletop.engine import CHANCE, Seat, Text, joined, say
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, Walk
from tabletop.scenes.match_setup import length_words, player_name, shows_wins
from tabletop.scenes.play.board import MatchSnapshot, language_at_side, result_head, turn_told
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.scenes.play.session import Arrived, MatchEvent
from tabletop.ui.board.projector import (
    SPOTLIGHT_SECONDS,
    BannerText,
    ProjectorBanner,
    SeriesScore,
    Spotlight,
    piece_paths,
    prewarm_banner,
    put_rings,
)
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame

SPOTLIGHT_LAYER: Final = 6
"""The layer of the dimmed board: over all that lies on the board."""
RINGS_LAYER: Final = 2
"""The layer of the strong rings: under the pieces."""
BANNER_LAYER: Final = 9
AFTER_SPOTLIGHT_SECONDS: Final = 0.4
"""Seconds between the end of a spotlight and a computer's next ply."""


class Projector(MatchFeature):
    """The banner and the spotlight of projector mode. At a table it does nothing."""

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._in_room = False
        self.banner = ProjectorBanner()
        self.spotlight = Spotlight(self._session.match.game, self._board.view)

    def pace(self, seconds: float) -> float:
        """The pace of a computer in seconds, at least to the end of the spotlight."""
        if self._board.room is None or self._session.unwatched:
            return seconds
        scale = self._session.animation_scale
        return max(seconds, SPOTLIGHT_SECONDS * scale + AFTER_SPOTLIGHT_SECONDS if scale else 0.0)

    # -- the feature ------------------------------------------------------------------------------

    def notice(self, action: Action) -> None:
        if self.spotlight.on and isinstance(action, Down | Press | Walk | Nudge | Buzz):
            self.spotlight.end()
            self._session.changed()

    @property
    def active(self) -> bool:
        return self._in_room

    def on_event(self, event: MatchEvent) -> None:
        session = self._session
        if not isinstance(event, Arrived) or not self._in_room:
            return
        if not session.over and session.timeline.at is None and not session.unwatched:
            self.spotlight.show(event.ply, session.animation_scale)

    def begin(self) -> None:
        self.spotlight = Spotlight(self._session.match.game, self._board.view)

    def update(self, dt: float) -> None:
        self.banner.run(dt)
        if self.spotlight.run(dt):
            self._session.changed()

    def fit(self, canvas: Canvas) -> None:
        self._in_room = self._board.room is not None
        if not self._in_room:
            self.spotlight.end()

    def wakes_in(self) -> float:
        return min(self.spotlight.wakes_in(), self.banner.wakes_in())

    def clock_runs(self) -> bool:
        return not self.spotlight.on

    def on_snapshot(self, moment: MatchSnapshot) -> None:
        self.banner.follow(self.text(moment), self._session.animation_scale)

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        room = self._board.room
        if room is None:
            return
        prewarm_banner(frame.canvas, room.banner, tuple(self._board.view.looks))
        if self.spotlight.on:
            with frame.layer(SPOTLIGHT_LAYER):
                self.spotlight.draw(frame, room.board, moment.board)
        else:
            self._put_rings(frame, moment.board)
        if not moment.covered:
            language = language_at_side(frame.context, self._session.setup, 0)
            own = frame.context.override(language=language)
            with frame.layer(BANNER_LAYER), frame.in_context(own):
                self.banner.draw(frame, room.banner, self.text(moment))

    def _put_rings(self, frame: Frame, board: BoardSnapshot) -> None:
        """Marks the last ply with rings."""
        last, view = board.last, self._board.view
        if last is None or last.seat == CHANCE or board.finish is not None:
            return  # the line that won says enough
        if board.motion is not None or board.picked or board.hinted or board.refused:
            return
        with frame.layer(RINGS_LAYER):
            put_rings(frame, view.cell, tuple(piece_paths(board.game, view, board, last)))

    # -- what the room is told --------------------------------------------------------------------

    def text(self, moment: MatchSnapshot) -> BannerText:
        """What the banner says."""
        seat, line, told, warning = self._line(moment)
        setup, match = self._session.setup, self._session.match
        lit = match.outcome is None and not told and moment.live
        return BannerText(
            look=self._board.view.looks[seat],
            who=player_name(setup, match.game, seat),
            member=self._member(seat) if lit else "",
            line=line,
            warning=warning,
            lit=lit,
            told=told,
            computer=setup.player(seat).is_computer,
            dots=moment.panels[moment.board.seat].dots if lit else None,
            points=self._points,
            series=length_words(setup.best_of) if setup.best_of > 1 else "",
        )

    def _line(self, moment: MatchSnapshot) -> tuple[Seat, Text | str, bool, bool]:
        """Whom the banner is about, its words, whether they stand alone, and whether they warn."""
        session, timeline, seat = self._session, self._session.timeline, moment.board.seat
        held = timeline.motion.ply if timeline.motion is not None else self.spotlight.ply
        outcome = session.match.outcome
        aside = next(iter(moment.notes.asides.items()), None)
        if moment.notes.goal is not None:
            return seat, moment.notes.goal, True, False
        asked = moment.panels[seat]
        if moment.notice is not None:
            both = asked.active and asked.line and asked.line != moment.notice
            told = joined(" ", moment.notice, asked.line) if both else moment.notice
            return seat, told, False, False
        if aside is not None:
            return (*aside, False, True)
        if outcome is not None and moment.live and timeline.motion is None:
            winner = next(iter(outcome.winners), seat)
            return winner, result_head(session.match, outcome, session.setup), True, False
        if held is not None and held.seat != CHANCE and not timeline.waits:
            return held.seat, turn_told(self._board.upright, self._session.match, held), True, False
        words = moment.panels[seat]
        line = words.line if words.active or timeline.waits else ""
        return seat, line, False, words.warning

    def _member(self, seat: Seat) -> Text | str:
        """Whose hand it is, where several share a seat: one after the other, ply by ply."""
        team = self._session.setup.team(seat)
        if team < 2:
            return ""
        played = sum(ply.seat == seat for ply in self._session.match.plies)
        words = "{number} of {team}"
        return say("banner.hand", words, number=played % team + 1, team=team)

    @property
    def _points(self) -> tuple[SeriesScore, ...]:
        setup, looks = self._session.setup, self._board.view.looks
        if not shows_wins(setup):
            return ()
        return tuple(SeriesScore(looks[seat], setup.wins(seat)) for seat in range(setup.seats))
