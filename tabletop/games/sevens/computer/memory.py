"""What a computer player keeps of a picture that it has seen for some seconds.

It sees what a person sees, and of each piece keeps three things or not: where it lay, how it was
turned, and for the parallelogram which side was up. Nothing else of the picture is known to it
afterwards, but for the bare silhouette where that stayed in mind too.
"""

from dataclasses import dataclass, replace
from typing import Final

from tabletop.games.sevens.computer.clarity import clarity
from tabletop.games.sevens.computer.levels import Talent
from tabletop.games.sevens.computer.odds import Odds
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import SYMMETRY, Kind, Pose

USUAL_LOOK: Final = 10.0
"""Seconds of the look for which the chances of a talent are given."""
USUAL_COUNT: Final = 7
FEW: Final = 2
"""To look at a single piece takes as long as to look at two."""
HAZE: Final = 0.8
"""Units by which a place is off, by standard deviation, that is only vaguely known."""
EIGHTH: Final = 45.0


@dataclass(frozen=True, slots=True)
class Trace:
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

    traces: tuple[Trace, ...]
    silhouette: bool
    """The bare shape as a whole is in mind."""

    @property
    def unsure(self) -> int:
        """How many pieces are not thought to be known."""
        return sum(not trace.sure for trace in self.traces)


def looked(
    picture: Picture,
    seconds: float,
    talent: Talent,
    odds: Odds,
    *,
    seams: bool = True,
    shown: int | None = None,
) -> Memory:
    """What stays of a look; `shown` is a piece that is to be seen all the time (Piece Unveil)."""
    effort = _effort(seconds, len(picture))
    traces = []
    for number, piece in enumerate(picture.pieces):
        if number == shown:
            traces.append(Trace(piece.kind, piece.pose, True, True, True))
        else:
            chance = kept(talent.recall, effort * clarity(picture, number, seams=seams))
            traces.append(_kept_of(piece.kind, piece.pose, chance, talent, odds))
    return Memory(tuple(traces), odds.chance(kept(talent.outline, effort)))


def looked_again(
    memory: Memory,
    picture: Picture,
    seconds: float,
    talent: Talent,
    odds: Odds,
    *,
    seams: bool = True,
) -> Memory:
    """The memory after a peek: eyes go to what was not known, and may see what was wrong."""
    effort = peek_effort(seconds, memory.unsure)
    traces = []
    for number, (trace, piece) in enumerate(zip(memory.traces, picture.pieces, strict=True)):
        chance = kept(talent.recall, effort * clarity(picture, number, seams=seams))
        again = _kept_of(piece.kind, piece.pose, chance, talent, odds)
        wrong = trace.sure and trace.pose != piece.pose
        if again.sure and (wrong or not trace.sure):
            traces.append(again)
        else:
            traces.append(trace)
    return Memory(tuple(traces), memory.silhouette or odds.chance(kept(talent.outline, effort)))


def kept(chance: float, effort: float) -> float:
    """The chance after more or less effort: as if one tried so many times."""
    return 1 - float((1 - chance) ** effort)


def _effort(seconds: float, count: int) -> float:
    """What the eyes can do, 1 for the usual look: half of it is there in a quarter of the time."""
    return float((seconds / USUAL_LOOK) ** 0.5 * (USUAL_COUNT / count) ** 0.5)


def peek_effort(seconds: float, unsure: int) -> float:
    """The same for a peek, in which only those few pieces are looked at that are not known."""
    return float((seconds / USUAL_LOOK) ** 0.5 * USUAL_COUNT / max(FEW, unsure))


def _kept_of(kind: Kind, pose: Pose, chance: float, talent: Talent, odds: Odds) -> Trace:
    """What stays of one piece: mostly all of it or nothing, sometimes a part."""
    known = odds.chance(chance)
    place = known or odds.chance(chance * 0.5)
    # A piece that looks the same after a quarter turn is rarely turned wrong.
    turn = known or odds.chance(1 - (1 - chance * 0.5) * SYMMETRY[kind] / 360)
    side = known or kind != "P" or odds.chance(0.5)
    idea = pose
    if not place:
        x, y = pose.x + odds.astray(HAZE), pose.y + odds.astray(HAZE)
        idea = replace(idea, x=x, y=y)
    if not turn:
        idea = replace(idea, turn=pose.turn + EIGHTH * odds.one_of(range(8)))
    elif odds.chance(talent.slip):
        idea = replace(idea, turn=pose.turn + EIGHTH * odds.one_of((-2, -1, 1, 2)))
    if not side:
        idea = replace(idea, flipped=odds.chance(0.5))
    return Trace(kind, replace(idea, turn=idea.turn % SYMMETRY[kind]), place, turn, side)
