"""An engine without a process that always gives the same ply."""

from random import Random

from msgspec.structs import replace

from tabletop.engine.analysis import (
    Analysis,
    AnalysisProgress,
    AnalysisRequest,
    EngineHealth,
    EngineUpdate,
)
from tabletop.games import find_game
from tabletop.players.engine_client import Engine
from tabletop.players.engine_server import PositionReplay


class SlowBrain(Engine):
    """Answers a question by any ply, some turns of the loop after it was asked."""

    def __init__(self, turns: int = 5) -> None:
        self.asked: list[AnalysisRequest] = []
        self.warmed: list[str] = []
        self.closed = False
        self._turns = turns
        self._open: dict[int, int] = {}
        """How many turns each question has been thought about."""
        self._told = False

    def warm(self, game: str) -> None:
        self.warmed.append(game)

    def ask(self, number: int, question: AnalysisRequest) -> None:
        self.asked.append(question)
        self._open[number] = 0

    def stop(self, number: int) -> None:
        if number in self._open:
            self._open[number] = self._turns

    def drop(self, number: int) -> None:
        self._open.pop(number, None)

    def news(self) -> EngineUpdate:
        progress = {}
        for number in list(self._open):
            self._open[number] += 1
            thought = _thought(self.asked[number - 1])
            over = self._open[number] > self._turns
            progress[number] = AnalysisProgress(
                replace(thought, sims=self._open[number]), done=over
            )
            if over:
                del self._open[number]
        health = None if self._told or not self.asked else EngineHealth(running=True)
        self._told = self._told or health is not None
        return EngineUpdate(progress, health)

    def close(self) -> None:
        self.closed = True


def _thought(question: AnalysisRequest) -> Analysis:
    state = PositionReplay().state(find_game(question.game), question)
    moves = state.moves()
    chosen = moves[int(Random(len(question.plies)).random() * len(moves))]
    return Analysis(str(chosen), (1 / question.seats,) * question.seats)
