"""Pictures for tests: the square, random ones, and moves of them."""

from collections.abc import Sequence
from random import Random

from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    SQRT2,
    Corners,
    Kind,
    Picture,
    Piece,
    Point,
    Pose,
    overlap_area,
    shape,
    shifted,
    turned,
)

H = SQRT2 / 2

SQUARE = Picture.from_corners(
    [
        ("L", [(0, 0), (4 * H, 0), (2 * H, 2 * H)]),
        ("L", [(0, 0), (2 * H, 2 * H), (0, 4 * H)]),
        ("M", [(4 * H, 4 * H), (2 * H, 4 * H), (4 * H, 2 * H)]),
        ("S", [(4 * H, 0), (4 * H, 2 * H), (3 * H, H)]),
        ("S", [(2 * H, 2 * H), (3 * H, 3 * H), (H, 3 * H)]),
        ("Q", [(2 * H, 2 * H), (3 * H, H), (4 * H, 2 * H), (3 * H, 3 * H)]),
        ("P", [(0, 4 * H), (2 * H, 4 * H), (3 * H, 3 * H), (H, 3 * H)]),
    ]
)
"""The classic: all seven in one square."""


def assembled(rng: Random, kinds: Sequence[Kind] = FULL_SET) -> Picture:
    """A random legal picture: each piece lies corner on corner with one before, turned by 45s."""
    while True:
        laid: list[tuple[Kind, Corners]] = []
        for kind in rng.sample(kinds, len(kinds)):
            for _ in range(100):
                corners = shape(kind, 45.0 * rng.randrange(8), rng.random() < 0.5)
                if laid:
                    there, here = rng.choice(rng.choice(laid)[1]), rng.choice(corners)
                    corners = shifted(corners, (there[0] - here[0], there[1] - here[1]))
                if all(overlap_area(corners, other) < 1e-9 for _, other in laid):
                    laid.append((kind, corners))
                    break
        if len(laid) == len(kinds):
            return Picture.from_corners(laid)


def scattered(rng: Random, kinds: Sequence[Kind] = FULL_SET) -> Picture:
    """Pieces anyhow in a small place, on top of one another too."""
    return Picture.from_poses(
        (
            kind,
            Pose(
                rng.uniform(0, 3), rng.uniform(0, 3), rng.uniform(0, 360), rng.choice((False, True))
            ),
        )
        for kind in kinds
    )


def jittered(rng: Random, picture: Picture, off: float, turn: float) -> Picture:
    """Each piece off by up to so many units and degrees."""
    moved = []
    for piece in picture.pieces:
        pose = piece.pose
        x, y = pose.x + rng.uniform(-off, off), pose.y + rng.uniform(-off, off)
        moved.append((piece.kind, Pose(x, y, pose.turn + rng.uniform(-turn, turn), pose.flipped)))
    return Picture.from_poses(moved)


def moved(picture: Picture, number: int, by: Point) -> Picture:
    """The picture with one piece shifted."""
    return changed(picture, number, shifted(picture.pieces[number].corners, by))


def changed(picture: Picture, number: int, corners: Corners) -> Picture:
    """The picture with other corners of one piece."""
    pieces = list(picture.pieces)
    pieces[number] = Piece(pieces[number].kind, corners)
    return Picture(tuple(pieces))


def without(picture: Picture, *numbers: int) -> Picture:
    """The picture with these pieces left in the tray."""
    return Picture(tuple(p for i, p in enumerate(picture.pieces) if i not in numbers))


def whirled(picture: Picture, turn: float) -> Picture:
    """The whole picture turned by degrees about the origin."""
    return Picture(tuple(Piece(p.kind, turned(p.corners, turn)) for p in picture.pieces))
