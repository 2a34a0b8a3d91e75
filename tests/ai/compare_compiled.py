"""Plays the same seeded games interpreted and compiled, and prints where they differ.

``python -m tests.ai.compare_compiled FOLDER KEY...``

With NUMBA_BOUNDSCHECK=1 an index outside its buffer is an error.
"""

import sys
from itertools import product
from pathlib import Path
from typing import Any

from tabletop.ai.compilation import CompilationCache, compile_game, link_game
from tabletop.ai.search import LinkedGame, MctsSearch, fill_buffer, float_buffer, int_buffer
from tabletop.ai.weights import Weights, load_weights, plain_uct_weights
from tabletop.engine import Game
from tabletop.engine.kernel import PLY, RESULT, SEATS, TURN
from tabletop.games import find_game

LONGEST = 120
"""Plies of a game that are compared; Shoo does not end by itself."""


class Side:
    """One of the two ways to run a game's functions, with its buffers."""

    def __init__(self, functions: LinkedGame, w: list[float]) -> None:
        kernel, guide = functions.kernel, functions.guide
        self.functions = functions
        self.s = int_buffer(functions, kernel.STATE_SIZE)
        self.moves = int_buffer(functions, kernel.MAX_MOVES)
        self.scratch = int_buffer(functions, max(kernel.SCRATCH, guide.SCRATCH))
        self.priors = float_buffer(functions, kernel.MAX_MOVES)
        self.values = float_buffer(functions, 8)
        self.w = fill_buffer(float_buffer(functions, len(w)), w)

    def looks(self, x: int, guided: bool) -> list[Any]:
        """All that can be asked of the position, and a ply that the bits choose."""
        kernel, guide, s = self.functions.kernel, self.functions.guide, self.s
        n = int(kernel.legal_moves(s, self.moves, self.scratch))
        told: list[Any] = [[int(move) for move in self.moves[:n]]]
        if guided and s[TURN] >= 0:
            told.append(int(guide.winning_move(s, self.scratch)))
            n = int(kernel.legal_moves(s, self.moves, self.scratch))
            guide.prior(s, self.moves, n, self.priors, self.scratch, self.w)
            told.append([round(float(lean), 9) for lean in self.priors[:n]])
            told.append(int(guide.rollout_move(s, x, self.scratch, self.w)))
        if guided:
            guide.evaluate(s, self.values, self.scratch, self.w)
            told.append([round(float(value), 9) for value in self.values[: int(s[SEATS])]])
        told.append(int(kernel.random_move(s, x, self.scratch)))
        return told


def ways(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """Every number of seats with every set of options, as positions to start from."""
    found = []
    names = [option.key for option in game.options]
    for seats in game.seats:
        for values in product(*(option.choices for option in game.options)):
            state = game.start(seats, **dict(zip(names, values, strict=True)))
            found.append((seats, state.position))
    return found


def compare(game: Game, fast: LinkedGame) -> int:
    """Plays on both sides; gives how many plies were compared, or raises AssertionError."""
    slow = link_game(game)
    weights = load_weights(game, slow.guide.WEIGHTS)
    w = weights.w(slow.guide.WEIGHTS)
    sides = [Side(slow, w), Side(fast, w)]
    compared = 0
    for number, (_, start) in enumerate(ways(game)):
        for side in sides:
            fill_buffer(side.s, start)
        x = 1000 + number
        while not sides[0].s[RESULT] and sides[0].s[PLY] < LONGEST:
            x = x * 48271 % 2147483647
            told = [side.looks(x, guided=compared % 5 == 0) for side in sides]
            where = f"{game.key}, {list(start)} at ply {sides[0].s[PLY]}"
            assert told[0] == told[1], f"{where}: {told[0]} is not {told[1]}"
            for side in sides:
                if told[0][-1] >= 0:
                    side.functions.kernel.apply(side.s, told[0][-1])
            assert [int(slot) for slot in sides[1].s] == sides[0].s, where
            compared += 1
    for how in (weights, plain_uct_weights(Weights())):
        search(game, slow, fast, Weights(how.search, weights.guide))
    return compared


def search(game: Game, slow: LinkedGame, fast: LinkedGame, weights: Weights) -> None:
    """The same search gives the same tree."""
    position = game.start(game.seats[0]).position
    trees = [MctsSearch(side, weights, position, 77, 20_000) for side in (slow, fast)]
    for tree in trees:
        tree.search(4 if game.key == "shoo" else 40)
    seen = [[(one.code, one.visits, one.proof) for one in tree.branches] for tree in trees]
    assert seen[0] == seen[1], f"{game.key}: the trees differ"


if __name__ == "__main__":
    cache = CompilationCache(Path(sys.argv[1]))
    for key in sys.argv[2:]:
        one = find_game(key)
        print(key, compare(one, compile_game(one, cache.game_folder(one))))
