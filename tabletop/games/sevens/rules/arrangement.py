"""When pieces may lie as they do (rulings): touching, not overlapping, in one part."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from tabletop.engine import Refusal, say
from tabletop.games.sevens.rules.geometry import boxes_meet, gap, overlap
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Corners

HAIR: Final = 0.02
"""Square units that two pieces may share, and units that touching parts may be apart."""

_NOISE: Final = 1e-9
"""What sums of floating numbers may be off by: just a hair is still a hair."""


def overlapping(pieces: Sequence[Corners]) -> tuple[tuple[int, int], ...]:
    """The pairs of pieces, by number, that overlap by more than a hair."""
    return tuple(
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(pieces), 2)
        if overlap(a, b) > HAIR + _NOISE
    )


def parts(pieces: Sequence[Corners]) -> tuple[frozenset[int], ...]:
    """The pieces, by number, in groups that hang together; the group of the first piece first."""
    groups: list[set[int]] = []
    for number, corners in enumerate(pieces):
        touched = [group for group in groups if _touches(corners, (pieces[i] for i in group))]
        groups = [group for group in groups if group not in touched]
        groups.append({number}.union(*touched))
    return tuple(sorted(map(frozenset, groups), key=min))


def _touches(corners: Corners, others: Iterable[Corners]) -> bool:
    near = HAIR + _NOISE
    return any(boxes_meet(corners, o, near) and gap(corners, o) <= near for o in others)


def why_not_arranged(picture: Picture, count: int, *, loose: bool) -> Refusal | None:
    """Why a picture of `count` pieces cannot be shown yet; None if it can."""
    pieces = [piece.corners for piece in picture.pieces]
    left = count - len(pieces)
    if left > 1:
        words = "{left} pieces are not in the picture yet"
        return Refusal(say("sevens.pieces_left", words, left=left), "2")
    if left == 1:
        return Refusal(say("sevens.piece_left", "One piece is not in the picture yet"), "2")
    if left < 0:
        words = "This round is played with {count} pieces: put {more} back"
        return Refusal(say("sevens.too_many", words, count=count, more=-left), "6")
    if overlapping(pieces):
        return Refusal(say("sevens.overlap", "Two pieces lie on each other"), "9")
    found = len(parts(pieces))
    if found > 1 and not loose:
        words = "The picture is in {parts} parts: let them touch"
        return Refusal(say("sevens.parts", words, parts=found), "9")
    return None
