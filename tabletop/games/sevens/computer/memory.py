"""The skill of each level, and what a computer player remembers of a picture that it has seen.

Of each piece it remembers, or does not, where it lay, how it was turned, and which side was up; and
perhaps the whole silhouette. It knows nothing else of the picture.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

from tabletop.ai import LEVELS
from tabletop.games.sevens.rules.pieces import (
    SYMMETRY,
    Kind,
    Picture,
    Piece,
    Point,
    Pose,
    clockwise,
    edges,
    holds,
    length,
)


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level. Chances are for a look of ten seconds at seven pieces."""

    recall: float
    """The chance to remember where a piece lay, and likewise how it was turned."""
    blur: float
    """The standard deviation of the position of a remembered piece, in units."""
    slip: float
    """The chance to be sure of a wrong turn."""
    outline: float
    """The chance to remember the silhouette, so that forgotten pieces can be fitted into it."""
    patience: int
    """Steps of fitting, about a millisecond each, before it gives up."""
    seconds: float
    """Seconds per piece."""
    judgement: float
    """How well it estimates the gain of a peek, from 0 to 1."""
    wants: tuple[int, ...]
    """The difficulties of the figures that it arranges."""


SKILLS: Final = (
    Skill(0.43, 0.22, 0.13, 0.00, 0, 14.5, 0.1, (1, 2)),
    Skill(0.55, 0.19, 0.11, 0.08, 40, 13.3, 0.3, (1, 2)),
    Skill(0.64, 0.155, 0.085, 0.18, 120, 12.0, 0.5, (2, 3)),
    Skill(0.72, 0.125, 0.06, 0.33, 300, 10.8, 0.7, (3, 4)),
    Skill(0.80, 0.10, 0.04, 0.52, 600, 9.6, 0.85, (3, 4, 5)),
    Skill(0.91, 0.07, 0.02, 0.78, 1000, 8.4, 0.95, (4, 5)),
)
"""Found by experiment: `tools/sevens_levels.py` shows the results."""

_BY_NAME: Final[Mapping[str, Skill]] = dict(zip(LEVELS, SKILLS, strict=True))


def skill_of(level: str) -> Skill:
    """The skill of a level of `tabletop.ai.LEVELS`; KeyError for another name."""
    return _BY_NAME[level]


def level_named(name: str) -> str | None:
    return next((level for level in LEVELS if level == name), None)


T = TypeVar("T")


class RandomSource:
    """A seeded random source. It uses `Random.random` only, which is the same in every version."""

    def __init__(self, seed: int, *purpose: object) -> None:
        """`purpose` separates the sources of one seed."""
        self._next = Random(":".join(map(str, ("computer", seed, *purpose)))).random

    def chance(self, probability: float) -> bool:
        return self._next() < probability

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._next()

    def astray(self, blur: float) -> float:
        """An error with this standard deviation, at most three times as large.

        The sum of three uniform values from -1 to 1 has the deviation 1.
        """
        return blur * sum(2 * self._next() - 1 for _ in range(3))

    def one_of(self, things: Sequence[T]) -> T:
        return things[int(self._next() * len(things))]


KIND_CLARITY: Final[Mapping[Kind, float]] = {"L": 1.15, "M": 1.0, "S": 0.85, "Q": 1.1, "P": 0.9}
"""Large pieces are easier to remember; the parallelogram can be mistaken for its mirror image."""
DUPLICATE_FACTOR: Final = 1.12
"""For a piece that has another of its kind with the same turn."""
MIRROR_FACTOR: Final = 1.2
"""For a piece whose mirror image is in the picture, or that is symmetric itself."""
ODD_TURN_FACTOR: Final = 0.7
"""For a piece whose turn is no multiple of 45 degrees."""
HIDDEN_FACTOR: Final = 0.3
"""For a piece inside the picture, when no seams are shown."""
SAME_CORNER_DISTANCE: Final = 0.05
"""Units within which corners are the same."""
EDGE_SAMPLES: Final = (0.125, 0.375, 0.625, 0.875)
"""The points of an edge where it is tested whether another piece touches."""


def clarity(picture: Picture, number: int, *, seams: bool) -> float:
    """How easy a piece of a picture is to remember; about 1 for a plain one."""
    piece = picture.pieces[number]
    pose = piece.pose
    found = KIND_CLARITY[piece.kind]
    alike = [p for i, p in enumerate(picture.pieces) if i != number and p.kind == piece.kind]
    offs = ((other.pose.turn - pose.turn) % 360 for other in alike)
    if any(min(off, 360 - off) < 1 for off in offs):
        found *= DUPLICATE_FACTOR
    if _has_mirror_image(picture, piece):
        found *= MIRROR_FACTOR
    if min(pose.turn % 45, 45 - pose.turn % 45) > 1:
        found *= ODD_TURN_FACTOR
    if not seams:
        found *= HIDDEN_FACTOR + (1 - HIDDEN_FACTOR) * exposed(picture, number)
    return found


