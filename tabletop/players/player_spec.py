"""Who fills a seat: people, or a computer player of some level."""

from dataclasses import dataclass
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Text, say

DEFAULT_LEVEL: Final = LEVELS[1]
"""The level that is offered first: nobody's first game should be lost before it is understood."""

_PERSON: Final = "person"
_ADAPTIVE_PREFIX: Final = "adaptive:"
_LEVEL_PREFIX: Final = "level."


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """Who plays at a seat."""

    level: str = ""
    """The level of a computer player, one of `LEVELS`; empty: people play."""
    adaptive: bool = False
    """The level follows the results of the people it plays with."""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)

    @property
    def name(self) -> Text:
        """Who it is, in a word or two: ``Keen``."""
        if self.level:
            return LEVELS[LEVELS.index(self.level)]
        return say("filler.person", "Person")

    @property
    def level_key(self) -> str:
        """A computer's level as scores and usage metrics have it: ``keen``."""
        return self.name.key.removeprefix(_LEVEL_PREFIX)

    @property
    def words(self) -> Text:
        """Who it is, and what its level depends on: ``Adaptive: now Steady``."""
        if self.adaptive:
            return say("filler.adaptive", "Adaptive: now {level}", level=self.name)
        if self.level:
            return say("filler.computer", "Computer: {level}", level=self.name)
        return self.name

    def moved(self, by: int) -> "PlayerSpec":
        """A computer that many levels stronger, or weaker if `by` < 0, within what there is."""
        at = LEVELS.index(self.level) + by
        return PlayerSpec(LEVELS[max(0, min(len(LEVELS) - 1, at))], self.adaptive)

    def at_most(self, strongest: str) -> "PlayerSpec":
        """The same, or the strongest level that is offered, by its name, where that is weaker."""
        over = self.is_computer and LEVELS.index(self.level) > LEVELS.index(strongest)
        return PlayerSpec(strongest, self.adaptive) if over else self

    def after(self, *, people_won: bool) -> "PlayerSpec":
        """Who plays the next game: one level up where people have won, else one down."""
        return self.moved(1 if people_won else -1) if self.adaptive else self

    def __str__(self) -> str:
        """As records have it: ``person``, ``Keen``, ``adaptive:Steady``."""
        return f"{_ADAPTIVE_PREFIX if self.adaptive else ''}{self.level}" or _PERSON

    @classmethod
    def read(cls, text: str) -> "PlayerSpec":
        """The inverse of `str`. A level that is not known any more becomes the usual one."""
        level = text.removeprefix(_ADAPTIVE_PREFIX)
        if text == _PERSON:
            return PERSON
        return cls(level if level in LEVELS else DEFAULT_LEVEL, level != text)


PERSON: Final = PlayerSpec()
ADAPTIVE: Final = PlayerSpec(DEFAULT_LEVEL, adaptive=True)
"""As it begins with people whom it does not know."""

PLAYER_CHOICES: Final = (PERSON, *(PlayerSpec(level) for level in LEVELS), ADAPTIVE)
"""All that can be chosen for a seat."""


def level_name(key: str) -> Text:
    """The level that has this `PlayerSpec.level_key`."""
    return next(level for level in LEVELS if level.key == f"{_LEVEL_PREFIX}{key}")
