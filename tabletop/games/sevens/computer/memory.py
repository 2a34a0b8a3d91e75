"""How well a piece of a picture is remembered: what stands out, what comes twice, what hides.

What a computer player keeps of a picture that it has seen for some seconds.

It sees what a person sees, and of each piece keeps three things or not: where it lay, how it was
turned, and for the parallelogram which side was up. Nothing else of the picture is known to it
afterwards, but for the bare silhouette where that stayed in mind too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tabletop.games.sevens.computer.levels import RandomSource, Skill
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import (
    SYMMETRY,
    Corners,
    Kind,
    Point,
    Pose,
    clockwise,
    holds,
    length,
)

KIND_CLARITY: Final[Mapping[Kind, float]] = {"L": 1.15, "M": 1.0, "S": 0.85, "Q": 1.1, "P": 0.9}
"""Large pieces are seen first; the parallelogram has two sides to confuse."""
DUPLICATE_FACTOR: Final = 1.12
"""For a piece that has another of its kind, turned alike."""
MIRROR_FACTOR: Final = 1.2
"""For a piece whose mirror image by the upright middle lies there too, or is itself."""
ODD_TURN_FACTOR: Final = 0.7
"""For a piece that is not turned by eighths."""
HIDDEN_FACTOR: Final = 0.3
"""What is left of a piece's clarity where no seams are seen and all its edges are inside."""
SAME_CORNER_DISTANCE: Final = 0.05
"""Units within which corners count as the same."""
EDGE_SAMPLES: Final = (0.125, 0.375, 0.625, 0.875)
"""The places along an edge where it is asked whether another piece lies there."""


def clarity(picture: Picture, number: int, *, seams: bool) -> float:
    """How well one piece of a picture is remembered; about 1 for a plain one."""
    piece = picture.pieces[number]
    pose = piece.pose
    found = KIND_CLARITY[piece.kind]
    alike = (other for i, other in enumerate(picture.pieces) if i != number)
    if any(other.kind == piece.kind and _turned_alike(other, piece) for other in alike):
        found *= DUPLICATE_FACTOR
    if _has_mirror_image(picture, piece):
        found *= MIRROR_FACTOR
    if min(pose.turn % 45, 45 - pose.turn % 45) > 1:
        found *= ODD_TURN_FACTOR
    if not seams:
        found *= HIDDEN_FACTOR + (1 - HIDDEN_FACTOR) * exposed(picture, number)
    return found


def exposed(picture: Picture, number: int) -> float:
    """The share of a piece's edges along which no other piece lies."""
    others = [piece.corners for i, piece in enumerate(picture.pieces) if i != number]
    corners = clockwise(picture.pieces[number].corners)
    free = whole = 0.0
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        side = length(a, b) / len(EDGE_SAMPLES)
        whole += side * len(EDGE_SAMPLES)
        for share in EDGE_SAMPLES:
            at = _beside(a, b, share)
            free += side * (not any(holds(other, at) for other in others))
    return free / whole


