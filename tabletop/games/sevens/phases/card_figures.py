"""The figures on the serendipity cards: the tangram's square, whole and with its pieces apart."""

from typing import Final

from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import R2, centroid, shifted

H: Final = R2 / 2

TANGRAM: Final = Picture.from_corners(
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
"""All seven pieces in a square of area 8."""


def _parted(picture: Picture, by: float) -> Picture:
    """The pieces of a picture drawn apart from its middle; `by` 1 doubles the distances."""
    mx, my = picture.middle
    return Picture(
        tuple(
            Piece(p.kind, shifted(p.corners, ((x - mx) * by, (y - my) * by)))
            for p in picture.pieces
            for x, y in [centroid(p.corners)]
        )
    )


PARTED: Final = _parted(TANGRAM, 0.3)
