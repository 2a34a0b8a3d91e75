"""Which moment of a match is shown: the ply that is animated, or the ply that is looked back at."""

from math import inf
from typing import Final, Protocol

from tabletop.engine import Match, Ply
from tabletop.engine.clock import TENTHS_BELOW_SECONDS
from tabletop.input.actions import Button
from tabletop.scenes.play.move_input import MoveInput, MoveRefused
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation
from tabletop.ui.core.tween import Timer

FINISH_SECONDS: Final = 1.4
"""Seconds in which the winning line is drawn, before the result is shown."""

CALL_WAIT_SECONDS: Final = 3.0
"""Seconds in which the table waits for a call, each time that the pieces lie still."""


class PlyTiming(Protocol):
    """How long plies are shown."""

    def seconds(self, ply: Ply) -> float:
        """How long the animation of a ply takes."""
        ...

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply lies still, in seconds of its animation."""
        ...


class MatchTimeline:
    """A match, the ply that is animated, and the ply that is looked back at, if any."""

    def __init__(self, match: Match, timing: PlyTiming) -> None:
        self.match = match
        self._timing = timing
        self.motion: PlyAnimation | None = None
        self._called = match.game.call(match.options) is not None
        """The game is won by calling: the animation waits for calls."""
        self._rests: tuple[float, ...] = ()
        """When the animation is still to wait for a call, in seconds since its beginning."""
        self._wait: Timer | None = None
        self.held = False
        """A computer is to act, so touches play nothing."""
        self.at: int | None = None
        """How many plies are shown while somebody looks back; None: all."""
        self._finish: Timer | None = Timer(0.0) if match.outcome else None
        self.seen = match.outcome is not None
        """The result has been shown."""

    @property
    def still(self) -> bool:
        """No ply can be entered: an animation, the past, a computer's turn, or the end."""
        busy = self.motion is not None or self.held
        return busy or self.at is not None or self.match.outcome is not None

    @property
    def waits(self) -> bool:
        """The animation waits, so that somebody may call."""
        return self.motion is not None and self._wait is not None

    @property
    def waits_for(self) -> float:
        """Seconds that the animation still waits for a call; infinite if it does not."""
        return self._wait.length - self._wait.spent if self.waits and self._wait else inf

    @property
    def moving(self) -> bool:
        """Whether something changes with every frame."""
        return (self.motion is not None and not self.waits) or (
            self._finish is not None and not self.seen
        )

    def wakes_in(self) -> float:
        """Seconds until the animation or the time that a clock shows changes."""
        match = self.match
        if self.moving:
            return 0.0
        if self._wait is not None and self.waits:
            return self._wait.length - self._wait.spent
        if not match.clock.ticking or match.outcome is not None:
            return inf
        left = match.clock.left[match.game.acting(match.state)]
        return 0.1 if left <= TENTHS_BELOW_SECONDS else left % 1.0 + 0.005

    @property
    def result_is_due(self) -> bool:
        finish = self._finish
        return finish is not None and finish.done and self.motion is None and not self.seen

    @property
    def count(self) -> int:
        """How many plies are shown."""
        return len(self.match.plies) if self.at is None else self.at

    def run(self, dt: float, slow: float) -> bool:
        """Lets time pass; True when an animation has just ended."""
        if self.motion is not None:
            if self._wait is not None:
                self._wait.run(dt)
                if not self._wait.done:
                    return False
                self._wait = None
            self._go_on(self.motion.ply, self.motion.spent + (dt / slow if slow else inf))
            return self.motion is None
        if self._finish is not None and not self._finish.done:
            self._finish.run(dt if slow else inf)
        return False

    def _go_on(self, ply: Ply, spent: float) -> None:
        """Takes the animation as far as `spent`, or to where it waits for a call."""
        if self._rests and spent >= self._rests[0]:
            self._wait = Timer(CALL_WAIT_SECONDS)
            spent, self._rests = self._rests[0], self._rests[1:]
        arrived = self._wait is None and spent >= self._timing.seconds(ply)
        self.motion = None if arrived else PlyAnimation(ply, spent)

    def show(self, ply: Ply, slow: float, *, again: bool = False) -> None:
        """Sends a ply on its way; without motion it arrives at once, but for the waits.

        Shown `again`, because somebody looks back, it waits for nobody.
        """
        self._wait = None
        self._rests = self._timing.rests(ply) if self._called and not again else ()
        self.motion = PlyAnimation(ply, 0.0) if slow or self._rests else None

    def hurry(self) -> None:
        """Skips the animation to its end, or to where it waits for a call."""
        if self.motion is None or self.waits:
            return
        self._go_on(self.motion.ply, inf)

    def stop(self) -> None:
        """Ends the animation at once."""
        self.motion = self._wait = None
        self._rests = ()

    def end(self) -> None:
        """The match is over: the winning line is drawn, then the result is due."""
        self._finish = Timer(FINISH_SECONDS)
        self.seen = False
        self.at = None

    def reopen(self) -> None:
        """The match goes on, because its last ply was taken back: no result is due."""
        self._finish = None
        self.seen = False

    def look(self, button: Button, slow: float) -> None:
        """Steps through the plies of a running or finished match; steps forwards are animated."""
        plies = self.match.plies
        at = self.count
        self.stop()
        match button:
            case Button.EARLIER:
                at = max(0, at - 1)
            case Button.LATER:
                if at < len(plies):
                    self.show(plies[at], slow, again=True)
                at = min(len(plies), at + 1)
            case Button.FIRST:
                at = 0
            case _:
                at = len(plies)
        over = self.match.outcome is not None
        self.at = at if at < len(plies) or over else None

    @property
    def finish(self) -> float | None:
        """How much of the winning line is drawn, from 0 to 1; None where no end is shown."""
        if self._finish is None or self.motion is not None:
            return None
        match = self.match
        if self.count != len(match.plies):
            return None
        ended = match.state.outcome() or (match.outcome if self._called else None)
        return self._finish.share if ended is not None else None

    def snapshot(self, hand: MoveInput, refused: MoveRefused | None, slow: float) -> BoardSnapshot:
        """What the board shows; `slow` is how long one second of animation takes."""
        plies, count = self.match.plies, self.count
        state = self.match.state if count == len(plies) else plies[count].before
        live = not self.still
        picker = hand.picker
        acting = self.motion.ply.before if self.motion else state
        return BoardSnapshot(
            game=self.match.game,
            state=state,
            seat=self.match.game.acting(acting),
            last=plies[count - 1] if count else None,
            picked=picker.picked if live else (),
            open=hand.open if live else frozenset(),
            candidates=picker.candidates if live and picker.picked else (),
            preview=hand.preview if live else None,
            motion=self.motion,
            cursor=hand.cursor if live else None,
            held=hand.held if live else None,
            refused=refused.spots if refused and live else (),
            finish=self.finish,
            slow=slow,
        )
