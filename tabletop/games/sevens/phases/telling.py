"""How the points of a turn are told, step by step, and what is to be seen at each moment."""

from dataclasses import dataclass
from math import inf
from typing import Final, Literal, TypeAlias

from tabletop.games.sevens.phases.comparison import Comparison
from tabletop.games.sevens.rules.tally import TurnScore

Deed: TypeAlias = Literal["slide", "agrees", "astray", "same", "peek", "end"]

BESIDE: Final = 1.3
"""Seconds for which the two pictures are seen beside each other."""
SLIDE: Final = 0.6
POP: Final = 0.16
"""Seconds in which a sign appears."""
PAUSES: Final[dict[Deed, float]] = {
    "slide": 1.2,
    "agrees": 0.34,
    "astray": 0.22,
    "same": 1.5,
    "peek": 0.9,
    "end": 0.0,
}
"""Seconds from the beginning of a step to that of the next."""
LENGTHS: Final[dict[Deed, float]] = {
    "slide": SLIDE,
    "agrees": POP,
    "astray": POP,
    "same": 0.5,
    "peek": POP,
    "end": 0.0,
}
"""Seconds for which something moves in a step."""
LONGEST: Final = max(LENGTHS.values())


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is shown, and when it begins."""

    deed: Deed
    start: float
    number: int = 0
    """Which of the comparison's agreeing or astray pieces."""

    def share(self, now: float) -> float:
        """From 0, before it, to 1, after it."""
        gone, length = now - self.start, LENGTHS[self.deed]
        if gone < 0:
            return 0.0
        return min(1.0, gone / length) if length else 1.0


@dataclass(frozen=True, slots=True)
class Moment:
    """What is to be seen of the telling at a moment; shares run from 0 to 1."""

    slid: float
    agrees: tuple[float, ...]
    """For each agreeing piece how far its sign has appeared."""
    astray: tuple[float, ...]
    same: float
    """How far the silhouette is filled, where the exception strikes."""
    paid: bool
    """The peek is paid for."""
    points: int
    """What the count stands at."""
    over: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """The steps of a turn's score, in seconds from the first look at both pictures."""

    turn: TurnScore
    steps: tuple[Step, ...]

    @property
    def length(self) -> float:
        return self.steps[-1].start

    def at(self, now: float) -> Moment:
        """What is to be seen at a moment."""

        def shares(deed: Deed) -> tuple[float, ...]:
            return tuple(step.share(now) for step in self.steps if step.deed == deed)

        def any_of(deed: Deed) -> float:
            return max(shares(deed), default=0.0)

        agrees, score = shares("agrees"), self.turn.score
        points = sum(share > 0 for share in agrees)
        same, paid = any_of("same"), any_of("peek") > 0
        if same > 0:
            points = score.points
        if paid:
            points -= self.turn.cost
        slid = any_of("slide")
        return Moment(slid, agrees, shares("astray"), same, paid, points, now >= self.length)

    def changes_in(self, now: float) -> float:
        """Seconds until something looks different; 0 while anything moves, inf after the end."""
        if any(step.start <= now < step.start + LENGTHS[step.deed] for step in self.steps):
            return 0.0
        return min((step.start - now for step in self.steps if step.start > now), default=inf)


def telling(turn: TurnScore, comparison: Comparison) -> Telling:
    """The steps for a turn: both pictures, the slide, each piece, the exception, the peek."""
    deeds: list[tuple[Deed, int]] = [("slide", 0)]
    deeds += [("agrees", number) for number in range(len(comparison.agreed))]
    deeds += [("astray", number) for number in range(len(comparison.astray))]
    if comparison.covering is not None:
        deeds.append(("same", 0))
    if turn.peeked:
        deeds.append(("peek", 0))
    deeds.append(("end", 0))
    steps, start = [], BESIDE
    for deed, number in deeds:
        if deed in ("same", "peek"):
            start += 0.5  # a breath: something new is counted now
        steps.append(Step(deed, start, number))
        start += PAUSES[deed]
    return Telling(turn, tuple(steps))
