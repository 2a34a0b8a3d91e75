"""Counts all sequences of plies to a depth, to compare two implementations of the rules."""

from typing import Any

from tabletop.engine.game import Game, OptionValue


def count(state: Any, depth: int) -> int:
    """The number of sequences of `depth` plies from a state, with throws of dice."""
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(count(state.play(move), depth - 1) for move in moves)


def run(game: Game, depth: int, seats: int | None, options: dict[str, OptionValue]) -> int:
    state = game.start(seats, **options)
    for plies in range(1, depth + 1):
        print(plies, count(state, plies), flush=True)
    return 0
