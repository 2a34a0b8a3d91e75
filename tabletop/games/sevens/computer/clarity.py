"""How well a piece of a picture is remembered: what stands out, what comes twice, what hides."""

from collections.abc import Mapping
from typing import Final

from tabletop.games.sevens.rules.geometry import clockwise, holds
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import Corners, Kind, Point, length

STANDS_OUT: Final[Mapping[Kind, float]] = {"L": 1.15, "M": 1.0, "S": 0.85, "Q": 1.1, "P": 0.9}
"""Large pieces are seen first; the parallelogram has two sides to confuse."""
TWICE: Final = 1.12
"""For a piece that has another of its kind, turned alike."""
MIRRORED: Final = 1.2
"""For a piece whose mirror image by the upright middle lies there too, or is itself."""
ODD: Final = 0.7
"""For a piece that is not turned by eighths."""
HIDDEN: Final = 0.3
"""What is left of a piece's clarity where no seams are seen and all its edges are inside."""
NEAR: Final = 0.05
"""Units within which corners count as the same."""
SAMPLES: Final = (0.125, 0.375, 0.625, 0.875)
"""The places along an edge where it is asked whether another piece lies there."""


def clarity(picture: Picture, number: int, *, seams: bool) -> float:
    """How well one piece of a picture is remembered; about 1 for a plain one."""
    piece = picture.pieces[number]
    pose = piece.pose
    found = STANDS_OUT[piece.kind]
    alike = (other for i, other in enumerate(picture.pieces) if i != number)
    if any(other.kind == piece.kind and _turned_alike(other, piece) for other in alike):
        found *= TWICE
    if _has_mirror_image(picture, piece):
        found *= MIRRORED
    if min(pose.turn % 45, 45 - pose.turn % 45) > 1:
        found *= ODD
    if not seams:
        found *= HIDDEN + (1 - HIDDEN) * exposed(picture, number)
    return found


def exposed(picture: Picture, number: int) -> float:
    """The share of a piece's edges along which no other piece lies."""
    others = [piece.corners for i, piece in enumerate(picture.pieces) if i != number]
    corners = clockwise(picture.pieces[number].corners)
    free = whole = 0.0
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        side = length(a, b) / len(SAMPLES)
        whole += side * len(SAMPLES)
        for share in SAMPLES:
            at = _beside(a, b, share)
            free += side * (not any(holds(other, at) for other in others))
    return free / whole


def _beside(a: Point, b: Point, share: float) -> Point:
    """A point just outside an edge of a polygon that runs clockwise as seen."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    off = NEAR / length(a, b)
    return a[0] + dx * share + dy * off, a[1] + dy * share - dx * off


def _turned_alike(one: Piece, other: Piece) -> bool:
    off = (one.pose.turn - other.pose.turn) % 360
    return min(off, 360 - off) < 1


def _has_mirror_image(picture: Picture, piece: Piece) -> bool:
    axis = 2 * picture.middle[0]
    image = tuple((axis - x, y) for x, y in piece.corners)
    return any(
        other.kind == piece.kind and _same_place(other.corners, image) for other in picture.pieces
    )


def _same_place(one: Corners, other: Corners) -> bool:
    return all(min(length(a, b) for b in other) <= NEAR for a in one)
