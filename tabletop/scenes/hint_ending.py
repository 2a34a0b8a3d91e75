"""How a turn that cannot be taken back can best be ended: each way is thought about for itself."""

from collections.abc import Sequence
from typing import Any, Final

from tabletop.engine import CHANCE, Match, Seat
from tabletop.engine.thought import Candidate, Thinking
from tabletop.scenes.asked import question
from tabletop.scenes.turning import Values, shares

SECONDS: Final = 1.2
"""How long all ways together are thought about at most."""
EACH: Final = 0.15
"""How long one of them is thought about at most."""


class Ending:
    """The ways that are left, as they are thought about one after the other."""

    def __init__(self, thinking: Thinking, match: Match, moves: Sequence[Any]) -> None:
        self._thinking = thinking
        self._match = match
        self._left = list(moves)
        self._seconds = min(EACH, SECONDS / max(1, len(moves)))
        self._number: int | None = None
        self._known: list[Candidate] = []

    @property
    def done(self) -> bool:
        return not self._left

    def run(self) -> None:
        """Hears what was thought of one way, and goes on to the next."""
        if self.done:
            return
        if self._number is None:
            self._begin(self._left[0])
            return
        progress = self._thinking.progress(self._number)
        if not progress.done:
            return
        self._thinking.drop(self._number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed:
            self._note(thought.values, proven=thought.proven)
        else:
            self._left.pop(0)

    def _begin(self, move: Any) -> None:
        after = self._match.state.play(move)
        ended = after.outcome()
        if ended is not None:
            self._note(shares(ended, self._match.seats), proven=True)
        elif after.turn == CHANCE:
            self._note((1 / self._match.seats,) * self._match.seats)
        else:
            asked = question(self._match, self._seconds, more=(str(move),))
            self._number = self._thinking.ask(asked)

    def _note(self, values: Values, *, proven: bool = False) -> None:
        self._known.append(Candidate(str(self._left.pop(0)), 1, values, proven))

    def best(self, seat: Seat, moves: Sequence[Any]) -> Candidate | None:
        """The best way known so far, of those that are still open; None if none is known."""
        open_now = {str(move) for move in moves}
        known = [candidate for candidate in self._known if candidate.move in open_now]
        return max(known, key=lambda candidate: candidate.values[seat], default=None)

    def stop(self) -> None:
        """Enough is known."""
        if self._number is not None:
            self._thinking.drop(self._number)
        self._number = None
        self._left.clear()
