"""The sounds of a match (plies, turns, the clock, the end), and what is spoken of it."""

from collections.abc import Callable
from typing import Final

from tabletop.engine import Game, Match, Ply, Seat, Text, joined, listed
from tabletop.scenes.play.board import MatchBoard, MatchSnapshot, result_head, turn_told
from tabletop.scenes.play.notices import Notices
from tabletop.scenes.play.session import MatchSession, MatchTimeline
from tabletop.ui.audio.sound_files import TURN_SOUNDS, SoundName
from tabletop.ui.audio.sounds import Cue, clock_tick
from tabletop.ui.board.marks import meanings
from tabletop.ui.board.view import View
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.widgets.buttons import ButtonGroup


class PlySounds:
    """Watches the plies of one match and plays the sounds of each.

    It polls: call `look` whenever something may have changed, and once a frame while something
    moves.
    """

    def __init__(
        self, play: Callable[[SoundName], None], match: Match, view: View, timeline: MatchTimeline
    ) -> None:
        """`play` plays a sound."""
        self._play = play
        self._match = match
        self._view = view
        self._timeline = timeline
        self._count = len(match.plies)
        self._moved: Ply | None = None
        """The ply whose animation was seen last."""
        self._due: list[Cue] = []

    def look(self) -> None:
        """Plays what is due of a new ply, or of one that is shown again."""
        plies, motion = self._match.plies, self._timeline.motion
        if len(plies) > self._count:
            self._due = list(self._view.cues(plies[-1]))
        elif len(plies) < self._count:
            self._due = []
            self._play("undo")
        elif motion is not None and motion.ply is not self._moved:
            self._due = list(self._view.cues(motion.ply))
        self._count = len(plies)
        self._moved = motion.ply if motion is not None else None
        if motion is None:
            # Shown at once, or skipped to its end: only the last sound is played.
            for cue in self._due[-1:]:
                self._play(cue.sound)
            self._due = []
        while motion is not None and self._due and self._due[0].at <= motion.spent:
            self._play(self._due.pop(0).sound)


TICKING_BELOW_SECONDS: Final = 10.0
"""Seconds left from which a clock ticks."""


class MatchSounds:
    """Watches one match and plays its sounds. It polls as `PlySounds` does."""

    def __init__(
        self, play: Callable[[SoundName], None], session: MatchSession, view: View
    ) -> None:
        """`play` plays a sound."""
        self._play = play
        self._match = match = session.match
        self._timeline = session.timeline
        self._plies = PlySounds(play, match, view, session.timeline)
        self._is_person = session.is_person
        self._turn: Seat | None = None
        self._beat: tuple[Seat, float] | None = None
        self._over = match.outcome is not None
        self._fanfare = False
        """The sound of the end is still to be played."""
        self._refusals = 0
        self._hinted = False

    def look(self, notices: Notices, *, hinted: bool) -> None:
        """Plays what is new since the last call; `hinted`: a hint is shown."""
        self._plies.look()
        if notices.refusals > self._refusals:
            self._play("refused")
        self._refusals = notices.refusals
        if hinted and not self._hinted:
            self._play("hint")
        self._hinted = hinted
        if self._match.clock.ticking:
            self._clock()
        if self._over or self._match.outcome is not None:
            self._end()
        self._whose()

    # -- whose turn, and how long ---------------------------------------------------------------

    def _whose(self) -> None:
        """Plays the sound of a person's turn once nothing moves."""
        if self._timeline.motion is not None or self._timeline.at is not None:
            return
        if self._match.outcome is not None:
            self._turn = None
            return
        seat = self._match.game.acting(self._match.state)
        if seat != self._turn and self._is_person(seat):
            self._play(TURN_SOUNDS[seat % len(TURN_SOUNDS)])
        self._turn = seat

    def _clock(self) -> None:
        """Ticks once a second in the last seconds of a person's time, and twice at the very end."""
        match = self._match
        if match.outcome is not None:
            return
        seat = match.game.acting(match.state)
        left = match.clock.left[seat]
        if (
            left > TICKING_BELOW_SECONDS
            or self._timeline.motion is not None
            or not self._is_person(seat)
        ):
            self._beat = None
            return
        now = seat, clock_tick(left)
        if now != self._beat:
            self._play("tick")
        self._beat = now

    # -- the end --------------------------------------------------------------------------------

    def _end(self) -> None:
        """The sound of the result, after the sound of a time that ran out."""
        outcome = self._match.outcome
        if outcome is None:
            self._over = self._fanfare = False
            return
        if self._timeline.motion is not None:
            return
        fell = self._match.clock.fallen() is not None
        if not self._over:
            self._over = self._fanfare = True
            if fell:
                self._play("time_up")
        if self._fanfare and (self._timeline.result_is_due or not fell):
            self._fanfare = False
            all_win = len(outcome.winners) in (0, self._match.seats)
            self._play("draw" if all_win else "won")


def _with_places(told: Text, ply: Ply, game: Game) -> Text:
    """What a ply did, and where, for people who do not see the marks on the board."""
    steps = [step for phase in game.effects(ply.before, ply.move) for step in phase]
    ends = dict.fromkeys(step.end or step.start or "" for step in steps)
    places = [end for end in ends if end and ":" not in end]
    return joined(" ", told, listed(places)) if places else told


def match_sayings(
    session: MatchSession, board: MatchBoard, moment: MatchSnapshot, buttons: ButtonGroup
) -> tuple[Announcement, ...]:
    """What can be spoken of a moment; nothing while something moves."""
    shown = moment.board
    if shown.motion is not None:
        return ()
    outcome = session.match.outcome
    if outcome is not None and moment.live:
        head = result_head(session.match, outcome)
        return Announcement("head", head), Announcement("why", outcome.reason)
    panels, seat = board.layout.panels, shown.seat
    own, is_person = panels[seat].language, session.is_person
    found = [Announcement("notice", moment.notice or "")]
    # What a computer has done, or what is looked back at; people saw each other's hands.
    last = shown.last
    if last is not None and (not moment.live or not is_person(shown.game.acting(last.before))):
        told = turn_told(board.upright, session.match, last)
        found.append(Announcement("told", _with_places(told, last, session.match.game), own))
    found += [
        Announcement(f"aside:{other}", words, panels[other].language)
        for other, words in moment.notes.asides.items()
        if other != seat
    ]
    if moment.live and is_person(seat):
        said = moment.panels[seat]
        whose = joined(". ", said.name, said.head) if said.head else said.name
        found += [Announcement("turn", whose, own), Announcement("line", said.line, own)]
    cursor = moment.cursor
    if cursor is not None and buttons.focus is None:
        notes = meanings(board.upright, shown, cursor)
        words = joined(", ", cursor, notes[0].words) if notes else cursor
        found.append(Announcement("focus", words, own))
    return (*found, *focus_announcement(buttons.buttons, buttons.focus))
