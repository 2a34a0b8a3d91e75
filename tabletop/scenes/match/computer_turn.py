"""The computer that is to act in a match: what it is asked, its answer, and when that is due."""

from math import inf
from random import Random
from typing import Any, Final

from tabletop.ai.match_analysis import analysis_question
from tabletop.engine import CHANCE, Clock, Match, Seat
from tabletop.engine.analysis import Analysis, AnalysisService
from tabletop.players.player_spec import PERSON, PlayerSpec

PACE_SECONDS: Final = {"slow": 2.0, "normal": 1.0, "fast": 0.3}
"""Seconds that a computer waits at least from the end of the last motion, by `computer.pace`."""
THROW_PACE_SHARE: Final = 0.7
"""How much of that it waits before a throw, which nobody has to think about."""
DOT_SECONDS: Final = 0.3
"""Seconds from one picture of the dots to the next: no more than four a second."""
DOTS: Final = 3
MAX_CLOCK_SHARE: Final = 0.06
"""The part of the time that is left for a whole match which one ply may take."""
UNWATCHED_SECONDS: Final = 0.5
"""Seconds after which a ply has been thought about long enough where nobody follows the game."""
THROW_ANSWER: Final = ""
"""The answer where the dice decide."""


def thinking_limit(clock: Clock, seat: Seat) -> float:
    """How many seconds one ply may take, so that no computer ever runs out of time by thinking."""
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
    """What the computers of one match think. It changes as they are asked and answer."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._about: Any = None
        """The state that the answer belongs to; never another, even an equal one."""
        self._filler: PlayerSpec = PERSON
        self._answer: str | None = None
        self._limit = self._most = inf
        """Seconds that it may take by the clock, and because nobody follows the game."""
        self._hurried = self._stopped = False
        self.spent = 0.0
        """Seconds since the board came to rest for this ply."""
        self.chances: dict[Seat, float] = {}
        """What each computer thought of its own chance when it last thought."""
        self.values: tuple[float, ...] = ()
        """What all seats' chances are by the thought that is there; empty while there is none."""
        self.guesses = False
        """Nobody could think for the last answer: it is any ply that the rules allow."""

    def attend(self, seat: Seat, filler: PlayerSpec) -> None:
        """Begins to think for a seat, unless that is what is thought about already."""
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
        """Whether a computer thinks, or waits until it is time to play."""
        return self._about is not None

    @property
    def dots(self) -> int:
        """How many of the dots are lit at this moment."""
        return int(self.spent / DOT_SECONDS) % (DOTS + 1)

    def run(self, dt: float, pace: float, *, unseen: bool = False) -> str | None:
        """Lets time pass while the board lies still; gives the ply once it is due.

        `unseen`: nobody is left who would want to follow, and the game shall end soon.
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
        """Any ply that the rules allow, for the game goes on whatever happens."""
        moves = self._about.moves()
        luck = Random(f"{self._match.seed}:{len(self._match.plies)}:guess")
        return str(moves[int(luck.random() * len(moves))])

    def hurry(self) -> None:
        """Somebody wants it to play now, with the best that it has."""
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
        """Whatever was thought about is given up."""
        if self._number is not None:
            self._thinking.drop(self._number)
        self._number = self._about = self._answer = None
        self.values = ()
        self._hurried = self._stopped = False
        self.spent = 0.0
