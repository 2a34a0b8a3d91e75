"""Laying a silhouette with given pieces, or finding that they cannot be laid.

A corner of the silhouette that is less than straight must be filled by corners of pieces, and the
first of them lies flush with the edge. So the sharpest corner is taken, each piece is tried there
in the few ways it fits, and what is left is solved likewise. Nothing is left out by this, however
the silhouette is turned: where no way is found there is none.
"""

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import pi
from time import monotonic
from typing import Final, TypeAlias

from tabletop.engine import decimal, say
from tabletop.games.sevens.rules.arrangement import overlapping
from tabletop.games.sevens.rules.geometry import clockwise
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import AREA, FULL_SET, Kind
from tabletop.games.sevens.solving.forms import FORMS, SIDES
from tabletop.games.sevens.solving.outline import Outline, points
from tabletop.games.sevens.solving.region import (
    STRAIGHT,
    Boundary,
    Compass,
    Tangled,
    Wedge,
    fits,
    holds,
    joined,
    rings,
    signed_area,
    wedges,
)
from tabletop.games.sevens.solving.tightening import tightened

HAIRS: Final = (0.004, 0.03, 0.06)
"""Units that points may be apart and still be one: for exact outlines first, then rough ones."""
ROUGH: Final = 0.02
"""Units by which the corners of an outline given by hand may be off, each way."""
LIKE: Final = 0.05
"""Units that a corner of a found picture may be from the outline's own."""
PART: Final = 0.24
"""Square units by which a part's area may be off; sets of pieces differ by half a unit."""

Laid: TypeAlias = tuple[Kind, tuple[complex, ...]]


class Unfinished(Exception):
    """The time was over before a way was found or known to be missing."""


def solve(
    outline: Outline,
    *,
    kinds: Sequence[Kind] = FULL_SET,
    placed: Picture = Picture(),  # noqa: B008 - frozen
    seconds: float = 10.0,
) -> Picture | None:
    """A picture of these pieces with this outline; None if there is none.

    `placed` are those of the pieces that lie already; they stay. ValueError, in words, when the
    outline cannot be meant: it must enclose as much as the pieces cover, and `placed` must be
    among them. Unfinished after `seconds`.
    """
    end = monotonic() + seconds
    for way in search(outline, kinds=kinds, placed=placed):
        if way is not None:
            return way
        if monotonic() > end:
            raise Unfinished
    return None


def search(
    outline: Outline,
    *,
    kinds: Sequence[Kind] = FULL_SET,
    placed: Picture = Picture(),  # noqa: B008 - frozen
) -> Iterator[Picture | None]:
    """All ways to lay the outline, each once; None again and again while still at work.

    Between two answers it works for about a millisecond. Raises at once what `solve` raises.
    """
    left = _rest(kinds, placed)
    _check_area(outline, kinds)
    return _search(outline, left, placed)


def _rest(kinds: Sequence[Kind], placed: Picture) -> tuple[Kind, ...]:
    left = list(kinds)
    for kind in placed.kinds:
        if kind not in left:
            raise ValueError(
                # NOTE for translators: {kind} is a letter: L, M, S, Q or P.
                say(
                    "sevens.not_in_set",
                    "A piece {kind} lies there that does not belong to the set",
                    kind=kind,
                )
            )
        left.remove(kind)
    return tuple(left)


def _check_area(outline: Outline, kinds: Sequence[Kind]) -> None:
    needed = sum(AREA[kind] for kind in kinds)
    if abs(outline.area - needed) > max(ROUGH * outline.perimeter, 1e-6):
        area, cover = decimal(outline.area, 2), f"{needed:g}"
        raise ValueError(
            say(
                "sevens.outline_area",
                "The outline encloses {area} square units, but the pieces cover {needed}",
                area=area,
                needed=cover,
            )
        )


def _search(outline: Outline, left: tuple[Kind, ...], placed: Picture) -> Iterator[Picture | None]:
    found, tangled = False, []
    for hair in HAIRS:
        try:
            edges = outline.boundary(hair)
        except ValueError as problem:
            tangled.append(problem)
            continue
        for compass in dict.fromkeys((Compass.upright(edges, hair), Compass.of(edges, hair))):
            if compass is not None:
                for way in Filling(compass, hair).begun(edges, left, placed):
                    picture = _picture(outline, way, len(placed), hair) if way else None
                    found |= picture is not None
                    yield picture
            if found:
                return
    if len(tangled) == len(HAIRS):
        raise tangled[0]


def _picture(outline: Outline, way: Sequence[Laid], fixed: int, hair: float) -> Picture | None:
    """A way as a picture whose pieces touch exactly; None if that is not like the outline."""
    shapes = [corners for _, corners in way]
    # Too short a reach misses contacts, too long a one takes a narrow gap for one.
    for reach in (hair, hair * 2, hair / 2):
        tight = tightened(shapes, reach, fixed)
        if tight is None:
            continue
        picture = Picture.from_corners(
            (kind, [(at.real, at.imag) for at in shape])
            for (kind, _), shape in zip(way, tight, strict=True)
        )
        if not overlapping([piece.corners for piece in picture.pieces]):
            return _fitted(picture, outline, fixed)
    return None


