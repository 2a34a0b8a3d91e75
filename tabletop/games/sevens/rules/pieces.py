"""The seven pieces: five kinds, their exact corners, poses, and convex polygons.

Units: the leg of the small triangle is 1 (rules, "Units"). x runs to the right, y downward, and
angles are degrees clockwise, as on the screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Final, Literal, TypeAlias

from tabletop.engine.text import Text, say

Kind: TypeAlias = Literal["L", "M", "S", "Q", "P"]
"""Large, medium and small triangle, square, parallelogram."""

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, ...]

SQRT2: Final = sqrt(2)

KINDS: Final[tuple[Kind, ...]] = ("L", "M", "S", "Q", "P")
FULL_SET: Final[tuple[Kind, ...]] = ("L", "L", "M", "S", "S", "Q", "P")
"""The tangram, in the order in which pieces are numbered everywhere."""

BASE_CORNERS: Final[Mapping[Kind, Corners]] = {
    "L": ((0, 0), (2, 0), (0, 2)),
    "M": ((0, 0), (SQRT2, 0), (0, SQRT2)),
    "S": ((0, 0), (1, 0), (0, 1)),
    "Q": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "P": ((0, 0), (1, 0), (2, 1), (1, 1)),
}
"""The corners of an unturned piece, the first at the origin; clockwise as seen."""

AREA: Final[Mapping[Kind, float]] = {"L": 2.0, "M": 1.0, "S": 0.5, "Q": 1.0, "P": 1.0}
SYMMETRY: Final[Mapping[Kind, int]] = {"L": 360, "M": 360, "S": 360, "Q": 90, "P": 180}
"""Degrees after which a turned piece looks the same."""

MAX_CORNER_ERROR: Final = 0.03
"""Units by which a given side or diagonal may differ from the piece's own: rounded numbers."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a piece lies: where its centroid is, how far it is turned, which side is up."""

    x: float
    y: float
    turn: float = 0.0
    """Degrees clockwise as seen."""
    flipped: bool = False
    """Mirrored left to right before it is turned. Matters for the parallelogram only."""

    @property
    def at(self) -> Point:
        return self.x, self.y


def centroid(corners: Sequence[Point]) -> Point:
    """The mean of the corners: the centroid of triangles and parallelograms alike."""
    count = len(corners)
    return sum(x for x, _ in corners) / count, sum(y for _, y in corners) / count


def turned(corners: Iterable[Point], turn: float, about: Point = (0, 0)) -> Corners:
    """Points turned clockwise by degrees about a point; exact for quarter turns."""
    c, s = _cos_sin(turn)
    ax, ay = about
    return tuple(
        (ax + (x - ax) * c - (y - ay) * s, ay + (x - ax) * s + (y - ay) * c) for x, y in corners
    )


def shifted(corners: Iterable[Point], by: Point) -> Corners:
    return tuple((x + by[0], y + by[1]) for x, y in corners)


def _cos_sin(turn: float) -> tuple[float, float]:
    quarter, rest = divmod(turn % 360, 90)
    c, s = (1.0, 0.0) if rest == 0 else (cos(radians(rest)), sin(radians(rest)))
    if rest == 45:
        c = s = SQRT2 / 2
    for _ in range(int(quarter)):
        c, s = -s, c
    return c, s


def shape(kind: Kind, turn: float = 0.0, flipped: bool = False) -> Corners:
    """The corners of a piece about its centroid."""
    plain = BASE_CORNERS[kind]
    cx, cy = centroid(plain)
    about = [(-(x - cx) if flipped else x - cx, y - cy) for x, y in plain]
    return turned(about, turn)


def corners_of(kind: Kind, pose: Pose) -> Corners:
    """The corners of a piece as it lies, in the order of `PLAIN`."""
    return shifted(shape(kind, pose.turn, pose.flipped), pose.at)


def pose_of(kind: Kind, corners: Sequence[Point]) -> Pose:
    """How a piece with these corners (in any order round it) lies; ValueError if it is not one."""
    plain = BASE_CORNERS.get(kind)
    if plain is None:
        raise ValueError(unknown_kind(kind))
    if len(corners) != len(plain):
        raise ValueError(
            say(
                "sevens.piece.corners",
                "{kind} has {due} corners, not {found}",
                kind=kind,
                due=len(plain),
                found=len(corners),
            )
        )
    middle = centroid(corners)
    for flipped in (False, True) if kind == "P" else (False,):
        own = shape(kind, 0.0, flipped)
        for order in _orders(corners):
            if _same_lengths(order, own):
                about = shifted(order, (-middle[0], -middle[1]))
                return Pose(*middle, _turn_between(own, about) % SYMMETRY[kind], flipped)
    raise ValueError(
        say(
            "sevens.piece.misfit",
            "these corners are not those of {kind}: {corners}",
            kind=kind,
            corners=_corners_text(corners),
        )
    )


def unknown_kind(text: str) -> Text:
    """That a piece is called by no letter of the set."""
    return say(
        "sevens.piece.kind",
        "{text} is no kind of piece; the kinds are {kinds}",
        text=repr(text),
        kinds=", ".join(KINDS),
    )


def _orders(corners: Sequence[Point]) -> Iterable[tuple[Point, ...]]:
    """The corners begun at each of them, both ways round."""
    for way in (tuple(corners), tuple(reversed(corners))):
        for start in range(len(way)):
            order = (*way[start:], *way[:start])
            if winding(order) > 0:
                yield order


def winding(corners: Sequence[Point]) -> float:
    """Twice the area, positive when the corners run clockwise as seen."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)


def _same_lengths(given: Sequence[Point], own: Sequence[Point]) -> bool:
    """Whether all sides and diagonals agree, which leaves nothing but a rigid motion."""
    own = own if winding(own) > 0 else (own[0], *reversed(own[1:]))
    return all(
        abs(length(given[i], given[j]) - length(own[i], own[j])) <= MAX_CORNER_ERROR
        for i in range(len(own))
        for j in range(i)
    )


def _turn_between(own: Sequence[Point], given: Sequence[Point]) -> float:
    """The turn that brings a piece's own corners onto the given ones, by least squares."""
    own = own if winding(own) > 0 else (own[0], *reversed(own[1:]))
    along = sum(ox * gx + oy * gy for (ox, oy), (gx, gy) in zip(own, given, strict=True))
    across = sum(ox * gy - oy * gx for (ox, oy), (gx, gy) in zip(own, given, strict=True))
    return degrees(atan2(across, along)) % 360


def length(a: Point, b: Point) -> float:
    """From one point to another."""
    return hypot(a[0] - b[0], a[1] - b[1])


def _corners_text(corners: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)


def area(corners: Sequence[Point]) -> float:
    """The area of a simple polygon, whichever way round it is given."""
    return abs(winding(corners)) / 2 if len(corners) > 2 else 0.0


def clockwise(corners: Sequence[Point]) -> Corners:
    """The same polygon, its corners clockwise as seen."""
    return tuple(corners) if winding(corners) >= 0 else tuple(reversed(corners))


def shared_polygon(a: Sequence[Point], b: Sequence[Point]) -> Corners:
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


def overlap_area(a: Sequence[Point], b: Sequence[Point]) -> float:
    """The area that two convex polygons share."""
    if not boxes_meet(a, b):
        return 0.0
    return area(shared_polygon(a, b))


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
    if boxes_meet(a, b) and (area(shared_polygon(a, b)) > 0 or _covers(a, b) or _covers(b, a)):
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
