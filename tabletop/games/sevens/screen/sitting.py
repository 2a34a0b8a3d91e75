"""Who sits where and how each is spoken to: what people choose of it, and how a record has it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, unquote

from tabletop.engine import Seat
from tabletop.games.sevens.screen import tongues
from tabletop.games.sevens.screen.desk import (
    FACING,
    TOGETHER,
    Desk,
    Languages,
    Levels,
    Names,
    Sides,
    Sizes,
)
from tabletop.games.sevens.screen.players import at_most, read, written
from tabletop.ui.lettering import MOST
from tabletop.ui.table import Table

LONGEST_NAME: Final = 12
"""Signs of a person's name."""
PLAYERS: Final = "Players"
"""The line of a kept record that says who plays, if not two people."""
_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Sitting:
    """The two at the table, as they sit down."""

    sides: Sides = TOGETHER
    levels: Levels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""
    languages: Languages = tongues.NONE
    """In which language each seat reads, by its code; empty: in the table's."""
    names: Names = ("", "")
    sizes: Sizes = (0, 0)

    @property
    def facing(self) -> bool:
        """Whether something is turned, because not both sit at the near edge."""
        return any(self.sides)

    def at_most(self, strongest: str) -> "Sitting":
        """The same with no computer stronger than that level."""
        return replace(self, levels=at_most(self.levels, strongest))

    def seat(self, desk: Desk) -> None:
        """Has them sit at a desk."""
        desk.sides, desk.levels, desk.languages = self.sides, self.levels, self.languages
        desk.names, desk.sizes = self.names, self.sizes
        if self.facing:
            desk.sat = self.sides

    @classmethod
    def at(cls, desk: Desk) -> "Sitting":
        """As they sit at a desk."""
        return cls(desk.sides, desk.levels, desk.languages, desk.names, desk.sizes)

    @classmethod
    def of_people_at(cls, desk: Desk) -> "Sitting":
        """The same, with those people whose seats are only minded for them."""
        first, second = (None if n in desk.minded else desk.levels[n] for n in range(_SEATS))
        return replace(cls.at(desk), levels=(first, second))

    def moved(self, seat: Seat, side: int) -> "Sitting":
        """The same with a seat at another edge."""
        first, second = self.sides
        return replace(self, sides=(side, second) if seat == 0 else (first, side))

    def named(self, seat: Seat, name: str) -> "Sitting":
        """The same with another name of the person at a seat."""
        first, second = self.names
        return replace(self, names=(name, second) if seat == 0 else (first, name))

    def sized(self, seat: Seat, percent: int) -> "Sitting":
        """The same with words of another size for a seat."""
        first, second = self.sizes
        return replace(self, sizes=(percent, second) if seat == 0 else (first, percent))

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The lines of a record that tell all this."""
        more = {
            "Sides": _row(self.sides) if any(self.sides) else "",
            PLAYERS: written(self.levels) if any(self.levels) else "",
            tongues.LINE: tongues.written(self.languages) if any(self.languages) else "",
            "Names": _row([quote(name) for name in self.names]) if any(self.names) else "",
            "Sizes": _row(self.sizes) if any(self.sizes) else "",
        }
        facing = ("Facing", "yes" if self.facing else "no")
        return (facing, *((key, value) for key, value in more.items() if value))

    @classmethod
    def told(cls, lines: Mapping[str, str]) -> "Sitting":
        """What the lines of a record tell; what they do not, or what is damaged, is as at first."""
        old = FACING if lines.get("Facing") == "yes" else TOGETHER
        sides = _numbers(lines.get("Sides", ""), 3)
        sizes = _numbers(lines.get("Sizes", ""), MOST) or (0, 0)
        names = [clean_name(unquote(part)) for part in lines.get("Names", "").split(",")]
        return cls(
            sides or old,
            read(lines.get(PLAYERS, "")),
            tongues.read(lines.get(tongues.LINE, "")),
            (names[0], names[1]) if len(names) == _SEATS else ("", ""),
            (_size(sizes[0]), _size(sizes[1])),
        )


def usual_sitting(table: Table) -> Sitting:
    """How people sit down who have not said anything, by the table's settings."""
    return Sitting(FACING if table.settings["play.seating"] == "facing" else TOGETHER)


def clean_name(text: str) -> str:
    """A name as it is kept: printable signs and single blanks, at most `LONGEST_NAME` of them.

    Empty where there is no letter or digit in it: nobody can be called that.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:LONGEST_NAME].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


def _size(percent: int) -> int:
    return percent if percent >= 100 else 0


def _row(values: Sequence[object]) -> str:
    return ",".join(map(str, values))


def _numbers(text: str, most: int) -> tuple[int, int] | None:
    """Two numbers up to that, with a comma between them; None for anything else."""
    parts = text.split(",")
    if len(parts) != _SEATS or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    first, second = (int(part[:5]) for part in parts)
    return (first, second) if max(first, second) <= most else None
