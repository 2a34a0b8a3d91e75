#!/usr/bin/env python3
"""How many lines of play a second plain UCT looks at, beside OpenSpiel's MCTS on its nearest games.

``python3 tools/bench/search.py [--json] [--rounds N] [--seconds S]``

Both sides are plain: UCB1 over random play-outs, one core, a fresh tree each time, from the game's
beginning (Shout 7 from the end of its set-up). They are measured in turn, several rounds, and the
medians are compared, so a machine that is busy or slow is so for both. OpenSpiel's simulations are
counted by its searches of a fixed number; it has to be installed (``pip install open_spiel``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tabletop.ai.compilation import compilation_cache, compile_game
from tabletop.ai.search import MctsSearch
from tabletop.ai.weights import load_weights, plain_uct_weights
from tabletop.engine import Match
from tabletop.games import find_game

PEERS: Final = {
    "super7": ("ultimate_tic_tac_toe", 1.5),
    "shout7": ("hex(board_size=11)", 2.0),
    "trelawney": ("gomoku", 10.0),
    "shoo": ("", 0.0),
}
"""The nearest game of OpenSpiel, and the bar: how many times its simulations are asked for."""
SET_UP: Final = {"shout7": ("h8", "i8", "h7", "g7")}
NODES: Final = 1_000_000
PEER_SIMS: Final = 2_000

Run = Callable[[float], float]
"""Searches for about so many seconds and gives the simulations a second."""


def main(arguments: Sequence[str]) -> int:
    """Measures; 1 if a bar is missed, 2 without OpenSpiel."""
    parser = argparse.ArgumentParser(prog="search.py", description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each side in a round")
    given = parser.parse_args(arguments)
    found: dict[str, dict[str, float]] = {}
    met = True
    for key, (peer, bar) in PEERS.items():
        sides: list[Run] = [ours(key)]
        if peer:
            try:
                sides.append(theirs(peer))
            except ImportError:
                print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
                return 2
        figures = in_turn(sides, given.rounds, given.seconds)
        found[key] = {"sims": round(figures[0])}
        if peer:
            ratio = figures[0] / figures[1]
            found[key] |= {"peer": round(figures[1]), "ratio": round(ratio, 2)}
            met = met and ratio >= bar
        if not given.json:
            print(key, found[key], f"bar {bar}" if peer else "", flush=True)
    if given.json:
        print(json.dumps(found))
    return 0 if met else 1


def in_turn(sides: Sequence[Run], rounds: int, seconds: float) -> list[float]:
    """The median of each side, measured in turn after one round that does not count."""
    told: list[list[float]] = [[] for _ in sides]
    for lap in range(rounds + 1):
        for side, figures in zip(sides, told, strict=True):
            figure = side(seconds if lap else min(0.3, seconds))
            if lap:
                figures.append(figure)
    return [median(figures) for figures in told]


def ours(key: str) -> Run:
    """Plain UCT over one of the table's games, compiled."""
    game = find_game(key)
    match = Match(game, 2)
    for ply in SET_UP.get(key, ()):
        match.play(ply)
    functions = compile_game(game, compilation_cache().game_folder(game))
    weights = plain_uct_weights(load_weights(game, functions.guide.WEIGHTS))
    tree = MctsSearch(functions, weights, match.state.position, 1, NODES)
    tree.search(10)

    def run(seconds: float) -> float:
        tree.plant(match.state.position, tree.x)
        begun, size, done = perf_counter(), 64, 0
        while (spent := perf_counter() - begun) < seconds:
            if spent > 0:
                size = max(64, int(done / spent * 0.02))
            tree.search(size)
            done += size
            if tree.size > NODES * 0.9:  # begin a new tree, as a new ply would
                tree.plant(match.state.position, tree.x)
        return done / (perf_counter() - begun)

    return run


def theirs(name: str) -> Run:
    """OpenSpiel's MCTS in C++, with the usual exploration and random play-outs."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)
    state = game.new_initial_state()
    judge = spiel.RandomRolloutEvaluator(1, 7)
    bot = spiel.MCTSBot(game, judge, 2.0, PEER_SIMS, 1000, False, 7, False)

    def run(seconds: float) -> float:
        begun, done = perf_counter(), 0
        while perf_counter() - begun < seconds:
            bot.mcts_search(state)
            done += PEER_SIMS
        return done / (perf_counter() - begun)

    return run


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
