"""A ply for a game that must go on though nobody can think about it."""

from collections.abc import Callable
from random import Random

from tabletop.engine import Game
from tabletop.engine.thought import Progress, Question, Thought
from tabletop.players.past import Past


def guess(find: Callable[[str], Game], question: Question) -> Progress:
    """Any ply that the rules allow, or why there is none."""
    try:
        state = Past().state(find(question.game), question)
        moves = [str(move) for move in state.moves()]
    except (KeyError, ValueError) as problem:
        return Progress(None, done=True, problem=str(problem.args[0] if problem.args else problem))
    if not moves:
        return Progress(None, done=True, problem="there is no ply to play")
    luck = Random(f"{question.seed}:{len(question.plies)}")
    chosen = moves[int(luck.random() * len(moves))]
    even = (1 / question.seats,) * question.seats
    return Progress(Thought(chosen, even, guessed=True), done=True)
