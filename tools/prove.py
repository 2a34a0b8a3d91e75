#!/usr/bin/env python3
"""Proves the forced wins in the games' ``golden/wins.txt`` by exhaustive search.

``python3 tools/prove.py [GAME...] [--solve] [--seconds S]``

A line there is ``TURNS | POSITION | PLY,PLY,... | what it shows``: the side to move wins by force
in so many turns of its own and no fewer, by these first plies and by no others. With ``--solve``
the strongest level has to find one of them, in a second unless told otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.ai import LEVELS, Computer
from tabletop.ai.compilation import compilation_cache, compile_game
from tabletop.ai.search import LinkedGame, int_buffer
from tabletop.engine import Game
from tabletop.games import all_games

FILE: Final = "golden/wins.txt"


@dataclass(frozen=True, slots=True)
class Win:
    """One line of the file."""

    turns: int
    position: str
    plies: frozenset[str]
    shows: str


def wins_of(game: Game) -> list[Win]:
    """The forced wins that a game's folder tells of."""
    file = files(game.folder) / FILE
    if not file.is_file():
        return []
    return list(read_wins(file.read_text(encoding="utf-8")))


def read_wins(text: str) -> Iterator[Win]:
    """The wins of a file's text; ValueError names a line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 4 or not parts[0].isdigit():
            raise ValueError(f"line {number} is not TURNS | POSITION | PLIES | WORDS")
        plies = frozenset(ply.strip() for ply in parts[2].split(","))
        yield Win(int(parts[0]), parts[1], plies, parts[3])


def winning_plies(functions: LinkedGame, state: Any, turns: int) -> frozenset[str]:
    """The first plies by which the side to move wins within so many turns of its own."""
    kernel, deep = functions.kernel, 2 * turns + 2
    stack = int_buffer(functions, deep * kernel.STATE_SIZE)
    lists = int_buffer(functions, deep * kernel.MAX_MOVES)
    scratch = int_buffer(functions, kernel.SCRATCH)
    found = set()
    for move in state.moves():
        after = state.play(move)
        outcome = after.outcome()
        if outcome is not None:
            good = outcome.winners == (state.turn,)
        else:
            stack[: kernel.STATE_SIZE] = after.position
            good = functions.alphabeta.forces_win(stack, lists, scratch, 0, turns - 1, state.turn)
        if good:
            found.add(str(move))
    return frozenset(found)


def fault(functions: LinkedGame, game: Game, win: Win) -> str:
    """What is wrong with a line; empty if it is proved."""
    state = game.read_state(win.position)
    if win.turns > 1 and winning_plies(functions, state, win.turns - 1):
        return f"it is won in {win.turns - 1} turns already"
    plies = winning_plies(functions, state, win.turns)
    if plies != win.plies:
        return f"what wins is {', '.join(sorted(plies)) or 'nothing'}"
    return ""


def main(arguments: Sequence[str]) -> int:
    """Proves, and has it solved; 1 if anything fails."""
    parser = argparse.ArgumentParser(prog="prove.py", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--solve", action="store_true", help="ask the strongest level too")
    parser.add_argument("--seconds", type=float, default=1.0, help="its time for a position")
    given = parser.parse_args(arguments)
    good = True
    for game in all_games():
        wins = wins_of(game) if game.kind == "board" else []
        if not wins or (given.games and game.key not in given.games):
            continue
        functions = compile_game(game, compilation_cache().game_folder(game))
        computer = Computer(game, LEVELS[-1], wait=True) if given.solve else None
        failed = 0
        begun = perf_counter()
        for win in wins:
            wrong = fault(functions, game, win)
            if not wrong and computer is not None:
                ply = str(computer.choose(game.read_state(win.position), given.seconds))
                wrong = "" if ply in win.plies else f"the computer plays {ply}"
            if wrong:
                failed += 1
                print(f"{game.key}: {win.position} ({win.shows}): {wrong}")
        spent = perf_counter() - begun
        print(f"{game.key}: {len(wins) - failed} of {len(wins)} hold, {spent:.1f} s", flush=True)
        good = good and failed == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
