"""When pieces may lie as they do (rulings): touching, not overlapping, in one part."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from tabletop.engine import Refusal, count, say
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
    if overlapping(pieces):
        return Refusal(say("sevens.overlap", "Two pieces lie on each other"), "9")
    found = len(parts(pieces))
    if found > 1 and not loose:
        return Refusal(
            say("sevens.parts", "The picture is in {parts} parts: let them touch", parts=found), "9"
        )
    return None
