"""Who thinks in tests of the whole program: no process, and the same ply each time."""

from dataclasses import replace
from random import Random

from tabletop.engine.thought import News, Progress, Question, ThinkingHealth, Thought
from tabletop.games import find_game
from tabletop.players.past import Past


class SlowBrain:
    """Answers a question by any ply, some turns of the loop after it was asked."""

    def __init__(self, turns: int = 5) -> None:
        self.asked: list[Question] = []
        self.warmed: list[str] = []
        self.closed = False
        self._turns = turns
        self._open: dict[int, int] = {}
        """How many turns each question has been thought about."""
        self._told = False

    def warm(self, game: str) -> None:
        self.warmed.append(game)

    def ask(self, number: int, question: Question) -> None:
        self.asked.append(question)
        self._open[number] = 0

    def stop(self, number: int) -> None:
        if number in self._open:
            self._open[number] = self._turns

    def drop(self, number: int) -> None:
        self._open.pop(number, None)

    def news(self) -> News:
        progress = {}
        for number in list(self._open):
            self._open[number] += 1
            thought = _thought(self.asked[number - 1])
            over = self._open[number] > self._turns
            progress[number] = Progress(replace(thought, sims=self._open[number]), done=over)
            if over:
                del self._open[number]
        health = None if self._told or not self.asked else ThinkingHealth(running=True)
        self._told = self._told or health is not None
        return News(progress, health)

    def close(self) -> None:
        self.closed = True


def _thought(question: Question) -> Thought:
    state = Past().state(find_game(question.game), question)
    moves = state.moves()
    chosen = moves[int(Random(len(question.plies)).random() * len(moves))]
    return Thought(str(chosen), (1 / question.seats,) * question.seats)
