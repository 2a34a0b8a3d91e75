"""The time that the legal plies of a position take in plain Python."""

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final

from tabletop.engine import Game
from tabletop.games import all_games
from tools.bench.summaries import judged, milliseconds, summary

GAMES: Final = 100
LONGEST: Final = 2000
AGAIN: Final = 5
BARS: Final = {"median_ms": 5.0, "worst_ms": 20.0}


def run(games: int = GAMES) -> dict[str, Any]:
    """All positions of random games of every board game."""
    return {"runs": [measure(game, games) for game in all_games() if game.kind == "board"]}


def measure(game: Game, games: int, longest: int = LONGEST) -> dict[str, Any]:
    """Times `moves` in each running position of random games, and in the slowest again."""
    luck = Random(1)
    spent: list[float] = []
    slowest: tuple[float, Any] = (-1.0, None)
    plies = most = 0
    for _ in range(games):
        state: Any = game.start()
        for _ in range(longest):
            forget(game)
            began = perf_counter()
            moves = state.moves()
            seconds = perf_counter() - began
            if not moves:
                break  # it is over: that there is nothing to list would only flatter the median
            spent.append(seconds)
            most = max(most, len(moves))
            slowest = max(slowest, (seconds, state), key=lambda timed: timed[0])
            plies += len(moves)
            state = state.play(luck.choice(moves))
    figures = {
        **summary(spent),
        "worst_again_ms": milliseconds(min(_timed(game, slowest[1]) for _ in range(AGAIN))),
        "worst_position": str(slowest[1]),
        "plies_mean": round(plies / len(spent), 1),
        "plies_most": most,
    }
    return {"game": game.key, "games": games, **judged(figures, **BARS)}


def _timed(game: Game, state: Any) -> float:
    forget(game)
    began = perf_counter()
    state.moves()
    return perf_counter() - began


def forget(game: Game) -> None:
    """Empties what a game's rules have remembered, so that every position is a new one."""
    rules = sys.modules[f"tabletop.games.{game.key}.rules"]
    for found in vars(rules).values():
        clear: Callable[[], None] | None = getattr(found, "cache_clear", None)
        if clear is not None:
            clear()