def exposed(picture: Picture, number: int) -> float:
    """The share of a piece's edges that no other piece touches."""
    others = [piece.corners for i, piece in enumerate(picture.pieces) if i != number]
    corners = clockwise(picture.pieces[number].corners)
    free = whole = 0.0
    for a, b in edges(corners):
        side = length(a, b) / len(EDGE_SAMPLES)
        whole += side * len(EDGE_SAMPLES)
        for share in EDGE_SAMPLES:
            at = _beside(a, b, share)
            free += side * (not any(holds(other, at) for other in others))
    return free / whole


def _beside(a: Point, b: Point, share: float) -> Point:
    """A point just outside an edge of a clockwise polygon."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    off = SAME_CORNER_DISTANCE / length(a, b)
    return a[0] + dx * share + dy * off, a[1] + dy * share - dx * off


def _has_mirror_image(picture: Picture, piece: Piece) -> bool:
    axis = 2 * picture.middle[0]
    image = tuple((axis - x, y) for x, y in piece.corners)
    return any(
        other.kind == piece.kind
        and all(min(length(a, b) for b in image) <= SAME_CORNER_DISTANCE for a in other.corners)
        for other in picture.pieces
    )


USUAL_LOOK_SECONDS: Final = 10.0
"""Seconds of the look that the chances of a `Skill` are for."""
USUAL_COUNT: Final = 7
MIN_LOOK_PIECES: Final = 2
"""Looking at one piece takes as long as looking at two."""
VAGUE_PLACE_DEVIATION: Final = 0.8
"""The standard deviation of a vaguely remembered place, in units."""
EIGHTH_TURN_DEGREES: Final = 45.0


@dataclass(frozen=True, slots=True)
class PieceMemory:
    """What is remembered of one piece."""

    kind: Kind
    pose: Pose
    """Where it is thought to lie; unknown parts are guesses."""
    place: bool
    turn: bool
    side: bool

    @property
    def sure(self) -> bool:
        """Whether it is thought to be known, rightly or wrongly."""
        return self.place and self.turn and self.side


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of a picture, piece by piece."""

    traces: tuple[PieceMemory, ...]
    silhouette: bool
    """Whether the silhouette is remembered."""

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
    """The memory after a look; `shown` is a piece that stays visible (Piece Unveil)."""
    # 1 for the usual look; half of it after a quarter of the time.
    effort = (seconds / USUAL_LOOK_SECONDS) ** 0.5 * (USUAL_COUNT / len(picture)) ** 0.5
    traces = []
    for number, piece in enumerate(picture.pieces):
        if number == shown:
            traces.append(PieceMemory(piece.kind, piece.pose, True, True, True))
        else:
            chance = chance_after(skill.recall, effort * clarity(picture, number, seams=seams))
            traces.append(_piece_memory(piece.kind, piece.pose, chance, skill, odds))
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
    """The memory after a peek, which adds what was unknown and corrects some mistakes."""
    effort = peek_effort(seconds, memory.unsure)
    traces = []
    for number, (trace, piece) in enumerate(zip(memory.traces, picture.pieces, strict=True)):
        chance = chance_after(skill.recall, effort * clarity(picture, number, seams=seams))
        again = _piece_memory(piece.kind, piece.pose, chance, skill, odds)
        wrong = trace.sure and trace.pose != piece.pose
        traces.append(again if again.sure and (wrong or not trace.sure) else trace)
    return Memory(
        tuple(traces), memory.silhouette or odds.chance(chance_after(skill.outline, effort))
    )


def chance_after(chance: float, effort: float) -> float:
    """The chance after more or less effort."""
    return 1 - float((1 - chance) ** effort)


def peek_effort(seconds: float, unsure: int) -> float:
    """The effort of a peek, which looks at unknown pieces only."""
    return float((seconds / USUAL_LOOK_SECONDS) ** 0.5 * USUAL_COUNT / max(MIN_LOOK_PIECES, unsure))


def _piece_memory(
    kind: Kind, pose: Pose, chance: float, skill: Skill, odds: RandomSource
) -> PieceMemory:
    """The memory of one piece: mostly everything or nothing is known."""
    known = odds.chance(chance)
    place = known or odds.chance(chance * 0.5)
    # A piece that looks the same after a quarter turn is rarely turned wrong.
    turn = known or odds.chance(1 - (1 - chance * 0.5) * SYMMETRY[kind] / 360)
    side = known or kind != "P" or odds.chance(0.5)
    idea = pose
    if not place:
        x, y = odds.astray(VAGUE_PLACE_DEVIATION), odds.astray(VAGUE_PLACE_DEVIATION)
        idea = replace(idea, x=pose.x + x, y=pose.y + y)
    if not turn:
        idea = replace(idea, turn=pose.turn + EIGHTH_TURN_DEGREES * odds.one_of(range(8)))
    elif odds.chance(skill.slip):
        idea = replace(idea, turn=pose.turn + EIGHTH_TURN_DEGREES * odds.one_of((-2, -1, 1, 2)))
    if not side:
        idea = replace(idea, flipped=odds.chance(0.5))
    return PieceMemory(kind, replace(idea, turn=idea.turn % SYMMETRY[kind]), place, turn, side)
