"""How the pieces of a ply travel: the pair first, then the two laid, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tabletop.engine import Spot, Step

PUSH: Final = 0.34
CONVOY: Final = 0.44
REST: Final = 0.10
LAY: Final = 0.40
APART: Final = 0.12
"""Seconds that the second piece leaves the rack after the first."""


@dataclass(frozen=True, slots=True)
class Journey:
    """One piece's way in time."""

    step: Step
    begin: float
    length: float

    @property
    def end(self) -> float:
        return self.begin + self.length

    @property
    def pushed(self) -> bool:
        """Whether it goes along the board; else a hand carries it."""
        return self.step.start is not None and self.step.end is not None

    def share(self, spent: float) -> float:
        """How much of its time is over, from 0 to 1."""
        return min(1.0, max(0.0, (spent - self.begin) / self.length))


@lru_cache(maxsize=64)
def journeys(phases: tuple[tuple[Step, ...], ...], convoy: bool) -> tuple[Journey, ...]:
    """When each piece of a ply sets out and arrives."""
    return tuple(_journeys(phases, convoy))


def _journeys(phases: tuple[tuple[Step, ...], ...], convoy: bool) -> Iterator[Journey]:
    begin = 0.0
    for phase in phases:
        pushed = all(step.start and step.end for step in phase)
        length = (CONVOY if convoy else PUSH) if pushed else LAY
        for number, step in enumerate(phase):
            yield Journey(step, begin + (0.0 if pushed else APART * number), length)
        begin += length + REST


def standing(
    pieces: dict[Spot, str], ways: tuple[Journey, ...], spent: float
) -> tuple[dict[Spot, str], list[Journey]]:
    """What lies still and what travels at a moment, from what stood before the ply."""
    still, moving = dict(pieces), []
    for way in ways:
        if spent >= way.begin and way.step.start is not None:
            still.pop(way.step.start, None)
    for way in ways:
        if spent >= way.end:
            if way.step.end is not None:
                still[way.step.end] = way.step.piece
        elif spent >= way.begin:
            moving.append(way)
    return still, moving
