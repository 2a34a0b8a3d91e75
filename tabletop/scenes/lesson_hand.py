"""The hand of somebody who learns: it spells only what is asked for, and is told why else."""

from typing import Any

from tabletop.engine import Game, Picker, Refusal, Spot
from tabletop.engine.lesson import Task, judge
from tabletop.scenes.hand import ROLL, Hand, Played, Refused, Thrown


class LearnerHand(Hand):
    """Spells the solutions of a task. What else the rules allow is put back, with a reason."""

    def __init__(self, game: Game, task: Task, state: Any) -> None:
        self.task = task
        super().__init__(game, state)

    def reset(self, state: Any) -> None:
        super().reset(state)
        if not self.dice:
            spell = self._game.spell
            solutions = self.task.solutions(state)
            self.picker = Picker(solutions, lambda move: spell(state, move) if spell else ())

    def touch(self, spot: Spot | None) -> Played | Thrown | Refused | None:
        if spot is None or self._goes_on(spot):
            return super().touch(spot)
        if self.bound and self._is_last(spot):
            return Refused(Refusal(self.task.lies or self.task.other, ""), (spot,))
        touched = (*self.picker.picked, spot)
        return Refused(judge(self._game, self.task, self.state, touched), (spot,))

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
        spell, picked = self._game.spell, self.picker.picked
        for move in self.picker.candidates:
            for word in spell(self.state, move) if spell else ():
                if word[: len(picked)] == picked:
                    return tuple(word)
        return ()
