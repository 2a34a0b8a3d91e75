"""The computers of a match: what they are asked, their answers, and when these are played."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, Final

from tabletop.ai.match_analysis import WinChances, analysis_question
from tabletop.engine import CHANCE, Clock, Match, Seat, Text, say
from tabletop.engine.analysis import Analysis, AnalysisService
from tabletop.input.actions import Action, Button, Buzz, Down, Nudge, Press, Tap, Walk
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.play.board import PanelNotes
from tabletop.scenes.play.features import Calls, Feature, Handled, MatchFeature, MatchParts
from tabletop.scenes.play.session import MatchEvent, MatchSession, Played, SeatsChanged
from tabletop.ui.board.view import BoardSnapshot, DiceInput
from tabletop.ui.core.app_context import AppContext

PACE_SECONDS: Final = {"slow": 2.0, "normal": 1.0, "fast": 0.3}
"""Seconds that a computer waits at least after the last animation, by `computer.pace`."""
THROW_PACE_SHARE: Final = 0.7
"""The share of that before a throw, which needs no thought."""
DOT_SECONDS: Final = 0.3
"""Seconds from one picture of the dots to the next."""
DOTS: Final = 3
MAX_CLOCK_SHARE: Final = 0.06
"""The share of the time left for a whole match that one ply may take."""
UNWATCHED_SECONDS: Final = 0.5
"""The most seconds of thinking about one ply where nobody follows the game."""
THROW_ANSWER: Final = ""
"""The answer where the dice decide."""


def thinking_limit(clock: Clock, seat: Seat) -> float:
    """The most seconds that one ply may take, so that no computer runs out of time."""
    left = clock.left[seat]
    match clock.control.kind:
        case "none":
            return inf
        case "move":
            return left / 2
        case "sudden":
            return left * MAX_CLOCK_SHARE
        case "increment":
            return min(left / 2, left * MAX_CLOCK_SHARE + clock.control.added * 0.8)


class ComputerTurn:
    """The request for the ply of a computer, and its answer."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._about: Any = None
        """The state that the answer belongs to, compared by identity."""
        self._filler: PlayerSpec = PERSON
        self._answer: str | None = None
        self._limit = self._most = inf
        """The most seconds by the clock, and where nobody follows the game."""
        self._hurried = self._stopped = False
        self.spent = 0.0
        """Seconds since the last animation ended."""
        self.chances: dict[Seat, float] = {}
        """What each computer thought of its own chances when it last thought."""
        self.values: tuple[float, ...] = ()
        """All seats' chances by the present answer; empty while there is none."""
        self.guesses = False
        """No engine was there for the last answer: it is a random legal ply."""

    def attend(self, seat: Seat, filler: PlayerSpec) -> None:
        """Asks for a ply of a seat, unless that was asked for already."""
        state = self._match.state
        if self._about is state and self._filler == filler:
            return
        self.drop()
        self._about, self._filler = state, filler
        self._limit = self._most = thinking_limit(self._match.clock, seat)
        moves = state.moves()
        if state.turn == CHANCE:
            self._answer = THROW_ANSWER
        elif len(moves) == 1:
            self._answer = str(moves[0])  # nothing to think about
        else:
            self._number = self._thinking.ask(analysis_question(self._match, level=filler.level))

    @property
    def busy(self) -> bool:
        """Whether a computer thinks, or waits before it plays."""
        return self._about is not None

    @property
    def dots(self) -> int:
        """How many of the dots are lit at this moment."""
        return int(self.spent / DOT_SECONDS) % (DOTS + 1)

    def run(self, dt: float, pace: float, *, unseen: bool = False) -> str | None:
        """Lets time pass while nothing moves; gives the ply once it is due.

        `unseen`: nobody follows the game, which shall end soon.
        """
        if self._about is None:
            return None
        self.spent += dt
        if self._number is not None:
            self._hear(self._number)
        self._most = min(self._limit, UNWATCHED_SECONDS) if unseen else self._limit
        if self.spent >= self._most and not self._stopped:
            self._stop()
        return self._answer if self.spent >= self._least(pace) else None

    def _least(self, pace: float) -> float:
        if self._hurried:
            return 0.0
        return min(pace * (THROW_PACE_SHARE if self._answer == THROW_ANSWER else 1.0), self._limit)

    def _hear(self, number: int) -> None:
        progress = self._thinking.progress(number)
        if not progress.done:
            return
        self._thinking.drop(number)
        self._number = None
        thought, state = progress.thought, self._about
        if thought is None or self._match.game.why_not(state, thought.move) is not None:
            self.guesses = True
            self._answer = self._guess()
            return
        self._note(thought, self._match.game.acting(state))
        self._answer = thought.move

    def _note(self, thought: Analysis, seat: Seat) -> None:
        self.guesses = thought.guessed
        if not thought.guessed and seat < len(thought.values):
            self.chances[seat] = thought.values[seat]
            self.values = thought.values

    def _guess(self) -> str:
        """A random legal ply; used when no engine answers."""
        moves = self._about.moves()
        luck = Random(f"{self._match.seed}:{len(self._match.plies)}:guess")
        return str(moves[int(luck.random() * len(moves))])

    def hurry(self) -> None:
        """Has it play at once, with the best that it has found."""
        self._hurried = True
        self._stop()

    def _stop(self) -> None:
        self._stopped = True
        if self._number is not None:
            self._thinking.stop(self._number)

    def wakes_in(self, pace: float) -> float:
        """Seconds until another dot is lit, or the answer is due."""
        if self._about is None:
            return inf
        waits = [DOT_SECONDS - self.spent % DOT_SECONDS]
        if not self._stopped:
            waits.append(self._most - self.spent)
        if self._answer is not None:
            waits.append(self._least(pace) - self.spent)
        return max(0.001, min(waits))

    def drop(self) -> None:
        """Gives up what is thought about."""
        if self._number is not None:
            self._thinking.drop(self._number)
        self._number = self._about = self._answer = None
        self.values = ()
        self._hurried = self._stopped = False
        self.spent = 0.0


