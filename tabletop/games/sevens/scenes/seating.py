"""Who plays a match and where they sit: the profiles of both seats, and how a record has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias
from urllib.parse import quote, unquote

from tabletop.ai import LEVELS
from tabletop.engine import Seat, SeatProfile
from tabletop.games.sevens.computer.memory import level_named
from tabletop.languages import has_language
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import MAX_TEXT_SCALE

SeatEdges: TypeAlias = tuple[int, int]
"""The edge of each seat, in quarter turns clockwise from the near one."""

TOGETHER: Final[SeatEdges] = (0, 0)
FACING: Final[SeatEdges] = (0, 2)
MAX_PERSON_NAME_LENGTH: Final = 12
"""Characters of a person's name."""
FACING_TAG: Final = "Facing"
EDGES_TAG: Final = "Sides"
PLAYERS_TAG: Final = "Players"
LANGUAGES_TAG: Final = "Languages"
NAMES_TAG: Final = "Names"
SIZES_TAG: Final = "Sizes"
"""The header lines of a record that hold the profiles, where they differ from the default."""
PERSON_MARK: Final = "-"
"""A person in the line of the players."""
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Seating:
    """The profiles of both seats."""

    seats: tuple[SeatProfile, SeatProfile] = (SeatProfile(), SeatProfile())

    @classmethod
    def at_edges(cls, edges: SeatEdges) -> "Seating":
        """Two people without choices of their own at these edges."""
        return cls((SeatProfile(edge=edges[0]), SeatProfile(edge=edges[1])))

    @classmethod
    def by_settings(cls, table: AppContext) -> "Seating":
        """Two people who have not chosen anything, by the settings of the table."""
        return cls.at_edges(FACING if table.settings["play.seating"] == "facing" else TOGETHER)

    def __getitem__(self, seat: Seat) -> SeatProfile:
        return self.seats[seat]

    @property
    def edges(self) -> SeatEdges:
        return self.seats[0].edge, self.seats[1].edge

    @property
    def facing(self) -> bool:
        """Whether anything is turned because a seat is not at the near edge."""
        return any(self.edges)

    @property
    def computers(self) -> int:
        """The number of seats that computer players have."""
        return sum(profile.is_computer for profile in self.seats)

    @property
    def largest_text(self) -> int:
        """The larger of the two text sizes, in percent."""
        return max(profile.text_scale for profile in self.seats)

    def but(self, seat: Seat, **changes: Any) -> "Seating":
        """The same with changes to the profile of one seat."""
        first, second = self.seats
        if seat == 0:
            return Seating((replace(first, **changes), second))
        return Seating((first, replace(second, **changes)))

    def moved(self, edges: SeatEdges) -> "Seating":
        """The same at other edges."""
        return self.but(0, edge=edges[0]).but(1, edge=edges[1])

    def at_most(self, strongest: str) -> "Seating":
        """The same with no computer player above a level."""
        most, found = LEVELS.index(strongest), self
        for seat, profile in enumerate(self.seats):
            if profile.level is not None:
                level = LEVELS[min(most, LEVELS.index(profile.level))]
                found = found.but(seat, level=level)
        return found

    def lines(self) -> tuple[tuple[str, str], ...]:
        """The header lines of a record; `from_lines` is the inverse."""
        seats = self.seats
        more = {
            EDGES_TAG: [str(each.edge) for each in seats] if self.facing else [],
            PLAYERS_TAG: [PERSON_MARK if each.level is None else str(each.level) for each in seats]
            if self.computers
            else [],
            LANGUAGES_TAG: [each.language for each in seats],
            NAMES_TAG: [quote(each.name) for each in seats],
            SIZES_TAG: [str(each.text_scale) for each in seats] if self.largest_text else [],
        }
        facing = (FACING_TAG, "yes" if self.facing else "no")
        return (facing, *((key, ",".join(parts)) for key, parts in more.items() if any(parts)))

    @classmethod
    def from_lines(cls, lines: Mapping[str, str]) -> "Seating":
        """The seating of a record; the default for what is missing or damaged."""
        old = FACING if lines.get(FACING_TAG) == "yes" else TOGETHER
        edges = _number_pair(lines.get(EDGES_TAG, ""), 3) or old
        sizes = _number_pair(lines.get(SIZES_TAG, ""), MAX_TEXT_SCALE) or (0, 0)
        levels = _pair(lines.get(PLAYERS_TAG, ""))
        languages = _pair(lines.get(LANGUAGES_TAG, ""))
        names = _pair(lines.get(NAMES_TAG, ""))
        first, second = (
            SeatProfile(
                name=clean_name(unquote(names[seat])),
                language=languages[seat] if has_language(languages[seat]) else "",
                text_scale=sizes[seat] if sizes[seat] >= 100 else 0,
                edge=edges[seat],
                level=level_named(levels[seat]),
            )
            for seat in range(SEATS)
        )
        return cls((first, second))


def clean_name(text: str) -> str:
    """A person's name as it is kept: printable characters, single blanks, at most the maximum.

    Empty without a letter or digit.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:MAX_PERSON_NAME_LENGTH].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


def _pair(text: str) -> Sequence[str]:
    """Two values with a comma between them; empty ones for anything else."""
    parts = text.split(",")
    return parts if len(parts) == SEATS else ("", "")


def _number_pair(text: str, most: int) -> tuple[int, int] | None:
    """Two numbers up to a maximum with a comma between them; None for anything else."""
    parts = text.split(",")
    if len(parts) != SEATS or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    first, second = (int(part[:5]) for part in parts)
    return (first, second) if max(first, second) <= most else None
