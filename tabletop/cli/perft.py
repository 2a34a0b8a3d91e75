"""Counts of all ways to play a game so many plies deep: the proof that two programs agree."""

from typing import Any

from tabletop.engine.game import Game, OptionValue


def count(state: Any, depth: int) -> int:
    """How many sequences of `depth` plies there are from a state, throws of dice included."""
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(count(state.play(move), depth - 1) for move in moves)


def run(game: Game, depth: int, seats: int | None, options: dict[str, OptionValue]) -> int:
    """Prints ``DEPTH COUNT`` for each depth from 1 on."""
    state = game.start(seats, **options)
    for plies in range(1, depth + 1):
        print(plies, count(state, plies), flush=True)
    return 0