def _fitted(picture: Picture, outline: Outline, fixed: int) -> Picture | None:
    """The picture shifted to where the outline is; None if some corner is not near one of its."""
    own = [at for ring in Outline.of(picture).rings for at in points(ring)]
    wanted = [at for ring in outline.rings for at in points(ring)]
    off = [min((at - o for o in own), key=abs) for at in wanted]
    mean = 0j if fixed else sum(off) / len(off)
    if max(abs(o - mean) for o in off) > LIKE:
        return None
    return picture.shifted((mean.real, mean.imag))


@dataclass(frozen=True, slots=True)
class Filling:
    """How a region is filled: along which directions, and how near is touching (units)."""

    compass: Compass
    hair: float

    def begun(
        self, edges: Boundary, left: tuple[Kind, ...], placed: Picture
    ) -> Iterator[tuple[Laid, ...] | None]:
        """The ways to fill a region in which some pieces lie already."""
        laid: tuple[Laid, ...] = ()
        for piece in placed.pieces:
            corners = tuple(points(clockwise(piece.corners)))
            middle = sum(corners) / len(corners)
            if not (fits(edges, corners, self.hair) and holds(edges, middle)):
                return
            try:
                edges = joined(edges, corners[::-1], self.hair)
            except Tangled:
                return
            laid = (*laid, (piece.kind, corners))
        if left:
            yield from self.ways(edges, left, laid)
        else:
            yield laid

    def ways(
        self, edges: Boundary, left: tuple[Kind, ...], laid: tuple[Laid, ...]
    ) -> Iterator[tuple[Laid, ...] | None]:
        """The ways to fill a region with the pieces left; None at every step."""
        yield None
        corners = rings(wedges(edges, self.compass))
        if not self.may_be_filled(corners, left):
            return
        for kind, shape in self.first_pieces(edges, corners, left):
            more = (*laid, (kind, shape))
            if len(left) == 1:
                yield more
                continue
            try:
                rest = joined(edges, shape[::-1], self.hair)
            except Tangled:
                continue
            at = left.index(kind)
            yield from self.ways(rest, left[:at] + left[at + 1 :], more)

    def first_pieces(
        self, edges: Boundary, corners: list[list[Wedge]], left: tuple[Kind, ...]
    ) -> Iterator[Laid]:
        """What can lie in the sharpest corner, flush with the edge that leaves it."""
        wedge = min((wedge for ring in corners for wedge in ring), key=lambda wedge: wedge.angle)
        turn = rect(1, wedge.heading * pi / STRAIGHT)
        for kind in dict.fromkeys(left):
            for form in FORMS[kind]:
                shape = tuple(wedge.at + turn * at for at in form.corners)
                if form.angle < wedge.angle + 0.5 and fits(edges, shape, self.hair):
                    yield kind, shape

    def may_be_filled(self, corners: list[list[Wedge]], left: tuple[Kind, ...]) -> bool:
        """Whether angles, straight edges and areas leave hope; quick, and never wrongly no."""
        return (
            bool(corners)
            and all(wedge.is_whole for ring in corners for wedge in ring)
            and all(
                any(abs(edge - length) <= 2 * self.hair for length in _lengths(left))
                for edge in _walled(corners)
            )
            and all(any(abs(area - s) <= PART for s in _areas(left)) for area in _parts(corners))
        )


def _walled(corners: list[list[Wedge]]) -> Iterator[float]:
    """The lengths of edges between two corners that are less than straight.

    Whole sides of pieces must add up to each of them, for none can reach beyond.
    """
    for ring in corners:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            if a.angle < STRAIGHT and b.angle < STRAIGHT:
                yield abs(b.at - a.at)


def _parts(corners: list[list[Wedge]]) -> Iterator[float]:
    """The areas of the parts of a region; a piece lies in one of them."""
    if len(corners) == 1:
        return
    shapes = [[wedge.at for wedge in ring] for ring in corners]
    outer = sorted((s for s in shapes if signed_area(s) > 0), key=signed_area)
    areas = [signed_area(shape) for shape in outer]
    for hole in (s for s in shapes if signed_area(s) < 0):
        for number, shape in enumerate(outer):
            if holds(list(zip(shape, (*shape[1:], shape[0]), strict=True)), hole[0]):
                areas[number] += signed_area(hole)
                break
    yield from areas


@cache
def _areas(kinds: tuple[Kind, ...]) -> frozenset[float]:
    """The areas that some of these pieces cover together."""
    found = {0.0}
    for kind in kinds:
        found |= {area + AREA[kind] for area in found}
    return frozenset(found)


@cache
def _lengths(kinds: tuple[Kind, ...]) -> frozenset[float]:
    """The lengths of the lines that sides of some of these pieces make, one of each piece."""
    found = {0.0}
    for kind in kinds:
        found |= {round(length + side, 6) for length in found for side in SIDES[kind]}
    return frozenset(found - {0.0})
