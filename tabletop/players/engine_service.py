"""The computer players as the window sees them."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tabletop.engine import Game, say
from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest, EngineHealth, EngineUpdate
from tabletop.players.engine_client import EngineClient
from tabletop.players.engine_process import EngineProcess, engine_command


class Engine(Protocol):
    """Who thinks: a process, or nobody where an evening is lived again."""

    def warm(self, game: str) -> None: ...
    def ask(self, number: int, question: AnalysisRequest) -> None: ...
    def stop(self, number: int) -> None: ...
    def drop(self, number: int) -> None: ...
    def news(self) -> EngineUpdate: ...
    def close(self) -> None: ...


class EngineService:
    """Questions by their numbers, and how far each has come; the `Thinking` of a running table.

    What is seen of it changes in `hear` alone, once in a turn of the loop, so that an evening can
    be written down with what it heard and be lived again without any process.
    """

    def __init__(self, brain: Engine) -> None:
        self._brain = brain
        self._asked = 0
        self._open: dict[int, AnalysisProgress] = {}
        self._health = EngineHealth()

    @property
    def health(self) -> EngineHealth:
        """How the process fared at the beginning of this turn."""
        return self._health

    def warm(self, game: str) -> None:
        """Says that this game is likely to be asked about soon; starts the process, if need be."""
        self._brain.warm(game)

    def ask(self, question: AnalysisRequest) -> int:
        """Begins to think, after what was asked before; gives the number of the thought."""
        self._asked += 1
        self._open[self._asked] = AnalysisProgress(None)
        self._brain.ask(self._asked, question)
        return self._asked

    def progress(self, number: int) -> AnalysisProgress:
        """How far a thought has come."""
        if number not in self._open:
            return AnalysisProgress(
                None, done=True, problem=say("thinking.dropped", "It was given up.")
            )
        return self._open[number]

    def stop(self, number: int) -> None:
        """Ends a thought early: it answers with the best so far."""
        if number in self._open:
            self._brain.stop(number)

    def drop(self, number: int) -> None:
        """Gives a thought up: it will not be asked for again."""
        if self._open.pop(number, None) is not None:
            self._brain.drop(number)

    def close(self) -> None:
        """Ends the process, if there is one."""
        self._brain.close()

    # -- what the loop calls ------------------------------------------------------------------

    def news(self) -> EngineUpdate:
        """What the process has said since the last turn."""
        return self._brain.news()

    def hear(self, news: EngineUpdate) -> None:
        """Has it seen from now on."""
        for number, progress in news.progress.items():
            if number in self._open:
                self._open[number] = progress
        self._health = news.health or self._health


class NullEngine:
    """The brain of an evening that is lived again: what was thought is written down."""

    def warm(self, game: str) -> None: ...

    def ask(self, number: int, question: AnalysisRequest) -> None: ...

    def stop(self, number: int) -> None: ...

    def drop(self, number: int) -> None: ...

    def news(self) -> EngineUpdate:
        """Nothing."""
        return EngineUpdate()

    def close(self) -> None: ...


def start_engine_service(
    data_dir: Path,
    cores: int,
    find: Callable[[str], Game],
    ring: Callable[[], None],
    *,
    ponders: bool = False,
) -> EngineService:
    """Computer players that think in a process of their own, once there is anything to think.

    `ring` wakes the main loop; `cores` of the machine are theirs. With `ponders` they think on
    while others are to move.
    """
    line = engine_command(data_dir, cores)
    return EngineService(
        EngineClient(lambda: EngineProcess(line, ring), find, ring, ponders=ponders)
    )
