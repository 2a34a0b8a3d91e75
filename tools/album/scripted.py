"""A computer player that answers what it was told to, and when it is let."""

from collections.abc import Callable

from tabletop.engine.thought import Candidate, Progress, Question, Thinking, ThinkingHealth, Thought
from tabletop.ui.table import Table

Answers = Callable[[Question], Thought | None]


def thought(move: str, *values: float, others: tuple[Candidate, ...] = ()) -> Thought:
    """What a search thinks that found one ply best."""
    best = Candidate(move, 100, values)
    return Thought(move, values, (best, *others))


class Scripted:
    """Answers each question by a function, at once or when `slow` is taken away."""

    def __init__(self, answers: Answers, *, slow: bool = False) -> None:
        self.answers = answers
        self.slow = slow
        self.asked: list[Question] = []
        self.stopped: list[int] = []
        self.dropped: list[int] = []

    @property
    def health(self) -> ThinkingHealth:
        return ThinkingHealth(running=True)

    @property
    def waiting(self) -> set[int]:
        """The numbers of the thoughts that nobody has given up."""
        return set(range(len(self.asked))) - set(self.dropped)

    def warm(self, game: str) -> None: ...

    def ask(self, question: Question) -> int:
        self.asked.append(question)
        return len(self.asked) - 1

    def progress(self, number: int) -> Progress:
        assert number not in self.dropped, "a thought that was given up is asked for"
        if self.slow and number not in self.stopped:
            return Progress(None)
        answer = self.answers(self.asked[number])
        return Progress(answer, done=True, problem="" if answer else "nobody is there")

    def stop(self, number: int) -> None:
        self.stopped.append(number)

    def drop(self, number: int) -> None:
        self.dropped.append(number)

    def close(self) -> None: ...


def think(table: Table, answers: Answers, *, slow: bool = False) -> Scripted:
    """Has a table think like this."""
    scripted = Scripted(answers, slow=slow)
    thinking: Thinking = scripted
    table.thinking = thinking
    return scripted
