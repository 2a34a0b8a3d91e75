"""Convex polygons: what two of them share, how far apart they are. Lengths in units."""

from collections.abc import Sequence

from tabletop.games.sevens.rules.pieces import Corners, Point, length, winding


def area(corners: Sequence[Point]) -> float:
    """The area of a simple polygon, whichever way round it is given."""
    return abs(winding(corners)) / 2 if len(corners) > 2 else 0.0


def clockwise(corners: Sequence[Point]) -> Corners:
    """The same polygon, its corners clockwise as seen."""
    return tuple(corners) if winding(corners) >= 0 else tuple(reversed(corners))


def common(a: Sequence[Point], b: Sequence[Point]) -> Corners:
    """What two convex polygons share; empty if nothing (Sutherland and Hodgman, 1974)."""
    rest = list(clockwise(a))
    edges = clockwise(b)
    for start, end in zip(edges, (*edges[1:], edges[0]), strict=True):
        if not rest:
            break
        before, rest = rest, []
        sides = [side(start, end, at) for at in before]
        for i, at in enumerate(before):
            here, last = sides[i], sides[i - 1]
            if (here > 0) != (last > 0):
                t = last / (last - here)
                was = before[i - 1]
                rest.append((was[0] + (at[0] - was[0]) * t, was[1] + (at[1] - was[1]) * t))
            if here > 0:
                rest.append(at)
    return tuple(rest)


def overlap(a: Sequence[Point], b: Sequence[Point]) -> float:
    """The area that two convex polygons share."""
    if not boxes_meet(a, b):
        return 0.0
    return area(common(a, b))


def boxes_meet(a: Sequence[Point], b: Sequence[Point], gap: float = 0.0) -> bool:
    """Whether the upright boxes round two polygons are at most `gap` apart."""
    return (
        min(x for x, _ in a) <= max(x for x, _ in b) + gap
        and min(x for x, _ in b) <= max(x for x, _ in a) + gap
        and min(y for _, y in a) <= max(y for _, y in b) + gap
        and min(y for _, y in b) <= max(y for _, y in a) + gap
    )


def side(start: Point, end: Point, at: Point) -> float:
    """Positive where `at` lies to the right of the way from `start` to `end`, y downward."""
    return (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])


def holds(corners: Sequence[Point], at: Point) -> bool:
    """Whether a convex polygon holds a point, its edge included."""
    edges = clockwise(corners)
    return all(side(a, b, at) >= 0 for a, b in zip(edges, (*edges[1:], edges[0]), strict=True))


def nearest_on(start: Point, end: Point, at: Point) -> Point:
    """The point of a line from `start` to `end` that lies nearest."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    t = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / square if square else 0.0
    t = min(1.0, max(0.0, t))
    return start[0] + dx * t, start[1] + dy * t


def gap(a: Sequence[Point], b: Sequence[Point]) -> float:
    """How far two convex polygons are apart; 0 where they overlap or touch."""
    if boxes_meet(a, b) and (area(common(a, b)) > 0 or _covers(a, b) or _covers(b, a)):
        return 0.0
    least = float("inf")
    for one, other in ((a, b), (b, a)):
        for start, end in zip(one, (*one[1:], one[0]), strict=True):
            for at in other:
                least = min(least, length(at, nearest_on(start, end, at)))
    return least


def _covers(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether a polygon holds a corner of the other; a point or a line holds nothing."""
    return len(a) > 2 and any(holds(a, at) for at in b)
