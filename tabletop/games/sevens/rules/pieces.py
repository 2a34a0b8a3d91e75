"""The seven pieces, convex polygons, and pictures made of pieces.

Units: the leg of the small triangle is 1 (rules, "Units"). x runs to the right, y downward, and
angles are degrees clockwise, as on the screen.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt
from typing import Final, Literal, Self, TypeAlias, TypeVar

from tabletop.engine import BadNotation, Refusal, Text, count, say
from tabletop.engine.notation import message_of

Kind: TypeAlias = Literal["L", "M", "S", "Q", "P"]
"""Large, medium and small triangle, square, parallelogram."""

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, ...]
T = TypeVar("T")

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

    def mirrored(self) -> "Pose":
        """The same, with left and right exchanged as it lies there."""
        return Pose(self.x, self.y, -self.turn, not self.flipped)


def edges(corners: Sequence[T]) -> Iterator[tuple[T, T]]:
    """The edges of a polygon, each from a corner to the next."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


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
    """The corners of a piece as it lies, in the order of `BASE_CORNERS`."""
    return shifted(shape(kind, pose.turn, pose.flipped), pose.at)


def pose_of(kind: Kind, corners: Sequence[Point]) -> Pose:
    """The pose of a piece with these corners, either way round; ValueError if they do not fit."""
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
        own = own if winding(own) > 0 else (own[0], *reversed(own[1:]))
        for order in _orders(corners):
            if _same_lengths(order, own):
                about = shifted(order, (-middle[0], -middle[1]))
                return Pose(*middle, _turn_between(own, about) % SYMMETRY[kind], flipped)
    raise ValueError(
        say(
            "sevens.piece.misfit",
            "these corners are not those of {kind}: {corners}",
            kind=kind,
            corners=" ".join(f"{x:g},{y:g}" for x, y in corners),
        )
    )


def unknown_kind(text: str) -> Text:
    """The complaint about a letter that is no kind of piece."""
    return say(
        "sevens.piece.kind",
        "{text} is no kind of piece; the kinds are {kinds}",
        text=repr(text),
        kinds=", ".join(KINDS),
    )


def _orders(corners: Sequence[Point]) -> Iterable[tuple[Point, ...]]:
    """The corners clockwise, starting at each of them."""
    for way in (tuple(corners), tuple(reversed(corners))):
        for start in range(len(way)):
            order = (*way[start:], *way[:start])
            if winding(order) > 0:
                yield order


def winding(corners: Sequence[Point]) -> float:
    """Twice the area, positive when the corners run clockwise as seen."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(corners))


def _same_lengths(given: Sequence[Point], own: Sequence[Point]) -> bool:
    """Whether all sides and diagonals agree, so that the polygons are congruent."""
    return all(
        abs(length(given[i], given[j]) - length(own[i], own[j])) <= MAX_CORNER_ERROR
        for i in range(len(own))
        for j in range(i)
    )


def _turn_between(own: Sequence[Point], given: Sequence[Point]) -> float:
    """The turn that brings a piece's own corners onto the given ones, by least squares."""
    along = sum(ox * gx + oy * gy for (ox, oy), (gx, gy) in zip(own, given, strict=True))
    across = sum(ox * gy - oy * gx for (ox, oy), (gx, gy) in zip(own, given, strict=True))
    return degrees(atan2(across, along)) % 360


def length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def area(corners: Sequence[Point]) -> float:
    """The area of a simple polygon, whichever way round it is given."""
    return abs(winding(corners)) / 2 if len(corners) > 2 else 0.0


def clockwise(corners: Sequence[Point]) -> Corners:
    """The same polygon, its corners clockwise as seen."""
    return tuple(corners) if winding(corners) >= 0 else tuple(reversed(corners))


def shared_polygon(a: Sequence[Point], b: Sequence[Point]) -> Corners:
    """What two convex polygons share; empty if nothing (Sutherland and Hodgman, 1974)."""
    rest = list(clockwise(a))
    for start, end in edges(clockwise(b)):
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
    return all(side(a, b, at) >= 0 for a, b in edges(clockwise(corners)))


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
        for start, end in edges(one):
            for at in other:
                least = min(least, length(at, nearest_on(start, end, at)))
    return least


