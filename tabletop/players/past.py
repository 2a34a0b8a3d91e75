"""The position that a question is about, played again by the game's own rules."""

from typing import Any

from tabletop.engine import BadNotation, Game
from tabletop.engine.thought import Question


class Past:
    """The last match that was asked about; only what is new in the next question is played."""

    def __init__(self) -> None:
        self._start: tuple[Any, ...] = ()
        self._plies: list[str] = []
        self._states: list[Any] = []

    def state(self, game: Game, question: Question) -> Any:
        """The state after all its plies; BadNotation or ValueError where there can be none."""
        options = tuple(sorted(question.options.items()))
        start = (game.key, question.seats, options, question.position)
        if start != self._start:
            self._start, self._plies, self._states = (), [], [_first(game, question)]
            self._start = start
        known = 0
        for before, now in zip(self._plies, question.plies, strict=False):
            if before != now:
                break
            known += 1
        del self._plies[known:], self._states[known + 1 :]
        for text in question.plies[known:]:
            state = self._states[-1]
            move = game.read_move(text)
            if move not in state.moves():
                raise BadNotation(f"ply {len(self._plies)}, {text[:40]!r}, is not legal")
            self._states.append(state.play(move))
            self._plies.append(text)
        return self._states[-1]


def _first(game: Game, question: Question) -> Any:
    if question.position:
        return game.read_state(question.position, question.seats, **question.options)
    return game.start(question.seats, **question.options)
