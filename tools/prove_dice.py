#!/usr/bin/env python3
"""Proves the best squares in the games' ``golden/best.txt`` by full expectation over the dice.

``python3 tools/prove_dice.py [GAME...] [--show] [--solve] [--seconds S]``

A line there is ``POSITION | PLY | what it shows``; the dice of the position are thrown. A ply is
worth the chance of having won less the chance of having lost after two turns: the ply itself, the
enemy's throw and best reply, and one's own next throw and best ply, every throw of the dice and
every throw again counted exactly. The named ply has to be worth at least `MARGIN` more than
any other. With ``--show`` every ply's worth is printed, with ``--solve`` the strongest level has to
find the best one, in a second unless told otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.engine import Game
from tabletop.engine.kernel import PLY, RESULT, TURN, Kernel, Position, legal_codes, position_after
from tabletop.games import all_games

FILE: Final = "golden/best.txt"
MARGIN: Final = 0.02
PLIES: Final = 3
"""The ply that is judged, the reply, and the next ply of the same side."""


class Thrown(Protocol):
    """The part of a guide that is asked here: which throws are equal."""

    def same_throw(self, move: int, /) -> int:
        """The first throw with the same meaning."""
        ...


@dataclass(frozen=True, slots=True)
class Best:
    """One line of the file."""

    position: str
    ply: str
    shows: str


class Expectation:
    """What positions of one game are worth, by every throw and every ply. It keeps what it found.

    For two players.
    """

    def __init__(self, kernel: Kernel, guide: Thrown) -> None:
        self._kernel = kernel
        self._guide = guide
        self._known: dict[tuple[int, Position], float] = {}

    def worths(self, state: Any) -> dict[str, float]:
        """What each ply is worth to the side that has thrown, -1 to 1, the best first."""
        seat, before = state.turn, state.position
        found = {
            str(move): self.of(position_after(self._kernel, before, move.code), seat, PLIES - 1)
            for move in state.moves()
        }
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def of(self, position: Position, seat: int, plies: int) -> float:
        """What a position is worth to a seat when so many plies are still to be played."""
        if position[RESULT]:
            return 1.0 if position[RESULT] - 1 >> seat & 1 else -1.0
        if not plies:
            return 0.0
        # How many plies were played changes nothing, but for how the position looks.
        key = plies, (seat, *position[:PLY], *position[PLY + 1 :])
        if key not in self._known:
            judged = self._thrown if position[TURN] < 0 else self._chosen
            self._known[key] = judged(position, seat, plies)
        return self._known[key]

    def _thrown(self, position: Position, seat: int, plies: int) -> float:
        codes = legal_codes(self._kernel, position)
        weights: dict[int, int] = {}
        for code in codes:
            first = self._guide.same_throw(code)
            weights[first] = weights.get(first, 0) + 1
        return sum(
            weight * self.of(position_after(self._kernel, position, code), seat, plies)
            for code, weight in weights.items()
        ) / len(codes)

    def _chosen(self, position: Position, seat: int, plies: int) -> float:
        own = position[TURN] == seat
        best = -1.0 if own else 1.0
        for code in legal_codes(self._kernel, position):
            worth = self.of(position_after(self._kernel, position, code), seat, plies - 1)
            best = max(best, worth) if own else min(best, worth)
            if best == (1.0 if own else -1.0):
                break
        return best


def best_of(game: Game) -> list[Best]:
    """The best plies that a game's folder tells of."""
    file = files(game.folder) / FILE
    return list(read_best(file.read_text(encoding="utf-8"))) if file.is_file() else []


def read_best(text: str) -> Iterator[Best]:
    """The lines of a file's text; ValueError names a line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 3 or not all(parts):
            raise ValueError(f"line {number} is not POSITION | PLY | WORDS")
        yield Best(*parts)


def expectation_of(game: Game) -> Expectation:
    """The expectation of a game, by its own rules and its own equal throws."""
    kernel, guide = (import_module(f"{game.folder}.{name}") for name in ("kernel", "guide"))
    return Expectation(kernel, guide)


def fault(worths: dict[str, float], best: Best) -> str:
    """What is wrong with a line, by the worth of every ply; empty if it is proved."""
    if best.ply not in worths:
        return f"{best.ply} is not allowed there"
    others = [worth for ply, worth in worths.items() if ply != best.ply]
    if not others:
        return "there is no other ply"
    ahead = worths[best.ply] - max(others)
    if ahead < MARGIN:
        return f"{best.ply} is only {ahead:+.4f} ahead; the best is {next(iter(worths))}"
    return ""


def main(arguments: Sequence[str]) -> int:
    """Proves, and has it solved; 1 if anything fails."""
    given = _given(arguments)
    good = True
    for game in all_games():
        lines = best_of(game) if game.kind == "board" else []
        if not lines or (given.games and game.key not in given.games):
            continue
        failed = 0
        player = _strongest(game) if given.solve else None
        begun = perf_counter()
        for best in lines:
            worths = expectation_of(game).worths(game.read_state(best.position))
            if given.show:
                told = ", ".join(f"{ply} {worth:+.4f}" for ply, worth in worths.items())
                print(f"{best.position}: {told}")
            wrong = fault(worths, best)
            if not wrong and player is not None:
                ply = str(player.choose(game.read_state(best.position), given.seconds))
                wrong = "" if ply == best.ply else f"the computer plays {ply}"
            if wrong:
                failed += 1
                print(f"{game.key}: {best.position} ({best.shows}): {wrong}", flush=True)
        spent = perf_counter() - begun
        print(f"{game.key}: {len(lines) - failed} of {len(lines)} hold, {spent:.1f} s", flush=True)
        good = good and failed == 0
    return 0 if good else 1


def _given(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="prove_dice.py", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--show", action="store_true", help="print what every ply is worth")
    parser.add_argument("--solve", action="store_true", help="ask the strongest level too")
    parser.add_argument("--seconds", type=float, default=1.0, help="its time for a position")
    return parser.parse_args(arguments)


def _strongest(game: Game) -> Any:
    from tabletop.ai import LEVELS, Computer  # proving alone needs no search

    return Computer(game, LEVELS[-1], wait=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
