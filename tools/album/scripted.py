"""A computer player that answers what it was told to, and when it is let."""

from collections.abc import Callable

from tabletop.engine.analysis import (
    Analysis,
    AnalysisProgress,
    AnalysisRequest,
    AnalysisService,
    Candidate,
    EngineHealth,
)
from tabletop.ui.core.app_context import AppContext

Answers = Callable[[AnalysisRequest], Analysis | None]


def thought(move: str, *values: float, others: tuple[Candidate, ...] = ()) -> Analysis:
    """What a search thinks that found one ply best."""
    best = Candidate(move, 100, values)
    return Analysis(move, values, (best, *others))


class Scripted:
    """Answers each question by a function, at once or when `slow` is taken away."""

    def __init__(self, answers: Answers, *, slow: bool = False) -> None:
        self.answers = answers
        self.slow = slow
        self.asked: list[AnalysisRequest] = []
        self.stopped: list[int] = []
        self.dropped: list[int] = []

    @property
    def health(self) -> EngineHealth:
        return EngineHealth(running=True)

    @property
    def waiting(self) -> set[int]:
        """The numbers of the thoughts that nobody has given up."""
        return set(range(len(self.asked))) - set(self.dropped)

    def warm(self, game: str) -> None: ...

    def ask(self, question: AnalysisRequest) -> int:
        self.asked.append(question)
        return len(self.asked) - 1

    def progress(self, number: int) -> AnalysisProgress:
        assert number not in self.dropped, "a thought that was given up is asked for"
        if self.slow and number not in self.stopped:
            return AnalysisProgress(None)
        answer = self.answers(self.asked[number])
        return AnalysisProgress(answer, done=True, problem="" if answer else "nobody is there")

    def stop(self, number: int) -> None:
        self.stopped.append(number)

    def drop(self, number: int) -> None:
        self.dropped.append(number)

    def close(self) -> None: ...


def think(table: AppContext, answers: Answers, *, slow: bool = False) -> Scripted:
    """Has a table think like this."""
    scripted = Scripted(answers, slow=slow)
    thinking: AnalysisService = scripted
    table.analysis = thinking
    return scripted
