"""Scores with intervals, and Elo with error bars."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, Final

import numpy as np

from tools.contest.fixtures import Result

Z: Final = 1.96
"""Standard errors to either side of a 95 % interval."""
ELO: Final = 400 / log(10)
"""Elo points of a factor e in the odds."""


@dataclass(frozen=True, slots=True)
class Score:
    """How one side did against another."""

    games: int
    points: float
    low: float
    high: float
    """The 95 % interval of its share of the points (Wilson 1927)."""

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.5


def interval(points: float, games: int) -> Score:
    """A score with its interval; draws count as half a game won."""
    if games == 0:
        return Score(0, 0.0, 0.0, 1.0)
    p = points / games
    z2 = Z * Z / games
    middle = (p + z2 / 2) / (1 + z2)
    half = Z * sqrt(p * (1 - p) / games + z2 / (4 * games)) / (1 + z2)
    return Score(games, points, max(0.0, middle - half), min(1.0, middle + half))


def between(results: Iterable[Result], a: str, b: str) -> Score:
    """How a did in its games against b, as points that its seats got together.

    Round a table of three a side has two seats in one game and one in the next, so only an even
    number of games is fair.
    """
    points = 0.0
    games = 0
    for result in results:
        if set(result.players) == {a, b}:
            seats = zip(result.players, result.scores, strict=True)
            points += sum(score for player, score in seats if player == a)
            games += 1
    return interval(points, games)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo, and how sure it is."""

    player: str
    elo: float
    plus_minus: float
    """Half the width of its 95 % interval."""
    games: int


def ratings(results: Sequence[Result]) -> list[Rating]:
    """Elo of all players, best first, with the mean at 0, by maximum likelihood (Bradley-Terry).

    A draw is half a win and half a loss; a prior of one drawn game between all who met keeps
    a player that has won every game within reason.
    """
    players = sorted({player for result in results for player in result.players})
    place = {player: i for i, player in enumerate(players)}
    n = len(players)
    won = np.zeros((n, n))
    for result in results:
        pairs = list(zip(result.players, result.scores, strict=True))
        for i, (a, mine) in enumerate(pairs):
            for b, theirs in pairs[i + 1 :]:
                if a != b:
                    share = 0.5 if mine == theirs else float(mine > theirs)
                    won[place[a], place[b]] += share
                    won[place[b], place[a]] += 1 - share
    met = (won + won.T) > 0
    won = won + 0.5 * met
    strength = np.zeros(n)
    games = won + won.T
    inverse: Any = np.zeros((n, n))
    for _ in range(200):
        odds = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - games * odds).sum(axis=1)
        spread = games * odds * (1 - odds)
        # All may rise together without any change, so the plain inverse does not exist.
        fisher = np.diag(spread.sum(axis=1)) - spread
        inverse = np.linalg.pinv(fisher, rcond=1e-9, hermitian=True)
        step = inverse @ slope
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    errors = np.sqrt(np.maximum(np.diag(inverse), 0.0))
    counts = [sum(player in result.players for result in results) for player in players]
    found = [
        Rating(player, float(strength[i] * ELO), float(Z * errors[i] * ELO), counts[i])
        for i, player in enumerate(players)
    ]
    return sorted(found, key=lambda one: -one.elo)
