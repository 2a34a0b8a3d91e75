"""When what is heard: of a ply that moves, and of a clock that runs out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from tabletop.engine import Step
from tabletop.ui.audio.sound_files import SoundName

FAST_TICK_SECONDS: Final = 3.0
"""Seconds left from which a clock ticks twice as fast."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when it is due in seconds of the ply's motion."""

    at: float
    sound: SoundName


def leaves_table(step: Step) -> bool:
    """Whether a piece is taken off."""
    return step.end is None


def phase_cues(
    phase: Sequence[Step],
    begin: float,
    end: float,
    is_lost: Callable[[Step], bool] = leaves_table,
) -> Iterator[Cue]:
    """What one phase lets people hear: pieces that leave, that are pushed, that come to lie."""
    if any(is_lost(step) for step in phase):
        yield Cue(begin, "shooed")
    elif sum(step.start is not None for step in phase) > 1:
        yield Cue(begin, "slid")
    if any(not is_lost(step) for step in phase):
        yield Cue(end, "placed")


def clock_tick(left: float) -> float:
    """The seconds left that a clock's last tick stood for: another number is another tick."""
    return float(ceil(left)) if left > FAST_TICK_SECONDS else ceil(2 * left) / 2