OK_GUARD_SECONDS: Final = 0.4
"""Seconds after an animation in which OK was meant to skip it, and does not hurry a computer."""
COMPUTER_CALL_LEAD_SECONDS: Final = 0.5
"""Seconds before the wait for a call ends at which a computer calls: people had their time."""


class Computers(Feature):
    """The computers that play at some seats: they think, throw, play and call."""

    def __init__(
        self,
        table: AppContext,
        session: MatchSession,
        calls: Calls,
        *,
        play: Callable[[str], None],
        pace: Callable[[], float],
        thrown_by: Callable[[], DiceInput] = lambda: "screen",
        known: Callable[[WinChances], None] = lambda _: None,
        announce: Callable[[Text], None] = lambda _: None,
    ) -> None:
        """`play` plays an answer; `pace` is how many seconds a computer waits at least.

        `thrown_by` tells how the next dice are thrown. `known` is told the chances that a
        computer sees, and `announce` what people should know.
        """
        self._table = table
        self._session = session
        self._calls = calls
        self._play = play
        self._pace = pace
        self._thrown_by = thrown_by
        self._known = known
        self._announce = announce
        self._guessed = self._guess_announced = False
        self.turn = ComputerTurn(table.analysis, session.match)

    @property
    def seat(self) -> Seat | None:
        """The seat whose computer is to play, or for which the screen is to throw; else None."""
        session = self._session
        if not session.filler.is_computer or session.over or self.throws_by_hand:
            return None
        return session.acting

    @property
    def throws_by_hand(self) -> bool:
        """Whether people have to throw the dice now, for whomever."""
        return self._session.match.state.turn == CHANCE and self._thrown_by() != "screen"

    @property
    def doing(self) -> Text | None:
        """What is said of the computer that is to act; None where people act."""
        session = self._session
        if not session.filler.is_computer or session.over:
            return None
        if session.match.state.turn != CHANCE:
            return say("computer.thinking", "The computer is thinking.")
        match self._thrown_by():
            case "reader":
                return say("computer.throw_real", "Roll the real dice for the computer.")
            case "typed":
                words = "Roll your dice for the computer, then enter them."
                return say("computer.throw_typed", words)
            case _:
                return say("computer.throws", "The computer rolls the dice.")

    @property
    def dots(self) -> int | None:
        """How many dots are lit while a computer thinks; None where none does."""
        if self.seat is None:
            return None
        return DOTS if self._table.still else self.turn.dots

    @property
    def hurryable(self) -> bool:
        """Whether a computer thinks while the board lies still."""
        session = self._session
        return (
            self.seat is not None
            and session.timeline.motion is None
            and session.timeline.at is None
        )

    def drop(self) -> None:
        """Gives up what is thought about."""
        self.turn.drop()

    # -- the feature ------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        return bool(self._session.setup.computers)

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case SeatsChanged() if not self.active:
                self.turn.drop()
                self._session.timeline.held = False
            case Played() if self._guessed and not self._guess_announced:
                self._guess_announced = True
                words = "The computer can’t think right now: it makes any move."
                self._announce(say("computer.guesses", words))

    def begin(self) -> None:
        self.turn.drop()
        self.turn = ComputerTurn(self._table.analysis, self._session.match)

    def update(self, dt: float) -> None:
        """Has the computer that is to act think, and plays its answer once that is due."""
        if self._calls.open:
            self._make_calls()
        session, seat, dots = self._session, self.seat, self.dots
        if seat is None:
            self.turn.drop()
        elif session.timeline.motion is None and session.timeline.at is None:
            fresh = not self.turn.busy
            self.turn.attend(seat, session.filler)
            answer = self.turn.run(0.0 if fresh else dt, self._pace(), unseen=session.unwatched)
            if self.turn.values:
                self._known(self.turn.values)
            if answer is not None:
                self.turn.drop()
                self._guessed = self.turn.guesses and answer != THROW_ANSWER
                self._play(answer)
        if self.dots != dots:
            session.changed()

    def _make_calls(self) -> None:
        """Makes true calls of computers, late in the wait so that people can call first."""
        session, timeline = self._session, self._session.timeline
        early = timeline.motion is not None and timeline.waits_for > COMPUTER_CALL_LEAD_SECONDS
        if early or session.hand.bound:
            return
        for seat in session.setup.computers:
            if self._calls.open and self._calls.true(seat):
                self._calls.make(seat)

    def wakes_in(self) -> float:
        soonest, timeline = inf, self._session.timeline
        if self._calls.open and timeline.waits_for > COMPUTER_CALL_LEAD_SECONDS:
            soonest = timeline.waits_for - COMPUTER_CALL_LEAD_SECONDS
        if not self.hurryable:
            return soonest
        return min(soonest, self.turn.wakes_in(self._pace())) if self.turn.busy else 0.0

    def clock_runs(self) -> bool:
        """A computer's clock stands while people look back, or have to throw for it."""
        waits = self._session.timeline.at is not None or self.throws_by_hand
        return not (waits and self._session.filler.is_computer)

    def before_snapshot(self) -> None:
        self._session.timeline.held = self.seat is not None

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        """Marks what a computer did last, until the next ply that is no throw."""
        session, match = self._session, self._session.match
        if board.motion is not None or session.timeline.at is not None or match.outcome is not None:
            return board
        for last in reversed(match.plies):
            if last.seat != CHANCE:
                return board if session.is_person(last.seat) else replace(board, marked=last)
        return board

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        return replace(notes, doing=self.doing, dots=self.dots)

    def leave(self) -> None:
        self.turn.drop()


