"""The progress of a lesson, step by step, and the input that accepts only its solutions.

The hand of somebody who learns: it spells only what is asked for, and is told why else.
"""

from collections.abc import Sequence
from typing import Any

from tabletop.engine import CHANCE, Game, Match, Picker, Ply, Refusal, Spot
from tabletop.engine.game import Lesson, Task, refuse_in_lesson
from tabletop.scenes.play.move_input import (
    ROLL,
    MoveEntered,
    MoveInput,
    MoveRefused,
    RollRequested,
)

StartPosition = tuple[str, tuple[str, ...]]
"""A position's text, and the plies since."""


class LessonProgress:
    """The present task of a lesson and its match."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.tasks: Sequence[Task] = lesson.tasks
        self._starts: dict[int, StartPosition] = {}
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


class LessonMoveInput(MoveInput):
    """Spells the solutions of a task. What else the rules allow is put back, with a reason."""

    def __init__(self, game: Game, task: Task, state: Any) -> None:
        self.task = task
        super().__init__(game, state)

    def reset(self, state: Any) -> None:
        super().reset(state)
        if not self.dice:
            solutions = self.task.solutions(state)
            self.picker = Picker(solutions, lambda move: self._game.spell(state, move))

    def touch(self, spot: Spot | None) -> MoveEntered | RollRequested | MoveRefused | None:
        if spot is None or self._goes_on(spot):
            return super().touch(spot)
        if self.bound and self._is_last(spot):
            return MoveRefused(Refusal(self.task.lies or self.task.other, ""), (spot,))
        touched = (*self.picker.picked, spot)
        return MoveRefused(refuse_in_lesson(self._game, self.task, self.state, touched), (spot,))

    def _goes_on(self, spot: Spot) -> bool:
        """Whether the touch spells on, begins anew, or takes the last one back."""
        if self.dice:
            return spot == ROLL
        if spot in self.picker.open or (self._is_last(spot) and not self.bound):
            return True
        return bool(self.picker.picked) and self._begins(spot)

    @property
    def next_spot(self) -> Spot | None:
        """The place that the first solution goes on with."""
        if self.dice:
            return ROLL
        words = self._first_word()
        count = len(self.picker.picked)
        return words[count] if len(words) > count else None

    def _first_word(self) -> tuple[Spot, ...]:
        picked = self.picker.picked
        for move in self.picker.candidates:
            for word in self._game.spell(self.state, move):
                if word[: len(picked)] == picked:
                    return tuple(word)
        return ()
