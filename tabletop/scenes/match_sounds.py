"""What a match lets people hear: plies as they are shown, whose turn it is, the clock, the end."""

from collections.abc import Callable
from typing import Final

from tabletop.engine import Match, Seat
from tabletop.scenes.course import Course
from tabletop.scenes.notices import Notices
from tabletop.scenes.ply_sounds import PlySounds
from tabletop.ui.cues import beat
from tabletop.ui.sound_set import TURNS, Name
from tabletop.ui.view import View

TICKING: Final = 10.0
"""Seconds left from which a clock ticks."""


class MatchSounds:
    """Watches one match and plays what is to be heard of it. It changes as the match goes on.

    It is asked to look as `PlySounds` is.
    """

    def __init__(
        self,
        play: Callable[[Name], None],
        match: Match,
        view: View,
        course: Course,
        is_person: Callable[[Seat], bool],
    ) -> None:
        """`play` plays a sound; `is_person` says whether somebody sits at a seat to hear it."""
        self._play = play
        self._match = match
        self._course = course
        self._plies = PlySounds(play, match, view, course)
        self._is_person = is_person
        self._turn: Seat | None = None
        self._beat: tuple[Seat, float] | None = None
        self._over = match.outcome is not None
        self._fanfare = False
        """The end is still to be played."""
        self._refusals = 0
        self._hinted = False

    def look(self, notices: Notices, *, hinted: bool) -> None:
        """Plays what has come to be heard since it last looked; `hinted`: a hint is shown."""
        self._plies.look()
        if notices.refusals > self._refusals:
            self._play("refused")
        self._refusals = notices.refusals
        if hinted and not self._hinted:
            self._play("hint")
        self._hinted = hinted
        self._clock()
        self._end()
        self._whose()

    # -- whose turn, and how long ---------------------------------------------------------------

    def _whose(self) -> None:
        """Calls a person whose turn has come, once all lies still."""
        if self._course.motion is not None or self._course.at is not None:
            return
        if self._match.outcome is not None:
            self._turn = None
            return
        seat = self._match.game.acting(self._match.state)
        if seat != self._turn and self._is_person(seat):
            self._play(TURNS[seat % len(TURNS)])
        self._turn = seat

    def _clock(self) -> None:
        """Ticks once a second at the end of somebody's time, and twice at the very end."""
        match = self._match
        if not match.clock.ticking or match.outcome is not None:
            return
        seat = match.game.acting(match.state)
        left = match.clock.left[seat]
        if left > TICKING or self._course.motion is not None or not self._is_person(seat):
            self._beat = None
            return
        now = seat, beat(left)
        if now != self._beat:
            self._play("tick")
        self._beat = now

    # -- the end --------------------------------------------------------------------------------

    def _end(self) -> None:
        """The winner's fanfare as the line is drawn; a time that ran out is heard before."""
        outcome = self._match.outcome
        if outcome is None:
            self._over = self._fanfare = False
            return
        if self._course.motion is not None:
            return
        fell = self._match.clock.fallen() is not None
        if not self._over:
            self._over = self._fanfare = True
            if fell:
                self._play("time_up")
        if self._fanfare and (self._course.result_is_due or not fell):
            self._fanfare = False
            all_win = len(outcome.winners) in (0, self._match.seats)
            self._play("draw" if all_win else "won")
