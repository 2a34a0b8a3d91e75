"""The player at a seat: people, or a computer player of some level."""

from dataclasses import dataclass
from typing import Final

from tabletop.ai import LEVELS, level_names
from tabletop.engine import Text, say

DEFAULT_LEVEL: Final = LEVELS[1]
"""The level that is offered first, easy enough for a first game."""

_PERSON: Final = "person"
_ADAPTIVE_PREFIX: Final = "adaptive:"


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """Who plays at a seat."""

    level: str = ""
    """The level of a computer player, one of `LEVELS`; empty: people play."""
    adaptive: bool = False
    """Whether the level adapts to the results."""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)

    @property
    def name(self) -> Text:
        """The name on the screen, as ``Hard``."""
        if self.level:
            return level_names(self.level).title
        return say("filler.person", "Person")

    @property
    def level_key(self) -> str:
        """A computer's level in scores and usage metrics: ``keen``."""
        return level_names(self.level).key

    @property
    def words(self) -> Text:
        """The name with its present level: ``Adapts to you: Medium``."""
        if self.adaptive:
            return say("filler.adaptive", "Adapts to you: {level}", level=self.name)
        if self.level:
            return say("filler.computer", "Computer: {level}", level=self.name)
        return self.name

    def moved(self, by: int) -> "PlayerSpec":
        """A computer so many levels stronger (or weaker if `by` < 0), within the levels."""
        at = LEVELS.index(self.level) + by
        return PlayerSpec(LEVELS[max(0, min(len(LEVELS) - 1, at))], self.adaptive)

    def at_most(self, strongest: str) -> "PlayerSpec":
        """The same, limited to the strongest level that is offered, given by its name."""
        over = self.is_computer and LEVELS.index(self.level) > LEVELS.index(strongest)
        return PlayerSpec(strongest, self.adaptive) if over else self

    def after(self, *, people_won: bool) -> "PlayerSpec":
        """The player of the next game: one level up if people have won, else one down."""
        return self.moved(1 if people_won else -1) if self.adaptive else self

    def __str__(self) -> str:
        """As in records: ``person``, ``Keen``, ``adaptive:Steady``."""
        return f"{_ADAPTIVE_PREFIX if self.adaptive else ''}{self.level}" or _PERSON

    @classmethod
    def read(cls, text: str) -> "PlayerSpec":
        """The inverse of `str`. An unknown level becomes the default."""
        level = text.removeprefix(_ADAPTIVE_PREFIX)
        if text == _PERSON:
            return PERSON
        return cls(level if level in LEVELS else DEFAULT_LEVEL, level != text)


PERSON: Final = PlayerSpec()
ADAPTIVE: Final = PlayerSpec(DEFAULT_LEVEL, adaptive=True)
"""The adaptive player at its first level."""

PLAYER_CHOICES: Final = (PERSON, *(PlayerSpec(level) for level in LEVELS), ADAPTIVE)
"""All choices for a seat."""
