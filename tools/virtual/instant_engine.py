"""A computer player that answers at once, in the same process, with any legal ply."""

from time import thread_time

from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest, EngineHealth
from tabletop.games import find_game
from tabletop.players.engine_server import fallback_move


class AtOnce:
    """Thinks nothing and needs no time, so that a day goes by in minutes.

    It changes as it is asked; what was given up is forgotten.
    """

    def __init__(self) -> None:
        self._asked: dict[int, AnalysisRequest] = {}
        self._number = 0
        self.spent = 0.0
        """Seconds of processor that it has taken: elsewhere another process takes them."""

    @property
    def health(self) -> EngineHealth:
        """It always does."""
        return EngineHealth(running=True)

    def warm(self, game: str) -> None:
        """There is nothing to be got ready."""

    def ask(self, question: AnalysisRequest) -> int:
        """The number of a new thought."""
        self._number += 1
        self._asked[self._number] = question
        return self._number

    def progress(self, number: int) -> AnalysisProgress:
        """Any legal ply."""
        began = thread_time()
        try:
            return fallback_move(find_game, self._asked[number])
        finally:
            self.spent += thread_time() - began

    def stop(self, number: int) -> None:
        """It has stopped already."""

    def drop(self, number: int) -> None:
        """Forgets a thought."""
        self._asked.pop(number, None)

    def close(self) -> None:
        """Forgets all."""
        self._asked.clear()
