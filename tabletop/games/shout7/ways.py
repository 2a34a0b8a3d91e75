"""The ways a picked pair can be pushed, as places on the board: where an arrow lies, what it means.

Nothing here decides a rule: the ways are those that the legal plies (`Showing.candidates`) spell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, dist, pi, radians, sin

from tabletop.engine import Spot, Word
from tabletop.games.shout7.places import DIRECTIONS, FIRST_LANDS, NAMES, SECOND_LANDS
from tabletop.games.shout7.rules import Move
from tabletop.ui.canvas import Point

REACH = 0.68
"""How near to an arrow a finger must come, in cells."""
SECTOR = radians(40)
"""How far from a way a pair may be pulled."""


@dataclass(frozen=True, slots=True)
class Way:
    """One push of a picked pair."""

    spot: Spot
    """The direction, as it is spelled."""
    move: Move
    starts: tuple[Spot, Spot]
    ends: tuple[Spot, Spot]
    """Where the piece of the same place in `starts` arrives."""

    @property
    def arrow(self) -> Spot:
        """The place that the arrow lies on: the foremost end, or the near one of a convoy."""
        here, there = sorted(self.ends, key=lambda name: self._ahead(name))
        return here if self.convoy else there

    @property
    def convoy(self) -> bool:
        """The pair goes along its own line."""
        first, second = (self._ahead(name) for name in self.starts)
        return abs(first - second) > 0.9

    @property
    def angle(self) -> float:
        """Where it goes, in radians, against the clock from east."""
        return DIRECTIONS.index(self.spot) * pi / 3

    def _ahead(self, name: Spot) -> float:
        x, y = _flat(name)
        return x * cos(self.angle) + y * sin(self.angle)


def _flat(name: Spot) -> Point:
    row, number = ord(name[0]) - ord("a"), int(name[1:])
    return number - row / 2, row * 0.75**0.5


@lru_cache(maxsize=64)
def ways_of(candidates: tuple[Move, ...], picked: Word) -> tuple[Way, ...]:
    """The ways that are left once both pieces are picked; none before."""
    if len(picked) != 2:
        return ()
    return tuple(way_of(move) for move in candidates if move.is_push)


def way_of(move: Move) -> Way:
    """A push as a way."""
    first, second = move.pair
    ends = NAMES[FIRST_LANDS[move.push]], NAMES[SECOND_LANDS[move.push]]
    return Way(DIRECTIONS[move.push % 6], move, (NAMES[first], NAMES[second]), ends)


def way_at(
    ways: tuple[Way, ...], at: Point, spots: Mapping[Spot, Point], cell: float
) -> tuple[Spot, float] | None:
    """The way whose arrow or ghost lies nearest to a point, and how near; None beyond reach.

    A ghost that two ways share is cut in two: the half next to an arrow belongs to that arrow.
    """
    best: tuple[float, float, Spot] | None = None
    for way in ways:
        away = min(dist(at, spots[end]) for end in way.ends)
        found = (round(away, 3), dist(at, spots[way.arrow]), way.spot)
        if away < REACH * cell and (best is None or found < best):
            best = found
    return (best[2], best[0]) if best else None


def way_pulled(ways: tuple[Way, ...], dx: float, dy: float) -> Spot | None:
    """The way that a pull by so much (y downward) goes."""
    angle = atan2(-dy, dx)

    def off(way: Way) -> float:
        return abs((way.angle - angle + pi) % (2 * pi) - pi)

    nearest = min(ways, key=off, default=None)
    return nearest.spot if nearest is not None and off(nearest) < SECTOR else None
