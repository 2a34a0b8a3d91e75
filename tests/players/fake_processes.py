"""A fake engine process whose answers the test decides."""

import time
from collections.abc import Sequence

from tabletop.engine.analysis import Analysis, AnalysisProgress, AnalysisRequest, EngineUpdate
from tabletop.games import find_game
from tabletop.players.engine_client import EngineClient, EngineTimeouts, ProcessEvent
from tabletop.players.protocol import Answer, Ask, EngineHeartbeat, Ready, Stop, ToEngine
from tabletop.system.child_process import ProcessEnded

LIMITS = EngineTimeouts()
SHOO = AnalysisRequest("shoo", 2, {}, level="Keen", seconds=2.0)
PONDERED = AnalysisRequest("shoo", 2, {}, level="Keen", ponder=True)


def thought(move: str, sims: int = 1) -> Analysis:
    return Analysis(move, (0.5, 0.5), sims=sims)


def done(move: str) -> AnalysisProgress:
    return AnalysisProgress(thought(move), done=True)


class FakeChild:
    """One run of the process."""

    def __init__(self) -> None:
        self.told: list[ToEngine] = []
        self.said: list[ProcessEvent] = []
        self.killed = False
        self.closed = False

    def say(self, message: ToEngine) -> None:
        self.told.append(message)

    def events(self) -> Sequence[ProcessEvent]:
        said, self.said = self.said, []
        return said

    def kill(self) -> None:
        self.killed = True

    def close(self) -> None:
        self.closed = True

    @property
    def asked(self) -> list[int]:
        return [message.number for message in self.told if isinstance(message, Ask)]

    @property
    def stopped(self) -> list[int]:
        return [message.number for message in self.told if isinstance(message, Stop)]


class Bench:
    """A worker with processes that are none, and a clock that goes when it is told."""

    def __init__(self, *, ponders: bool = False) -> None:
        self.time = 50.0
        self.children: list[FakeChild] = []
        self.rung = 0
        self.seen: dict[int, list[AnalysisProgress]] = {}
        self.health = EngineUpdate().health
        self.worker = EngineClient(
            self._start, find_game, self._ring, lambda: self.time, LIMITS, ponders=ponders
        )

    @property
    def child(self) -> FakeChild:
        """The latest run."""
        return self.children[-1]

    def says(self, *events: ProcessEvent) -> None:
        """The process says this, and the loop turns."""
        self.child.said += events
        self.turn()

    def answers(self, number: int, move: str = "a1") -> None:
        self.says(Answer(number, done(move)))

    def turn(self, seconds: float = 0.0) -> None:
        self.time += seconds
        news = self.worker.news() or EngineUpdate()
        for number, progress in news.progress.items():
            self.seen.setdefault(number, []).append(progress)
        self.health = news.health or self.health

    def wait(self, seconds: float, *beats: EngineHeartbeat) -> None:
        """Time goes by in turns of a second, with a beat in each of them."""
        for second in range(int(seconds)):
            if beats[second : second + 1]:
                self.child.said.append(beats[second])
            self.turn(1.0)

    def dies(self, why: str = "it ended with -9") -> None:
        self.says(ProcessEnded(why))

    def fails(self) -> float:
        """The process dies; gives the seconds until the next one is started."""
        number, since = len(self.children), self.time
        self.dies("no such file")
        while len(self.children) == number:
            self.turn(0.125)
        return self.time - since

    def until(self, number: int) -> AnalysisProgress:
        """Turns until a thought is done: a guess comes from a thread."""
        for _ in range(500):
            self.turn()
            if self.seen.get(number, [AnalysisProgress(None)])[-1].done:
                return self.seen[number][-1]
            time.sleep(0.01)
        raise AssertionError("no answer comes")

    def _start(self) -> FakeChild:
        self.children.append(FakeChild())
        return self.child

    def _ring(self) -> None:
        self.rung += 1


def ready(*, ponders: bool = False) -> Bench:
    """A worker whose process listens."""
    bench = Bench(ponders=ponders)
    bench.worker.warm("shoo")
    bench.says(Ready())
    return bench