class ComputerGuard(MatchFeature):
    """What people do while a computer is to act: they hurry it, or read that a computer plays."""

    def __init__(self, parts: MatchParts, computers: Computers) -> None:
        super().__init__(parts)
        self._computers = computers

    @property
    def active(self) -> bool:
        return self._computers.active

    def notice(self, action: Action) -> None:
        watches = isinstance(action, Down | Press | Walk | Nudge | Buzz)
        if watches and self._session.unwatched:
            self._session.unwatched = False
            self._session.changed()

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        taken = self._hurries(action, seat) or self._is_replaced(action)
        return Handled() if taken else None

    def _hurries(self, action: Action, seat: Seat | None) -> bool:
        """Whether somebody wants the computer that thinks to play now; then it does."""
        if not self._computers.hurryable:
            return False
        turn = self._computers.turn
        match action:
            case Press(button=Button.OK) if seat in self._calls.reached:
                return False
            case Buzz(source="keyboard"):
                return False
            case Buzz() if self._calls.call is not None:
                return False
            case Press(button=Button.OK) | Buzz():
                if turn.spent >= OK_GUARD_SECONDS:
                    turn.hurry()
                return True
            case Tap(contact=contact) if (
                seat == self._computers.seat and contact not in self._buttons.held
            ):
                turn.hurry()
                return True
            case _:
                return False

    def _is_replaced(self, action: Action) -> bool:
        """Whether it came from a device of a seat that a computer plays; its people are told."""
        match action:
            case Press(button=Button.OK | Button.BACK | Button.UNDO):
                pass
            case Walk() | Nudge() | Buzz():
                pass
            case _:
                return False
        seat, session = action.seat, self._session
        own_hands = self._table.settings["input.own_hands"]
        if seat is None or action.source == "keyboard" or not own_hands:
            return False
        if seat not in session.setup.computers or session.over or self._computers.throws_by_hand:
            return False
        self._notices.tell_seat(seat, say("computer.replaced", "A computer plays here now."))
        return True
