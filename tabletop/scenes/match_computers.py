"""A match in which computers play at some seats: they think, throw, play and call."""

from dataclasses import replace
from typing import Final

from tabletop.engine import CHANCE, IllegalMove, Match, Ply, Seat, Text, say
from tabletop.input.actions import Action, Button, Buzz, Down, Nudge, Press, Tap, Walk
from tabletop.players.filler import Filler
from tabletop.scenes.match_advice import AdvisedMatch
from tabletop.scenes.panels import Panels
from tabletop.scenes.setup import Setup
from tabletop.scenes.thinker import DOTS, PACES, THROW, Thinker
from tabletop.ui.scene import Change
from tabletop.ui.table import SLOWNESS, Table
from tabletop.ui.view import Showing

CALM: Final = 0.4
"""Seconds in which an OK is still the one that ended the last motion, and hurries nobody."""
CALLS: Final = 0.5
"""Seconds before the wait for a call ends in which a computer calls: people had theirs."""


class ComputersMatch(AdvisedMatch):
    """Adds the seats that computers play at."""

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self._thinker = Thinker(table.thinking, match)
        self._quick = False  # nobody is left who would want to follow
        self._excused = False  # people know already that nobody can think
        super().__init__(table, setup, match, match_id)

    @property
    def setup(self) -> Setup:
        """How the match is played, and by whom."""
        return self._setup

    # -- whose turn it is ---------------------------------------------------------------------

    @property
    def _filler(self) -> Filler:
        """Who is to act."""
        return self._setup.filler(self._match.game.acting(self._match.state))

    @property
    def _computer(self) -> Seat | None:
        """The seat whose computer is to play now, or the screen to throw for it; else None."""
        if not self._filler.is_computer or self._match.outcome is not None or self._by_hand:
            return None
        return self._match.game.acting(self._match.state)

    @property
    def _by_hand(self) -> bool:
        """Whether people have to throw the dice now, for whomever."""
        return self._match.state.turn == CHANCE and self.dice.source.by != "screen"

    @property
    def doing(self) -> Text | None:
        """What is said of the computer that is to act; None where people act."""
        if not self._filler.is_computer or self._match.outcome is not None:
            return None
        if self._match.state.turn != CHANCE:
            return say("computer.thinking", "The computer is thinking")
        match self.dice.source.by:
            case "reader":
                return say("computer.throw_real", "Throw the real dice for the computer")
            case "typed":
                words = "Throw your dice for the computer, then type them in"
                return say("computer.throw_typed", words)
            case _:
                return say("computer.throws", "The computer throws the dice")

    @property
    def showing(self) -> Showing:
        return replace(super().showing, marked=self._computer_mark)

    @property
    def _computer_mark(self) -> Ply | None:
        """What a computer did last, until the next ply but for throws."""
        course, match = self._course, self._match
        if course.motion is not None or course.at is not None or match.outcome is not None:
            return None
        last = next((ply for ply in reversed(match.plies) if ply.seat != CHANCE), None)
        return last if last is not None and self._setup.filler(last.seat).is_computer else None

    @property
    def panels(self) -> Panels:
        dots = None
        if self._computer is not None:
            dots = DOTS if self._table.still else self._thinker.dots
        return replace(super().panels, doing=self.doing, dots=dots)

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float) -> Change:
        change = super().update(dt)
        if change is None:
            self._attend(dt)
        return change

    def wakes_in(self) -> float:
        soonest = super().wakes_in()
        course = self._course
        if self._calls.open and self._setup.computers and course.waits_for > CALLS:
            soonest = min(soonest, course.waits_for - CALLS)
        if self._computer is None or course.motion is not None or course.at is not None:
            return soonest
        if not self._thinker.busy:
            return 0.0
        return min(soonest, self._thinker.wakes_in(self._pace))

    @property
    def _pace(self) -> float:
        """Seconds that a computer waits at least."""
        return PACES["fast" if self._quick else self._table.settings["computer.pace"]]

    @property
    def _slow(self) -> float:
        return min(super()._slow, SLOWNESS["fast"]) if self._quick else super()._slow

    @property
    def _time_runs(self) -> bool:
        """A computer does not pay for people who look back, or have to throw for it."""
        waits = self._course.at is not None or self._by_hand
        return super()._time_runs and not (waits and self._filler.is_computer)

    def _attend(self, dt: float) -> None:
        """Has the computer that is to act think, and plays its ply once that is due."""
        self._call_fives()
        seat, course = self._computer, self._course
        if seat is None:
            self._thinker.drop()
        elif course.motion is None and course.at is None:
            fresh = not self._thinker.busy
            self._thinker.attend(seat, self._filler)
            answer = self._thinker.run(0.0 if fresh else dt, self._pace, unseen=self._quick)
            if self._thinker.values:
                self.chances.take(self._thinker.values)
            if answer is not None:
                self._answered(answer)

    def _answered(self, answer: str) -> None:
        self._thinker.drop()
        if answer == THROW:
            self._cast(self.dice.on_screen())
            return
        guesses = self._thinker.guesses
        self._send(self._match.play(answer))
        if guesses and not self._excused:
            self._excused = True
            words = "The computer cannot think now: it plays anything that the rules allow"
            self.notices.tell(say("computer.guesses", words))

    def _call_fives(self) -> None:
        """A computer calls what is true and its own, once people have had the time to."""
        course = self._course
        over = course.motion is not None and course.waits_for > CALLS
        if over or not self._calls.open or self._hand.bound:
            return
        for seat in self._setup.computers:
            if self._calls.open and self._calls.true(seat, self._hand):
                self._call(seat)

    def _call(self, seat: Seat) -> None:
        """A seat calls out: a true call ends the match here and now."""
        if not self._calls.open:
            return
        over = self._match.outcome
        wrong = self._calls.made(seat, self._hand)
        if wrong is not None:
            self.notices.tell(wrong)
        elif self._match.outcome is not None and self._match.outcome != over:
            self._course.stop()
            self._ended()

    def _refresh(self) -> None:
        self._course.held = self._computer is not None
        super()._refresh()

    def _take(self, match: Match, match_id: str = "") -> None:
        self._thinker.drop()
        super()._take(match, match_id)
        self._thinker = Thinker(self._table.thinking, match)
        self._quick = False

    def leave(self) -> None:
        self._thinker.drop()
        super().leave()

    # -- hands --------------------------------------------------------------------------------

    def _hurries(self, action: Action, seat: Seat | None) -> bool:
        """Whether somebody wants the computer that thinks to play now; then it does."""
        course = self._course
        computer = self._computer
        if computer is None or course.motion is not None or course.at is not None:
            return False
        match action:
            case Press(button=Button.OK) if seat in self._calls.reached:
                return False
            case Buzz(source="keyboard"):
                return False
            case Buzz() if self._calls.call is not None:
                return False
            case Press(button=Button.OK) | Buzz():
                if self._thinker.spent >= CALM:
                    self._thinker.hurry()
                return True
            case Tap(contact=contact) if seat == computer and contact not in self.buttons.held:
                self._thinker.hurry()
                return True
            case _:
                return False

    def _is_replaced(self, action: Action) -> bool:
        """Whether it was done with a device of a seat that a computer plays at; it is told."""
        buttons = Button.OK, Button.BACK, Button.UNDO
        match action:
            case Press(button=button):
                does = button in buttons
            case Walk() | Nudge() | Buzz():
                does = True
            case _:
                does = False
        seat = action.seat
        if not does or seat is None or action.source == "keyboard" or not self._own_hands:
            return False
        if seat not in self._setup.computers or self._match.outcome is not None or self._by_hand:
            return False
        self.notices.take_aside(seat, say("computer.replaced", "A computer plays at this seat"))
        return True

    def _wake(self, action: Action) -> None:
        """Somebody is there and looks on."""
        if self._quick and isinstance(action, Down | Press | Walk | Nudge | Buzz):
            self._quick = False

    # -- taking back --------------------------------------------------------------------------

    def _last_person(self) -> Ply | None:
        """The last ply that was not a computer's."""
        computers = self._setup.computers if self._setup.persons else ()
        return next((ply for ply in reversed(self._match.plies) if ply.seat not in computers), None)

    def _take_back(self, back: Ply | None = None) -> None:
        """Goes back to before the ply `back`, or else to a person's last decision.

        IllegalMove says why that cannot be.
        """
        match, last = self._match, back or self._last_person()
        if last is None and match.plies:
            words = "Nobody but the computers has played yet"
            raise IllegalMove(say("refused.undo_computers", words))
        if last is not None and last.seat == CHANCE and match.plies[-1] is not last:
            raise IllegalMove(say("refused.undo_dice", "Dice that were thrown stay thrown"))
        while match.undo() is not last:
            pass