def _beside(a: Point, b: Point, share: float) -> Point:
    """A point just outside an edge of a polygon that runs clockwise as seen."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    off = SAME_CORNER_DISTANCE / length(a, b)
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
    return all(min(length(a, b) for b in other) <= SAME_CORNER_DISTANCE for a in one)


USUAL_LOOK_SECONDS: Final = 10.0
"""Seconds of the look for which the chances of a talent are given."""
USUAL_COUNT: Final = 7
MIN_LOOK_PIECES: Final = 2
"""To look at a single piece takes as long as to look at two."""
VAGUE_PLACE_DEVIATION: Final = 0.8
"""Units by which a place is off, by standard deviation, that is only vaguely known."""
EIGHTH_TURN_DEGREES: Final = 45.0


@dataclass(frozen=True, slots=True)
class PieceMemory:
    """What is kept of one piece."""

    kind: Kind
    pose: Pose
    """Where it is thought to lie; what is not known of it is a guess."""
    place: bool
    turn: bool
    side: bool

    @property
    def sure(self) -> bool:
        """Whether it is thought to be known, be it rightly or not."""
        return self.place and self.turn and self.side


@dataclass(frozen=True, slots=True)
class Memory:
    """What is kept of a picture, piece by piece in its order."""

    traces: tuple[PieceMemory, ...]
    silhouette: bool
    """The bare shape as a whole is in mind."""

    @property
    def unsure(self) -> int:
        """How many pieces are not thought to be known."""
        return sum(not trace.sure for trace in self.traces)


def remember_look(
    picture: Picture,
    seconds: float,
    skill: Skill,
    odds: RandomSource,
    *,
    seams: bool = True,
    shown: int | None = None,
) -> Memory:
    """What stays of a look; `shown` is a piece that is to be seen all the time (Piece Unveil)."""
    effort = _effort(seconds, len(picture))
    traces = []
    for number, piece in enumerate(picture.pieces):
        if number == shown:
            traces.append(PieceMemory(piece.kind, piece.pose, True, True, True))
        else:
            chance = chance_after(skill.recall, effort * clarity(picture, number, seams=seams))
            traces.append(_kept_of(piece.kind, piece.pose, chance, skill, odds))
    return Memory(tuple(traces), odds.chance(chance_after(skill.outline, effort)))


def remember_peek(
    memory: Memory,
    picture: Picture,
    seconds: float,
    skill: Skill,
    odds: RandomSource,
    *,
    seams: bool = True,
) -> Memory:
    """The memory after a peek: eyes go to what was not known, and may see what was wrong."""
    effort = peek_effort(seconds, memory.unsure)
    traces = []
    for number, (trace, piece) in enumerate(zip(memory.traces, picture.pieces, strict=True)):
        chance = chance_after(skill.recall, effort * clarity(picture, number, seams=seams))
        again = _kept_of(piece.kind, piece.pose, chance, skill, odds)
        wrong = trace.sure and trace.pose != piece.pose
        if again.sure and (wrong or not trace.sure):
            traces.append(again)
        else:
            traces.append(trace)
    return Memory(
        tuple(traces), memory.silhouette or odds.chance(chance_after(skill.outline, effort))
    )


def chance_after(chance: float, effort: float) -> float:
    """The chance after more or less effort: as if one tried so many times."""
    return 1 - float((1 - chance) ** effort)


def _effort(seconds: float, count: int) -> float:
    """What the eyes can do, 1 for the usual look: half of it is there in a quarter of the time."""
    return float((seconds / USUAL_LOOK_SECONDS) ** 0.5 * (USUAL_COUNT / count) ** 0.5)


def peek_effort(seconds: float, unsure: int) -> float:
    """The same for a peek, in which only those few pieces are looked at that are not known."""
    return float((seconds / USUAL_LOOK_SECONDS) ** 0.5 * USUAL_COUNT / max(MIN_LOOK_PIECES, unsure))


def _kept_of(
    kind: Kind, pose: Pose, chance: float, skill: Skill, odds: RandomSource
) -> PieceMemory:
    """What stays of one piece: mostly all of it or nothing, sometimes a part."""
    known = odds.chance(chance)
    place = known or odds.chance(chance * 0.5)
    # A piece that looks the same after a quarter turn is rarely turned wrong.
    turn = known or odds.chance(1 - (1 - chance * 0.5) * SYMMETRY[kind] / 360)
    side = known or kind != "P" or odds.chance(0.5)
    idea = pose
    if not place:
        x, y = (
            pose.x + odds.astray(VAGUE_PLACE_DEVIATION),
            pose.y + odds.astray(VAGUE_PLACE_DEVIATION),
        )
        idea = replace(idea, x=x, y=y)
    if not turn:
        idea = replace(idea, turn=pose.turn + EIGHTH_TURN_DEGREES * odds.one_of(range(8)))
    elif odds.chance(skill.slip):
        idea = replace(idea, turn=pose.turn + EIGHTH_TURN_DEGREES * odds.one_of((-2, -1, 1, 2)))
    if not side:
        idea = replace(idea, flipped=odds.chance(0.5))
    return PieceMemory(kind, replace(idea, turn=idea.turn % SYMMETRY[kind]), place, turn, side)
