"""The analysis of a finished match, one position after the other."""

from typing import Final

from tabletop.ai.match_analysis import (
    TurningPoint,
    WinChances,
    analysis_question,
    chances,
    positions_to_analyse,
    turning_points,
)
from tabletop.engine import Match, Text, say
from tabletop.engine.analysis import Analysis, AnalysisService

TOTAL_SECONDS: Final = 20.0
"""Seconds for a whole match, within the limits below."""
SHORTEST, LONGEST = 0.2, 0.5
"""Seconds for one position."""
NOT_READY: Final = say("review.not_ready", "The computer players are not ready: no review now.")


class ReviewAnalysis:
    """The analysis of one match so far; it goes on while `run` is called."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self.match = match
        self.numbers = positions_to_analyse(match.plies, match.outcome is not None)
        """The positions to analyse, by the number of plies before them."""
        self.thoughts: dict[int, Analysis] = {}
        self.problem: Text | None = None
        """Why there will be no review."""
        self._next = 0
        self._number: int | None = None
        share = TOTAL_SECONDS / max(1, len(self.numbers))
        self.seconds = min(LONGEST, max(SHORTEST, share))
        """Seconds for each position."""

    @property
    def done(self) -> bool:
        return self._next >= len(self.numbers)

    @property
    def share(self) -> float:
        """How much of the analysis is done, from 0 to 1."""
        return 1.0 if self.done else self._next / len(self.numbers)

    @property
    def here(self) -> int:
        """The position that is analysed now, or the last one."""
        return len(self.match.plies) if self.done else self.numbers[self._next]

    @property
    def chances(self) -> tuple[WinChances | None, ...]:
        """Each seat's chances along the match, as far as they are known."""
        return chances(self.match, self.thoughts)

    @property
    def turns(self) -> tuple[TurningPoint, ...]:
        """The turning points, once the analysis is done."""
        return turning_points(self.match, self.thoughts) if self.done else ()

    def run(self) -> bool:
        """Reads the analysis, and requests the next one; True if there is news."""
        if self.done:
            return False
        if self._number is None:
            self._number = self._thinking.ask(
                analysis_question(self.match, self.seconds, self.numbers[self._next])
            )
            return True
        progress = self._thinking.progress(self._number)
        if not progress.done:
            return False
        self._thinking.drop(self._number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed:
            self.thoughts[self.numbers[self._next]] = thought
        elif not self.thoughts:
            self.problem = NOT_READY
            self.finish()
        self._next += 1
        return True

    def finish(self) -> None:
        """Ends the analysis with what is known."""
        self.rest()
        self._next = len(self.numbers)

    def rest(self) -> None:
        """Drops the running request; the analysis can be continued later."""
        if self._number is not None:
            self._thinking.drop(self._number)
            self._number = None
