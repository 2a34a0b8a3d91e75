"""A computer player that answers at once, in the loop's own process, with any legal ply."""

from time import thread_time

from tabletop.engine.thought import Progress, Question, ThinkingHealth
from tabletop.games import find_game
from tabletop.players.guess import guess


class AtOnce:
    """Thinks nothing and needs no time, so that a day goes by in minutes.

    It changes as it is asked; what was given up is forgotten.
    """

    def __init__(self) -> None:
        self._asked: dict[int, Question] = {}
        self._number = 0
        self.spent = 0.0
        """Seconds of processor that it has taken: elsewhere another process takes them."""

    @property
    def health(self) -> ThinkingHealth:
        """It always does."""
        return ThinkingHealth(running=True)

    def warm(self, game: str) -> None:
        """There is nothing to be got ready."""

    def ask(self, question: Question) -> int:
        """The number of a new thought."""
        self._number += 1
        self._asked[self._number] = question
        return self._number

    def progress(self, number: int) -> Progress:
        """Any legal ply."""
        began = thread_time()
        try:
            return guess(find_game, self._asked[number])
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
