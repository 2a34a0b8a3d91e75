"""How well a computer player of each level remembers, fits and hurries."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Text


@dataclass(frozen=True, slots=True)
class Talent:
    """What makes a level of Sevens. Chances are for a look of ten seconds at seven pieces."""

    recall: float
    """The chance to know where a plain piece lay; that it is known how it was turned is as high."""
    blur: float
    """The standard deviation, in units, of where the hand lays a piece that is remembered."""
    slip: float
    """The chance to be sure of a turn that is wrong."""
    outline: float
    """The chance that the whole silhouette stays in mind, so that forgotten pieces can be fitted
    into it."""
    patience: int
    """Steps of fitting, each of about a millisecond, before it is given up."""
    seconds: float
    """From one piece laid to the next."""
    judgement: float
    """How well it is known what a peek would bring, from 0 to 1."""
    wants: tuple[int, ...]
    """The difficulties of the figures that it arranges."""


TALENTS: Final = (
    Talent(0.43, 0.22, 0.13, 0.00, 0, 14.5, 0.1, (1, 2)),
    Talent(0.55, 0.19, 0.11, 0.08, 40, 13.3, 0.3, (1, 2)),
    Talent(0.64, 0.155, 0.085, 0.18, 120, 12.0, 0.5, (2, 3)),
    Talent(0.72, 0.125, 0.06, 0.33, 300, 10.8, 0.7, (3, 4)),
    Talent(0.80, 0.10, 0.04, 0.52, 600, 9.6, 0.85, (3, 4, 5)),
    Talent(0.91, 0.07, 0.02, 0.78, 1000, 8.4, 0.95, (4, 5)),
)
"""Found by trying: `tools/sevens_levels.py` shows what they come to."""

_BY_NAME: Final[Mapping[str, Talent]] = dict(zip(LEVELS, TALENTS, strict=True))


def talent_of(level: str) -> Talent:
    """The talent of one of the `tabletop.ai.LEVELS`; KeyError for another name."""
    return _BY_NAME[level]


def level_named(name: str) -> Text | None:
    """The level that a record calls by this name; None if there is none."""
    return next((level for level in LEVELS if level == name), None)
