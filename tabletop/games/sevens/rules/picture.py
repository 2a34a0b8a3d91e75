"""A picture: some of the seven pieces, each where it lies. What is arranged, guessed and scored."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final, Self

from tabletop.engine import BadNotation, say
from tabletop.engine.saying import said_by
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    KINDS,
    Corners,
    Kind,
    Point,
    Pose,
    corners_of,
    no_kind,
    pose_of,
    shifted,
)

PLACES: Final = 4
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
                say("sevens.bad_picture", "a picture cannot be read: {why}", why=said_by(problem))
            ) from problem


def _kind(text: str) -> Kind:
    for kind in KINDS:
        if kind == text:
            return kind
    raise ValueError(no_kind(text))


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
    for kind, count in Counter(piece.kind for piece in pieces).items():
        if count > room[kind]:
            raise ValueError(
                say(
                    "sevens.picture.too_many",
                    "{laid} pieces {kind}, but the set has only {most}",
                    laid=count,
                    kind=kind,
                    most=room[kind],
                )
            )
    return tuple(sorted(pieces, key=lambda piece: FULL_SET.index(piece.kind)))


def _number(value: float) -> str:
    return f"{round(value, PLACES) + 0.0:.{PLACES}f}".rstrip("0").rstrip(".")


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
