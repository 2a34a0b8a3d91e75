"""The engine as scenes see it."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tabletop.engine import Game, say
from tabletop.engine.analysis import AnalysisProgress, AnalysisRequest, EngineHealth, EngineUpdate
from tabletop.players.engine_client import EngineClient
from tabletop.players.engine_process import EngineProcess, engine_command


class Engine(Protocol):
    """The source of analyses: a process, or a session recording."""

    def warm(self, game: str) -> None: ...
    def ask(self, number: int, question: AnalysisRequest) -> None: ...
    def stop(self, number: int) -> None: ...
    def drop(self, number: int) -> None: ...
    def news(self) -> EngineUpdate: ...
    def close(self) -> None: ...


class EngineService:
    """Requests by their numbers with their progress; implements `AnalysisService`.

    Its visible state changes only in `hear`, once in a turn of the loop, so that a session can be
    recorded and replayed without a process.
    """

    def __init__(self, brain: Engine) -> None:
        self._brain = brain
        self._asked = 0
        self._open: dict[int, AnalysisProgress] = {}
        self._health = EngineHealth()

    @property
    def health(self) -> EngineHealth:
        """The state of the process at the beginning of this turn."""
        return self._health

    def warm(self, game: str) -> None:
        """Announces that this game will be asked about soon; starts the process if needed."""
        self._brain.warm(game)

    def ask(self, question: AnalysisRequest) -> int:
        """Queues a request and gives its number."""
        self._asked += 1
        self._open[self._asked] = AnalysisProgress(None)
        self._brain.ask(self._asked, question)
        return self._asked

    def progress(self, number: int) -> AnalysisProgress:
        """The progress of a request."""
        if number not in self._open:
            return AnalysisProgress(
                None, done=True, problem=say("thinking.dropped", "It was given up.")
            )
        return self._open[number]

    def stop(self, number: int) -> None:
        """Ends an analysis early: the answer is the best so far."""
        if number in self._open:
            self._brain.stop(number)

    def drop(self, number: int) -> None:
        """Cancels a request and forgets it."""
        if self._open.pop(number, None) is not None:
            self._brain.drop(number)

    def close(self) -> None:
        """Ends the process, if there is one."""
        self._brain.close()

    # -- what the loop calls ------------------------------------------------------------------

    def news(self) -> EngineUpdate:
        """The updates since the last turn."""
        return self._brain.news()

    def hear(self, news: EngineUpdate) -> None:
        """Makes updates visible."""
        for number, progress in news.progress.items():
            if number in self._open:
                self._open[number] = progress
        self._health = news.health or self._health


class NullEngine:
    """The engine of a replayed session: all analyses come from the recording."""

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
    """The service with a process of its own, which starts with the first request.

    `ring` wakes the main loop; the process uses `cores` cores. With `ponders` it thinks while
    others are to move.
    """
    line = engine_command(data_dir, cores)
    return EngineService(
        EngineClient(lambda: EngineProcess(line, ring), find, ring, ponders=ponders)
    )
