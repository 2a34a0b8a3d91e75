"""An outline: the bare silhouette of a picture, as it is drawn, imported and solved."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Final, Self

from tabletop.engine import say
from tabletop.games.sevens.rules.arrangement import HAIR
from tabletop.games.sevens.rules.geometry import area, clockwise, gap, overlap
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Corners, Point, length, winding
from tabletop.games.sevens.solving.region import (
    Boundary,
    Compass,
    Tangled,
    holds,
    joined,
    rings,
    wedges,
)

CLEAN: Final = 1e-3
"""Square units that two pieces may share, and units they may be apart, and touch all the same."""
LINES: Final = 7
"""Across a ring, on which a point inside is looked for."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge of a silhouette: rings that run clockwise as seen, holes the other way round.

    A silhouette may be in several parts; a ring may touch itself or another in a point.
    """

    rings: tuple[Corners, ...]

    @classmethod
    def from_rings(cls, given: Iterable[Sequence[Point]]) -> Self:
        """The outline with these rings, either way round: one inside another is a hole.

        ValueError for fewer than three corners, for no area and for numbers that are not finite.
        """
        closed = [tuple((float(x), float(y)) for x, y in ring) for ring in given]
        for ring in closed:
            if not all(isfinite(x) and isfinite(y) for x, y in ring):
                raise ValueError(say("sevens.outline_finite", "A corner is no finite place"))
            if area(ring) <= CLEAN:
                raise ValueError(
                    say("sevens.outline_empty", "A ring of the outline encloses nothing")
                )
        made = []
        for ring in closed:
            at = _inside(ring)
            depth = sum(holds(_edges(other), at) for other in closed if other is not ring)
            made.append(clockwise(ring) if depth % 2 == 0 else clockwise(ring)[::-1])
        return cls(tuple(made))

    @classmethod
    def of(cls, picture: Picture) -> Self:
        """The silhouette of a picture; pieces that miss each other by a hair are taken to touch."""
        shapes = [piece.corners for piece in picture.pieces]
        if any(overlap(a, b) > CLEAN for a, b in combinations(shapes, 2)):
            return cls.from_rings(_united(shapes))
        missed = any(CLEAN < gap(a, b) <= HAIR for a, b in combinations(shapes, 2))
        hair = HAIR if missed else CLEAN
        edges: Boundary = frozenset()
        for corners in shapes:
            edges = joined(edges, points(clockwise(corners)), hair)
        found = rings(wedges(edges, Compass.of(edges, hair)))
        return cls(tuple(tuple((w.at.real, w.at.imag) for w in ring) for ring in found))

    @property
    def area(self) -> float:
        """Square units."""
        return sum(winding(ring) for ring in self.rings) / 2

    @property
    def perimeter(self) -> float:
        """Units along all rings."""
        return sum(length(a, b) for ring in self.rings for a, b in _sides(ring))

    def boundary(self, hair: float) -> Boundary:
        """The outline as the boundary of a region; ValueError if it runs twice along a line."""
        edges: Boundary = frozenset()
        try:
            for ring in self.rings:
                edges = joined(edges, points(ring), hair)
        except Tangled as problem:
            raise ValueError(
                say("sevens.outline_tangled", "The outline runs twice along the same line")
            ) from problem
        return edges


def _united(shapes: Sequence[Corners]) -> Iterator[Sequence[Point]]:
    """The rings round polygons that overlap."""
    from shapely import Polygon, get_parts, union_all

    for part in get_parts(union_all([Polygon(corners) for corners in shapes])):
        for ring in (part.exterior, *part.interiors):
            yield [(x, y) for x, y in ring.coords[:-1]]


def points(corners: Iterable[Point]) -> list[complex]:
    return [complex(x, y) for x, y in corners]


def _sides(ring: Corners) -> Iterable[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _edges(ring: Corners) -> list[tuple[complex, complex]]:
    return [(complex(*a), complex(*b)) for a, b in _sides(ring)]


def _inside(ring: Corners) -> complex:
    """A point well within a ring: the middle of the widest of some lines across it."""
    top, bottom = min(y for _, y in ring), max(y for _, y in ring)
    heights = [top + (bottom - top) * (line + 0.5) / LINES for line in range(LINES)]
    return max((_across(ring, y) for y in heights), key=lambda found: found[0])[1]


def _across(ring: Corners, y: float) -> tuple[float, complex]:
    """How wide a ring is at a height, at most, and the middle of that."""
    xs = sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in _sides(ring)
        if (ay > y) != (by > y)
    )
    inside = zip(xs[::2], xs[1::2], strict=True)
    left, right = max(inside, key=lambda pair: pair[1] - pair[0], default=(0.0, 0.0))
    return right - left, complex((left + right) / 2, y)
