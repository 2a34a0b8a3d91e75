"""The course of a lesson: its matches, from step to step, forwards and backwards."""

from collections.abc import Sequence
from typing import Any

from tabletop.engine import CHANCE, Game, Match, Ply
from tabletop.engine.lesson import Lesson, Task

Start = tuple[str, tuple[str, ...]]
"""A position's text, and the plies since."""


class LessonCourse:
    """Where a lesson stands. It changes as tasks are solved, skipped or done again."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.tasks: Sequence[Task] = lesson.tasks
        self._starts: dict[int, Start] = {}
        self.index = 0
        self.match = self._begun(0)
        self.coming: list[str] = []
        """The plies of the other side that are still to be played before the task."""

    @property
    def task(self) -> Task:
        return self.tasks[self.index]

    def begin(self, index: int) -> None:
        """A task that was there before, as it began then."""
        self.index, self.coming = index, []
        self.match = self._begun(index)

    def go_on(self, *, solved: bool) -> None:
        """The next task; an unsolved one is played first, by its first solution."""
        task, match = self.task, self.match
        self.index += 1
        if self.task.position:
            self.match, self.coming = self._begun(self.index), []
            return
        if not solved:
            self._play_out()
            match.play(self.solution(task, match.state))
        self.coming = [*self.coming, *task.then]
        plies = (*(str(ply.move) for ply in match.plies), *self.coming)
        self._starts[self.index] = (match.position, plies)

    def follow(self) -> Ply | None:
        """Plays the next ply of the other side, if one is to come."""
        return self.match.play(self.coming.pop(0)) if self.coming else None

    def _play_out(self) -> None:
        while self.follow() is not None:
            pass

    def solution(self, task: Task, state: Any) -> str:
        """A ply that solves a task."""
        return task.plies[0] if state.turn == CHANCE else str(task.solutions(state)[0])

    def _begun(self, index: int) -> Match:
        position = self.tasks[index].position
        position, plies = (position, ()) if position else self._starts[index]
        match = Match(self.game, position=position)
        for ply in plies:
            match.play(ply)
        return match