def _covers(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether a polygon holds a corner of the other; a point or a line holds nothing."""
    return len(a) > 2 and any(holds(a, at) for at in b)


DECIMAL_PLACES: Final = 4
"""Decimals of a coordinate that the record keeps."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a picture, its corners in units."""

    kind: Kind
    corners: Corners

    @property
    def pose(self) -> Pose:
        return pose_of(self.kind, self.corners)


@dataclass(frozen=True, slots=True)
class Picture:
    """Pieces as they lie, in the order of the set: L L M S S Q P, as many as there are."""

    pieces: tuple[Piece, ...] = ()

    @classmethod
    def from_corners(cls, pieces: Iterable[tuple[str, Sequence[Point]]]) -> Self:
        """The picture of these pieces, corners either way round.

        ValueError for a polygon that is not that piece, and for more pieces of a kind than the
        set has.
        """
        made = []
        for kind, corners in pieces:
            known = _kind(kind)
            points = _points(known, corners)
            pose_of(known, points)
            made.append(Piece(known, points))
        return cls(_in_order(made))

    @classmethod
    def from_poses(cls, pieces: Iterable[tuple[Kind, Pose]]) -> Self:
        """The picture of these pieces; ValueError for more of a kind than the set has."""
        return cls(_in_order([Piece(kind, corners_of(kind, pose)) for kind, pose in pieces]))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(piece.kind for piece in self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def shifted(self, by: Point) -> "Picture":
        return Picture(tuple(Piece(p.kind, shifted(p.corners, by)) for p in self.pieces))

    def rounded(self) -> "Picture":
        """The picture as its text keeps it."""
        return Picture.from_text(str(self))

    @property
    def span(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all pieces; zeros for an empty picture."""
        points = [at for piece in self.pieces for at in piece.corners] or [(0.0, 0.0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self) -> Point:
        left, top, right, bottom = self.span
        return (left + right) / 2, (top + bottom) / 2

    def __str__(self) -> str:
        """``L0,0;2,0;0,2|S...``: for each piece its kind and its corners."""
        return "|".join(
            piece.kind + ";".join(f"{_number(x)},{_number(y)}" for x, y in piece.corners)
            for piece in self.pieces
        )

    @classmethod
    def from_text(cls, text: str) -> "Picture":
        """The inverse of `str`; BadNotation says what cannot be read."""
        try:
            return cls.from_corners(_read(part) for part in text.split("|") if text)
        except ValueError as problem:
            raise BadNotation(
                say(
                    "sevens.bad_picture", "a picture cannot be read: {why}", why=message_of(problem)
                )
            ) from problem


def _kind(text: str) -> Kind:
    for kind in KINDS:
        if kind == text:
            return kind
    raise ValueError(unknown_kind(text))


def _points(kind: Kind, corners: Iterable[Point]) -> Corners:
    try:
        points = tuple((float(x), float(y)) for x, y in corners)
    except (TypeError, ValueError, OverflowError):
        # NOTE for translators: {kind} is a letter: L, M, S, Q or P.
        pairs = say(
            "sevens.picture.pairs", "the corners of {kind} must be pairs of numbers", kind=kind
        )
        raise ValueError(pairs) from None
    if not all(isfinite(x) and isfinite(y) for x, y in points):
        raise ValueError(
            say("sevens.picture.finite", "the corners of {kind} must be finite numbers", kind=kind)
        )
    return points


def _in_order(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    room = Counter(FULL_SET)
    for kind, laid in Counter(piece.kind for piece in pieces).items():
        if laid > room[kind]:
            raise ValueError(
                say(
                    "sevens.picture.too_many",
                    "{laid} pieces {kind}, but the set has only {most}",
                    laid=laid,
                    kind=kind,
                    most=room[kind],
                )
            )
    return tuple(sorted(pieces, key=lambda piece: FULL_SET.index(piece.kind)))


def _number(value: float) -> str:
    return f"{round(value, DECIMAL_PLACES) + 0.0:.{DECIMAL_PLACES}f}".rstrip("0").rstrip(".")


def _read(part: str) -> tuple[str, list[Point]]:
    corners = []
    for pair in part[1:].split(";"):
        x, comma, y = pair.partition(",")
        if not comma:
            raise ValueError(say("sevens.picture.corner", "{text} is no corner", text=repr(pair)))
        corners.append((_decimal(x), _decimal(y)))
    return part[:1], corners


def _decimal(text: str) -> float:
    # Plain decimal numbers only: `float` would take 1e5, nan and digits of other scripts.
    plain = text.removeprefix("-").replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 12):
        raise ValueError(say("sevens.picture.number", "{text} is no number", text=repr(text)))
    return float(text)


CONTACT_TOLERANCE: Final = 0.02
"""Square units that two pieces may share, and units that touching parts may be apart."""

_NOISE: Final = 1e-9
"""Rounding error of sums, so that exactly the tolerance is still within it."""


def overlapping_pairs(pieces: Sequence[Corners]) -> tuple[tuple[int, int], ...]:
    """The pairs of pieces, by number, that overlap by more than `CONTACT_TOLERANCE`."""
    return tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(pieces), 2)
        if overlap_area(a, b) > CONTACT_TOLERANCE + _NOISE
    )


def connected_groups(pieces: Sequence[Corners]) -> tuple[frozenset[int], ...]:
    """The pieces, by number, in connected groups; the group of the first piece first."""
    groups: list[set[int]] = []
    for number, corners in enumerate(pieces):
        touched = [group for group in groups if any(_touch(corners, pieces[i]) for i in group)]
        groups = [group for group in groups if group not in touched]
        groups.append({number}.union(*touched))
    return tuple(sorted(map(frozenset, groups), key=min))


def _touch(a: Corners, b: Corners) -> bool:
    near = CONTACT_TOLERANCE + _NOISE
    return boxes_meet(a, b, near) and gap(a, b) <= near


def why_not_arranged(picture: Picture, asked: int, *, loose: bool) -> Refusal | None:
    """Why a picture of `asked` pieces cannot be shown yet; None if it can."""
    pieces = [piece.corners for piece in picture.pieces]
    left = asked - len(pieces)
    if left > 0:
        missing = count(
            "sevens.pieces_left",
            "1 piece left.",
            "{n} pieces left.",
            n=left,
        )
        return Refusal(missing, "2")
    if left < 0:
        # NOTE for translators: {asked} is always 5; {n} more pieces than these are laid.
        spare = count(
            "sevens.too_many",
            "This round is played with {asked} pieces: put one back.",
            "This round is played with {asked} pieces: put {n} back.",
            n=-left,
            asked=asked,
        )
        return Refusal(spare, "6")
    if overlapping_pairs(pieces):
        return Refusal(say("sevens.overlap", "Two pieces overlap. Move one."), "9")
    found = len(connected_groups(pieces))
    if found > 1 and not loose:
        return Refusal(
            say("sevens.parts", "Some pieces don’t touch yet. Join them up."),
            "9",
        )
    return None
