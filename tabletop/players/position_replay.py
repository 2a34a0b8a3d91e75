"""The position of a request, replayed by the rules, and a fallback ply without a search."""

from collections.abc import Callable
from random import Random
from typing import Any

from tabletop.engine import BadNotation, Game
from tabletop.engine.analysis import Analysis, AnalysisProgress, AnalysisRequest


class PositionReplay:
    """Caches the match of the last request, so that only new plies are played."""

    def __init__(self) -> None:
        self._start: tuple[Any, ...] = ()
        self._plies: list[str] = []
        self._states: list[Any] = []

    def state(self, game: Game, question: AnalysisRequest) -> Any:
        """The state after all plies; BadNotation or ValueError if they are impossible."""
        options = tuple(sorted(question.options.items()))
        start = (game.key, question.seats, options, question.position)
        if start != self._start:
            self._start, self._plies, self._states = (), [], [_first_state(game, question)]
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


def _first_state(game: Game, question: AnalysisRequest) -> Any:
    if question.position:
        return game.read_state(question.position, question.seats, **question.options)
    return game.start(question.seats, **question.options)


def fallback_move(find: Callable[[str], Game], question: AnalysisRequest) -> AnalysisProgress:
    """Any legal ply, or why there is none."""
    try:
        state = PositionReplay().state(find(question.game), question)
        moves = [str(move) for move in state.moves()]
    except (KeyError, ValueError) as problem:
        return AnalysisProgress(
            None, done=True, problem=str(problem.args[0] if problem.args else problem)
        )
    if not moves:
        return AnalysisProgress(None, done=True, problem="there is no ply to play")
    luck = Random(f"{question.seed}:{len(question.plies)}")
    chosen = moves[int(luck.random() * len(moves))]
    even = (1 / question.seats,) * question.seats
    return AnalysisProgress(Analysis(chosen, even, guessed=True), done=True)
