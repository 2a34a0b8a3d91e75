"""What plies let people hear as they are shown, wherever a course shows them.

What a match lets people hear: plies as they are shown, whose turn it is, the clock, the end.

What is spoken of a match: what the acting seat's panel says, and where its keys stand.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tabletop.engine import Match, Ply, Seat, Spot, Text, joined
from tabletop.scenes.match.messages import result_head
from tabletop.scenes.match.notices import Notices
from tabletop.scenes.match.panels import Panels
from tabletop.scenes.match.timeline import MatchTimeline
from tabletop.ui.audio.cues import Cue, clock_tick
from tabletop.ui.audio.sound_files import TURN_SOUNDS, SoundName
from tabletop.ui.board.glossary import meanings
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.speech.announcements import Announcement, focus_announcement
from tabletop.ui.widgets.buttons import ButtonGroup


class PlySounds:
    """Watches the plies of one match and plays what each of them does. It changes as they do.

    It looks at what there is and asks nobody to tell it, so it is asked to look whenever
    something may have changed, and once a frame while something moves.
    """

    def __init__(
        self, play: Callable[[SoundName], None], match: Match, view: View, course: MatchTimeline
    ) -> None:
        """`play` plays a sound."""
        self._play = play
        self._match = match
        self._view = view
        self._timeline = course
        self._count = len(match.plies)
        self._moved: Ply | None = None
        """The ply whose motion was seen last."""
        self._due: list[Cue] = []

    def look(self) -> None:
        """Begins to play what a new ply does, or one that is shown again, and goes on with it."""
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
            # Shown at once, or hurried to its end: what it came to is enough.
            for cue in self._due[-1:]:
                self._play(cue.sound)
            self._due = []
        while motion is not None and self._due and self._due[0].at <= motion.spent:
            self._play(self._due.pop(0).sound)


TICKING_BELOW_SECONDS: Final = 10.0
"""Seconds left from which a clock ticks."""


class MatchSounds:
    """Watches one match and plays what is to be heard of it. It changes as the match goes on.

    It is asked to look as `PlySounds` is.
    """

    def __init__(
        self,
        play: Callable[[SoundName], None],
        match: Match,
        view: View,
        course: MatchTimeline,
        is_person: Callable[[Seat], bool],
    ) -> None:
        """`play` plays a sound; `is_person` says whether somebody sits at a seat to hear it."""
        self._play = play
        self._match = match
        self._timeline = course
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
        """Ticks once a second at the end of somebody's time, and twice at the very end."""
        match = self._match
        if not match.clock.ticking or match.outcome is not None:
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
        """The winner's fanfare as the line is drawn; a time that ran out is heard before."""
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


def match_sayings(
    panels: Panels,
    snapshot: BoardSnapshot,
    notice: Text | None,
    cursor: Spot | None,
    buttons: ButtonGroup,
) -> tuple[Announcement, ...]:
    """The words of this moment; while something moves there are none, for all is said after it."""
    if snapshot.motion is not None:
        return ()
    match = panels.course.match
    if match.outcome is not None and panels.course.at is None:
        head = result_head(match, match.outcome)
        return Announcement("head", head), Announcement("why", match.outcome.reason)
    found = [Announcement("notice", notice or "")]
    found += _told(panels, snapshot)
    found += _asides(panels, snapshot.seat)
    if panels.course.at is None and not panels.setup.filler(snapshot.seat).is_computer:
        found += _asked(panels, snapshot)
    if cursor is not None and buttons.focus is None:
        found.append(_place(panels, snapshot, cursor))
    found += focus_announcement(buttons.buttons, buttons.focus)
    return tuple(found)


def _asked(panels: Panels, snapshot: BoardSnapshot) -> Sequence[Announcement]:
    """What the acting seat's panel says."""
    said = panels.words(snapshot, snapshot.seat)
    own = panels.layout.panels[snapshot.seat].language
    whose = joined(". ", said.name, said.head) if said.head else said.name
    return Announcement("turn", whose, own), Announcement("line", said.line, own)


def _told(panels: Panels, snapshot: BoardSnapshot) -> Sequence[Announcement]:
    """What a computer has done, or what is looked back at; people saw each other's hands."""
    last = snapshot.last
    if last is None:
        return ()
    seat = snapshot.game.acting(last.before)
    looks_back = panels.course.at is not None
    if not looks_back and not panels.setup.filler(seat).is_computer:
        return ()
    own = panels.layout.panels[snapshot.seat].language
    return (Announcement("told", panels.view.describe_ply(last), own),)


def _asides(panels: Panels, acting: Seat) -> Sequence[Announcement]:
    """What other seats alone are told."""
    return [
        Announcement(f"aside:{seat}", words, panels.layout.panels[seat].language)
        for seat, words in panels.asides.items()
        if seat != acting
    ]


def _place(panels: Panels, snapshot: BoardSnapshot, cursor: Spot) -> Announcement:
    """What stands where the keys are."""
    own = panels.layout.panels[snapshot.seat].language
    said = meanings(panels.view, snapshot, cursor)
    words = joined(", ", cursor, said[0].words) if said else cursor
    return Announcement("focus", words, own)
