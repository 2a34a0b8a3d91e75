#!/usr/bin/env python3
"""What the levels of the computer player of Sevens come to: points by round, and who beats whom.

``python3 tools/sevens_levels.py [--matches 120] [--turns 120] [--processes 2] [--json FILE]``

Nothing is shown and nothing waits: the players' memories, plans and clocks are rehearsed. Of each
pair of neighbours either one has either seat in half of the matches. Ties count half.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tabletop.ai import LEVELS
from tabletop.games.sevens.computer.memory import skill_of
from tabletop.games.sevens.computer.player import GuessSituation, PeekStep, plan_turn
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import PEEK_COST, SevensMatch
from tabletop.games.sevens.rules.score import score
from tools.sevens_simulation import picture_at, play_to_end, run_to_end

CLOCKS = (180, 120, 60)


@dataclass(frozen=True)
class Alone:
    """What a level gets for any figures of the booklet."""

    level: str
    points: tuple[float, ...]
    """By the round's clock."""
    bare: float
    """In the first round, where no seams are shown."""
    peeks: float
    """The share of first rounds in which it peeks."""


@dataclass(frozen=True)
class Pair:
    """Matches of a level against the one below."""

    level: str
    below: str
    matches: int
    share: float
    """Of the matches that the higher one wins, ties counted half."""
    error: float
    """Half of the 95 % interval of that."""
    sums: tuple[float, float]
    """Points in a match, of the higher one first."""


def turn(level: str, seed: int, clock: int, *, seams: bool = True) -> tuple[int, bool]:
    """The points of one turn at a figure of the booklet, and whether it peeked."""
    figures = booklet()
    picture = figures[seed * 37 % len(figures)].picture
    x, y = picture.middle
    seen = picture.shifted((-x, -y))
    now = GuessSituation(seen, skill_of(level), seed, 0, 10.0, 5.0, clock, seams=seams)
    steps = run_to_end(plan_turn(now))
    peeked = any(isinstance(step, PeekStep) for step in steps)
    points = score(seen, picture_at(steps, now.peek, now.clock, seen)).points
    return max(0, points - PEEK_COST * peeked), peeked


def alone(level: str, turns: int) -> Alone:
    """How a level does by itself."""
    rounds = [[turn(level, seed, clock) for seed in range(turns)] for clock in CLOCKS]
    bare = [turn(level, seed, CLOCKS[0], seams=False)[0] for seed in range(turns)]
    points = tuple(fmean(points for points, _ in each) for each in rounds)
    return Alone(level, points, fmean(bare), fmean(peeked for _, peeked in rounds[0]))


def pair(below: str, level: str, matches: int) -> Pair:
    """Plays matches of neighbours."""
    won, sums = [], []
    for seed in range(matches):
        seat = seed % 2
        levels = (level, below) if seat == 0 else (below, level)
        skills = (skill_of(levels[0]), skill_of(levels[1]))
        match = play_to_end(SevensMatch(seed), skills)
        assert match.outcome is not None
        winners = match.outcome.winners
        won.append(0.5 if len(winners) > 1 else float(winners == (seat,)))
        sums.append((match.totals[seat], match.totals[1 - seat]))
    share = fmean(won)
    error = 1.96 * sqrt(max(share * (1 - share), 1e-9) / matches)
    mean = fmean(high for high, _ in sums), fmean(low for _, low in sums)
    return Pair(level, below, matches, share, error, mean)


def main() -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--turns", type=int, default=120)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    levels = [str(level) for level in LEVELS]
    with ProcessPoolExecutor(given.processes) as pool:
        one = [pool.submit(alone, level, given.turns) for level in levels]
        two = [pool.submit(pair, below, level, given.matches) for below, level in pairwise(levels)]
        print("level          180 s  120 s   60 s   bare  peeks")
        singles = [each.result() for each in one]
        for single in singles:
            rounds = "  ".join(f"{points:5.2f}" for points in single.points)
            print(f"{single.level:13}  {rounds}  {single.bare:5.2f}  {single.peeks:5.0%}")
        print("\nagainst the one below   matches    won         sums")
        pairs = [each.result() for each in two]
        for played in pairs:
            high, low = played.sums
            won = f"{played.share:4.0%} ±{played.error:3.0%}"
            print(f"{played.level:22}  {played.matches:7}  {won}   {high:5.2f} : {low:5.2f}")
    if given.json:
        told = {"alone": [asdict(s) for s in singles], "pairs": [asdict(p) for p in pairs]}
        given.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
