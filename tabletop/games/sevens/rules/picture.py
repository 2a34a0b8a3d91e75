"""A picture: some of the seven pieces and where each lies, and whether it is legal."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Final, Self

from tabletop.engine import BadNotation, Refusal, count, say
from tabletop.engine.notation import message_of
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    KINDS,
    Corners,
    Kind,
    Point,
    Pose,
    boxes_meet,
    corners_of,
    gap,
    overlap_area,
    pose_of,
    shifted,
    unknown_kind,
)

DECIMAL_PLACES: Final = 4
"""Decimals of a coordinate that the record keeps; a ten-thousandth of a unit is a hair."""


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
        """The same picture somewhere else."""
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
"""What sums of floating numbers may be off by: just a hair is still a hair."""


def overlapping_pairs(pieces: Sequence[Corners]) -> tuple[tuple[int, int], ...]:
    """The pairs of pieces, by number, that overlap by more than a hair."""
    return tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(pieces), 2)
        if overlap_area(a, b) > CONTACT_TOLERANCE + _NOISE
    )


def connected_groups(pieces: Sequence[Corners]) -> tuple[frozenset[int], ...]:
    """The pieces, by number, in groups that hang together; the group of the first piece first."""
    groups: list[set[int]] = []
    for number, corners in enumerate(pieces):
        touched = [group for group in groups if _touches(corners, (pieces[i] for i in group))]
        groups = [group for group in groups if group not in touched]
        groups.append({number}.union(*touched))
    return tuple(sorted(map(frozenset, groups), key=min))


def _touches(corners: Corners, others: Iterable[Corners]) -> bool:
    near = CONTACT_TOLERANCE + _NOISE
    return any(boxes_meet(corners, o, near) and gap(corners, o) <= near for o in others)


def why_not_arranged(picture: Picture, asked: int, *, loose: bool) -> Refusal | None:
    """Why a picture of `asked` pieces cannot be shown yet; None if it can."""
    pieces = [piece.corners for piece in picture.pieces]
    left = asked - len(pieces)
    if left > 0:
        missing = count(
            "sevens.pieces_left",
            "One piece is not in the picture yet",
            "{n} pieces are not in the picture yet",
            n=left,
        )
        return Refusal(missing, "2")
    if left < 0:
        # NOTE for translators: {asked} is always 5; {n} more pieces than these are laid.
        spare = count(
            "sevens.too_many",
            "This round is played with {asked} pieces: put one back",
            "This round is played with {asked} pieces: put {n} back",
            n=-left,
            asked=asked,
        )
        return Refusal(spare, "6")
    if overlapping_pairs(pieces):
        return Refusal(say("sevens.overlap", "Two pieces lie on each other"), "9")
    found = len(connected_groups(pieces))
    if found > 1 and not loose:
        return Refusal(
            say("sevens.parts", "The picture is in {parts} parts: let them touch", parts=found), "9"
        )
    return None
