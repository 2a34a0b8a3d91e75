"""A real engine process with a search that answers soon."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest, EngineHealth
from tabletop.games import find_game
from tabletop.players.engine_client import (
    EngineClient,
    EngineProcess,
    EngineService,
    EngineTimeouts,
    engine_command,
)
from tabletop.players.engine_server import PositionReplay

PLAYOUTS = 50


class Process:
    """The computer players, and the runs of their process."""

    def __init__(
        self, folder: Path, limits: EngineTimeouts | None = None, line: Sequence[str] = ()
    ) -> None:
        self.runs: list[EngineProcess] = []
        self._line = line or engine_command(folder, 1)
        self.computers = EngineService(
            EngineClient(self._start, find_game, lambda: None, limits=limits or EngineTimeouts())
        )

    @property
    def health(self) -> EngineHealth:
        return self.computers.health

    @property
    def pid(self) -> int:
        """The process that runs now; 0 while there is none."""
        return self.runs[-1].pid if self.runs else 0

    def turn(self) -> None:
        """A turn of the loop."""
        self.computers.hear(self.computers.news())
        time.sleep(0.002)

    def until(self, there: Callable[[], bool], seconds: float = 60.0) -> None:
        """Turns until something is so."""
        late = time.monotonic() + seconds
        while not there():
            assert time.monotonic() < late, self.health
            self.turn()

    def answer(self, number: int) -> AnalysisProgress:
        """The last word on a question."""
        self.until(lambda: self.computers.progress(number).done)
        progress = self.computers.progress(number)
        self.computers.drop(number)
        return progress

    def _start(self) -> EngineProcess:
        self.runs.append(EngineProcess(self._line, lambda: None))
        return self.runs[-1]


def plies(key: str, seed: int) -> Iterator[AnalysisRequest]:
    """The questions of a random match that begins anew when it has ended."""
    game, luck = find_game(key), Random(seed)
    while True:
        played: list[str] = []
        state = game.start(2)
        while state.outcome() is None:
            yield AnalysisRequest(
                key, 2, {}, plies=tuple(played), level="Steady", playouts=PLAYOUTS
            )
            move = luck.choice(state.moves())
            played.append(str(move))
            state = state.play(move)


def legal(question: AnalysisRequest) -> set[str]:
    """The plies that may be answered."""
    return {str(ply) for ply in PositionReplay().state(find_game(question.game), question).moves()}
