"""Who plays: for each seat a person, or a computer player of some level."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.levels import level_named
from tabletop.games.sevens.screen.desk import NAMES, Levels
from tabletop.ui.choice import Choice

PERSON: Final = say("sevens.person", "A person")
SEAT: Final = "seat:"
"""Begins the keys of the choices, before the seat's number."""
_PERSON: Final = "-"


def player_choice(seat: Seat, levels: Levels) -> Choice:
    """Who plays at a seat."""
    values = (None, *LEVELS)
    return Choice(f"{SEAT}{seat}", NAMES[seat], (PERSON, *LEVELS), values, levels[seat])


def changed(levels: Levels, seat: Seat, level: Text | None) -> Levels:
    """The same players, but for one seat."""
    return (level, levels[1]) if seat == 0 else (levels[0], level)


def written(levels: Levels) -> str:
    """The players as a record has them: ``-,Keen``."""
    return ",".join(_PERSON if level is None else str(level) for level in levels)


def read(text: str) -> Levels:
    """The inverse of `written`; whom it does not know is a person, for a match must go on."""
    names = text.split(",")
    if len(names) != len(NAMES):
        return None, None
    return level_named(names[0]), level_named(names[1])
