"""What somebody alone has done against computers, as a match's record tells it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias, get_args

from tabletop.store.figures import LEVELS

Way: TypeAlias = Literal["turns", "points"]
"""What a win is measured by: own turns, of which few are good, or points, of which many are."""
Spoilt: TypeAlias = Literal[
    "hint", "help", "undo", "others", "begun", "options", "dice", "seats", "time"
]
"""Why a game does not count, whoever wins it."""

FEAT: Final = "Feat"
"""The line of a record that tells it."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
SPOILT: Final[tuple[Spoilt, ...]] = get_args(Spoilt)

_RUN: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
_MOST: Final = 99_999


@dataclass(frozen=True, slots=True)
class Feat:
    """One game and the wins in a row before it, by the same people in one sitting."""

    spoilt: tuple[Spoilt, ...] = ()
    """Why this game does not count; empty as long as it does."""
    level: str = ""
    """The level of the computer that was beaten, one of `LEVELS`; "" until it is."""
    way: Way = "turns"
    number: int = 0
    """What the win is measured by."""
    wins: int = 0
    """Games won in a row; once this one is won, with it."""
    least: str = ""
    """The weakest level among them."""
    run: str = ""
    """The match that they began with."""

    @property
    def counts(self) -> bool:
        """Whether it was won, and nothing spoilt it."""
        return bool(self.level)

    def spoiled(self, why: Spoilt) -> "Feat":
        """The same game, which does not count any more."""
        return Feat(self.spoilt if why in self.spoilt else (*self.spoilt, why))

    def won(self, level: str, way: Way, number: int, match_id: str) -> "Feat":
        """The same once a computer of that level is beaten; unchanged where that does not count."""
        if self.spoilt or self.counts:
            return self
        least = min(level, self.least or level, key=LEVELS.index)
        return Feat((), level, way, number, self.wins + 1, least, self.run or match_id)

    def next(self) -> "Feat":
        """The game after this one: only what was won without a break is a row."""
        return Feat(wins=self.wins, least=self.least, run=self.run) if self.counts else Feat()

    def __str__(self) -> str:
        """As a record has it: ``spoilt=hint+undo``, ``row=2:keen:ID won=sharp:turns:9``."""
        parts = []
        if self.spoilt:
            parts.append(f"spoilt={'+'.join(self.spoilt)}")
        if self.wins:
            parts.append(f"row={self.wins}:{self.least}:{self.run}")
        if self.counts:
            parts.append(f"won={self.level}:{self.way}:{self.number}")
        return " ".join(parts)

    @classmethod
    def read(cls, text: str) -> Self:
        """The inverse of `str`; what is damaged tells of nothing that counts."""
        parts = {key: value for key, _, value in (part.partition("=") for part in text.split())}
        told = parts.get("spoilt", "").split("+")
        spoilt = tuple(why for why in SPOILT if why in told)
        wins, least, run = _three(parts.get("row", ""))
        if not _is_number(wins) or least not in LEVELS or not _RUN.fullmatch(run):
            return cls(spoilt)
        level, way, number = _three(parts.get("won", ""))
        known = next((each for each in WAYS if each == way), None)
        if level not in LEVELS or known is None or not _is_number(number) or spoilt:
            return cls(spoilt) if spoilt else cls(wins=int(wins), least=least, run=run)
        return cls((), level, known, int(number), int(wins), least, run)


NO_FEAT: Final = Feat()
"""A game that has just begun, after none that was won."""


def feat_of(lines: Mapping[str, str]) -> Feat:
    """What the lines of a record tell."""
    return Feat.read(lines.get(FEAT, ""))


def _three(text: str) -> tuple[str, str, str]:
    parts = text.split(":")
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else ("", "", "")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:9]) <= _MOST
